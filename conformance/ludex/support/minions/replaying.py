"""How a replay of Minions is played by a server that takes whole turns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

TURN, END_TURN = "turn", "end-turn"


def whole_turns(actions: Iterable[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], int]]:
    """The actions up to each end of a turn as one; a ValueError where the last turn is not ended."""
    turn: list[Any] = []
    for action in (fields["action"] for fields in actions):
        if action["kind"] == TURN and not turn:
            yield {"action": action}, 1
            continue
        turn.append(action)
        if action["kind"] == END_TURN:
            yield {"action": {"kind": TURN, "actions": turn}}, len(turn)
            turn = []
    if turn:
        raise ValueError("the last turn is not ended")
