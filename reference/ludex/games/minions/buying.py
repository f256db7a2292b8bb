"""Buying units and spawning them on one board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ludex.games.minions.board import SPAWNED, Board, Unit, flagged, units_of, with_more, with_unit, without
from ludex.games.minions.hexes import neighbours
from ludex.games.minions.phases import IN_THE_SPAWN_PHASE, acted, spawn_phase_begun
from ludex.games.minions.position import TECHED_NOW, UNLOCKED, Position
from ludex.games.minions.question import Check, Question
from ludex.games.minions.table import Kind, table_of
from ludex.rules import Rules, check, effect


def is_for_sale(position: Position, kind: Kind, rules: Rules) -> bool:
    """Whether the side to move may buy units of a kind: basic ones, and those that it has teched."""
    # mechanical: MIN-PUR-1 asks it, and the list of purchases with it
    if kind.card is None:
        return kind.rank is None
    if kind not in position.cards:
        return False
    sign = position.tech.of(position.side)[position.cards.index(kind)]
    return sign in UNLOCKED and (sign != TECHED_NOW or rules.reads("new-tech", "at-once"))


@check("MIN-PUR-1")
def unit_is_for_sale(q: Question) -> bool:
    """A unit that is bought is basic or unlocked, and no necromancer."""
    return is_for_sale(q.position, q.kind, q.rules)


@check("MIN-PUR-2")
def unit_is_affordable(q: Question) -> bool:
    """Nobody spends more money than there is."""
    return q.kind.cost <= q.position.money.of(q.side)


def purchases_are_open(board: Board, rules: Rules) -> bool:
    """Whether units may still be bought for a board."""
    return SPAWNED not in board.flags or rules.reads("purchase", "interleaved")


@check("MIN-PUR-3")
def nothing_was_spawned(q: Question) -> bool:
    """Where purchases come first, nothing is bought for a board once a unit was spawned there."""
    return purchases_are_open(q.board, q.rules)


BUY_CHECKS: tuple[Check, ...] = (*IN_THE_SPAWN_PHASE, unit_is_for_sale, unit_is_affordable, nothing_was_spawned)


@effect("MIN-PUR-4")
def delivered(board: Board, side: str, kind: Kind) -> Board:
    """A unit that is bought goes to the zone of the board that it is bought for."""
    return with_more(board, side, (kind,))


@effect("MIN-PUR-5")
def paid(position: Position, price: int) -> Position:
    """The side to move pays, from the one purse of all boards."""
    return replace(position, money=position.money.having(position.side, position.money.of(position.side) - price))


def after_buy(q: Question) -> Position:
    """The position after a purchase."""
    board = spawn_phase_begun(q.board)
    position = acted(q, delivered(board, q.side, q.kind))
    return paid(position, q.kind.cost)


@check("MIN-SPN-1")
def unit_waits_in_the_zone(q: Question) -> bool:
    """A unit that is spawned waits in its side's zone of that board."""
    return q.kind in q.board.zones.of(q.side)


@check("MIN-SPN-2")
def hex_is_empty(q: Question) -> bool:
    """A unit is spawned on an empty hex."""
    return q.board.cells[q.action.to] is None


def _spawns(unit: Unit, rules: Rules) -> bool:
    return unit.kind.has("spawn") and (not unit.spawned or rules.reads("spawn-chain", "yes"))


def spawning_hexes(board: Board, side: str, rules: Rules) -> set[int]:
    """The hexes next to a unit of a side that can spawn."""
    # mechanical: MIN-SPN-3 asks it, and the list of spawns with it
    return {near for hex_, unit in units_of(board, side) if _spawns(unit, rules) for near in neighbours(hex_)}


@check("MIN-SPN-3")
def a_spawner_is_near(q: Question) -> bool:
    """A unit is spawned next to a friendly unit that can spawn."""
    return q.action.to in spawning_hexes(q.board, q.side, q.rules)


def may_spawn_on(board: Board, kind: Kind, hex_: int, rules: Rules) -> bool:
    """Whether the ground of a hex can carry a new unit."""
    return hex_ not in board.map.water or kind.has("flying") or rules.reads("spawn-on-water", "anyone")


@check("MIN-SPN-4")
def ground_carries(q: Question) -> bool:
    """Only flyers are spawned on water, where others may not be."""
    return may_spawn_on(q.board, q.kind, q.action.to, q.rules)


SPAWN_CHECKS: tuple[Check, ...] = (
    *IN_THE_SPAWN_PHASE,
    unit_waits_in_the_zone,
    hex_is_empty,
    a_spawner_is_near,
    ground_carries,
)


@effect("MIN-SPN-5")
def spawned(board: Board, side: str, kind: Kind, hex_: int) -> Board:
    """A spawned unit leaves the zone and stands on its hex; nothing more is bought first."""
    zones = board.zones.having(side, without(board.zones.of(side), kind))
    placed = with_unit(replace(board, zones=zones), hex_, Unit(kind, side, spawned=True))
    return flagged(placed, SPAWNED)


def after_spawn(q: Question) -> Position:
    """The position after a unit was spawned."""
    board = spawn_phase_begun(q.board)
    return acted(q, spawned(board, q.side, q.kind, q.action.to))


# The lists


def purchases(position: Position, board: Board, rules: Rules) -> Iterator[Kind]:
    """The units that can be bought for a board in its spawn phase."""
    # mechanical: lists what the checks of a purchase let through; tests hold both equal
    money = position.money.of(position.side)
    for kind in table_of(rules).letters.values():
        if kind.cost <= money and purchases_are_open(board, rules) and is_for_sale(position, kind, rules):
            yield kind


def spawns(board: Board, side: str, rules: Rules) -> Iterator[tuple[Kind, int]]:
    """The units that can be spawned on a board in its spawn phase, with the hexes for each."""
    # mechanical: lists what the checks of a spawn let through; tests hold both equal
    for kind in dict.fromkeys(board.zones.of(side)):
        for hex_ in sorted(spawning_hexes(board, side, rules)):
            if board.cells[hex_] is None and may_spawn_on(board, kind, hex_, rules):
                yield kind, hex_
