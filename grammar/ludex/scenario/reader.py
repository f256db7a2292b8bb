"""Reading a file of scenarios: every error in it is found in one go, and the scenarios without one are kept."""

from __future__ import annotations

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from ludex.notation import NotReadable, Place, phrases
from ludex.notation.reading import as_typed, did_you_mean, odd_letter, one_typed
from ludex.scenario import remedies
from ludex.scenario.blocks import HEADS, PARTS, Branch, Chapter, chapters_of
from ludex.scenario.drafts import Background, DraftStep, ScenarioDraft, editions, example_of_a_choice, facts, faults
from ludex.scenario.including import EXAMPLE, LARGEST, Inclusion, all_lines
from ludex.scenario.lines import ScenarioLine
from ludex.scenario.outlines import ExampleRow, fill_line, filled_name, table_of
from ludex.scenario.values import Choice, File, GameLine, Phrase
from ludex.seam import NOTATION, games_in, notation_of

VERSIONS = (1,)
OF_BACKGROUND = ("tags", "under", "given")
KEYWORDS = (*HEADS, *PARTS)
MOST_PROBLEMS = 1000
_NAME = re.compile(r'"([^"]+)"')
_GAME = re.compile(r"(?P<game>\S+)(?:\s+(?P<word>\S+)(?:\s+(?P<edition>\S+))?)?(?P<more>.*)")
_CLAUSE = re.compile(r"[A-Z]{3}-[A-Z]{3}-[0-9]+")
_CHOICE = re.compile(r"([a-z0-9-]+)\s*=\s*([a-z0-9-]+)")
_TAG = re.compile(r"[a-z][a-z0-9-]*")
_IN = re.compile(r"in\s+(?P<edition>[A-Za-z0-9][\w.-]*)(?P<rest>\s.*)?")
_EXACTLY = re.compile(r"exactly(?!\s+these\s+legal\b)(?P<rest>\s.*)?")

PartReader = Callable[[ScenarioDraft, str, Place], None]

__all__ = ["HEADS", "PARTS", "facts", "games", "read_file", "read_text"]


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
    """What was found so far in a file, and what holds for the scenarios that follow."""

    def __init__(self) -> None:
        self.scenarios: list[Any] = []
        self.problems: dict[object, NotReadable] = {}
        self.version = VERSIONS[-1]
        self.names: dict[str, Place] = {}
        self.heads: list[tuple[int, str]] = []
        self.setting: GameLine | None = None
        self.unknown_game = False  # a line that names it, or may have been meant to, cannot be read
        self.background = Background()

    def read(self, lines: Iterator[ScenarioLine | NotReadable]) -> None:
        try:
            for number, chapter in enumerate(chapters_of(lines)):
                if number == 0:
                    self.read_version(chapter)
                self.read_chapter(chapter)
        except _Stop:
            return

    def note(self, problem: NotReadable, draft: ScenarioDraft | None = None) -> None:
        """Keep a problem: the first one, if several rows of a table have it. A scenario that has one is not kept."""
        self.problems.setdefault((problem.file, problem.line, problem.column, problem.expected), problem)
        if draft is not None:
            draft.spoilt = True
        if len(self.problems) >= MOST_PROBLEMS:
            more = problem.place.problem(f"fewer than {MOST_PROBLEMS} errors up to here; reading ends")
            self.problems.setdefault(more, more)
            raise _Stop

    def read_version(self, chapter: Chapter) -> None:
        """Take off the first line of a file, if it says the version of the language."""
        line = chapter.parts[0].line if chapter.parts and chapter.head is None else None
        if line is None or line.keyword != "ludex":
            return
        if line.body not in map(str, VERSIONS):
            known = one_typed(VERSIONS)
            self.note(line.body_place.problem(f"a version of the language that this Ludex reads: {known}"))
            raise _Stop
        self.version = int(line.body)
        del chapter.parts[0]

    def read_chapter(self, chapter: Chapter) -> None:
        """Read a head and its parts; where the head cannot be read, they say nothing."""
        for problem in chapter.problems:
            self.note(problem)
        head = chapter.head
        if head is None:
            self.read_strays(chapter)
            return
        if head.keyword in ("scenario", "outline") and not head.place.file:
            self.heads.append((head.place.line, head.body))
        try:
            self.read_headed(head, chapter)
        except NotReadable as problem:
            self.note(problem)

    def read_headed(self, head: ScenarioLine, chapter: Chapter) -> None:
        if chapter.lost:
            self.lose(head, chapter)
        elif head.keyword == "scenario":
            self.read_scenario(head, chapter)
        elif head.keyword == "outline":
            self.read_outline(head, chapter)
        elif head.keyword == "background":
            self.read_background(head, chapter)
        else:
            self.read_game(head, chapter)

    def lose(self, head: ScenarioLine, chapter: Chapter) -> None:
        """Pass over a chapter whose head cannot be read; what it would have said of those that follow is unknown."""
        if head.keyword == "game" or did_you_mean(head.keyword, ["game"]):
            self.setting, self.background = None, Background()
        if head.keyword == "background" or did_you_mean(head.keyword, ["background"]):
            self.background = Background(spoilt=True)
        self.unknown_game |= self.setting is None
        if not chapter.problems:
            raise _unknown_keyword(head, (*HEADS, "include"))

    def read_strays(self, chapter: Chapter) -> None:
        """Parts without a head that could have any."""
        self.unknown_game |= self.setting is None and bool(chapter.problems)
        for block in chapter.parts:
            try:
                _require_part(block.line, (*HEADS, "include"))
                if not self.unknown_game:
                    said = as_typed('scenario "name"')
                    raise block.line.place.problem(f"{said} before anything that belongs to one")
            except NotReadable as problem:
                self.note(problem)
                self.unknown_game |= self.setting is None and block.line.keyword not in PARTS

    def read_game(self, line: ScenarioLine, chapter: Chapter) -> None:
        self.setting, self.unknown_game, self.background = None, True, Background()
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
        self.setting, self.unknown_game = GameLine(game, edition, place), False
        self.read_strays(chapter)

    def read_background(self, line: ScenarioLine, chapter: Chapter) -> None:
        self.background = Background(spoilt=True)
        if self.unknown_game:
            return
        if line.body:
            raise line.body_place.problem(f"nothing after {as_typed('background')}; what it gives stands below it")
        draft = ScenarioDraft("", line.place, self.require_game(line), spoilt=bool(chapter.problems))
        self.read_parts(draft, chapter.parts)
        self.close(draft)

    def require_game(self, line: ScenarioLine) -> GameLine:
        if self.setting is None:
            what = "scenario" if line.keyword == "outline" else line.keyword
            raise line.place.problem(
                f"a line with the game before the first {what}, such as {as_typed(f'game {games()[-1]}')}"
            )
        return self.setting

    def read_scenario(self, line: ScenarioLine, chapter: Chapter) -> None:
        name = self.name_of(line)
        if name:
            self.read_parts_of(self.new_draft(name, line.place, line.body_place), chapter.parts, chapter)

    def name_of(self, line: ScenarioLine) -> str:
        """The name of a scenario or outline; nothing if it cannot be read for want of a game."""
        match = _NAME.fullmatch(line.body)
        if not match:
            said = as_typed(f'{line.keyword} "name"')
            expected = f"the name of the {line.keyword} in quotation marks, {said}"
            raise line.body_place.problem(expected, remedies.for_name(line.body))
        if self.unknown_game:
            return ""
        self.require_game(line)
        return match[1]

    def new_draft(self, name: str, place: Place, name_place: Place, outline: str | None = None) -> ScenarioDraft:
        if name in self.names:
            what = "cells that make a name" if outline else "a name"
            first = self.names[name]
            other = f"the one in {f'{first.file}:' if first.file else 'line '}{first.line} has it already"
            hint = "put one column more into the name of the outline" if outline else other
            raise name_place.problem(f"{what} that no other scenario of this file has", hint)
        assert self.setting is not None
        self.names[name] = name_place
        return ScenarioDraft(name, place, self.setting, self.background, outline)

    def read_parts_of(self, draft: ScenarioDraft, parts: Iterable[Branch], chapter: Chapter) -> None:
        """Read the parts of a scenario, and keep it unless something in it could not be read."""
        draft.spoilt |= bool(chapter.problems)
        self.read_parts(draft, parts)
        self.close(draft)

    def read_parts(self, draft: ScenarioDraft, parts: Iterable[Branch]) -> None:
        for block in parts:
            try:
                self.read_part(draft, block)
            except NotReadable as problem:
                self.note(problem, draft)

    def read_part(self, draft: ScenarioDraft, block: Branch) -> None:
        """Read a part; raises NotReadable where its first line is at fault, so that the others say nothing."""
        line = block.line
        _require_part(line, KEYWORDS, within=True)
        _require_order(draft, line)
        read, body, place = self.begin_part(draft, line)
        said = [(body, place)] if body else []
        for text, at in [*said, *((inner.said, inner.place) for inner in block.inside)]:
            try:
                read(draft, text, at)
            except NotReadable as problem:
                self.note(problem, draft)

    def begin_part(self, draft: ScenarioDraft, line: ScenarioLine) -> tuple[PartReader, str, Place]:
        """What reads the lines of a part, and the first of them."""
        body, place = line.body, line.body_place
        match line.keyword:
            case "why":
                return _read_why, body, place
            case "tags":
                return _read_tags, body, place
            case "cites":
                return _read_cites, body, place
            case "under":
                return _read_under, body, place
            case "given":
                draft.given, draft.given_place = [], line.place.settled
                return self.read_given, body, place
            case "when":
                draft.steps.append(DraftStep(line.place.settled))
                return self.read_when, body, place
            case _:
                return self.begin_then(draft, body, place)

    def begin_then(self, draft: ScenarioDraft, body: str, place: Place) -> tuple[PartReader, str, Place]:
        """Take ``in EDITION`` and ``exactly`` off the beginning of a then; they hold for all of it."""
        if not draft.steps:
            draft.steps.append(DraftStep(None))
        edition = None
        if match := _IN.fullmatch(body):
            edition = _edition(draft.setting, match["edition"], place.further(match.start("edition")))
            body, place = (_rest(match, place)) if edition else (body, place)
        exact = _EXACTLY.fullmatch(body)
        if exact:
            draft.steps[-1].exact[edition] = place.settled
            body, place = _rest(exact, place)
        return partial(self.read_then, edition, exact is not None), body, place

    def read_given(self, draft: ScenarioDraft, body: str, place: Place) -> None:
        if draft.given is not None:
            draft.given += self.read_phrases(draft, "position", body, place)

    def read_when(self, draft: ScenarioDraft, body: str, place: Place) -> None:
        if draft.steps[-1].when is not None:
            raise place.problem(f"one action after {as_typed('when')}")
        draft.steps[-1].when = self.phrase(draft, "action", body, place)

    def read_then(self, edition: str | None, exact: bool, draft: ScenarioDraft, body: str, place: Place) -> None:
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
                self.note(problem.place.problem(problem.expected, hint), draft)
            before = text

    def phrase(self, draft: ScenarioDraft, start: str, text: str, place: Place) -> Phrase:
        try:
            return Phrase(text, place.settled, _value(draft.setting.game, start, text))
        except NotReadable as problem:
            offset = problem.column - 1
            hint = remedies.for_placeholder(text, offset) or problem.hint
            hint = hint or remedies.for_sentence(draft.setting.game, start, text, offset, games(), _reads)
            raise place.problem(problem.expected, hint, offset) from None

    def close(self, draft: ScenarioDraft) -> None:
        """Keep a scenario, unless something in it could not be read, or what the background gives."""
        for problem in list(faults(draft)):
            self.note(problem, draft)
        if draft.is_background:
            given = draft.given or []
            self.background = Background(draft.given_place, draft.under, draft.tags, given, draft.spoilt)
        elif not (draft.spoilt or draft.background.spoilt):
            self.scenarios.append(draft.scenario())

    def read_outline(self, head: ScenarioLine, chapter: Chapter) -> None:
        """Read an outline once for each row of its examples."""
        if not self.name_of(head):
            return
        tables = [block for block in chapter.parts if block.line.keyword == "examples" and not block.line.body]
        if not tables:
            raise head.place.problem(f"{as_typed('examples')} in the outline, a table with a row for each scenario")
        parts = [block for block in chapter.parts if block is not tables[0]]
        if len(tables[0].inside) < 2:
            expected = f"{as_typed('examples')} with the names of the columns and a row for each scenario"
            self.note(head.place.problem(expected, remedies.for_table(block.line for block in parts)))
        for row in table_of(tables[0].inside):
            try:
                self.read_row(head, parts, chapter, row)
            except NotReadable as problem:
                self.note(problem)

    def read_row(
        self, head: ScenarioLine, parts: Iterable[Branch], chapter: Chapter, row: ExampleRow | NotReadable
    ) -> None:
        """Read an outline with the cells of a row; raises NotReadable for what is no row, or makes no name."""
        if isinstance(row, NotReadable):
            raise row
        name = head.body[1:-1]
        filled = filled_name(name, row, head.body_place.further(1))
        draft = self.new_draft(filled, replace(head.place, row=row.place), row.place, name)
        self.read_parts_of(draft, self.fill(draft, parts, row), chapter)

    def fill(self, draft: ScenarioDraft, parts: Iterable[Branch], row: ExampleRow) -> Iterator[Branch]:
        """The parts with the cells of a row, without the lines that cannot be filled."""
        for block in parts:
            lines: list[ScenarioLine] = []
            for line in (block.line, *block.inside):
                try:
                    lines.append(fill_line(line, row))
                except NotReadable as problem:
                    self.note(problem, draft)
                    if line is block.line:
                        break
            if lines:
                yield Branch(lines[0], lines[1:])


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


def _require_part(line: ScenarioLine, known: Sequence[str], within: bool = False) -> None:
    """Raise NotReadable unless a line begins a part; ``within`` a scenario it may be meant to go on with another."""
    if line.keyword == "include":
        raise line.body_place.problem(f"the name of a file in quotation marks, such as {as_typed(EXAMPLE)}")
    if line.keyword == "ludex":
        raise line.place.problem("the version of the language in the first line only")
    if line.keyword not in PARTS:
        raise _unknown_keyword(line, known, within)


def _unknown_keyword(line: ScenarioLine, known: Sequence[str], within: bool = False) -> NotReadable:
    return line.place.problem(one_typed(known), remedies.for_keyword(line.keyword, known, within))


def _read_why(draft: ScenarioDraft, body: str, _: Place) -> None:
    draft.why.append(body)


def _read_cites(draft: ScenarioDraft, body: str, place: Place) -> None:
    for found in re.finditer(r"[^\s,]+", body):
        if not _CLAUSE.fullmatch(found.group()):
            expected = f"a clause such as {as_typed('ABC-DEF-1')}"
            offset, hint = odd_letter(found.group()) or (0, remedies.for_clause(found.group()))
            raise place.problem(expected, hint, found.start() + offset)
        draft.cites.append(found.group())
        draft.cites_at.append(place.further(found.start()).settled)


def _read_under(draft: ScenarioDraft, body: str, place: Place) -> None:
    for text, at in phrases(body, place):
        match = _CHOICE.fullmatch(text)
        if not match:
            raise at.problem(f"a reading and its choice, such as {as_typed(example_of_a_choice(draft.setting.game))}")
        if match[1] in (choice.entry for choice in draft.under):
            raise at.problem("each reading to be chosen once")
        draft.under.append(Choice(match[1], match[2], at.settled))


def _read_tags(draft: ScenarioDraft, body: str, place: Place) -> None:
    for found in re.finditer(r"[^\s,]+", body):
        if not _TAG.fullmatch(found.group()):
            raise place.problem(
                f"a tag: small letters, digits and hyphens, such as {as_typed('opening')}", offset=found.start()
            )
        draft.tags.append(found.group())
