"""There are vectors enough of every kind, and no clause, reading, height, part or role goes without."""

from __future__ import annotations

import base64
from collections import Counter
from functools import cache
from typing import Any

import pytest

from ludex.games.tribun import REGISTER, read_action
from ludex.games.tribun.board import COLORS
from ludex.games.tribun.position import Position, standard_start
from ludex.games.tribun.units import HEIGHTS, UNITS
from ludex.games.tribun.words import NAMES
from ludex.generate.statistics import Counts, counts
from ludex.rules import MARKS
from ludex.suites.tribun.positions import Unlike, default_rules
from tests.guards import at_least_one
from tests.vectors.suite_files import EDITIONS, is_authored, topic, topics, vectors

AT_LEAST = 30
DECIDES = 20
DECIDING = {"TRB-CLK-3", "TRB-CLK-5", "TRB-CLK-6"}  # checks that decide how a match ends, and refuse nothing
SETTLED = {
    "2026-01": {"TRB-DRW-4", "TRB-DRW-7", "TRB-DRW-9", "TRB-DRW-12"},  # nobody can decline
    "2026-04": {
        "TRB-KIL-4",
        "TRB-ENS-5",
        "TRB-POS-3",
        "TRB-WRD-7",
        "TRB-WRD-8",
    },  # attacking suffices; no reserved values
}
NEVER_ALONE = {
    "2026-01": {"TRB-BYT-5", "TRB-POS-4"},  # TRB-BYT-3 or -4 is broken as well; TRB-POS-3 is broken as well
    "2026-04": {"TRB-BYT-5"},
}


@cache
def all_counts() -> dict[str, Counts]:
    return counts("tribun")


def refusing(edition: str) -> list[str]:
    checks = {clause for clause, roles in MARKS.items() if clause.startswith("TRB-") and "check" in roles}
    return sorted(checks - DECIDING - SETTLED[edition])


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_check_is_broken_often_and_alone(edition: str) -> None:
    of = all_counts()[edition]
    seldom = {clause: of.broken[clause] for clause in refusing(edition) if of.broken[clause] < AT_LEAST}
    with_others = {
        clause: of.alone[clause]
        for clause in refusing(edition)
        if of.alone[clause] < AT_LEAST // 2 and clause not in NEVER_ALONE[edition]
    }
    assert (seldom, with_others) == ({}, {})


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_an_edition_settles_is_never_broken_in_it(edition: str) -> None:
    of = all_counts()[edition]
    assert [clause for clause in SETTLED[edition] if of.broken[clause]] == []
    assert [clause for clause in NEVER_ALONE[edition] if of.alone[clause]] == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_clause_in_code_decides_vectors(edition: str) -> None:
    of = all_counts()[edition]
    marked = {clause for clause in MARKS if clause.startswith("TRB-")}
    idle = {
        clause: of.accepted[clause] + of.refused[clause]
        for clause in sorted(marked - SETTLED[edition] - IDLE[edition])
        if of.accepted[clause] + of.refused[clause] < DECIDES
    }
    assert idle == {}


# TRB-POS-4 is never the only one in 2026-01.
IDLE: dict[str, set[str]] = {"2026-01": {"TRB-POS-4"}, "2026-04": set()}


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_reading_decides_vectors(edition: str) -> None:
    of = all_counts()[edition].readings
    open_readings = [
        f"{entry}={choice}"
        for entry, choices in REGISTER.choices(edition).items()
        for choice in choices
        if len(choices) > 1
    ]
    assert {reading: of[reading] for reading in open_readings if of[reading] < DECIDES} == {}


# How many there are of each kind (issue 2, point 6)


def count(edition: str, *kinds: str) -> int:
    return sum(1 for _ in vectors(edition, *kinds))


@pytest.mark.parametrize("edition", EDITIONS)
def test_codecs_are_complete(edition: str) -> None:
    read = [one["input"]["byte"] for one in topic(edition, "codec-unit")["vectors"]]
    assert {byte for byte in read if type(byte) is int} >= set(range(256))
    cids = [one["input"]["cid"] for one in topic(edition, "codec-cid")["vectors"]]
    assert {cid for cid in cids if type(cid) is int} >= set(range(128))
    words = [one for one in topic(edition, "codec-word")["vectors"] if type(one["input"]["word"]) is int]
    assert sum(one["why"] == "a word at random" for one in words) >= 500
    assert {one["input"]["word"] >> 28 for one in words} >= set(range(16))


@pytest.mark.parametrize("edition", EDITIONS)
def test_each_unused_bit_and_each_reserved_value_is_asked_alone(edition: str) -> None:
    from ludex.games.tribun.words import layouts

    asked = {
        one["input"]["word"] for one in topic(edition, "codec-word")["vectors"] if type(one["input"]["word"]) is int
    }
    for of in at_least_one(layouts(default_rules(edition))):
        plain = of.opcode << 28 | sum(60 << field.first for field in of.fields if field.what == "cid")
        unused = {plain | 1 << bit for bit in range(28) if not of.mask >> bit & 1}
        small = {
            plain & ~field.mask | value << field.first
            for field in of.fields
            if field.what != "cid"
            for value in range(1 << field.width)
        }
        assert unused | small <= asked, of.name


@pytest.mark.parametrize("edition", EDITIONS)
def test_tables_are_complete(edition: str) -> None:
    table = [one["input"]["unit"] for one in topic(edition, "normalize")["vectors"]]
    sound = [
        unit for unit in table if isinstance(unit, dict) and type(unit.get("p")) is int and type(unit.get("s")) is int
    ]
    assert {unit["p"] for unit in sound} >= set(range(-2, 17))
    assert {unit["s"] for unit in sound} >= {*HEIGHTS, 5, 7}
    for part, sort in enumerate(("primary", "slave")):
        for board in ("empty", "crowded"):
            asked = {seen(one["input"]) for one in topic(edition, f"relations-{sort}-{board}")["vectors"]}
            heights = {("T" if tribun else "") + str(height) for height, tribun, _, _ in asked}
            assert heights == {"1", "2", "3", "4", "6", "8", *(("T1",) if part == 0 else ())}
            assert len(asked) == len(heights) * 2 * 91


def seen(asked: dict[str, Any]) -> tuple[int, bool, int, int]:
    """The height and flag of the part asked about, its colour, its tile."""
    unit = UNITS[base64.b64decode(asked["board"])[asked["cid"]]]
    return (unit.p, unit.s)[asked["part"]], unit.tribun, unit.color, asked["cid"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_there_are_enough_of_each_kind(edition: str) -> None:
    lists = [one for one in vectors(edition, "legal") if "actions" in one["expect"]]
    assert len({one["input"]["position"]["board"] + one["input"]["position"]["turn"] for one in lists}) >= 600
    applied = [one["id"] for one in vectors(edition, "apply", "ending") if "position" in one["expect"]]
    assert len(set(applied)) >= 5000
    refused = [one["id"] for one in vectors(edition, "refusal") if "position" not in one["expect"]]
    assert len(set(refused)) >= 5000
    replays = topic(edition, "replay")["vectors"]
    assert len({one["id"] for one in replays}) >= 60
    assert sum(one["expect"]["refused"] is not None for one in replays) >= 10
    perft = [one["input"] for one in topic(edition, "perft")["vectors"] if "nodes" in one["expect"]]
    deep = {one["position"]["board"] for one in perft if one["depth"] in (1, 2)}
    assert len(deep) >= 11


@pytest.mark.parametrize("edition", EDITIONS)
def test_applied_actions_are_spread_evenly_over_opcodes(edition: str) -> None:
    """By question, however many answers it has; a MOVE has the most points, and a DRAW the fewest."""
    asked = {one["id"]: one["input"]["action"] for one in vectors(edition, "apply") if "position" in one["expect"]}
    opcodes = Counter(NAMES[word >> 28] for word in asked.values())
    assert set(opcodes) == set(NAMES)
    assert max(opcodes.values()) < 2.5 * min(opcodes.values())


@pytest.mark.parametrize("edition", EDITIONS)
def test_heights_parts_and_roles_decide_vectors(edition: str) -> None:
    rules, roles = REGISTER.rules(edition, {"unused-bits": "ignored"}), Counter[str]()
    for one in vectors(edition, "apply", "refusal"):
        if "unreadable" in one["expect"] or one["input"]["action"] >> 28 not in (0, 1, 4, 7, 8, 9):
            continue
        board = base64.b64decode(one["input"]["position"]["board"])
        action = read_action(one["input"]["action"], rules)
        unit, part = UNITS[board[action[0]]], getattr(action, "part", 0)
        roles[f"{type(action).__name__} {'T' * unit.tribun}{(unit.p, unit.s)[part]} part {part}"] += 1
        roles[f"{type(action).__name__} {COLORS[unit.color]}"] += 1
    wanted = [f"{name} {color}" for name in ("Move", "Kill", "Enslave", "Split", "Backstabb") for color in COLORS]
    wanted += [f"Move {height} part {part}" for height in HEIGHTS[1:] for part in (0, 1)]
    wanted += [f"AttackTribun {height} part 0" for height in HEIGHTS[1:]]
    assert {role: roles[role] for role in wanted if roles[role] < DECIDES} == {}


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_two_base_positions_of_a_drawn_list_are_alike(edition: str) -> None:
    """Of malformed positions there is no list."""
    for whole in at_least_one(topics(edition)):
        if whole["kind"] == "legal" and not is_authored(whole):
            unlike, listed = Unlike(), {one["id"]: one for one in whole["vectors"] if "actions" in one["expect"]}
            assert [id_ for id_, one in listed.items() if not unlike(position_of(one["input"]["position"]))] == []


OF_FEW_BOARDS = ("apply-draw", "apply-end", "slips-draw")  # they ask every word in every state of offers and blocks


@pytest.mark.parametrize("edition", EDITIONS)
def test_base_positions_of_applied_actions_are_many_and_unlike(edition: str) -> None:
    """Several actions may share a position; two positions that differ are never images of each other.

    The standard start is asked with either side to move. The topics of slips keep, of what is drawn, what shows an open
    point of the matrix: they need as many boards as they have points, and not as many as a sample.
    """
    for whole in at_least_one(topics(edition)):
        if whole["kind"] == "apply" and not is_authored(whole) and whole["topic"] not in OF_FEW_BOARDS:
            asked = (one["input"]["position"] for one in whole["vectors"])
            boards = {(p["board"], p["turn"]): p for p in asked if base64.b64decode(p["board"]) != START}
            unlike = Unlike()
            assert [where for where, p in sorted(boards.items()) if not unlike(position_of(p))] == []
            assert len(boards) >= (50 if whole["topic"].startswith(("slips-", "stacks-")) else 150), whole["topic"]


START = standard_start().board


def position_of(shown: dict[str, Any]) -> Position:
    return Position(base64.b64decode(shown["board"]), COLORS.index(shown["turn"]))


@pytest.mark.parametrize(("edition", "forms"), [("2026-01", (0xB0000004, 0xA0000003)), ("2026-04", (0xB0000008,))])
def test_the_forms_of_the_other_edition_are_refused(edition: str, forms: tuple[int, ...]) -> None:
    refused = {
        one["input"]["action"]
        for one in topic(edition, "refusal-word")["vectors"]
        if "unreadable" in one["expect"] and type(one["input"]["action"]) is int
    }
    assert set(forms) <= refused
