"""The lines of boards in an answer that ends the game are free, and nothing that can be done afterwards shows them."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.games import minions
from ludex.games.minions.actions import KINDS
from ludex.rules import Refused
from ludex.vectors.freedom import free_fields
from tests.guards import at_least_one
from tests.minions_vectors.suite_files import vectors

RULES = minions.REGISTER.rules("initiate")
NEXT = {"f": "n", "n": "n", "0": "1", "1": "2", "2": "n"}
EACH = 40
ACTIONS: list[dict[str, Any]] = [
    {"kind": "move", "board": 0, "moves": [["c1", "c0"]]},
    {"kind": "attack", "board": 0, "attacks": [["c2", "d2"]]},
    {"kind": "buy", "board": 0, "unit": "zombie"},
    {"kind": "spawn", "board": 0, "unit": "initiate", "to": "c2"},
    {"kind": "choose", "board": 0, "necromancer": "arcane_necromancer", "keep": None},
    {"kind": "resign", "board": 0},
    {"kind": "buy-spell"},
    {"kind": "march"},
    {"kind": "tech", "card": "skeleton"},
    {"kind": "end-turn"},
    {"kind": "turn", "actions": [{"kind": "end-turn"}]},
]


def ends() -> list[dict[str, Any]]:
    """The answers that end a game."""
    asked = [one for one in vectors("apply", "replay") if "position" in one["expect"]]
    every = [one["expect"] for one in asked if one["input"]["position"]["status"] == "active"]
    return [answer for answer in every if answer["position"]["status"] == "ended"]


def gone_on(position: dict[str, Any]) -> dict[str, Any]:
    """The position as an engine has it whose boards go on: the next states, and nothing noted of the turn."""
    boards = []
    for line in position["boards"]:
        state, *zones_and_rows = line.split("|")[:6]
        boards.append("|".join([NEXT[state], *zones_and_rows]))
    return {**position, "boards": boards}


def refusal(position: dict[str, Any], action: dict[str, Any]) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    with pytest.raises(Refused) as refused:
        minions.apply(minions.read_position(position, RULES), action, RULES)
    return type(refused.value).__name__, refused.value.broken, refused.value.moot


def test_the_lines_of_the_boards_are_free_where_the_game_ends_and_nowhere_else() -> None:
    for answer in at_least_one(ends()):
        count = len(answer["position"]["boards"])
        assert free_fields(answer) == {f"/position/boards/{index}": "MIN-END-11" for index in range(count)}
    others = sum(bool(free_fields(one["expect"])) for one in vectors())
    assert others == len(ends()) > 300


def test_every_kind_of_action_is_tried() -> None:
    assert [action["kind"] for action in ACTIONS] == list(KINDS)


def test_nothing_that_can_be_done_after_the_end_shows_how_the_boards_look() -> None:
    plain = [
        answer["position"]
        for answer in ends()
        if not any("N" in line.split("|")[1] for line in answer["position"]["boards"])
    ]
    differing = [shown for shown in plain if gone_on(shown) != shown]
    for shown in at_least_one(differing[:: len(differing) // EACH]):
        other = gone_on(shown)
        for action in ACTIONS:
            assert refusal(shown, action) == refusal(other, action) == ("Illegal", ("MIN-GAM-3",), ())
        for position in (shown, other):
            assert minions.legal(minions.read_position(position, RULES), RULES) == ()
            asked = {"position": position, "depth": 2}
            assert minions.OPERATIONS["perft"](asked, RULES) == {"nodes": 0}
