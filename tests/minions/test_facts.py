"""Facts about Minions: the table, the maps and what they keep or break, the geometry, w(n), and the open points."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from functools import reduce
from operator import getitem
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from ludex.games import minions
from ludex.games.minions.hexes import HEXES, NAMED, distance, home, neighbours, reflected, rotated
from ludex.games.minions.position import needed_points
from ludex.rules import Refused, Unreadable
from ludex.support.minions.figures import faults
from tests.guards import at_least_one
from tests.minions.plain import MAPS, swaps_of, terrain, written_rows

SPEC = Path(__file__).parents[2] / "spec" / "minions"
DATA = SPEC / "data" / "initiate.json"
EDITION: dict[str, Any] = json.loads(DATA.read_text())
RULES = minions.REGISTER.rules("initiate")

# The table of the edition


def test_the_table_is_one_by_its_schema() -> None:
    schema = json.loads((SPEC / "schema" / "edition.json").read_text())
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(EDITION)


def spoilt(**changes: Any) -> dict[str, Any]:
    """The table with other values for the zombie."""
    table = copy.deepcopy(EDITION)
    table["units"][0].update(changes)
    return table


WRONG_ROWS = [
    {"speed": -1},
    {"attack": "bite"},
    {"keywords": ["swimming"]},
    {"defense": 0},
    {"letter": "z"},
    {"cost": "2"},
]


@pytest.mark.parametrize("changes", WRONG_ROWS, ids=str)
def test_what_is_no_table_is_none_by_the_schema_and_has_faults(changes: dict[str, Any]) -> None:
    schema = Draft202012Validator(json.loads((SPEC / "schema" / "edition.json").read_text()))
    assert schema.is_valid(spoilt())
    assert faults(spoilt()) == []
    assert not schema.is_valid(spoilt(**changes))
    assert faults(spoilt(**changes)) != []


ODD = (None, -1, 1.5, True, 10**7, "x", "", [], ["x"], [[]], {}, {"x": 1})
PLACES = (("units", 2), ("necromancers", 1), ("startMoney",), ("spellPrice",), ())


def in_every_way(place: tuple[Any, ...]) -> Iterator[dict[str, Any]]:
    """The table with each field at this place left out, doubled under another name, and of each odd value.

    Not with its name: that is asked for before all else, of tables of any game.
    """
    for name in [field for field in reduce(getitem, place, EDITION) if field != "edition"]:
        for odd in ODD:
            table = copy.deepcopy(EDITION)
            reduce(getitem, place, table)[name] = odd
            yield table
        table = copy.deepcopy(EDITION)
        holder = reduce(getitem, place, table)
        holder[f"{name}x"] = holder[name]
        yield table
        table = copy.deepcopy(EDITION)
        del reduce(getitem, place, table)[name]
        yield table


@pytest.mark.parametrize("place", PLACES, ids=str)
def test_whatever_the_schema_refuses_has_faults_and_nothing_else(place: tuple[Any, ...]) -> None:
    schema = Draft202012Validator(json.loads((SPEC / "schema" / "edition.json").read_text()))
    refused = 0
    for table in at_least_one(in_every_way(place)):
        refused += not schema.is_valid(table)
        assert bool(faults(table)) == (not schema.is_valid(table)), faults(table)
    assert refused


def test_every_necromancer_is_persistent_spawns_and_costs_nothing() -> None:
    for row in at_least_one(EDITION["necromancers"]):
        assert {"necromancer", "persistent", "spawn"} <= set(row["keywords"])
        assert (row["cost"], row["rebate"], row["letter"]) == (0, 0, "N")


def test_only_deathtouch_has_no_value() -> None:
    rows = [*EDITION["units"], *EDITION["necromancers"]]
    assert {row["value"] is None for row in rows if row["attack"] == "deathtouch"} == {True}
    assert all(row["value"] > 0 for row in rows if row["attack"] != "deathtouch")


def test_there_are_24_units_22_of_them_on_cards_and_9_necromancers() -> None:
    units, necromancers = EDITION["units"], EDITION["necromancers"]
    assert (len(units), len(necromancers)) == (24, 9)
    assert sorted(row["card"] for row in units if row["card"] is not None) == list(range(1, 23))
    assert [row["id"] for row in units if row["card"] is None] == ["zombie", "initiate"]
    assert [row["id"] for row in necromancers if row["class"] == "basic"] == ["necromancer"]
    assert len({row["letter"] for row in units} | {"N"}) == 25


def test_soul_have_the_basic_and_the_arcane_necromancer() -> None:
    rows = [*EDITION["units"], *EDITION["necromancers"]]
    assert [row["id"] for row in rows if "soul" in row["keywords"]] == ["necromancer", "arcane_necromancer"]


def test_mana_and_terrain_necromancers_have_equal_figures_and_the_mounted_one_reaches_nobody() -> None:
    rows = {row["id"]: {k: v for k, v in row.items() if k != "id"} for row in EDITION["necromancers"]}
    assert rows["mana_necromancer"] == rows["terrain_necromancer"]
    assert rows["mounted_necromancer"]["range"] == 0
    assert rows["mounted_necromancer"]["attack"] == "unsummon"


def test_the_numbers_of_the_setup() -> None:
    assert EDITION["fixedCards"] == 2
    assert EDITION["startMoney"] == {"yellow": 0, "bluePerBoard": 6}
    assert EDITION["spellPrice"] == {"8n": 8, "4n": 4}


# Maps

BREAKING = {
    "forbidden_isle": (
        "WWWWWWWWWW/WW2G1WG1W/WG7W/W8W/W2GW3GW/WG3WG2W/W8W/W7GW/W1GW1G2WW/WWWWWWWWWW",
        ("MIN-BRD-6",),
    ),
    "river_styx": ("4WW2G1/1G2W5/3G6/7W2/2WW2GWG1/1GWG2WW2/2W7/6G3/5W2G1/1G2WW4", ("MIN-BRD-6",)),
    "all_land": ("0/0/0/0/0/0/0/0/0/0", ("MIN-BRD-4",)),
}
GROUND = "W2W2W2W/1G2W2G2/5W2W1/W2G2W2G/1W2G2W2/2W2G2W1/G2W2G2W/1W2W5/2G2W2G1/W2W2W2W"


def map_of(rows: str) -> Any:
    return minions.OPERATIONS["map"]({"rows": rows}, RULES)


@pytest.mark.parametrize("name", MAPS)
def test_the_maps_of_the_table_keep_every_invariant(name: str) -> None:
    read = map_of(MAPS[name])
    assert len(read["graveyards"]) == 10
    assert read["swaps"] == swaps_of(name) != []
    assert set(read["graveyards"]) == {name_ for name_, hex_ in NAMED.items() if sign(name, hex_) == "G"}
    assert set(read["water"]) == {name_ for name_, hex_ in NAMED.items() if sign(name, hex_) == "W"}


def sign(map_: str, hex_: int) -> str:
    return terrain(map_)[hex_ % 10, hex_ // 10]


@pytest.mark.parametrize("name", BREAKING)
def test_the_other_maps_of_the_facts_break_one_invariant_each(name: str) -> None:
    rows, broken = BREAKING[name]
    with pytest.raises(Unreadable) as refused:
        map_of(rows)
    assert refused.value.broken == broken


def changed(**signs: str) -> str:
    """The map Mega Puddles with other signs on some hexes."""
    ground = dict(terrain("mega_puddles"))
    for name, sign_ in signs.items():
        ground[NAMED[name] % 10, NAMED[name] // 10] = sign_
    return written_rows(ground.values())


@pytest.mark.parametrize(
    ("signs", "broken"),
    [
        ({"b1": "."}, ("MIN-BRD-4", "MIN-BRD-7")),
        ({"b1": ".", "i8": "."}, ("MIN-BRD-4",)),
        ({"d1": "W", "g8": "W"}, ("MIN-BRD-6",)),
        ({"a1": "W"}, ("MIN-BRD-7",)),
        ({"b1": ".", "i8": ".", "e2": "G", "f7": "G"}, ("MIN-BRD-5",)),
    ],
    ids=str,
)
def test_one_change_breaks_one_invariant(signs: dict[str, str], broken: tuple[str, ...]) -> None:
    assert changed() == GROUND == MAPS["mega_puddles"]
    with pytest.raises(Refused) as refused:
        map_of(changed(**signs))
    assert refused.value.broken == broken


# Geometry


def test_the_neighbours_of_the_start_hexes() -> None:
    around = {name: {other for other in NAMED if NAMED[other] in neighbours(NAMED[name])} for name in ("c2", "h7")}
    assert around == {
        "c2": {"b2", "b3", "c1", "c3", "d1", "d2"},
        "h7": {"g7", "g8", "h6", "h8", "i6", "i7"},
    }
    assert [set(home(side)) for side in ("yellow", "blue")] == [
        {NAMED[one] for one in {name, *around[name]}} for name in ("c2", "h7")
    ]


def test_the_board_has_100_hexes_and_261_pairs_of_neighbours() -> None:
    assert len(HEXES) == 100
    assert sum(len(neighbours(hex_)) for hex_ in HEXES) == 2 * 261
    assert sorted(len(neighbours(NAMED[corner])) for corner in ("a0", "j0", "a9", "j9")) == [2, 2, 3, 3]


def test_distance_is_the_least_number_of_steps() -> None:
    for start in at_least_one(HEXES):
        seen, edge = {start: 0}, [start]
        while edge:
            near = dict.fromkeys(n for hex_ in edge for n in neighbours(hex_) if n not in seen)
            seen |= dict.fromkeys(near, seen[edge[0]] + 1)
            edge = [*near]
        assert seen == {hex_: distance(start, hex_) for hex_ in HEXES}


@pytest.mark.parametrize("swap", [rotated, reflected])
def test_a_swap_is_its_own_undoing_keeps_distances_and_swaps_the_homes(swap: Any) -> None:
    assert [swap(swap(hex_)) for hex_ in HEXES] == list(HEXES)
    for one in HEXES:
        assert {swap(near) for near in neighbours(one)} == set(neighbours(swap(one)))
        assert all(distance(swap(one), swap(other)) == distance(one, other) for other in HEXES)
    assert {swap(hex_) for hex_ in home("yellow")} == set(home("blue"))
    assert swap(home("yellow")[0]) == home("blue")[0]


def test_a_step_straight_up_and_right_is_none() -> None:
    assert distance(NAMED["c2"], NAMED["d3"]) == 2
    assert distance(NAMED["c2"], NAMED["d1"]) == 1
    assert distance(NAMED["c2"], NAMED["h7"]) == 10


# Numbers and points


def test_the_points_that_win() -> None:
    assert [needed_points(boards) for boards in range(1, 9)] == [1, 2, 3, 3, 4, 5, 6, 6]


@pytest.mark.parametrize("boards", range(1, 9))
def test_blue_starts_with_six_a_board_and_yellow_with_a_spell(boards: int) -> None:
    asked = {"maps": ["midnight_lake"] * boards, "cards": None, "money": None}
    begun = minions.OPERATIONS["setup"](asked, RULES)["position"]
    assert begun["money"] == {"yellow": 0, "blue": 6 * boards}
    assert begun["spells"] == {"yellow": {"free": 1, "bought": 0}, "blue": {"free": 0, "bought": 0}}
    assert begun["boards"] == ["f|I|i|||0/2ZZ6/1ZNZ6/1ZZ7/0/0/7zz1/6znz1/6zz2/0"] * boards
    assert begun["tech"]["cards"] == "SPWGTHKXAUJVMLOCRQBEYD"


def test_whoever_bids_less_plays_blue_with_the_mean() -> None:
    def settled(one: int, other: int, up: bool | None) -> tuple[str, int]:
        money = {"bids": [one, other], "roundedUp": up}
        begun = minions.OPERATIONS["setup"]({"maps": ["midnight_lake"], "cards": None, "money": money}, RULES)
        return begun["blue"], begun["position"]["money"]["blue"]

    assert settled(9, 12, True) == ("first", 11)
    assert settled(12, 9, False) == ("second", 10)
    assert settled(4, 8, None) == ("first", 6)
    assert settled(7, 7, None) == ("first", 7)


# The register, as the facts number it; the last three are entries beside them, and some readings are added to theirs
OPEN_POINTS = {
    "move-then-attack": "unless-lumbering never",
    "moves-per-turn": "one split",
    "tick": "moves-or-one-attack many-attacks",
    "deathtouch-necromancer": "illegal no-effect",
    "rebate-time": "at-once owners-turn",
    "spawn-on-water": "flyers anyone",
    "spawn-chain": "yes no",
    "purchase": "interleaved first",
    "first-turn": "attack-and-spawn attack-only",
    "new-tech": "at-once next-turn",
    "march-and-tech": "allowed no",
    "free-spell": "lost kept",
    "spell-price": "8n 4n",
    "turn-order": "free general-first in-order",
    "resign-income": "paid none",
    "resign-won-board": "win-stands loss-too",
    "restart": "by-state next-mover loser",
    "surviving-necromancer": "leaves to-zone",
    "keep-unit": "exactly-one-if-any at-most-one",
    "initiate": "choose-phase also-at-reset",
    "used-necromancers": "per-side-per-game per-side-per-board",
    "reset0-income": "paid none",
    "after-game-win": "stop count-losses",
    "after-kill": "play-on board-closed",
    "resign-when": "any-time until-resigned instead-of-turn",
    "reset0-resign": "illegal allowed",
    "bought-spell": "lost kept",
    "map-symmetry": "swaps-sides any",
    "bid-tie": "first again",
}


def test_the_register_has_the_points_of_the_facts_with_their_readings_the_default_first() -> None:
    choices = minions.REGISTER.choices("initiate")
    assert {entry: " ".join(readings) for entry, readings in choices.items()} == OPEN_POINTS
