"""What a person means by one word on the command line: a file of scenarios, a vector, or a position."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from os.path import isdir, isfile
from pathlib import Path
from typing import Any, NamedTuple

from ludex import where
from ludex.authoring.files import SUFFIX, read
from ludex.authoring.scenes import SceneSeries, of_position, of_scenario, of_vector
from ludex.fault import Fault
from ludex.notation import NotReadable
from ludex.scenario import File, Scenario
from ludex.scenario.runner import rules_of
from ludex.scenario.stepping import editions_of
from ludex.seam import GAMES, NOTATION, games_in, notation_of, package_of, reference_of
from ludex.vectors.format import Topic, Vector
from ludex.vectors.suite import Suite, available, open_folder

LINE = re.compile(rf"(?P<path>.*{re.escape(SUFFIX)})(?::(?P<line>[0-9]+))?(?::[0-9]+)?")
_FILE = re.compile(r"[^\s{\[|]+\.[a-z-]{1,11}")
VECTOR = re.compile(r"[a-z0-9-]+-[0-9a-f]{8}([@+~].*)?")
_LIKE_A_VECTOR = re.compile(r"[a-z0-9-]+@\S+|[a-z0-9-]+-[0-9a-f]{4,}", re.IGNORECASE)  # where nothing else is read
VECTORS = "`ludex check --list --game G` shows the vectors of a game."
FORMS = 'Name a file such as moves.ludex:12, a vector, or a position such as "standard start, black to move".'


class ShownSubjects(NamedTuple):
    """What is shown, and a message for each scenario that cannot be."""

    plays: list[SceneSeries]
    left_out: tuple[str, ...] = ()


def plays_of(subject: str, game: str | None, edition: str | None) -> ShownSubjects:
    """What is to be shown; a Fault says what could not be found or read."""
    if isdir(subject):
        raise Fault(f"{subject} is a folder", f"Name one of its files. {FORMS}")
    if match := LINE.fullmatch(subject):
        return _scenarios(Path(match["path"]), match["line"], edition)
    if VECTOR.fullmatch(subject):
        return ShownSubjects(_vectors(subject, game))
    return ShownSubjects([_position(_position_text(subject), game)])


def _position_text(subject: str) -> str:
    """The position itself: what stands in the file of this name, if there is one."""
    if not isfile(subject):  # which, unlike a path, says no to whatever no file could be called
        if _FILE.fullmatch(subject):
            raise Fault(f"there is no file {subject}", FORMS)
        return subject
    try:
        return Path(subject).read_text(encoding="utf-8-sig").strip()
    except (OSError, ValueError) as error:
        raise Fault(f"{subject} cannot be read: {error}", FORMS) from None


def _scenarios(path: Path, line: str | None, edition: str | None) -> ShownSubjects:
    """The scenarios of a file, or the one that a line belongs to; whatever cannot be shown is told."""
    file = read(path, FORMS)
    heads = dict(file.heads)
    if line is None:
        return _show_scenarios(file, file.scenarios, file.problems, edition)
    inside = {problem: _head(heads, problem.line) for problem in file.problems if not problem.file}
    begun = {one.place.line for one in file.scenarios if not one.place.file} | set(inside.values())
    begin = _head(begun, int(line))
    chosen = [one for one in file.scenarios if one.place.line == begin and not one.place.file]
    if not chosen and not begin and heads:
        raise Fault(f"no scenario at line {line} of {path}", FORMS)
    at_row = [one for one in chosen if one.place.row and one.place.row.line <= int(line)]
    spoilt = [problem for problem, head in inside.items() if head == begin]
    return _show_scenarios(file, at_row[-1:] or chosen[:1], [] if chosen else spoilt or file.problems, edition)


def scenario_at(path: Path, line: str | None) -> Scenario:
    """The scenario that a line belongs to, or the first of a file; a Fault where none can be read."""
    file = read(path, FORMS)
    begin = _head({one.place.line for one in file.scenarios if not one.place.file}, int(line or 1))
    chosen = [one for one in file.scenarios if one.place.line == begin or line is None]
    if not chosen:
        told = file.problems[0].show(file.path) if file.problems else f"no scenario at line {line} of {path}"
        raise Fault(told, FORMS)
    return chosen[0]


def _head(heads: Iterable[int], line: int) -> int:
    """The last of the lines at which scenarios begin up to this one; 0 for none."""
    return max((head for head in heads if head <= line), default=0)


def _show_scenarios(
    file: File,
    scenarios: Iterable[Scenario],
    problems: Iterable[NotReadable],
    edition: str | None,
) -> ShownSubjects:
    heads = dict(file.heads)
    plays: list[SceneSeries] = []
    told: dict[str, list[str]] = {}
    for problem in problems:
        name = "" if problem.file else heads.get(_head(heads, problem.line), "")
        told.setdefault(name, []).append(problem.show(file.path))
    for scenario in scenarios:
        try:
            plays.append(_play(scenario, edition))
        except NotReadable as problem:
            told.setdefault(f'"{scenario.name}"', []).append(problem.show(file.path))
    left_out = ("\n".join([f"not shown: {name}", *said] if name else said) for name, said in told.items())
    return ShownSubjects(plays, tuple(left_out))


def _play(scenario: Scenario, wanted: str | None) -> SceneSeries:
    """A scenario in the edition that is wanted, or else in the latest that it speaks of."""
    editions = editions_of(scenario)
    if wanted is not None and wanted not in editions:
        raise scenario.place.problem(f"a scenario about edition {wanted}; this one is about {' and '.join(editions)}")
    edition = wanted or editions[-1]
    rules_of(scenario, edition)
    return of_scenario(scenario, edition)


def _vectors(wanted: str, game: str | None) -> list[SceneSeries]:
    return [of_vector(suite, topic, vector) for suite, topic, vector in vectors_of_id(wanted, game)]


def vectors_of_id(wanted: str, game: str | None) -> list[tuple[Suite, Topic, Vector]]:
    """The vectors of an id, of one game or of all; a Fault says that there is none, or in which game there is."""
    from ludex.authoring.explain import find

    found = find(wanted, [suite_of(name, where.vectors_of(name)) for name in available()])
    chosen = [one for one in found if game in (None, one[0].game)]
    if chosen:
        return chosen
    if found:
        owner = found[0][0].game
        raise Fault(f"no vector {wanted!r} of {game}; it is one of {owner}", f"Say --game {owner}, or leave it out.")
    raise Fault(f"there is no vector {wanted!r}", VECTORS)


@lru_cache(maxsize=4)
def suite_of(game: str, folder: Path) -> Suite:
    """The vectors of a game in a folder, read once."""
    return open_folder(game, folder)


def _position(text: str, game: str | None) -> SceneSeries:
    names = [name for name in games_in(NOTATION) if package_of(GAMES, name)]
    if game is not None and game not in names:
        raise Fault(f"no game {game!r}", f"Games: {', '.join(names)}.")
    readings = {name: _read(text, name) for name in ([game] if game else names)}
    read = {name: value for name, value in readings.items() if not isinstance(value, NotReadable)}
    if len(read) > 1:
        raise Fault(f"which game? This is a position of {' and of '.join(read)}", "Say --game G.")
    for name, position in read.items():
        return of_position(name, position)
    if _LIKE_A_VECTOR.fullmatch(text):
        raise Fault(f"there is no vector {text!r}, and no position is written so", VECTORS)
    raise Fault("this is no position:\n" + "\n".join(_errors(readings)), FORMS)


def _read(text: str, game: str) -> Any:
    """The position of a text: JSON, sentences, or the game's compact form; or the error of the sentences."""
    notation = notation_of(game)
    if text.lstrip().startswith("{"):
        return _read_json(text, game)
    try:
        return notation.read_position(text)
    except NotReadable as error:
        try:
            return notation.read_compact(text)
        except NotReadable:
            return error


def _read_json(text: str, game: str) -> Any:
    """The position of a JSON text, if it is one of this game under the rules of any edition."""
    try:
        position = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Fault(f"this is no JSON: {error}", FORMS) from None
    broken = _broken_clauses(position, game)
    expected = f"a position of {game}; this one breaks {', '.join(broken)}"
    return NotReadable(1, 1, text, expected, f"`ludex explain {broken[0]}` tells what is asked") if broken else position


def _broken_clauses(position: Any, game: str) -> Sequence[str]:
    """The clauses that a position breaks under the rules of every edition; none where it can be read by one."""
    from ludex.rules import Refused

    reference = reference_of(game)
    broken: Sequence[str] = ()
    for edition in reference.REGISTER.editions:
        try:
            reference.read_position(position, reference.REGISTER.rules(edition))
        except Refused as refusal:
            broken = refusal.broken
            continue
        return ()
    return broken


def _errors(readings: dict[str, Any]) -> Iterable[str]:
    for name, error in readings.items():
        yield f"{name}: {error.show()}"
