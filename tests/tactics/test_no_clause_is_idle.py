"""Turning any one decision of the reference round changes what some request is answered."""

from __future__ import annotations

import importlib
import pkgutil
import re
from pathlib import Path
from typing import Any

import pytest

from ludex.games import tactics
from ludex.games.tactics.state import with_spent
from ludex.rules import Impossible, Refused, recording

ONCE = {"turn-limits": "once-per-unit"}
SELECTS = {"move-target-id": "selects"}


def unit(name: str, owner: str, x: int, y: int, hp: int = 3, alive: bool = True) -> dict[str, Any]:
    return {"id": name, "owner": owner, "hp": hp, "attack": 3, "alive": alive, "position": {"x": x, "y": y}}


def state(*units: dict[str, Any], winner: str | None = None) -> dict[str, Any]:
    board = {"width": 5, "height": 5}
    over = winner is not None
    return {"board": board, "units": [*units], "currentPlayer": "P1", "isGameOver": over, "winner": winner}


def act(kind: str | None, x: int | None = None, y: int | None = None, name: str | None = None) -> dict[str, Any]:
    place = None if x is None else {"x": x, "y": y}
    return {"type": kind, "playerId": "P1", "targetPosition": place, "targetUnitId": name}


A, B = unit("a", "P1", 1, 1), unit("b", "P1", 3, 3)
X, DEAD = unit("x", "P2", 2, 1), unit("d", "P2", 0, 4, 0, False)
PLAIN = state(A, B, X, DEAD)
FAR = state(A, unit("x", "P2", 3, 1))
LATE = {**act("END_TURN"), "playerId": "P2"}
SPENT = {"moved": ["a"], "attacked": ["a"]}
BOTH = act("MOVE_AND_ATTACK", 2, 1, "x")

QUESTIONS: list[tuple[str, dict[str, Any], dict[str, str]]] = [
    ("apply", {"position": PLAIN, "action": act("MOVE", 1, 2)}, {}),
    ("apply", {"position": PLAIN, "action": act("MOVE", 1, 2, "a")}, SELECTS),
    ("apply", {"position": state(A, X, winner="P1"), "action": act("END_TURN")}, {}),
    ("apply", {"position": PLAIN, "action": act("ATTACK", 2, 1, "x")}, {}),
    ("apply", {"position": FAR, "action": BOTH}, {}),
    ("apply", {"position": PLAIN, "action": act("END_TURN")}, {}),
    ("apply", {"position": PLAIN, "action": LATE}, {}),
    ("apply", {"position": state(A, X, unit("y", "P2", 4, 4, 0)), "action": act("END_TURN")}, {}),
    ("apply", {"position": state(A, unit("d", "P2", 4, 4, 0, False), winner="P1"), "action": LATE}, {}),
    ("apply", {"position": PLAIN, "action": act("MOVE", 1, 2), "spent": SPENT}, ONCE),
    ("apply", {"position": PLAIN, "action": act("ATTACK", 2, 1, "x"), "spent": SPENT}, ONCE),
    ("validate", {"position": state(A, unit("b", "P1", 3, 1), X), "action": act("ATTACK", 2, 1, "x")}, {}),
    ("legal", {"position": PLAIN}, {}),
    ("perft", {"position": PLAIN, "depth": 1}, {}),
    ("replay", {"position": PLAIN, "actions": [act("MOVE", 1, 2), act("MOVE", 1, 3)]}, ONCE),
    ("replay", {"position": state(A, unit("x", "P2", 2, 1, 9)), "actions": [act("ATTACK", 2, 1, "x")] * 2}, ONCE),
]


def answers(invert: str | None = None) -> list[Any]:
    return [answer(*question, invert) for question in QUESTIONS]


def answer(operation: str, params: dict[str, Any], choices: dict[str, str], invert: str | None) -> Any:
    with recording(invert):
        try:
            return tactics.OPERATIONS[operation](params, tactics.REGISTER.rules("v1", choices))
        except Refused as refusal:
            return type(refusal), refusal.broken, refusal.moot
        except Impossible:
            return "nothing, for the rules are at odds with themselves"


def clauses() -> list[str]:
    modules = [importlib.import_module(f"ludex.games.tactics.{m.name}") for m in pkgutil.iter_modules(tactics.__path__)]
    return sorted({getattr(value, "clause", "") for module in modules for value in vars(module).values()} - {""})


@pytest.mark.parametrize("clause", clauses())
def test_turning_a_clause_round_changes_an_answer(clause: str) -> None:
    assert answers(clause) != answers()


EDGE = state(unit("a", "P1", 0, 1), unit("b", "P1", 3, 3), DEAD, unit("x", "P2", 4, 4), unit("e", "P1", 0, 3, 0, False))
SPLIT = state(unit("a", "P1", 1, 1), unit("c", "P1", 3, 2), unit("b", "P1", 0, 1), unit("x", "P2", 3, 1))
BETWEEN = state(A, unit("b", "P1", 3, 1), X)
AROUND = state(A, unit("b", "P1", 1, 3), X, unit("d", "P2", 1, 0, 0, False))
PLAYS = [
    act(kind, *place, name)
    for kind in ("MOVE", "ATTACK", "MOVE_AND_ATTACK")
    for place in ((None, None), *((x, y) for x in range(-1, 6) for y in range(-1, 6)))
    for name in (None, "a", "d", "e", "x", "nobody")
]


def broken_alone() -> set[str]:
    """The clauses that one of these actions breaks without any other."""
    found = set()
    for shown in (PLAIN, FAR, EDGE, SPLIT, BETWEEN, AROUND, state(A, DEAD, winner="P1")):
        for choices in ({}, {**SELECTS, **ONCE}):
            rules = tactics.REGISTER.rules("v1", choices)
            position = with_spent(tactics.read_position(shown, rules), SPENT if choices else None)
            verdicts = (tactics.validate(position, action, rules) for action in (*PLAYS, act(None), LATE))
            found |= {verdict.broken[0] for verdict in verdicts if len(verdict.broken) == 1}
    return found


def test_every_clause_that_refuses_an_action_can_do_so_alone_unless_the_rulebook_says_not() -> None:
    book = (Path(__file__).parents[2] / "spec" / "tactics" / "rulebook").glob("*.md")
    parts = re.split(r"^(?=### )", "".join(path.read_text() for path in sorted(book)), flags=re.M)
    never = {part.split()[1] for part in parts if "\n> *For maintainers.* Not alone:" in part}
    assert broken_alone() == set(tactics.KINDS) - never
