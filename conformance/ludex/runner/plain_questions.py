"""Plain questions for an adapter that is tried: for each operation the shortest vector that must be accepted."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec

from ludex.judge.weigh import refusal_of
from ludex.protocol.schema import refuses, wire_of
from ludex.vectors.format import Topic, Vector
from ludex.vectors.suite import available, open_suite


def questions(
    game: str, edition: str, choices: Mapping[str, str], operations: Sequence[str], promised: Collection[str] = ()
) -> dict[str, Any]:
    """The fields of a plain question for each operation that the vectors of this edition ask, quickly found; none that
    lies outside of what is ``promised``."""
    found: dict[str, Any] = {}
    if game not in available():
        return found
    suite, wanted = open_suite(game), set(operations)
    for name in sorted(suite.names_of(edition), key=suite.count):
        if not wanted:
            break
        topic = suite.topic(name)
        if topic.operation in wanted and (plain := _plain(topic, choices, promised)):
            found[topic.operation] = fields_of(topic, plain, choices)
            wanted.discard(topic.operation)
    return found


def fields_of(topic: Topic, vector: Vector, choices: Mapping[str, str]) -> dict[str, Any]:
    """The fields of a vector's question, as they are sent under these readings."""
    useless = wire_of(topic.game).fields_without_use(topic.operation, choices)
    fields: dict[str, Any] = msgspec.json.decode(vector.input)
    return {name: value for name, value in fields.items() if name not in useless}


def _plain(topic: Topic, choices: Mapping[str, str], promised: Collection[str]) -> Vector | None:
    asked = (one for one in topic.vectors if one.outside.isdisjoint(promised) and one.holds_under(dict(choices)))
    able = [vector for vector in asked if _is_accepted(topic, vector)]
    return min(able, key=lambda vector: len(vector.input), default=None)


def _is_accepted(topic: Topic, vector: Vector) -> bool:
    expected = msgspec.json.decode(vector.expect)
    return not refusal_of(expected) and not refuses(expected, wire_of(topic.game).result(topic.operation) or {})
