"""Outlines: a scenario with ``<placeholders>``, and a table of examples whose rows each make a scenario of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from ludex.notation import NotReadable
from ludex.notation.reading import Place, as_typed, did_you_mean, one_typed
from ludex.scenario.lines import ScenarioLine, line_of, without_comment

PLACEHOLDER = re.compile(r"<([a-z][a-z0-9-]*)>")
_COLUMN = re.compile(r"[a-z][a-z0-9-]*")
_BAR = re.compile(r"(?<!\\)\|")


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a cell, and where."""

    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class ExampleRow:
    """A row of examples: its place, and its cells by the names of their columns."""

    place: Place
    cells: Mapping[str, Cell]


@dataclass(frozen=True, slots=True)
class Cut:
    """Where a cell was put in the filled line, and where its placeholder is written (from, and up to, an offset)."""

    start: int
    end: int
    written: int
    written_end: int
    cell: Place


@dataclass(frozen=True, slots=True)
class Filling:
    """A line as it is written, the row whose cells were put into it, and where they were put."""

    written: Place
    row: Place
    cuts: tuple[Cut, ...]

    def place_of(self, place: Place) -> Place:
        """The place in the line as it is written, and in the row, of a place in the filled line."""
        offset = place.column - 1
        column = place.column
        for cut in self.cuts:
            if cut.start <= offset < cut.end:
                return replace(self.written, column=cut.written + 1, row=cut.cell)
            if offset >= cut.end:
                column = cut.written_end + offset - cut.end + 1
        return replace(self.written, column=column, row=self.row)


@dataclass(frozen=True, slots=True)
class FilledPlace(Place):
    """A place in a line with cells put into it; what is told of it is told where it is written."""

    filling: Filling | None = None

    @property
    def settled(self) -> Place:
        return self.filling.place_of(self) if self.filling else self

    def further(self, offset: int) -> Place:
        return replace(self, column=self.column + offset)

    def problem(self, expected: str, hint: str = "", offset: int = 0) -> NotReadable:
        return self.further(offset).settled.problem(expected, hint)


def table_of(lines: Sequence[ScenarioLine]) -> Iterator[ExampleRow | NotReadable]:
    """The rows of a table, whose first line names the columns; errors stand in place of rows."""
    if not lines:
        return
    try:
        columns = _columns(lines[0])
    except NotReadable as problem:
        yield problem
        return
    for line in lines[1:]:
        try:
            yield _row(line, columns)
        except NotReadable as problem:
            yield problem


def _columns(line: ScenarioLine) -> list[str]:
    names: list[str] = []
    for cell in _cells(line):
        if not _COLUMN.fullmatch(cell.text):
            raise cell.place.problem(
                f"the name of a column: small letters, digits and hyphens, such as {as_typed('hit-points')}"
            )
        if cell.text in names:
            raise cell.place.problem("a name that no other column has")
        names.append(cell.text)
    return names


def _row(line: ScenarioLine, columns: Sequence[str]) -> ExampleRow:
    cells = list(_cells(line))
    if len(cells) != len(columns):
        many = len(cells) > len(columns)
        at = cells[len(columns)].place if many else line.place
        hint = f"a bar inside of a cell is written {as_typed(chr(92) + '|')}" * many
        raise at.problem(_cells_for(columns, len(cells)), hint)
    return ExampleRow(line.place, dict(zip(columns, cells, strict=True)))


def _cells_for(columns: Sequence[str], found: int) -> str:
    each = "the column" if len(columns) == 1 else "each of the columns"
    return f"a cell for {each} {' and '.join(map(as_typed, columns))}; there {'is' if found == 1 else 'are'} {found}"


def _cells(line: ScenarioLine) -> Iterator[Cell]:
    said = without_comment(line.place.text).rstrip()
    bars = [found.start() for found in _BAR.finditer(said)]
    if len(bars) < 2 or bars[0] != line.place.column - 1 or bars[-1] != len(said) - 1:
        raise line.place.problem(f"a row of the table: {as_typed('| cell | cell |')}")
    for start, end in pairwise(bars):
        inside = said[start + 1 : end]
        offset = start + 1 + len(inside) - len(inside.lstrip())
        place = replace(line.place, column=min(offset, end - 1) + 1)
        yield Cell(inside.strip().replace("\\|", "|"), place)


def fill_line(line: ScenarioLine, row: ExampleRow) -> ScenarioLine:
    """A line with the cells of a row in place of its placeholders; raises NotReadable where there is no such column."""
    said = without_comment(line.place.text).rstrip()
    text, cuts = _fill(said, row, replace(line.place, column=1))
    if not cuts:
        return line
    anew = line_of(line.place.line, text)
    if anew is None:
        raise line.place.problem("a line that says something once it is filled")
    filling = Filling(line.place, row.place, tuple(cuts))
    places = (FilledPlace(one.line, one.column, one.text, filling=filling) for one in (anew.place, anew.body_place))
    place, body_place = places
    return replace(anew, indent=line.indent, place=place, body_place=body_place)


def filled_name(name: str, row: ExampleRow, place: Place) -> str:
    """The name of a row's scenario: that of the outline, filled in, or followed by the cells if it has no placeholder.

    ``place`` is that of its first letter."""
    text, cuts = _fill(name, row, place)
    return text if cuts else f"{name}: {', '.join(cell.text for cell in row.cells.values())}"


def _fill(text: str, row: ExampleRow, place: Place) -> tuple[str, list[Cut]]:
    parts: list[str] = []
    cuts: list[Cut] = []
    length = done = 0
    for found in PLACEHOLDER.finditer(text):
        cell = row.cells.get(found[1])
        if cell is None:
            known = [f"<{name}>" for name in row.cells]
            hint = did_you_mean(found[0], known)
            raise place.problem(f"a placeholder with a column in the examples: {one_typed(known)}", hint, found.start())
        before = text[done : found.start()]
        length += len(before)
        cuts.append(Cut(length, length + len(cell.text), found.start(), found.end(), cell.place))
        parts += [before, cell.text]
        length, done = length + len(cell.text), found.end()
    return "".join([*parts, text[done:]]), cuts
