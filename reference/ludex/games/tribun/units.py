"""Units: their heights, the slave property, normalization, and the byte that stores one."""

from __future__ import annotations

from typing import NamedTuple

from ludex.games.tribun.board import BLACK, WHITE, other
from ludex.rules import Impossible, Rules, check, effect, layout, remembered, verdict

HEIGHTS = (0, 1, 2, 3, 4, 6, 8)
RESERVED = 7
INDEX_OF = {height: index for index, height in enumerate(HEIGHTS)}


class Unit(NamedTuple):
    """Primary height, secondary height, colour and tribun flag; ``EMPTY`` where both heights are 0."""

    p: int
    s: int
    color: int
    tribun: bool


def plain(p: int, s: int, color: int) -> Unit:
    """A unit that is no tribun."""
    return Unit(p, s, color, False)


EMPTY = plain(0, 0, 0)


def is_height(height: int) -> bool:
    """Whether a unit, or a part of one, may be this high (0 for one that is absent)."""
    return height in INDEX_OF


MOST_HELD = {1: 2, 2: 4, 3: 6, 4: 8}


def holds_slave(p: int, s: int) -> bool:
    """The slave property: whether a primary of height p can hold a slave of height s (or no slave at all)."""
    return s <= MOST_HELD.get(p, 0)


def rounded_height(height: int) -> int:
    """The next valid height that is not above this one; 0 for 0 and below."""
    # mechanical: TRB-NRM-2 and TRB-NRM-6 round by it
    return max(valid for valid in HEIGHTS if valid <= max(height, 0))


def can_be_rounded(height: int, rules: Rules) -> bool:
    """Whether there is a height that this one is rounded to; the text stops at 8, and the reading says what then."""
    return height <= HEIGHTS[-1] or rules.reads("nine-plus", "eight")


@check("TRB-NRM-9")
def may_be_normalized(unit: Unit, rules: Rules) -> bool:
    """Neither height of a unit is too high to be rounded (a slave that high is never held, and would have to be)."""
    return can_be_rounded(max(unit.p, unit.s), rules)


@effect("TRB-NRM-2")
def rounded(unit: Unit) -> Unit:
    """An invalid primary becomes the next smaller valid height."""
    return unit._replace(p=rounded_height(unit.p))


@effect("TRB-NRM-3")
def without_breach(unit: Unit) -> Unit:
    """A primary that cannot hold its slave is gone."""
    return unit if holds_slave(unit.p, unit.s) else unit._replace(p=0)


@effect("TRB-NRM-4")
def freed(unit: Unit) -> Unit:
    """A slave over which no primary is left stands by itself, in the opposite colour."""
    if unit.p or not unit.s:
        return unit
    return freed_rounded(Unit(unit.s, 0, other(unit.color), unit.tribun))


@effect("TRB-NRM-5")
def without_flag(unit: Unit) -> Unit:
    """Where no primary is left, what is freed is no tribun."""
    return unit if unit.p else unit._replace(tribun=False)


@effect("TRB-NRM-6")
def freed_rounded(unit: Unit) -> Unit:
    """A freed height that is invalid is rounded down like any other."""
    return unit._replace(p=rounded_height(unit.p))


@effect("TRB-NRM-7")
def nothing_left(unit: Unit) -> Unit:
    """Where no height is left the tile is empty, and neither colour nor flag remains."""
    return unit if unit.p else EMPTY


def normalized(unit: Unit) -> Unit:
    """Round down, enforce the slave property, liberate: in this order (TRB-NRM-1)."""
    unit = without_breach(rounded(unit))
    return nothing_left(freed(without_flag(unit)))


@effect("TRB-UNT-5")
def glued(bare: Unit, carrier: Unit) -> Unit:
    """The flag goes where the primary of its carrier goes."""
    return bare._replace(tribun=carrier.tribun)


def byte_of(unit: Unit) -> int:
    """The byte that stores a unit; raises Impossible for heights that no stored unit has."""
    if unit.p not in INDEX_OF or unit.s not in INDEX_OF:
        raise Impossible(f"a unit with heights {unit.p} and {unit.s} is about to be stored")
    return INDEX_OF[unit.p] | INDEX_OF[unit.s] << 3 | unit.color << 6 | unit.tribun << 7


# By the byte, from its highest bit down: flag, colour, index of the slave, index of the primary (the last is reserved).
_HEIGHTS_READ = (*HEIGHTS, HEIGHTS[0])
UNITS: tuple[Unit, ...] = tuple(
    Unit(p, s, color, tribun)
    for tribun in (False, True)
    for color in (BLACK, WHITE)
    for s in _HEIGHTS_READ
    for p in _HEIGHTS_READ
)


@layout("TRB-BYT-1")
def unit_of(byte: int) -> Unit:
    """The unit that a byte stores (height 0 for the reserved index)."""
    return UNITS[byte]


@check("TRB-BYT-2")
def uses_no_reserved_index(byte: int, _: Rules) -> bool:
    """Neither height index is the reserved one."""
    return byte & 7 != RESERVED and byte >> 3 & 7 != RESERVED


@check("TRB-BYT-3")
def is_zero_if_empty(byte: int, _: Rules) -> bool:
    """The empty tile is the byte 0 and no other."""
    return byte == 0 or byte & 0x3F != 0


@check("TRB-BYT-4")
def has_a_primary(byte: int, _: Rules) -> bool:
    """A slave never stands without a primary above it."""
    return byte & 7 != 0 or byte >> 3 & 7 == 0


@check("TRB-BYT-5")
def flag_has_a_primary(byte: int, _: Rules) -> bool:
    """A tribun has a primary."""
    return byte >> 7 == 0 or byte & 7 != 0


@check("TRB-BYT-6")
def tribun_holds_no_slave(byte: int, rules: Rules) -> bool:
    """A tribun holds no slave, unless it may enslave."""
    return byte >> 7 == 0 or byte >> 3 & 7 == 0 or rules.reads("tribun-enslave", "yes")


@check("TRB-BYT-7")
def has_the_slave_property(byte: int, _: Rules) -> bool:
    """A stored unit can hold its slave (a reserved index and a missing primary are other clauses' matter)."""
    unit = UNITS[byte]
    return unit.p <= 0 or holds_slave(unit.p, unit.s)


BYTE_CHECKS = (
    uses_no_reserved_index,
    is_zero_if_empty,
    has_a_primary,
    flag_has_a_primary,
    tribun_holds_no_slave,
    has_the_slave_property,
)


@remembered
def faults_of(byte: int, rules: Rules) -> tuple[str, ...]:
    """The clauses that a stored byte breaks."""
    return tuple(verdict(BYTE_CHECKS, byte, rules)[0])
