"""How each height moves and attacks: what a pattern reaches from a tile, and what it aims at."""

from __future__ import annotations

from collections.abc import Callable

from ludex.games.tribun.board import (
    FORWARD_SIDES,
    JUMPS,
    LEAP_RAYS,
    NEIGHBOURS,
    STRAIGHT_RAYS,
    THREE_LEAPS,
    TWO_LEAPS,
    Tiles,
    ahead,
    other,
)
from ludex.games.tribun.units import UNITS, Unit
from ludex.rules import Moot, Rules, effect, relation

PRIMARY, SECONDARY = PARTS = (0, 1)


# Reach: where a pattern gets to, whatever stands on the final tile.


@relation("TRB-PAT-1")
def step_of_one(_: bytes, cid: int, color: int) -> Tiles:
    """Height 1 takes one step ahead."""
    return ahead(cid, color)


@relation("TRB-PAT-2")
def step_of_tribun(_: bytes, cid: int, __: int) -> Tiles:
    """A tribun of height 1 steps to any neighbour."""
    return NEIGHBOURS[cid]


@relation("TRB-PAT-3")
def leaps_of_two(_: bytes, cid: int, __: int) -> Tiles:
    """Height 2 leaps to six tiles."""
    return TWO_LEAPS[cid]


@relation("TRB-PAT-4")
def leaps_of_three(_: bytes, cid: int, __: int) -> Tiles:
    """Height 3 leaps to twelve tiles."""
    return THREE_LEAPS[cid]


@relation("TRB-PAT-5")
def slides_of_four(board: bytes, cid: int, _: int) -> Tiles:
    """Height 4 slides along the leaps of height 2, up to the first tile that is occupied."""
    return _slides(board, cid)


@relation("TRB-PAT-6")
def slides_of_six(board: bytes, cid: int, _: int) -> Tiles:
    """Height 6 moves as height 4 does."""
    return _slides(board, cid)


@relation("TRB-PAT-7")
def steps_of_eight(cid: int) -> Tiles:
    """Height 8 steps to any neighbour."""
    return NEIGHBOURS[cid]


@relation("TRB-PAT-8")
def jumps_of_eight(board: bytes, cid: int, color: int) -> Tiles:
    """Height 8 goes two tiles straight on, over nothing or over a unit of its own colour."""
    return _jumps(board, cid, color)


def reach_of_eight(board: bytes, cid: int, color: int) -> Tiles:
    """The steps and the jumps of height 8."""
    return steps_of_eight(cid) + jumps_of_eight(board, cid, color)


# Aim: the tiles on which a pattern attacks an enemy, if one stands there.


@relation("TRB-AIM-1")
def aim_of_one(_: bytes, cid: int, color: int, __: Rules) -> Tiles:
    """Height 1 attacks the two tiles beside the one ahead."""
    return FORWARD_SIDES[color][cid]


@relation("TRB-AIM-2")
def aim_of_tribun(_: bytes, cid: int, __: int, ___: Rules) -> Tiles:
    """A tribun of height 1 attacks its neighbours."""
    return NEIGHBOURS[cid]


@relation("TRB-AIM-3")
def aim_of_two(_: bytes, cid: int, __: int, ___: Rules) -> Tiles:
    """Height 2 attacks where it leaps."""
    return TWO_LEAPS[cid]


@relation("TRB-AIM-4")
def aim_of_three(_: bytes, cid: int, __: int, ___: Rules) -> Tiles:
    """Height 3 attacks where it leaps."""
    return THREE_LEAPS[cid]


@relation("TRB-AIM-5")
def aim_of_four(board: bytes, cid: int, _: int, __: Rules) -> Tiles:
    """Height 4 attacks the first unit on each line of its slides."""
    return _first_units(board, LEAP_RAYS[cid])


@relation("TRB-AIM-6")
def aim_of_six(board: bytes, cid: int, _: int, rules: Rules) -> Tiles:
    """Height 6 attacks the first unit on each of the six straight lines (or as its reading says)."""
    if rules.reads("height6-attack", "rays"):
        return _first_units(board, STRAIGHT_RAYS[cid])
    return _touched_by_flood(board, cid, nearest_only=rules.reads("height6-attack", "ring"))


@relation("TRB-AIM-7")
def aim_of_eight_by_moving(board: bytes, cid: int, color: int) -> Tiles:
    """Height 8 attacks where it steps and jumps."""
    return NEIGHBOURS[cid] + _jumps(board, cid, color)


@relation("TRB-AIM-8")
def aim_of_eight_by_leaping(cid: int) -> Tiles:
    """Height 8 attacks where height 2 leaps, too."""
    return TWO_LEAPS[cid]


def aim_of_eight(board: bytes, cid: int, color: int, _: Rules) -> Tiles:
    """Everything that height 8 attacks."""
    return aim_of_eight_by_moving(board, cid, color) + aim_of_eight_by_leaping(cid)


def _slides(board: bytes, cid: int) -> Tiles:
    # mechanical: walks a line up to the first unit for TRB-PAT-5 and TRB-PAT-6
    reached: list[int] = []
    for ray in LEAP_RAYS[cid]:
        for tile in ray:
            reached.append(tile)
            if board[tile]:
                break
    return tuple(reached)


def _jumps(board: bytes, cid: int, color: int) -> Tiles:
    # mechanical: TRB-PAT-8 and TRB-AIM-7 ask it, with the colour to jump over
    return tuple(to for over, to in JUMPS[cid] if not board[over] or UNITS[board[over]].color == color)


def _first_units(board: bytes, rays: tuple[Tiles, ...]) -> Tiles:
    # mechanical: finds the first unit on each line for TRB-AIM-5 and TRB-AIM-6
    found: list[int] = []
    for ray in rays:
        for tile in ray:
            if board[tile]:
                found.append(tile)
                break
    return tuple(found)


def _touched_by_flood(board: bytes, cid: int, nearest_only: bool) -> Tiles:
    """Units met by spreading from a tile over empty ones; with ``nearest_only``, those of the first distance alone."""
    # mechanical: spreads for TRB-AIM-6, which says by its reading where to stop
    seen, edge, touched = {cid}, {cid}, set[int]()
    while edge and not (touched and nearest_only):
        near = {tile for last in edge for tile in NEIGHBOURS[last]} - seen
        seen |= near
        met = {tile for tile in near if board[tile]}
        touched |= met
        edge = near - met
    return tuple(sorted(touched))


Reach = Callable[[bytes, int, int], Tiles]
Aim = Callable[[bytes, int, int, Rules], Tiles]
REACH: dict[int, Reach] = {
    1: step_of_one,
    2: leaps_of_two,
    3: leaps_of_three,
    4: slides_of_four,
    6: slides_of_six,
    8: reach_of_eight,
}
AIM: dict[int, Aim] = {
    1: aim_of_one,
    2: aim_of_two,
    3: aim_of_three,
    4: aim_of_four,
    6: aim_of_six,
    8: aim_of_eight,
}


@effect("TRB-PAT-10")
def slave_color(color: int, rules: Rules) -> int:
    """A slave of height 1 goes ahead as for the colour it was born with (or as its reading says)."""
    return other(color) if rules.reads("slave-forward", "birth") else color


@effect("TRB-PAT-12")
def jumping_color(color: int, rules: Rules) -> int:
    """A slave of height 8 jumps over units of its unit's colour (or of the colour it was born with, by its reading)."""
    return color if rules.reads("jump-colour", "unit") else other(color)


def reach(board: bytes, cid: int, unit: Unit, part: int, rules: Rules) -> Tiles:
    """The tiles that one part of a unit gets to from a tile; raises Moot for a part that it lacks."""
    # mechanical: picks the pattern by part, height and flag among TRB-PAT-1 to TRB-PAT-8
    if part == PRIMARY:
        step = step_of_tribun if _steps_as_tribun(unit) else REACH[unit.p]
        return step(board, cid, unit.color)
    return REACH[_slave_height(unit)](board, cid, _slave_color(unit, rules))


def aim(board: bytes, cid: int, unit: Unit, part: int, rules: Rules) -> Tiles:
    """The tiles on which one part of a unit attacks an enemy; raises Moot for a part that it lacks."""
    # mechanical: picks the pattern by part, height and flag among TRB-AIM-1 to TRB-AIM-8
    if part == PRIMARY:
        attack = aim_of_tribun if _steps_as_tribun(unit) else AIM[unit.p]
        return attack(board, cid, unit.color, rules)
    return AIM[_slave_height(unit)](board, cid, _slave_color(unit, rules), rules)


def _steps_as_tribun(unit: Unit) -> bool:
    return unit.tribun and unit.p == 1


def _slave_height(unit: Unit) -> int:
    # mechanical: only says moot where there is no slave, for every check that asks
    if unit.s == 0:
        raise Moot
    return unit.s


def _color_of_unit(color: int, _: Rules) -> int:
    """The other patterns are the same for both colours."""
    return color


_COLORS = {1: slave_color, 8: jumping_color}


def _slave_color(unit: Unit, rules: Rules) -> int:
    """The colour by which a slave's pattern goes."""
    return _COLORS.get(unit.s, _color_of_unit)(unit.color, rules)
