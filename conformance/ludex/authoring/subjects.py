"""What a person means by one word on the command line: a file of scenarios, a vector, or a position."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from os.path import isfile
from pathlib import Path
from typing import Any

from ludex import where
from ludex.authoring.files import SUFFIX, read
from ludex.authoring.scenes import Play, of_position, of_scenario, of_vector
from ludex.authoring.stepping import editions_of
from ludex.fault import Fault
from ludex.notation import NotReadable
from ludex.rules import UnknownChoice
from ludex.scenario import File, Scenario
from ludex.vectors.suite import Suite, available, open_suite

_LINE = re.compile(rf"(?P<path>.*{re.escape(SUFFIX)})(?::(?P<line>[0-9]+))?(?::[0-9]+)?")
_VECTOR = re.compile(r"[a-z0-9-]+-[0-9a-f]{8}([@+].*)?")
FORMS = 'Name a file such as moves.ludex:12, a vector, or a position such as "standard start, black to move".'


def plays_of(subject: str, game: str | None, edition: str | None) -> list[Play]:
    """What is to be shown; a Fault says what could not be found or read."""
    if match := _LINE.fullmatch(subject):
        return _scenarios(Path(match["path"]), int(match["line"] or 0), edition)
    if _VECTOR.fullmatch(subject):
        return _vectors(subject, game)
    return [_position(_said(subject), game)]


def _said(subject: str) -> str:
    """The position itself: what stands in the file of this name, if there is one."""
    if not isfile(subject):  # which, unlike a path, says no to whatever no file could be called
        return subject
    try:
        return Path(subject).read_text(encoding="utf-8-sig").strip()
    except (OSError, ValueError) as error:
        raise Fault(f"{subject} cannot be read: {error}", FORMS) from None


def _scenarios(path: Path, line: int, edition: str | None) -> list[Play]:
    file = read(path)
    chosen = [_at_line(file, line)] if line else list(file.scenarios)
    if not chosen or chosen == [None]:
        for problem in file.problems:
            raise Fault(problem.show(file.path), "Mend it first.")
        raise Fault(f"no scenario at line {line} of {path}" if line else f"no scenario in {path}", FORMS)
    return [_played(scenario, _edition(scenario, edition)) for scenario in chosen if scenario]


def _played(scenario: Scenario, edition: str) -> Play:
    try:
        return of_scenario(scenario, edition)
    except UnknownChoice as error:
        raise Fault(f'"{scenario.name}" cannot be played: {error}', "`ludex run` shows the line to mend.") from None


def _at_line(file: File, line: int) -> Scenario | None:
    """The scenario that a line belongs to: the last one that begins at it or before."""
    begun = [scenario for scenario in file.scenarios if scenario.place.line <= line and not scenario.place.file]
    return max(begun, key=lambda scenario: scenario.place.line, default=None)


def _edition(scenario: Scenario, wanted: str | None) -> str:
    """The edition to show a scenario in: the one wanted, or the latest that it speaks of."""
    editions = editions_of(scenario)
    if wanted is not None and wanted not in editions:
        known = ", ".join(editions)
        raise Fault(f'"{scenario.name}" is not about edition {wanted!r}', f"It is about: {known}.")
    return wanted or editions[-1]


def _vectors(wanted: str, game: str | None) -> list[Play]:
    from ludex.judge.explain import find

    found = find(wanted, [suite_of(name, where.vectors()) for name in available() if game in (None, name)])
    if not found:
        raise Fault(f"no vector {wanted!r}", "`ludex check --list` shows them all.")
    return [of_vector(suite, topic, vector) for suite, topic, vector in found]


@lru_cache(maxsize=4)
def suite_of(game: str, root: Path) -> Suite:
    """The vectors of a game, read once."""
    return open_suite(game, root)


def _position(text: str, game: str | None) -> Play:
    names = [name for name in where.games() if find_spec(f"ludex.notation.{name}")]
    if game is not None and game not in names:
        raise Fault(f"no game {game!r}", f"Games: {', '.join(names)}.")
    readings = {name: _read(text, name) for name in ([game] if game else names)}
    read = {name: value for name, value in readings.items() if not isinstance(value, NotReadable)}
    if len(read) > 1:
        raise Fault(f"which game? This is a position of {' and of '.join(read)}", "Say --game G.")
    for name, position in read.items():
        return of_position(name, position)
    raise Fault("this is no position:\n" + "\n".join(_errors(readings)), FORMS)


def _read(text: str, game: str) -> Any:
    """The position of a text: JSON, sentences, or the game's compact form; or the error of the sentences."""
    notation = import_module(f"ludex.notation.{game}")
    if text.lstrip().startswith("{"):
        return _read_json(text, game)
    try:
        return notation.read_position(text)
    except NotReadable as error:
        compact = getattr(notation, "read_compact", None)
        try:
            return compact(text) if compact else error
        except NotReadable:
            return error


def _read_json(text: str, game: str) -> Any:
    """The position of a JSON text, if it is one of this game under the rules of any edition."""
    try:
        position = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Fault(f"this is no JSON: {error}", FORMS) from None
    return position if _is_read(position, game) else NotReadable(1, 1, text, f"a position of {game}")


def _is_read(position: Any, game: str) -> bool:
    from ludex.rules import Refused

    reference = import_module(f"ludex.games.{game}")
    for edition in reference.REGISTER.editions:
        try:
            reference.read_position(position, reference.REGISTER.rules(edition))
        except Refused:
            continue
        return True
    return False


def _errors(readings: dict[str, Any]) -> Iterable[str]:
    for name, error in readings.items():
        yield f"{name}: {error.show()}"
