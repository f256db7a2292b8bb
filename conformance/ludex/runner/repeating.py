"""Asks the failures of a run again, of a fresh engine: what passes in one run and fails in another is flaky."""

from collections import Counter
from typing import Protocol

import msgspec

from ludex.fault import Fault
from ludex.judge.case import ScheduledVector
from ludex.judge.verdict import ERROR, FAIL, FLAKY, PASS, Judgement
from ludex.runner.driver import Driver, GaveUp, Settle
from ludex.runner.handshake import NoHello
from ludex.runner.queue import VectorQueue
from ludex.runner.run import Repeats, Run
from ludex.vectors.images import ready
from ludex.wording import quantity


class Repeatable(Protocol):
    """A session that is over, as far as its failures are asked again."""

    run: Run
    queue: VectorQueue

    def driver(self, settle: Settle | None = None) -> Driver:
        """One more engine of those under test."""

    def remark(self, text: str) -> None:
        """Keeps a remark on how this run went."""

    def amend(self, case: ScheduledVector, outcome: Judgement) -> None:
        """Puts another judgement in the place of one."""


class Repeating:
    """Asks what failed again and again. One pass makes a failure flaky, and no failure makes a pass of it."""

    def __init__(self, session: Repeatable) -> None:
        self.session = session
        self.failed = {
            case.index: (ScheduledVector(case.index, ready(case.vector), case.frame), outcome)
            for case, outcome in session.run.settled_vectors()
            if outcome.verdict in (FAIL, ERROR)
        }
        self.runs: Counter[int] = Counter()
        self.passed: Counter[int] = Counter()
        self.heard: dict[int, str] = {}

    def repeat(self, times: int) -> None:
        """So many rounds, or as many as the engine stands; what was found is kept whatever ends them."""
        run = self.session.run
        run.repeats = Repeats(len(self.failed))
        for number in range(1, times + 1 if self.failed else 1):
            try:
                self._round()
            except (NoHello, GaveUp, Fault) as fallen:
                done = quantity(number - 1, "time")
                self.session.remark(f"the failures were asked again {done}, and not {times}: {fallen}")
                return
            finally:
                self._tell()
            run.repeats = Repeats(len(self.failed), number)

    def _round(self) -> None:
        """Asks every failure once."""
        self.heard.clear()
        session = self.session
        session.queue.end = None  # nothing that counts lies beyond the end
        session.queue.lay([case for case, _ in self.failed.values()])
        driver = session.driver(self._hear)
        try:
            driver.spawn(again=True)
            if driver.greet() != session.run.hello:
                raise Fault("the hello was another one")
            driver.run()
            driver.close()
        finally:
            driver.abandon()

    def _hear(self, case: ScheduledVector, outcome: Judgement) -> None:
        self.heard[case.index] = outcome.verdict

    def _tell(self) -> None:
        """Names as flaky what has passed by now, of what was asked just now."""
        self.runs.update(self.heard.keys())
        self.passed.update(place for place, verdict in self.heard.items() if verdict == PASS)
        for place in sorted(self.heard.keys() & self.passed.keys()):
            case, failure = self.failed[place]
            message = f"passed in {self.passed[place]} of {1 + self.runs[place]} runs; else: {failure.message}"
            self.session.amend(case, msgspec.structs.replace(failure, verdict=FLAKY, message=message))
