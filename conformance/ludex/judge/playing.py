"""Plays what an engine has no method for: perft through legal and apply, whole replays through apply."""

import struct
from collections.abc import Generator, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any

from ludex.judge.case import Case, Endless, Play, Player, Step, Unplayable
from ludex.judge.weigh import refusal_of

MOST_STEPS = 100_000
NEEDS = {"perft": ("legal", "apply"), "replay": ("apply",)}


def player_for(operation: str, game: str, methods: Sequence[str]) -> Player | None:
    """How the runner plays an operation that the engine does not offer, or None where it cannot."""
    if any(method not in methods for method in NEEDS.get(operation, ("",))):
        return None
    replaying = _replaying(game)
    if operation == "perft":
        return lambda case: perft(case, replaying)
    return None if replaying is None else lambda case: replay(case, replaying)


def _replaying(game: str) -> ModuleType | None:
    """The module that knows how this game packs a replay."""
    try:
        return import_module(f"ludex.suites.{game}.replaying")
    except ModuleNotFoundError:
        return None


class Beside:
    """What a game sends beside a state because the state does not say it, if the game has any such thing."""

    def __init__(self, replaying: ModuleType | None) -> None:
        self._first = getattr(replaying, "beside", None)
        self._next = getattr(replaying, "carried", None)

    def first(self, asked: Any) -> dict[str, Any]:
        return dict(self._first(asked)) if self._first else {}

    def next(self, before: Any, fields: dict[str, Any], after: Any) -> dict[str, Any]:
        try:
            return dict(self._next(before, fields, after)) if self._next else {}
        except (ValueError, KeyError, TypeError, AttributeError):  # an engine's state may be anything
            return {}


def perft(case: Case, replaying: ModuleType | None = None) -> Play:
    """Counts the lines of play of exactly this depth: the sum of the legal actions one level above the leaves."""
    asked, expected = case.asks(), case.expects()
    most = expected.get("nodes", 0) if isinstance(expected, dict) else 0
    count = Count(most)
    beside = Beside(replaying)
    result = yield from _below(asked["position"], asked["depth"], count, beside, beside.first(asked))
    return result or {"nodes": count.nodes}


class Count:
    """Leaves and steps so far; an engine whose lists never end is not followed for ever."""

    def __init__(self, expected: int) -> None:
        self.expected = expected
        self.nodes = 0
        self.steps = 0

    def add(self, nodes: int) -> None:
        self.nodes += nodes
        if self.nodes > self.expected:
            raise Endless(f"nodes: expected {self.expected:,}, got more (counting stopped at {self.nodes:,})")

    def step(self) -> None:
        self.steps += 1
        if self.steps > MOST_STEPS + 10 * self.expected:
            raise Endless(f"after {self.steps:,} steps no end is in sight, where {self.expected:,} nodes are expected")


def _below(
    position: Any, depth: int, count: Count, beside: Beside, more: dict[str, Any]
) -> Generator[Step, dict[str, Any], dict[str, Any] | None]:
    """Counts what lies below a position; gives an answer that cuts the count short, if any."""
    if depth == 0:
        count.add(1)
        return None
    count.step()
    listed = yield "legal", {"position": position, **more}
    if "actions" not in listed:
        return listed
    if depth == 1:
        count.add(len(listed["actions"]))
        return None
    for action in listed["actions"]:
        count.step()
        fields = {"action": action, **more}
        result = yield "apply", {"position": position, **fields}
        if "position" not in result:
            return result
        after = result["position"]
        cut = yield from _below(after, depth - 1, count, beside, beside.next(position, fields, after))
        if cut:
            return cut
    return None


def replay(case: Case, replaying: ModuleType) -> Play:
    """Applies the actions in order; the first that does not apply ends the replay."""
    if refusal_of(case.expects()):
        raise Unplayable("a malformed replay cannot be played through `apply`")
    asked, beside = case.asks(), Beside(replaying)
    position, actions = _unpacked(asked, replaying)
    more = beside.first(asked)
    for applied, action in enumerate(actions):
        fields = {**action, **more}
        result = yield "apply", {"position": position, **fields}
        refused = refusal_of(result)
        if refused:
            return {"applied": applied, "position": position, "refused": refused}
        if "position" not in result:
            return result
        more = beside.next(position, fields, result["position"])
        position = result["position"]
    return {"applied": len(actions), "position": position, "refused": None}


def _unpacked(asked: Any, replaying: ModuleType) -> tuple[Any, list[dict[str, Any]]]:
    try:
        return replaying.position(asked), list(replaying.actions(asked))
    except (ValueError, KeyError, TypeError, struct.error) as malformed:
        raise Unplayable(f"this replay cannot be played through `apply`: {malformed}") from None
