"""States that the seed is silent about are asked as chapter 3 promises: with an action that is refused in any state."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from ludex.games.tactics.actions import ATTACK, END_TURN, MOVE, MOVE_AND_ATTACK, read_action
from ludex.games.tactics.board import on_board
from ludex.games.tactics.state import read_position
from ludex.rules import Refused
from ludex.suites.tactics.positions import DEFAULT, VARIANTS, Ask, verdict_on
from tests.guards import at_least_one
from tests.tactics_vectors.suite_files import Vector, position_of, topic, vectors

OF_ANY_STATE = {"TAC-STA-1", "TAC-STA-2", "TAC-BRD-1"}  # what breaks one is refused whatever is asked
HITTING = (ATTACK, MOVE_AND_ATTACK)
PLACED = (MOVE, *HITTING)
A = {"playerId": "P1", "targetPosition": {"x": 1, "y": 1}, "targetUnitId": "a"}


def silent_ones() -> Iterator[Vector]:
    """Every vector whose state can be told but never arises, so that an engine may judge the action instead."""
    for vector in vectors():
        broken = broken_by(vector["input"]["position"])
        if broken and not broken & OF_ANY_STATE:
            yield vector


def broken_by(state: Any) -> set[str]:
    """The clauses that a state breaks."""
    try:
        read_position(state, DEFAULT)
    except Refused as refusal:
        return set(refusal.broken)
    return set()


def is_refused_in_any_state(data: Any, names: set[str]) -> bool:
    """Whether no state whose units have these names lets an action pass, by any reading."""
    try:
        action = read_action(data, DEFAULT)
    except Refused:
        return True
    if action.type in PLACED and (action.tile is None or not on_board(action.tile)):
        return True
    return action.type is None or (action.type in HITTING and action.unit not in names)


def names_in(vector: Vector) -> set[str]:
    return {unit["id"] for unit in vector["input"]["position"]["units"]}


def test_a_silent_state_is_asked_about_with_an_action_that_is_refused_in_any() -> None:
    found = [
        vector["id"]
        for vector in at_least_one(silent_ones())
        if not is_refused_in_any_state(vector["input"].get("action", {"type": END_TURN}), names_in(vector))
    ]
    assert found == []


def test_such_an_action_is_refused_wherever_it_is_asked() -> None:
    positions = [position_of(vector) for vector in topic("apply-end-turn")["vectors"][:8]]
    actions = {json.dumps(vector["input"]["action"]): names_in(vector) for vector in silent_ones()}
    for shown, names in at_least_one(actions.items()):
        action = read_action(json.loads(shown), DEFAULT)
        for position in at_least_one(positions):
            assert position is not None
            there = {unit.id for unit in position.units}
            if action.unit in names or action.unit not in there:  # in its own it is nobody
                assert all(verdict_on(Ask(position, action), rules).broken for rules in VARIANTS), shown


@pytest.mark.parametrize(
    ("action", "told"),
    [
        ({**A, "type": END_TURN}, False),
        ({**A, "type": MOVE}, False),
        ({**A, "type": ATTACK}, False),
        ({**A, "type": MOVE_AND_ATTACK}, False),
        ({**A, "type": MOVE, "targetUnitId": "nobody"}, False),
        ({**A, "type": None}, True),
        ({**A, "type": "FLY"}, True),
        ({**A, "type": MOVE, "targetPosition": None}, True),
        ({**A, "type": ATTACK, "targetPosition": {"x": 5, "y": 0}}, True),
        ({**A, "type": ATTACK, "targetUnitId": "nobody"}, True),
        ({**A, "type": MOVE_AND_ATTACK, "targetUnitId": None}, True),
    ],
)
def test_which_actions_are_refused_in_any_state(action: dict[str, Any], told: bool) -> None:
    assert is_refused_in_any_state(action, {"a"}) is told
