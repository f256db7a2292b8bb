"""The board of Tribun: 91 hexes in six directions, each with a number, its cid."""

from __future__ import annotations

from ludex.rules import relation

RADIUS = 5
GRID = 11
CIDS = GRID * GRID
BLACK, WHITE = 0, 1
COLORS = ("black", "white")
DIRECTIONS = ((1, 1), (1, 0), (0, 1), (-1, -1), (-1, 0), (0, -1))
DIRECTION_NAMES = ("up", "left-up", "right-up", "down", "right-down", "left-down")
UP = ((1, 1), (-1, -1))
SIDES = (((1, 0), (0, 1)), ((-1, 0), (0, -1)))
LEAPS_OF_TWO = ((1, 2), (-1, -2), (-1, 1), (1, -1), (2, 1), (-2, -1))
LEAPS_OF_THREE = (
    (3, 2), (-3, -2), (2, 3), (-2, -3), (1, 3), (-1, -3),
    (3, 1), (-3, -1), (-1, 2), (1, -2), (2, -1), (-2, 1),
)  # fmt: skip

Tiles = tuple[int, ...]


def is_on_board(x: int, y: int) -> bool:
    """Whether (x, y) is one of the 91 tiles."""
    return max(abs(x), abs(y), abs(x - y)) <= RADIUS


def cid_of(x: int, y: int) -> int:
    """The number of a tile."""
    return (x + RADIUS) * GRID + (y + RADIUS)


def xy_of(cid: int) -> tuple[int, int]:
    """The coordinates that a number in 0..120 stands for, on the board or off it."""
    return cid // GRID - RADIUS, cid % GRID - RADIUS


def other(color: int) -> int:
    """The opponent's colour."""
    return 1 - color


TILES: Tiles = tuple(cid for cid in range(CIDS) if is_on_board(*xy_of(cid)))
ON_BOARD = frozenset(TILES)


def _at(cid: int, vector: tuple[int, int]) -> Tiles:
    # mechanical: geometry: nothing off the board, in tables that TRB-BRD-3 and the patterns give
    x, y = xy_of(cid)
    to = (x + vector[0], y + vector[1])
    return (cid_of(*to),) if is_on_board(*to) else ()


def _ray(cid: int, vector: tuple[int, int]) -> Tiles:
    # mechanical: geometry: a line ends at the edge of the board
    step = _at(cid, vector)
    return step + _ray(step[0], vector) if step else ()


def _for_each_tile(vectors: tuple[tuple[int, int], ...]) -> tuple[Tiles, ...]:
    """For each cid, the tiles at these vectors (nobody asks about a cid that is off the board)."""
    return tuple(tuple(to for vector in vectors for to in _at(cid, vector)) for cid in range(CIDS))


def _rays_of_each_tile(vectors: tuple[tuple[int, int], ...]) -> tuple[tuple[Tiles, ...], ...]:
    return tuple(tuple(_ray(cid, vector) for vector in vectors) for cid in range(CIDS))


# Relations that depend on the tile alone are laid out once, when the module is read.
BESIDE: tuple[tuple[Tiles, ...], ...] = tuple(tuple(_at(cid, vector) for vector in DIRECTIONS) for cid in range(CIDS))
NEIGHBOURS = _for_each_tile(DIRECTIONS)
FORWARD = tuple(_for_each_tile((vector,)) for vector in UP)
FORWARD_SIDES = tuple(_for_each_tile(vectors) for vectors in SIDES)
TWO_LEAPS = _for_each_tile(LEAPS_OF_TWO)
THREE_LEAPS = _for_each_tile(LEAPS_OF_THREE)
LEAP_RAYS = _rays_of_each_tile(LEAPS_OF_TWO)
STRAIGHT_RAYS = _rays_of_each_tile(DIRECTIONS)
JUMPS: tuple[tuple[tuple[int, int], ...], ...] = tuple(
    tuple((ray[0], ray[1]) for ray in rays if len(ray) > 1) for rays in STRAIGHT_RAYS
)


@relation("TRB-BRD-3")
def beside(cid: int, direction: int) -> Tiles:
    """The one tile next to this one in a direction, or none at the edge."""
    return BESIDE[cid][direction]


@relation("TRB-BRD-4")
def ahead(cid: int, color: int) -> Tiles:
    """The one tile ahead: up for black, down for white; none at the edge."""
    return FORWARD[color][cid]
