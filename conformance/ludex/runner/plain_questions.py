"""Plain questions for an adapter that is tried: for each operation the shortest vector that must be accepted."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ludex.judge.weigh import refusal_of, refuses
from ludex.protocol.schema import wire_of
from ludex.vectors.format import Topic, Vector
from ludex.vectors.suite import available, open_suite


def questions(game: str, edition: str, choices: Mapping[str, str], operations: Sequence[str]) -> dict[str, Any]:
    """The fields of a plain question for each operation that the vectors of this edition ask, quickly found."""
    found: dict[str, Any] = {}
    if game not in available():
        return found
    suite, wanted = open_suite(game), set(operations)
    for name in sorted(suite.names_of(edition), key=suite.count):
        if not wanted:
            break
        topic = suite.topic(name)
        if topic.operation in wanted and (plain := _plain(topic, choices)):
            found[topic.operation] = msgspec.json.decode(plain.input)
            wanted.discard(topic.operation)
    return found


def _plain(topic: Topic, choices: Mapping[str, str]) -> Vector | None:
    able = [vector for vector in topic.vectors if vector.holds_under(dict(choices)) and _is_accepted(topic, vector)]
    return min(able, key=lambda vector: len(vector.input), default=None)


def _is_accepted(topic: Topic, vector: Vector) -> bool:
    expected = msgspec.json.decode(vector.expect)
    return not refusal_of(expected) and not refuses(expected, wire_of(topic.game).result(topic.operation) or {})
