"""Readings together: the combinations of choices that some question tells apart, and the sets that are asked with them.

A vector is made for each answer that a question has under any choices of the readings which its rules consult; so its
conditions are the combinations that matter. Each has to hold in one of the sets that `ludex check --all-readings` asks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from ludex.judge.settings import RulesAsked, settings
from ludex.protocol.messages import EditionOffer, GameOffer
from ludex.vectors.format import conditions, meets
from ludex.vectors.suite import Suite
from ludex.wording import quantity

Combination = tuple[tuple[str, tuple[str, ...]], ...]  # entries, each with the choices that come to the same


class ReadingsTogether(Struct, frozen=True):
    """Of an edition: the combinations with how many vectors hold under each, the sets, and what is in none of them."""

    edition: str
    combinations: dict[Combination, int]
    sets: int
    missing: tuple[Combination, ...]

    def line(self) -> str:
        """One line of a table."""
        most = max((len(one) for one in self.combinations), default=0)
        told = f"{quantity(len(self.combinations), 'combination')} of readings told apart (of up to {most} at once)"
        return f"  {self.edition}: {told}, in {quantity(self.sets, 'set')} that --all-readings asks"


def together(suite: Suite) -> Iterator[ReadingsTogether]:
    """The combinations of each edition, asked of an engine that can follow every reading."""
    asked = settings(suite, _able_to_all(suite), RulesAsked(all_readings=True))
    for edition in suite.editions:
        sets = [setting.choices for setting in asked if setting.edition == edition]
        found = Counter(_combinations(suite, edition))
        missing = [one for one in found if not any(meets(_alternative(one), choices) for choices in sets)]
        yield ReadingsTogether(edition, dict(found), len(sets), tuple(missing))


def _able_to_all(suite: Suite) -> GameOffer:
    able = {
        edition: EditionOffer({name: list(facts.choices) for name, facts in suite.facts(edition).readings.items()})
        for edition in suite.editions
    }
    return GameOffer(methods=[], editions=able)


def _combinations(suite: Suite, edition: str) -> Iterator[Combination]:
    for topic in suite.topics(edition):
        for vector in topic.vectors:
            for condition in conditions(vector):
                yield from (
                    tuple(sorted((entry, tuple(allowed)) for entry, allowed in alternative.items()))
                    for alternative in condition
                )


def _alternative(combination: Combination) -> dict[str, list[str]]:
    return {entry: list(allowed) for entry, allowed in combination}


def gaps_of_readings(found: ReadingsTogether) -> Iterator[str]:
    """What no set holds, in words."""
    for combination in found.missing:
        said = ", ".join(f"{entry}={'|'.join(allowed)}" for entry, allowed in combination)
        yield f"{found.edition}: no set of --all-readings has {said}"


def readings_json(found: ReadingsTogether) -> dict[str, Any]:
    """Every combination with its vectors."""
    every = [{"readings": _alternative(one), "vectors": many} for one, many in found.combinations.items()]
    return {"sets": found.sets, "combinations": every}
