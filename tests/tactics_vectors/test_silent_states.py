"""States that the seed is silent about are asked as chapter 3 promises: with an action that is refused in any state."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from ludex.games.tactics.actions import ATTACK, END_TURN, MOVE, MOVE_AND_ATTACK, read_action
from ludex.suites.tactics.positions import DEFAULT, VARIANTS, Ask, verdict_on
from ludex.suites.tactics.silence import is_refused_in_any_state, is_silent
from tests.fuzz.test_drawing import asker_of, draw
from tests.guards import at_least_one
from tests.tactics_vectors.suite_files import Vector, position_of, topic, vectors

FUZZED = 1000  # questions
A = {"playerId": "P1", "targetPosition": {"x": 1, "y": 1}, "targetUnitId": "a"}


def silent_ones() -> Iterator[Vector]:
    """Every vector whose state can be told but never arises, so that an engine may judge the action instead."""
    for vector in vectors():
        if is_silent(vector["input"]["position"]):
            yield vector


def names_in(vector: Vector) -> set[str]:
    return {unit["id"] for unit in vector["input"]["position"]["units"]}


def test_a_silent_state_is_asked_about_with_an_action_that_is_refused_in_any() -> None:
    found = [
        vector["id"]
        for vector in at_least_one(silent_ones())
        if not is_refused_in_any_state(vector["input"].get("action", {"type": END_TURN}), names_in(vector))
    ]
    assert found == []


def test_fuzzing_keeps_the_promise_too() -> None:
    drawn = [one.question.fields for one in draw(asker_of("tactics"), FUZZED)]
    silent = [fields for fields in drawn if "position" in fields and is_silent(fields["position"])]
    for fields in at_least_one(silent):
        names = {unit["id"] for unit in fields["position"]["units"]}
        assert "action" in fields, fields
        assert is_refused_in_any_state(fields["action"], names), fields


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
