"""Which positions of Tribun no play reaches: what every word leaves as it is, or makes less, is broken there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from ludex.games.tribun import REGISTER
from ludex.games.tribun.board import BLACK, ON_BOARD, WHITE, other
from ludex.games.tribun.position import decoded, standard_start
from ludex.games.tribun.units import BYTE_CHECKS, UNITS, tribun_holds_no_slave
from ludex.vectors.promises import REACHABLE

RULES = REGISTER.rules(REGISTER.editions[0])
OF_A_BYTE = tuple(check for check in BYTE_CHECKS if check is not tribun_holds_no_slave)  # which one reading allows
HOLDERS = ("position", "snapshot")


def outside(asked: Mapping[str, Any]) -> Iterator[str]:
    """`reachable`, where the board of a question is one that no play from the standard start leads to."""
    holders = [asked[name] for name in HOLDERS if name in asked] or [asked] * ("board" in asked)
    if not all(isinstance(one, Mapping) and _is_kept(f"{one.get('board')}") for one in holders):
        yield REACHABLE


@lru_cache(maxsize=4096)
def _is_kept(text: str) -> bool:
    """Whether each side has its one tribun, and no more height is on the board than was born in each colour.

    No word makes a tribun or takes one, and none adds height: units are moved, parted, put together, hurt and rounded
    down. A slave counts for the colour that it was born in.
    """
    board = decoded(text)
    if board is None or len(board) != len(standard_start().board) or not _can_be_read(board):
        return False
    tribuns = sorted(UNITS[byte].color for byte in board if UNITS[byte].tribun)
    born = _heights_by_birth(board)
    return tribuns == [BLACK, WHITE] and all(born[color] <= most for color, most in _AT_THE_START.items())


def _can_be_read(board: bytes) -> bool:
    bytes_fit = all(check(byte, RULES) for byte in {*board} for check in OF_A_BYTE)
    return bytes_fit and all(cid in ON_BOARD for cid, byte in enumerate(board) if byte)


def _heights_by_birth(board: bytes) -> Counter[int]:
    """The heights on a board, by the colour in which they were born."""
    heights: Counter[int] = Counter()
    for unit in (UNITS[byte] for byte in board if byte):
        heights[unit.color] += unit.p
        heights[other(unit.color)] += unit.s
    return heights


_AT_THE_START = _heights_by_birth(standard_start().board)
