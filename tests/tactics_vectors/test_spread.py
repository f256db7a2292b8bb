"""There are vectors enough of every kind, and no clause, kind of error, reading, type or tile goes without."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ludex.games import tactics
from ludex.generate.statistics import readings_of
from ludex.rules import MARKS
from ludex.suites.tactics.positions import TILES, canonical
from tests.guards import at_least_one
from tests.tactics_vectors.suite_files import causes, position_of, refused, topic, vectors
from tests.vector_files import names

AT_LEAST = 30
DECIDES = 20
BOOK = Path(__file__).parents[2] / "spec" / "tactics" / "rulebook"
# Tables, play, and what authors chose.
WRITTEN = ("tiles-", "replay-", "perft", "register-", "numbers-", "many-", "scenarios-")
SAMPLED = [name for name in names("tactics", "v1") if not name.startswith(WRITTEN)]


def marks(role: str = "") -> list[str]:
    return sorted(
        clause for clause, roles in MARKS.items() if clause.startswith("TAC-") and (not role or role in roles)
    )


def never_alone() -> set[str]:
    """The checks of which the rulebook says that they are never the only one broken."""
    parts = re.split(r"^(?=### )", "".join(path.read_text() for path in sorted(BOOK.glob("*.md"))), flags=re.M)
    return {part.split()[1] for part in parts if "\n> *For maintainers.* Not alone:" in part}


def test_there_are_six_thousand_and_more() -> None:
    validated = {one["id"] for one in vectors("validate")}
    applied = {one["id"] for one in vectors("apply")}
    assert len(validated) >= 3000
    assert len(applied) >= 3000


@cache
def tallies() -> tuple[Counter[str], Counter[str]]:
    """For each clause the refusals that it has a part in, and those that it makes alone under some reading."""
    broken, alone = Counter[str](), Counter[str]()
    for one in vectors("apply", "validate", "legal", "replay", "perft"):
        expected = one["expect"]
        if "unreadable" in expected:
            some = {tuple(expected["unreadable"]["broken"])}
        elif "illegal" in expected or expected.get("isValid") is False:
            some = causes(one)
        else:
            continue
        broken.update({clause for cause in some for clause in cause})
        alone.update({cause[0] for cause in some if len(cause) == 1})
    return broken, alone


def test_every_check_refuses_often_and_half_of_it_alone() -> None:
    broken, alone = tallies()
    seldom = {clause: broken[clause] for clause in marks("check") if broken[clause] < AT_LEAST}
    with_others = {
        clause: alone[clause] for clause in set(marks("check")) - never_alone() if alone[clause] < AT_LEAST // 2
    }
    assert (seldom, with_others) == ({}, {})
    assert [clause for clause in never_alone() if alone[clause]] == []


def test_every_clause_in_code_decides_vectors() -> None:
    decided = Counter(clause for one in vectors() for clause in one["clauses"])
    assert {clause: decided[clause] for clause in marks() if decided[clause] < DECIDES} == {}


def test_every_kind_of_error_decides_verdicts() -> None:
    told = Counter(kind for one in vectors("validate") for kind in refused(one) if "unreadable" not in one["expect"])
    assert {kind: told[kind] for kind in tactics.KINDS.values() if told[kind] < AT_LEAST} == {}
    tagged = Counter(tag for one in topic("validate-alone")["vectors"] for tag in one["tags"])
    lonely = {kind for clause, kind in tactics.KINDS.items() if clause not in never_alone()}
    assert {kind for kind in lonely if tagged[kind] < DECIDES} == set()


def test_every_reading_decides_vectors_both_ways() -> None:
    found = Counter(reading for one in vectors() for reading in readings_of(one))
    every = [f"{entry.id}={choice}" for entry in tactics.REGISTER.entries for choice in entry.readings]
    assert {reading: found[reading] for reading in every if found[reading] < DECIDES} == {}


def test_every_fixed_string_and_the_free_words_are_asked() -> None:
    messages = Counter(one["expect"].get("errorMessage") for one in vectors("validate"))
    fixed = tactics.REGISTER.rules("v1").fact("messages")
    assert isinstance(fixed, dict)
    assert {words for words in (None, *fixed.values()) if messages[words] < AT_LEAST} == set()


# Positions


@pytest.mark.parametrize("name", SAMPLED)
def test_no_two_base_positions_of_a_sampled_topic_are_alike(name: str) -> None:
    """Several actions may share a position; two positions that differ are never images of each other."""
    first: dict[Any, Any] = {}
    for one in at_least_one(topic(name)["vectors"]):
        position = position_of(one)
        if position is not None:
            assert first.setdefault(canonical(position), position) == position, one["id"]


@pytest.mark.parametrize("name", [name for name in SAMPLED if name.startswith(("apply-", "refusal-", "validate-"))])
def test_positions_are_many(name: str) -> None:
    shown = [str(one["input"]["position"]) for one in topic(name)["vectors"]]
    assert len(set(shown)) * 4 >= len({one["id"] for one in topic(name)["vectors"]})


PAIRS_OF_PLAY = 31  # of an attacker and a target beside it: the most that games at random were seen to come to


@pytest.mark.parametrize("name", ["crowds-list", "crowds-apply"])
def test_boards_are_as_crowded_as_in_play_and_more(name: str) -> None:
    crowds = {pairs(one["input"]["position"]) for one in topic(name)["vectors"]}
    assert max(crowds) == 40  # what a board of 25 tiles can hold
    assert sum(count >= PAIRS_OF_PLAY for count in crowds) >= (1 if name == "crowds-apply" else 3)


def pairs(state: dict[str, Any]) -> int:
    """How many pairs of living enemies stand side by side."""
    own, enemies = (
        [
            xy(unit["position"])
            for unit in state["units"]
            if unit["alive"] and unit["hp"] > 0 and unit["owner"] == player
        ]
        for player in ("P1", "P2")
    )
    return sum(abs(x - to_x) + abs(y - to_y) == 1 for x, y in own for to_x, to_y in enemies)


def xy(place: Any) -> tuple[int, int]:
    return place["x"], place["y"]


def mover(one: dict[str, Any], name: str) -> tuple[int, int]:
    return next(xy(unit["position"]) for unit in one["input"]["position"]["units"] if unit["id"] == name)


def test_every_step_from_every_tile_and_over_every_edge_is_asked() -> None:
    asked = {(mover(one, "m"), xy(one["input"]["action"]["targetPosition"])) for one in topic("tiles-move")["vectors"]}
    steps = {((t.x, t.y), (t.x + dx, t.y + dy)) for t in TILES for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0))}
    diagonals = {((t.x, t.y), (t.x + dx, t.y + dy)) for t in TILES for dx in (1, -1) for dy in (1, -1)}
    assert steps <= asked
    assert len(diagonals - asked) <= 4  # where the other side's unit stands


def test_every_pair_of_tiles_near_each_other_is_attacked_over() -> None:
    asked = {(mover(one, "m"), mover(one, "t")) for one in topic("tiles-attack")["vectors"]}
    near = {(a, b) for a in TILES for b in TILES if 0 < abs(a.x - b.x) + abs(a.y - b.y) <= 2}
    assert asked == {((a.x, a.y), (b.x, b.y)) for a, b in near}


def test_every_way_over_every_tile_is_moved_and_attacked_over() -> None:
    asked = {
        (mover(one, "m"), xy(one["input"]["action"]["targetPosition"]), mover(one, "t"))
        for one in topic("tiles-move-and-attack")["vectors"]
    }
    ways = {
        ((a.x, a.y), (b.x, b.y), (c.x, c.y))
        for a in TILES
        for b in TILES
        for c in TILES
        if abs(a.x - b.x) + abs(a.y - b.y) == 1 == abs(b.x - c.x) + abs(b.y - c.y) and a != c
    }
    assert ways <= asked


# Games


def test_forty_whole_games_end() -> None:
    games = {one["id"]: one for one in topic("replay-games")["vectors"]}
    assert len(games) >= 40
    for one in games.values():
        ends = [other["expect"] for other in topic("replay-games")["vectors"] if other["id"] == one["id"]]
        assert any(end["position"]["isGameOver"] and end["applied"] == len(one["input"]["actions"]) for end in ends)


def test_states_go_there_and_back() -> None:
    for one in at_least_one(topic("codec-state")["vectors"]):
        before, after = one["input"]["position"], one["expect"]["position"]
        kept = one.get("holds") == [{"life-without-hp": ["kept"]}]
        units = [{**unit, "alive": unit["alive"] and (kept or unit["hp"] > 0)} for unit in before["units"]]
        assert after == {**before, "currentPlayer": after["currentPlayer"], "units": units}
        assert after["currentPlayer"] != before["currentPlayer"]
