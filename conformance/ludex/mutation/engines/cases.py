"""What an engine is asked: the vectors under each reading that it declares, the likeliest killers first; and questions
that are drawn, for those mutants of which no vector tells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from random import Random
from typing import Any

import msgspec
from msgspec import Raw

from ludex.generate.asking import watch_answer
from ludex.judge.case import Frame, ScheduledVector
from ludex.judge.promised import outcome_outside
from ludex.judge.settings import RulesAsked, Setting, settings
from ludex.judge.verdict import PASS, PASSED, Judgement
from ludex.mutation.campaign import ranks
from ludex.mutation.core import core_of
from ludex.mutation.loading import load
from ludex.mutation.playing import Play
from ludex.mutation.questions import Probe, questions_of
from ludex.protocol.messages import GameOffer
from ludex.protocol.server import Complaint, check_fields
from ludex.rules import Impossible
from ludex.runner.framing import Framing
from ludex.seam import reference_of
from ludex.vectors.format import Topic, Vector, conditions
from ludex.vectors.images import Asked
from ludex.vectors.sides import LISTED
from ludex.vectors.suite import Suite

VECTORS_ASKED_AGAIN = 100  # under readings of which they do not speak
VECTORS_OF_THE_POOL = 1500  # that each mutant meets, whatever tells of it: by these, mutants are compared
MOST_BARREN = 2000  # tries that bring nothing new, after which there seems to be no more


_Place = tuple[int, Topic, Vector, Setting]


class RepeatedVector(ScheduledVector):
    """A vector that mutant after mutant is asked: an answer that passed once needs no second reading.

    Most mutants answer most questions as the engine does, in its own order of members, which costs a reading each time.
    """

    __slots__ = ("_passed",)

    def __init__(self, index: int, vector: Asked, frame: Frame) -> None:
        super().__init__(index, vector, frame)
        self._passed: bytes | None = None

    def weigh_bytes(self, result: bytes) -> Judgement:
        if result == self._passed:
            return PASSED
        found = super().weigh_bytes(result)
        if found.verdict == PASS:
            self._passed = result
        return found


class EngineQuestions:
    """The questions for one engine; which it is asked hangs on its hello alone, so that all mutants meet the same.

    Each of the ``pools`` is asked as a whole, whatever tells: the likeliest vectors as the engine is by default, and
    under the readings of which they speak. Of the ``rest`` one that tells is enough: all other vectors in the same two
    ways, and a few under readings of which they do not speak.
    """

    def __init__(self, suite: Suite, offer: GameOffer) -> None:
        self.suite = suite
        self.offer = offer
        self.framing = Framing(suite, offer)
        settled = [one for one in settings(suite, offer, RulesAsked(all_readings=True)) if not one.undeclared]
        first, named = _pool(suite), _Named()
        pool, named_pool, outside, again = (list[_Place]() for _ in range(4))
        for setting in settled:
            for name in (*suite.names_of(setting.edition), *suite.sides_of(setting.edition)):
                topic = suite.topic(name)
                if not self.framing.is_offered(topic.operation) or (offer.lists and topic.topic == LISTED):
                    continue
                for vector in topic.vectors:
                    if not vector.holds_under(setting.choices) or outcome_outside(
                        self.framing.promised, vector.outside
                    ):
                        continue
                    place = first.get(vector.id)
                    speaks = not setting.flipped or not named.of(vector).isdisjoint(setting.flipped)
                    if not speaks and (place is None or place >= VECTORS_ASKED_AGAIN):
                        continue
                    kind = (
                        outside if place is None else pool if not setting.flipped else named_pool if speaks else again
                    )
                    kind.append((place or 0, topic, vector, setting))
        self.pools = (self._lay(pool), self._lay(named_pool))
        self.rest = [*self._lay(outside), *self._lay(again)]

    def _lay(self, found: list[_Place]) -> list[ScheduledVector]:
        """Questions in the order of their places; what is asked of one list is asked together."""
        laid, lists = list[ScheduledVector](), dict[tuple[Frame, bytes], list[ScheduledVector]]()
        for number, (_, topic, vector, setting) in enumerate(sorted(found, key=lambda one: one[0])):
            case = RepeatedVector(number, vector, self.framing.frame(topic, setting))
            alike = lists.setdefault((case.frame, bytes(vector.input)), []) if topic.topic == LISTED else []
            alike.append(case)
            if alike[0] is case:
                laid.append(case)
        for first, *rest in lists.values():
            first.riders = tuple(rest)
        return laid

    # what is drawn

    def draw(self, seed: str, many: int) -> list[ScheduledVector]:
        """Questions near those of the vectors, and games on from there, with the answers of the reference: so many, or
        as many as can be found."""
        questions = questions_of(self.suite)
        engine = load(self.suite.game)
        play, dice = Play(engine, engine, self.suite, seed), Random(seed)
        found, seen, barren = list[ScheduledVector](), set[bytes](), 0
        while len(found) < many and barren < MOST_BARREN:
            barren += 1
            for operation, edition, flips, fields in play.around(dice.choice(questions), questions):
                asked = msgspec.json.encode((operation, edition, sorted(flips.items()), fields))
                setting = self.framing.setting(edition, flips)
                if asked in seen or setting is None or not self.framing.is_offered(operation):
                    continue
                seen.add(asked)
                expected = expected_of(self.suite.game, operation, setting, fields)
                if expected is None:
                    continue
                barren = 0
                vector = Vector(f"drawn-{len(found)}", "drawn", [], Raw(msgspec.json.encode(fields)), expected)
                topic = Topic(self.suite.game, edition, f"drawn-{operation}", "drawn", operation, [])
                found.append(RepeatedVector(len(found), vector, self.framing.frame(topic, setting)))
        return found[:many]


def expected_of(game: str, operation: str, setting: Setting, fields: Mapping[str, Any]) -> Raw | None:
    """What a vector would expect of a question; None for what is no question, or one that nobody can read."""
    reference = reference_of(game)
    try:
        check_fields(game, operation, fields)
        rules = reference.REGISTER.rules(setting.edition, dict(setting.flipped))
        expected, _ = watch_answer(reference, operation, fields, rules)
    except (Complaint, Impossible, KeyError, TypeError, ValueError, LookupError, AttributeError):
        return None
    return Raw(msgspec.json.encode(expected))


class _Named:
    """The entries of the register that a vector speaks of, in its own conditions or in those of a list."""

    def __init__(self) -> None:
        self._known: dict[int, frozenset[str]] = {}

    def of(self, vector: Vector) -> frozenset[str]:
        """The entries; found once."""
        if id(vector) not in self._known:
            entries = (entry for condition in conditions(vector) for alternative in condition for entry in alternative)
            self._known[id(vector)] = frozenset(entries)
        return self._known[id(vector)]


def _pool(suite: Suite) -> dict[str, int]:
    """The vectors that every mutant meets, by their short ids, each with its place: the core, then small ones."""
    questions = questions_of(suite)
    by_rank = sorted(zip(ranks(questions), questions, strict=True), key=lambda one: one[0])
    core = {name.partition("@")[0] for name in core_of(suite.game)}
    ordered = dict.fromkeys(chain(_ids(questions, core), (question.vector.id for _, question in by_rank)))
    return {name: place for place, name in enumerate([*ordered][:VECTORS_OF_THE_POOL])}


def _ids(questions: Iterable[Probe], wanted: set[str]) -> Iterator[str]:
    return (question.vector.id for question in questions if question.vector.id in wanted)
