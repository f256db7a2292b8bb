"""What is told of a scenario that does not pass: where, why, and with both boards."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

_CLAUSE = re.compile(r"\b[A-Z]{3}-[A-Z]{3}-[0-9]+\b")

if TYPE_CHECKING:
    from ludex.scenario import Failure, File, ScenarioResult


def report(file: File, results: Sequence[ScenarioResult]) -> Iterator[str]:
    """What is to be said of one scenario that does not pass: once for editions in which it fails alike."""
    errors = {result.error.show(file.path): result.error for result in results if result.error}
    for shown, error in errors.items():
        yield f'"{results[0].scenario.name}" cannot be played:\n{shown}'
        yield from clauses_in_words(results[0].scenario.setting.game, error.expected)
    alike: dict[str, list[ScenarioResult]] = {}
    for result in results:
        if result.failures:
            alike.setdefault(repr(result.failures), []).append(result)
    for same in alike.values():
        yield from _scenario_lines(file, same)


def clauses_in_words(game: str, message: str) -> Iterator[str]:
    """The sentences of the clauses that a message names."""
    from ludex.rulebook import rulebook

    book = rulebook(game)
    for clause in _CLAUSE.findall(message):
        if clause in book:
            yield f"    {clause}: {book[clause].sentence}"


def _scenario_lines(file: File, alike: Sequence[ScenarioResult]) -> Iterator[str]:
    from ludex.scenario.selecting import quote_name

    scenario = alike[0].scenario
    editions = f"edition{'s' * (len(alike) > 1)} {' and '.join(result.edition for result in alike)}"
    yield f'FAIL "{scenario.name}", {editions}'
    if scenario.why:
        yield f"  why    {scenario.why}"
    if scenario.cites:
        yield f"  cites  {' '.join(scenario.cites)}"
    for failure in alike[0].failures:
        yield from _failure_lines(file, scenario.setting.game, failure)
    yield f"  rerun  ludex run {shlex.quote(file.path)} -k {shlex.quote(quote_name(scenario.name))}\n"


def _failure_lines(file: File, game: str, failure: Failure) -> Iterator[str]:
    yield failure.place.show(failure.what, file.path)
    if failure.action:
        yield f"  after  {failure.action}"
    if failure.before is not None:
        yield _boards(game, failure)


def _boards(game: str, failure: Failure) -> str:
    from ludex.support import support_of

    picture = support_of(game).picture
    if failure.expected is None:
        return picture.board(failure.before)
    width = shutil.get_terminal_size((80, 24)).columns
    return picture.compare(failure.before, failure.expected, failure.got, width)
