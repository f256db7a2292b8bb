"""Moving one tile and then attacking, which ends the turn."""

from __future__ import annotations

from ludex.games.tactics.aiming import target_exists, target_is_alive, target_is_enemy, unit_is_given
from ludex.games.tactics.attacking import attacked, is_fresh
from ludex.games.tactics.choosing import arrives, strikers_of_combined, the_one, who_steps
from ludex.games.tactics.moving import STEP_CHECKS, after_move
from ludex.games.tactics.question import Question
from ludex.games.tactics.state import Position
from ludex.games.tactics.turns import turn_over
from ludex.rules import check


@check("TAC-MAT-2")
def is_adjacent_after_step(q: Question) -> bool:
    """The mover stands next to the target after the step, or by a reading anybody does."""
    if any(arrives(q, stepping) for stepping in who_steps(q)):
        return True
    return bool(strikers_of_combined(q)) and q.rules.reads("attacker-after-move", "any-unique")


@check("TAC-MAT-3")
def attacker_is_unique_after_step(q: Question) -> bool:
    """No two units could attack after the step."""
    return len(strikers_of_combined(q)) <= 1


@check("TAC-TRN-6")
def has_not_attacked(q: Question) -> bool:
    """Where attacks are limited, nobody has attacked in this turn, or the one attacker after the step has not."""
    return is_fresh(q, strikers_of_combined)


CHECKS = (
    *STEP_CHECKS,
    unit_is_given,
    target_exists,
    target_is_alive,
    target_is_enemy,
    is_adjacent_after_step,
    attacker_is_unique_after_step,
    has_not_attacked,
)


def after_combined(q: Question) -> Position:
    """The position after a MOVE_AND_ATTACK: the attacker is found as if the step were made, then both happen."""
    attacker = the_one(strikers_of_combined(q))
    return turn_over(attacked(after_move(q), attacker, q.target(), q.rules), q.rules)
