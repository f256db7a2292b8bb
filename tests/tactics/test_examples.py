"""What the rulebook of 5x5 Tactics shows is what its examples ask: states, counts, lists."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ludex.games import tactics
from ludex.rules.answering import answer
from tests.examples import book, example, figure, table
from tests.vector_files import topics

START = example("tactics", "count-start")["input"]["position"]
MIDDLE = example("tactics", "count-middle-game")["input"]["position"]


def counted(position: dict[str, Any], depth: int, readings: dict[str, str]) -> int:
    rules = tactics.REGISTER.rules("v1", readings)
    nodes: int = answer(tactics, "perft", {"position": position, "depth": depth}, rules)["nodes"]
    return nodes


COUNTS = table("tactics", "| by the defaults | depth 0 | depth 1 | depth 2 | depth 3 | depth 4 | depth 5 |")


def test_the_start_and_the_middle_game_have_as_many_ways_to_play_as_the_text_says() -> None:
    told = {row[0]: [figure(cell) for cell in row[1:]] for row in COUNTS}
    assert [counted(START, depth, {}) for depth in range(6)] == told["the start"]
    assert [counted(MIDDLE, depth, {}) for depth in range(5)] == told["the middle game"][:5]


def test_the_middle_game_is_drawn_and_told_as_it_is() -> None:
    drawn = next(block for block in re.findall(r"```[a-z]*\n(.*?)```", book("tactics"), re.DOTALL) if "a d x" in block)
    places = {
        token: (x, y) for y, row in enumerate(drawn.splitlines()) for x, token in enumerate(row.split()) if token != "."
    }
    assert places == {unit["id"]: (unit["position"]["x"], unit["position"]["y"]) for unit in MIDDLE["units"]}
    (told,) = [line for line in book("tactics").splitlines() if "**middle game** is this state" in line]
    assert dict(re.findall(r"`([a-z])`(?: of P\d)? \(`hp` (-?\d+)\)", told)) == {
        unit["id"]: str(unit["hp"]) for unit in MIDDLE["units"]
    }


READINGS = table("tactics", "| Entry | other reading | what changes in an engine | depth 1 | depth 2 | depth 3 |")
ALONG = {"move-attack-inference": {"attacker-after-move": "any-unique"}}  # without it there is nothing to see


@pytest.mark.parametrize("row", READINGS, ids=[f"{row[0]}-{row[1]}" for row in READINGS])
def test_a_reading_changes_the_counts_as_the_text_says(row: list[str]) -> None:
    entry, reading = row[0].strip("*"), row[1].strip("`")
    readings = {**ALONG.get(entry, {}), entry: reading}
    assert [counted(MIDDLE, depth, readings) for depth in (1, 2, 3)] == [figure(cell) for cell in row[3:]]


def test_every_reading_that_is_no_default_has_its_row() -> None:
    others = [(entry.id, one) for entry in tactics.REGISTER.entries for one in entry.readings if one != entry.default]
    assert sorted((row[0].strip("*"), row[1].strip("`")) for row in READINGS) == sorted(others)


def test_no_list_of_the_vectors_is_longer_than_the_text_says() -> None:
    wholes = [whole for whole in topics("tactics", "v1") if whole["operation"] == "legal"]
    expected = (one["expect"] for whole in wholes for one in whole["vectors"])
    longest = max(len(got["actions"]) + len(got.get("conditional", ())) for got in expected if "actions" in got)
    assert f"No list of legal actions in the vectors has more than {longest} actions," in book("tactics")


def test_no_count_of_the_vectors_is_deeper_or_larger_than_the_text_says() -> None:
    counts = [one for whole in topics("tactics", "v1") if whole["operation"] == "perft" for one in whole["vectors"]]
    told = [one["input"] | one["expect"] for one in counts if "nodes" in one["expect"]]
    on, over = ([one for one in told if one["position"]["isGameOver"] is ended] for ended in (False, True))
    deepest, largest = (max(one[name] for one in on) for name in ("depth", "nodes"))
    counted = f"no count in the vectors goes deeper than {deepest} or has more than {largest} nodes,"
    assert f"While the game is on, {counted}" in book("tactics")
    assert max(one["depth"] for one in over) == 2**53 - 1
    assert "once it is over, some go as deep as 2^53 - 1." in book("tactics")
