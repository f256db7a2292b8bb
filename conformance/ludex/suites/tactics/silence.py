"""States that the seed is silent about: no play leads to them, so they are asked about only as chapter 3 promises, with
an action that is refused in any state."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import Any

import msgspec

from ludex.games.tactics import REGISTER
from ludex.games.tactics.actions import ATTACK, MOVE, MOVE_AND_ATTACK, read_action
from ludex.games.tactics.board import on_board
from ludex.games.tactics.state import read_position
from ludex.rules import Refused
from ludex.suites import Case

DEFAULT = REGISTER.rules(REGISTER.editions[0])
OF_ANY_STATE = {"TAC-STA-1", "TAC-STA-2", "TAC-BRD-1"}  # what breaks one is refused whatever is asked
HITTING = (ATTACK, MOVE_AND_ATTACK)
PLACED = (MOVE, *HITTING)


def narrow(_: str, case: Case) -> Case | None:
    """The case; of a silent state with an action of no type, which is refused in any, or else not at all."""
    names = _names_if_silent(msgspec.json.encode(case.input.get("position")))
    if names is None:
        return case
    action = case.input.get("action")
    if not isinstance(action, dict):
        return None
    if is_refused_in_any_state(action, names):
        return case
    return case._replace(input={**case.input, "action": {**action, "type": None}})


@lru_cache(maxsize=16)
def _names_if_silent(shown: bytes) -> frozenset[str] | None:
    """The names in a state that the seed is silent about; None of any other."""
    state = msgspec.json.decode(shown)
    return frozenset(unit["id"] for unit in state["units"]) if is_silent(state) else None


def is_silent(state: Any) -> bool:
    """Whether a state can be told but never arises, so that an engine may judge the action instead."""
    try:
        read_position(state, DEFAULT)
    except Refused as refusal:
        return OF_ANY_STATE.isdisjoint(refusal.broken)
    return False


def is_refused_in_any_state(data: Any, names: Collection[str]) -> bool:
    """Whether no state whose units have these names lets an action pass, by any reading."""
    try:
        action = read_action(data, DEFAULT)
    except Refused:
        return True
    if action.type in PLACED and (action.tile is None or not on_board(action.tile)):
        return True
    return action.type is None or (action.type in HITTING and action.unit not in names)
