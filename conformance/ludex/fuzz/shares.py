"""Shares: a campaign is cut into parts, each drawn by itself, so that it finds the same however many work on it."""

from __future__ import annotations

import os
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from itertools import chain, count, islice
from multiprocessing import get_context, parent_process
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ludex.fuzz.asking import Answered, Asker, FuzzQuestion
from ludex.fuzz.causes import FuzzDifference
from ludex.fuzz.drawing import Drawer
from ludex.fuzz.jury import Respondent, talk_of
from ludex.fuzz.order import FuzzOrder
from ludex.judge.case import ScheduledVector
from ludex.judge.settings import RulesAsked, Setting, settings
from ludex.judge.verdict import BAD, UNSUPPORTED, Judgement
from ludex.protocol.messages import GameOffer
from ludex.runner.framing import Framing
from ludex.runner.handshake import NoHello
from ludex.runner.interruption import Interruption
from ludex.tables import ADDED, add_edition
from ludex.vectors.suite import Suite, open_suite

SHARE_QUESTIONS = 5_000
QUESTIONS_AT_ONCE = 500  # then the clock is looked at
MOST_KEPT_A_SHARE = 2_000  # differences
POLL_SECONDS = 0.2
Watch = Callable[[int, int], None]


class FuzzShare(Struct, frozen=True):
    """A part of a campaign: its place, the number of its first question, and how many questions it has."""

    number: int
    first: int
    questions: int


class ShareTally(Struct):
    """What came of a share; it `is_whole` if all of it was asked, and then it is what it would be at any time."""

    share: FuzzShare
    asked: int = 0
    compared: int = 0
    differing: int = 0
    unsupported: int = 0
    signs: int = 0
    passed: dict[str, int] = {}
    differences: list[FuzzDifference] = []
    news: list[FuzzQuestion] = []
    stopped: str = ""
    interrupted: bool = False

    @property
    def is_whole(self) -> bool:
        """Whether nothing cut it short."""
        return not self.stopped and not self.interrupted and self.asked == self.share.questions


def shares_of(questions: int) -> Iterator[FuzzShare]:
    """The shares of a campaign of so many questions; without end if there is no number (0)."""
    for number in count():
        first = number * SHARE_QUESTIONS
        left = questions - first if questions else SHARE_QUESTIONS
        if left <= 0:
            return
        yield FuzzShare(number, first, min(left, SHARE_QUESTIONS))


def share_up_to(question: int) -> FuzzShare:
    """The share of a question, up to it."""
    number, place = divmod(question, SHARE_QUESTIONS)
    return FuzzShare(number, question - place, place + 1)


def declared_settings(suite: Suite, offer: GameOffer) -> list[Setting]:
    """Under which rules an engine is asked: as it is by default, and each reading that it declares in turn."""
    return [one for one in settings(suite, offer, RulesAsked(all_readings=True)) if not one.undeclared]


class ShareWorker:
    """Works on shares with one engine, which is kept as long as they last."""

    def __init__(self, order: FuzzOrder, offer: GameOffer, kept: Sequence[FuzzQuestion], talk: Respondent) -> None:
        self._order = order
        self._talk = talk
        suite = open_suite(order.game, order.root)
        self._asker = Asker(Framing(suite, offer))
        self._settings = declared_settings(suite, offer)
        self._kept = [one for one in map(self._asker.answer, kept) if one is not None]
        self._pending: dict[int, Answered] = {}

    def work(self, share: FuzzShare, until: float, watch: Watch | None = None) -> ShareTally:
        """What comes of a share, as far as there is time until then (a moment of `time.time`; 0: any)."""
        drawer = Drawer(
            self._asker, self._settings, f"{self._order.seed}/{share.number}", self._order.guided, self._kept
        )
        tally, passed = ShareTally(share, differences=[], news=[]), Counter[str]()
        self._pending.clear()

        def take(case: ScheduledVector, outcome: Judgement) -> None:
            answered = self._pending.pop(case.index, None)
            if answered is None:  # a second answer to what was settled
                return
            tally.compared += 1
            if outcome.verdict in BAD:
                tally.differing += 1
                if len(tally.differences) < MOST_KEPT_A_SHARE:
                    tally.differences.append(FuzzDifference(case.index, _as_kept(answered), outcome))
            elif outcome.verdict == UNSUPPORTED:
                tally.unsupported += 1
            else:
                passed.update(answered.clauses)
            if watch is not None:
                watch(case.index, self._order.questions)

        questions = islice(enumerate(drawer.questions(), share.first), share.questions)
        try:
            while tally.asked < share.questions and not self._talk.stopped and not _is_late(until):
                self._talk.put(self._cases(tally, islice(questions, QUESTIONS_AT_ONCE)), take)
        except KeyboardInterrupt:
            tally.interrupted = True
        tally.differences.sort(key=lambda one: one.number)
        tally.passed, tally.signs, tally.news = dict(passed), drawer.signs, drawer.news
        tally.stopped = self._talk.stopped
        return tally

    def _cases(self, tally: ShareTally, questions: Iterator[tuple[int, Answered]]) -> Iterator[ScheduledVector]:
        for number, answered in questions:
            self._pending[number] = answered
            tally.asked += 1
            yield self._asker.case(number, answered)


def _as_kept(answered: Answered) -> Answered:
    """A question and its answer as a journal gives them back, so that it makes no difference whether it did."""
    question = replace(answered.question, fields=_in_json(answered.question.fields))
    return replace(answered, question=question, answer=_in_json(answered.answer), signs=frozenset())


def _in_json(value: dict[str, Any]) -> dict[str, Any]:
    return msgspec.json.decode(msgspec.json.encode(value), type=dict[str, Any])


def _is_late(until: float) -> bool:
    return bool(until) and time.time() > until


# Side by side


class _SharedInterruption(Interruption):
    """Asks everybody to end where nothing is half done, once one is asked."""

    def __init__(self, event: Any) -> None:
        super().__init__()
        self._event = event

    def heed(self) -> None:
        if self._event.is_set():
            raise KeyboardInterrupt


_mine: list[ShareWorker] = []  # of a process that works on shares


def _begin(order: FuzzOrder, offer: GameOffer, kept: Sequence[FuzzQuestion], tables: Sequence[str], event: Any) -> None:
    """The start of a process that works on shares; it ends with the one that started it."""
    import signal

    from ludex.runner.interruption import STOPS
    from ludex.runner.reaper import REAPER

    for number in STOPS:
        signal.signal(number, lambda *_: None)  # who started us is asked, too, and tells us
    threading.Thread(target=_end_with_parent, daemon=True).start()
    for said in tables:
        add_edition(said, may_replace=True)
    REAPER.sole = False
    talk = talk_of(order, _SharedInterruption(event))
    try:
        talk.greet()
    except NoHello as fallen:
        talk.stopped = f"no hello: {fallen.down.message}"
    _mine.append(ShareWorker(order, offer, kept, talk))


def _end_with_parent() -> None:
    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(1)  # the guard of the engine sees to the rest


def _work(share: FuzzShare, until: float) -> ShareTally:
    return _mine[0].work(share, until)


def tallies_side_by_side(
    order: FuzzOrder,
    offer: GameOffer,
    kept: Sequence[FuzzQuestion],
    shares: Iterator[FuzzShare],
    until: float,
    heeded: Interruption,
) -> Iterator[ShareTally]:
    """What comes of each share, as they are done by several processes; after an interruption, as far as they came."""
    context = get_context("spawn")
    event = context.Event()
    start = (order, offer, kept, [table.said for table in ADDED], event)
    with ProcessPoolExecutor(order.jobs, mp_context=context, initializer=_begin, initargs=start) as pool:
        running = {pool.submit(_work, share, until) for share in islice(shares, order.jobs)}
        goes_on = True
        try:
            while running:
                done, running = wait(running, POLL_SECONDS, FIRST_COMPLETED)
                for tally in (one.result() for one in done):
                    goes_on = goes_on and not (tally.stopped or tally.interrupted)
                    yield tally
                if heeded.asked:
                    event.set()
                    goes_on = False
                fresh = islice(shares, len(done)) if goes_on and not _is_late(until) else ()
                running |= {pool.submit(_work, share, until) for share in fresh}
        finally:
            event.set()


def tallies_one_by_one(
    worker: ShareWorker, shares: Iterator[FuzzShare], until: float, watch: Watch | None
) -> Iterator[ShareTally]:
    """What comes of each share, in order."""
    for share in shares:
        tally = worker.work(share, until, watch)
        yield tally
        if tally.stopped or tally.interrupted or _is_late(until):
            return


def news_of(tallies: Sequence[ShareTally]) -> list[FuzzQuestion]:
    """What was new, in the order of the shares."""
    return list(chain.from_iterable(tally.news for tally in sorted(tallies, key=lambda one: one.share.number)))
