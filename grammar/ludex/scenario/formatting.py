"""The one layout of a scenario file: blanks, and sentences in the one form; comments stay, and what is said."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ludex.scenario.including import is_include
from ludex.scenario.lines import ScenarioLine, line_of, without_comment
from ludex.scenario.reader import HEADS, PARTS
from ludex.scenario.values import File, Phrase, Scenario, phrases_of
from ludex.seam import notation_of

STEP, KEYWORD_COLUMNS, GAP = 2, 6, 2  # columns: of an indentation, a keyword, and what is before a comment
APART = ("background", "scenario", "outline")
_BAR = re.compile(r"(?<!\\)\|")
_ONLY_HEADER = re.compile(r"(in\s+\S+)?\s*(exactly)?")


@dataclass
class _Written:
    """A line of the file: what it says (None for a comment or a blank line), its comment, and its new indentation."""

    said: ScenarioLine | None
    gap: int
    comment: str
    original: int
    indent: int = 0
    role: str = ""
    block: _Written | None = field(default=None, repr=False)
    text: str = ""

    @property
    def blank(self) -> bool:
        return self.said is None and not self.comment

    def show(self) -> str:
        code = f"{' ' * self.indent}{self.text}" if self.text else ""
        if not self.comment:
            return code
        return f"{code}{' ' * self.gap}{self.comment}" if code else f"{' ' * self.indent}{self.comment}"


def in_one_form(text: str, file: File) -> str:
    """The text of a file with its sentences in the one form, except those that are filled in from a table."""
    lines = text.split("\n")
    for (line, column), (said, anew) in sorted(_other_forms(file).items(), reverse=True):
        start = column - 1
        lines[line - 1] = lines[line - 1][:start] + anew + lines[line - 1][start + len(said) :]
    return "\n".join(lines)


def _other_forms(file: File) -> dict[tuple[int, int], tuple[str, str]]:
    """By line and column, the sentences of a file that stand in another form, and the one form of each."""
    found: dict[tuple[int, int], tuple[str, str]] = {}
    for scenario in file.scenarios:
        game = notation_of(scenario.setting.game)
        for start, phrase in phrases_of(scenario):
            place = phrase.place
            if not (place.file or place.row or (place.line, place.column) in found):
                found[place.line, place.column] = phrase.text, game.one_form(start, phrase.text)
    return {where: forms for where, forms in found.items() if forms[0] != forms[1]}


def format_text(text: str) -> str:
    """A text of scenarios laid out anew; formatting it once more changes nothing."""
    lines = [_written_line(number, line) for number, line in enumerate(_lines(text), start=1)]
    _give_roles(lines)
    for line in lines:
        if line.said is not None:
            line.text = _text(line, line.said)
    _align_tables(lines)
    _indent_comments(lines)
    shown = [line.show() for line in _space_scenarios(lines)]
    return "".join(f"{line}\n" for line in shown)


def _lines(text: str) -> list[str]:
    return [line.rstrip("\r") for line in text.removeprefix("\ufeff").split("\n")]


def _written_line(number: int, source: str) -> _Written:
    code = without_comment(source)
    comment = source[len(code) :].rstrip()
    gap = len(code) - len(code.rstrip()) + code[len(code.rstrip()) :].count("\t")
    start = code[: len(code) - len(code.lstrip())]
    return _Written(line_of(number, source), max(GAP, gap), comment, len(start.expandtabs(8)))


# -- what each line is


def _give_roles(lines: Sequence[_Written]) -> None:
    """Tell heads, parts and the contents of blocks apart, as the reader does, and indent each."""
    block: _Written | None = None
    depth = 0  # of parts: 0 as long as there was no head, as in a file to be included
    for line in lines:
        if line.said is None:
            line.block = block
        elif block is not None and line.original > block.original:
            line.role, line.block, line.indent = "content", block, _content_indent(block)
        else:
            line.role = _role(line.said)
            depth = STEP if line.role == "head" else depth
            line.indent = depth if line.role == "part" else 0
            block = None if line.role in ("head", "include") else line
    _indent_includes(lines)


def _role(line: ScenarioLine) -> str:
    if line.keyword in HEADS or line.keyword == "ludex":
        return "head"
    if is_include(line):
        return "include"
    return "part" if line.keyword in PARTS else "other"


def _content_indent(block: _Written) -> int:
    """Below the body of a part that has one, else two further in."""
    assert block.said is not None
    hanging = block.role == "part" and not _ONLY_HEADER.fullmatch(block.said.body)
    return block.indent + (KEYWORD_COLUMNS + 1 if hanging else STEP)


def _indent_includes(lines: Sequence[_Written]) -> None:
    """An include among the parts of a scenario stands like them, another one at the margin."""
    after: _Written | None = None
    for line in reversed(lines):
        if line.role == "include":
            line.indent = after.indent if after is not None and after.role == "part" else 0
        elif line.role in ("head", "part", "other"):
            after = line


def _text(line: _Written, said: ScenarioLine) -> str:
    if line.role == "head":
        return _plain(f"{said.keyword} {said.body}".rstrip())
    if line.role == "part":
        return f"{said.keyword.ljust(KEYWORD_COLUMNS)} {_plain(said.body)}".rstrip()
    return _plain(said.said)


def _plain(text: str) -> str:
    """The text with a blank for each tab outside of quotation marks."""
    if "\t" not in text:
        return text
    parts = text.split('"')
    return '"'.join(part if quoted % 2 else part.replace("\t", " ") for quoted, part in enumerate(parts))


# -- tables


def _align_tables(lines: Sequence[_Written]) -> None:
    tables: dict[int, list[_Written]] = {}
    for line in lines:
        if line.role == "content" and line.block and line.block.said and line.block.said.keyword == "examples":
            tables.setdefault(id(line.block), []).append(line)
    for table in tables.values():
        rows = [[cell.strip() for cell in _BAR.split(line.text)[1:-1]] for line in table]
        if any(len(row) != len(rows[0]) or not row for row in rows):
            continue
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for line, row in zip(table, rows, strict=True):
            cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
            line.text = f"| {' | '.join(cells)} |"


# -- comments and blank lines


def _indent_comments(lines: Sequence[_Written]) -> None:
    """A comment that fills its line stands where the line below it does, or in the block that it was written in."""
    after = 0
    for line in reversed(lines):
        if line.said is not None:
            after = line.indent
        elif line.comment:
            inside = line.block is not None and line.original > line.block.original
            line.indent = _content_indent(line.block) if inside and line.block else after


def _space_scenarios(lines: Sequence[_Written]) -> Iterator[_Written]:
    """The lines with one blank line before each scenario, and nowhere two, nor any at the ends."""
    nothing = _Written(None, 0, "", 0)
    opens = _opening_apart(lines)
    before: _Written | None = None  # the last line that is kept
    pending = False  # whether blank lines were left out since
    for line, apart in zip(lines, opens, strict=True):
        if line.blank:
            pending = before is not None
            continue
        led = before is not None and not pending and before.said is None and before.indent == 0
        if before is not None and (pending or (apart and not led)):
            yield nothing
        yield line
        before, pending = line, False


def _opening_apart(lines: Sequence[_Written]) -> list[bool]:
    """For each line whether a scenario begins with it, or a comment at the margin that leads to one."""
    opens: list[bool] = []
    after = False
    for line in reversed(lines):
        if line.blank:
            after = False
        elif line.said is not None:
            after = line.role == "head" and line.said.keyword in APART
        else:
            after = after and line.indent == 0
        opens.append(after)
    return opens[::-1]


# -- whether it still says the same


def meaning(file: File) -> list[object]:
    """What a file says, wherever it says it: equal for two files that differ in layout alone."""
    return [file.version, *map(_meaning, file.scenarios)]


def _meaning(one: Scenario) -> object:
    steps = [
        (_meaning_of_phrase(step.when), [_meaning_of_phrase(phrase) for phrase in step.then]) for step in one.steps
    ]
    under = [(choice.entry, choice.reading) for choice in one.under]
    head = one.name, one.outline, one.setting.game, one.setting.edition, one.why.split(), one.cites, one.tags
    return head, under, [_meaning_of_phrase(phrase) for phrase in one.given], steps


def _meaning_of_phrase(phrase: Phrase | None) -> object:
    return phrase and (phrase.value, phrase.edition, phrase.exact)


def skeleton(text: str) -> list[object]:
    """The lines of a part of a file and what each belongs to: equal for two texts that differ in layout alone."""
    lines = [_written_line(number, line) for number, line in enumerate(_lines(text), start=1)]
    _give_roles(lines)
    return [(line.role, line.said.said.replace("|", " | ").split()) for line in lines if line.said]
