"""Positions of Hexapawn as boards, in plain text and as drawings."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ludex.support import svg
from ludex.support.alike import field_differences

TILE_PIXELS = 60.0
FILL = {"w": "#ffffff", "b": "#23395d"}
SHADES = ("#f6eedc", "#ebdfc3")

Marks = Mapping[str, str]


def board(position: Any, marks: Marks | None = None) -> str:
    """The board with the names of its columns and rows; ``marks`` are signs before squares."""
    rows = _rows(position)
    if rows is None:
        return json.dumps(position, default=repr)
    lines = [
        f"{len(rows) - y} "
        + "".join((marks or {}).get(_name(x, y, rows), " ") + letter for x, letter in enumerate(row))
        for y, row in enumerate(rows)
    ]
    return "\n".join([*lines, "   " + " ".join("abcd"[: len(rows)]), _status_line(position)])


def compare(before: Any, expected: Any, got: Any, width: int = 80) -> str:  # noqa: ARG001 - small boards below each other
    """The board before (unless that is None), the one expected and the one got, with stars where they differ, and the
    fields that do."""
    marks = changed(expected, got)
    drawn = [f"before\n{board(before)}"] if before is not None else []
    boards = [f"expected\n{board(expected, marks)}", f"got\n{board(got, marks)}"]
    return "\n".join([*drawn, *boards, *field_differences(expected, got)])


def changed(before: Any, after: Any) -> Marks:
    """Stars on the squares that differ."""
    old, new = _rows(before), _rows(after)
    if old is None or new is None or len(old) != len(new):
        return {}
    squares = [(x, y) for y in range(len(new)) for x in range(len(new))]
    return {_name(x, y, new): "*" for x, y in squares if old[y][x] != new[y][x]}


def sketch(position: Any, marks: Marks | None = None, arrows: Sequence[svg.Arrow] = ()) -> svg.Sketch | None:
    """The same as a drawing, or None where there is no board to draw."""
    rows = _rows(position)
    if rows is None:
        return None
    sheet = svg.Canvas()
    middles = {_name(x, y, rows): (x, y) for y in range(len(rows)) for x in range(len(rows))}
    for name, (x, y) in middles.items():
        sheet.draw(svg.shapes([svg.square_points(*_at(x, y), TILE_PIXELS)], SHADES[(x + y) % 2]))
        if rows[y][x] in FILL:
            sheet.draw(svg.disc(*_at(x, y), TILE_PIXELS / 3, FILL[rows[y][x]], svg.INK, 2))
        if name in (marks or {}):
            sheet.draw(svg.outline(svg.square_points(*_at(x, y), TILE_PIXELS - 3)))
    sheet.draw(svg.labels((_at(x, y)[0] - 20, _at(x, y)[1] - 20, name) for name, (x, y) in middles.items()))
    for one in arrows:
        if one.begin in middles and one.end in middles:
            sheet.draw(
                svg.arrow(one.kind, _at(*middles[one.begin]), _at(*middles[one.end]), TILE_PIXELS / 2, TILE_PIXELS / 3)
            )
    return sheet.sketch(len(rows) * TILE_PIXELS, len(rows) * TILE_PIXELS, _status_line(position))


def arrows(data: Any, rules: Any = None, position: Any = None) -> list[svg.Arrow]:  # noqa: ARG001 - a move says it all
    """Where a move leads."""
    squares = [data.get("from"), data.get("to")] if isinstance(data, Mapping) else [None]
    return [svg.Arrow("move", *squares)] if all(isinstance(one, str) for one in squares) else []


def _rows(position: Any) -> list[str] | None:
    """The rows of a board, if it is a square one with letters to draw."""
    rows = position.get("board") if isinstance(position, Mapping) else None
    if not isinstance(rows, list) or not all(isinstance(row, str) and len(row) == len(rows) <= 4 for row in rows):
        return None
    return rows


def _name(x: int, y: int, rows: Sequence[str]) -> str:
    return f"{'abcd'[x]}{len(rows) - y}"


def _at(x: int, y: int) -> tuple[float, float]:
    """The middle of a square."""
    return (x + 0.5) * TILE_PIXELS, (y + 0.5) * TILE_PIXELS


def _status_line(position: Mapping[str, Any]) -> str:
    winner = position.get("winner")
    ended = "" if winner is None else ", drawn" if winner == "draw" else f", {winner} has won"
    return f"{position.get('turn')} to move{ended}"
