"""The compact form of a position of Tribun, printed: everything in one line, in one way only."""

from __future__ import annotations

from ludex.notation.tribun.boards import Board, Position
from ludex.notation.tribun.values import RADIUS, TILES, Tile, Unit

ROWS = tuple(tuple(tile for tile in TILES if tile.x == x) for x in range(-RADIUS, RADIUS + 1))


def compact(board: Board, position: Position) -> str:
    """The line of a position; ``board`` is its board, read."""
    rows = "|".join(_row(board, row) for row in ROWS)
    fields = (position["turn"], position["drawOfferBy"], position["drawBlocked"])
    return " ".join([rows, *(_letter(color) for color in fields), _status(position)])


def _row(board: Board, tiles: tuple[Tile, ...]) -> str:
    entries: list[str] = []
    empty = 0
    for tile in tiles:
        unit = board.get(tile)
        if unit is None:
            empty += 1
            continue
        entries += [str(empty)] * (empty > 0) + [unit_letters(unit)]
        empty = 0
    return ".".join(entries + [str(empty)] * (empty > 0))


def unit_letters(unit: Unit) -> str:
    """A unit in its shortest form: b2/3, wT1."""
    return f"{unit.color[0]}{'T' * unit.tribun}{unit.p}{f'/{unit.s}' if unit.s else ''}"


def _letter(color: str | None) -> str:
    return color[0] if color else "-"


def _status(position: Position) -> str:
    if position["status"] == "active":
        return "-"
    return _letter(position["winner"]) if position["winner"] else "="
