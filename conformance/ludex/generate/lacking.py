"""What a table of somebody's own lacks: a topic that has nothing more to draw ends there, and is told of.

A suite is written for the figures that ship. Where a table has no unit that flies, say, a topic may ask its dice for
one of none, or look for one without end. So in a process that makes the vectors of a table, whatever goes wrong while
cases are drawn ends their topic, and so does drawing that takes far longer than any topic needs: time of this process
alone, so that a busy machine takes nothing away.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from types import FrameType
from typing import TypeVar

from ludex.suites import Case, SuiteTopic
from ludex.tables import ADDED

PATIENCE_SECONDS = 120.0  # for all cases of a topic; those that ship are drawn in half a minute at most
AGAIN_SECONDS = 0.1  # where the first call to end was lost on its way, say in a destructor
SHORT: dict[str, int] = {}
"""In this process: the topics that ended early, with how many cases were drawn before."""

Drawn = TypeVar("Drawn")


class _NotFoundError(BaseException):
    """Cases are looked for too long; nothing that a suite or the rules catch on their way."""


class _Patience:
    """What is left of the time in which the cases of a topic are drawn; what is done between them takes none of it."""

    def __init__(self) -> None:
        self.seconds = PATIENCE_SECONDS

    def during(self, draw: Callable[[], Drawn]) -> Drawn:
        signal.setitimer(signal.ITIMER_VIRTUAL, max(self.seconds, AGAIN_SECONDS), AGAIN_SECONDS)
        try:
            return draw()
        finally:
            self.seconds, _ = signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def is_of_a_table(game: str) -> bool:
    """Whether the game is played by a table of somebody's own in this process."""
    return any(table.game == game for table in ADDED)


def drawn_cases(topic: SuiteTopic) -> Iterator[Case]:
    """The cases of a topic, up to the first that cannot be drawn from the table."""
    before = signal.signal(signal.SIGVTALRM, _give_up)
    drawn, patience = 0, _Patience()
    try:
        cases = iter(patience.during(topic.cases))  # some draw all before they give the first
        while (case := patience.during(lambda: next(cases, None))) is not None:
            drawn += 1
            yield case
    except (Exception, _NotFoundError):  # of whatever kind: the suite counts on something that the table lacks
        SHORT[topic.name] = drawn
    finally:
        signal.signal(signal.SIGVTALRM, before)


def _give_up(_: int, __: FrameType | None) -> None:
    raise _NotFoundError
