"""The board of 5x5 Tactics: twenty-five square tiles, each next to at most four others."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ludex.rules import relation

SIZE = 5


class Tile(NamedTuple):
    """A place by its column and its row; a place outside of the board can be named, too."""

    x: int
    y: int


def on_board(tile: Tile) -> bool:
    """Whether a place is a tile of the board."""
    return 0 <= tile.x < SIZE and 0 <= tile.y < SIZE


@lru_cache(maxsize=64)
def around(tile: Tile) -> tuple[Tile, ...]:
    """The four places one orthogonal step from a place; those of the last few places are remembered."""
    x, y = tile
    return Tile(x, y + 1), Tile(x, y - 1), Tile(x + 1, y), Tile(x - 1, y)


@relation("TAC-BRD-3")
def neighbours(tile: Tile) -> tuple[Tile, ...]:
    """The four places that are next to a place."""
    return around(tile)
