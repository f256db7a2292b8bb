"""What the driver says to an engine that answers late, twice, wrongly or not at all, and what it makes of that.

The engine is played here, in the same process: what it hears and says is exact, and nothing hangs on a clock.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from ludex.judge.case import Endless, Unplayable
from ludex.judge.verdict import (
    CLOSED,
    CRASH,
    ERROR,
    FAIL,
    FLOOD,
    GARBAGE,
    NOT_OFFERED,
    NOT_RUN,
    PASS,
    REPORTED,
    TIMEOUT,
    Down,
    Judgement,
)
from ludex.protocol.messages import Answer
from ludex.protocol.server import Loop
from ludex.runner.driver import MAX_STEP_BYTES, MIN_CASES_REMEMBERED, Driver, GaveUp
from ludex.runner.handshake import LOG_FLOOD_BYTES
from ludex.runner.limits import Limits
from ludex.runner.queue import VectorQueue
from ludex.vectors.promises import WELL_FORMED

LIMITS = Limits(timeout=0.03, start=0.03, grace=0.03, window=4)
Request = dict[str, Any]
Behaviour = Callable[["Played", Request], None]


def right(engine: Played, request: Request) -> None:
    engine.say(request["id"])


def mute(engine: Played, request: Request) -> None:
    """Says nothing."""


def crashing(engine: Played, request: Request) -> None:  # noqa: ARG001
    engine.down = Down(CRASH, "it crashed")


@dataclass
class Played:
    """A conversation with an engine that is played; `slow`: it gives one line at a time."""

    behaviour: Behaviour
    limits: Limits = LIMITS
    slow: bool = False
    game: str = "tribun"
    heard: list[list[Request]] = field(default_factory=list)
    said: list[bytes] = field(default_factory=list)
    last: list[bytes] = field(default_factory=list)
    given: int = 0
    down: Down | None = None
    tail: bytes = b""
    logged: int = 0
    left: int = 0
    ended: bool = False

    def say(self, number: Any, **more: Any) -> None:
        self.said.append(json.dumps({"jsonrpc": "2.0", "id": number, "result": {}, **more}).encode())

    def send(self, data: bytes) -> None:
        lines = data.splitlines()
        requests = [json.loads(line) for line in lines]
        if requests[0]["method"] == "initialize":
            self.said.append(Loop([self.game]).answer(lines[0]).strip())
            return
        self.heard.append(requests)
        for request in requests:
            self.behaviour(self, request)

    def wait(self, seconds: float) -> list[bytes]:  # noqa: ARG002
        many = 1 if self.slow else len(self.said)
        lines, self.said = self.said[:many], self.said[many:]
        self.given += len(lines)
        return lines

    def finish(self, farewell: bytes = b"") -> list[bytes]:
        if farewell:
            self.heard.append([json.loads(farewell)])
        return self.last

    def end(self) -> None:
        self.ended = True

    def unread(self) -> int:
        return 0

    def unended_bytes(self) -> bytes:
        return b""

    @property
    def names(self) -> list[int]:
        """The places of the vectors that were asked, in the order in which they came."""
        return [request["params"] for requests in self.heard for request in requests if request["method"] == "ask"]


class Vector:
    """A vector to be asked, and how the runner plays it where it does."""

    def __init__(self, index: int, player: Any = None) -> None:
        self.index = index
        self.id = f"v{index}"
        self.riders: tuple[Vector, ...] = ()
        wire = SimpleNamespace(breaches=lambda *_: iter(()))
        self.frame = SimpleNamespace(player=player, wire=wire, operation="ask")
        self.vector = SimpleNamespace(outside=())

    def request(self, number: int) -> bytes:
        return json.dumps({"id": number, "method": "ask", "params": self.index}).encode() + b"\n"

    def ask(self, number: int, step: Any) -> bytes:
        return json.dumps({"id": number, "method": step[0], "params": self.index}).encode() + b"\n"

    def weigh(self, _: Answer) -> Judgement:
        return Judgement(PASS)

    def weigh_bytes(self, _: bytes) -> Judgement:
        return Judgement(PASS)


class Judged:
    """A driver that was let loose on some vectors, with engines that are started one after the other (the last again
    and again). With `last` the run ends with this vector, which is known once it is settled."""

    def __init__(
        self, vectors: list[Vector], *engines: Callable[[], Played], limits: Limits = LIMITS, last: int | None = None
    ) -> None:
        self.settled: list[tuple[int, Judgement]] = []
        self.notes: list[str] = []
        self.remarks: list[str] = []
        self.started: list[Played] = []
        self.gave_up = ""
        queue = VectorQueue()
        queue.lay(vectors)  # type: ignore[arg-type]

        def start(again: bool) -> Played:
            assert again == bool(self.started)
            self.started.append(engines[min(len(self.started), len(engines) - 1)]())
            return self.started[-1]

        def settle(case: Any, judgement: Judgement) -> None:
            self.settled.append((case.index, judgement))
            queue.note_hang(case, judgement)
            if case.index == last:
                queue.end = last

        note, remark = self.notes.append, self.remarks.append
        driver = Driver(start, limits, queue, settle, note, remark)  # type: ignore[arg-type]
        driver.spawn()
        driver.greet()
        try:
            driver.run()
            driver.close()
        except GaveUp as reason:
            self.gave_up = str(reason)

    def places(self) -> list[int]:
        return sorted(place for place, judgement in self.settled if judgement.verdict == PASS)


def vectors(many: int) -> list[Vector]:
    return [Vector(index) for index in range(many)]


def test_as_many_are_in_flight_as_the_window_has() -> None:
    judged = Judged(vectors(9), lambda: Played(right))
    (engine,) = judged.started
    assert [len(requests) for requests in engine.heard] == [4, 4, 1, 1]
    assert engine.heard[-1][0]["method"] == "shutdown"
    assert judged.places() == [*range(9)]
    assert (judged.notes, judged.remarks) == (["the engine did not end within 0.03 s of `shutdown`; it was ended"], [])


def test_an_engine_is_asked_more_before_all_that_it_said_in_one_go_is_weighed() -> None:
    judged = Judged(vectors(100), lambda: Played(right), limits=msgspec.structs.replace(LIMITS, window=64))
    (engine,) = judged.started
    assert [len(requests) for requests in engine.heard] == [64, 16, 16, 4, 1]
    assert judged.places() == [*range(100)]


def test_who_has_answered_everything_is_not_late_however_long_this_process_was_held_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ludex.runner.driver.time", SimpleNamespace(monotonic=count(step=1000).__next__))
    judged = Judged(vectors(4), lambda: Played(right))
    assert len(judged.started) == 1
    assert judged.places() == [*range(4)]


def test_of_malformed_questions_over_which_an_engine_falls_silent_one_is_waited_for() -> None:
    cases = vectors(7)
    for case in cases[2:]:
        case.vector = SimpleNamespace(outside=(WELL_FORMED,))
    judged = Judged(cases, lambda: Played(lambda engine, asked: right(engine, asked) if asked["params"] < 2 else None))
    assert judged.places() == [0, 1]
    assert [(place, one.verdict, one.cause, one.message) for place, one in judged.settled[2:]] == [
        (2, ERROR, TIMEOUT, "no answer for 0.03 s"),
        *((place, NOT_RUN, "", "left: `ask` hangs on malformed input (v2)") for place in range(3, 7)),
    ]
    assert [engine.names for engine in judged.started] == [[0, 1, 2, 3, 4, 5], [2], []]


def deaf_to(place: int) -> Behaviour:
    return lambda engine, request: None if request["params"] == place else engine.say(request["id"])


def test_a_request_is_late_once_twice_the_window_of_later_ones_is_answered_and_not_before() -> None:
    judged = Judged(vectors(30), lambda: Played(deaf_to(1), slow=True), lambda: Played(right, slow=True))
    first, second = judged.started
    assert first.given == 2 + 2 * LIMITS.window  # the hello, the vector before it, and the later ones
    assert first.ended
    assert second.heard[0][0]["params"] == 1  # alone
    assert len(second.heard[0]) == 1
    assert second.names == [1, *range(10, 30)]
    assert judged.places() == [*range(30)]
    assert judged.remarks == ["a request was passed over by later ones, and was rerun alone"]


def fallen_with(place: int) -> Behaviour:
    def behave(engine: Played, request: Request) -> None:
        if request["params"] == place:
            engine.down = Down(CRASH, "it crashed")
            engine.tail = b"the last word"
        else:
            engine.say(request["id"])

    return behave


def test_only_the_vector_by_which_it_falls_alone_is_blamed() -> None:
    def held(engine: Played, request: Request) -> None:
        if request["params"] == 3:
            engine.down = Down(CRASH, "it crashed")

    judged = Judged(vectors(6), lambda: Played(held), lambda: Played(fallen_with(2)))
    assert judged.remarks == ["with 4 in flight, each was rerun alone: it crashed"]
    assert judged.places() == [0, 1, 3, 4, 5]
    ((place, blamed),) = [one for one in judged.settled if one[1].verdict != PASS]
    assert (place, blamed.cause, blamed.fell) == (2, CRASH, True)
    assert blamed.message == "it crashed. The last of its log: the last word"
    assert [len(requests) for requests in judged.started[1].heard] == [1, 1, 1]
    assert judged.started[1].names == [0, 1, 2]
    assert judged.started[2].names == [3, 4, 5]
    assert len(judged.started) == 3


def test_who_falls_alone_once_it_has_answered_is_blamed_for_nothing() -> None:
    def chatty(engine: Played, request: Request) -> None:
        engine.say(request["id"])
        if request["params"] == 0:
            engine.say(999)

    judged = Judged(vectors(6), lambda: Played(crashing), lambda: Played(chatty), lambda: Played(right))
    assert judged.places() == [*range(6)]
    crashed, chatted = judged.remarks
    assert crashed == "with 4 in flight, each was rerun alone: it crashed"
    assert chatted.startswith("with nothing in flight: an answer with an id that was not asked: 999.")
    assert [engine.names for engine in judged.started[1:]] == [[0], [1, 2, 3, 4, 5]]


def test_a_suspect_that_needs_no_question_any_more_costs_no_other_its_turn() -> None:
    plays: list[None] = []

    def player(_: Any) -> Iterator[Any]:
        plays.append(None)
        if len(plays) > 1:
            raise Unplayable("it is not to be played")
        yield "ask", {}

    def silent_once_down(engine: Played, request: Request) -> None:
        if engine.down is None:
            fallen_with(3)(engine, request)

    cases = [*vectors(6), Vector(6, player), *(Vector(place) for place in range(7, 10))]
    judged = Judged(cases, lambda: Played(silent_once_down), lambda: Played(right))
    assert judged.remarks == ["with 4 in flight, each was rerun alone: it crashed"]
    assert judged.places() == [0, 1, 2, 3, 4, 5, 7, 8, 9]
    assert (6, Judgement(NOT_OFFERED, message="it is not to be played")) in judged.settled


def riding(many: int, *verdicts: str) -> list[Vector]:
    """Vectors of which the first carries others that ask the same, and expect other things."""
    first, *rest = vectors(many)
    first.riders = tuple(Vector(10 + number) for number in range(len(verdicts)))
    for rider, verdict in zip(first.riders, verdicts, strict=True):
        rider.weigh = lambda _, verdict=verdict: Judgement(verdict)  # type: ignore[method-assign]
    return [first, *rest]


def test_what_asks_the_same_is_asked_once_and_each_is_weighed_by_itself() -> None:
    judged = Judged(riding(2, FAIL, PASS), lambda: Played(right))
    assert judged.started[0].names == [0, 1]
    assert [(place, one.verdict) for place, one in judged.settled] == [(0, PASS), (10, FAIL), (11, PASS), (1, PASS)]


def test_what_brings_an_engine_down_is_so_for_all_that_it_asks_and_fell_once() -> None:
    judged = Judged(riding(1, PASS, PASS), lambda: Played(crashing))
    assert [(place, one.cause, one.fell) for place, one in judged.settled] == [
        (0, CRASH, True),
        (10, CRASH, False),
        (11, CRASH, False),
    ]


def test_one_that_falls_with_one_in_flight_is_said_to_be_one() -> None:
    judged = Judged(vectors(1), lambda: Played(crashing), lambda: Played(right))
    assert judged.remarks == ["with 1 in flight, it was rerun alone: it crashed"]
    assert judged.places() == [0]


def flooding(engine: Played, request: Request) -> None:  # noqa: ARG001
    engine.logged += 2 * LOG_FLOOD_BYTES


def closing(engine: Played, request: Request) -> None:  # noqa: ARG001
    engine.down = Down(CLOSED, "it closed its output")


@pytest.mark.parametrize(
    ("behaviour", "told"),
    [
        (mute, "no answer for 0.03 s; nothing came. "),
        (flooding, "no answer for 0.03 s, but 32 MB of log"),
        (closing, "it closed its output"),
    ],
)
def test_an_engine_that_never_answers_is_given_up_after_a_few_starts(behaviour: Behaviour, told: str) -> None:
    judged = Judged(vectors(9), lambda: Played(behaviour))
    assert judged.gave_up.startswith(f"the engine answered nothing in {LIMITS.barren} starts ({told}")
    assert len(judged.started) == LIMITS.barren
    assert all(engine.ended for engine in judged.started)


@pytest.mark.parametrize(
    ("unread", "unended", "logged", "told"),
    [
        (0, b"", LOG_FLOOD_BYTES, "no answer for 0.03 s; nothing came. "),
        (0, b"", LOG_FLOOD_BYTES + 1, "no answer for 0.03 s, but 16 MB of log"),
        (9, b"{", 0, "no answer for 0.03 s; it does not read its input"),
        (0, b"{", 0, "no answer for 0.03 s; 1 byte came without a line end"),
    ],
)
def test_silence_is_told_with_what_explains_it(unread: int, unended: bytes, logged: int, told: str) -> None:
    class Silent(Played):
        def unread(self) -> int:
            return unread

        def unended_bytes(self) -> bytes:
            return unended

    def logs(engine: Played, request: Request) -> None:  # noqa: ARG001
        engine.logged += logged

    judged = Judged(
        vectors(1), lambda: Silent(logs, logged=5 * LOG_FLOOD_BYTES)
    )  # what it logged before is the hello's
    ((_, late),) = judged.settled
    assert late.message.startswith(told)
    assert late.cause == (FLOOD if logged > LOG_FLOOD_BYTES else TIMEOUT)


def test_silence_lasts_as_long_as_the_limit_says(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SimpleNamespace(now=0.0)
    ends: list[float] = []

    class Clocked(Played):
        def wait(self, seconds: float) -> list[bytes]:
            clock.now += 0 if self.said else seconds
            return super().wait(seconds)

        def end(self) -> None:
            ends.append(clock.now)

    monkeypatch.setattr("ludex.runner.driver.time", SimpleNamespace(monotonic=lambda: clock.now))
    Judged(vectors(1), lambda: Clocked(mute), limits=Limits(timeout=10.0, start=0.03, grace=0.03))
    assert 10.0 <= ends[0] < 10.2
    assert 20.0 <= ends[-1] < 20.4


def test_what_cannot_be_played_and_what_never_ends_are_told_with_the_reason() -> None:
    def raising(reason: Exception) -> Callable[[Any], Iterator[Any]]:
        def player(_: Any) -> Iterator[Any]:
            yield "legal", {}
            raise reason

        return player

    cases = [Vector(0, raising(Unplayable("no such method"))), Vector(1, raising(Endless("round and round")))]
    judged = Judged(cases, lambda: Played(right))
    assert [(place, one.verdict, one.message) for place, one in judged.settled] == [
        (0, NOT_OFFERED, "no such method"),
        (1, FAIL, "round and round"),
    ]


def test_an_engine_that_answered_once_is_not_given_up_for_its_silence() -> None:
    judged = Judged(vectors(16), lambda: Played(lambda e, r: right(e, r) if r["params"] == 0 else mute(e, r)))
    assert judged.gave_up == ""
    assert judged.places() == [0]
    late = [judgement for _, judgement in judged.settled if judgement.verdict != PASS]
    assert {(one.cause, one.message) for one in late} == {(TIMEOUT, "no answer for 0.03 s")}
    assert len(late) == 15


def garbled(engine: Played, request: Request) -> None:
    engine.said.append(b'{"id": %d, "result": NaN' % request["id"])


@pytest.mark.parametrize("behaviour", [right, garbled])
def test_whatever_names_a_request_is_heard_and_silence_begins_anew(
    behaviour: Behaviour, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = SimpleNamespace(now=0.0)

    class Clocked(Played):
        def wait(self, seconds: float) -> list[bytes]:
            clock.now += 6 if self.said else seconds
            return super().wait(seconds)

    monkeypatch.setattr("ludex.runner.driver.time", SimpleNamespace(monotonic=lambda: clock.now))
    limits = Limits(timeout=10.0, start=0.03, grace=0.03, window=4)
    judged = Judged(vectors(8), lambda: Clocked(behaviour, slow=True), limits=limits)
    assert (len(judged.started), len(judged.settled), judged.remarks) == (1, 8, [])


def test_an_engine_that_garbled_one_answer_is_not_given_up_for_its_silence() -> None:
    judged = Judged(vectors(16), lambda: Played(lambda e, r: (garbled if r["params"] == 0 else mute)(e, r)))
    assert judged.gave_up == ""
    late = [judgement for place, judgement in judged.settled if place]
    assert {(one.cause, one.message) for one in late} == {(TIMEOUT, "no answer for 0.03 s")}
    assert len(late) == 15


@pytest.mark.parametrize("falls", [0, 2])
def test_there_are_so_many_restarts_and_no_more(falls: int) -> None:
    limits = Limits(timeout=0.03, window=4, falls=falls)
    judged = Judged(vectors(90), lambda: Played(crashing), limits=limits)
    assert judged.gave_up == f"the engine was restarted {20 + 2 * falls} times (it crashed)"
    assert len(judged.started) == 1 + 20 + 2 * falls


def test_another_hello_after_a_restart_is_noted() -> None:
    judged = Judged(vectors(1), lambda: Played(crashing), lambda: Played(right, game="tactics"))
    assert judged.notes[0] == "after a restart the hello was another one"
    same = Judged(vectors(1), lambda: Played(crashing), lambda: Played(right))
    assert "after a restart the hello was another one" not in same.notes


def test_an_engine_that_says_no_hello_again_is_given_up_after_a_few_starts() -> None:
    class Silent(Played):
        def send(self, data: bytes) -> None:
            """Hears nothing."""

    judged = Judged(vectors(1), lambda: Played(crashing), lambda: Silent(mute))
    assert judged.gave_up.startswith("the engine did not start again (no hello within 0.03 s; ")
    assert len(judged.started) == 1 + LIMITS.barren


def only(*places: int) -> Behaviour:
    """Answers these; falls when the last of the window is heard."""

    def behave(engine: Played, request: Request) -> None:
        if request["params"] in places:
            engine.say(request["id"])
        if request["params"] == LIMITS.window - 1:
            engine.down = Down(CRASH, "it crashed")

    return behave


def test_beyond_the_end_nothing_is_sent_and_what_lies_before_it_is_waited_for() -> None:
    judged = Judged(vectors(30), lambda: Played(right, slow=True), last=6)
    (engine,) = judged.started
    assert engine.names == [*range(10)]
    assert judged.places() == [*range(7)]


def test_what_fell_before_the_end_is_asked_again_and_what_lies_beyond_it_is_not() -> None:
    judged = Judged(vectors(30), lambda: Played(only(1)), lambda: Played(right), last=1)
    assert [engine.names for engine in judged.started] == [[0, 1, 2, 3], [0]]
    assert judged.places() == [0, 1]


def test_for_what_lies_beyond_the_end_no_engine_is_started_again() -> None:
    judged = Judged(vectors(30), lambda: Played(only(0, 1)), lambda: Played(right), last=1)
    assert len(judged.started) == 1
    assert judged.started[0].ended
    assert judged.places() == [0, 1]


def twice(place: int) -> Behaviour:
    def behave(engine: Played, request: Request) -> None:
        engine.say(request["id"])
        if request["params"] == place:
            engine.say(request["id"])

    return behave


def test_a_second_answer_is_blamed_on_its_vector_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    assert 2 * Limits().window < MIN_CASES_REMEMBERED, "what is in flight is never forgotten"
    monkeypatch.setattr("ludex.runner.driver.MIN_CASES_REMEMBERED", 16)
    many = 3 * 16
    for place in (0, 5, many - 1):
        judged = Judged(vectors(many), lambda place=place: Played(twice(place)))  # type: ignore[misc]
        assert len(judged.started) == 1
        wrong = [(index, one.cause, one.message) for index, one in judged.settled if one.verdict != PASS]
        assert wrong == [(place, GARBAGE, "a second answer to the same id")]


def test_who_says_one_answer_again_and_again_is_late_with_all_others(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SimpleNamespace(now=0.0)

    class Repeating(Played):
        def wait(self, seconds: float) -> list[bytes]:
            clock.now += 6
            if self.given > 9:
                self.down = Down(CRASH, "nobody ended it")
                return []
            lines = super().wait(seconds)
            self.said += lines if self.heard else []
            return lines

    monkeypatch.setattr("ludex.runner.driver.time", SimpleNamespace(monotonic=lambda: clock.now))
    limits = Limits(timeout=10.0, start=0.03, grace=0.03)
    judged = Judged(vectors(2), lambda: Repeating(only(0)), lambda: Played(right), limits=limits)
    assert judged.remarks == ["with 1 in flight, it was rerun alone: no answer for 10 s"]
    assert [(place, one.message) for place, one in judged.settled] == [
        (0, ""),
        *[(0, "a second answer to the same id")] * 2,
        (1, ""),
    ]


def test_who_answers_what_was_never_asked_is_found_alone() -> None:
    def inventive(engine: Played, request: Request) -> None:
        engine.say(request["id"])
        if request["params"] == 2:
            engine.said.insert(0, b'{"jsonrpc":"2.0","id":99999,"result":{}}')

    judged = Judged(vectors(4), lambda: Played(inventive))
    ((place, blamed),) = [one for one in judged.settled if one[1].verdict != PASS]
    assert (place, blamed.cause, blamed.fell) == (2, GARBAGE, True)
    assert blamed.message.startswith("an answer with an id that was not asked: 99999. ")
    assert blamed.got == b'{"jsonrpc":"2.0","id":99999,"result":{}}'
    assert judged.places() == [0, 1, 3]


@pytest.mark.parametrize(("length", "kept"), [(2000, 2000), (2001, 2000)])
def test_who_prints_what_is_no_answer_is_found_alone(length: int, kept: int) -> None:
    def printing(engine: Played, request: Request) -> None:
        if request["params"] == 2:
            engine.said.append(b"x" * length)
        engine.say(request["id"])

    judged = Judged(vectors(4), lambda: Played(printing))
    ((place, blamed),) = [one for one in judged.settled if one[1].verdict != PASS]
    assert (place, blamed.cause, blamed.fell) == (2, GARBAGE, True)
    assert blamed.message.startswith("the line is not one JSON value: xxx")
    assert blamed.got == b"x" * kept


def test_a_line_that_is_no_answer_is_blamed_on_the_request_that_it_names() -> None:
    def mumbling(engine: Played, request: Request) -> None:
        if request["params"] == 2:
            engine.said.append(b'{"id": %d, "result": NaN' % request["id"])
        else:
            engine.say(request["id"])

    judged = Judged(vectors(5), lambda: Played(mumbling))
    assert len(judged.started) == 1
    ((place, blamed),) = [one for one in judged.settled if one[1].verdict != PASS]
    assert (place, blamed.cause, blamed.fell) == (2, GARBAGE, False)
    assert b"NaN" in blamed.got


@pytest.mark.parametrize(("length", "accepted"), [(MAX_STEP_BYTES, True), (MAX_STEP_BYTES + 1, False)])
def test_a_step_is_read_up_to_a_megabyte(length: int, accepted: bool) -> None:
    results = []

    def player(_: Any) -> Iterator[Any]:
        results.append((yield "legal", {}))
        return {}  # type: ignore[return-value]

    def long(engine: Played, request: Request) -> None:
        result = b'{"x":"%s"}' % (b"y" * (length - 8))
        engine.said.append(b'{"jsonrpc":"2.0","id":%d,"result":%s}' % (request["id"], result))

    judged = Judged([Vector(0, player)], lambda: Played(long))
    ((_, judgement),) = judged.settled
    assert (judgement.verdict == PASS, len(results)) == (accepted, int(accepted)), judgement.message


@pytest.mark.parametrize(
    ("answer", "wrong", "cause", "message"),
    [
        (b'"result":{"x":1},"error":{"code":1,"message":"no"}', "", GARBAGE, ""),
        (b'"error":{"code":1,"message":"no"}', "", REPORTED, "JSON-RPC error 1: no"),
        (b'"result":[1]', "", GARBAGE, "legal: result must be an object"),
        (b'"result":{"x":1}', "x is odd", GARBAGE, "legal: x is odd"),
    ],
)
def test_a_step_that_is_no_answer_is_told_by_its_method(answer: bytes, wrong: str, cause: str, message: str) -> None:
    def player(_: Any) -> Iterator[Any]:
        yield "legal", {}
        raise AssertionError("a step that is no answer leads nowhere")

    def odd(engine: Played, request: Request) -> None:
        engine.said.append(b'{"jsonrpc":"2.0","id":%d,%s}' % (request["id"], answer))

    case = Vector(0, player)
    case.frame.wire.breaches = lambda *_: iter([wrong] if wrong else [])
    ((_, judgement),) = Judged([case], lambda: Played(odd)).settled
    assert (judgement.verdict, judgement.cause, judgement.message[: len(message)]) == ("error", cause, message)


def test_to_an_engine_that_is_down_nobody_says_goodbye() -> None:
    def leaving(engine: Played, request: Request) -> None:
        engine.say(request["id"])
        engine.down = ENDED

    judged = Judged(vectors(1), lambda: Played(leaving))
    (engine,) = judged.started
    assert ([len(requests) for requests in engine.heard], engine.ended) == ([1], True)
    assert (judged.places(), judged.notes) == ([0], [])


def farewell(*last: bytes, left: int = 0, down: Down | None = None) -> tuple[list[str], Judged]:
    class Last(Played):
        def finish(self, farewell: bytes = b"") -> list[bytes]:
            number = json.loads(farewell)["id"]
            self.down = down
            return [line.replace(b"FAREWELL", b"%d" % number) for line in last]

    judged = Judged(vectors(2), lambda: Last(right, left=left))
    return judged.notes, judged


ENDED = Down(CLOSED, "it ended")
ANSWER = b'{"jsonrpc":"2.0","id":%s,"result":{}}'


def test_a_good_end_is_no_remark() -> None:
    assert farewell(ANSWER % b"FAREWELL", down=ENDED)[0] == []


def test_what_is_odd_at_the_end_is_noted() -> None:
    assert farewell(left=2, down=ENDED)[0] == ["the engine left other processes behind; they were ended"]
    assert farewell(left=1)[0] == [
        "the engine did not end within 0.03 s of `shutdown`; it was ended",
        "the engine left other processes behind; they were ended",
    ]
    ids = (b"777", b"1", b"3.0", b"true", b'"3"', b"null")  # 1 was the hello's, 3 that of a vector
    for line in (b"bye", *(ANSWER % number for number in ids)):
        (note,) = farewell(line, down=ENDED)[0]
        assert note.startswith("at the end: ")


def test_a_second_answer_at_the_end_is_blamed_on_its_vector() -> None:
    notes, judged = farewell(ANSWER % b"3", down=ENDED)
    assert notes == []
    assert [(place, one.verdict) for place, one in judged.settled if one.verdict != PASS] == [(1, "error")]


def test_what_an_engine_still_says_once_it_fell_answers_nothing() -> None:
    def junk(engine: Played, request: Request) -> None:
        if request["params"] == 0:
            engine.said.append(b"junk")
        engine.say(request["id"])

    judged = Judged(vectors(2), lambda: Played(junk), lambda: Played(right))
    assert [engine.names for engine in judged.started] == [[0, 1], [0, 1]]
    assert len(judged.remarks) == 1
    assert judged.places() == [0, 1]
    assert len(judged.settled) == 2
