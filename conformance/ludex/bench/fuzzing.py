"""What fuzzing takes beside the time that engine and reference need by themselves for the same questions."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import islice

import psutil
from msgspec import Struct
from msgspec.structs import replace

from ludex.bench.waiting import TimeTaken
from ludex.fuzz.asking import Asker
from ludex.fuzz.jury import Respondent, talk_of
from ludex.fuzz.order import FuzzOrder
from ludex.fuzz.seeds import editions_of, seeds_of
from ludex.fuzz.shares import declared_settings, drawer_of, keep_what_was_read, shares_of
from ludex.judge.case import ScheduledVector
from ludex.judge.settings import Setting
from ludex.protocol.messages import Hello
from ludex.runner.framing import Framing
from ludex.runner.interruption import Interruption
from ludex.vectors.suite import open_suite

QUESTIONS = 10_000
REFERENCE = (sys.executable, "-c", "import sys; from ludex.cli import main; sys.exit(main())", "engine")


class FuzzRates(Struct, frozen=True):
    """What the same questions take: drawn and compared; put to the reference as an engine of its own; put to the engine
    alone. Beside them what a campaign reads before its first question."""

    questions: int
    start: TimeTaken
    fuzzing: TimeTaken
    reference: TimeTaken
    engine: TimeTaken

    @property
    def ratio(self) -> float:
        """How much longer fuzzing takes than engine and reference by themselves, one after the other."""
        return self.fuzzing.waited / (self.reference.waited + self.engine.waited)

    @property
    def ratio_with_start(self) -> float:
        """The same with all that a campaign reads before its first question."""
        return (self.fuzzing.waited + self.start.waited) / (self.reference.waited + self.engine.waited)

    @property
    def ratio_of_work(self) -> float:
        """How much more of the processor fuzzing takes than engine and reference, without what puts the questions to
        the reference."""
        return self.fuzzing.worked / (self.reference.worked + self.engine.worked)


def rates(game: str, command: Sequence[str], questions: int = QUESTIONS) -> FuzzRates:
    """Measured with processes that have answered nothing before: what has been running for a while is quicker."""
    order = FuzzOrder(game, tuple(command), questions=questions)
    with _talk(order) as (talk, hello):
        asker = Asker(Framing(open_suite(game, order.root), hello.games[game]))
        start = _seconds(lambda: _start(asker, order))
        fuzzing = _seconds(lambda: talk.put(_drawing(asker, order), lambda _case, _outcome: None))
    cases = list(_drawing(asker, order))
    with _talk(order) as (talk, _):
        engine = _seconds(lambda: talk.put(cases, lambda _case, _outcome: None))
    with _talk(replace(order, command=REFERENCE)) as (talk, _):
        since = _used_by_engines()
        waited, _ = _seconds(lambda: talk.put(cases, lambda _case, _outcome: None))
        reference = TimeTaken(waited, _used_by_engines() - since)
    return FuzzRates(len(cases), start, fuzzing, reference, engine)


@contextmanager
def _talk(order: FuzzOrder) -> Iterator[tuple[Respondent, Hello]]:
    talk = talk_of(order, Interruption())
    try:
        yield talk, talk.greet()
    finally:
        talk.end()


@lru_cache
def _settings(asker: Asker) -> list[Setting]:
    return declared_settings(asker.framing.suite, asker.framing.offer)


def _drawing(asker: Asker, order: FuzzOrder) -> Iterator[ScheduledVector]:
    """The questions of a campaign, share by share, as they are put; each time the same."""
    settings = _settings(asker)
    for share in shares_of(order.questions):
        drawer = drawer_of(asker, settings, order.seed, share)
        for number, one in enumerate(islice(drawer.questions(), share.questions), share.first):
            yield asker.case(number, one)


def _start(asker: Asker, order: FuzzOrder) -> None:
    """What a campaign does before it asks; the first question takes as long as reading what vectors are read by."""
    seeds_of(asker.framing.suite, editions_of(_settings(asker))).read()
    next(_drawing(asker, order))
    keep_what_was_read()


def _seconds(work: Callable[[], object]) -> TimeTaken:
    since, worked = time.perf_counter(), _processor_seconds()
    work()
    return TimeTaken(time.perf_counter() - since, _processor_seconds() - worked)


def _processor_seconds() -> float:
    return time.process_time() + _used_by_engines()


def _used_by_engines() -> float:
    engines = (one.cpu_times() for one in psutil.Process().children(recursive=True))
    return sum(one.user + one.system for one in engines)
