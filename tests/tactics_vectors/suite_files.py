"""The committed vectors of 5x5 Tactics, read once for all tests of this folder."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from ludex.games.tactics.actions import read_action
from ludex.games.tactics.state import Position, Spent, read_position
from ludex.rules import Refused, Rules
from ludex.suites.tactics.pairs import rules_of_type
from ludex.suites.tactics.positions import DEFAULT, Ask, verdict_on
from tests import vector_files

GAME = vector_files.VECTORS / "tactics"
Vector = dict[str, Any]


def topics() -> tuple[dict[str, Any], ...]:
    """Every topic."""
    return vector_files.topics("tactics", "v1")


def topic(name: str) -> dict[str, Any]:
    """One topic."""
    return vector_files.topic("tactics", "v1", name)


def vectors(*operations: str) -> Iterator[Vector]:
    """Every vector, or those of some operations."""
    for whole in topics():
        if not operations or whole["operation"] in operations:
            yield from whole["vectors"]


def position_of(vector: Vector) -> Position | None:
    """The position that a vector asks about, if it can be read."""
    try:
        return read_position(vector["input"]["position"], DEFAULT)
    except Refused:
        return None


def holds_under(vector: Vector, rules: Rules) -> bool:
    """Whether a vector speaks of these rules."""
    some = vector.get("holds", [{}])
    return any(all(rules.choices[entry] in allowed for entry, allowed in one.items()) for one in some)


def refused(vector: Vector) -> tuple[str, ...]:
    """The clauses, or the kinds of error, for any of which the vector's action is refused under some reading."""
    expected = vector["expect"]
    kind = next((kind for kind in ("illegal", "unreadable") if kind in expected), None)
    return tuple(expected[kind]["broken"] if kind else expected.get("kinds", ()))


@cache
def _broken(shown: str, rules: Rules) -> tuple[str, ...]:
    asked = json.loads(shown)
    position, action = read_position(asked["position"], DEFAULT), read_action(asked["action"], DEFAULT)
    spent = asked.get("spent")
    told = Spent(frozenset(spent["moved"]), frozenset(spent["attacked"])) if spent else None
    return verdict_on(Ask(position, action, told), rules).broken


def causes(vector: Vector) -> set[tuple[str, ...]]:
    """Each set of clauses for which a readable action is refused, under one or another of the readings."""
    shown = json.dumps(vector["input"])
    some = rules_of_type(vector["input"]["action"].get("type"))
    return {_broken(shown, rules) for rules in some if holds_under(vector, rules)}
