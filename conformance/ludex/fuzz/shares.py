"""Shares: a campaign is cut into parts, each drawn by itself, so that it finds the same however many work on it."""

from __future__ import annotations

import gc
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, count, islice
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ludex.crew import Crew, Prepared
from ludex.fault import Fault
from ludex.fuzz.asking import Answered, Asker, FuzzQuestion
from ludex.fuzz.causes import FuzzDifference
from ludex.fuzz.drawing import Drawer
from ludex.fuzz.jury import Respondent, talk_of
from ludex.fuzz.order import FuzzOrder
from ludex.fuzz.seeds import editions_of, seeds_of
from ludex.judge.case import ScheduledVector
from ludex.judge.settings import RulesAsked, Setting, settings
from ludex.judge.verdict import BAD, UNSUPPORTED, Judgement
from ludex.protocol.messages import GameOffer
from ludex.runner.framing import Framing
from ludex.runner.handshake import NoHello
from ludex.runner.interruption import STOPS, Interruption
from ludex.runner.reaper import REAPER
from ludex.vectors.suite import Suite, open_suite

SHARE_QUESTIONS = 5_000
SHARES_WITH_VECTORS, VECTORS_BESIDE = 4, 3  # in the first shares, beside what is made of each question
QUESTIONS_AT_ONCE = 500  # then the clock is looked at
MOST_KEPT_A_SHARE = 2_000  # differences
MOST_NOTES = 20  # on an engine
OBJECTS_UNTIL_LOOKED_THROUGH = 50_000  # new ones, by the collector of garbage
Watch = Callable[[int, int], None]


class FuzzShare(Struct, frozen=True):
    """A part of a campaign: its place, the number of its first question, and how many questions it has."""

    number: int
    first: int
    questions: int


class ShareTally(Struct):
    """What came of a share; it `is_whole` if all of it was asked, and then it is what it would be at any time, but for
    `falls`: how often the engine fell where no question alone brought it about, and `notes` on it."""

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
    falls: dict[str, int] = {}
    notes: list[str] = []

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


def drawer_of(
    asker: Asker,
    settings: Sequence[Setting],
    seed: str,
    share: FuzzShare,
    guided: bool = True,
    kept: Sequence[Answered] = (),
) -> Drawer:
    """Who draws the questions of a share of a campaign. The first shares ask some vectors as they are: most faults show
    there, and an engine that passes them all is asked them no longer than that."""
    vectors = VECTORS_BESIDE if share.number < SHARES_WITH_VECTORS else 0
    return Drawer(asker, settings, f"{seed}/{share.number}", guided, kept, vectors)


def keep_what_was_read() -> None:
    """Vectors stay, and need not be looked through again for what can be thrown away; questions hardly ever can."""
    gc.freeze()
    gc.set_threshold(OBJECTS_UNTIL_LOOKED_THROUGH)


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
        seeds_of(suite, editions_of(self._settings)).read()
        keep_what_was_read()

    def work(self, share: FuzzShare, until: float, watch: Watch | None = None) -> ShareTally:
        """What comes of a share, as far as there is time until then (a moment of `time.time`; 0: any)."""
        order = self._order
        drawer = drawer_of(self._asker, self._settings, order.seed, share, order.guided, self._kept)
        tally, passed = ShareTally(share, differences=[], news=[]), Counter[frozenset[str]]()
        self._pending.clear()

        def take(case: ScheduledVector, outcome: Judgement) -> None:
            answered = self._pending.pop(case.index, None)
            if answered is None:  # a second answer to what was settled
                return
            tally.compared += 1
            if outcome.verdict in BAD:
                answered = self._asker.trace(answered)
                tally.differing += 1
                if len(tally.differences) < MOST_KEPT_A_SHARE:
                    tally.differences.append(FuzzDifference(case.index, _as_kept(answered), outcome))
            elif outcome.verdict == UNSUPPORTED:
                tally.unsupported += 1
            else:
                passed[answered.clauses] += 1
            if watch is not None:
                watch(case.index, self._order.questions)

        questions = islice(enumerate(drawer.questions(), share.first), share.questions)
        try:
            while tally.asked < share.questions and not self._talk.stopped and not _is_late(until):
                self._talk.put(self._cases(tally, islice(questions, QUESTIONS_AT_ONCE)), take)
        except KeyboardInterrupt:
            tally.interrupted = True
        tally.differences.sort(key=lambda one: one.number)
        tally.passed, tally.signs, tally.news = _by_clause(passed), drawer.signs, drawer.news
        tally.stopped = self._talk.stopped
        tally.falls, tally.notes = dict(self._talk.falls), [*dict.fromkeys(self._talk.notes)][:MOST_NOTES]
        self._talk.falls.clear()
        self._talk.notes.clear()
        return tally

    def _cases(self, tally: ShareTally, questions: Iterator[tuple[int, Answered]]) -> Iterator[ScheduledVector]:
        for number, answered in questions:
            self._pending[number] = answered
            tally.asked += 1
            yield self._asker.case(number, answered)


def _by_clause(passed: Mapping[frozenset[str], int]) -> dict[str, int]:
    """How many questions asked of each clause, of those of which it was noted."""
    counts = Counter[str]()
    for clauses, many in passed.items():
        counts.update(dict.fromkeys(clauses, many))
    return dict(counts)


def _as_kept(answered: Answered) -> Answered:
    """A question and its answer as a journal gives them back, so that it makes no difference whether it did."""
    question = replace(answered.question, fields=_in_json(answered.question.fields))
    return replace(
        answered, question=question, answer=_in_json(answered.answer), signs=frozenset(), entries=frozenset()
    )


def _in_json(value: dict[str, Any]) -> dict[str, Any]:
    return msgspec.json.decode(msgspec.json.encode(value), type=dict[str, Any])


def _is_late(until: float) -> bool:
    return bool(until) and time.time() > until


# Side by side


SHARES_A_PIECE = 8  # at the most, that one engine answers from its start to its end
PIECES_A_PROCESS = 4  # at the least, so that none is left without work at the end
PROCESSES_ELSEWHERE = 8  # of a cluster: nobody knows how many there will be


class _SilentInterruption(Interruption):
    """Whoever began this process is asked, too, and tells of it."""

    def __call__(self, *_: object) -> None:
        self.asked += 1


class _Team(NamedTuple):
    """What is made ready once, for engines that are started later."""

    worker: ShareWorker
    talk: Respondent
    heeded: Interruption
    until: float


def _team(order: FuzzOrder, offer: GameOffer, kept: Sequence[FuzzQuestion], until: float) -> _Team:
    heeded = _SilentInterruption()
    talk = talk_of(order, heeded)
    return _Team(ShareWorker(order, offer, kept, talk), talk, heeded, until)


def _work(team: _Team, shares: Sequence[FuzzShare]) -> list[ShareTally]:
    """What comes of some shares, in a process and with an engine of their own."""
    for number in STOPS:
        signal.signal(number, team.heeded)
    REAPER.sole = False
    try:
        team.talk.greet()
    except NoHello as fallen:
        team.talk.stopped = f"no hello: {fallen.down.message}"
    except KeyboardInterrupt:
        return []
    try:
        return list(tallies_one_by_one(team.worker, iter(shares), team.until, None))
    finally:
        team.talk.end()


def tallies_side_by_side(
    order: FuzzOrder,
    offer: GameOffer,
    kept: Sequence[FuzzQuestion],
    shares: Iterator[FuzzShare],
    until: float,
    heeded: Interruption,
    crew: Crew,
) -> Iterator[ShareTally]:
    """What comes of each share, as they are done by several engines; after an interruption, as far as they came."""
    stopped = False

    def stop() -> bool:
        return stopped or _is_late(until)

    pieces = iter(lambda: list(islice(shares, _shares_a_piece(order, crew))), [])
    work = Prepared(_work, _team, order, offer, kept, until)
    for _, tallies in crew.each(pieces, work, stop, lambda: bool(heeded.asked)):
        if tallies is None and not heeded.asked:
            raise Fault("a process that asked an engine came to an end", "Is there memory enough for all of them?")
        for tally in tallies or ():
            stopped = stopped or bool(tally.stopped or tally.interrupted)
            yield tally


def _shares_a_piece(order: FuzzOrder, crew: Crew) -> int:
    """Many, as each piece begins with the start of an engine; but so few that there is enough for all."""
    if not order.questions:
        return SHARES_A_PIECE
    processes = PROCESSES_ELSEWHERE if crew.scheduler else crew.jobs
    every = -(-order.questions // SHARE_QUESTIONS)
    return max(1, min(SHARES_A_PIECE, every // (processes * PIECES_A_PROCESS)))


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
