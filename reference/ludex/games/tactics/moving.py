"""Moving one unit by one tile, by itself or as the first half of a MOVE_AND_ATTACK."""

from __future__ import annotations

from dataclasses import replace

from ludex.games.tactics.aiming import position_is_given, position_is_on_board
from ludex.games.tactics.board import Tile, neighbours
from ludex.games.tactics.choosing import movers, named_mover, the_one
from ludex.games.tactics.question import Question
from ludex.games.tactics.state import Position, Unit, living, put, unit_of
from ludex.rules import Rules, check, effect


def is_occupied(position: Position, tile: Tile, rules: Rules) -> bool:
    """Whether a unit is in the way on a tile; the dead are in the way only by a reading."""
    # mechanical: TAC-MOV-1 asks it, and the list of steps with it
    there = tuple([unit for unit in position.units if unit.tile == tile])
    return bool(there) and (bool(living(there)) or rules.reads("dead-blocks", "yes"))


@check("TAC-MOV-1")
def tile_is_free(q: Question) -> bool:
    """Nobody is in the way on the target tile."""
    return not is_occupied(q.position, q.tile(), q.rules)


@check("TAC-MOV-2")
def is_one_step(q: Question) -> bool:
    """The step is one tile, straight, for a unit of the player that is alive, or for the one that is named."""
    named = named_mover(q)
    return bool(movers(q)) if named is None else named.tile in neighbours(q.tile())


@check("TAC-MOV-3")
def mover_is_own(q: Question) -> bool:
    """The mover is the player's own; where there is none, an enemy one step away is whom this is about."""
    named = named_mover(q)
    if named is not None:
        return q.is_own(named)
    return bool(movers(q)) or all(map(q.is_own, q.anybody_beside(q.tile())))


@check("TAC-MOV-4")
def mover_is_alive(q: Question) -> bool:
    """The mover is alive; where there is none, a dead unit one step away is whom this is about."""
    named = named_mover(q)
    if named is not None:
        return q.is_alive(named)
    return bool(movers(q)) or all(map(q.is_alive, q.anybody_beside(q.tile())))


@check("TAC-MOV-5")
def mover_is_unique(q: Question) -> bool:
    """No two units could make the step."""
    return len(movers(q)) <= 1


@check("TAC-MOV-6")
def names_no_unit(q: Question) -> bool:
    """A MOVE names no unit."""
    return q.action.unit is None or not q.rules.reads("move-target-id", "reject")


@check("TAC-MOV-7")
def named_mover_exists(q: Question) -> bool:
    """The unit that a MOVE selects by name is there."""
    if q.action.unit is None or not q.rules.reads("move-target-id", "selects"):
        return True
    return unit_of(q.position, q.action.unit) is not None


@check("TAC-TRN-5")
def has_not_moved(q: Question) -> bool:
    """Where moves are limited, nobody has moved in this turn, or those in question have not: all have, or none."""
    already = q.position.spent.moved
    if not already or q.rules.reads("turn-limits", "none"):
        return True
    if q.rules.reads("turn-limits", "once-per-turn"):
        return False
    stepping = movers(q)
    return not stepping or stepping[0].id not in already


STEP_CHECKS = (
    position_is_given,
    position_is_on_board,
    tile_is_free,
    is_one_step,
    mover_is_own,
    mover_is_alive,
    mover_is_unique,
    has_not_moved,
)

CHECKS = (names_no_unit, named_mover_exists, *STEP_CHECKS)


@effect("TAC-MOV-8")
def stepped(position: Position, mover: Unit, tile: Tile) -> Position:
    """The mover stands on the target tile, and nothing else is changed."""
    return put(position, mover._replace(tile=tile))


@effect("TAC-TRN-8")
def moved_noted(position: Position, mover: Unit) -> Position:
    """The mover has moved in this turn."""
    spent = position.spent
    return replace(position, spent=spent._replace(moved=spent.moved | {mover.id}))


def after_move(q: Question) -> Position:
    """The position after a step."""
    mover = the_one(movers(q))
    noted = moved_noted(q.position, mover)
    return stepped(noted, mover, q.tile())
