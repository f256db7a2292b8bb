"""Tiles, units and positions of Tribun, as they go over the wire."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Sequence
from typing import Any, NamedTuple

from ludex.notation.written import NoSentence

COLORS = ("black", "white")
HEIGHTS = (0, 1, 2, 3, 4, 6, 8)
RADIUS = 5
GRID = 2 * RADIUS + 1


class Tile(NamedTuple):
    """A tile by its coordinates."""

    x: int
    y: int

    @property
    def cid(self) -> int:
        """The number of the tile in words and boards."""
        return (self.x + RADIUS) * GRID + self.y + RADIUS

    @property
    def is_on_board(self) -> bool:
        """Whether the tile is one of the 91."""
        return max(abs(self.x), abs(self.y), abs(self.x - self.y)) <= RADIUS


def tile_of(cid: int) -> Tile:
    """The tile of a number in 0..120."""
    return Tile(cid // GRID - RADIUS, cid % GRID - RADIUS)


TILES = tuple(tile for tile in map(tile_of, range(GRID * GRID)) if tile.is_on_board)


class WrittenUnit(NamedTuple):
    """A unit as it stands on a tile."""

    color: str
    tribun: bool
    p: int
    s: int = 0


def tile_text(tile: Tile) -> str:
    """A tile: (0,-3)."""
    return f"({tile.x},{tile.y})"


def height_text(unit: WrittenUnit) -> str:
    """The heights of a unit: 2/3, T1."""
    return f"{'T' * unit.tribun}{unit.p}{f'/{unit.s}' if unit.s else ''}"


Position = dict[str, Any]
Board = dict[Tile, WrittenUnit]
CIDS = GRID * GRID


def unit_of(byte: int) -> WrittenUnit | None:
    """The unit of a byte, or None for the empty tile; raises NoSentence for a byte that stores neither."""
    p, s = byte & 7, byte >> 3 & 7
    if byte == 0:
        return None
    if p == 0 or p == 7 or s == 7:
        raise NoSentence(f"the byte {byte:#04x} stores no unit")
    return WrittenUnit(COLORS[byte >> 6 & 1], bool(byte >> 7), HEIGHTS[p], HEIGHTS[s])


def byte_of(unit: WrittenUnit) -> int:
    """The byte that stores a unit."""
    heights = HEIGHTS.index(unit.p) | HEIGHTS.index(unit.s) << 3
    return heights | COLORS.index(unit.color) << 6 | unit.tribun << 7


def board_bytes(position: Position) -> bytes:
    """The 121 bytes of a position; raises NoSentence where there are none."""
    try:
        data = b64decode(position["board"], validate=True)
    except (KeyError, TypeError, ValueError) as error:
        raise NoSentence("the position has no board in base64") from error
    if len(data) != CIDS:
        raise NoSentence(f"the board has {len(data)} bytes, not {CIDS}")
    return data


def board_of(position: Position) -> Board:
    """The units of a position by tile; raises NoSentence for a board that cannot be put in words."""
    data = board_bytes(position)
    units = {tile: unit for tile in TILES if (unit := unit_of(data[tile.cid]))}
    if sum(map(bool, data)) != len(units):
        raise NoSentence("something stands off the board")
    return units


def board_text(board: Board) -> str:
    """A board as it goes over the wire."""
    data = bytearray(CIDS)
    for tile, unit in board.items():
        data[tile.cid] = byte_of(unit)
    return b64encode(data).decode()


def position_json(
    board: Board,
    turn: str,
    offer: str | None = None,
    blocked: str | None = None,
    ended: bool = False,
    winner: str | None = None,
) -> Position:
    """A position as it goes over the wire."""
    return {
        "board": board_text(board),
        "turn": turn,
        "drawOfferBy": offer,
        "drawBlocked": blocked,
        "status": "ended" if ended else "active",
        "winner": winner,
    }


def require_fields(position: Position) -> None:
    """Raise NoSentence unless every field of a position is one that the notation has words for."""
    nobody: Sequence[str | None] = (None, *COLORS)
    known = (
        position.get("turn") in COLORS,
        position.get("drawOfferBy") in nobody,
        position.get("drawBlocked") in nobody,
        position.get("status") in ("active", "ended"),
        position.get("winner") in nobody,
        position.get("status") == "ended" or position.get("winner") is None,
    )
    if not all(known):
        raise NoSentence("a field of the position is missing or unknown")


START_OF_BLACK = {
    WrittenUnit("black", True, 1): ((-5, -5),),
    WrittenUnit("black", False, 1): ((-2, -1), (-2, 0), (-3, 0), (-4, 0), (-1, -2), (0, -2), (0, -3), (0, -4)),
    WrittenUnit("black", False, 2): (
        (-3, -3), (-5, -2), (-5, -3), (-4, -2), (-3, -1), (-2, -5), (-3, -5), (-2, -4), (-1, -3),
    ),
    WrittenUnit("black", False, 3): ((-4, -4), (-4, -3), (-3, -4)),
}  # fmt: skip


def standard_start() -> Board:
    """The units at the start of a game; white's are black's with every coordinate negated."""
    black = {Tile(*xy): unit for unit, tiles in START_OF_BLACK.items() for xy in tiles}
    white = {Tile(-tile.x, -tile.y): unit._replace(color="white") for tile, unit in black.items()}
    return black | white
