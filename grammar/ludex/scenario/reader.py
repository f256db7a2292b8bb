"""Reading a file of scenarios: every error in it is found in one go, and the scenarios without one are kept."""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import ludex.notation
from ludex.notation import NotReadable, Place, phrases
from ludex.notation import expectations as e
from ludex.notation.reading import did_you_mean, one_of
from ludex.scenario.lines import Line, lines_of
from ludex.scenario.values import Choice, File, Phrase, Scenario, Setting, Step

HEADS = ("game", "scenario")
PARTS = ("why", "cites", "under", "given", "when", "then")
_NAME = re.compile(r'"([^"]+)"')
_GAME = re.compile(r"(?P<game>\S+)(?:\s+(?P<word>\S+)(?:\s+(?P<edition>\S+))?)?(?P<more>.*)")
_CLAUSE = re.compile(r"[A-Z]{3}-[A-Z]{3}-[0-9]+")
_CHOICE = re.compile(r"([a-z0-9-]+)\s*=\s*([a-z0-9-]+)")


def read_file(path: Path) -> File:
    """The scenarios of a file; raises OSError where there is no file to read."""
    data = path.read_bytes()
    try:
        return read_text(data.decode("utf-8-sig"), str(path))
    except UnicodeDecodeError as error:
        number = data.count(b"\n", 0, error.start) + 1
        return File(str(path), (), (Place(number, 1, "").problem("text in UTF-8"),))


def read_text(text: str, path: str = "") -> File:
    """The scenarios of a text; what is wrong with it is in the problems of the file."""
    reading = _Reading()
    for line in lines_of(text):
        reading.take(line)
    reading.finish()
    if not reading.scenarios and not reading.problems:
        reading.note(Place(1, 1, text.split("\n", 1)[0]).problem("a scenario in the file"))
    problems = sorted(reading.problems, key=lambda problem: (problem.line, problem.column))
    return File(path, tuple(reading.scenarios), tuple(problems))


def games() -> tuple[str, ...]:
    """The games that have a notation, found by listing the package."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(ludex.notation.__path__) if module.ispkg))


@cache
def notation(game: str) -> ModuleType:
    """The notation of a game."""
    return import_module(f"ludex.notation.{game}")


@dataclass
class _DraftStep:
    """A step that is being read; ``place`` is that of its ``when``, None for a ``then`` before the first one."""

    place: Place | None
    when: Phrase | None = None
    then: list[Phrase] = field(default_factory=list)


@dataclass
class _Draft:
    """A scenario that is being read."""

    name: str
    place: Place
    setting: Setting
    why: list[str] = field(default_factory=list)
    cites: list[str] = field(default_factory=list)
    under: list[Choice] = field(default_factory=list)
    given: list[Phrase] | None = None
    given_place: Place | None = None
    steps: list[_DraftStep] = field(default_factory=list)
    spoilt: bool = False

    def scenario(self) -> Scenario:
        steps = tuple(Step(step.when, tuple(step.then)) for step in self.steps)
        fixed = tuple(self.cites), tuple(self.under), tuple(self.given or ())
        return Scenario(self.name, self.place, self.setting, " ".join(self.why), *fixed, steps)


class _Reading:
    """The state of reading one file: what is open, and what was found so far."""

    def __init__(self) -> None:
        self.scenarios: list[Scenario] = []
        self.problems: list[NotReadable] = []
        self.names: set[str] = set()
        self.setting: Setting | None = None
        self.draft: _Draft | None = None
        self.block: Line | None = None
        self.lost = False  # in a scenario, or a game, whose first line could not be read
        self.deaf = False  # in a block whose first line could not be read

    def take(self, line: Line) -> None:
        """Read one line; a problem with it is noted and reading goes on."""
        try:
            if self.block is not None and line.indent > self.block.indent:
                self.continue_block(self.block, line)
            else:
                self.open(line)
        except NotReadable as problem:
            self.note(problem)

    def note(self, problem: NotReadable) -> None:
        self.problems.append(problem)
        if self.draft is not None:
            self.draft.spoilt = True

    def open(self, line: Line) -> None:
        self.block, self.deaf = line, True
        if line.keyword in HEADS:
            self.finish()
            (self.open_game if line.keyword == "game" else self.open_scenario)(line)
        elif line.keyword not in PARTS:
            known = (*HEADS, *PARTS) if self.draft or self.lost else HEADS
            raise line.place.problem(one_of(known), did_you_mean(line.keyword, known))
        elif self.draft is not None:
            self.open_part(self.draft, line)
        elif not self.lost:
            raise line.place.problem('scenario "name" before anything that belongs to one')

    def open_game(self, line: Line) -> None:
        self.setting, self.lost = None, True
        match = _GAME.fullmatch(line.body)
        if not match:
            raise line.body_place.problem(f"a game: {one_of(games())}")
        game, word, edition, more = match["game"], match["word"], match["edition"], match["more"]
        if game not in games():
            raise line.body_place.problem(f"a game: {one_of(games())}", did_you_mean(game, games()))
        if (word not in (None, "edition")) or (word and not edition) or more.strip():
            raise line.body_place.problem("edition and its name, or nothing, after the game", offset=len(game) + 1)
        place = line.body_place.further(match.start("edition") if edition else 0)
        self.setting, self.lost = Setting(game, edition, place), False

    def open_scenario(self, line: Line) -> None:
        unknown_game, self.lost = self.lost, True
        match = _NAME.fullmatch(line.body)
        if not match:
            raise line.body_place.problem('the name of the scenario in quotation marks, scenario "name"')
        if self.setting is None and unknown_game:
            return
        if self.setting is None:
            raise line.place.problem(f"a line with the game before the first scenario, such as game {games()[-1]}")
        if match[1] in self.names:
            raise line.body_place.problem("a name that no other scenario of this file has")
        self.names.add(match[1])
        self.draft, self.lost = _Draft(match[1], line.place, self.setting), False

    def open_part(self, draft: _Draft, line: Line) -> None:
        _require_order(draft, line)
        self.deaf = False
        if line.keyword == "given":
            draft.given, draft.given_place = [], line.place
        if line.keyword == "when":
            draft.steps.append(_DraftStep(line.place))
        if line.keyword == "then" and not draft.steps:
            draft.steps.append(_DraftStep(None))
        if line.body:
            self.read_body(draft, line.keyword, line.body, line.body_place)

    def continue_block(self, block: Line, line: Line) -> None:
        if self.draft is None or self.deaf:
            return
        if line.keyword in PARTS and block.keyword != "why":
            raise line.place.problem(f"{line.keyword} to be indented like {block.keyword}, for it is a part of its own")
        self.read_body(self.draft, block.keyword, line.said, line.place)

    def read_body(self, draft: _Draft, keyword: str, body: str, place: Place) -> None:
        readers: dict[str, Callable[[_Draft, str, Place], None]] = {
            "why": lambda draft, body, _: draft.why.append(body),
            "cites": _read_cites,
            "under": _read_under,
            "given": self.read_given,
            "when": _read_when,
            "then": self.read_then,
        }
        readers[keyword](draft, body, place)

    def read_given(self, draft: _Draft, body: str, place: Place) -> None:
        if draft.given is not None:
            draft.given += self.read_phrases(draft, "position", body, place)

    def read_then(self, draft: _Draft, body: str, place: Place) -> None:
        draft.steps[-1].then.extend(self.read_phrases(draft, "expectation", body, place))

    def read_phrases(self, draft: _Draft, start: str, body: str, place: Place) -> Iterator[Phrase]:
        for text, at in phrases(body, place):
            try:
                yield _read(draft, start, text, at)
            except NotReadable as problem:
                self.note(problem)

    def finish(self) -> None:
        """Close the scenario that is open, if any; it is kept unless something in it could not be read."""
        draft, self.draft, self.block = self.draft, None, None
        self.lost = self.lost and self.setting is None
        if draft is None:
            return
        found = list(_faults(draft))
        self.problems += found
        if not found and not draft.spoilt:
            self.scenarios.append(draft.scenario())


def _require_order(draft: _Draft, line: Line) -> None:
    if line.keyword == "given" and draft.given is not None:
        raise line.place.problem("one given in a scenario")
    if line.keyword in ("when", "then") and draft.given is None:
        raise line.place.problem(f"a given before the first {line.keyword}")
    if line.keyword in ("why", "cites", "under") and draft.given is not None:
        raise line.place.problem(f"{line.keyword} before given")


def _read_cites(draft: _Draft, body: str, place: Place) -> None:
    for found in re.finditer(r"[^\s,]+", body):
        if not _CLAUSE.fullmatch(found.group()):
            raise place.problem("a clause such as TRB-MOV-2", offset=found.start())
        draft.cites.append(found.group())


def _read_under(draft: _Draft, body: str, place: Place) -> None:
    for text, at in phrases(body, place):
        match = _CHOICE.fullmatch(text)
        if not match:
            raise at.problem("a reading and its choice, such as kill-mover = attack")
        if match[1] in (choice.entry for choice in draft.under):
            raise at.problem("each reading to be chosen once")
        draft.under.append(Choice(match[1], match[2], at))


def _read_when(draft: _Draft, body: str, place: Place) -> None:
    if draft.steps[-1].when is not None:
        raise place.problem("one action after when")
    draft.steps[-1].when = _read(draft, "action", body, place)


def _read(draft: _Draft, start: str, text: str, place: Place) -> Phrase:
    return Phrase(text, place, notation(draft.setting.game).read(start, text, place))


def _faults(draft: _Draft) -> Iterator[NotReadable]:
    """What is wrong with a scenario as a whole, once each of its lines could be read."""
    if draft.spoilt:
        return
    if draft.given is None:
        yield draft.place.problem("a given in the scenario")
        return
    for step in draft.steps:
        if step.place and not step.when:
            yield step.place.problem("an action after when")
    if not draft.steps or not draft.steps[-1].then:
        yield draft.place.problem("a then at the end of the scenario")
    yield from _contradictions(draft, draft.given)


def _contradictions(draft: _Draft, given: list[Phrase]) -> Iterator[NotReadable]:
    game = notation(draft.setting.game)
    yield from _clash(given, draft.given_place or draft.place, game, game.compose)
    for step in draft.steps:
        yield from _clash(facts(step.then), draft.place, game, lambda said: game.impose(game.BLANK, said))


def _clash(
    said: list[Phrase], otherwise: Place, game: ModuleType, put: Callable[[list[Any]], object]
) -> Iterator[NotReadable]:
    try:
        put([phrase.value for phrase in said])
    except game.Contradiction as error:
        place = said[error.fact].place if error.fact >= 0 else otherwise
        yield place.problem(error.what)


def facts(said: list[Phrase] | tuple[Phrase, ...]) -> list[Phrase]:
    """Those of some expectations that are facts about the position."""
    return [phrase for phrase in said if not isinstance(phrase.value, e.Expectation | e.Own)]
