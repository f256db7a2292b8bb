"""The reasons that a vector allows under some readings are those that the reference gives under them, and no others."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from ludex import where
from ludex.generate.asking import answer, reasons_in, refusal_of, shape_of
from ludex.generate.generating import game_of
from ludex.generate.readings import rules_of
from ludex.judge.weigh import in_force
from ludex.suites.dice import Dice
from ludex.vectors.format import ONLY_UNDER, meets
from tests.guards import at_least_one
from tests.vector_files import topics

SHARE, COMBINATIONS = 150, 4


def refusing(game: str) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Every vector of a game with reasons that hang on readings, with the topic that it is in."""
    for edition in game_of(game)[0].REGISTER.editions:
        for whole in topics(game, edition):
            for vector in whole["vectors"]:
                if f'"{ONLY_UNDER}"' in json.dumps(vector["expect"]):
                    yield whole, vector


def reasons_of(given: dict[str, Any], shape: Any) -> set[str]:
    """All that may be named: what is broken, and what is moot."""
    if kind := refusal_of(given):
        return {*given[kind]["broken"], *given[kind]["moot"]}
    lists = reasons_in(shape)
    return {reason for name in (*lists, *lists.values()) for reason in given[name]}


@pytest.mark.parametrize("game", where.games())
def test_reasons_hold_under_the_readings_in_force(game: str) -> None:
    reference, dice, found = game_of(game)[0], Dice(f"reasons {game}"), [*refusing(game)]
    stored = (path.read_text(encoding="utf-8") for path in (where.vectors_of(game) / "topics").iterdir())
    assert bool(found) == any(f'"{ONLY_UNDER}"' in text for text in stored)  # a small game may have none
    for whole, vector in dice.some(found, SHARE):
        shape = shape_of(reference.__name__, whole["operation"])
        opened = reference.REGISTER.choices(whole["edition"])
        for _ in at_least_one(range(COMBINATIONS)):
            choices = {entry: dice.pick(some) for entry, some in opened.items()}
            if not any(meets(one, choices) for one in vector.get("holds", [{}])):
                continue
            rules = rules_of(reference.REGISTER, whole["edition"], choices)
            given = answer(reference, whole["operation"], vector["input"], rules)
            expected = in_force(vector["expect"], choices)
            assert reasons_of(expected, shape) == reasons_of(given, shape), (vector["id"], choices)
