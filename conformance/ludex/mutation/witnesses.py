"""How many vectors turn on a clause alone, on each side of it; and the sides that hang on too few."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

import msgspec
from msgspec import UNSET, Struct

from ludex.protocol.schema import Wire, wire_of
from ludex.rulebook import rulebook
from ludex.rulebook.wanted import alone
from ludex.suites.matrix import (
    ACCEPTED,
    LEAST,
    LISTED,
    REFUSED,
    UNLISTED,
    FewWitnesses,
    broken_in,
    read_matrix,
    sides_of,
)
from ludex.vectors.format import Topic, Vector
from ludex.vectors.sides import is_accepted, judges_actions
from ludex.vectors.suite import Suite

Key = tuple[str, str]  # clause, side


class Witnesses(Struct, frozen=True):
    """How many vectors turn on each clause alone, on each side that it has; ``gaps`` in words."""

    counts: Mapping[Key, int] = {}
    sides: Mapping[str, tuple[str, ...]] = {}
    gaps: tuple[str, ...] = ()

    def of(self, clause: str) -> tuple[int, ...]:
        """The counts of a clause, in the order of its sides."""
        return tuple(self.counts.get((clause, side), 0) for side in self.sides.get(clause, ()))


def sides_shown(topic: Topic, vector: Vector, wire: Wire) -> Iterator[str]:
    """On which sides a vector decides: what comes of an action, and what the list of its position says of it."""
    accepted = is_accepted(wire, topic.operation, msgspec.json.decode(vector.expect))
    yield ACCEPTED if accepted else REFUSED
    if accepted is not None and judges_actions(wire, topic.operation):
        listed = accepted if vector.listed is UNSET else vector.listed
        if listed is accepted:  # else the list says nothing of what decided here
            yield LISTED if listed else UNLISTED


def witnesses_of(suite: Suite) -> Witnesses:
    """The witnesses of every clause that decides in a game.

    A refusal that names several clauses is a witness of none: an engine that misses one of them refuses all the same.
    """
    matrix = read_matrix(suite.game)
    sides = matrix.deciding if matrix else _without_lists(suite.game)
    counts = Counter(_turning(suite))
    few = matrix.written.few if matrix else ()
    return Witnesses(counts, sides, tuple(_gaps(counts, sides, few)))


def _without_lists(game: str) -> dict[str, tuple[str, ...]]:
    """The sides of each clause of a game without a matrix, which would say of which clauses no list can tell.

    A clause that is never the only one that is broken, as its notes say, has no refusal of its own."""
    return {
        one.id: tuple(side for side in sides_of(one) if side == ACCEPTED or (side == REFUSED and alone(one)))
        for one in rulebook(game).values()
    }


def _turning(suite: Suite) -> Iterator[Key]:
    wire = wire_of(suite.game)
    for edition in suite.editions:
        for topic in suite.topics(edition):
            for vector in topic.vectors:
                if vector.clauses and len(broken_in(msgspec.json.decode(vector.expect))) < 2:
                    shown = tuple(sides_shown(topic, vector, wire))
                    yield from ((clause, side) for clause in vector.clauses for side in shown)


def _gaps(
    counts: Mapping[Key, int], sides: Mapping[str, tuple[str, ...]], few: tuple[FewWitnesses, ...]
) -> Iterator[str]:
    used = set[str]()
    for clause, wanted in sides.items():
        for side in wanted:
            have, why = counts.get((clause, side), 0), _reason(few, clause, side)
            used |= {why} - {""}
            if have < LEAST and not why:
                yield f"{clause}: {have} of {LEAST} {side} vectors that turn on it alone"
            if have >= LEAST and why:
                yield f"{clause}: {have} {side} vectors turn on it alone, where few were to: {why}"
    yield from (f"a reason for few witnesses is of nothing: {one.why}" for one in few if one.why not in used)


def _reason(few: tuple[FewWitnesses, ...], clause: str, side: str) -> str:
    return next((one.why for one in few if side in one.sides and clause in one.clauses), "")
