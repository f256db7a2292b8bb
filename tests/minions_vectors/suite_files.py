"""The committed vectors of Minions, read once for all tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludex.games.minions.position import Position, read_position
from ludex.rules import Refused, Rules
from ludex.suites.minions.positions import DEFAULT
from tests import vector_files

GAME = vector_files.VECTORS / "minions"
Vector = dict[str, Any]


def topics() -> tuple[dict[str, Any], ...]:
    """Every topic."""
    return vector_files.topics("minions", "initiate")


def topic(name: str) -> dict[str, Any]:
    """One topic."""
    return vector_files.topic("minions", "initiate", name)


def vectors(*operations: str) -> Iterator[Vector]:
    """Every vector, or those of some operations."""
    for whole in topics():
        if not operations or whole["operation"] in operations:
            yield from whole["vectors"]


def position_of(vector: Vector) -> Position | None:
    """The position that a vector asks about, if it has one that can be read."""
    try:
        return read_position(vector["input"].get("position"), DEFAULT)
    except Refused:
        return None


def holds_under(vector: Vector, rules: Rules) -> bool:
    """Whether a vector speaks of these rules."""
    some = vector.get("holds", [{}])
    return any(all(rules.choices[entry] in allowed for entry, allowed in one.items()) for one in some)


def parted() -> Iterator[tuple[str, Vector]]:
    """Each choice of a reading with the vectors that it decides: under another choice the answer is another."""
    asked: dict[str, list[Vector]] = {}
    for vector in vectors():
        asked.setdefault(vector["id"], []).append(vector)
        for _, some in vector["expect"].get("conditional", ()):
            yield from ((f"{entry}={choice}", vector) for one in some for entry in one for choice in one[entry])
    for same in asked.values():
        yield from ((choice, vector) for vector in same for choice in _parting(same, vector))


def _parting(same: list[Vector], vector: Vector) -> set[str]:
    said = [{entry: tuple(one[entry]) for entry in one} for other in same for one in other["holds"]] if same[1:] else []
    parting = {entry for one in said for entry in one if len({other.get(entry) for other in said}) > 1}
    return {
        f"{entry}={choice}"
        for one in vector.get("holds", ())
        for entry in one
        if entry in parting
        for choice in one[entry]
    }
