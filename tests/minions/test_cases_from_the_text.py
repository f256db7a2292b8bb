"""Cases whose answers were written from the seed and facts alone, before rulebook and code were seen."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ludex.games import minions
from ludex.rules import Illegal, Refused, Rules, Unreadable

FOLDER = Path(__file__).parent
HALVES = {half: json.loads((FOLDER / f"text_cases_{half}.json").read_text()) for half in ("first", "second")}
CASES = [case for cases in HALVES.values() for case in cases]

# Cases of the first half say which refusal it is and why, in the seed's words; those of the second only why.
REASONS: dict[str, tuple[type[Refused], str]] = {
    "illegal: the clear path is 3 steps, only 2 are left": (Illegal, "MIN-MOV-7"),
    "illegal: the rat has attacked already": (Illegal, "MIN-MOV-3"),
    "illegal: no unit on d6 when the tick begins": (Illegal, "MIN-MOV-1"),
    "illegal: two units end on d3": (Illegal, "MIN-TIC-3"),
    "illegal: has moved already": (Illegal, "MIN-MOV-4"),
    "illegal: deathtouch at a necromancer": (Illegal, "MIN-ATK-6"),
    "illegal: the board is closed after the kill": (Illegal, "MIN-PHA-6"),
    "illegal: more than one attack in a tick": (Illegal, "MIN-TIC-5"),
    "illegal: a rat cannot be spawned on water": (Illegal, "MIN-SPN-4"),
    "illegal: the only spawner beside d5 was spawned this turn": (Illegal, "MIN-SPN-3"),
    "illegal: a purchase after a spawn": (Illegal, "MIN-PUR-3"),
    "illegal: own units cannot be attacked": (Illegal, "MIN-ATK-2"),
    "unreadable: marks are not in board order": (Unreadable, "MIN-LIN-5"),
    "unreadable: attack mark on a unit of range 0": (Unreadable, "MIN-LIN-7"),
    "unreadable: state f with Blue to move": (Unreadable, "MIN-LIN-2"),
    "unreadable: mark s without flag q": (Unreadable, "MIN-LIN-7"),
    "unreadable: the hexes beside c2 and h7 must be land, b3 and i6 are graveyards": (Unreadable, "MIN-BRD-6"),
    "the two packs are not equal in size": (Unreadable, "MIN-SET-4"),
    "home hexes of the second map are not all land": (Unreadable, "MIN-BRD-6"),
    "the card was marched to this turn": (Illegal, "MIN-TEC-6"),
    "unlocked only this turn": (Illegal, "MIN-PUR-1"),
    "the general comes before the boards": (Illegal, "MIN-TRN-3"),
    "not enough money for the initiate": (Illegal, "MIN-PUR-2"),
    "no spawn phase on the first turn": (Illegal, "MIN-PHA-5"),
    "no spawn phase at reset+1": (Illegal, "MIN-PHA-4"),
    "the necromancer of board 1 is not chosen": (Illegal, "MIN-END-1"),
    "the board is closed after the kill": (Illegal, "MIN-PHA-6"),
    "already acted on this board": (Illegal, "MIN-RES-2"),
}


def is_refused(case: dict[str, Any]) -> bool:
    return set(case["expect"]) == {"refused"}


def rules_of(case: dict[str, Any]) -> Rules:
    return minions.REGISTER.rules("initiate", case["readings"])


def named(refused: bool) -> pytest.MarkDecorator:
    """The cases that are refused, or the others."""
    chosen = [one for one in CASES if is_refused(one) == refused]
    return pytest.mark.parametrize("case", chosen, ids=[one["id"] for one in chosen])


@named(refused=False)
def test_what_the_text_allows_is_answered_as_the_text_says(case: dict[str, Any]) -> None:
    answer, expect = minions.OPERATIONS[case["operation"]](case["input"], rules_of(case)), dict(case["expect"])
    listed = answer.get("actions", [])
    assert all(action in listed for action in expect.pop("contains", []))
    assert not any(action in listed for action in expect.pop("lacks", []))
    assert {name: answer[name] for name in expect} == expect


@named(refused=True)
def test_what_the_text_forbids_is_refused_for_what_the_text_says_and_nothing_else(case: dict[str, Any]) -> None:
    kind, clause = REASONS[case["expect"]["refused"]]
    with pytest.raises(Refused) as refused:
        minions.OPERATIONS[case["operation"]](case["input"], rules_of(case))
    assert type(refused.value) is kind
    assert refused.value.broken == (clause,)


def test_every_reason_is_that_of_a_case() -> None:
    assert {case["expect"]["refused"] for case in CASES if is_refused(case)} == set(REASONS)


def test_a_case_that_lists_says_what_is_there_and_what_is_not() -> None:
    listing = [case["expect"] for case in CASES if case["operation"] == "legal" and not is_refused(case)]
    assert listing
    assert all(expect["contains"] and expect["lacks"] for expect in listing)


@pytest.mark.parametrize("half", HALVES)
def test_each_half_has_forty_cases_or_more_and_all_are_asked(half: str) -> None:
    assert len({case["id"] for case in HALVES[half]}) == len(HALVES[half]) >= 40
