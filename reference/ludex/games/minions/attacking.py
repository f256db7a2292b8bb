"""Attacking: who may attack whom, what an attack does, and who is destroyed at the end of the tick."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ludex.games.minions.board import WON, Board, Unit, flagged, units_of, with_more, with_unit
from ludex.games.minions.hexes import distance
from ludex.games.minions.pairs import OPPONENT
from ludex.games.minions.phases import IN_THE_ATTACK_PHASE, acted
from ludex.games.minions.position import Position, with_board
from ludex.games.minions.question import Check, Question, holds_for_each
from ludex.rules import Impossible, Moot, Rules, check, effect, relation

Attacks = tuple[tuple[int, int], ...]


# What each attack of a tick is asked


@check("MIN-ATK-1")
def own_units_attack(q: Question) -> bool:
    """A unit of the side to move makes each attack."""
    return holds_for_each(q, lambda q, here, _: q.own_on(here) is not None)


@check("MIN-ATK-2")
def enemies_are_attacked(q: Question) -> bool:
    """An enemy stands on each hex that is attacked."""
    return holds_for_each(q, lambda q, _, there: q.enemy_on(there) is not None)


def is_in_range(unit: Unit, here: int, there: int) -> bool:
    """Whether a hex is no farther from a unit than its range."""
    return distance(here, there) <= unit.kind.range


@check("MIN-ATK-3")
def targets_are_in_range(q: Question) -> bool:
    """A target is no farther than the range of its attacker."""
    return holds_for_each(q, lambda q, here, there: is_in_range(q.own(here), here, there))


def _has_attacks_left(q: Question, here: int, _: int) -> bool:
    unit = q.own(here)
    made_now = sum(attacker == here for attacker, _ in q.action.pairs)
    return unit.attacks + made_now <= unit.kind.attacks_a_turn


@check("MIN-ATK-4")
def attackers_have_attacks_left(q: Question) -> bool:
    """A unit makes no more attacks in a turn than its kind of attack allows."""
    return holds_for_each(q, _has_attacks_left)


def may_attack_after(unit: Unit, rules: Rules) -> bool:
    """Whether what a unit has moved in this turn leaves it its attack."""
    # mechanical: MIN-ATK-5 asks it, and the list of attacks with it
    if unit.moved == 0:
        return True
    return rules.reads("move-then-attack", "unless-lumbering") and not unit.kind.has("lumbering")


@check("MIN-ATK-5")
def attackers_may_have_moved(q: Question) -> bool:
    """A unit that has moved attacks only if that is allowed, and a lumbering one never."""
    return holds_for_each(q, lambda q, here, _: may_attack_after(q.own(here), q.rules))


def may_be_touched(attacker: Unit, target: Unit, rules: Rules) -> bool:
    """Whether an attack may be aimed at a unit: deathtouch at a necromancer is an open point."""
    # mechanical: MIN-ATK-6 asks it, and the list of attacks with it
    if attacker.kind.attack != "deathtouch" or target.kind.rank is None:
        return True
    return rules.reads("deathtouch-necromancer", "no-effect")


def _is_touchable(q: Question, here: int, there: int) -> bool:
    # mechanical: only says moot where no enemy stands; MIN-ATK-6 asks it
    attacker, target = q.own(here), q.enemy_on(there)
    if target is None:
        raise Moot
    return may_be_touched(attacker, target, q.rules)


@check("MIN-ATK-6")
def necromancers_are_not_touched(q: Question) -> bool:
    """Deathtouch is not aimed at a necromancer, where that is illegal."""
    return holds_for_each(q, _is_touchable)


@check("MIN-TIC-5")
def attacks_come_singly(q: Question) -> bool:
    """One attack is a tick, unless attacks may share one."""
    return len(q.action.pairs) == 1 or q.rules.reads("tick", "many-attacks")


CHECKS: tuple[Check, ...] = (
    *IN_THE_ATTACK_PHASE,
    own_units_attack,
    enemies_are_attacked,
    targets_are_in_range,
    attackers_have_attacks_left,
    attackers_may_have_moved,
    necromancers_are_not_touched,
    attacks_come_singly,
)


# What a tick of attacks does


@relation("MIN-DMG-1")
def normal_damage(attacker: Unit) -> int:
    """A normal attack does the damage of its value."""
    return attacker.kind.value


@relation("MIN-DMG-2")
def flurry_damage(attacker: Unit) -> int:
    """Each attack of a flurry does one point of damage."""
    return int(attacker.kind.attack == "flurry")


@relation("MIN-DMG-3")
def unsummoning_damage(target: Unit) -> int:
    """To unsummon a persistent unit does one point of damage to it."""
    return int(target.kind.has("persistent"))


def damage_of(attacker: Unit, target: Unit) -> int:
    """The damage that one attack does."""
    # mechanical: picks by kind of attack among MIN-DMG-1 to MIN-DMG-3, which say how much
    if attacker.kind.attack == "normal":
        return normal_damage(attacker)
    if attacker.kind.attack == "flurry":
        return flurry_damage(attacker)
    return unsummoning_damage(target) if attacker.kind.attack == "unsummon" else 0


@effect("MIN-DMG-4")
def damaged(unit: Unit, damage: int) -> Unit:
    """Damage adds up within a turn."""
    return unit._replace(damage=unit.damage + damage)


@effect("MIN-ATK-7")
def having_attacked(unit: Unit) -> Unit:
    """Each attack is noted with its attacker."""
    return unit._replace(attacks=unit.attacks + 1)


@relation("MIN-DTH-1")
def beaten(board: Board) -> tuple[int, ...]:
    """The units whose damage reaches their defense at the end of a tick."""
    return tuple(hex_ for hex_, unit in enumerate(board.cells) if unit and unit.damage >= unit.kind.defense)


@relation("MIN-DTH-2")
def touched(board: Board, attacks: Attacks) -> tuple[int, ...]:
    """The targets that deathtouch destroys: any but necromancers."""
    return tuple(
        there
        for here, there in attacks
        if _unit(board, here).kind.attack == "deathtouch" and _unit(board, there).kind.rank is None
    )


@effect("MIN-UNS-1")
def unsummoned(board: Board, attacks: Attacks, dead: tuple[int, ...]) -> Board:
    """Unsummoned units go to their owner's zone of this board, whole; those that persist or are dead do not."""
    for hex_ in {there for here, there in attacks if _unit(board, here).kind.attack == "unsummon"}.difference(dead):
        unit = _unit(board, hex_)
        if not unit.kind.has("persistent"):
            board = with_more(with_unit(board, hex_, None), unit.side, (unit.kind,))
    return board


@effect("MIN-DTH-3")
def rebated(position: Position, unit: Unit, rules: Rules) -> Position:
    """The owner of a destroyed unit gets its rebate, at once or when its turn comes."""
    rebate = unit.kind.rebate
    if rebate and rules.reads("rebate-time", "at-once"):
        return replace(position, money=position.money.having(unit.side, position.money.of(unit.side) + rebate))
    return replace(position, owed=position.owed.having(unit.side, position.owed.of(unit.side) + rebate))


@effect("MIN-DTH-4")
def board_won(board: Board, destroyed: Unit) -> Board:
    """To destroy an enemy necromancer wins the board; it counts at the end of the turn."""
    return board if destroyed.kind.rank is None else flagged(board, WON)


def _unit(board: Board, hex_: int) -> Unit:
    unit = board.cells[hex_]
    if unit is None:
        raise Impossible("an attack joins two units")
    return unit


def _hit(board: Board, here: int, there: int) -> Board:
    """One attack: it is noted, and its damage done."""
    attacker, target = _unit(board, here), _unit(board, there)
    board = with_unit(board, here, having_attacked(attacker))
    return with_unit(board, there, damaged(target, damage_of(attacker, target)))


def after_attack(q: Question) -> Position:
    """The position after a tick of attacks: unsummoned units are gone when deaths are counted at its end."""
    board, attacks = q.board, q.action.pairs
    for here, there in attacks:
        board = _hit(board, here, there)
    dead = touched(board, attacks)
    board = unsummoned(board, attacks, dead)
    position = acted(q, board)
    for hex_ in {*dead, *beaten(board)}:
        position = _buried(position, q, hex_)
    return position


def _buried(position: Position, q: Question, hex_: int) -> Position:
    unit = _unit(q.board, hex_)
    board = with_unit(position.boards[q.index], hex_, None)
    position = with_board(position, q.index, board_won(board, unit))
    return rebated(position, unit, q.rules)


# The list of single attacks


def single_attacks(board: Board, side: str, rules: Rules) -> Iterator[tuple[int, int]]:
    """The attacks of one unit that a board allows in its attack phase."""
    # mechanical: lists what the checks of an attack let through; tests hold both equal
    enemies = tuple(units_of(board, OPPONENT[side]))
    for here, unit in units_of(board, side):
        if unit.attacks < unit.kind.attacks_a_turn:
            for there, target in enemies:
                if (
                    is_in_range(unit, here, there)
                    and may_attack_after(unit, rules)
                    and may_be_touched(unit, target, rules)
                ):
                    yield here, there
