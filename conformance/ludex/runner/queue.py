"""Where the engines of a run take their vectors from: one by one, in order, and only up to where the run ends."""

import threading
from collections.abc import Iterable, Iterator

from ludex.judge.case import ScheduledVector, is_malformed
from ludex.judge.verdict import TIMEOUT, Judgement
from ludex.runner.interruption import Interruption


class VectorQueue:
    """Shared by all engines of a run. `end` is the last place that still counts; an `interruption` stops everybody.

    `hung`: a method that hung on malformed input, with the vector that showed it. It is asked no more of the kind.
    """

    def __init__(self) -> None:
        self.end: int | None = None
        self.hung: dict[str, str] = {}
        self.interruption = Interruption()
        self.answered = False
        self._lock = threading.Lock()
        self.lay(())

    def lay(self, cases: Iterable[ScheduledVector]) -> None:
        """From here the next cases come."""
        self._cases: Iterator[ScheduledVector] = iter(cases)
        self._closed = False

    def next(self) -> ScheduledVector | None:
        """The next case; none once they are used up, or lie beyond the end."""
        with self._lock:
            case = None if self._closed else next(self._cases, None)
            if case is None or self._closed or self.is_beyond(case):  # a broken file closes it from within
                self._closed = True
                return None
            return case

    def is_beyond(self, case: ScheduledVector) -> bool:
        return self.end is not None and case.index > self.end

    def note_hang(self, case: ScheduledVector, outcome: Judgement) -> None:
        """Remembers a method whose engine went silent over malformed input, so that it is waited for once."""
        if outcome.fell and outcome.cause == TIMEOUT and is_malformed(case.vector):
            self.hung.setdefault(case.frame.operation, case.id)

    def why_left(self, case: ScheduledVector) -> str:
        """Why a case is not to be asked any more; nothing where it is."""
        method = case.frame.operation
        if method not in self.hung or not is_malformed(case.vector):
            return ""
        return f"left: `{method}` hangs on malformed input ({self.hung[method]})"

    def close(self) -> None:
        """Nobody gets another case."""
        self._closed = True

    def heed(self) -> None:
        """An interruption is heeded where nothing is half done."""
        self.interruption.heed()
