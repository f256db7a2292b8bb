"""Reading a file of scenarios: every error in it is found in one go, and the scenarios without one are kept."""

from __future__ import annotations

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from ludex.notation import NotReadable, Place, phrases
from ludex.notation.reading import as_typed, did_you_mean, odd_letter, one_typed
from ludex.scenario import remedies
from ludex.scenario.drafts import Background, DraftStep, ScenarioDraft, editions, example_of_a_choice, facts, faults
from ludex.scenario.including import EXAMPLE, LARGEST, Inclusion, all_lines
from ludex.scenario.lines import ScenarioLine, line_of
from ludex.scenario.outlines import ExampleRow, Filling, fill_line, filled_name, table_of
from ludex.scenario.values import Choice, File, GameLine, Phrase
from ludex.seam import NOTATION, games_in, notation_of

VERSIONS = (1,)
HEADS = ("game", "background", "scenario", "outline")
PARTS = ("why", "cites", "tags", "under", "given", "when", "then", "examples")
OF_BACKGROUND = ("tags", "under", "given")
MOST_PROBLEMS = 1000
_NAME = re.compile(r'"([^"]+)"')
_GAME = re.compile(r"(?P<game>\S+)(?:\s+(?P<word>\S+)(?:\s+(?P<edition>\S+))?)?(?P<more>.*)")
_CLAUSE = re.compile(r"[A-Z]{3}-[A-Z]{3}-[0-9]+")
_CHOICE = re.compile(r"([a-z0-9-]+)\s*=\s*([a-z0-9-]+)")
_TAG = re.compile(r"[a-z][a-z0-9-]*")
_IN = re.compile(r"in\s+(?P<edition>[A-Za-z0-9][\w.-]*)(?P<rest>\s.*)?")
_EXACTLY = re.compile(r"exactly(?!\s+these\s+legal\b)(?P<rest>\s.*)?")

__all__ = ["facts", "games", "read_file", "read_text"]


def read_file(path: Path) -> File:
    """The scenarios of a file; raises OSError where there is no file to read."""
    if path.is_file() and path.stat().st_size > LARGEST:
        return File(str(path), (), (_too_large(path.stat().st_size),))
    text = decode(path.read_bytes())
    return File(str(path), (), (text,)) if isinstance(text, NotReadable) else read_text(text, str(path))


def decode(data: bytes) -> str | NotReadable:
    """The text of a file, or what is wrong with it."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        start = data.rfind(b"\n", 0, error.start) + 1
        line = data[start:].partition(b"\n")[0].decode("utf-8", "replace")
        column = len(data[start : error.start].decode("utf-8", "replace")) + 1
        binary = b"\0" in data and not data.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
        hint = "this is no text at all" if binary else "an editor can save the file as UTF-8"
        return Place(data.count(b"\n", 0, start) + 1, column, line).problem("text in UTF-8", hint)


def _too_large(size: int) -> NotReadable:
    return Place(1, 1, "").problem(f"a file of at most {LARGEST >> 20} MB; this one has {size / (1 << 20):.1f} MB")


def read_text(text: str, path: str = "") -> File:
    """The scenarios of a text; what is wrong with it is in the problems of the file.

    ``path`` is where the text stands: what it includes is looked for from there, and nothing is without it."""
    if len(text) > LARGEST:
        return File(path, (), (_too_large(len(text)),))
    inclusion = Inclusion(left=LARGEST - len(text))
    reading = _Reading()
    reading.read(all_lines(text, path, inclusion))
    if not reading.scenarios and not reading.problems:
        reading.note(Place(1, 1, text.split("\n", 1)[0]).problem("a scenario in the file"))
    problems = sorted(reading.problems.values(), key=lambda problem: (problem.file, problem.line, problem.column))
    included, heads = tuple(inclusion.included), tuple(reading.heads)
    return File(path, tuple(reading.scenarios), tuple(problems), reading.version, included, heads)


def games() -> tuple[str, ...]:
    """The games that have a notation."""
    return games_in(NOTATION)


class _Stop(Exception):  # noqa: N818 - nothing is wrong with the reader
    """Nothing further is worth reading."""


class _Reading:
    """The state of reading one file: what is open, and what was found so far."""

    def __init__(self) -> None:
        self.scenarios: list[Any] = []
        self.problems: dict[object, NotReadable] = {}
        self.version = VERSIONS[-1]
        self.names: dict[str, Place] = {}
        self.heads: list[tuple[int, str]] = []
        self.setting: GameLine | None = None
        self.background = Background()
        self.draft: ScenarioDraft | None = None
        self.outline: list[ScenarioLine] | None = None  # the lines of the outline that is open
        self.outline_spoilt = False  # a line of it is left out, because it could not be read
        self.block: ScenarioLine | None = None
        self.filling: Filling | None = None  # of the line that is being read
        self.then: tuple[str | None, bool] = None, False  # of the block that is open: its edition, and if it is exact
        self.begun = False
        self.lost = False  # in a scenario, or a game, whose first line could not be read
        self.deaf = False  # in a block whose first line could not be read

    def read(self, lines: Iterator[ScenarioLine | NotReadable]) -> None:
        try:
            for line in lines:
                if isinstance(line, NotReadable):
                    self.note(line)
                    self.lost |= self.setting is None  # it may have named the game
                    self.note_head(line_of(line.line, line.text, line.file))
                else:
                    self.take(line)
            self.finish()
        except _Stop:
            return

    def take(self, line: ScenarioLine) -> None:
        """Read one line; a problem with it is noted and reading goes on."""
        try:
            if self.block is not None and line.indent > self.block.indent:
                self.continue_block(self.block, line)
            else:
                self.open(line)
        except NotReadable as problem:
            self.note(self.problem_as_written(problem))

    def note(self, problem: NotReadable) -> None:
        """Keep a problem: the first one, if several rows of a table have it."""
        self.problems.setdefault((problem.file, problem.line, problem.column, problem.expected), problem)
        if self.draft is not None:
            self.draft.spoilt = True
        self.outline_spoilt |= self.outline is not None
        if len(self.problems) >= MOST_PROBLEMS:
            more = problem.place.problem(f"fewer than {MOST_PROBLEMS} errors up to here; reading ends")
            self.problems.setdefault(more, more)
            raise _Stop

    def note_head(self, line: ScenarioLine | None) -> None:
        """Keep where a scenario begins, whether or not the line can be read."""
        if line is not None and line.keyword in ("scenario", "outline") and not line.place.file:
            self.heads.append((line.place.line, line.body))

    def place_of(self, place: Place) -> Place:
        """A place of the line that is being read, as it is written."""
        return self.filling.place_of(place) if self.filling else place

    def problem_as_written(self, problem: NotReadable) -> NotReadable:
        return self.place_of(problem.place).problem(problem.expected, problem.hint) if self.filling else problem

    def open(self, line: ScenarioLine) -> None:
        first, self.begun = not self.begun, True
        if line.keyword == "ludex" and first:
            self.open_version(line)
        elif line.keyword in HEADS:
            self.finish()
            self.deaf = True
            self.note_head(line)
            self.open_head(line)
        elif self.outline is not None:
            self.block = line
            self.outline.append(line)
        else:
            self.block, self.deaf = line, True
            self.open_part(line)

    def open_version(self, line: ScenarioLine) -> None:
        if line.body not in map(str, VERSIONS):
            known = one_typed(VERSIONS)
            self.note(line.body_place.problem(f"a version of the language that this Ludex reads: {known}"))
            raise _Stop
        self.version = int(line.body)

    def open_head(self, line: ScenarioLine) -> None:
        heads: dict[str, Callable[[ScenarioLine], None]] = {
            "game": self.open_game,
            "background": self.open_background,
            "scenario": self.open_scenario,
            "outline": self.open_outline,
        }
        heads[line.keyword](line)

    def open_game(self, line: ScenarioLine) -> None:
        self.setting, self.lost, self.background = None, True, Background()
        match = _GAME.fullmatch(line.body)
        if not match:
            raise line.body_place.problem(f"a game: {one_typed(games())}")
        game, word, edition, more = match["game"], match["word"], match["edition"], match["more"]
        if game not in games():
            raise line.body_place.problem(f"a game: {one_typed(games())}", did_you_mean(game, games()))
        if (word not in (None, "edition")) or (word and not edition) or more.strip():
            expected = f"{as_typed('edition')} and its name, or nothing, after the game"
            raise line.body_place.problem(expected, did_you_mean(word or "", ["edition"]), offset=match.start("word"))
        place = line.body_place.further(match.start("edition") if edition else 0)
        self.setting, self.lost = GameLine(game, edition, place), False

    def open_background(self, line: ScenarioLine) -> None:
        unknown_game, self.lost = self.lost and self.setting is None, True
        if unknown_game:
            return
        self.background = Background(spoilt=True)
        if line.body:
            raise line.body_place.problem(f"nothing after {as_typed('background')}; what it gives stands below it")
        self.draft = ScenarioDraft("", line.place, self.require_game(line))
        self.lost = False

    def require_game(self, line: ScenarioLine) -> GameLine:
        if self.setting is None:
            what = "scenario" if line.keyword == "outline" else line.keyword
            raise line.place.problem(
                f"a line with the game before the first {what}, such as {as_typed(f'game {games()[-1]}')}"
            )
        return self.setting

    def open_scenario(self, line: ScenarioLine) -> None:
        name = self.name_of(line)
        if name:
            self.new_draft(name, line.place, line.body_place)

    def name_of(self, line: ScenarioLine) -> str:
        """The name of a scenario or outline; nothing if it cannot be read for want of a game."""
        unknown_game, self.lost = self.lost, True
        match = _NAME.fullmatch(line.body)
        if not match:
            said = as_typed(f'{line.keyword} "name"')
            expected = f"the name of the {line.keyword} in quotation marks, {said}"
            raise line.body_place.problem(expected, remedies.for_name(line.body))
        if self.setting is None and unknown_game:
            return ""
        self.require_game(line)
        return match[1]

    def new_draft(self, name: str, place: Place, name_place: Place, outline: str | None = None) -> None:
        if name in self.names:
            what = "cells that make a name" if outline else "a name"
            first = self.names[name]
            other = f"the one in {f'{first.file}:' if first.file else 'line '}{first.line} has it already"
            hint = "put one column more into the name of the outline" if outline else other
            raise name_place.problem(f"{what} that no other scenario of this file has", hint)
        assert self.setting is not None
        self.names[name] = name_place
        self.draft, self.lost = ScenarioDraft(name, place, self.setting, self.background, outline), False

    def open_outline(self, line: ScenarioLine) -> None:
        name = self.name_of(line)
        if name:
            self.outline, self.outline_spoilt, self.lost = [line], False, False

    def open_part(self, line: ScenarioLine) -> None:
        if line.keyword == "include":
            raise line.body_place.problem(f"the name of a file in quotation marks, such as {as_typed(EXAMPLE)}")
        if line.keyword == "ludex":
            raise line.place.problem("the version of the language in the first line only")
        if line.keyword not in PARTS:
            known = (*HEADS, *PARTS) if self.draft or self.lost else (*HEADS, "include")
            self.lost |= self.setting is None  # it may be a misspelt game
            raise line.place.problem(
                one_typed(known), remedies.for_keyword(line.keyword, known, self.draft is not None)
            )
        if self.draft is None:
            if not self.lost:
                said = as_typed('scenario "name"')
                raise line.place.problem(f"{said} before anything that belongs to one")
            return
        _require_order(self.draft, line)
        self.deaf = False
        self.begin_part(self.draft, line)

    def begin_part(self, draft: ScenarioDraft, line: ScenarioLine) -> None:
        body, place = line.body, line.body_place
        if line.keyword == "given":
            draft.given, draft.given_place = [], self.place_of(line.place)
        if line.keyword == "when":
            draft.steps.append(DraftStep(self.place_of(line.place)))
        if line.keyword == "then":
            if not draft.steps:
                draft.steps.append(DraftStep(None))
            body, place = self.begin_then(draft, body, place)
        if body:
            self.read_body(draft, line.keyword, body, place)

    def begin_then(self, draft: ScenarioDraft, body: str, place: Place) -> tuple[str, Place]:
        """Take ``in EDITION`` and ``exactly`` off the beginning of a then, and remember them for its block."""
        edition = None
        self.deaf = True
        if match := _IN.fullmatch(body):
            edition = _edition(draft.setting, match["edition"], place.further(match.start("edition")))
            body, place = (_rest(match, place)) if edition else (body, place)
        exact = _EXACTLY.fullmatch(body)
        if exact:
            draft.steps[-1].exact[edition] = self.place_of(place)
            body, place = _rest(exact, place)
        self.then, self.deaf = (edition, exact is not None), False
        return body, place

    def continue_block(self, block: ScenarioLine, line: ScenarioLine) -> None:
        if self.outline is not None:
            self.outline.append(line)
            return
        if self.draft is None or self.deaf:
            return
        if line.keyword in PARTS and block.keyword != "why":
            expected = (
                f"{as_typed(line.keyword)} to be indented like {as_typed(block.keyword)}, for it is a part of its own"
            )
            raise line.place.problem(expected, remedies.for_indentation(block, line))
        self.read_body(self.draft, block.keyword, line.said, line.place)

    def read_body(self, draft: ScenarioDraft, keyword: str, body: str, place: Place) -> None:
        readers: dict[str, Callable[[ScenarioDraft, str, Place], None]] = {
            "why": lambda draft, body, _: draft.why.append(body),
            "cites": self.read_cites,
            "tags": _read_tags,
            "under": self.read_under,
            "given": self.read_given,
            "when": self.read_when,
            "then": self.read_then,
        }
        readers[keyword](draft, body, place)

    def read_cites(self, draft: ScenarioDraft, body: str, place: Place) -> None:
        for found in re.finditer(r"[^\s,]+", body):
            if not _CLAUSE.fullmatch(found.group()):
                expected = f"a clause such as {as_typed('ABC-DEF-1')}"
                offset, hint = odd_letter(found.group()) or (0, remedies.for_clause(found.group()))
                raise place.problem(expected, hint, found.start() + offset)
            draft.cites.append(found.group())
            draft.cites_at.append(self.place_of(place.further(found.start())))

    def read_under(self, draft: ScenarioDraft, body: str, place: Place) -> None:
        for text, at in phrases(body, place):
            match = _CHOICE.fullmatch(text)
            if not match:
                raise at.problem(
                    f"a reading and its choice, such as {as_typed(example_of_a_choice(draft.setting.game))}"
                )
            if match[1] in (choice.entry for choice in draft.under):
                raise at.problem("each reading to be chosen once")
            draft.under.append(Choice(match[1], match[2], self.place_of(at)))

    def read_given(self, draft: ScenarioDraft, body: str, place: Place) -> None:
        if draft.given is not None:
            draft.given += self.read_phrases(draft, "position", body, place)

    def read_when(self, draft: ScenarioDraft, body: str, place: Place) -> None:
        if draft.steps[-1].when is not None:
            raise place.problem(f"one action after {as_typed('when')}")
        draft.steps[-1].when = self.phrase(draft, "action", body, place)

    def read_then(self, draft: ScenarioDraft, body: str, place: Place) -> None:
        edition, exact = self.then
        said = self.read_phrases(draft, "expectation", body, place)
        if edition or exact:
            said = (replace(phrase, edition=edition, exact=exact) for phrase in said)
        draft.steps[-1].then.extend(said)

    def read_phrases(self, draft: ScenarioDraft, start: str, body: str, place: Place) -> Iterator[Phrase]:
        before = ""
        for text, at in phrases(body, place):
            try:
                yield self.phrase(draft, start, text, at)
            except NotReadable as problem:
                hint = remedies.for_listed(before, text, draft.setting.game, _reads) or problem.hint
                self.note(self.problem_as_written(problem.place.problem(problem.expected, hint)))
            before = text

    def phrase(self, draft: ScenarioDraft, start: str, text: str, place: Place) -> Phrase:
        try:
            return Phrase(text, self.place_of(place), _value(draft.setting.game, start, text))
        except NotReadable as problem:
            offset = problem.column - 1
            hint = remedies.for_placeholder(text, offset) or problem.hint
            hint = hint or remedies.for_sentence(draft.setting.game, start, text, offset, games(), _reads)
            raise place.problem(problem.expected, hint, offset) from None

    def finish(self) -> None:
        """Close what is open; a scenario is kept unless something in it could not be read."""
        outline, self.outline = self.outline, None
        if outline is not None:
            self.fill(outline)
        self.close_draft()
        self.lost = self.lost and self.setting is None

    def close_draft(self) -> None:
        draft, self.draft, self.block, self.filling = self.draft, None, None, None
        if draft is None:
            return
        found = list(faults(draft))
        for problem in found:
            self.note(problem)
        if draft.is_background:
            given = draft.given or []
            self.background = Background(draft.given_place, draft.under, draft.tags, given, draft.spoilt)
        elif not (found or draft.spoilt or draft.background.spoilt):
            self.scenarios.append(draft.scenario())

    def fill(self, outline: list[ScenarioLine]) -> None:
        """Read an outline once for each row of its examples."""
        head, *lines = outline
        examples, others = _split_examples(head, lines)
        self.block = None
        if examples is None:
            self.note(
                head.place.problem(f"{as_typed('examples')} in the outline, a table with a row for each scenario")
            )
            return
        rows = list(table_of(examples))
        for problem in rows:
            if isinstance(problem, NotReadable):
                self.note(problem)
        if len(examples) < 2:
            expected = f"{as_typed('examples')} with the names of the columns and a row for each scenario"
            self.note(head.place.problem(expected, remedies.for_table(others)))
        for row in rows:
            if isinstance(row, ExampleRow):
                self.fill_row(head, others, row)

    def fill_row(self, head: ScenarioLine, lines: list[ScenarioLine], row: ExampleRow) -> None:
        match = _NAME.fullmatch(head.body)
        assert match is not None
        place = replace(head.place, row=row.place)
        try:
            name = filled_name(match[1], row, head.body_place.further(1))
            self.new_draft(name, place, row.place, match[1])
        except NotReadable as problem:
            self.note(problem)
            return
        assert self.draft is not None
        self.block, self.draft.spoilt = None, self.outline_spoilt
        for line in lines:
            try:
                anew, self.filling = fill_line(line, row)
            except NotReadable as problem:
                self.filling = None
                self.note(problem)
            else:
                self.take(anew)
        self.close_draft()


def _split_examples(
    head: ScenarioLine, lines: list[ScenarioLine]
) -> tuple[list[ScenarioLine] | None, list[ScenarioLine]]:
    """The rows of the examples of an outline (None: it has none), and its other lines."""
    examples: list[ScenarioLine] | None = None
    others: list[ScenarioLine] = []
    block = head
    for line in lines:
        inside = block is not head and line.indent > block.indent
        block = block if inside else line
        if block.keyword != "examples":
            others.append(line)
        elif inside and examples is not None:
            examples.append(line)
        elif line.body or examples is not None:
            others.append(line)
        else:
            examples = []
    return examples, others


def _rest(match: re.Match[str], place: Place) -> tuple[str, Place]:
    rest = match["rest"] or ""
    return rest.strip(), place.further(match.end() - len(rest.lstrip()))


def _edition(setting: GameLine, name: str, place: Place) -> str | None:
    """The edition that a then speaks of; None if the word after in is none, and belongs to the game's own sentence."""
    known = editions(setting.game)
    if setting.edition and name in known and name != setting.edition:
        raise place.problem(
            f"{as_typed(setting.edition)}, the edition of this scenario, or a game line without an edition"
        )
    if name in known:
        return name
    hint = did_you_mean(name, known)
    if hint or name[0].isdigit():
        raise place.problem(f"an edition: {one_typed(known)}", hint)
    return None


@lru_cache(maxsize=1 << 14)
def _value(game: str, start: str, text: str) -> Any:
    """What a sentence says; it says the same wherever it stands."""
    return notation_of(game).read(start, text)


def _reads(game: str, start: str, text: str) -> bool:
    try:
        _value(game, start, text)
    except NotReadable:
        return False
    return True


def forget() -> None:
    """Read each sentence anew from here on, as a measurement of the time must."""
    _value.cache_clear()


def _require_order(draft: ScenarioDraft, line: ScenarioLine) -> None:
    if draft.is_background and line.keyword not in OF_BACKGROUND:
        raise line.place.problem(f"{one_typed(OF_BACKGROUND)} in a background")
    if line.keyword == "examples":
        raise line.place.problem(f"{as_typed('examples')} once, in an outline, with the table below it")
    if line.keyword == "given" and draft.given is not None:
        raise line.place.problem(f"one {as_typed('given')} in a scenario")
    if line.keyword == "given" and draft.steps:
        raise line.place.problem(f"{as_typed('given')} before the first {one_typed(('when', 'then'))}")
    nothing_given = draft.given is None and not draft.background.given and not draft.background.spoilt
    if line.keyword in ("when", "then") and nothing_given and not draft.spoilt:
        raise line.place.problem(f"a {as_typed('given')} before the first {as_typed(line.keyword)}")
    if line.keyword in ("why", "cites", "tags", "under") and (draft.given is not None or draft.steps):
        raise line.place.problem(f"{as_typed(line.keyword)} before {as_typed('given')}")


def _read_tags(draft: ScenarioDraft, body: str, place: Place) -> None:
    for found in re.finditer(r"[^\s,]+", body):
        if not _TAG.fullmatch(found.group()):
            raise place.problem(
                f"a tag: small letters, digits and hyphens, such as {as_typed('opening')}", offset=found.start()
            )
        draft.tags.append(found.group())
