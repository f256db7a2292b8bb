"""Two engines against each other: the same questions, no expected answers, and every difference is told."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import msgspec

from ludex.judge.case import Frame, ScheduledVector
from ludex.judge.envelope import RESULT, unreadable
from ludex.judge.verdict import FAIL, NOT_OFFERED, PASS, PASSED, UNSUPPORTED, Judgement
from ludex.judge.weigh import (
    BIG_BYTES,
    MAX_CHARACTERS_TOLD,
    MAX_WRONG_BYTES,
    TOO_KIND,
    flood,
    garbage,
    refusal_of,
    weigh_result,
)
from ludex.protocol.messages import BROKEN, EditionOffer, GameOffer, Hello, read_json
from ludex.protocol.schema import Schema, refuses
from ludex.runner.conversation import Conversation
from ludex.runner.driver import Driver, GaveUp
from ludex.runner.handshake import NoHello
from ludex.runner.interruption import Interruption
from ludex.runner.playing import player_for
from ludex.runner.process import Process
from ludex.runner.queue import VectorQueue
from ludex.runner.run import Order, Watch
from ludex.runner.schedule import Schedule
from ludex.runner.session import Session
from ludex.vectors.format import Vector
from ludex.vectors.freedom import with_fields_of
from ludex.vectors.parts import LEGAL

VECTORS_A_BATCH = 64


class OpenQuestion(ScheduledVector):
    """A question to the second engine: any answer of the right shape will do; it is kept."""

    __slots__ = ()

    def weigh_bytes(self, result: bytes) -> Judgement:
        if len(result) > BIG_BYTES:
            return flood(result, BIG_BYTES)
        try:
            got = read_json(result)
            wrong = next(self.frame.wire.breaches(self.frame.operation, got), None)
        except BROKEN as broken:
            return garbage(f"{unreadable(result, broken, RESULT)}", result)
        if wrong:
            return garbage(wrong, result)
        if isinstance(got, dict) and "unsupported" in got:
            return Judgement(UNSUPPORTED, message=got["unsupported"]["reason"][:MAX_CHARACTERS_TOLD])
        return Judgement(PASS, got=result)


class Compared(ScheduledVector):
    """A question to the first engine, judged by what the second answered."""

    __slots__ = ("answer", "twin")

    def __init__(self, place: int, vector: Vector, frame: Frame) -> None:
        super().__init__(place, vector, frame)
        self.twin: OpenQuestion | None = None
        self.answer = b""

    def weigh_bytes(self, result: bytes) -> Judgement:
        if result == self.answer:
            return PASSED
        frame = self.frame
        expect = with_fields_of(bytes(self.vector.expect), self.answer)
        outcome = weigh_result(result, expect, frame.operation, frame.wire, frame.choices, frame.tells, frame.words)
        if outcome.verdict != FAIL:
            return outcome
        mine, theirs = msgspec.json.decode(result), msgspec.json.decode(self.answer)
        if refusal_of(mine) and refusal_of(theirs) and not frame.tells:
            return PASSED  # which reasons are right, only a vector could say
        message = _difference_of_engines(outcome.message, mine, theirs, frame.wire.result(frame.operation) or {})
        return Judgement(FAIL, message=message, got=result[:MAX_WRONG_BYTES], want=self.answer[:MAX_WRONG_BYTES])


def _difference_of_engines(message: str, mine: Any, theirs: Any, schema: Schema) -> str:
    """What differs, with the other engine named wherever a vector would say what must be."""
    if refusal_of(mine) and refusal_of(theirs):
        return f"refused as {refusal_of(mine)}, where the other engine says {refusal_of(theirs)}"
    if message.startswith(TOO_KIND):
        return "accepted, where the other engine refuses" + message.partition(")")[2]
    if refusal_of(mine) and refuses(theirs, schema):
        return f"refused as {refusal_of(mine)}, where the other engine answers with a verdict"
    if refusal_of(mine):
        return "refused, where the other engine accepts"
    return message.replace(": expected", ": the other engine says").replace("(true:", "(the other engine:")


class Pairs(Schedule):
    """Lays out each case for both engines, by what each of them offers; of the second that is known by its hello."""

    theirs: GameOffer | None = None

    def make_case(self, place: int, vector: Vector, frame: Frame) -> ScheduledVector:
        compared = Compared(place, vector, frame)
        setting, player = self.run.settings[frame.setting], self._lacks(frame.operation)[1]
        other = Frame(frame.topic, setting, frame.setting, self.wire, False, frame.anonymous, player)
        compared.twin = OpenQuestion(place, vector, other)
        return compared

    def _lacks(self, operation: str) -> tuple[bool, Any]:
        """Whether the second engine lacks an operation, and how the runner then plays it, if it can."""
        if self.theirs is None or operation in self.theirs.methods:
            return False, None
        return True, player_for(operation, self.run.order.game, self.theirs.methods)

    def _beforehand(self, operation: str, setting: int, offer: GameOffer) -> tuple[Judgement | None, Any]:
        if self._lacks(operation) == (True, None):
            return Judgement(NOT_OFFERED, message=f"the other engine does not offer `{operation}`"), None
        return super()._beforehand(operation, setting, offer)


class Comparing(Session):
    """A run of one engine against another: a few questions to the second, then the same to the first."""

    def __init__(self, order: Order, watch: Watch | None = None) -> None:
        super().__init__(order, watch)
        self.pairs = Pairs(self.run, self._at_fault)
        self.schedule = self.pairs
        self._second_feed = VectorQueue()
        self._answers: dict[int, Judgement] = {}
        self._second = Driver(
            self._open_second, order.limits, self._second_feed, self._take, self._note_second, self.remark
        )
        self._drivers.append(self._second)

    def heed(self, interruption: Interruption) -> None:
        super().heed(interruption)
        self._second_feed.interruption = interruption

    def _open_second(self, _: bool) -> Conversation:
        return Process(self.order.against, self.order.limits)

    def _note_second(self, text: str) -> None:
        self.note(f"the other engine: {text}")

    def _take(self, case: ScheduledVector, outcome: Judgement) -> None:
        self._answers[case.index] = outcome

    def talk(self) -> None:
        first, second = self._drivers[0], self._second
        second.spawn()
        try:
            hello = first.greet()
        except NoHello as fallen:
            self.no_hello(fallen)
            return
        try:
            self.run.other = second.greet()
        except NoHello as fallen:
            self.stop(f"no hello from the other engine: {fallen.down.message}", fallen.tail)
            self.plan(hello)
            return
        self.plan(self._both(hello, self.run.other))
        self.run.hello = hello
        self._compare(first, second)

    def _both(self, one: Hello, other: Hello) -> Hello:
        """The hello of the first, with the editions and readings that both declare."""
        game = self.order.game
        mine, theirs = one.games.get(game), other.games.get(game)
        if mine is None or theirs is None:
            return Hello(one.protocol, one.engine, {})
        self.pairs.theirs = theirs
        both = shared_offer(mine, theirs)
        if len(both.methods) < len(mine.methods):
            self.note("the two list different parts of the legal actions, so their lists are not compared")
        return Hello(one.protocol, one.engine, {game: both})

    def _compare(self, first: Driver, second: Driver) -> None:
        try:
            while self.run.end is None and (batch := list(islice(self.cases, VECTORS_A_BATCH))):
                self._batch(first, second, batch)
            first.close()
            second.close()
        except GaveUp as reason:
            self.stop(str(reason), first.tail)

    def _batch(self, first: Driver, second: Driver, batch: Sequence[ScheduledVector]) -> None:
        self.queue.heed()
        self._second_feed.lay([case.twin for case in batch if isinstance(case, Compared) and case.twin])
        second.run()
        self.queue.lay(list(self._answered_cases(batch)))
        first.run()
        self._answers.clear()

    def _answered_cases(self, batch: Sequence[ScheduledVector]) -> Iterator[ScheduledVector]:
        """The cases that the second engine answered; the others are settled by what it did instead."""
        for case in batch:
            outcome = self._answers.get(case.index)
            if isinstance(case, Compared) and outcome is not None and outcome.verdict == PASS:
                case.answer = outcome.got
                yield case
            elif outcome is not None:
                message = f"the other engine: {outcome.message or outcome.verdict}"
                self.settle(case, Judgement(outcome.verdict, outcome.cause, message))


def shared_offer(mine: GameOffer, theirs: GameOffer) -> GameOffer:
    """What the first offers, under the rules that both declare and with the promises of either; no lists where they
    list different parts of the legal actions."""
    tells = [word for word in mine.tells if word in theirs.tells]
    promises = [*dict.fromkeys([*mine.promises, *theirs.promises])]
    methods = [one for one in mine.methods if one != LEGAL or mine.lists == theirs.lists]
    return GameOffer(methods, _shared_editions(mine, theirs), tells, promises)


def _shared_editions(mine: GameOffer, theirs: GameOffer) -> dict[str, EditionOffer] | None:
    """The editions that both play; what one of them leaves out stands at its default in both."""
    here, there = mine.editions, theirs.editions
    if here is not None and there is not None:
        return {edition: _both_play(here[edition], there[edition]) for edition in here if edition in there}
    named = there if here is None else here
    return None if named is None else {edition: EditionOffer() for edition in named}


def _both_play(mine: EditionOffer, theirs: EditionOffer) -> EditionOffer:
    """Of the readings of an edition, the choices that both play."""
    ours, others = mine.readings, theirs.readings
    return EditionOffer(
        {entry: [one for one in ours[entry] if one in others[entry]] for entry in ours if entry in others}
    )
