"""Which rules an engine shows: for a wrong answer, the readings and editions under which it would be right."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from ludex.judge.case import ScheduledVector
from ludex.judge.weigh import difference, in_force, silent
from ludex.protocol.messages import BROKEN
from ludex.support import NoImage
from ludex.support.alike import same
from ludex.vectors.format import Topic, Vector, conditions
from ludex.vectors.freedom import bound_part
from ludex.vectors.images import Asked, Image, split_symmetry
from ludex.vectors.sides import right_answer
from ludex.vectors.suite import Suite, TopicName

EDITION = "edition"


class RulesShown(Struct, frozen=True, forbid_unknown_fields=True):
    """An engine that behaves like another reading or edition than the one it was judged by.

    `explains` of the `failing` vectors of this setting would be right under what is `shown`; `contradicted` vectors
    pass that would then be wrong. Where there are both, the engine is `mixed`; `like` and `unlike` list their ids.
    `unexplained` vectors fail, should be answered otherwise under what is shown, and would still be wrong then.
    """

    setting: int
    reading: str
    declared: str
    shown: str
    explains: int
    failing: int
    contradicted: int
    mixed: bool
    like: tuple[str, ...]
    unlike: tuple[str, ...]
    unexplained: int = 0


class Likeness:
    """Finds what else than the rules in force would make an answer right."""

    def __init__(self, suite: Suite) -> None:
        self.suite = suite
        self._by_id: dict[str, dict[str, list[Vector]]] = {}

    def of(self, case: ScheduledVector, result: bytes) -> tuple[str, ...]:
        """The readings (`kill-mover=attack`) and editions that a wrong answer follows."""
        try:
            got = msgspec.json.decode(result)
            return tuple(label for label, expected in self.alternatives(case) if _accepts(expected, got, case))
        except BROKEN:
            return ()

    def differs(self, case: ScheduledVector, labels: Iterable[str]) -> list[str]:
        """Of these readings and editions, those under which the right answer to this case would be wrong."""
        wanted = set(labels)
        frame = case.frame
        expected = bound_part(in_force(case.expects(), frame.choices))
        usual = silent(right_answer(expected), frame.wire.result(frame.operation) or {})
        return [
            label for label, other in self.alternatives(case) if label in wanted and not _accepts(other, usual, case)
        ]

    def alternatives(self, case: ScheduledVector) -> Iterator[tuple[str, Any]]:
        """Every other single reading or edition that has an opinion on this case, with the result it expects."""
        yield from self._readings(case)
        yield from self._editions(case)

    def _readings(self, case: ScheduledVector) -> Iterator[tuple[str, Any]]:
        topic, choices = case.frame.topic, case.frame.choices
        siblings = self._siblings(topic, case.vector)
        entries = {
            entry
            for vector in siblings
            for condition in conditions(vector)
            for alternative in condition
            for entry in alternative
        }
        if not entries:
            return
        facts = self.suite.facts(topic.edition).readings
        for entry in sorted(entries & facts.keys()):
            for choice in facts[entry].choices:
                if choice != choices.get(entry):
                    yield from _expectation(f"{entry}={choice}", siblings, {**choices, entry: choice})

    def _editions(self, case: ScheduledVector) -> Iterator[tuple[str, Any]]:
        topic = case.frame.topic
        for edition in self.suite.editions:
            name = TopicName(edition, topic.topic)
            if edition == topic.edition or not self.suite.count(name):
                continue
            there = self._siblings(self.suite.topic(name), case.vector)
            same = [vector for vector in there if _alike(vector, case.vector)]
            yield from _expectation(edition, same, self._carry_over(case.frame.choices, edition))

    def _carry_over(self, choices: Mapping[str, str], edition: str) -> dict[str, str]:
        """The choices in force, as far as another edition leaves them open."""
        facts = self.suite.facts(edition)
        kept = {entry: choice for entry, choice in choices.items() if entry in facts.readings}
        return {
            entry: kept[entry] if kept.get(entry) in facts.readings[entry].choices else default
            for entry, default in facts.defaults().items()
        }

    def _siblings(self, topic: Topic, asked: Asked) -> list[Asked]:
        """What a topic holds for the question of a vector, or for that of an image."""
        stem, name = split_symmetry(asked.id)
        found = self._same(topic).get(stem, [])
        return [Image(vector, topic, name) for vector in found] if name else [*found]

    def _same(self, topic: Topic) -> dict[str, list[Vector]]:
        """The vectors of a topic by their id: one id stands for one question, whatever its answers hang on."""
        name = f"{topic.edition}/{topic.topic}"
        if name not in self._by_id:
            found: dict[str, list[Vector]] = {}
            for vector in topic.vectors:
                found.setdefault(vector.id, []).append(vector)
            self._by_id[name] = found
        return self._by_id[name]


def _expectation(label: str, vectors: Iterable[Asked], choices: dict[str, str]) -> Iterator[tuple[str, Any]]:
    for vector in vectors:
        if vector.holds_under(choices):
            yield label, in_force(msgspec.json.decode(vector.expect), choices)
            return


def _alike(one: Asked, other: Asked) -> bool:
    try:
        return same(*(msgspec.json.decode(asked.input) for asked in (one, other)))
    except NoImage:  # of the question as another edition asks it
        return False


def _accepts(expected: Any, got: Any, case: ScheduledVector) -> bool:
    frame = case.frame
    return not difference(expected, got, frame.operation, frame.wire, frame.tells)
