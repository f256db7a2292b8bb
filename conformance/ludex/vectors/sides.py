"""Sides: what a vector of one operation says of another, which an engine may have stated a second time.

A vector that says of one pair of position and action whether it is legal says so of the list of that position, too;
a list says of each of its actions that it is accepted. Such a *side* is made when run, and never stored. Where a list
is not what the verdict says (an offer that no list holds, an action refused for who sends it), the vector says so
itself: that was found when it was made.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import UNSET, Raw

from ludex.protocol.schema import Wire, refuses, wire_of
from ludex.vectors.format import Holds, Topic, Vector
from ludex.vectors.promises import REACHABLE, WELL_FORMED, WHOLE_TURNS

MARK = "~"  # in an id, before the name of what is made of a vector
LISTED, APPLIED = "listed", "applied"
SIDES = (LISTED, APPLIED)
UNLISTED, ACCEPTED = "unlisted", "accepted"  # what is expected of a list, and of an action that some list holds
_EXPECTED = (LISTED, UNLISTED, ACCEPTED)
OF_POSITIONS = frozenset({WELL_FORMED, REACHABLE})  # promises that a position lies outside of, whatever is asked of it
OF_LISTS = frozenset({WHOLE_TURNS})
LEGAL, APPLY, ACTION = "legal", "apply", "action"
MOST_APPLIED = 6  # of the actions of one list
_FIELDS: msgspec.json.Decoder[dict[str, Raw]] = msgspec.json.Decoder(dict[str, Raw])


def side_of(wanted: str) -> str:
    """Which side an id names, short or full; nothing where it names none."""
    name = wanted.partition(MARK)[2].partition("@")[0].partition("-")[0]
    return name if name in SIDES else ""


def expected_by_side(expected: Any) -> str:
    """What is expected by a side: `listed`, `unlisted` or `accepted`; nothing where it is expected by a vector."""
    return next((side for side in _EXPECTED if side in expected), "") if isinstance(expected, dict) else ""


def is_of_a_side(expect: bytes) -> bool:
    """Whether this is what a side expects, as it is written."""
    return expect.startswith(tuple(b'{"%b":' % side.encode() for side in _EXPECTED))


def right_answer(expected: Any) -> Any:
    """An answer that is right, where a side expects this; any other result as it is."""
    side = expected_by_side(expected)
    return {"actions": expected[side] if side == LISTED else []} if side in (LISTED, UNLISTED) else expected


def judges_actions(wire: Wire, operation: str) -> bool:
    """Whether an operation says of one action in one position if it is legal."""
    asked = wire.operations.get(operation, {}).get("input", {}).get("properties", {})
    result = wire.result(operation) or {}
    return operation == APPLY or (ACTION in asked and "position" in asked and "x-refusesWhen" in result)


def fields_of_list(wire: Wire, names: Iterable[str]) -> list[str]:
    """Of the fields of such a question those that the list of its position is asked with."""
    known = wire.operations.get(LEGAL, {}).get("input", {}).get("properties", {"position": {}})
    return sorted(name for name in names if name in known)


def is_accepted(wire: Wire, operation: str, expected: Any) -> bool | None:
    """Whether an answer says that an action is legal; None where the question cannot be read."""
    if "unreadable" in expected:
        return None
    return "illegal" not in expected and not refuses(expected, wire.result(operation) or {})


def topic_of_sides(game: str, edition: str, name: str, topics: Iterable[Topic]) -> Topic:
    """All sides of one name in an edition, as a topic like any other, of the topics that are stored."""
    if name == LISTED:
        vectors, operation, about = (
            _hold_lists(wire_of(game), topics),
            LEGAL,
            "single actions, and the list that has them",
        )
    else:
        vectors, operation, about = _apply_some(topics), APPLY, "actions of lists, applied"
    return Topic(game, edition, name, name, operation, list(vectors), about)


# The list of a position, as vectors of single actions know it


def _hold_lists(wire: Wire, topics: Iterable[Topic]) -> Iterator[Vector]:
    """Each pair once, those of one position one after another."""
    found: dict[bytes, dict[bytes, Vector]] = {}
    every = tuple(topics)
    of_lists = frozenset[str]().union(*(one.outside & OF_LISTS for one in _of_operation(LEGAL, every)))
    for topic in every:
        if judges_actions(wire, topic.operation):
            for vector in topic.vectors:
                side = _listed_side(wire, topic, vector, of_lists)
                if side is not None:
                    asked = bytes(side.input)
                    pair = bytes(side.expect) + msgspec.json.encode(side.holds)
                    found.setdefault(asked, {}).setdefault(pair, side)
    for pairs in found.values():
        yield from pairs.values()


def _of_operation(operation: str, topics: Iterable[Topic]) -> Iterator[Vector]:
    return (vector for topic in topics if topic.operation == operation for vector in topic.vectors)


def _listed_side(wire: Wire, topic: Topic, vector: Vector, of_lists: frozenset[str]) -> Vector | None:
    """The side of a list, if there is one; ``of_lists``: the promises that all lists of this game lie outside of."""
    accepted = is_accepted(wire, topic.operation, msgspec.json.decode(vector.expect))
    listed = accepted if vector.listed is UNSET else vector.listed
    if accepted is None or listed is None:
        return None
    fields = _FIELDS.decode(vector.input)
    asked = _object({name: bytes(fields[name]) for name in fields_of_list(wire, fields)})
    action = b"[%b]" % bytes(fields[ACTION])
    why = f"the list {'holds' if listed else 'does not hold'} what is asked here: {vector.why}"
    expect = _object({LISTED if listed else UNLISTED: action})
    name, outside = f"{vector.id}{MARK}{LISTED}", vector.outside & OF_POSITIONS | of_lists
    head = (name, why, vector.clauses, Raw(asked), Raw(expect), vector.tags, vector.holds)
    return Vector(*head, outside=outside)


def _object(fields: dict[str, bytes]) -> bytes:
    """A JSON object of fields that are JSON already."""
    return b"{%b}" % b",".join(b'"%b":%b' % (name.encode(), value) for name, value in fields.items())


# Actions of lists, applied


def _apply_some(topics: Iterable[Topic]) -> Iterator[Vector]:
    for topic in topics:
        if topic.operation == LEGAL:
            for vector in topic.vectors:
                yield from _applied_sides(vector)


def _applied_sides(vector: Vector) -> Iterator[Vector]:
    """Some actions of a list, chosen by a hash, one of each shape first."""
    expected = msgspec.json.decode(vector.expect)
    if not isinstance(expected, dict) or "actions" not in expected:
        return
    fields = {name: bytes(value) for name, value in _FIELDS.decode(vector.input).items()}
    every: list[tuple[Any, Holds]] = [(action, vector.holds) for action in expected["actions"]]
    if not vector.holds:
        every += [(action, condition) for action, condition in expected.get("conditional", [])]
    for name, action, holds in _some(vector.id, every):
        asked = Raw(_object({**fields, ACTION: msgspec.json.encode(action)}))
        why = f"an action of this list is accepted: {vector.why}"
        expect = Raw(b'{"accepted":true}')
        side = f"{vector.id}{MARK}{APPLIED}-{name}"
        yield Vector(side, why, vector.clauses, asked, expect, vector.tags, holds, outside=vector.outside)


def _some(vector: str, every: list[tuple[Any, Holds]]) -> list[tuple[str, Any, Holds]]:
    """Names, actions and conditions: the first by hash of each shape in turn, until there are enough."""
    hashed = sorted(((_hash(vector, action), action, holds) for action, holds in every), key=lambda one: one[0])
    turns: dict[str, int] = {}
    ranked = []
    for name, action, holds in hashed:
        shape = _shape(action)
        turns[shape] = turns.get(shape, 0) + 1
        ranked.append((turns[shape], name, action, holds))
    chosen = sorted(ranked, key=lambda one: one[:2])[:MOST_APPLIED]
    return [(name, action, holds) for _, name, action, holds in chosen]


def _hash(vector: str, action: Any) -> str:
    written = msgspec.json.encode(action, order="deterministic")
    return sha256(vector.encode() + written).hexdigest()[:8]


def _shape(action: Any) -> str:
    """Which fields an action has, and its words that are no names of something: `kind` and `type`."""
    if not isinstance(action, dict):
        return type(action).__name__
    kinds = [str(action.get(name)) for name in ("kind", "type")]
    return " ".join([*kinds, *sorted(name for name, value in action.items() if value not in (None, []))])
