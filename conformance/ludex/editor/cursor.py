"""What stands where in a scenario that need not be readable yet: its sentences, and the one that is being written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ludex.notation import NotReadable, phrases
from ludex.scenario.lines import ScenarioLine, lines_of, without_comment
from ludex.scenario.reader import HEADS
from ludex.scenario.text_blocks import TextBlock

MARK = "\N{BROKEN BAR}"  # stands at the cursor while a text is read up to there: no sentence has it
STARTS = {"given": "position", "when": "action", "then": "expectation"}


@dataclass(frozen=True, slots=True)
class SaidLine:
    """What a line says, the keyword of the part that it belongs to, and where it says it: column counts from 1."""

    part: str
    line: int
    column: int
    text: str
    opens: bool  # with its keyword, which is not in the text


@dataclass(frozen=True, slots=True)
class WrittenSentence:
    """A sentence of a game, as it is written: what kind it is of, its text and where it begins."""

    start: str
    line: int
    column: int
    text: str


def said_lines(block: TextBlock) -> Iterator[SaidLine]:
    """The lines of a block that say something, as the reader parts them."""
    open_line: ScenarioLine | None = None
    for line in lines_of(block.text):
        if isinstance(line, NotReadable):
            continue
        number = block.line + line.place.line - 1
        if open_line is not None and line.indent > open_line.indent:
            yield SaidLine(open_line.keyword, number, line.place.column, line.said, False)
            continue
        open_line = None if line.keyword in HEADS else line
        yield SaidLine(line.keyword, number, line.body_place.column, line.body, True)


def sentences_of(block: TextBlock) -> Iterator[WrittenSentence]:
    """The sentences of a block; of a line with an error in its commas, those before it."""
    for line in said_lines(block):
        start = STARTS.get(line.part)
        if start is None or not line.text:
            continue
        prefix = _prefix(line)
        try:
            for text, place in phrases(line.text[prefix:]):
                yield WrittenSentence(start, line.line, line.column + prefix + place.column - 1, text)
        except NotReadable:
            continue


def _prefix(line: SaidLine) -> int:
    """The letters of ``in EDITION`` and ``exactly``, with which a ``then`` may begin."""
    at = 0
    if line.part != "then" or not line.opens:
        return at
    words = line.text.split()
    if words[:1] == ["in"] and len(words) > 1 and words[1][:1].isdigit():
        at = line.text.index(words[1]) + len(words[1])
        words = words[2:]
    if words[:1] == ["exactly"] and words[1:2] != ["these"]:
        at = line.text.index("exactly", at) + len("exactly")
    return at + len(line.text[at:]) - len(line.text[at:].lstrip())


@dataclass(frozen=True, slots=True)
class BeginningOfText:
    """What is being written: the part that it stands in (nothing: a keyword), and its text up to the cursor."""

    part: str
    text: str

    @property
    def phrase(self) -> str:
        """The sentence up to the cursor: a comma outside of brackets ends the one before it."""
        text = f"{self.text}{MARK}"
        while True:
            try:
                *_, (phrase, _) = phrases(text)
                return phrase.removesuffix(MARK)
            except NotReadable:
                text = text.partition(",")[2]


def beginning_at(block: TextBlock, line: int, before: str) -> BeginningOfText | None:
    """What stands in a line of a block up to the cursor; None in a comment."""
    if without_comment(before) != before:
        return None
    upto = block.text.split("\n")[: line - block.line]
    *_, last = said_lines(TextBlock(block.kind, block.line, "\n".join([*upto, f"{before}{MARK}"])))
    if last.opens and not last.text:
        return BeginningOfText("", before.strip())
    return BeginningOfText(last.part, last.text.removesuffix(MARK)[_prefix(last) :])
