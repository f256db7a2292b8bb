"""The vectors of Tribun have the points that engines slip at, in questions that all editions are asked."""

from __future__ import annotations

import base64
import json
from collections import Counter
from functools import cache
from typing import Any

import pytest

from ludex.games.tribun.attacks import attackers
from ludex.games.tribun.board import COLORS, TILES
from ludex.games.tribun.position import Position
from ludex.games.tribun.units import UNITS
from ludex.games.tribun.words import NAMES, read_action
from ludex.suites.tribun.covering import WITNESSES, outcome
from ludex.suites.tribun.points import points_of
from ludex.suites.tribun.positions import EDITIONS, FIRST, default_rules
from tests.guards import at_least_one
from tests.vectors.suite_files import topic, vectors

TURNS = tuple(name.lower().replace("_", "-") for name in NAMES[:10])
CROWDED, CROWDED_LISTS = 30, 10
GROUPS = {"MOV", "ATK", "KIL", "LIB", "DMG", "ENS", "COM", "SYM", "SPL", "BKS", "TRI"}


def position_of(shown: dict[str, Any]) -> Position:
    return Position(base64.b64decode(shown["board"]), COLORS.index(shown["turn"]))


@cache
def counted() -> Counter[str]:
    """In how many questions under the defaults of the first edition each point is."""
    rules, found, asked = default_rules(FIRST), Counter[str](), set[str]()
    for name in at_least_one(f"{kind}-{turn}" for kind in ("apply", "refusal") for turn in TURNS):
        for vector in topic(FIRST, name)["vectors"]:
            if vector["id"] not in asked and "by" not in vector["input"] and "unreadable" not in vector["expect"]:
                asked.add(vector["id"])
                position, word = position_of(vector["input"]["position"]), vector["input"]["action"]
                found.update(points_of(position, read_action(word, rules), rules, outcome(position, word, rules)))
    return found


@pytest.mark.parametrize(
    "point",
    [
        "TRB-SYM-3: 0 all enemy",
        "TRB-SYM-3: 1 all enemy",
        "TRB-SYM-3: 2 all enemy",
        "TRB-SYM-3: 1 donor 0 off, the others alike",
        "TRB-SYM-3: 2 donor 2 off, the others alike",
        "TRB-SYM-4: 0 donor 3 slave",
        "TRB-SYM-4: 1 alike in primary",
        "TRB-SYM-8: 0 6 gives 1",
        "TRB-SYM-8: 2 8 gives 1",
        "Symmetric: 0 4/6 gives 1",
        "Symmetric: 1 2/4 gives 2",
        "Symmetric: 2 1 gives 1 white",
        "Kill: 4/8 part 0",
        "Enslave: 4/8 part 0",
        "Backstabb: 4/1 black",
        "Backstabb: 4/1 white",
        "Combine: donor 0 frees 6",
        "Combine: donor 1 frees 6",
        "Combine: donor 0 on 0",
        "Move: jumps to 0",
        "Move: 8 to 0",
        "TRB-COM-4: enemy enemy",
        "TRB-MOV-4: 4 over enemy stack",
        "TRB-DMG-2: both parts would tell otherwise",
        "TRB-KIL-6: short by one",
        "Kill: the tribun must help",
        "Liberate: 4/8 left with 3",
    ],
)
def test_a_slip_that_was_made_is_told_by_several_vectors(point: str) -> None:
    assert counted()[point] >= WITNESSES


def test_most_points_have_their_witnesses() -> None:
    alone = [point for point in counted() if " and " not in point]
    few = [point for point in alone if counted()[point] < WITNESSES]
    assert len(alone) > 2000
    assert len(few) < len(alone) / 4  # the rest are drawn by chance alone: a rare vector, or a tile


def test_turns_are_asked_once_for_all_editions() -> None:
    first, second = ({one["id"] for name in TURNS for one in _turns(edition, name)} for edition in EDITIONS)
    assert len(first) > 8_000
    assert first == second


def _turns(edition: str, name: str) -> list[dict[str, Any]]:
    return [one for kind in ("apply", "refusal") for one in topic(edition, f"{kind}-{name}")["vectors"]]


@pytest.mark.parametrize("edition", EDITIONS)
def test_some_lists_are_of_boards_as_full_as_play_makes_them(edition: str) -> None:
    found, rules = 0, default_rules(edition)
    boards = {json.dumps(one["input"]["position"]) for one in topic(edition, "legal-extreme")["vectors"]}
    for shown in at_least_one(boards):
        position = position_of(json.loads(shown))
        enemies = [cid for cid in TILES if position.board[cid] and UNITS[position.board[cid]].color != position.turn]
        found += sum(len(attackers(position.board, cid, position.turn, rules)) for cid in enemies) >= CROWDED
    assert found >= CROWDED_LISTS


@pytest.mark.parametrize("edition", EDITIONS)
def test_each_turn_that_is_refused_alone_is_refused_inside_a_replay(edition: str) -> None:
    rules = default_rules(edition)
    refusals = [one["expect"]["illegal"]["broken"] for one in vectors(edition, "refusal") if "illegal" in one["expect"]]
    refusing = {broken[0] for broken in refusals if len(broken) == 1 and broken[0][4:7] in GROUPS}
    found = Counter[str]()
    for one in topic(edition, "replay-refused")["vectors"]:
        assert one["expect"]["refused"] == "illegal"
        words = base64.b64decode(one["input"]["actions"])
        word = int.from_bytes(words[4 * one["expect"]["applied"] :][:4], "little")
        found.update(outcome(position_of(one["expect"]["position"]), word, rules))
    assert len(refusing) > 40
    # One by a reading that is no default; one of a turn that the other edition allows, drawn as a legal one there.
    assert refusing - found.keys() <= {"TRB-ENS-5", "TRB-KIL-4"}
