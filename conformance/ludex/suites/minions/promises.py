"""What a server of Minions that speaks in whole turns is not asked, and which positions no play reaches."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from ludex.games.minions import REGISTER
from ludex.games.minions.board import FIRST, Board
from ludex.games.minions.position import MARCHED_NOW, TECHED_NOW, Position, read_position
from ludex.rules import Refused
from ludex.vectors.promises import REACHABLE, WHOLE_TURNS

SINGLE = ("legal", "perft")  # single actions are what these list and count
TURN, END_TURN = "turn", "end-turn"


def outside(operation: str, asked: Mapping[str, Any], expected: Mapping[str, Any]) -> Iterator[str]:
    """The promises that a question, with its answer, lies outside of."""
    position = _position_of(json.dumps(asked["position"], sort_keys=True)) if "position" in asked else None
    if "position" in asked and (position is None or not _is_kept(position)):
        yield REACHABLE
    if not _is_of_whole_turns(operation, asked, expected, position):
        yield WHOLE_TURNS


@lru_cache(maxsize=4096)
def _position_of(shown: str) -> Position | None:
    """A position; None where it cannot be read."""
    for edition in REGISTER.editions:
        try:
            return read_position(json.loads(shown), REGISTER.rules(edition))
        except Refused:
            continue
    return None


# What no play leads to


def _is_kept(position: Position) -> bool:
    """Whether what was done in this turn was done on boards that were entered, and the first turn is everybody's first.

    Yellow's first turn (state `f`) is the first on all boards, and nobody has points, owed money or damage by then.
    """
    if any(_was_acted_on(board) and index not in position.entered for index, board in enumerate(position.boards)):
        return False
    first = [board.state == FIRST for board in position.boards]
    return not any(first) or (all(first) and not any(position.points) and not any(position.owed))


def _was_acted_on(board: Board) -> bool:
    """Whether marks or flags tell of an action that enters a board (to resign it does not)."""
    return bool(board.flags & {"p", "q", "w"}) or any(
        unit is not None and (unit.moved or unit.attacks or unit.spawned) for unit in board.cells
    )


# Whole turns


def _is_of_whole_turns(
    operation: str, asked: Mapping[str, Any], expected: Mapping[str, Any], position: Position | None
) -> bool:
    """Whether a question begins and ends between two turns."""
    if operation in SINGLE or (position is not None and _is_within_a_turn(position)):
        return False
    if operation == "apply":
        return isinstance(asked["action"], Mapping) and asked["action"].get("kind") == TURN
    return operation != "replay" or _is_of_turns(asked["actions"], expected)


def _is_within_a_turn(position: Position) -> bool:
    """Whether anything was done in this turn, or anybody is hurt: at the end of a turn all damage goes."""
    if position.entered or {MARCHED_NOW, TECHED_NOW} & {*position.tech.of(position.side)}:
        return True
    return any(
        _was_acted_on(board) or board.flags or any(unit is not None and unit.damage for unit in board.cells)
        for board in position.boards
    )


def _is_of_turns(actions: Any, expected: Mapping[str, Any]) -> bool:
    """Whether a replay is of whole turns, and none is refused within one."""
    kinds = (
        [one.get("kind") if isinstance(one, Mapping) else None for one in actions] if isinstance(actions, list) else []
    )
    if all(kind == TURN for kind in kinds):
        return True
    return kinds[-1] in (TURN, END_TURN) and expected.get("refused", "") is None
