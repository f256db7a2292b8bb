"""What is worth changing further: the questions by which the reference decided something in a new way."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from ludex.fuzz.asking import Answered, FuzzQuestion

LATEST = 50  # of the corpus; every second time one of these is drawn
WHOLE_LISTS = ("legal",)  # of which only the clauses that were asked count: each asks of every action


class Corpus:
    """Questions that were new when they were asked: a new set of clauses, a new way in which a clause decided, or a new
    pair of a clause and an outcome."""

    def __init__(self, kept: Iterable[Answered] = ()) -> None:
        self.questions: list[FuzzQuestion] = []
        self._known: set[Any] = set()
        for answered in kept:
            self.is_new(answered)
        self._kept = len(self.questions)

    @property
    def news(self) -> list[FuzzQuestion]:
        """What was new beyond what was kept before."""
        return self.questions[self._kept :]

    @property
    def signs(self) -> int:
        """How many sets, ways and pairs were seen."""
        return len(self._known)

    def is_new(self, answered: Answered) -> bool:
        """Whether a question shows anything new; it is then kept, and known from now on."""
        operation = answered.question.operation
        seen: set[Any] = {(operation, answered.clauses, answered.outcome)}
        seen |= {(operation, clause, answered.outcome) for clause in answered.clauses}
        if operation not in WHOLE_LISTS:
            seen |= {(operation, one) for one in answered.signs}
        fresh = seen - self._known
        self._known |= fresh
        if fresh:
            self.questions.append(answered.question)
        return bool(fresh)

    def draw(self, dice: Random) -> FuzzQuestion | None:
        """A question that was new, the latest more often; None where there is none yet."""
        if not self.questions:
            return None
        return dice.choice(self.questions[-LATEST:] if dice.random() < 0.5 else self.questions)
