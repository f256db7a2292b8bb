"""Boards for the tests, written as short lists of units."""

from __future__ import annotations

import re

from ludex.games.tribun.board import CIDS, COLORS, cid_of
from ludex.games.tribun.position import Position
from ludex.games.tribun.units import Unit, byte_of

UNIT = re.compile(r"(black|white) (T?)(\d)(?:/(\d))? at \((-?\d),(-?\d)\)")


def board(*units: str) -> bytes:
    """The board with these units, each ``black T2/3 at (0,0)`` or the like."""
    made = bytearray(CIDS)
    for text in units:
        found = UNIT.fullmatch(text)
        assert found, text
        color, flag, p, s, x, y = found.groups()
        made[cid_of(int(x), int(y))] = byte_of(Unit(int(p), int(s or 0), COLORS.index(color), bool(flag)))
    return bytes(made)


def position(turn: str, *units: str) -> Position:
    """An active position with these units."""
    return Position(board(*units), COLORS.index(turn))
