"""The hundred hexes of a board: their names, their neighbours, how far apart they are, and where a side starts."""

from __future__ import annotations

from ludex.rules import relation

WIDTH = 10
HEXES = tuple(range(WIDTH * WIDTH))
# Board order: a0 b0 ... j0 a1.
NAMES = tuple(file + rank for rank in "0123456789" for file in "abcdefghij")
NAMED = {name: hex_ for hex_, name in zip(HEXES, NAMES, strict=True)}

STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


def hex_at(file: int, rank: int) -> int:
    """The number of a hex, in board order."""
    return rank * WIDTH + file


def _file_and_rank(hex_: int) -> tuple[int, int]:
    return hex_ % WIDTH, hex_ // WIDTH


def _around(hex_: int) -> tuple[int, ...]:
    # mechanical: geometry: leaves out places off the board, for the table that MIN-BRD-1 gives
    file, rank = _file_and_rank(hex_)
    places = ((file + right, rank + up) for right, up in STEPS)
    return tuple(sorted(hex_at(x, y) for x, y in places if 0 <= x < WIDTH and 0 <= y < WIDTH))


def _apart(here: int, there: int) -> int:
    right, up = (b - a for a, b in zip(_file_and_rank(here), _file_and_rank(there), strict=True))
    return max(abs(right), abs(up), abs(right + up))


_NEIGHBOURS = tuple(_around(hex_) for hex_ in HEXES)
_DISTANCES = tuple(tuple(_apart(here, there) for there in HEXES) for here in HEXES)


@relation("MIN-BRD-1")
def neighbours(hex_: int) -> tuple[int, ...]:
    """The hexes next to a hex, in board order."""
    return _NEIGHBOURS[hex_]


@relation("MIN-BRD-2")
def distance(here: int, there: int) -> int:
    """How many steps two hexes are apart."""
    return _DISTANCES[here][there]


_STARTS = {"yellow": NAMED["c2"], "blue": NAMED["h7"]}


@relation("MIN-BRD-9")
def home(side: str) -> tuple[int, ...]:
    """The start hex of a side, and after it the six around it."""
    start = _STARTS[side]
    return (start, *_NEIGHBOURS[start])


def rotated(hex_: int) -> int:
    """The hex that half a turn of the board brings here."""
    file, rank = _file_and_rank(hex_)
    return hex_at(WIDTH - 1 - file, WIDTH - 1 - rank)


def reflected(hex_: int) -> int:
    """The hex that the reflection which swaps the sides brings here."""
    file, rank = _file_and_rank(hex_)
    return hex_at(WIDTH - 1 - rank, WIDTH - 1 - file)


def exchanged(hex_: int) -> int:
    """The hex that the exchange of file and rank brings here, which keeps the sides."""
    file, rank = _file_and_rank(hex_)
    return hex_at(rank, file)
