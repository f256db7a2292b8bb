"""Malformed values are made from the wire's schema: each departs from it, and no kind of slip is left out."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from ludex import where
from ludex.protocol.schema import wire_of
from ludex.suites.dice import Dice
from ludex.suites.spoiling import slips, spoil
from ludex.vectors.suite import open_suite
from tests.guards import at_least_one

SHAPES = [
    *(("tribun", "position", "position"), ("tribun", "action", "word")),
    *(("tactics", "position", "state"), ("tactics", "action", "action")),
    *(("minions", "position", "position"), ("minions", "action", "action")),
]


def asked(game: str, field: str) -> list[Any]:
    """What some vectors ask for that can be read."""
    suite = open_suite(game, where.vectors())
    topics = [topic for topic in suite.topics(suite.editions[-1]) if topic.kind == "apply"]
    return [json.loads(bytes(topic.vectors[0].input))[field] for topic in topics[:6]]


@pytest.mark.parametrize(("game", "field", "shape"), SHAPES)
def test_every_slip_departs_from_the_schema(game: str, field: str, shape: str) -> None:
    validator = jsonschema.Draft202012Validator({**wire_of(game).game, "$ref": f"#/$defs/{shape}"})
    for good in at_least_one(asked(game, field)):
        assert validator.is_valid(good)
        made = [slip.value for slip in slips(game, shape, good)]
        assert [value for value in at_least_one(made) if validator.is_valid(value)] == []


def test_each_kind_of_slip_is_made() -> None:
    unit = {"id": "a", "owner": "P1", "hp": 3, "attack": 2, "alive": True, "position": {"x": 0, "y": 4}}
    state = {"board": {"width": 5, "height": 5}, "units": [unit], "currentPlayer": "P1", "isGameOver": False}
    told = {slip.why for slip in slips("tactics", "state", {**state, "winner": None})}
    assert told >= {
        *("state is None", "state without winner", "state with 'id'", "state.units is {}", "state.winner is 'null'"),
        *("state.units[] without hp", "state.units[].hp is 1000001", "state.units[].hp is -1000001"),
        *("state.units[].hp is '3'", "state.units[].hp is 3.5", "state.units[].hp is 9007199254740992"),
        *("state.units[].owner is 'p1'", "state.units[].owner is 'P1 '", "state.units[].alive is 'true'"),
        *("state.units[].id is ''", "state.units[].position.x is -1", "state.units[].position is [0, 4]"),
    }
    assert "state.winner is None" not in told


def test_lists_are_too_short_too_long_and_not_sets() -> None:
    move = {"kind": "move", "board": 0, "moves": [["c3", "c4"]]}
    told = {slip.why: slip.value for slip in slips("minions", "action", move)}
    assert told["0 of action.moves"] == {**move, "moves": []}
    assert told["3 of action.moves[]"] == {**move, "moves": [["c3", "c4", "c4"]]}
    twice = {slip.why: slip.value for slip in slips("tactics", "spent", {"moved": ["a"], "attacked": []})}
    assert twice["one of spent.moved twice"] == {"moved": ["a", "a"], "attacked": []}


def test_a_field_of_another_action_is_one_too_many() -> None:
    told = {slip.why for slip in slips("minions", "action", {"kind": "end-turn"})}
    assert {"action with 'board'", "action with 'card'", "action with 'Kind'", "action without kind"} <= told


def test_where_no_slip_is_wanted_the_value_stays() -> None:
    assert spoil(Dice("any"), "tribun", "word", 7, lambda _: False) == ("as it should be", 7)
    assert spoil(Dice("any"), "tribun", "word", 7, lambda value: value == 2**32) == ("word is 4294967296", 2**32)


def test_what_the_schema_does_not_allow_is_not_spoilt_further() -> None:
    assert list(slips("tribun", "word", "seven")) == []
