"""A second statement of the rules (``second.py``) agrees with the reference on random boards under random readings.

The boards hold crowds of every kind of unit, of both sides, with marks, in every state, on the four maps and on drawn
ones. A twentieth of them runs always, all of them with LUDEX_ALL=1.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

import pytest

from ludex.games import minions
from ludex.games.minions.hexes import NAMES
from ludex.games.minions.moving import destinations
from ludex.rules import Illegal, Rules
from tests.minions import second
from tests.minions.dealing import some_choices, some_position
from tests.minions.plain import SIDES, Plain, name_of, position_of, wire_of
from tests.minions.reasons import reasons
from tests.minions.trying import hexes_of, some_actions

BOARDS, PART = 20_000, 500
PARTS = range(BOARDS // PART) if os.environ.get("LUDEX_ALL") else range(0, BOARDS // PART, 20)
UNITS_ASKED = 3
END = {"kind": "end-turn"}


class Dealt(NamedTuple):
    """A random board, plain and as the reference reads it, with random readings."""

    number: int
    dice: Random
    choices: dict[str, str]
    rules: Rules
    plain: Plain
    position: minions.Position


def deal(word: str, number: int, boards: Sequence[int] = (1,)) -> Dealt:
    dice = Random(f"{word} {number}")
    choices = some_choices(dice) | {"tick": dice.choice(["many-attacks", "many-attacks", "moves-or-one-attack"])}
    rules = minions.REGISTER.rules("initiate", choices)
    plain = some_position(dice, dice.choice(boards))
    return Dealt(number, dice, choices, rules, plain, minions.read_position(wire_of(plain), rules))


def numbers(part: int) -> range:
    return range(part * PART, (part + 1) * PART)


def answer_of_reference(position: minions.Position, action: Plain, rules: Rules) -> Any:
    """The position after an action, or what is broken and what moot."""
    try:
        return minions.show_position(minions.apply(position, action, rules))
    except Illegal as refused:
        return set(refused.broken), set(refused.moot)


def answer_of_second(plain: Plain, action: Plain, choices: dict[str, str]) -> Any:
    if not second.allows(plain, action, choices):
        return reasons(plain, action, choices)
    return wire_of(second.after(plain, action, choices))


def agree_on_reach(on: Dealt) -> None:
    board = on.plain["boards"][0]
    for hex_ in on.dice.sample(sorted(board["units"]), min(UNITS_ASKED, len(board["units"]))):
        here = NAMES.index(name_of(hex_))
        unit = on.position.boards[0].cells[here]
        assert unit is not None
        found = sorted(destinations(on.position.boards[0], unit, here, unit.kind.speed))
        assert [name_of(there) for there in second.reach(board, hex_)] == [NAMES[there] for there in found], on


def agree_on_actions(on: Dealt) -> Counter[Any]:
    """Both statements on many actions: what was asked how often, and how often it was legal."""
    asked = Counter[Any]()
    listed = list(minions.legal(on.position, on.rules))
    for action in some_actions(on.dice, on.plain, listed, misses=1):
        expected = answer_of_second(on.plain, action, on.choices)
        assert answer_of_reference(on.position, action, on.rules) == expected, (on.number, action, on.choices)
        several = "s" if len(action.get("moves") or action.get("attacks") or ()) > 1 else ""
        asked[action["kind"] + several, isinstance(expected, dict)] += 1
    assert [action for action in listed if not second.allows(on.plain, action, on.choices)] == [], on
    return asked


@pytest.mark.parametrize("part", PARTS)
def test_both_statements_agree_on_reach_on_actions_where_they_lead_and_why_they_are_refused(part: int) -> None:
    asked, crowded = Counter[Any](), 0
    for number in numbers(part):
        on = deal("board", number)
        agree_on_reach(on)
        asked += agree_on_actions(on)
        crowded += all(hexes_of(on.plain["boards"][0], side) for side in SIDES)
    for kind in (*second.RULES, "moves", "attacks"):
        assert asked[kind, True] > 3, kind
        assert asked[kind, False] > 3, kind
    assert crowded > PART / 2


@pytest.mark.parametrize("part", PARTS)
def test_both_statements_agree_on_the_end_of_a_turn(part: int) -> None:
    ended, states = Counter[Any](), Counter[str]()
    for number in numbers(part):
        on = deal("end", number, (1, 2, 2, 3, 4))
        expected = answer_of_second(on.plain, END, on.choices)
        assert answer_of_reference(on.position, END, on.rules) == expected, (number, on.choices)
        if isinstance(expected, dict):
            ended[expected["winner"] == on.plain["side"] if expected["winner"] else None] += 1
            states.update(board["state"] for board in position_of(expected)["boards"])
    assert min(ended[True], ended[False], ended[None]) > 10
    assert set(states) >= set("n012")
