"""How clauses decide while a question is answered: roughly, so that two questions are alike if they decide alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ludex.rules import Moot, Step, Trace

MANY = 3  # of what a relation gives; more is as many
EFFECT = "effect"
Sign = tuple[Any, ...]


@dataclass(slots=True)
class SignTrace(Trace):
    """A record that keeps of each call its sign alone, which is quick."""

    signs: set[Sign] = field(default_factory=set)

    def call(self, clause: str, role: str, rule: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        """Run a rule, note how it decides, and give its answer."""
        self.clauses.add(clause)
        try:
            answer = rule(*arguments)
        except Moot:
            self.signs.add((clause, rule.__name__, Moot.__name__))
            raise
        if answer is True or answer is False or answer is None:
            self.signs.add((clause, rule.__name__, answer))
        else:
            self.signs.add((clause, rule.__name__, _size(role, arguments, answer)))
        return answer

    def repeat(self, earlier: Trace) -> None:
        """Note again what was noted when an answer that is now remembered was found."""
        self.clauses |= earlier.clauses
        self.consulted |= earlier.consulted
        self.signs |= _signs_of(earlier)


_known: dict[int, tuple[Trace, frozenset[Sign]]] = {}


def _signs_of(earlier: Trace) -> frozenset[Sign]:
    """What a record of steps comes to; it is remembered as long as the answer."""
    known = _known.get(id(earlier))
    if known is None:
        known = _known[id(earlier)] = earlier, frozenset(map(_sign, earlier.steps))
    return known[1]


def _sign(step: Step) -> Sign:
    answer = step.answer
    if isinstance(answer, bool | None):
        return step.clause, step.name, answer
    return step.clause, step.name, _size(step.role, step.arguments, answer)


def _size(role: str, arguments: tuple[Any, ...], answer: Any) -> Any:
    """Of an effect whether it changes nothing, of a relation how much it gives."""
    if role == EFFECT:
        return bool(arguments) and (answer is arguments[0] or answer == arguments[0])
    size = len(answer) if hasattr(answer, "__len__") else answer
    return min(size, MANY) if isinstance(size, int) else True
