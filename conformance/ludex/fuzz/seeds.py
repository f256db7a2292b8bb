"""What vectors ask, to begin with: of each topic as often, or of each clause that they turn on."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from ludex.judge.settings import Setting
from ludex.judge.weigh import refusal_of
from ludex.vectors.format import Vector
from ludex.vectors.suite import Suite

PERFT = "perft"  # a count asks nothing that lists and actions do not


class VectorSeed(Struct, frozen=True, dict=True):
    """The question of a vector, as it is stored."""

    operation: str
    vector: Vector

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of the question; each time others."""
        return msgspec.json.decode(self.vector.input, type=dict[str, Any])

    @cached_property
    def refusal(self) -> str:
        """How it is refused, if it is."""
        return refusal_of(msgspec.json.decode(self.vector.expect, type=dict[str, msgspec.Raw])) or ""


class VectorSeeds:
    """The questions of the vectors of some editions."""

    def __init__(self, suite: Suite, editions: Iterable[str]) -> None:
        self._suite = suite
        self._editions = editions

    def read(self) -> None:
        """Read all vectors now."""
        _ = self._clauses

    def draw(self, dice: Random) -> VectorSeed:
        """Of each topic as often, whatever its size."""
        return dice.choice(dice.choice(self._by_topic))

    def draw_by_clause(self, dice: Random) -> tuple[str, VectorSeed]:
        """Of each clause as often, and then of each topic with vectors that turn on it; with the clause."""
        clause = dice.choice(self._clauses)
        return clause, dice.choice(dice.choice(self._by_clause[clause]))

    def draw_of(self, dice: Random, operation: str) -> VectorSeed:
        """Of an operation, of each topic as often; any where it has none."""
        return dice.choice(dice.choice(self._by_operation.get(operation) or self._by_topic))

    @cached_property
    def _by_operation(self) -> dict[str, list[list[VectorSeed]]]:
        found: dict[str, list[list[VectorSeed]]] = {}
        for seeds in self._by_topic:
            found.setdefault(seeds[0].operation, []).append(seeds)
        return found

    @cached_property
    def _by_topic(self) -> list[list[VectorSeed]]:
        topics = (topic for edition in self._editions for topic in self._suite.topics(edition))
        found = ([VectorSeed(one.operation, vector) for vector in one.vectors] for one in topics)
        return [seeds for seeds in found if seeds and seeds[0].operation != PERFT]

    @cached_property
    def _clauses(self) -> list[str]:
        return list(self._by_clause)

    @cached_property
    def _by_clause(self) -> dict[str, list[list[VectorSeed]]]:
        found: dict[str, dict[int, list[VectorSeed]]] = {}
        for number, seeds in enumerate(self._by_topic):
            for seed in seeds:
                for clause in seed.vector.clauses:
                    found.setdefault(clause, {}).setdefault(number, []).append(seed)
        return {clause: [*of_topics.values()] for clause, of_topics in found.items()}


def editions_of(settings: Iterable[Setting]) -> tuple[str, ...]:
    """The editions of some settings, in their order."""
    return tuple(dict.fromkeys(setting.edition for setting in settings))


@lru_cache(maxsize=4)
def seeds_of(suite: Suite, editions: tuple[str, ...]) -> VectorSeeds:
    """The same for all shares of a campaign: to read all vectors takes as long as to ask some thousands."""
    return VectorSeeds(suite, editions)
