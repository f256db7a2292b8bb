"""A whole run: what was ordered, and what came of it, with an account of every selected vector."""

import heapq
import time
from bisect import insort
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from ludex.judge.case import Frame, ScheduledVector, is_malformed
from ludex.judge.escape import visible
from ludex.judge.expected import Expected, Stale
from ludex.judge.likeness import Likeness
from ludex.judge.score import Imaged, Score, conclude
from ludex.judge.settings import RulesAsked, Setting
from ludex.judge.verdict import BAD, NOT_OFFERED, NOT_RUN, WEIGHED, Judgement
from ludex.protocol.messages import Hello
from ludex.runner.address import Address
from ludex.runner.journal import Journal
from ludex.runner.limits import Limits
from ludex.vectors.freedom import written_free_fields
from ludex.vectors.images import Asked as Question
from ludex.vectors.images import Image
from ludex.vectors.parts import WHOLE, Lists
from ludex.vectors.selection import Selection
from ludex.vectors.sides import SIDES
from ludex.vectors.suite import Suite
from ludex.wording import quantity

MAX_NOTES = 40  # of a run: an engine can cause any number of them
MAX_CHARACTERS_OF_A_NOTE = 400
REMEDY = "--skip ID leaves one out, --falls N allows more"
MAX_ANSWERS_KEPT = 1000  # of failures, so that memory is bounded
MAX_BYTES_KEPT = 8 << 20  # of these answers in all
Watch = Callable[[int, int], None]


class Order(Struct, frozen=True):
    """What is to be checked, and how; failures are asked again `repeat` times.

    `connect` replaces the command; `against` is a second one, to compare with. Where another run writes the
    `journal`, or something else is in that file, a run that `needs_journal` is refused, and any other keeps none; what
    a run that was cut off left there is no hindrance to the latter.
    """

    game: str
    command: tuple[str, ...]
    asked: RulesAsked = RulesAsked()
    selection: Selection = Selection()
    limits: Limits = Limits()
    max_failures: int = 0
    repeat: int = 0
    require_all: bool = False
    anonymous: bool = False
    root: Path | None = None
    jobs: int = 1
    journal: Path | None = None
    needs_journal: bool = True
    resume: bool = False
    expected: Expected | None = None
    unfinished: tuple[str, ...] = ()
    skip: tuple[str, ...] = ()
    connect: Address | None = None
    against: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """How the engine is named on the command line."""
        return ("--connect", str(self.connect)) if self.connect else self.command


class Repeats(Struct, frozen=True, forbid_unknown_fields=True):
    """How many failing vectors were asked again, and how often."""

    vectors: int = 0
    times: int = 0


class Block:
    """The cases of one topic under one setting: many of them, so only their vectors are kept."""

    __slots__ = ("first", "frame", "vectors")

    def __init__(self, frame: Frame, first: int) -> None:
        self.frame = frame
        self.first = first
        self.vectors: list[Question] = []

    def cases(self) -> Iterator[ScheduledVector]:
        for place, vector in enumerate(self.vectors, self.first):
            yield ScheduledVector(place, vector, self.frame)


class Run:
    """What came of an order: the cases in order, an outcome for each, and the score.

    `end` is the last place that counts, once as many vectors as allowed failed or brought the engine down: it is
    found by place and not by time, so that engines side by side end where one would.
    """

    def __init__(self, order: Order, suite: Suite) -> None:
        self.order = order
        self.suite = suite
        self.likeness = Likeness(suite)
        self.hello: Hello | None = None
        self.other: Hello | None = None
        self.settings: list[Setting] = []
        self.promised: frozenset[str] = frozenset()
        self.lists: Lists = WHOLE
        self.outcomes: list[Judgement | None] = []
        self.unfinished: set[int] = set()
        self.imageless: Counter[str] = Counter()
        self.stale: list[Stale] = []
        self.notes: list[str] = []
        self.remarks: Counter[str] = Counter()
        self.end: int | None = None
        self.stopped = ""
        self.fault = ""
        self.log = b""
        self.restarts = 0
        self.repeats = Repeats()
        self.interrupted = False
        self.resumed = False
        self.journal: Journal | None = None
        self.started = time.time()
        self.first_verdict: float | None = None
        self.ended = 0.0
        self._blocks: list[Block] = []
        self._unasked: set[int] = set()
        self._bad: list[int] = []
        self._falls: list[int] = []
        self._kept: list[int] = []
        self._kept_bytes = 0
        self._ceiling: float = float("inf")

    def note(self, text: str) -> None:
        """Keeps a note for the report; like runs have like notes, in whatever order they came, so they are sorted."""
        clean = visible(text, MAX_CHARACTERS_OF_A_NOTE)
        if clean not in self.notes:
            insort(self.notes, clean)
            del self.notes[MAX_NOTES:]

    def remark(self, text: str) -> None:
        """Keeps a remark on how this run went, if it is one; another may go otherwise."""
        clean = visible(text, MAX_CHARACTERS_OF_A_NOTE)
        if clean and (clean in self.remarks or len(self.remarks) < MAX_NOTES):
            self.remarks[clean] += 1

    def open(self, frame: Frame) -> None:
        """From here on the cases of a topic under a setting come."""
        self._blocks.append(Block(frame, len(self.outcomes)))

    def lay(self, vector: Question, known: Judgement | None) -> int:
        """Takes a vector into the account; gives its place."""
        self._blocks[-1].vectors.append(vector)
        self.outcomes.append(known)
        place = len(self.outcomes) - 1
        if known is not None:
            self._unasked.add(place)
        return place

    @property
    def cases(self) -> Iterator[ScheduledVector]:
        """The cases in order, made anew each time: a run may have a million of them."""
        for block in self._blocks:
            yield from block.cases()

    def settle(self, place: int, outcome: Judgement) -> Judgement:
        """Records an outcome; gives it back without the answer where there are too many to keep."""
        before = self.outcomes[place]
        self._forget(place, before)
        outcome = self._keep_small(place, outcome)
        self.outcomes[place] = outcome
        if outcome.verdict in BAD and place not in self.unfinished and (before is None or before.verdict not in BAD):
            insort(self._bad, place)
        if outcome.fell and (before is None or not before.fell):
            insort(self._falls, place)
        if self._bad or self._falls:
            self.end = self._end()
        return outcome

    def _forget(self, place: int, before: Judgement | None) -> None:
        """A vector that is settled once more, by a second answer, makes room first."""
        if before is not None and before.got:
            self._kept.remove(-place)
            heapq.heapify(self._kept)
            self._kept_bytes -= _size(before)

    def _keep_small(self, place: int, outcome: Judgement) -> Judgement:
        """Answers are kept for the first failures, in order of place, so that memory is bounded."""
        if not outcome.got:  # what the other engine said is kept beside it
            return outcome
        if place >= self._ceiling:
            return _without_answer(outcome)
        heapq.heappush(self._kept, -place)
        self._kept_bytes += _size(outcome)
        while len(self._kept) > MAX_ANSWERS_KEPT or self._kept_bytes > MAX_BYTES_KEPT:
            last = self._ceiling = -heapq.heappop(self._kept)
            dropped = outcome if last == place else self.outcomes[last]
            assert dropped is not None, "what is kept was settled"
            self._kept_bytes -= _size(dropped)
            self.outcomes[last] = _without_answer(dropped)
        return _without_answer(outcome) if place >= self._ceiling else outcome

    def _end(self) -> int | None:
        failures, falls = self.order.max_failures, self.order.limits.falls
        ends = [self._bad[failures - 1]] if 0 < failures <= len(self._bad) else []
        ends += [self._falls[falls - 1]] if falls <= len(self._falls) else []
        return min(ends, default=None)

    def why_it_ended(self) -> str:
        """Why what lies beyond the end was not run."""
        falls = self.order.limits.falls
        if falls <= len(self._falls) and self._falls[falls - 1] == self.end:
            return f"{quantity(falls, 'vector')} brought the engine down ({REMEDY})"
        many = self.order.max_failures
        return f"stopped after {quantity(many, 'failing vector')}"

    def settled_vectors(self) -> Iterator[tuple[ScheduledVector, Judgement]]:
        """Every selected vector with its outcome, in order."""
        rest = Judgement(NOT_RUN, message=self.stopped)
        end = len(self.outcomes) if self.end is None else self.end
        for block in self._blocks:
            for case in block.cases():
                outcome = self.outcomes[case.index]
                beyond = case.index > end and case.index not in self._unasked
                yield case, rest if outcome is None or beyond else outcome

    def score(self) -> Score:
        finished: Counter[str] = Counter()
        unfinished: Counter[str] = Counter()
        malformed: Counter[str] = Counter()
        images, sides, free, required = 0, 0, 0, self.order.require_all
        for case, outcome in self.settled_vectors():
            counts = unfinished if case.index in self.unfinished else finished
            counts[outcome.verdict] += 1
            if counts is finished and is_malformed(case.vector):
                malformed[outcome.verdict] += 1
            if isinstance(case.vector, Image) and counts is finished:
                images += required or outcome.verdict != NOT_OFFERED
            if case.frame.topic.topic in SIDES and counts is finished:
                sides += required or outcome.verdict != NOT_OFFERED
            if outcome.verdict in WEIGHED and counts is finished:
                stored = case.vector.of if isinstance(case.vector, Image) else case.vector
                free += len(written_free_fields(bytes(stored.expect)))
        seen = Imaged(images, self.imageless.total()) if images or self.order.selection.images else None
        stale, pair = len(self.stale), bool(self.order.against)
        fault = self.fault
        return conclude(
            finished, self.interrupted, required, unfinished, stale, fault, seen, pair, free, sides, malformed
        )


def _size(outcome: Judgement) -> int:
    return len(outcome.got) + len(outcome.want)


def _without_answer(outcome: Judgement) -> Judgement:
    return msgspec.structs.replace(outcome, got=b"", want=b"")
