"""Which promises an engine might make: it answers rightly what keeps to all of them, and nothing outside of one."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import msgspec
from msgspec import Struct

from ludex.judge.verdict import ERROR, PASS, UNSUPPORTED, Judgement
from ludex.judge.weigh import weigh_error, weigh_result
from ludex.protocol.messages import GameOffer, Hello
from ludex.protocol.schema import wire_of
from ludex.runner.limits import Limits
from ludex.runner.plain_questions import fields_of
from ludex.runner.smoke import NoAnswer, Talk, greet
from ludex.vectors.format import Topic, Vector
from ludex.vectors.promises import PROMISES
from ludex.vectors.suite import Suite, available, open_suite

PROBES = 3  # of a promise: vectors that lie outside of it, and of no other
SECONDS = 3.0  # for an answer: who hangs is not waited for as in a check


class SuggestedPromise(Struct, frozen=True):
    """A promise that a hello might make, and what was seen of an engine that does not."""

    game: str
    promise: str
    seen: str


class PromiseProbe(Struct, frozen=True):
    """A vector to be asked, under the default readings of its edition."""

    topic: Topic
    vector: Vector
    choices: Mapping[str, str]


def suggestions(command: Sequence[str], limits: Limits, only: str | None = None) -> Iterator[SuggestedPromise]:
    """The promises that an engine might make; of a game in which it answers plain questions wrongly, none."""
    limits = msgspec.structs.replace(limits, timeout=min(limits.timeout, SECONDS))
    asking = ProbingTalk(command, limits)
    try:
        for game, offer in asking.games().items():
            if game in available() and only in (None, game):
                yield from _of_game(asking, game, offer)
    finally:
        asking.end()


def _of_game(asking: "ProbingTalk", game: str, offer: GameOffer) -> Iterator[SuggestedPromise]:
    suite = open_suite(game)
    editions = [edition for edition in suite.editions if offer.editions is None or edition in offer.editions]
    if not editions or not asking.answers_rightly(_probes(suite, editions[0], offer, frozenset())):
        return
    for promise in PROMISES:
        probes = _probes(suite, editions[0], offer, frozenset({promise}))
        if promise in offer.promises or not probes:
            continue
        judged = [one for one in map(asking.judge, probes) if one.verdict != UNSUPPORTED]  # which says nothing yet
        if judged and all(one.verdict != PASS for one in judged):
            yield SuggestedPromise(game, promise, _words_of(judged))


def _words_of(judged: Collection[Judgement]) -> str:
    """What came of the probes, in the words of the first."""
    first = next(iter(judged))
    return f"{first.cause or first.verdict}: {first.message}" if first.message else first.cause or first.verdict


def _probes(suite: Suite, edition: str, offer: GameOffer, outside: frozenset[str]) -> list[PromiseProbe]:
    return list(islice(_by_file(suite, edition, offer, outside), PROBES))


def _by_file(suite: Suite, edition: str, offer: GameOffer, outside: frozenset[str]) -> Iterator[PromiseProbe]:
    """The shortest vector of each of a few small files that lies outside of just these promises, by the defaults."""
    choices = suite.facts(edition).defaults()
    for name in sorted(suite.names_of(edition), key=suite.count):
        if not outside <= suite.manifest.files[name.file].outside.keys():
            continue
        topic = suite.topic(name)
        if topic.operation in offer.methods:
            able = (one for one in topic.vectors if one.outside == outside and one.holds_under(choices))
            shortest = min(able, key=lambda vector: len(vector.input), default=None)
            if shortest is not None:
                yield PromiseProbe(topic, shortest, choices)


class ProbingTalk:
    """Asks probes one by one, of a new process after each that brought the last one down."""

    def __init__(self, command: Sequence[str], limits: Limits) -> None:
        self.command = command
        self.limits = limits
        self._talk: Talk | None = None
        self._hello: Hello | None = None

    def games(self) -> Mapping[str, GameOffer]:
        """What the engine offers; nothing where it does not greet."""
        try:
            self._running()
        except NoAnswer:
            return {}
        return self._hello.games if self._hello else {}

    def answers_rightly(self, probes: Sequence[PromiseProbe]) -> bool:
        """Whether there are probes, and each is answered rightly."""
        return bool(probes) and all(self.judge(probe).verdict == PASS for probe in probes)

    def judge(self, probe: PromiseProbe) -> Judgement:
        """What the answer to a probe is worth."""
        topic, vector = probe.topic, probe.vector
        head: dict[str, Any] = {
            "game": topic.game,
            "edition": topic.edition,
            "readings": probe.choices,
            "vector": None,
            "clauses": [],
        }
        try:
            answer = self._running().ask(topic.operation, {**head, **fields_of(topic, vector, probe.choices)})
        except NoAnswer as silence:
            self.end()
            return Judgement(ERROR, message=str(silence))
        if not answer.result:
            return weigh_error(answer)
        wire, result = wire_of(topic.game), bytes(answer.result)
        return weigh_result(result, bytes(vector.expect), topic.operation, wire, probe.choices, False)

    def _running(self) -> Talk:
        """The engine, greeted; started anew where the last one is gone."""
        if self._talk is None:
            self._talk = Talk(self.command, self.limits)
            self._hello = greet(self._talk)[1]
            self._talk.timeout = self.limits.timeout
        return self._talk

    def end(self) -> None:
        """Ends the engine."""
        if self._talk is not None:
            self._talk.process.end()
            self._talk = None
