"""Boards for the tests, written as short lists of units."""

from __future__ import annotations

from ludex.games.tribun.board import COLORS
from ludex.games.tribun.position import Position
from ludex.notation.tribun import BLANK, impose, read
from ludex.notation.tribun.boards import board_bytes


def board(*units: str) -> bytes:
    """The board with these units, each ``black T2/3 at (0,0)`` or the like."""
    return board_bytes(impose(BLANK, [read("position", unit) for unit in units]))


def position(turn: str, *units: str) -> Position:
    """An active position with these units."""
    return Position(board(*units), COLORS.index(turn))
