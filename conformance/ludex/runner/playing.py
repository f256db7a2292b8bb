"""Plays what an engine has no method for: perft through legal and apply, whole replays through apply."""

import struct
from collections.abc import Sequence
from typing import Any

from ludex.judge.case import Endless, Play, Player, ScheduledVector, Unplayable
from ludex.judge.weigh import refusal_of
from ludex.support import support_of
from ludex.support.seam import Replaying
from ludex.wording import quantity

MOST_STEPS = 10_000
NEEDS = {"perft": ("legal", "apply"), "replay": ("apply",)}


def player_for(operation: str, game: str, methods: Sequence[str], in_turns: bool = False) -> Player | None:
    """How the runner plays an operation that the engine does not offer, or None where it cannot.

    `in_turns`: the engine takes whole turns alone.
    """
    if any(method not in methods for method in NEEDS.get(operation, ("",))):
        return None
    replaying = support_of(game).replaying
    if operation == "perft":
        return lambda case: perft(case, replaying)
    return lambda case: replay(case, replaying, in_turns)


def carried_beside(replaying: Replaying, before: Any, fields: dict[str, Any], after: Any) -> dict[str, Any]:
    """What goes beside the position that an engine gave; an engine's position may be anything."""
    try:
        return dict(replaying.carried(before, fields, after))
    except (ValueError, LookupError, TypeError, AttributeError):
        return {}


def _question_of(case: ScheduledVector, operation: str) -> dict[str, Any]:
    """What a vector asks, if its answer can be put together from answers to other questions.

    A refusal cannot: it is about the form of the operation's own fields, which only its own method reads.
    """
    if refusal_of(case.expects()):
        raise Unplayable(f"a malformed `{operation}` is for engines that offer it")
    return dict(case.asks())


def perft(case: ScheduledVector, replaying: Replaying) -> Play:
    """Counts the lines of play of exactly this depth: the sum of the legal actions one level above the leaves."""
    asked = _question_of(case, "perft")
    position, depth, more = asked["position"], asked["depth"], dict(replaying.beside(asked))
    if type(depth) is not int or depth < 1:
        raise Unplayable(f"a count of depth {depth!r} asks nothing of `legal` and `apply`")
    count = Count(case.expects()["nodes"])
    moves: list[tuple[Any, dict[str, Any], int]] = []
    while True:
        listed = yield "legal", {"position": position, **more}
        if "actions" not in listed:
            return listed
        if depth == 1:
            count.add(len(listed["actions"]))
        else:
            moves += [(position, {"action": action, **more}, depth - 1) for action in reversed(listed["actions"])]
        count.step(len(moves))
        if not moves:
            return {"nodes": count.nodes}
        before, fields, depth = moves.pop()
        applied = yield "apply", {"position": before, **fields}
        if "position" not in applied:
            return applied
        position = applied["position"]
        more = carried_beside(replaying, before, fields, position)


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

    def step(self, ahead: int) -> None:
        """One more position is looked at, and so many are sure to come."""
        self.steps += 1
        if self.steps + ahead > MOST_STEPS + 10 * self.expected:
            expected = quantity(self.expected, "node is", "nodes are")
            raise Endless(f"after {self.steps:,} steps no end is in sight, where {expected} expected")


def replay(case: ScheduledVector, replaying: Replaying, in_turns: bool = False) -> Play:
    """Applies the actions in order, or the whole turns; the first that does not apply ends the replay."""
    asked = _question_of(case, "replay")
    position, actions = _unpack(asked, replaying, in_turns)
    if not actions:
        raise Unplayable("a replay of nothing asks nothing of `apply`")
    more, applied = dict(replaying.beside(asked)), 0
    for action, many in actions:
        fields = {**action, **more}
        result = yield "apply", {"position": position, **fields}
        refused = refusal_of(result)
        if refused:
            return {"applied": applied, "position": position, "refused": refused}
        if "position" not in result:
            return result
        more = carried_beside(replaying, position, fields, result["position"])
        position = result["position"]
        applied += many
    return {"applied": applied, "position": position, "refused": None}


def _unpack(asked: Any, replaying: Replaying, in_turns: bool) -> tuple[Any, list[tuple[dict[str, Any], int]]]:
    """The first position, and the fields of each `apply` with the number of its actions."""
    try:
        position, actions = replaying.position(asked), list(replaying.actions(asked))
        turns = replaying.whole_turns(actions) if in_turns else [(action, 1) for action in actions]
        if turns is None:
            raise Unplayable("a replay action by action is for engines that offer it, or take single actions")
        return position, list(turns)
    except (ValueError, KeyError, TypeError, struct.error) as malformed:
        raise Unplayable(f"this replay cannot be played through `apply`: {malformed}") from None
