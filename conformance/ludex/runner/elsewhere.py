"""A run whose vectors are asked elsewhere: a stretch of them at a time, by a worker with an engine of its own."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from ludex.crew import Crew, Prepared
from ludex.fault import Fault
from ludex.judge.case import ScheduledVector, is_malformed
from ludex.judge.verdict import PASSED, Judgement
from ludex.protocol.messages import Hello
from ludex.runner.driver import Driver
from ludex.runner.handshake import NoHello
from ludex.runner.reaper import REAPER
from ludex.runner.run import Order, Run, Watch
from ludex.runner.session import Session, without

VECTORS_A_STRETCH = 4_000
ANOTHER_HELLO = "the engine of a worker says another hello than the one here"


class StretchAsked(Struct, frozen=True):
    """What came of a stretch: places that simply pass, the outcomes of others, and how the engine went."""

    passed: list[int]
    settled: list[tuple[int, Judgement]]
    notes: list[str]
    remarks: list[str]
    restarts: int
    stopped: str
    log: bytes


class SessionElsewhere(Session):
    """A session whose own engine only says the hello."""

    def __init__(self, order: Order, watch: Watch | None, crew: Crew) -> None:
        super().__init__(order, watch)
        self._crew = crew
        self._restarts = 0

    def work(self, driver: Driver) -> None:
        """Lets others work until nothing is left."""
        driver.abandon()
        cases = {one.index: one for case in self.cases for one in (case, *case.riders)}
        hello = self.run.hello
        work = Prepared(_ask, _lay, replace(self.order, journal=None, resume=False, expected=None, repeat=0), hello)
        asked = self._crew.each(self._stretches(cases.values()), work, self._is_over, self._is_interrupted)
        for _, found in asked:
            if found is not None:
                self._take(found, cases)
            elif not self._is_interrupted():
                raise Fault("a process that asked an engine came to an end", "Is there memory enough where it ran?")
        self.queue.heed()

    def _stretches(self, cases: Iterable[ScheduledVector]) -> Iterator[list[int]]:
        """Places, in order. All malformed input is one stretch: a method that hangs on it is waited for once."""
        every = [*cases]
        readable = (one.index for one in every if not is_malformed(one.vector))
        stretches = iter(lambda: list(islice(readable, VECTORS_A_STRETCH)), [])
        for places in (*stretches, [one.index for one in every if is_malformed(one.vector)]):
            if places and (self.queue.end is None or places[0] <= self.queue.end):
                yield places

    def _is_over(self) -> bool:
        return bool(self.run.stopped)

    def _is_interrupted(self) -> bool:
        return bool(self.queue.interruption.asked)

    def _take(self, found: StretchAsked, cases: dict[int, ScheduledVector]) -> None:
        every = [*((place, PASSED) for place in found.passed), *found.settled]
        for place, outcome in sorted(every, key=lambda one: one[0]):
            self.settle(cases[place], outcome)
        for text in found.notes:
            self.note(text)
        for text in found.remarks:
            self.remark(text)
        self._restarts += found.restarts
        if found.stopped:
            self.stop(found.stopped, found.log)

    def account(self, wanted: Sequence[str]) -> None:
        """As of any session, with the restarts of engines elsewhere."""
        super().account(wanted)
        self.run.restarts += self._restarts


class _Laid(NamedTuple):
    """A session that asks what it is told to, and the case in which each place is asked, in order."""

    session: Session
    hello: Hello
    owners: dict[int, ScheduledVector]


def _lay(order: Order, hello: Hello) -> _Laid:
    session = Session(order)
    session.schedule.select(session.wanted_editions())
    session.plan(hello)
    return _Laid(session, hello, {one.index: case for case in session.cases for one in (case, *case.riders)})


def _ask(laid: _Laid, places: Sequence[int]) -> StretchAsked:
    """Asks an engine these places, in a process of its own."""
    REAPER.sole = False
    session, wanted, falls = laid.session, {*places}, list[int]()
    outcomes: dict[int, Judgement] = {}

    def settle(case: ScheduledVector, outcome: Judgement) -> None:
        outcomes[case.index] = outcome
        session.queue.note_hang(case, outcome)
        if outcome.fell:
            falls.append(case.index)
            if len(falls) >= session.order.limits.falls:
                session.queue.end = sorted(falls)[session.order.limits.falls - 1]

    driver = session.driver(settle)
    driver.spawn()
    try:
        if driver.greet() != laid.hello:
            session.stop(ANOTHER_HELLO)
    except NoHello as fallen:
        session.no_hello(fallen)
    if session.run.stopped:
        driver.abandon()
    else:
        session.queue.lay(without(_owners(laid, places), lambda one: one.index not in wanted))
        session.work(driver)
    return _report_of(outcomes, session.run, driver.restarts)


def _owners(laid: _Laid, places: Sequence[int]) -> Iterator[ScheduledVector]:
    """The cases in which these places are asked, each once."""
    return iter(dict.fromkeys(laid.owners[place] for place in places))


def _report_of(outcomes: dict[int, Judgement], run: Run, restarts: int) -> StretchAsked:
    passed = [place for place, outcome in outcomes.items() if outcome is PASSED]
    settled = [(place, outcome) for place, outcome in outcomes.items() if outcome is not PASSED]
    return StretchAsked(passed, settled, run.notes, [*run.remarks.elements()], restarts, run.stopped, run.log)
