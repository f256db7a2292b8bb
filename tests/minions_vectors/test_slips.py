"""The cases for slips that people make are what they are called: at edges, at limits, in crowds, and refused inside."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from ludex.games.minions.board import Unit, with_unit
from ludex.games.minions.hexes import NAMED, NAMES
from ludex.games.minions.moving import ways
from ludex.suites.dice import Dice
from ludex.suites.minions.edges import SEAMS, across, wrong_ways
from ludex.suites.minions.positions import DEFAULT, TABLE, Draft
from ludex.suites.minions.traits import facets
from tests.guards import at_least_one
from tests.minions_vectors.suite_files import topic

START = {
    "boards": ["n|I|i|||0/2ZZ6/1ZNZ6/1ZZ7/0/0/7zz1/6znz1/6zz2/0"],
    "maps": ["midnight_lake"],
    "side": "yellow",
    "money": {"yellow": 2, "blue": 6},
    "owed": {"yellow": 0, "blue": 0},
    "points": {"yellow": 0, "blue": 0},
    "tech": {"cards": "SP", "yellow": "00", "blue": "00"},
    "spells": {"yellow": {"free": 1, "bought": 0}, "blue": {"free": 0, "bought": 0}},
    "entered": [],
    "status": "active",
    "winner": None,
}


def of_action(action: Any) -> dict[str, Any]:
    return dict(facets("apply", {"position": START, "action": action}, DEFAULT))


@pytest.mark.parametrize(
    ("here", "seam", "there"),
    [
        ("j3", "right", "a4"),
        ("a4", "left", "j3"),
        ("j3", "right-down", "a3"),
        ("a3", "left-up", "j3"),
        ("c9", "up", "c0"),
    ],
)
def test_a_seam_joins_the_ends_of_rows(here: str, seam: str, there: str) -> None:
    assert across(NAMED[here], seam) == NAMED[there]


def test_no_seam_is_in_the_middle() -> None:
    assert {across(NAMED["e5"], seam) for seam in at_least_one(SEAMS)} == {None}


def test_a_way_off_the_board_leads_further_and_is_none() -> None:
    draft = Draft(Dice("a warg at the edge"), "yellow", on="eternal_battlefield")
    warg = next(kind for kind in TABLE.cards if kind.id == "warg")
    board = with_unit(draft.board(), NAMED["j5"], Unit(warg, "yellow"))
    for enemy in ("j4", "i5", "i6", "j6"):
        board = with_unit(board, NAMED[enemy], Unit(TABLE.zombie, "blue"))
    unit = Unit(warg, "yellow")
    further = wrong_ways(board, unit, NAMED["j5"], "right") - set(ways(board, unit, NAMED["j5"], warg.speed))
    assert sorted(NAMES[hex_] for hex_ in further) == ["j3", "j7"]


def test_an_action_is_told_by_what_limits_it() -> None:
    buying = of_action({"kind": "buy", "board": 0, "unit": "zombie"})
    assert (buying["change"], buying["causes"], buying["boards"]) == (0, 0, 1)
    moving = of_action({"kind": "move", "board": 0, "moves": [["c1", "c0"]]})
    assert (moving["too_far"], moving["rim"], moving["corner"], moving["on_to"]) == (0, True, False, ["nobody"])


def test_of_several_entries_the_wrong_one_is_found() -> None:
    told = of_action({"kind": "move", "board": 0, "moves": [["c1", "c0"], ["d1", "e1"], ["b2", "b5"]]})
    assert (told["mended_by"], told["all_wrong"], told["broken"]) == ([2], False, ("MIN-MOV-7",))


def test_what_cannot_be_read_has_the_facets_of_its_text() -> None:
    told = of_action({"kind": "move", "board": 0, "moves": [["k1", "c0"]]})
    assert (told["readable"], "k1" in told["texts"]) == (False, True)


def test_of_turns_that_are_refused_inside_nothing_happens() -> None:
    lines = topic("replay-turns")["vectors"]
    assert {one["expect"]["refused"] for one in lines} == {"illegal"}
    applied = Counter(one["expect"]["applied"] for one in lines)
    assert set(applied) == {0, 1, 2}
    places = Counter(
        place for one in lines for place in ("first", "middle", "last") if f"its {place} part" in one["why"]
    )
    assert min(places[place] for place in ("first", "middle", "last")) >= 10


def test_crowded_lists_are_long_and_sparse_ones_short() -> None:
    long = [len(one["expect"]["actions"]) for one in topic("legal-crowded")["vectors"]]
    short = [len(one["expect"]["actions"]) for one in topic("legal-sparse")["vectors"]]
    assert max(long) > 1024
    assert min(short) == 1


def test_at_each_edge_and_seam_things_are_allowed_and_refused() -> None:
    for name in ("edge-seams", "edge-paths", "edge-corners", "limits-targets", "limits-phases", "figures-moves"):
        answers = Counter(next(iter(one["expect"])) for one in topic(name)["vectors"])
        assert min(answers["position"], answers["illegal"]) >= 15, name
