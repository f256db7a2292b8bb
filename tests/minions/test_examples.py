"""What the rulebook of Minions shows is what its examples ask: positions, counts, lists."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

import pytest

from ludex.games import minions
from ludex.rules.answering import answer
from tests.examples import book, example, examples, figure, table
from tests.vector_files import topics

START = example("minions", "count-start")["input"]["position"]
MIDDLE = example("minions", "count-middle-game")["input"]["position"]
RULES = minions.REGISTER.rules("initiate")
READINGS = table("minions", "| Entry | other reading | what changes in an engine | depth 1 | depth 2 |")


def counted(position: dict[str, Any], depth: int, readings: dict[str, str]) -> int:
    rules = minions.REGISTER.rules("initiate", readings)
    nodes: int = answer(minions, "perft", {"position": position, "depth": depth}, rules)["nodes"]
    return nodes


def test_the_start_and_the_middle_game_have_as_many_ways_to_play_as_the_text_says() -> None:
    rows = table("minions", "| by the defaults | depth 0 | depth 1 | depth 2 | depth 3 |")
    told = [[figure(cell) for cell in row[1:] if cell] for row in rows]
    assert [
        [counted(START, depth, {}) for depth in range(4)],
        [counted(MIDDLE, depth, {}) for depth in range(3)],
    ] == told


def test_the_positions_of_the_text_are_those_of_the_examples() -> None:
    shown = [json.loads(block) for block in re.findall(r"```json\n(\{\"boards\".*?)```", book("minions"), re.DOTALL)]
    assert shown == [START, MIDDLE]
    assert example("minions", "setup")["expect"]["position"] == START


def test_the_middle_game_has_actions_of_the_kinds_that_the_text_says() -> None:
    (told,) = re.findall(r"The (\d+) actions of the middle game are (.*?)\.", book("minions"))
    actions = minions.legal(minions.read_position(MIDDLE, RULES), RULES)
    assert len(actions) == figure(told[0])
    found = re.findall(r"(\d+) `([a-z-]+)`", told[1])
    assert Counter(action["kind"] for action in actions) == {kind: figure(count) for count, kind in found}


@pytest.mark.parametrize("row", READINGS, ids=[f"{row[0]}-{row[1]}" for row in READINGS])
def test_a_reading_changes_the_counts_as_the_text_says(row: list[str]) -> None:
    readings = {row[0].strip("*"): row[1].strip("`")}
    assert [counted(MIDDLE, depth, readings) for depth in (1, 2)] == [figure(cell) for cell in row[3:]]


def test_every_reading_that_is_no_default_has_its_row_and_its_example() -> None:
    others = [(entry.id, one) for entry in minions.REGISTER.entries for one in entry.readings if one != entry.default]
    assert sorted((row[0].strip("*"), row[1].strip("`")) for row in READINGS) == sorted(others)
    shown = {(entry, one) for asked in examples("minions") for entry, one in asked["readings"].items()}
    assert shown == set(others)


def test_no_list_of_the_vectors_is_longer_than_the_text_says() -> None:
    wholes = [whole for whole in topics("minions", "initiate") if whole["operation"] == "legal"]
    expected = (one["expect"] for whole in wholes for one in whole["vectors"])
    longest = max(len(got["actions"]) + len(got.get("conditional", ())) for got in expected if "actions" in got)
    assert f"No list of legal actions in the vectors has more than {longest} actions," in book("minions")
