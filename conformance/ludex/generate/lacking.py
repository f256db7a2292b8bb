"""What a table of somebody's own lacks: a topic that has nothing more to draw ends there, and is told of.

A suite is written for the figures that ship. Where a table has no unit that flies, say, a topic may ask its dice for
one of none, or look for one without end. So in a process that makes the vectors of a table, whatever goes wrong while a
case is drawn ends its topic, and so does a case that is not found in a time that is ample for any: time of this process
alone, so that a busy machine takes nothing away.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from types import FrameType

from ludex.suites import Case, SuiteTopic
from ludex.tables import ADDED

PATIENCE_SECONDS = 20.0
SHORT: dict[str, int] = {}
"""In this process: the topics that ended early, with how many cases were drawn before."""


class _NotFoundError(Exception):
    """A case is looked for too long."""


def is_of_a_table(game: str) -> bool:
    """Whether the game is played by a table of somebody's own in this process."""
    return any(table.game == game for table in ADDED)


def drawn_cases(topic: SuiteTopic) -> Iterator[Case]:
    """The cases of a topic, up to the first that cannot be drawn from the table."""
    before = signal.signal(signal.SIGVTALRM, _give_up)
    drawn = 0
    try:
        cases = iter(topic.cases())
        while (case := _next(cases)) is not None:
            drawn += 1
            yield case
    except Exception:  # of whatever kind: the suite counts on something that the table lacks
        SHORT[topic.name] = drawn
    finally:
        signal.signal(signal.SIGVTALRM, before)


def _next(cases: Iterator[Case]) -> Case | None:
    signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE_SECONDS)
    try:
        return next(cases, None)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _give_up(_: int, __: FrameType | None) -> None:
    raise _NotFoundError
