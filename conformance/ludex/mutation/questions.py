"""The vectors of a game as questions: each vector once for every combination of readings that could tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple

import msgspec

from ludex.judge.verdict import PASS
from ludex.judge.weigh import weigh_result
from ludex.mutation.loading import Choices, Engine
from ludex.protocol.schema import Wire, wire_of
from ludex.vectors.format import Topic, Vector, conditions, full_id, meets
from ludex.vectors.suite import EditionFacts, Suite


class Probe(NamedTuple):
    """A vector under one combination of readings. ``flips`` are the choices other than the default: these are sent."""

    topic: Topic
    vector: Vector
    choices: Choices
    flips: Choices
    wire: Wire

    @property
    def id(self) -> str:
        """The full id of the vector."""
        return full_id(self.vector, self.topic.edition)

    @property
    def file(self) -> str:
        """Edition and topic."""
        return f"{self.topic.edition}/{self.topic.topic}"

    @property
    def size(self) -> int:
        """How long it is, which is roughly how long it takes."""
        return len(bytes(self.vector.input)) + len(bytes(self.vector.expect))

    def answer_of(self, engine: Engine) -> bytes:
        """What an engine answers."""
        fields = msgspec.json.decode(self.vector.input)
        return engine.answer(self.topic.operation, self.topic.edition, self.flips, fields)

    def is_answered_by(self, given: bytes) -> bool:
        """Whether a judge passes an answer."""
        expect, operation = bytes(self.vector.expect), self.topic.operation
        return given == expect or weigh_result(given, expect, operation, self.wire, self.choices, True).verdict == PASS


def questions_of(suite: Suite) -> list[Probe]:
    """Every question that the vectors of a game ask, in the order of the files."""
    asked = ProbeMaker(suite)
    return [
        asked.question(topic, vector, choices)
        for edition in suite.editions
        for name in (*suite.names_of(edition), *suite.sides_of(edition))
        for topic in [suite.topic(name)]
        for vector in topic.vectors
        for choices in settings_of(vector, suite.facts(edition))
    ]


class ProbeMaker:
    """Makes questions; the same choices are always the same object, by which rules in force are told apart."""

    def __init__(self, suite: Suite) -> None:
        self.suite = suite
        self.wire = wire_of(suite.game)
        self._known: dict[tuple[str, str], tuple[Choices, Choices]] = {}

    def question(self, topic: Topic, vector: Vector, choices: Choices) -> Probe:
        """A vector under these choices."""
        key = (topic.edition, repr(choices))
        if key not in self._known:
            usual = self.suite.facts(topic.edition).defaults()
            flips = {entry: choice for entry, choice in choices.items() if usual[entry] != choice}
            self._known[key] = (choices, flips)
        return Probe(topic, vector, *self._known[key], self.wire)

    def passes(self, operation: str, expected: bytes, given: bytes) -> bool:
        """Whether a judge who expects this passes that."""
        return weigh_result(given, expected, operation, wire_of(self.suite.game), {}, True).verdict == PASS

    def flips_of(self, question: Probe, entries: Iterable[str]) -> Iterator[Probe]:
        """A question again, under every other combination of these entries under which its vector holds as well."""
        readings = self.suite.facts(question.topic.edition).readings
        opened = [(entry, readings[entry].choices) for entry in entries if entry in readings]
        for picks in product(*(choices for _, choices in opened)):
            choices = {**question.choices, **dict(zip((entry for entry, _ in opened), picks, strict=True))}
            if choices != question.choices and question.vector.holds_under(choices):
                yield self.question(question.topic, question.vector, choices)


def settings_of(vector: Vector, facts: EditionFacts) -> list[Choices]:
    """The combinations under which a vector can tell.

    They are the default and each single flip of an entry that it names. An alternative that none of these meets adds
    one of its own.
    """
    defaults = facts.defaults()
    named = list(conditions(vector))
    tried = [choices for choices in _flips(facts, defaults, named) if vector.holds_under(choices)]
    for condition in named:
        for alternative in condition:
            if not any(meets(alternative, choices) for choices in tried):
                first = {**defaults, **{entry: choices[0] for entry, choices in alternative.items()}}
                if vector.holds_under(first):
                    tried.append(first)
    return list[Choices](tried)


def _flips(facts: EditionFacts, defaults: Mapping[str, str], named: list[Any]) -> Iterator[dict[str, str]]:
    entries = sorted({entry for condition in named for alternative in condition for entry in alternative})
    yield dict(defaults)
    for entry in entries:
        others = (choice for choice in facts.readings[entry].choices if choice != defaults[entry])
        yield from ({**defaults, entry: choice} for choice in others)
