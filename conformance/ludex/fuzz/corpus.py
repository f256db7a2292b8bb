"""What is worth changing further: the questions by which the reference decides what it seldom does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from random import Random
from typing import Any, NamedTuple

from ludex.fuzz import trees
from ludex.fuzz.asking import Answered, FuzzQuestion
from ludex.fuzz.signs import MANY
from ludex.generate.asking import REFUSALS

EXAMPLES = 6  # that are kept of each feature, the latest in the place of the oldest
SELDOM = 60  # from here on a feature needs no other examples
TRIED = 8  # features, of which the one that was met least is taken
WHOLE_LISTS = ("legal",)  # of which only the clauses that were asked count: each asks of every action


class Corpus:
    """Questions by their features: the set of clauses that is asked, a way in which a clause decides, and a pair of a
    clause and an outcome. One that was not met before is new."""

    def __init__(self, kept: Iterable[Answered] = ()) -> None:
        self.news: list[FuzzQuestion] = []
        self.decided: Counter[Decision] = Counter()
        self._counts: Counter[Hashable] = Counter()
        self._features: list[Hashable] = []
        self._examples: dict[Hashable, list[Answered]] = {}
        self._clear: dict[str, list[Hashable]] = {}  # of each kind, those of one clause that decides, or of none
        for answered in kept:
            self.is_new(answered)
        self.news.clear()

    @property
    def signs(self) -> int:
        """How many features were met."""
        return len(self._features)

    def is_new(self, answered: Answered) -> bool:
        """Whether a question shows anything new; it is counted, and known from now on."""
        features = _features_of(answered)
        self._counts.update(features)
        self.decided.update(one.decision for one in features if isinstance(one, ClauseOutcome) and one.is_clear)
        fresh = [feature for feature in features if feature not in self._examples]
        for feature in sorted(fresh, key=repr):  # sets have no order of their own
            self._features.append(feature)
            self._examples[feature] = []
            if isinstance(feature, ClauseOutcome | ActionShape) and feature.is_clear:
                self._clear.setdefault(type(feature).__name__, []).append(feature)
        for feature in features:
            self._keep(self._examples[feature], answered, self._counts[feature])
        if fresh:
            self.news.append(answered.question)
        return bool(fresh)

    def _keep(self, examples: list[Answered], answered: Answered, met: int) -> None:
        if len(examples) < EXAMPLES:
            examples.append(answered)
        elif met < SELDOM:
            examples[met % EXAMPLES] = answered

    def draw(self, dice: Random) -> Answered | None:
        """A question with a feature that was met seldom; None where there is none yet."""
        if not self._clear:
            return None
        alike = self._clear[dice.choice([*self._clear])]
        rare = min((dice.choice(alike) for _ in range(TRIED)), key=self._counts.__getitem__)
        return dice.choice(self._examples[rare])


class Decision(NamedTuple):
    """That a clause decides a question by itself: whether it refuses, and how, or lets it through."""

    operation: str
    clause: str
    refusal: str


class ClauseOutcome(NamedTuple):
    """A clause that was asked, and what came of the question."""

    operation: str
    clause: str
    outcome: tuple[Any, ...]

    @property
    def decision(self) -> Decision:
        """What is the same of all outcomes that are no refusal, and of all that are one of a kind."""
        kind = self.outcome[0] if self.outcome else ""
        return Decision(self.operation, self.clause, kind if kind in REFUSALS else "")

    @property
    def is_clear(self) -> bool:
        """Whether no other clause refuses it."""
        return not self.decision.refusal or self.outcome[1:] == (self.clause,)


class ActionShape(NamedTuple):
    """How many things the list of an action names, whether it names one twice, and what came of it."""

    operation: str
    fields: tuple[str, ...]
    size: int
    is_doubled: bool
    outcome: tuple[Any, ...]

    @property
    def is_clear(self) -> bool:
        """Whether it was accepted."""
        return self.outcome[0] not in REFUSALS


def shape_of(answered: Answered) -> ActionShape | None:
    """The shape of the action that is asked about; None where it has no list."""
    action = answered.question.fields.get("action")
    if not isinstance(action, dict):
        return None
    _, held = next(trees.sequences(action), ((), ()))
    if not held:
        return None
    named = trees.texts_in(held)
    is_doubled = len({*named}) < len(named)
    return ActionShape(answered.question.operation, tuple(action), min(len(held), MANY), is_doubled, answered.outcome)


def _features_of(answered: Answered) -> list[Hashable]:
    operation, outcome = answered.question.operation, answered.outcome
    features: list[Hashable] = [(operation, answered.clauses, outcome)]
    features += [ClauseOutcome(operation, clause, outcome) for clause in answered.clauses]
    if operation not in WHOLE_LISTS:
        features += [(operation, *one) for one in answered.signs]
    shape = shape_of(answered)
    return features if shape is None else [*features, shape]
