"""Asks one engine a series of questions, and says which of them it does not pass."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from ludex.fault import Fault
from ludex.judge.case import ScheduledVector
from ludex.judge.verdict import NOT_OFFERED, PASS, Judgement
from ludex.protocol.messages import Hello
from ludex.runner.driver import Driver, GaveUp
from ludex.runner.handshake import NoHello
from ludex.runner.interruption import Interruption
from ludex.runner.limits import Limits
from ludex.runner.process import Process
from ludex.runner.queue import VectorQueue

LIMITS = Limits(timeout=10.0, start=60.0, falls=1, barren=1)
MOST_FAILURES = 400  # of one engine; more say nothing more


class NotPassed:
    """A question that was not passed, with what was answered."""

    __slots__ = ("case", "outcome")

    def __init__(self, case: ScheduledVector, outcome: Judgement) -> None:
        self.case = case
        self.outcome = outcome


class EngineTalk:
    """One engine, started and greeted; ``hello`` is None where none came, and ``why`` says what came instead;
    ``cannot_start`` says why its process cannot be started at all."""

    def __init__(
        self, command: Sequence[str], folder: Path, interruption: Interruption, limits: Limits = LIMITS
    ) -> None:
        self.hello: Hello | None = None
        self.why = ""
        self.cannot_start = ""
        self._queue = VectorQueue()
        self._queue.interruption = interruption
        self._found: list[NotPassed] = []
        self._most = MOST_FAILURES
        self.asked = 0
        self._driver = Driver(
            lambda _: Process(command, limits, folder),
            limits,
            self._queue,
            self._settle,
            lambda _: None,
            lambda _: None,
        )
        try:
            self._driver.spawn()
            self.hello = self._driver.greet()
        except NoHello as fallen:
            self.why = fallen.down.message
        except Fault as fault:
            self.cannot_start = fault.message

    def failures(self, *parts: Sequence[ScheduledVector], most: int = MOST_FAILURES) -> list[NotPassed]:
        """Those of some questions that it does not pass: of the last part the first, of others all; no further
        part after one with a failure. Once the engine fell nothing more is asked; it is asked only once in its life."""
        self._most = most
        self._queue.lay(self._in_turn(parts))
        try:
            self._driver.run()
        except GaveUp as reason:
            self.why = str(reason)
        return self._found

    def _in_turn(self, parts: Sequence[Sequence[ScheduledVector]]) -> Iterator[ScheduledVector]:
        for number, part in enumerate(parts, 1):
            if self._found:
                return
            if 1 < len(parts) == number:
                self._most = 1
            yield from part

    def end(self) -> None:
        """End the engine."""
        self._driver.abandon()

    def _settle(self, case: ScheduledVector, outcome: Judgement) -> None:
        self.asked += 1
        if outcome.verdict in (PASS, NOT_OFFERED):
            return
        self._found.append(NotPassed(case, outcome))
        if len(self._found) >= self._most or outcome.fell:
            self._queue.end = -1  # whatever is still in flight does not count any more
