"""Attacking: one enemy unit, any of one's own units that can, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import NamedTuple

from ludex.games.tribun.moves import left_behind, parts_of, with_primary_moved, with_stack_moved
from ludex.games.tribun.patterns import PRIMARY, aim, reach
from ludex.games.tribun.position import Position, own_tiles, put
from ludex.games.tribun.question import Question
from ludex.games.tribun.units import UNITS, Unit, glued, holds_slave, plain, rounded_height
from ludex.games.tribun.words import AttackTribun, Damage, Enslave, Kill, Liberate, show_action
from ludex.rules import Rules, check, effect, relation


class Attacker(NamedTuple):
    """A unit that can attack a target: its tile, and the strength of each part that can."""

    cid: int
    strengths: Mapping[int, int]

    @property
    def best(self) -> int:
        """The larger strength; both parts are never used together."""
        return max(self.strengths.values())


@relation("TRB-ATK-4")
def strength(unit: Unit, part: int) -> int:
    """A part attacks with its own height."""
    return unit.p if part == PRIMARY else unit.s


def _strengths_against(board: bytes, cid: int, target: int, rules: Rules) -> dict[int, int]:
    # mechanical: picks the parts that attack; TRB-ATK-3 asks whether there is one, TRB-KIL-6 and TRB-ENS-6 add them up
    unit = UNITS[board[cid]]
    return {part: strength(unit, part) for part in parts_of(unit) if target in aim(board, cid, unit, part, rules)}


@relation("TRB-ATK-3")
def attackers(board: bytes, target: int, color: int, rules: Rules) -> tuple[Attacker, ...]:
    """The units of a colour that can attack what stands on a tile."""
    found = (Attacker(cid, _strengths_against(board, cid, target, rules)) for cid in own_tiles(board, color))
    return tuple(attacker for attacker in found if attacker.strengths)


@relation("TRB-ATK-5")
def damages(height: int, band: tuple[Attacker, ...]) -> tuple[int, ...]:
    """What any of the attackers together, at least one, can take from a primary of this height."""
    sums = {0}
    for _, strengths in band:
        sums |= {min(height, total + part) for total in sums for part in strengths.values()}
    return tuple(sorted(sums - {0}))


def full_strength(band: Iterable[Attacker], mover: int, moving: int) -> int:
    """The most that an attack can bring in which one unit attacks with a given strength (0 if it cannot)."""
    # mechanical: adds up for TRB-KIL-6 and TRB-ENS-6, which compare; the mover counts once
    return moving + sum(attacker.best for attacker in band if attacker.cid != mover)


def _band(
    q: Question[Kill] | Question[Liberate] | Question[Damage] | Question[Enslave],
) -> tuple[Attacker, ...]:
    return attackers(q.position.board, q.action.target, q.position.turn, q.rules)


@check("TRB-ATK-1")
def target_is_enemy(q: Question[Kill]) -> bool:
    """Only an enemy unit is attacked."""
    return q.is_enemy(q.action.target)


@check("TRB-ATK-2")
def target_is_no_tribun(q: Question[Kill]) -> bool:
    """Attacking a tribun is another word."""
    return not q.unit(q.action.target).tribun


# Kill


@check("TRB-KIL-1")
def killer_is_own(q: Question[Kill]) -> bool:
    """The mover is a unit of the side to move."""
    return q.is_own(q.action.mover)


@check("TRB-KIL-2")
def killer_has_the_part(q: Question[Kill]) -> bool:
    """The secondary pattern needs a slave."""
    return q.action.part == PRIMARY or q.unit(q.action.mover).s > 0


@check("TRB-KIL-3")
def killer_takes_part(q: Question[Kill]) -> bool:
    """The mover attacks the target with the part that is named."""
    mover, target, part = q.action
    return target in aim(q.position.board, mover, q.unit(mover), part, q.rules)


@check("TRB-KIL-4")
def killer_may_move_in(q: Question[Kill]) -> bool:
    """The mover can go to the target, counted as empty, with that part (or attacking it is enough)."""
    mover, target, part = q.action
    return may_move_in(q.position.board, mover, q.unit(mover), part, target, "kill-mover", q.rules)


def may_move_in(board: bytes, mover: int, unit: Unit, part: int, target: int, entry: str, rules: Rules) -> bool:
    """Whether a part gets to the target, or attacking it suffices by the reading of this entry."""
    return target in reach(board, mover, unit, part, rules) or rules.reads(entry, "attack")


@check("TRB-KIL-5")
def killed_holds_no_slave(q: Question[Kill]) -> bool:
    """A slave would be freed, and its tile not empty."""
    return q.unit(q.action.target).s == 0


@check("TRB-KIL-6")
def kill_is_strong_enough(q: Question[Kill]) -> bool:
    """The mover with its part, and all others with their best, bring the target to nothing."""
    mover, target, part = q.action
    q.unit(mover)
    moving = _strengths_against(q.position.board, mover, target, q.rules).get(part, 0)
    return full_strength(_band(q), mover, moving) >= q.unit(target).p


KILL_CHECKS = (
    target_is_enemy,
    target_is_no_tribun,
    killer_is_own,
    killer_has_the_part,
    killer_takes_part,
    killer_may_move_in,
    killed_holds_no_slave,
    kill_is_strong_enough,
)


@effect("TRB-KIL-7")
def moves_in(board: bytes, action: Kill, _: Rules) -> bytes:
    """The mover takes the tile, alone or as a whole stack."""
    moved = with_primary_moved if action.part == PRIMARY else with_stack_moved
    return moved(board, action.mover, action.target)


# Liberate


@check("TRB-LIB-1")
def target_holds_a_slave(q: Question[Liberate]) -> bool:
    """Only a slave can be freed."""
    return q.unit(q.action.target).s > 0


@check("TRB-LIB-2")
def attack_breaks_the_stack(q: Question[Liberate]) -> bool:
    """The strongest attack leaves a primary that is gone, or that cannot hold its slave."""
    unit = q.unit(q.action.target)
    return breaks(unit, _band(q))


def breaks(unit: Unit, band: tuple[Attacker, ...]) -> bool:
    """Whether an attack brings the primary of a unit to nothing, or below what its slave needs."""
    lefts = [unit.p - damage for damage in effective_damages(unit.p, band)]
    return any(left == 0 or not holds_slave(left, unit.s) for left in lefts)


LIBERATE_CHECKS = (target_is_enemy, target_is_no_tribun, target_holds_a_slave, attack_breaks_the_stack)


@effect("TRB-LIB-3")
def slave_goes_free(board: bytes, action: Liberate, _: Rules) -> bytes:
    """The slave stands free on its tile; nobody moves in."""
    unit = UNITS[board[action.target]]
    return put(board, action.target, left_behind(unit, unit.p))


# Damage


@check("TRB-DMG-1")
def damage_leaves_something(q: Question[Damage]) -> bool:
    """Damage is less than the primary."""
    return q.action.amount < q.unit(q.action.target).p


@check("TRB-DMG-2")
def damage_can_be_brought(q: Question[Damage]) -> bool:
    """Some attackers bring the primary to exactly this height, after rounding."""
    p = q.unit(q.action.target).p
    return q.action.amount in effective_damages(p, _band(q))


def effective_damages(p: int, band: tuple[Attacker, ...]) -> set[int]:
    """What a primary can lose to these attackers, rounding included."""
    return {p - rounded_height(p - damage) for damage in damages(p, band)}


@check("TRB-DMG-3")
def damaged_holds_its_slave(q: Question[Damage]) -> bool:
    """What is left still holds the slave."""
    unit = q.unit(q.action.target)
    return holds_slave(unit.p - q.action.amount, unit.s)


DAMAGE_CHECKS = (
    target_is_enemy,
    target_is_no_tribun,
    damage_leaves_something,
    damage_can_be_brought,
    damaged_holds_its_slave,
)


@effect("TRB-DMG-4")
def primary_is_lowered(board: bytes, action: Damage, _: Rules) -> bytes:
    """The primary loses the damage; nothing else changes."""
    unit = UNITS[board[action.target]]
    return put(board, action.target, unit._replace(p=unit.p - action.amount))


# Enslave


@check("TRB-ENS-1")
def enslaver_is_own(q: Question[Enslave]) -> bool:
    """The mover is a unit of the side to move."""
    return q.is_own(q.action.mover)


@check("TRB-ENS-2")
def enslaved_is_no_tribun(q: Question[Enslave]) -> bool:
    """A tribun is never enslaved."""
    return not q.unit(q.action.target).tribun


@check("TRB-ENS-3")
def enslaved_holds_no_slave(q: Question[Enslave]) -> bool:
    """Who holds a slave cannot become one."""
    return q.unit(q.action.target).s == 0


@check("TRB-ENS-4")
def enslaver_takes_part(q: Question[Enslave]) -> bool:
    """The mover attacks the target with its primary pattern."""
    mover, target = q.action
    return target in aim(q.position.board, mover, q.unit(mover), PRIMARY, q.rules)


@check("TRB-ENS-5")
def enslaver_may_move_in(q: Question[Enslave]) -> bool:
    """Attacking the target is enough to move onto it (or the primary must be able to go there)."""
    mover, target = q.action
    return may_move_in(q.position.board, mover, q.unit(mover), PRIMARY, target, "enslave-mover", q.rules)


@check("TRB-ENS-6")
def enslaving_is_strong_enough(q: Question[Enslave]) -> bool:
    """The mover's primary, and all others with their best, bring the target to nothing."""
    mover, target = q.action
    q.unit(mover)
    moving = _strengths_against(q.position.board, mover, target, q.rules).get(PRIMARY, 0)
    return full_strength(_band(q), mover, moving) >= q.unit(target).p


@check("TRB-ENS-7")
def enslaver_can_hold(q: Question[Enslave]) -> bool:
    """The mover's primary can hold the target as its slave."""
    return holds_slave(q.unit(q.action.mover).p, q.unit(q.action.target).p)


@check("TRB-ENS-8")
def enslaver_is_no_tribun(q: Question[Enslave]) -> bool:
    """A tribun does not enslave (or its reading lets it)."""
    return may_enslave(q.unit(q.action.mover), q.rules)


def may_enslave(unit: Unit, rules: Rules) -> bool:
    """Whether the flag keeps a unit from enslaving."""
    return not unit.tribun or rules.reads("tribun-enslave", "yes")


ENSLAVE_CHECKS = (
    target_is_enemy,
    enslaver_is_own,
    enslaved_is_no_tribun,
    enslaved_holds_no_slave,
    enslaver_takes_part,
    enslaver_may_move_in,
    enslaving_is_strong_enough,
    enslaver_can_hold,
    enslaver_is_no_tribun,
)


@effect("TRB-ENS-9")
def enslaves(board: bytes, action: Enslave, _: Rules) -> bytes:
    """The mover's primary stands on the target, which is now its slave; a slave of its own stays behind, free."""
    mover, target = UNITS[board[action.mover]], UNITS[board[action.target]]
    stack = glued(plain(mover.p, target.p, mover.color), mover)
    return put(put(board, action.mover, left_behind(mover, mover.p)), action.target, stack)


# Attack on the tribun


@check("TRB-TRI-1")
def target_is_enemy_tribun(q: Question[AttackTribun]) -> bool:
    """The target is the tribun of the opponent."""
    return q.is_enemy(q.action.target) and q.unit(q.action.target).tribun


@check("TRB-TRI-2")
def attacker_is_own(q: Question[AttackTribun]) -> bool:
    """The attacker is a unit of the side to move."""
    return q.is_own(q.action.attacker)


@check("TRB-TRI-3")
def attacker_reaches_tribun(q: Question[AttackTribun]) -> bool:
    """The attacker attacks the target with either part."""
    attacker, target, _ = q.action
    unit = q.unit(attacker)
    return any(target in aim(q.position.board, attacker, unit, part, q.rules) for part in parts_of(unit))


@check("TRB-TRI-4")
def winner_is_the_attacker(q: Question[AttackTribun]) -> bool:
    """The word names the side to move as the winner."""
    return q.action.winner == q.position.turn


TRIBUN_CHECKS = (target_is_enemy_tribun, attacker_is_own, attacker_reaches_tribun, winner_is_the_attacker)


# What the side to move may do


def _targets(position: Position, rules: Rules) -> dict[int, tuple[Attacker, ...]]:
    """Every enemy unit that can be attacked, with those who can attack it."""
    # mechanical: collects for the list what TRB-ATK-1 and TRB-ATK-3 let through; tests hold both equal
    board, found = position.board, dict[int, dict[int, dict[int, int]]]()
    for cid in own_tiles(board, position.turn):
        unit = UNITS[board[cid]]
        for part in parts_of(unit):
            for target in aim(board, cid, unit, part, rules):
                if board[target] and board[target] >> 6 & 1 != position.turn:
                    found.setdefault(target, {}).setdefault(cid, {})[part] = strength(unit, part)
    return {target: tuple(Attacker(*one) for one in band.items()) for target, band in found.items()}


Attack = Kill | Liberate | Damage | Enslave | AttackTribun


def legal(position: Position, rules: Rules) -> Iterator[int]:
    """The word of every attack of the side to move."""
    return (show_action(attack, rules) for attack in _attacks(position, rules))


def _attacks(position: Position, rules: Rules) -> Iterator[Attack]:
    # mechanical: lists what the checks of each attack let through; tests hold both equal
    for target, band in _targets(position, rules).items():
        unit = UNITS[position.board[target]]
        if unit.tribun:
            yield from (AttackTribun(attacker.cid, target, position.turn) for attacker in band)
            continue
        for amount in sorted(effective_damages(unit.p, band)):
            if amount < unit.p and holds_slave(unit.p - amount, unit.s):
                yield Damage(target, amount)
        if unit.s == 0:
            yield from chain(
                _kills(position.board, target, band, rules), _enslavings(position.board, target, band, rules)
            )
        elif breaks(unit, band):
            yield Liberate(target)


def _kills(board: bytes, target: int, band: tuple[Attacker, ...], rules: Rules) -> Iterator[Kill]:
    # mechanical: lists what the checks of KILL let through; tests hold both equal
    for mover, strengths in band:
        for part, moving in strengths.items():
            if full_strength(band, mover, moving) >= UNITS[board[target]].p:
                unit = UNITS[board[mover]]
                if may_move_in(board, mover, unit, part, target, "kill-mover", rules):
                    yield Kill(mover, target, part)


def _enslavings(board: bytes, target: int, band: tuple[Attacker, ...], rules: Rules) -> Iterator[Enslave]:
    # mechanical: lists what the checks of ENSLAVE let through; tests hold both equal
    height = UNITS[board[target]].p
    for mover, strengths in band:
        unit = UNITS[board[mover]]
        if (
            PRIMARY in strengths
            and full_strength(band, mover, strengths[PRIMARY]) >= height
            and holds_slave(unit.p, height)
            and may_enslave(unit, rules)
            and may_move_in(board, mover, unit, PRIMARY, target, "enslave-mover", rules)
        ):
            yield Enslave(mover, target)
