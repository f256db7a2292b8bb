"""Who acts: an action names no acting unit, so it is found by where the units stand."""

from __future__ import annotations

from ludex.games.tactics.actions import MOVE, MOVE_AND_ATTACK
from ludex.games.tactics.board import Tile, neighbours
from ludex.games.tactics.question import Question
from ludex.games.tactics.state import Unit
from ludex.rules import Impossible, Moot, relation


def named_mover(q: Question) -> Unit | None:
    """The unit that a MOVE selects by name, where a name selects; none where the mover is inferred."""
    # mechanical: reads the name for TAC-SEL-1 and the checks of the step, which decide by it
    if q.action.type != MOVE or q.action.unit is None or not q.rules.reads("move-target-id", "selects"):
        return None
    return q.target()


@relation("TAC-SEL-1")
def movers(q: Question) -> tuple[Unit, ...]:
    """The units that the step could be meant for."""
    able = q.own_beside(q.tile())
    named = named_mover(q)
    if named is not None:
        return tuple(unit for unit in able if unit == named)
    return told_apart_by_attack(q, still_to_move(q, able))


def still_to_move(q: Question, able: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """Where a unit moves once a turn, those that have not moved; all of them where that leaves nobody."""
    # mechanical: the second case of TAC-SEL-1, whose relation movers alone asks it
    moved, rules = q.position.spent.moved, q.rules
    return tuple(u for u in able if u.id not in moved or not rules.reads("turn-limits", "once-per-unit")) or able


def told_apart_by_attack(q: Question, able: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """The one of the movers after whose step there is exactly one attacker, if that is asked; else all."""
    # mechanical: the last case of TAC-SEL-1, whose relation movers alone asks it
    if q.action.type != MOVE_AND_ATTACK or not q.rules.reads("attacker-after-move", "any-unique"):
        return able
    try:
        fitting = tuple(unit for unit in able if len(strikers_after(q, unit)) == 1)
    except Moot:
        return able
    return fitting if len(fitting) == 1 and q.rules.reads("move-attack-inference", "whole") else able


def the_one(units: tuple[Unit, ...]) -> Unit:
    """The one unit in question, once the checks have found that there is just one."""
    if len(units) != 1:
        raise Impossible(f"{len(units)} units are in question for a valid action")
    return units[0]


@relation("TAC-SEL-2")
def strikers(q: Question) -> tuple[Unit, ...]:
    """The units that an ATTACK could come from."""
    return q.own_beside(q.target().tile)


def target_tile_after(q: Question, stepping: Unit) -> Tile:
    """Where the target stands after the step: on the destination, if it is itself the one that steps."""
    # mechanical: says where to look for TAC-SEL-3, TAC-SEL-1 and TAC-MAT-2
    return q.tile() if stepping == q.target() else q.target().tile


def arrives(q: Question, stepping: Unit) -> bool:
    """Whether this unit stands next to the target after its step."""
    return q.tile() in neighbours(target_tile_after(q, stepping))


def strikers_after(q: Question, stepping: Unit) -> tuple[Unit, ...]:
    """The units that could attack once this one has made the step, itself first."""
    # mechanical: TAC-SEL-3 and TAC-SEL-1 ask it for each mover
    here = (stepping,) if arrives(q, stepping) else ()
    if q.rules.reads("attacker-after-move", "mover-alone"):
        return here
    return here + tuple([unit for unit in q.own_beside(target_tile_after(q, stepping)) if unit != stepping])


@relation("TAC-SEL-3")
def strikers_of_combined(q: Question) -> tuple[Unit, ...]:
    """The units that the attack of a MOVE_AND_ATTACK could come from, whoever steps; moot where nobody does."""
    able = [unit for stepping in who_steps(q) for unit in strikers_after(q, stepping)]
    return tuple(dict.fromkeys(able))


def who_steps(q: Question) -> tuple[Unit, ...]:
    """The movers; what is asked of a step that nobody can make is moot."""
    # mechanical: only says moot where TAC-SEL-1 has nobody in question
    stepping = movers(q)
    if not stepping:
        raise Moot
    return stepping
