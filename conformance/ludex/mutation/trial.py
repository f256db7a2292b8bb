"""One mutant in a process of its own, which asks it questions until one tells that something is wrong."""

from __future__ import annotations

import resource
import signal
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property

from msgspec import Struct

from ludex.mutation.loading import Engine, load
from ludex.mutation.mutants import Mutant
from ludex.mutation.questions import Probe
from ludex.mutation.sides import side_of

# killed: a judge fails it. told: a judge passes it, but it answers otherwise than the reference (other reasons, another
# order), so that the vectors would be made otherwise. survived: nothing differs. late: there was no time for all.
KILLED, TOLD, SURVIVED, STILLBORN, LATE = "killed", "told", "survived", "stillborn", "late"
SECONDS_A_QUESTION = 5.0  # seconds of the processor; the slowest takes a tenth of that
SECONDS_AFTER_TOLD = 3.0  # seconds in which a judge may still fail a mutant that only answers otherwise
MAX_MEMORY_BYTES = 3 << 30  # of a child: a mutant may fill whatever there is


class TooLong(BaseException):
    """A mutant that does not come to an end."""


class SideOutcome(Struct, frozen=True):
    """What the questions of one side made of a mutant, and the vector that told."""

    outcome: str
    vector: str | None = None


class TrialOutcome(Struct, frozen=True):
    """What came of a mutant, and the vector that told; ``sides``: of each side that runs its code, by itself."""

    outcome: str
    vector: str | None = None
    topic: str | None = None
    tried: int = 0
    seconds: float = 0.0
    sides: dict[str, SideOutcome] = {}


UNKNOWN = b""  # the original has to be asked
Asking = tuple[Probe, bytes | None]  # a question, and the reference's answer where the vector writes it otherwise


class Original:
    """The reference as it is, loaded only when it has to be asked."""

    def __init__(self, game: str) -> None:
        self.game = game

    @cached_property
    def engine(self) -> Engine:
        """The engine."""
        return load(self.game)


def try_mutant(mutant: Mutant, asking: Iterable[Asking], limit: float, sides: Iterable[str] = ()) -> TrialOutcome:
    """Ask a mutant in this order, for so many seconds of the processor; stillborn is one that cannot be loaded.

    It is asked until a question of each of these sides has told, and some question at all.
    """
    since = time.process_time()
    try:
        with within(SECONDS_A_QUESTION):
            engine = load(mutant.game, mutant.tree())
    except (Exception, TooLong):
        return TrialOutcome(STILLBORN, seconds=time.process_time() - since)
    found, original = _Found(sides), Original(mutant.game)
    for question, usual in asking:
        side = side_of(question)
        if not found.wants(side):
            continue
        found.tried += 1
        found.take(question, side, outcome_of(question, usual, engine, original))
        if found.is_settled:
            break
        if found.tried % 64 == 0 and time.process_time() - since > found.seconds(limit):
            found.otherwise = LATE
            break
    return found.outcome(time.process_time() - since)


class _Found:
    """What was found of a mutant so far: of the whole (a side without a name), and of each side alone."""

    def __init__(self, sides: Iterable[str]) -> None:
        self.killed: dict[str, Probe] = {}
        self.told: dict[str, Probe] = {}
        self.waiting = {"", *sides}
        self.sides = tuple(sides)
        self.tried = 0
        self.otherwise = SURVIVED

    def wants(self, side: str) -> bool:
        """Whether a question of this side may still say something."""
        return side in self.waiting or "" in self.waiting

    @property
    def is_settled(self) -> bool:
        """Whether a judge fails it, by the questions of each side alone."""
        return not self.waiting

    def take(self, question: Probe, side: str, outcome: str) -> None:
        """Note what a question said."""
        for whose in {"", side} & self.waiting:
            if outcome == TOLD:
                self.told.setdefault(whose, question)
            elif outcome == KILLED:
                self.killed[whose] = question
        self.waiting -= self.killed.keys()

    def seconds(self, limit: float) -> float:
        """How long it may take: what was told of need not be asked for so long."""
        return min(limit, SECONDS_AFTER_TOLD) if self.waiting <= self.told.keys() else limit

    def outcome(self, spent: float) -> TrialOutcome:
        """All of it."""
        outcome, by = self._of("")
        sides = {side: self._of(side) for side in self.sides}
        alone = {side: SideOutcome(came, told.id if told else None) for side, (came, told) in sides.items()}
        return TrialOutcome(outcome, by.id if by else None, by.file if by else None, self.tried, spent, alone)

    def _of(self, side: str) -> tuple[str, Probe | None]:
        if side in self.killed:
            return KILLED, self.killed[side]
        return (TOLD, self.told[side]) if side in self.told else (self.otherwise, None)


def outcome_of(question: Probe, usual: bytes | None, engine: Engine, original: Original) -> str:
    """Whether a question tells of a mutant: by its answer, by an error, or by nothing coming."""
    try:
        with within(SECONDS_A_QUESTION):
            given = question.answer_of(engine)
    except (Exception, TooLong):
        return KILLED
    if given == (usual or bytes(question.vector.expect)):
        return SURVIVED
    if not question.is_answered_by(given):
        return KILLED
    return SURVIVED if usual == UNKNOWN and question.answer_of(original.engine) == given else TOLD


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raises TooLong when the processor has worked for so long."""
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _too_long(*_: object) -> None:
    raise TooLong


def confine() -> None:
    """From here on this process, a child, is ended where a mutant fills whatever there is, and stopped where it does
    not come to its end."""
    signal.signal(signal.SIGVTALRM, _too_long)
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY_BYTES, MAX_MEMORY_BYTES))
