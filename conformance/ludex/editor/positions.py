"""Where things stand in a text: for us a letter counts one, for an editor as many units as its encoding makes of it."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property

from lsprotocol.types import Position, Range
from pygls.workspace import PositionCodec

_WORD = re.compile(r"[\w-]+|\S")


class ClientText:
    """A text with the beginnings of its lines.

    An editor ends a line at a lone CR, too; the language does not, and tells that it is no end of a line."""

    def __init__(self, text: str, codec: PositionCodec) -> None:
        self.text = text
        self.codec = codec

    @cached_property
    def lines(self) -> list[int]:
        """Where the lines of the language begin."""
        return [0, *(found.end() for found in re.finditer("\n", self.text))]

    @cached_property
    def shown_lines(self) -> list[int]:
        """Where the lines of an editor begin."""
        return [0, *(found.end() for found in re.finditer("\r\n|\n|\r", self.text))]

    def offset(self, line: int, column: int = 1) -> int:
        """The letter at a line and column of the language, which count from 1."""
        if line > len(self.lines):
            return len(self.text)
        return min(self.lines[line - 1] + column - 1, len(self.text))

    def line_at(self, offset: int) -> int:
        """The line of the language that a letter stands in, from 1."""
        return bisect_right(self.lines, offset)

    def line_text(self, line: int) -> str:
        """A line of the language, which counts from 1, without its end."""
        return self.text[self.offset(line) : self.offset(line + 1)].rstrip("\r\n")

    def offset_of(self, position: Position) -> int:
        """The letter that an editor means."""
        if position.line >= len(self.shown_lines):
            return len(self.text)
        start, *after = self.shown_lines[position.line : position.line + 2]
        line = self.text[start : after[0] if after else len(self.text)].rstrip("\r\n")
        at = self.codec.position_from_client_units([line], Position(0, position.character))
        return start + min(at.character, len(line))

    def position(self, offset: int) -> Position:
        """A letter as an editor counts."""
        line = bisect_right(self.shown_lines, offset) - 1
        return Position(line, self.codec.client_num_units(self.text[self.shown_lines[line] : offset]))

    def range(self, start: int, end: int) -> Range:
        return Range(self.position(start), self.position(end))

    def word_range(self, line: int, column: int) -> Range:
        """The word at a line and column of the language; nothing at the end of a line."""
        start = self.offset(line, column)
        found = _WORD.match(self.text, start)
        return self.range(start, found.end() if found else start)

    def piece_range(self, line: int, column: int, length: int) -> Range:
        """So many letters from a line and column of the language on."""
        start = self.offset(line, column)
        return self.range(start, start + length)

    def lines_range(self, first: int, last: int) -> Range:
        """Whole lines of the language, from 1, without the end of the last one."""
        start = self.offset(last)
        return self.range(self.offset(first), start + len(self.line_text(last)))
