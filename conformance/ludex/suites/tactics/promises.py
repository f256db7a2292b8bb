"""What a server that speaks in whole turns is not asked in 5x5 Tactics, and which states no play reaches.

Play may begin from any state that somebody sets up, so only what no action leaves behind is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ludex.games.tactics import REGISTER
from ludex.games.tactics.state import read_position
from ludex.rules import Refused
from ludex.vectors.promises import REACHABLE, WHOLE_TURNS

RULES = REGISTER.rules(REGISTER.editions[0])
ENDING_A_TURN = ("MOVE_AND_ATTACK", "END_TURN")
OF_ONE_ACTION = ("validate", "apply")


def outside(operation: str, asked: Mapping[str, Any], expected: Mapping[str, Any]) -> Iterator[str]:
    """The promises that a question, with its answer, lies outside of."""
    if not _is_kept(asked.get("position")):
        yield REACHABLE
    if not _is_of_whole_turns(operation, asked, expected):
        yield WHOLE_TURNS


def _is_kept(data: Any) -> bool:
    """Whether a state can be read, and each mark agrees with the hit points: an action leaves no others behind."""
    try:
        position = read_position(data, RULES)
    except Refused:
        return False
    return all(unit.alive == (unit.hp > 0) for unit in position.units)


def _is_of_whole_turns(operation: str, asked: Mapping[str, Any], expected: Mapping[str, Any]) -> bool:
    """Whether a question begins and ends between two turns."""
    if asked.get("spent"):
        return False
    if operation in OF_ONE_ACTION:
        action = asked.get("action")
        return isinstance(action, Mapping) and action.get("type") in ENDING_A_TURN
    return operation == "replay" and _ends_with_a_turn(asked, expected)


def _ends_with_a_turn(asked: Mapping[str, Any], expected: Mapping[str, Any]) -> bool:
    """Whether a replay is applied to its end, and that is the end of a turn or of the game."""
    if expected.get("refused", "") is not None:
        return False
    last = asked["actions"][-1] if asked["actions"] else None
    return bool(expected["position"]["isGameOver"] or last is None or last.get("type") in ENDING_A_TURN)
