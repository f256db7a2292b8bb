"""The reasons that a vector lists under the defaults are those that the reference gives there."""

from __future__ import annotations

from typing import Any

from ludex.games import minions
from ludex.judge.weigh import in_force
from ludex.rules.answering import answer
from ludex.suites.minions.positions import DEFAULT
from tests.minions_vectors.suite_files import Vector, holds_under, topics

REFUSALS = ("illegal", "unreadable")


def refusals() -> list[tuple[str, Vector]]:
    """Every vector that is refused under the defaults, with what it asks for."""
    every = ((whole["operation"], vector) for whole in topics() for vector in whole["vectors"])
    return [one for one in every if one[1]["expect"].keys() & {*REFUSALS} and holds_under(one[1], DEFAULT)]


def reasons(refused: dict[str, Any]) -> tuple[str, set[str]]:
    """Its kind, and every reason that may be named: broken or moot is the same to a judge."""
    ((kind, said),) = refused.items()
    return kind, {*said["broken"], *said["moot"]}


def test_a_refusal_lists_the_reasons_of_the_defaults_and_no_others() -> None:
    found = refusals()
    assert len(found) > 6000
    for operation, vector in found:
        given = answer(minions, operation, vector["input"], DEFAULT)
        assert reasons(in_force(vector["expect"], DEFAULT.choices)) == reasons(given), vector["id"]
