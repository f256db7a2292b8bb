"""What only a scenario of Minions may expect: hexes that a unit reaches, and the answer to a request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludex.notation import expectations as e
from ludex.notation.sentences import says
from ludex.notation.written import json_text, value_of
from ludex.rules import Refused, Unreadable

OPERATIONS = ("board", "map", "perft", "reach", "replay", "setup")
Question = tuple[str, dict[str, Any]]  # an operation and its fields
OF_A_POSITION = frozenset({"perft", "reach", "replay"})


def _refusal_text(refusal: Refused) -> str:
    kind = "unreadable" if isinstance(refusal, Unreadable) else "refused"
    return f"it is {kind} by {', '.join(refusal.broken)}"


def _ask(turn: e.Moment, question: Question) -> dict[str, Any]:
    """The answer of the reference to a question."""
    operation, fields = question
    answer: dict[str, Any] = turn.game.OPERATIONS[operation](fields, turn.rules)
    return answer


@says("reaches", how="all")
@says("reaches_exactly", how="exactly")
@says("reaches_not", how="none")
@dataclass(frozen=True, slots=True)
class Reaches(e.GameExpectation):
    """The unit on a hex could end a move on all of these hexes, on exactly these, or on none of them."""

    origin: str
    hexes: tuple[str, ...]
    how: str = "all"
    board: int | None = None

    def question(self, shown: Any) -> Question:
        """What is asked of the position."""
        return "reach", {"position": shown, "board": (self.board or 1) - 1, "from": self.origin}

    def fault(self, turn: e.Moment) -> str:
        try:
            found = self._hexes(turn)
        except Refused as refusal:
            return _refusal_text(refusal)
        named = set(self.hexes)
        missing = [] if self.how == "none" else sorted(named - set(found))
        surplus = {"all": set(), "none": named & set(found), "exactly": set(found) - named}[self.how]
        said = [f"it does not reach {' and '.join(missing)}"] * bool(missing)
        return " · ".join([*said, *[f"it reaches {' and '.join(sorted(surplus))}"] * bool(surplus)])

    def instead(self, turn: e.Moment) -> e.GameExpectation | None:
        try:
            found = self._hexes(turn)
        except Refused:
            return None
        return Reaches(self.origin, found or self.hexes, "exactly" if found else "none", self.board)

    def _hexes(self, turn: e.Moment) -> tuple[str, ...]:
        return tuple(_ask(turn, self.question(turn.game.show_position(turn.after)))["hexes"])


@says("asked_in_vain", "operation", "request", "refusal", gives=None)
@says("gives")
@dataclass(frozen=True, slots=True)
class Asked(e.GameExpectation):
    """A request gives at least these fields; or, if they are None, it is refused or cannot be read."""

    operation: str
    request: str
    gives: str | None
    refusal: e.ExpectRefused | e.ExpectUnreadable | None = None

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that may be broken: it expects one of them."""
        return self.refusal.clauses if self.refusal else ()

    def question(self, shown: Any) -> Question:
        """What is asked; of the position, where the operation is one of those."""
        of = {"position": shown} if self.operation in OF_A_POSITION else {}
        return self.operation, {**of, **value_of(self.request)}

    def fault(self, turn: e.Moment) -> str:
        try:
            answer = self._answer(turn)
        except KeyError as error:
            return f"the request has no {error.args[0]}"
        except Refused as refusal:
            return "" if self._expects(refusal) else _refusal_text(refusal)
        wanted = None if self.gives is None else value_of(self.gives)
        return "" if wanted is not None and _has(answer, wanted) else f"it gives {answer}"

    def instead(self, turn: e.Moment) -> e.GameExpectation | None:
        try:
            answer = self._answer(turn)
        except KeyError:
            return None
        except Refused as refusal:
            kind = e.ExpectUnreadable if isinstance(refusal, Unreadable) else e.ExpectRefused
            return Asked(self.operation, self.request, None, kind(tuple(refusal.broken)))
        told = answer if self.gives is None else _part(answer, value_of(self.gives))
        return Asked(self.operation, self.request, json_text(told)) if told else None

    def _answer(self, turn: e.Moment) -> dict[str, Any]:
        return _ask(turn, self.question(turn.game.show_position(turn.after)))

    def _expects(self, refusal: Refused) -> bool:
        kind = isinstance(self.refusal, e.ExpectUnreadable) == isinstance(refusal, Unreadable)
        return self.refusal is not None and kind and self.refusal.agrees(refusal.broken)


def _has(answer: Any, wanted: Any) -> bool:
    """Whether an answer says at least what is wanted: objects may have further fields, at any depth."""
    if isinstance(wanted, dict) and isinstance(answer, dict):
        return all(name in answer and _has(answer[name], value) for name, value in wanted.items())
    if isinstance(wanted, list) and isinstance(answer, list | tuple):
        return len(answer) == len(wanted) and all(map(_has, answer, wanted))
    return type(answer) is type(wanted) and bool(answer == wanted)


def _part(answer: Any, wanted: Any) -> Any:
    """As much of an answer as was asked for."""
    if isinstance(wanted, dict) and isinstance(answer, dict):
        return {name: _part(answer[name], value) for name, value in wanted.items() if name in answer}
    return answer
