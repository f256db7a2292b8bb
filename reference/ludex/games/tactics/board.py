"""The board of 5x5 Tactics: twenty-five square tiles, each next to at most four others."""

from __future__ import annotations

from typing import NamedTuple

from ludex.rules import relation

SIZE = 5
STEPS = ((0, 1), (0, -1), (1, 0), (-1, 0))


class Tile(NamedTuple):
    """A place by its column and its row; a place outside of the board can be named, too."""

    x: int
    y: int


TILES = tuple(Tile(x, y) for x in range(SIZE) for y in range(SIZE))


def on_board(tile: Tile) -> bool:
    """Whether a place is a tile of the board."""
    return 0 <= tile.x < SIZE and 0 <= tile.y < SIZE


def around(tile: Tile) -> tuple[Tile, ...]:
    """The four places one orthogonal step from a place, worked out."""
    return tuple(Tile(tile.x + dx, tile.y + dy) for dx, dy in STEPS)


RING = range(-1, SIZE + 1)
BESIDE = {tile: around(tile) for tile in (Tile(x, y) for x in RING for y in RING)}


@relation("TAC-BRD-3")
def neighbours(tile: Tile) -> tuple[Tile, ...]:
    """The four places one orthogonal step from a place; on and around the board they are looked up."""
    return BESIDE.get(tile) or around(tile)
