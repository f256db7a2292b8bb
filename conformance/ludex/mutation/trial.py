"""One mutant in a process of its own, which asks it questions until one tells that something is wrong."""

from __future__ import annotations

import os
import resource
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property

import msgspec
from msgspec import Struct

from ludex.mutation.loading import Engine, load
from ludex.mutation.mutants import Mutant
from ludex.mutation.questions import Probe

# killed: a judge fails it. told: a judge passes it, but it answers otherwise than the reference (other reasons, another
# order), so that the vectors would be made otherwise. survived: nothing differs. late: there was no time for all.
KILLED, TOLD, SURVIVED, STILLBORN, LATE = "killed", "told", "survived", "stillborn", "late"
SECONDS_A_QUESTION = 5.0  # seconds of the processor; the slowest takes a tenth of that
SECONDS_AFTER_TOLD = 3.0  # seconds in which a judge may still fail a mutant that only answers otherwise
MAX_MEMORY_BYTES = 3 << 30  # of a child: a mutant may fill whatever there is


class TooLong(BaseException):
    """A mutant that does not come to an end."""


class TrialOutcome(Struct, frozen=True):
    """What came of a mutant, and the vector that told."""

    outcome: str
    vector: str | None = None
    topic: str | None = None
    tried: int = 0
    seconds: float = 0.0


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


def try_mutant(mutant: Mutant, asking: Iterable[Asking], limit: float) -> TrialOutcome:
    """Ask a mutant in this order, for so many seconds of the processor; stillborn is one that cannot be loaded."""
    since = time.process_time()
    try:
        with within(SECONDS_A_QUESTION):
            engine = load(mutant.game, mutant.tree())
    except (Exception, TooLong):
        return TrialOutcome(STILLBORN, seconds=time.process_time() - since)
    told, number, original = None, 0, Original(mutant.game)
    for number, (question, usual) in enumerate(asking, 1):
        outcome = outcome_of(question, usual, engine, original)
        if outcome == KILLED:
            return TrialOutcome(KILLED, question.id, question.file, number, time.process_time() - since)
        if outcome == TOLD:
            told = told or question
        if number % 64 == 0 and time.process_time() - since > (min(limit, SECONDS_AFTER_TOLD) if told else limit):
            break
    else:
        return _outcome(SURVIVED, told, number, since)
    return _outcome(LATE, told, number, since)


def _outcome(outcome: str, told: Probe | None, number: int, since: float) -> TrialOutcome:
    spent = time.process_time() - since
    return (
        TrialOutcome(TOLD, told.id, told.file, number, spent)
        if told
        else TrialOutcome(outcome, None, None, number, spent)
    )


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


def fork(work: Callable[[], Struct]) -> tuple[int, int]:
    """Do some work in a child; gives its process and the pipe on which its result comes."""
    reader, writer = os.pipe()
    child = os.fork()
    if child:
        os.close(writer)
        return child, reader
    status = 1
    try:
        os.close(reader)
        signal.signal(signal.SIGVTALRM, _too_long)
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY_BYTES, MAX_MEMORY_BYTES))
        with os.fdopen(writer, "wb") as pipe:
            pipe.write(msgspec.json.encode(work()))
        status = 0
    finally:
        os._exit(status)
