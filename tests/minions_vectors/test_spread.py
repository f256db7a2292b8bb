"""There are vectors enough of every kind, and no clause, reading, unit or kind of attack goes without."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

from ludex.games.minions import REGISTER
from ludex.games.minions.actions import KINDS as KINDS_OF_ACTION
from ludex.games.minions.hexes import NAMED
from ludex.generate.statistics import Counts, counts
from ludex.rules import MARKS
from ludex.suites.minions.positions import EVERY_KIND, MAPS, OPEN, UNITS, canonical
from ludex.suites.minions.scenes import ATTACKERS
from tests.guards import at_least_one
from tests.minions_vectors.suite_files import parted, position_of, topic, topics, vectors
from tests.vector_files import names

AT_LEAST = 30
DECIDES = 20
OF_TABLES = {"MIN-UNT-3"}  # asked of a table, which is the edition's and no part of any question
WRITTEN = ("narrow-", "replay-", "perft", "scenarios-", "setup", "codec-", "register", "turn")
SAMPLED = [name for name in names("minions", "initiate") if not name.startswith(WRITTEN)]


@cache
def of() -> Counts:
    return counts("minions")["initiate"]


def marks(role: str = "") -> list[str]:
    mine = ((clause, roles) for clause, roles in MARKS.items() if clause.startswith("MIN-"))
    return sorted(clause for clause, roles in mine if (not role or role in roles) and clause not in OF_TABLES)


def test_there_are_ten_thousand_and_more() -> None:
    assert len({vector["id"] for vector in vectors()}) >= 10_000


def test_every_check_refuses_often_and_half_of_it_alone() -> None:
    seldom = {clause: of().broken[clause] for clause in marks("check") if of().broken[clause] < AT_LEAST}
    with_others = {clause: of().alone[clause] for clause in marks("check") if of().alone[clause] < AT_LEAST // 2}
    assert (seldom, with_others) == ({}, {})


def test_every_clause_in_code_decides_vectors() -> None:
    decided = of().accepted + of().refused
    assert {clause: decided[clause] for clause in marks() if decided[clause] < DECIDES} == {}


def test_every_reading_decides_vectors_both_ways() -> None:
    found = Counter(choice for choice, _ in parted())
    every = [f"{entry.id}={choice}" for entry in REGISTER.entries for choice in entry.readings]
    assert {reading: found[reading] for reading in every if found[reading] < DECIDES} == {}


def test_every_reading_is_asked_by_itself() -> None:
    tagged = Counter(tag for vector in topic("register")["vectors"] for tag in vector["tags"])
    assert {entry for entry in OPEN if tagged[entry] < DECIDES} <= {"bid-tie"}
    assert sum("first" in str(one["holds"]) for one in topic("setup-bids")["vectors"] if "holds" in one) >= DECIDES


# Units


def the_unit(vector: dict[str, Any], place: int) -> str:
    """The kind of the unit that stands where the first pair of a tick begins, or ends."""
    position, action = position_of(vector), vector["input"]["action"]
    pairs = action.get("moves") or action.get("attacks")
    if position is None or not pairs or not 0 <= action["board"] < len(position.boards):
        return ""
    unit = position.boards[action["board"]].cells[NAMED[pairs[0][place]]]
    return unit.kind.id if unit else ""


def test_every_kind_attacks_and_is_attacked() -> None:
    applied = [one for whole in topics() if whole["topic"].startswith("attack-") for one in whole["vectors"]]
    attackers = Counter(the_unit(one, 0) for one in applied)
    targets = Counter(the_unit(one, 1) for one in applied)
    assert {kind.id for kind in ATTACKERS if attackers[kind.id] < DECIDES} == set()
    assert {kind.id for kind in EVERY_KIND if targets[kind.id] < DECIDES} == set()


def test_every_kind_of_attack_meets_every_kind() -> None:
    for sort in ("normal", "flurry", "unsummon", "deathtouch"):
        met = Counter(the_unit(one, 1) for one in topic(f"attack-{sort}")["vectors"])
        assert {kind.id for kind in EVERY_KIND if not met[kind.id]} == set(), sort


def test_every_kind_reaches_on_every_map() -> None:
    for name in at_least_one(MAPS):
        asked = Counter(one["why"].partition(",")[0] for one in topic(f"reach-{name.replace('_', '-')}")["vectors"])
        assert {kind.id for kind in EVERY_KIND if asked[kind.id] < 10} == set(), name


def test_every_unit_is_bought_and_spawned() -> None:
    for kind, count in (("buy", 5), ("spawn", 5)):
        named = Counter(one["input"]["action"]["unit"] for one in topic(f"apply-{kind}")["vectors"])
        assert {unit.id for unit in UNITS if named[unit.id] < count} == set(), kind


def test_ticks_are_legal_and_not() -> None:
    for size in range(2, 7):
        answers = Counter("position" in one["expect"] for one in topic(f"tick-{size}")["vectors"])
        assert min(answers[True], answers[False]) >= DECIDES, size


def test_every_kind_of_action_is_applied_and_refused() -> None:
    for answered in ("position", "illegal"):
        some = [one for one in vectors("apply") if answered in one["expect"]]
        kinds = Counter(one["input"]["action"]["kind"] for one in some)
        assert {kind: kinds[kind] for kind in KINDS_OF_ACTION if kinds[kind] < AT_LEAST} == {}, answered


# Positions


@pytest.mark.parametrize("name", SAMPLED)
def test_no_two_base_positions_of_a_sampled_topic_are_alike(name: str) -> None:
    """Several actions may share a position; two positions that differ are never images of each other."""
    first: dict[Any, Any] = {}
    for vector in at_least_one({one["id"]: one for one in topic(name)["vectors"]}.values()):
        position = position_of(vector)
        if position is not None:
            assert first.setdefault(canonical(position), position) == position, vector["id"]


@pytest.mark.parametrize(
    "name", [name for name in SAMPLED if name.startswith(("apply-", "refusal-", "attack-", "end-"))]
)
def test_positions_are_many(name: str) -> None:
    shown = [str(one["input"]["position"]) for one in topic(name)["vectors"]]
    assert len(set(shown)) * 3 >= len({one["id"] for one in topic(name)["vectors"]})


def test_ends_of_turns_have_one_board_to_eight() -> None:
    sizes = Counter(len(one["input"]["position"]["boards"]) for one in topic("end-order")["vectors"])
    assert set(sizes) >= set(range(1, 9))


# Games


def test_twenty_five_whole_games_on_one_board_to_four_are_won() -> None:
    games = topic("replay-games")["vectors"]
    assert len(games) == 25
    assert {len(one["input"]["position"]["boards"]) for one in games} == {1, 2, 3, 4}
    for one in games:
        assert one["expect"]["position"]["status"] == "ended", one["id"]
        assert one["expect"]["applied"] == len(one["input"]["actions"]) <= 150, one["id"]


def test_lines_are_read_and_written_alike() -> None:
    for one in at_least_one(topic("codec-board")["vectors"]):
        assert one["expect"]["line"] == one["input"]["line"], one["id"]
