"""What the scenarios of a file cite, of which no sentence is read: that would take ten times as long."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from ludex.notation import NotReadable
from ludex.scenario.blocks import Chapter, chapters_of
from ludex.scenario.including import LARGEST, Inclusion, all_lines
from ludex.scenario.lines import ScenarioLine
from ludex.scenario.outlines import ExampleRow, fill_line, table_of
from ludex.scenario.reader import decode
from ludex.scenario.text_blocks import STORIES

SEPARATED = re.compile(r"[^\s,]+")


class Citation(NamedTuple):
    """A scenario, or an outline with all of its rows: its name, the line of its head, and the clauses that it cites."""

    name: str
    line: int
    clauses: frozenset[str]


def citations(path: Path) -> tuple[list[Citation], bool]:
    """What each scenario or outline of a file cites; and whether these are all, for each head could be read."""
    text = decode(path.read_bytes())
    if isinstance(text, NotReadable) or len(text) > LARGEST:
        return [], False
    chapters = chapters_of(all_lines(text, str(path), Inclusion(left=LARGEST - len(text))))
    told = [*filter(None, map(_citation, chapters))]
    return told, not any(chapter.lost or chapter.problems for chapter in chapters)


def _citation(chapter: Chapter) -> Citation | None:
    head = chapter.head
    if head is None or head.keyword not in STORIES:
        return None
    said = (clause for line in _lines_citing(chapter) for clause in SEPARATED.findall(line))
    return Citation(head.body.strip('"'), head.place.line, frozenset(said))


def _lines_citing(chapter: Chapter) -> Iterator[str]:
    """What stands in the lines of a chapter that cite; of an outline, with the cells of each row."""
    lines = [line for part in chapter.parts if part.line.keyword == "cites" for line in (part.line, *part.inside)]
    rows = [row for part in chapter.parts if part.line.keyword == "examples" for row in table_of(part.inside)]
    for line in lines:
        filled = (_fill(line, row) for row in rows if isinstance(row, ExampleRow)) if "<" in line.said else (line,)
        yield from (one.body if one.keyword == "cites" else one.said for one in filled if one)


def _fill(line: ScenarioLine, row: ExampleRow) -> ScenarioLine | None:
    with suppress(NotReadable):
        return fill_line(line, row)
    return None
