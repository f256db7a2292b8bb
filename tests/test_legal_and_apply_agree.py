"""In any game what is listed applies, and what is not is refused: every action of each shape."""

from __future__ import annotations

import os
from collections import Counter
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest

from ludex.rules import Refused, Rules
from ludex.seam import reference_of
from ludex.suites.seam import suite_of
from ludex.vectors import available, open_suite

ALL = bool(os.environ.get("LUDEX_ALL"))
POSITIONS = 30 if ALL else 6  # of each game, drawn by seed
TURNS = 1 if ALL else 3  # a position is asked each third shape, and the next the others
LONGEST = 60  # of the list of a position


@cache
def drawn(game: str) -> tuple[tuple[Any, Rules], ...]:
    """Positions of which some vector asks a short list, each in an edition, under the defaults."""
    dice, found = Random(f"legal and apply {game}"), []
    reference, suite = reference_of(game), open_suite(game)
    for edition in suite.editions:
        rules = reference.REGISTER.rules(edition)
        for topic in suite.topics(edition):
            for vector in topic.vectors if topic.operation == "legal" else ():
                listed = msgspec.json.decode(vector.expect).get("actions", ())
                if 0 < len(listed) <= LONGEST and not vector.holds:
                    found.append((msgspec.json.decode(vector.input)["position"], rules))
    return tuple(dice.sample(found, POSITIONS))


def key(action: Any) -> bytes:
    return msgspec.json.encode(action, order="deterministic")


def applies(game: str, position: Any, action: Any, rules: Rules) -> bool:
    try:
        reference_of(game).apply(position, action, rules)
    except Refused:
        return False
    return True


@pytest.mark.parametrize("number", range(POSITIONS))
@pytest.mark.parametrize("game", available())
def test_of_all_actions_of_a_shape_exactly_those_that_are_listed_apply(game: str, number: int) -> None:
    shown, rules = drawn(game)[number]
    reference = reference_of(game)
    position = reference.read_position(shown, rules)
    listed = {key(action) for action in reference.legal(position, rules)}
    shapes = suite_of(game).shapes(position, rules)
    assert shapes, f"the suite of {game} gives no shapes of actions"
    for turn, (shape, actions) in enumerate(shapes.items()):
        if turn % TURNS == number % TURNS:
            every = {key(action): action for action in actions}
            able = {name for name, action in every.items() if applies(game, position, action, rules)}
            assert able == listed & every.keys(), shape


@pytest.mark.parametrize("game", available())
def test_every_listed_action_is_of_a_shape(game: str) -> None:
    shapes_met = Counter[str]()
    for shown, rules in drawn(game):
        reference = reference_of(game)
        position = reference.read_position(shown, rules)
        listed = {key(action) for action in reference.legal(position, rules)}
        for shape, actions in suite_of(game).shapes(position, rules).items():
            found = listed & {key(action) for action in actions}
            shapes_met[shape] += len(found)
            listed -= found
        assert not listed
    assert sum(many > 0 for many in shapes_met.values()) >= min(3, len(shapes_met))
