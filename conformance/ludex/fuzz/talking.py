"""Talks with one engine as long as a campaign lasts: puts questions to it, and takes what the judge says of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from ludex.fault import Fault
from ludex.judge.case import ScheduledVector
from ludex.judge.verdict import TIMEOUT, Judgement
from ludex.protocol.messages import WINDOW, Hello
from ludex.runner.conversation import Conversation
from ludex.runner.driver import Driver, GaveUp
from ludex.runner.handshake import NoHello
from ludex.runner.interruption import Interruption
from ludex.runner.limits import Limits
from ludex.runner.queue import VectorQueue

BURST = ENOUGH_OPEN = WINDOW // 2  # questions
MOST_WAYS = 20  # of falling, that are told apart
IN_ANOTHER_WAY = "in yet another way"
Take = Callable[[ScheduledVector, Judgement], None]


class BurstQueue(VectorQueue):
    """Gives questions in bursts: so they are drawn in one go while the engine has enough to do, and each wait brings
    many answers. `open` counts the questions without an answer."""

    def __init__(self) -> None:
        super().__init__()
        self.open = 0
        self._left = 0

    def next(self) -> ScheduledVector | None:
        """The next case; none for now where enough of them are open."""
        if not self._left:
            if self.open > ENOUGH_OPEN:
                return None
            self._left = BURST
        case = super().next()
        if case is not None:
            self._left -= 1
            self.open += 1
        return case

    def lay(self, cases: Iterable[ScheduledVector]) -> None:
        """From here the next cases come."""
        super().lay(cases)
        self.open = self._left = 0


class FuzzTalk:
    """One engine. `stopped` says why nothing more can be asked of it, once that is so; `falls` counts by how it was
    those that no question alone brought about."""

    def __init__(self, open_conversation: Callable[[], Conversation], limits: Limits, heeded: Interruption) -> None:
        self.stopped = ""
        self.hangs = 0
        self.asked = 0
        self._falls_left = limits.falls
        self._queue = BurstQueue()
        self._queue.interruption = heeded
        self._take: Take = lambda _case, _outcome: None
        self.notes: list[str] = []
        self.falls = Counter[str]()
        self._latest_fall = ""  # of which it is not yet known whether a question alone brings it about
        self._driver = Driver(
            lambda _: open_conversation(), limits, self._queue, self._settle, self.notes.append, self._fall
        )

    def greet(self) -> Hello:
        """Start the engine; raises NoHello, or Fault where it cannot be started."""
        self._driver.spawn()
        return self._driver.greet()

    def put(self, cases: Iterable[ScheduledVector], take: Take) -> None:
        """Ask all of this, and take what comes of each; the answers may come in any order."""
        if self.stopped:
            return
        self._take = take
        self._queue.lay(self._until_stopped(cases))
        try:
            self._driver.run()
            self._count_fall()
        except (GaveUp, NoHello, Fault) as reason:  # a Fault where its command is gone
            self.stopped = str(reason)

    def _until_stopped(self, cases: Iterable[ScheduledVector]) -> Iterator[ScheduledVector]:
        for case in cases:
            if self.stopped:
                return
            yield case

    def _fall(self, how: str) -> None:
        """It fell; what was in flight is asked alone before anything else is."""
        self._count_fall()
        among, _, why = how.partition(": ")  # among how many it fell is another number each time
        self._latest_fall = why or among

    def _count_fall(self) -> None:
        """The latest fall, if no question that was asked alone since then brought it about."""
        if self._latest_fall:
            is_told = self._latest_fall in self.falls or len(self.falls) < MOST_WAYS
            self.falls[self._latest_fall if is_told else IN_ANOTHER_WAY] += 1
        self._latest_fall = ""

    def _settle(self, case: ScheduledVector, outcome: Judgement) -> None:
        self.asked += 1
        self._queue.open -= 1
        self.hangs += outcome.cause == TIMEOUT
        if outcome.fell:
            self._latest_fall = ""
            self._falls_left -= 1
            if not self._falls_left:
                self.stopped = (
                    "so many questions brought the engine down that no more are asked (--falls N allows more)"
                )
        self._take(case, outcome)

    def end(self) -> None:
        """End the engine."""
        self._driver.abandon()
