"""A campaign: every mutant meets the vectors, a few processes side by side, the likeliest killers first."""

from __future__ import annotations

import gc
import os
import select
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Generic, TypeVar

import msgspec
from msgspec import Struct

from ludex.mutation.history import History
from ludex.mutation.mutants import Mutant
from ludex.mutation.questions import Probe, ProbeMaker
from ludex.mutation.sides import Sides
from ludex.mutation.touching import Touched, touch, unite
from ludex.mutation.trial import KILLED, UNKNOWN, Asking, TrialOutcome, fork, try_mutant
from ludex.vectors.suite import Suite

T = TypeVar("T")
R = TypeVar("R", bound=Struct)


class MutantResult(Struct, frozen=True):
    """One mutant and what came of it."""

    mutant: Mutant
    found: TrialOutcome


def killers_in(found: TrialOutcome) -> set[str]:
    """The vectors by which a judge fails a mutant: one for the whole, and one for each side."""
    every = [(found.outcome, found.vector), *((one.outcome, one.vector) for one in found.sides.values())]
    return {vector for outcome, vector in every if outcome == KILLED and vector is not None}


class QuestionOrder:
    """In which order questions are asked of a mutant.

    ``touched`` may be of some questions only; then the others come last. The vectors of ``early`` come before others.
    """

    def __init__(self, suite: Suite, questions: Sequence[Probe], touched: Touched, early: Collection[str] = ()) -> None:
        self.early = frozenset(early)
        self.questions = questions
        self.touched = touched
        self.complete = len(touched.asked) == len(questions)
        self.asked = ProbeMaker(suite)
        self.ranks = ranks(questions)
        self.sides = Sides(questions, touched)
        self.numbers: dict[str, list[int]] = {}
        for number, question in enumerate(questions):
            self.numbers.setdefault(question.id, []).append(number)

    def of(self, mutant: Mutant, history: History) -> Iterator[Asking]:
        """The questions to ask of a mutant, the likeliest killers first.

        First comes what killed mutants like it before, then what turns on its clause, then every other question that
        may tell, small ones first. What killed before is at once asked again under the readings that the mutant is
        about; the others are so at the end.
        """
        able = self._able(mutant)
        members, seen = {*able}, set[int]()
        for name in history.best(mutant):
            for number in self.numbers.get(name, ()):
                if number in members and number not in seen:
                    seen.add(number)
                    yield self._asking(number)
                    yield from self._flips_of(number, mutant)
        ordered = self._by_clause(able, mutant)
        yield from (self._asking(number) for number in ordered if number not in seen)
        for number in ordered if mutant.entries else ():
            if number not in seen:
                yield from self._flips_of(number, mutant)

    def _flips_of(self, number: int, mutant: Mutant) -> Iterator[Asking]:
        others = self.asked.flips_of(self.questions[number], mutant.entries) if mutant.entries else ()
        return ((question, UNKNOWN) for question in others)

    def _asking(self, number: int) -> Asking:
        usual = self.touched.answers.get(number)
        return self.questions[number], UNKNOWN if number not in self.touched.asked else usual

    def _able(self, mutant: Mutant) -> Sequence[int]:
        found = self.touched.questions(mutant) if self.complete else None
        return range(len(self.questions)) if found is None else found

    def _by_clause(self, able: Iterable[int], mutant: Mutant) -> list[int]:
        clauses, ranks, questions = {*mutant.clauses}, self.ranks, self.questions
        touching = {*(self.touched.questions(mutant) or ())} if not self.complete else set[int]()

        def place(number: int) -> tuple[bool, bool, bool, int]:
            off = not self.complete and number not in touching
            late = questions[number].id not in self.early
            return off, clauses.isdisjoint(questions[number].vector.clauses), late, ranks[number]

        return sorted(able, key=place)


def touch_in_parallel(game: str, questions: Sequence[Probe], numbers: Sequence[int], jobs: int) -> Touched:
    """Where these questions go, found by several processes."""
    side = Workers[Sequence[int], Touched](jobs, Touched)
    shares = [numbers[place::jobs] for place in range(jobs)]
    parts = [part for _, part in side.each(shares, lambda share: touch(game, questions, share), lambda: False)]
    if None in parts:
        touch(game, questions, numbers)  # to fail here, where it can be told why
    return unite([part for part in parts if part is not None])


def ranks(questions: Sequence[Probe]) -> list[int]:
    """The place of each question when all files take turns, each with its smallest first."""
    files: dict[str, list[int]] = {}
    for number, question in enumerate(questions):
        files.setdefault(question.file, []).append(number)
    found = [0] * len(questions)
    for numbers in files.values():
        for rank, number in enumerate(sorted(numbers, key=lambda n: questions[n].size)):
            found[number] = rank
    return found


class Workers(Generic[T, R]):
    """Does pieces of work in children, so many at a time, and hands over each result as it comes.

    No pool of ``concurrent.futures`` does, for one child that dies breaks that whole pool, and here it is the end of
    one mutant alone."""

    def __init__(self, jobs: int, kind: type[R]) -> None:
        self.jobs = jobs
        self.decoder: msgspec.json.Decoder[R] = msgspec.json.Decoder(kind)
        self.running: dict[int, tuple[int, T]] = {}

    def each(
        self, pieces: Iterable[T], work: Callable[[T], R], stop: Callable[[], bool]
    ) -> Iterator[tuple[T, R | None]]:
        """Each piece with its result; None for a child that died."""
        gc.collect()
        gc.freeze()  # what children share with us they shall not touch
        waiting = iter(pieces)
        try:
            while True:
                while len(self.running) < self.jobs and not stop():
                    piece = next(waiting, None)
                    if piece is None:
                        break
                    child, pipe = fork(lambda piece=piece: work(piece))  # type: ignore[misc]
                    self.running[pipe] = (child, piece)
                if not self.running:
                    return
                yield from self._arrivals()
        finally:
            self._end()
            gc.unfreeze()

    def _arrivals(self) -> Iterator[tuple[T, R | None]]:
        for pipe in select.select([*self.running], [], [])[0]:
            child, piece = self.running.pop(pipe)
            with os.fdopen(pipe, "rb") as reader:
                data = reader.read()
            os.waitpid(child, 0)
            yield piece, self.decoder.decode(data) if data else None

    def _end(self) -> None:
        for pipe, (child, _) in self.running.items():
            os.kill(child, 9)
            os.waitpid(child, 0)
            os.close(pipe)
        self.running.clear()


def campaign(
    mutants: Sequence[Mutant],
    order: QuestionOrder,
    history: History,
    jobs: int = 2,
    limit: Callable[[Mutant], float] = lambda _: 60.0,
    until: float | None = None,
) -> Iterator[MutantResult]:
    """Every mutant with what came of it, as they are done; no new one begins after ``until`` (of time.monotonic)."""

    def work(mutant: Mutant) -> TrialOutcome:
        return try_mutant(mutant, order.of(mutant, history), limit(mutant), sorted(order.sides.of(mutant)))

    def stop() -> bool:
        return until is not None and time.monotonic() > until

    side = Workers[Mutant, TrialOutcome](jobs, TrialOutcome)
    for mutant, found in side.each(mutants, work, stop):
        result = MutantResult(mutant, found or TrialOutcome(KILLED))
        for killer in killers_in(result.found):
            history.learn(mutant, killer)
        yield result
