"""A campaign: every mutant meets the vectors, a few processes side by side, the likeliest killers first."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeVar

from msgspec import Struct

from ludex.crew import Crew, Prepared
from ludex.mutation.history import History
from ludex.mutation.mutants import Mutant, mutants_of
from ludex.mutation.questions import Probe, ProbeMaker, questions_of
from ludex.mutation.sides import Sides
from ludex.mutation.touching import Touched, touch, unite
from ludex.mutation.trial import KILLED, UNKNOWN, Asking, TrialOutcome, confine, try_mutant
from ludex.vectors.suite import Suite, open_suite

P = TypeVar("P")
R = TypeVar("R")
LEARNED_AFTER = 64  # mutants, so that no more than so many processes have something to do
QUESTIONS_A_PIECE = 500  # of a piece of work, seconds of it


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
        self.game = suite.game
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

    def of(self, mutant: Mutant, likely: Iterable[str] = ()) -> Iterator[Asking]:
        """The questions to ask of a mutant, the likeliest killers first.

        First come the ``likely``, which killed mutants like it before, then what turns on its clause, then every other
        question that may tell, small ones first. What killed before is at once asked again under the readings that the
        mutant is about; the others are so at the end.
        """
        able = self._able(mutant)
        members, seen = {*able}, set[int]()
        for name in likely:
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


@lru_cache(maxsize=1)
def asked_of(game: str) -> tuple[Suite, list[Probe]]:
    """The vectors of a game, and the questions that they ask."""
    suite = open_suite(game)
    return suite, questions_of(suite)


def _touch(asked: tuple[Suite, list[Probe]], numbers: Sequence[int]) -> Touched:
    suite, questions = asked
    return touch(suite.game, questions, numbers)


def touch_in_parallel(suite: Suite, questions: list[Probe], numbers: Sequence[int], crew: Crew) -> Touched:
    """Where these questions go, found piece by piece; the same however many work on it."""
    pieces = [numbers[first : first + QUESTIONS_A_PIECE] for first in range(0, len(numbers), QUESTIONS_A_PIECE)]
    work = Prepared(_touch, asked_of, suite.game).having((suite, questions))
    found = {piece[0]: part for piece, part in crew.each(pieces, work)}
    if None in found.values():
        touch(suite.game, questions, numbers)  # to fail here, where it can be told why
    return unite([part for _, part in sorted(found.items()) if part is not None])


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


class MutantPiece(NamedTuple):
    """A mutant to be tried: by its name, with the vectors to begin with, and for so many seconds of the processor."""

    hash: str
    likely: tuple[str, ...]
    limit: float


class Trials(NamedTuple):
    """What every trial needs: the order of the questions, and the mutants by their names."""

    order: QuestionOrder
    mutants: Mapping[str, Mutant]


def trials_of(game: str, touched: Touched, early: Collection[str]) -> Trials:
    """All of it, from what travels."""
    return Trials(QuestionOrder(*asked_of(game), touched, early), mutants_by_hash(game))


def mutants_by_hash(game: str) -> dict[str, Mutant]:
    """All mutants of a game by their names."""
    return {mutant.hash: mutant for mutant in mutants_of(game)}


def with_trials(
    do: Callable[[Trials, P], R], order: QuestionOrder, mutants: Iterable[Mutant]
) -> Prepared[Trials, P, R]:
    """Work on mutants that asks questions in this order."""
    ready = Trials(order, {mutant.hash: mutant for mutant in mutants})
    return Prepared(do, trials_of, order.game, order.touched, order.early).having(ready)


def _try(trials: Trials, piece: MutantPiece) -> TrialOutcome:
    confine()
    mutant = trials.mutants[piece.hash]
    asking = trials.order.of(mutant, piece.likely)
    return try_mutant(mutant, asking, piece.limit, sorted(trials.order.sides.of(mutant)))


def campaign(
    mutants: Sequence[Mutant],
    order: QuestionOrder,
    history: History,
    crew: Crew,
    limit: Callable[[Mutant], float] = lambda _: 60.0,
    until: float | None = None,
    known: Mapping[str, TrialOutcome] | None = None,
) -> Iterator[MutantResult]:
    """Every mutant with what came of it, as they are done; no new one begins after ``until`` (of time.monotonic).

    What was ``known`` before is not tried again. What a mutant teaches counts for those that come `LEARNED_AFTER` it,
    so that each meets the same questions in the same order, however many are tried at a time.
    """
    by_hash = {mutant.hash: mutant for mutant in mutants}
    found = {name: outcome for name, outcome in (known or {}).items() if name in by_hash}
    to_learn = deque(mutants)

    def learn() -> None:
        mutant = to_learn.popleft()
        for killer in killers_in(found[mutant.hash]) if mutant.hash in found else ():
            history.learn(mutant, killer)

    def pieces() -> Iterator[MutantPiece | None]:
        for place, mutant in enumerate(mutants):
            while place >= LEARNED_AFTER and to_learn[0].hash not in found:
                yield None
            if place >= LEARNED_AFTER:
                learn()
            if mutant.hash not in found:
                yield MutantPiece(mutant.hash, tuple(history.best(mutant)), limit(mutant))

    def stop() -> bool:
        return until is not None and time.monotonic() > until

    yield from (MutantResult(by_hash[name], outcome) for name, outcome in [*found.items()])
    try:
        for piece, outcome in crew.each(pieces(), with_trials(_try, order, mutants), stop):
            found[piece.hash] = outcome or TrialOutcome(KILLED)
            yield MutantResult(by_hash[piece.hash], found[piece.hash])
    finally:
        while to_learn:
            learn()
