"""How an error is called: each clause that can refuse an action has one kind, and the seed fixes three messages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ludex.games.tactics.actions import MOVE_AND_ATTACK, Action
from ludex.rules import Impossible, Rules, relation

KINDS: Mapping[str, str] = {
    "TAC-WIN-2": "game-over",
    "TAC-ACT-2": "type-missing",
    "TAC-TRN-2": "not-your-turn",
    "TAC-TRN-5": "already-moved",
    "TAC-TRN-6": "already-attacked",
    "TAC-TGT-1": "position-missing",
    "TAC-TGT-2": "off-board",
    "TAC-TGT-3": "unit-id-missing",
    "TAC-TGT-4": "target-missing",
    "TAC-TGT-5": "target-dead",
    "TAC-TGT-6": "target-not-enemy",
    "TAC-TGT-7": "position-mismatch",
    "TAC-MOV-1": "occupied",
    "TAC-MOV-2": "not-one-step",
    "TAC-MOV-3": "mover-not-own",
    "TAC-MOV-4": "mover-dead",
    "TAC-MOV-5": "ambiguous-mover",
    "TAC-MOV-6": "unit-id-given",
    "TAC-MOV-7": "mover-missing",
    "TAC-ATK-1": "not-adjacent",
    "TAC-ATK-2": "attacker-not-own",
    "TAC-ATK-3": "attacker-dead",
    "TAC-ATK-4": "ambiguous-attacker",
    "TAC-MAT-2": "not-adjacent-after-move",
    "TAC-MAT-3": "ambiguous-attacker-after-move",
}


def kinds_of(clauses: Iterable[str]) -> tuple[str, ...]:
    """The kinds of these clauses, by name."""
    return tuple(sorted(KINDS[clause] for clause in clauses))


@relation("TAC-MSG-3")
def settled_message(action: Action, broken: Iterable[str], rules: Rules) -> str | None:
    """The words for a refusal, where all that is broken has the same; None where they are free."""
    strings = {words_of(clause, action, rules) for clause in broken}
    return strings.pop() if len(strings) == 1 else None


@relation("TAC-MSG-3")
def words_of(clause: str, action: Action, rules: Rules) -> str | None:
    """The words that are fixed for one clause; None where there are none."""
    messages = rules.fact("messages")
    if not isinstance(messages, Mapping):
        raise Impossible("the edition states its messages as a table")
    if clause == "TAC-MOV-5" and action.type == MOVE_AND_ATTACK:
        return messages["TAC-MAT-3"] if rules.reads("several-movers-message", "fixed") else None
    return messages.get(clause)
