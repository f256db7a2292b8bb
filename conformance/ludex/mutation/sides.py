"""The two sides of an engine: what lists the legal actions, and what judges and does one.

In the reference they share the small rules; in other people's engines they share nothing. A slip on one side alone is
what an engine does whose other side is right, so that only the questions of the one side can tell of it.
"""

from __future__ import annotations

from collections.abc import Iterable

from ludex.mutation.mentioning import users_of
from ludex.mutation.mutants import Mutant
from ludex.mutation.questions import Probe
from ludex.mutation.touching import Touched

LISTS, ACTS = "lists", "acts"
SIDES = (LISTS, ACTS)
TAKES_AN_ACTION = frozenset({"action", "actions"})  # fields by which an operation is of the side that acts
# Whatever a game states, or where it states nothing; a count (perft) puts both sides together.
COMMON = {"legal": LISTS, "apply": ACTS, "replay": ACTS, "perft": ""}


def side_of(question: Probe) -> str:
    """The side that a question is put to alone; empty for what neither of the two does, or both together."""
    operation = question.topic.operation
    if operation in COMMON:
        return COMMON[operation]
    stated = question.wire.operations.get(operation, {}).get("input", {}).get("properties", {})
    return ACTS if TAKES_AN_ACTION & stated.keys() else ""


class Sides:
    """Which sides run the code around a mutant: only there can it be a slip of that side."""

    def __init__(self, questions: Iterable[Probe], touched: Touched) -> None:
        self.of_question = [side_of(question) for question in questions]
        self.touched = touched
        self._known: dict[tuple[str, int, str], frozenset[str]] = {}

    def of(self, mutant: Mutant) -> frozenset[str]:
        """The sides of a mutant; of what is named outside of functions, those of the functions that use the name."""
        name = "" if mutant.begins else mutant.function.partition(".")[0]
        key = (mutant.module, mutant.begins, name)
        if key not in self._known:
            users = users_of(mutant.game, mutant.module, name) if name else {(mutant.module, mutant.begins)}
            sides = [self._of_function(*user) for user in users]
            self._known[key] = frozenset().union(*sides) if sides else frozenset(SIDES)
        return self._known[key]

    def _of_function(self, module: str, begins: int) -> frozenset[str]:
        """The sides that run a function; one that runs while modules are read is of both.

        What acts may have to know whether any turn is left. Who has two statements asks the one that lists.
        """
        numbers = self.touched.of_function(module, begins)
        if numbers is None:
            return frozenset(SIDES)
        listed = {*self.touched.listed_by(module, begins)}
        return frozenset({self.of_question[number] for number in numbers if number not in listed} & {*SIDES})
