"""Where the engines of a run take their vectors from: one by one, in order, and only up to where the run ends."""

import threading
from collections.abc import Iterable, Iterator

from ludex.judge.case import ScheduledVector
from ludex.runner.interruption import Interruption


class VectorQueue:
    """Shared by all engines of a run. `end` is the last place that still counts; an `interruption` stops everybody."""

    def __init__(self) -> None:
        self.end: int | None = None
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

    def close(self) -> None:
        """Nobody gets another case."""
        self._closed = True

    def heed(self) -> None:
        """An interruption is heeded where nothing is half done."""
        self.interruption.heed()
