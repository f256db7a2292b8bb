"""Moving a unit: alone, leaving its slave free, or as a whole stack."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.games.tribun.patterns import PARTS, PRIMARY, reach
from ludex.games.tribun.position import Position, own_tiles, put
from ludex.games.tribun.question import Question
from ludex.games.tribun.units import EMPTY, UNITS, Unit, glued, normalized, plain
from ludex.games.tribun.words import Move, show_action
from ludex.rules import Rules, check, effect


@check("TRB-MOV-1")
def origin_is_own(q: Question[Move]) -> bool:
    """The side to move has a unit on the origin."""
    return q.is_own(q.action.origin)


@check("TRB-MOV-2")
def part_is_there(q: Question[Move]) -> bool:
    """The secondary pattern needs a slave."""
    return q.action.part == PRIMARY or q.unit(q.action.origin).s > 0


@check("TRB-MOV-3")
def destination_is_empty(q: Question[Move]) -> bool:
    """A unit moves to an empty tile."""
    return q.is_empty(q.action.target)


@check("TRB-MOV-4")
def destination_is_reached(q: Question[Move]) -> bool:
    """The chosen pattern gets there."""
    origin, target, part = q.action
    return target in reach(q.position.board, origin, q.unit(origin), part, q.rules)


CHECKS = (origin_is_own, part_is_there, destination_is_empty, destination_is_reached)


@effect("TRB-MOV-5")
def primary_goes(board: bytes, origin: int, target: int) -> bytes:
    """The primary alone goes; a slave that it held stays behind, free."""
    return with_primary_moved(board, origin, target)


@effect("TRB-MOV-6")
def stack_goes(board: bytes, origin: int, target: int) -> bytes:
    """The whole unit goes, slave and flag with it."""
    return with_stack_moved(board, origin, target)


def played(board: bytes, action: Move, _: Rules) -> bytes:
    """The board after a move."""
    # mechanical: picks by the part of the word between TRB-MOV-5 and TRB-MOV-6
    goes = primary_goes if action.part == PRIMARY else stack_goes
    return goes(board, action.origin, action.target)


def primary_of(unit: Unit) -> Unit:
    """The primary by itself, with the flag if it carries one."""
    return glued(plain(unit.p, 0, unit.color), unit)


def left_behind(unit: Unit, given: int) -> Unit:
    """What stays when a unit gives so much of its primary: normalized, its slave freed if the rest cannot hold it.

    The flag stays only with a primary that stays whole; whoever gives a part of a tribun away is refused before.
    """
    return normalized(plain(unit.p - given, unit.s, unit.color))


def with_primary_moved(board: bytes, origin: int, target: int) -> bytes:
    """The board with a primary moved and its slave, if any, freed."""
    unit = UNITS[board[origin]]
    return put(put(board, origin, left_behind(unit, unit.p)), target, primary_of(unit))


def with_stack_moved(board: bytes, origin: int, target: int) -> bytes:
    """The board with a whole unit moved."""
    return put(put(board, origin, EMPTY), target, UNITS[board[origin]])


def parts_of(unit: Unit) -> tuple[int, ...]:
    """The patterns that a unit can choose from."""
    # mechanical: a unit without a slave has one part; the checks ask the same of a word
    return PARTS if unit.s else PARTS[:1]


def legal(position: Position, rules: Rules) -> Iterator[int]:
    """The word of every move of the side to move."""
    # mechanical: lists what the checks of MOVE let through; tests hold both equal
    board = position.board
    for origin in own_tiles(board, position.turn):
        unit = UNITS[board[origin]]
        for part in parts_of(unit):
            for target in reach(board, origin, unit, part, rules):
                if not board[target]:
                    yield show_action(Move(origin, target, part), rules)
