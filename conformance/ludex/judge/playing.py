"""Plays what an engine has no method for: perft through legal and apply, whole replays through apply."""

import struct
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType
from typing import Any

from ludex.judge.case import Case, Play, Player, Unplayable
from ludex.judge.weigh import refusal_of

NEEDS = {"perft": ("legal", "apply"), "replay": ("apply",)}


def player_for(operation: str, game: str, methods: Sequence[str]) -> Player | None:
    """How the runner plays an operation that the engine does not offer, or None where it cannot."""
    if any(method not in methods for method in NEEDS.get(operation, ("",))):
        return None
    if operation == "perft":
        return perft
    replaying = _replaying(game)
    return None if replaying is None else lambda case: replay(case, replaying)


def _replaying(game: str) -> ModuleType | None:
    """The module that knows how this game packs a replay."""
    try:
        return import_module(f"ludex.suites.{game}.replaying")
    except ModuleNotFoundError:
        return None


def perft(case: Case) -> Play:
    """Counts the lines of play of exactly this depth: the sum of the legal actions one level above the leaves."""
    asked = case.asks()
    positions = [asked["position"]]
    if asked["depth"] == 0:
        return {"nodes": 1}
    for _ in range(asked["depth"] - 1):
        below: list[Any] = []
        for position in positions:
            listed = yield "legal", {"position": position}
            for action in listed.get("actions", ()):
                result = yield "apply", {"position": position, "action": action}
                if "position" not in result:
                    return result
                below.append(result["position"])
            if "actions" not in listed:
                return listed
        positions = below
    nodes = 0
    for position in positions:
        listed = yield "legal", {"position": position}
        if "actions" not in listed:
            return listed
        nodes += len(listed["actions"])
    return {"nodes": nodes}


def replay(case: Case, replaying: ModuleType) -> Play:
    """Applies the actions in order; the first that does not apply ends the replay."""
    if refusal_of(case.expects()):
        raise Unplayable("a malformed replay cannot be played through `apply`")
    position, actions = _unpacked(case.asks(), replaying)
    for applied, fields in enumerate(actions):
        result = yield "apply", {"position": position, **fields}
        refused = refusal_of(result)
        if refused:
            return {"applied": applied, "position": position, "refused": refused}
        if "position" not in result:
            return result
        position = result["position"]
    return {"applied": len(actions), "position": position, "refused": None}


def _unpacked(asked: Any, replaying: ModuleType) -> tuple[Any, list[dict[str, Any]]]:
    try:
        return replaying.position(asked), list(replaying.actions(asked))
    except (ValueError, KeyError, TypeError, struct.error) as malformed:
        raise Unplayable(f"this replay cannot be played through `apply`: {malformed}") from None
