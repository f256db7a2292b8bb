"""A text of scenarios in blocks, of which only those are read anew that changed.

A block begins at a head (``game``, ``background``, ``scenario``, ``outline``) at the margin. A scenario depends on what
leads to it and on nothing else: on what stands before the first head, the last ``game`` and the ``background`` below
that. It is read with copies of these; its places are found again by counting lines. What concerns more than one
scenario, and what a rare layout might mean, is left to a reading of the whole text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import accumulate, chain

from ludex.notation import NotReadable, Place
from ludex.scenario import File, read_text
from ludex.scenario.lines import lines_of
from ludex.scenario.reader import MOST_PROBLEMS, games
from ludex.scenario.text_blocks import STORIES, TextBlock, blocks_of
from ludex.seam import notation_of

_INCLUDE = re.compile(r"^[ \t]*include(?=\s|--|$)", re.MULTILINE)
_INDENTED_SETTING = re.compile(r"^[ \t]+(?:game\s+\w+(?:\s+edition\s+\S+)?|background)[ \t\r]*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ReadPiece:
    """Some blocks, read as one text, and what they say: its places count lines from the first of the blocks."""

    blocks: tuple[TextBlock, ...]
    file: File

    @property
    def key(self) -> tuple[str, ...]:
        return _key(self.blocks)

    @property
    def story(self) -> TextBlock:
        """The block that it is read for."""
        return self.blocks[-1]

    def line(self, line: int) -> int:
        """A line of the piece as a line of the whole text."""
        ends = list(accumulate(block.length for block in self.blocks[:-1]))
        number = bisect_right(ends, line - 1)
        before = ends[number - 1] if number else 0
        return self.blocks[number].line + line - 1 - before

    def place(self, place: Place) -> Place:
        """A place of the piece as one of the whole text."""
        if place.file:
            return place
        row = place.row and replace(place.row, line=self.line(place.row.line))
        return replace(place, line=self.line(place.line), row=row)

    def problem(self, problem: NotReadable) -> NotReadable:
        """A problem with its place in the whole text."""
        return self.place(problem.place).problem(problem.expected, problem.hint)


@dataclass(frozen=True, slots=True)
class ReadPieces:
    """A text in blocks, the pieces that these were read in, and how many of the pieces were read anew."""

    blocks: tuple[TextBlock, ...]
    pieces: tuple[ReadPiece, ...]
    anew: int

    def problems(self) -> list[NotReadable]:
        """What cannot be read, once each, by place."""
        found = (piece.problem(problem) for piece in self.pieces for problem in piece.file.problems)
        once = {(one.file, one.line, one.column, one.expected): one for one in found}
        return [once[key] for key in sorted(once, key=lambda key: key[:3])]

    def block_at(self, line: int) -> TextBlock:
        """The block that a line stands in."""
        return self.blocks[bisect_right([block.line for block in self.blocks], line) - 1]

    def setting_of(self, block: TextBlock) -> tuple[TextBlock, ...]:
        """The block, and before it those that lead to it."""
        return _led(self.blocks, self.blocks.index(block))


def warm_up() -> None:
    """Build each game's grammar: the first error would wait for all of them, for its hint may name another game."""
    for game in games():
        with suppress(NotReadable):
            notation_of(game).read("action", "")


def _led(blocks: Sequence[TextBlock], number: int) -> tuple[TextBlock, ...]:
    """A block, and before it what stands before the first head, its game and its background."""
    found = {"": blocks[0]}
    for block in blocks[: number + 1]:
        if block.kind == "game":
            found = {"": blocks[0], "game": block}
        elif block.kind == "background":
            found["background"] = block
    return tuple(dict.fromkeys([*found.values(), blocks[number]]))


def _key(blocks: Sequence[TextBlock]) -> tuple[str, ...]:
    return tuple(block.text for block in blocks)


class BlockReader:
    """Reads a text that changes, and remembers what its blocks said."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, ...], File] = {}

    def read(self, text: str, path: str) -> ReadPieces:
        """What the text says."""
        blocks = blocks_of(text)
        groups = list(_groups(blocks)) if _parts_by_itself(text, blocks) else []
        read = self._read_groups(blocks, groups, path)
        if groups and not _concerns_several(read):
            return read
        return self._read_groups(blocks, [(TextBlock("", 1, text),)], path)

    def _read_groups(self, blocks: tuple[TextBlock, ...], groups: list[tuple[TextBlock, ...]], path: str) -> ReadPieces:
        before, self._known = self._known, {}
        anew = 0
        pieces = []
        for group in groups:
            key = _key(group)
            file = before.get(key)
            if file is None or file.included:  # what it includes may have changed
                file, anew = read_text("".join(key), path), anew + 1
            self._known[key] = file
            pieces.append(ReadPiece(group, file))
        if not groups:
            self._known = before
        return ReadPieces(blocks, tuple(pieces), anew)


def _groups(blocks: Sequence[TextBlock]) -> Iterator[tuple[TextBlock, ...]]:
    for number, block in enumerate(blocks):
        if block.kind in STORIES:
            yield _led(blocks, number)


def _parts_by_itself(text: str, blocks: Sequence[TextBlock]) -> bool:
    """Whether each scenario can be read by itself: its head is a line, it has its game, and all else leads to one."""
    if _INCLUDE.search(text) or _INDENTED_SETTING.search(text) or not all(map(_begins_well, blocks)):
        return False
    groups = list(_groups(blocks))
    covered = set(chain.from_iterable(groups))
    return covered.issuperset(blocks) and all(any(block.kind == "game" for block in group) for group in groups)


def _begins_well(block: TextBlock) -> bool:
    """Whether the reader knows the head of a block for one: a line with a sign in it that cannot be seen is none."""
    first = block.text.partition("\n")[0]
    return not any(isinstance(line, NotReadable) for line in lines_of(first))


def _concerns_several(read: ReadPieces) -> bool:
    """Whether scenarios share a name, or there are so many errors that reading ends.

    A row of an outline that cannot be read may keep to itself that its name is taken; that is told once it can be."""
    named = (
        {scenario.name for scenario in piece.file.scenarios} | {body.strip('"') for _, body in piece.file.heads}
        for piece in read.pieces
    )
    names = list(chain.from_iterable(named))
    problems = sum(len(piece.file.problems) for piece in read.pieces)
    return len(set(names)) < len(names) or problems >= MOST_PROBLEMS
