"""A text of scenarios in blocks, without reading it: each begins at a head that stands at the margin."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ludex.scenario.lines import without_comment

STORIES = ("scenario", "outline")
_HEAD = re.compile(r"^(game|background|scenario|outline)(?=\s|--|$)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class TextBlock:
    """A head and what belongs to it: the head's keyword, nothing before the first; its first line, from 1."""

    kind: str
    line: int
    text: str

    @property
    def length(self) -> int:
        """How many lines end in it."""
        return self.text.count("\n")

    @property
    def last(self) -> int:
        """Its last line that says something."""
        lines = self.text.rstrip("\n").split("\n")
        while len(lines) > 1 and not without_comment(lines[-1]).strip():
            lines.pop()
        return self.line + len(lines) - 1


def blocks_of(text: str) -> tuple[TextBlock, ...]:
    """A text in blocks, of which the first may be empty."""
    starts = [(0, ""), *((found.start(), found[1]) for found in _HEAD.finditer(text))]
    ends = [*(start for start, _ in starts[1:]), len(text)]
    blocks, line = [], 1
    for (start, kind), end in zip(starts, ends, strict=True):
        block = TextBlock(kind, line, text[start:end])
        blocks.append(block)
        line += block.length
    return tuple(blocks)
