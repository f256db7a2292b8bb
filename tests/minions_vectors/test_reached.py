"""Nobody is asked what play never leads to: own units that are hurt, walkers on water where none is spawned there."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ludex.games import minions
from ludex.games.minions.position import Position
from ludex.suites import Case
from ludex.suites.minions import narrow
from tests.guards import at_least_one
from tests.minions_vectors.suite_files import position_of, vectors

START = {"maps": ["midnight_lake", "blackened_shores"], "cards": None, "money": 60}
HURT = "n|||||0/0/2N7/3M6/0/0/0/7n2/0/0|d3:d2"
WADING = "n|||||0/0/2N7/0/0/0/0/7n2/0/5z4"


def own_damage(position: Position) -> int:
    units = (unit for board in position.boards for unit in board.cells if unit is not None)
    return sum(unit.damage for unit in units if unit.side == position.side)


def walkers_on_water(position: Position) -> int:
    return sum(
        (unit := board.cells[hex_]) is not None and not unit.kind.has("flying")
        for board in position.boards
        for hex_ in board.map.water
    )


def question(line: str) -> dict[str, Any]:
    asked = {"maps": ["midnight_lake"], "cards": None, "money": None}
    start = minions.OPERATIONS["setup"](asked, minions.REGISTER.rules("initiate"))["position"]
    return {"position": {**start, "boards": [line]}, "action": {"kind": "end-turn"}}


def test_no_vector_asks_what_play_never_leads_to() -> None:
    waded = 0
    for vector in at_least_one(vectors()):
        position = position_of(vector)
        if position is None or position.ended:
            continue
        assert own_damage(position) == 0, vector["id"]
        if walkers_on_water(position):
            waded += 1
            allowed = [some.get("spawn-on-water") for some in vector.get("holds", ())]
            assert allowed == [["anyone"]] * len(allowed) != [], vector["id"]
    assert waded > 100


@pytest.mark.parametrize("number", range(10))
def test_play_never_leads_there(number: int) -> None:
    dice = Random(f"reached {number}")
    choices = {entry: dice.choice(every) for entry, every in minions.REGISTER.choices("initiate").items()}
    rules = minions.REGISTER.rules("initiate", choices | {"bid-tie": "first"})
    position = minions.read_position(minions.OPERATIONS["setup"](START, rules)["position"], rules)
    kinds = set()
    for _ in range(160):
        listed = minions.legal(position, rules)
        if not listed:
            break
        kind = dice.choice(sorted({action["kind"] for action in listed} - {"resign"}))
        kinds.add(kind)
        position = minions.apply(position, dice.choice([one for one in listed if one["kind"] == kind]), rules)
        assert own_damage(position) == 0
        assert walkers_on_water(position) == 0 or choices["spawn-on-water"] == "anyone"
    assert {"move", "end-turn"} <= kinds


def test_a_case_is_asked_with_own_units_whole() -> None:
    case = narrow("apply", Case("end-turn", "", question(HURT), (), {"tick": ("many-attacks",)}))
    assert case is not None
    assert case.input == question(HURT.removesuffix("|d3:d2"))
    assert case.under == {"tick": ("many-attacks",)}


def test_a_case_with_a_walker_on_water_is_asked_where_one_can_be_spawned_there() -> None:
    under = {"spawn-on-water": ("flyers",), "tick": ("x",)}
    wading = narrow("apply", Case("end-turn", "", question(WADING), (), under))
    assert wading is not None
    assert wading.input == question(WADING)
    assert wading.under == {"spawn-on-water": ("anyone",), "tick": ("x",)}
    assert narrow("legal", Case("legal", "", question(WADING))) is None


def test_a_case_that_cannot_be_read_is_asked_as_it_is() -> None:
    case = Case("end-turn", "", question("x"))
    assert narrow("apply", case) is case
