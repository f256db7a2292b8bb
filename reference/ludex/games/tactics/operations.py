"""What an engine of 5x5 Tactics can be asked; each question about a turn may say what the turn has spent."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ludex.games.tactics.actions import read_action
from ludex.games.tactics.kinds import KINDS, kinds_of, settled_message
from ludex.games.tactics.play import apply, judged, legal
from ludex.games.tactics.question import Question
from ludex.games.tactics.state import Position, read_position, show_position, with_spent
from ludex.rules import Refused, Rules, Unreadable, check, require

Params = Mapping[str, Any]
Result = dict[str, Any]


def _position(params: Params, rules: Rules) -> Position:
    return with_spent(read_position(params["position"], rules), params.get("spent"))


def listed(params: Params, rules: Rules) -> Result:
    """``{"position","spent"?}`` to the valid actions of the player on turn."""
    return {"actions": list(legal(_position(params, rules), rules))}


def applied(params: Params, rules: Rules) -> Result:
    """``{"position","action","spent"?}`` to the position after the action."""
    action = params["action"]
    return {"position": show_position(apply(_position(params, rules), action, rules))}


def validated(params: Params, rules: Rules) -> Result:
    """``{"position","action","spent"?}`` to a ValidationResult; its message is null where the words are free."""
    # mechanical: shows the verdict that the checks have reached
    action = params["action"]
    question = Question(_position(params, rules), read_action(action, rules), rules)
    broken, _ = judged(question)
    if not broken:
        return {"isValid": True, "errorMessage": None, "kinds": []}
    message = settled_message(question.action, broken, rules)
    return {"isValid": False, "errorMessage": message, "kinds": list(kinds_of(broken))}


@check("TAC-LST-3")
def is_a_list(actions: Any) -> bool:
    """The actions of a replay are a list."""
    return isinstance(actions, list | tuple)


def replayed(params: Params, rules: Rules) -> Result:
    """``{"position","actions"}`` to how many actions applied, where they led, and how the next was refused."""
    # mechanical: applies one action after another; apply refuses, and TAC-LST-3 asks the list
    actions = params["actions"]
    position = _position(params, rules)
    require(Unreadable, (is_a_list,), actions, detail="actions is a list")
    for done, action in enumerate(actions):
        try:
            position = apply(position, action, rules)
        except Refused as refusal:
            return _played(done, position, type(refusal).__name__.lower())
    return _played(len(actions), position, None)


def _played(applied: int, position: Position, refused: str | None) -> Result:
    return {"applied": applied, "position": show_position(position), "refused": refused}


@check("TAC-LST-4")
def is_a_depth(depth: Any) -> bool:
    """A count goes a whole number of actions deep."""
    return type(depth) is int and depth >= 0


def perft(position: Position, depth: int, rules: Rules) -> int:
    """How many series of exactly this many valid actions there are; none goes on after the end."""
    # mechanical: nothing to do is one way; counts what TAC-LST-1 lists, and judges no action
    return 1 if depth == 0 else _series(position, depth, rules)


def _series(position: Position, depth: int, rules: Rules) -> int:
    # mechanical: the last action need not be made to be counted
    actions = legal(position, rules)
    if depth == 1:
        return len(actions)
    return sum(_series(apply(position, action, rules), depth - 1, rules) for action in actions)


def counted(params: Params, rules: Rules) -> Result:
    """``{"position","depth"}`` to the number of ways to do that many actions."""
    depth = params["depth"]
    position = _position(params, rules)
    require(Unreadable, (is_a_depth,), depth)
    return {"nodes": perft(position, depth, rules)}


OPERATIONS: dict[str, Callable[[Params, Rules], Result]] = {
    "legal": listed,
    "apply": applied,
    "validate": validated,
    "replay": replayed,
    "perft": counted,
}

__all__ = ["KINDS", "OPERATIONS", "perft"]
