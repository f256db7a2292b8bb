"""A file as a tree of indentation: heads, the parts below them, and the lines that belong to a part.

Each can then be read by itself, so that what is wrong with one says nothing of the next. A line that is meant for a
head or a part, and is written in another way, is taken for it, with its problem beside it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from ludex.notation.reading import NotReadable, as_typed, did_you_mean
from ludex.scenario import remedies
from ludex.scenario.lines import ScenarioLine, line_of
from ludex.scenario.outlines import PLACEHOLDER

HEADS = ("game", "background", "scenario", "outline")
PARTS = ("why", "cites", "tags", "under", "given", "when", "then", "examples")
LATE = ("when", "then", "examples")  # parts that no other kind of part comes after
OTHERS = ("include", "ludex")
_NAME = re.compile(r'"[^"]+"')
_LIKE_NAMED = re.compile(r'[^"\s]+ *"[^"]*"?')
_A_HEAD = re.compile(r'(scenario|outline) *"[^"]*"$')
_OUTLINE = re.compile(r"outline:?\s+(?P<rest>.*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Branch:
    """A part: the line that it begins with, and the lines that are indented further."""

    line: ScenarioLine
    inside: list[ScenarioLine] = field(default_factory=list)


@dataclass(slots=True)
class Chapter:
    """A head with the parts below it, and what is wrong with how they stand there.

    What stands before the first head has none. It is ``lost`` if its head cannot be read."""

    head: ScenarioLine | None = None
    parts: list[Branch] = field(default_factory=list)
    problems: list[NotReadable] = field(default_factory=list)
    lost: bool = False


def chapters_of(lines: Iterable[ScenarioLine | NotReadable]) -> list[Chapter]:
    """The chapters of a file in their order; the first may have no head."""
    tree = _Tree()
    for line in lines:
        if isinstance(line, NotReadable):
            tree.grow_by_fault(line)
        else:
            tree.grow(line)
    tree.close()
    return tree.chapters


class _Tree:
    """The chapters that have grown, the one that is growing, and its last block."""

    def __init__(self) -> None:
        self.chapters: list[Chapter] = []
        self.chapter = Chapter()
        self.block: Branch | None = None
        self.uneven: list[tuple[ScenarioLine, ScenarioLine]] = []  # parts, the second indented further than the first

    def grow_by_fault(self, problem: NotReadable) -> None:
        """Add a line that cannot be read at all; whether it was a head is told all the same."""
        line = line_of(problem.line, problem.text, problem.file)
        if line is not None and (line.keyword in HEADS or self._is_like_a_head(line)):
            self.begin(line, [problem], lost=True)
        else:
            self.chapter.problems.append(problem)

    def grow(self, line: ScenarioLine) -> None:
        """Add a line where its indentation puts it."""
        if self.block is not None and line.indent > self.block.line.indent:
            self._deepen(self.block, line)
        elif line.keyword in PARTS:
            self._begins_anew(line)
            self._add_block(line)
        elif remedies.is_no_line(line.keyword) and not _A_HEAD.search(line.said):
            self.chapter.parts.append(Branch(line))  # the block before it goes on below it
        else:
            self._go_on(line)

    def _deepen(self, block: Branch, line: ScenarioLine) -> None:
        """Add a line that belongs to a block, unless it can only be a head, or a part."""
        if line.keyword in ("scenario", "outline") and _NAME.fullmatch(line.body):
            above = as_typed(block.line.keyword)
            expected = f"{as_typed(line.keyword)} to be indented no further than {above} above it"
            self.begin(line, [line.place.problem(expected)])
        elif line.keyword in PARTS and block.line.keyword != "why":
            if not self._begins_anew(line):
                self.uneven.append((block.line, line))
            self._add_block(line)
        else:
            block.inside.append(line)

    def _go_on(self, line: ScenarioLine) -> None:
        """Add a line with another first word than that of a part."""
        meant = _as_meant(line)
        hint = remedies.for_slip(line.keyword, meant.keyword)
        slips = [] if meant is line else [line.place.problem(as_typed(meant.keyword), hint)]
        if meant.keyword in HEADS:
            self.begin(meant, slips)
        elif self._is_like_a_head(line):
            self.begin(line, [], lost=True)
        else:
            self.chapter.problems += slips
            self._add_block(meant)

    def begin(self, head: ScenarioLine, problems: list[NotReadable], lost: bool = False) -> None:
        """Begin a chapter."""
        self.close()
        self.chapter, self.block = Chapter(head, problems=problems, lost=lost), None

    def close(self) -> None:
        """Keep the chapter that has grown, if there is anything in it."""
        self._free_parts()
        self.chapter.problems += self._uneven_parts()
        self.uneven = []
        if self.chapter != Chapter():
            self.chapters.append(self.chapter)

    def _add_block(self, line: ScenarioLine) -> None:
        self.block = Branch(line)
        self.chapter.parts.append(self.block)

    def _is_like_a_head(self, line: ScenarioLine) -> bool:
        """Whether a line with another first word was meant for a head: it stands like one, and has a name, or nearly
        the word."""
        if not self._stands_like_a_head(line) or PLACEHOLDER.match(line.keyword):
            return False
        return '"' in line.said or bool(did_you_mean(line.keyword, HEADS))

    def _stands_like_a_head(self, line: ScenarioLine) -> bool:
        """Whether a line that is no part stands out further than the parts do, or as far out as the head."""
        outside = [block.line.indent - 1 for block in self.chapter.parts[:1]]
        margin = max([*outside, self.chapter.head.indent if self.chapter.head else 0])
        return line.indent <= margin and line.keyword not in (*PARTS, *OTHERS)

    def _begins_anew(self, part: ScenarioLine) -> bool:
        """Whether a scenario begins anew with this part: then the line before it was its head, whatever is written.

        A line inside of a part was so only if it stands right above: else it is what the part says."""
        if part.keyword in LATE or not any(block.line.keyword in LATE for block in self.chapter.parts):
            return False
        last = self.chapter.parts[-1]
        inner = last.inside[-1] if last.inside else None
        if inner and inner.place.line == part.place.line - 1 and _LIKE_NAMED.fullmatch(inner.said):
            head = last.inside.pop()
        elif not last.inside and self._stands_like_a_head(last.line):
            head = self.chapter.parts.pop().line
        else:
            return False
        self.begin(head, [], lost=True)
        return True

    def _uneven_parts(self) -> Iterator[NotReadable]:
        """An error for each two parts that should be indented alike: at the one that is not indented as most are."""
        indents = Counter(block.line.indent for block in self.chapter.parts) if self.uneven else Counter()
        for above, line in self.uneven:
            blamed, other = (above, line) if line.indent == indents.most_common(1)[0][0] else (line, above)
            expected = f"{as_typed(blamed.keyword)} to be indented like {as_typed(other.keyword)}"
            hint = remedies.for_indentation(above, line)
            yield blamed.place.problem(f"{expected}, for it is a part of its own", hint)

    def _free_parts(self) -> None:
        """Parts that a ``why`` holds, because they are indented further, where a scenario has nothing else."""
        last = self.chapter.parts[-1] if self.chapter.parts else None
        if last is None or last.line.keyword != "why":
            return
        first = next((at for at, line in enumerate(last.inside) if line.keyword in PARTS), None)
        if first is None or not any(line.keyword in ("given", "then") for line in last.inside):
            return
        inside = last.inside[first:]
        del last.inside[first:]
        expected = f"{as_typed('why')} to be indented like {as_typed(inside[0].keyword)} below it"
        self.chapter.problems.append(last.line.place.problem(expected))
        self.block = None
        for line in inside:
            self.grow(line)


def _as_meant(line: ScenarioLine) -> ScenarioLine:
    """The line, or as it is meant where its keyword is in capitals, or has a colon after it, as in other languages."""
    if line.keyword in (*HEADS, *PARTS):
        return line
    meant = line.keyword.rstrip(":").lower()
    outline = _OUTLINE.fullmatch(line.body) if meant == "scenario" else None
    if outline is not None:
        place = line.body_place.further(outline.start("rest"))
        return replace(line, keyword="outline", body=outline["rest"], body_place=place)
    return replace(line, keyword=meant) if meant in (*HEADS, *PARTS) else line
