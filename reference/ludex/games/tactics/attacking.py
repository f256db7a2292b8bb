"""Attacking an enemy unit on the next tile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ludex.games.tactics.aiming import (
    position_is_given,
    position_is_on_board,
    position_is_the_targets,
    target_exists,
    target_is_alive,
    target_is_enemy,
    unit_is_given,
)
from ludex.games.tactics.choosing import strikers, the_one
from ludex.games.tactics.question import Question
from ludex.games.tactics.state import Position, Unit, put, unit_of
from ludex.games.tactics.turns import decided
from ludex.rules import Impossible, Rules, check, effect


@check("TAC-ATK-1")
def is_adjacent(q: Question) -> bool:
    """A unit of the player that is alive stands next to the target."""
    return bool(strikers(q))


@check("TAC-ATK-2")
def attacker_is_own(q: Question) -> bool:
    """The attacker is the player's own; where there is none, an enemy next to the target is whom this is about."""
    return bool(strikers(q)) or all(map(q.is_own, q.anybody_beside(q.target().tile)))


@check("TAC-ATK-3")
def attacker_is_alive(q: Question) -> bool:
    """The attacker is alive; where there is none, a dead unit next to the target is whom this is about."""
    return bool(strikers(q)) or all(map(q.is_alive, q.anybody_beside(q.target().tile)))


@check("TAC-ATK-4")
def attacker_is_unique(q: Question) -> bool:
    """No two units could attack."""
    return len(strikers(q)) <= 1


@check("TAC-TRN-6")
def has_not_attacked(q: Question) -> bool:
    """Where attacks are limited, nobody has attacked in this turn, or the one attacker has not."""
    return is_fresh(q, strikers)


def is_fresh(q: Question, candidates: Callable[[Question], tuple[Unit, ...]]) -> bool:
    """Whether one more attack is within the limits of the turn: by anybody, or by the one candidate if there is one."""
    # mechanical: both checks of TAC-TRN-6 ask this, each with its own candidates
    already = q.position.spent.attacked
    if not already or q.rules.reads("turn-limits", "none"):
        return True
    if q.rules.reads("turn-limits", "once-per-turn"):
        return False
    could = candidates(q)
    return len(could) != 1 or could[0].id not in already


CHECKS = (
    position_is_given,
    position_is_on_board,
    unit_is_given,
    target_exists,
    target_is_alive,
    target_is_enemy,
    position_is_the_targets,
    is_adjacent,
    attacker_is_own,
    attacker_is_alive,
    attacker_is_unique,
    has_not_attacked,
)


@effect("TAC-ATK-5")
def damaged(position: Position, attacker: Unit, target: Unit, rules: Rules) -> Position:
    """The target loses as many hit points as the attacker's attack says."""
    left = target.hp - attacker.attack
    return put(position, target._replace(hp=max(left, 0) if rules.reads("hp-floor", "zero") else left))


@effect("TAC-ATK-6")
def marked(position: Position, name: str) -> Position:
    """A target without hit points left is marked dead, and keeps its place."""
    target = unit_of(position, name)
    if target is None:
        raise Impossible(f"the target {name} has vanished")
    return put(position, target._replace(alive=False)) if target.hp <= 0 else position


@effect("TAC-TRN-9")
def attack_noted(position: Position, attacker: Unit) -> Position:
    """The attacker has attacked in this turn."""
    spent = position.spent
    return replace(position, spent=spent._replace(attacked=spent.attacked | {attacker.id}))


def attacked(position: Position, attacker: Unit, target: Unit, rules: Rules) -> Position:
    """The position after an attack: damage, death, and perhaps the end of the game."""
    noted = attack_noted(position, attacker)
    return decided(marked(damaged(noted, attacker, target, rules), target.id))


def after_attack(q: Question) -> Position:
    """The position after an ATTACK; the turn goes on."""
    return attacked(q.position, the_one(strikers(q)), q.target(), q.rules)
