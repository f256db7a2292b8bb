"""Counts and replays of a game that says nothing of them itself: they follow from what it lists and applies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludex.rules.refusal import Refused, Unreadable

Fields = Mapping[str, Any]


def counted(game: Any, fields: Fields, rules: Any) -> dict[str, Any]:
    """``{"position","depth"}`` to the number of ways to do that many actions."""
    position, depth = game.read_position(fields["position"], rules), fields["depth"]
    if type(depth) is not int or depth < 0:
        raise Unreadable((), detail="a count goes a whole number of actions deep")
    return {"nodes": _nodes(game, position, depth, rules)}


def _nodes(game: Any, position: Any, depth: int, rules: Any) -> int:
    if depth == 0:
        return 1
    actions = game.legal(position, rules)
    if depth == 1:  # the last action need not be made to be counted
        return len(actions)
    return sum(_nodes(game, game.apply(position, action, rules), depth - 1, rules) for action in actions)


def replayed(game: Any, fields: Fields, rules: Any) -> dict[str, Any]:
    """``{"position","actions"}`` to how many actions applied, where they led, and how the next was refused."""
    position, actions = game.read_position(fields["position"], rules), fields["actions"]
    if not isinstance(actions, list | tuple):
        raise Unreadable((), detail="the actions of a replay are a list")
    applied, refused = 0, None
    for action in actions:
        try:
            position = game.apply(position, action, rules)
        except Refused as refusal:
            refused = type(refusal).__name__.lower()
            break
        applied += 1
    return {"applied": applied, "position": game.show_position(position), "refused": refused}
