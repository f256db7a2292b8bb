"""What only a scenario of 5x5 Tactics may expect: a verdict by its kinds, a message, an answer to a request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludex.games.tactics.kinds import KINDS
from ludex.notation import expectations as e
from ludex.notation.sentences import says
from ludex.notation.written import json_text, value_of
from ludex.rules import Illegal, Refused, Unreadable

CLAUSES = {kind: clause for clause, kind in KINDS.items()}


def _refusal_text(refusal: Refused) -> str:
    named = ", ".join(KINDS.get(clause, clause) for clause in refusal.broken)
    return f"it is {'unreadable' if isinstance(refusal, Unreadable) else 'rejected'} with {named}"


@says("valid")
@dataclass(frozen=True, slots=True)
class Valid(e.GameExpectation):
    """The action is valid."""

    def fault(self, turn: e.Moment) -> str:
        if turn.data is None:
            return "there is no action before it"
        return _refusal_text(turn.refusal) if turn.refusal else ""

    def instead(self, turn: e.Moment) -> e.GameExpectation | None:
        return _verdict(turn)


@says("rejected")
@says("rejected_exactly", exactly=True)
@says("also_rejected")
@dataclass(frozen=True, slots=True)
class Rejected(e.GameExpectation):
    """The action is invalid, and one of these kinds is true of it; or, if exactly, all of them and no other."""

    kinds: tuple[str, ...]
    exactly: bool = False

    refuses = True

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses of the kinds."""
        return tuple(CLAUSES[kind] for kind in self.kinds)

    def fault(self, turn: e.Moment) -> str:
        if turn.refusal is None:
            return "it is valid"
        named = set(self.clauses)
        found = set(turn.refusal.broken)
        agrees = found == named if self.exactly else not found.isdisjoint(named)
        return "" if agrees and isinstance(turn.refusal, Illegal) else _refusal_text(turn.refusal)

    def instead(self, turn: e.Moment) -> e.GameExpectation | None:
        return _verdict(turn)


def _verdict(turn: e.Moment) -> e.GameExpectation | None:
    """What became of the action, where an action was sent that could be read and whose faults have names."""
    if turn.refusal is None:
        return Valid() if turn.data is not None else None
    kinds = tuple(KINDS[clause] for clause in turn.refusal.broken if clause in KINDS)
    return Rejected(kinds, exactly=True) if kinds and isinstance(turn.refusal, Illegal) else None


@says("free_message", words=None)
@says("message")
@dataclass(frozen=True, slots=True)
class Message(e.GameExpectation):
    """The words of the refusal are these (None: free)."""

    words: str | None

    refuses = True

    def fault(self, turn: e.Moment) -> str:
        if not isinstance(turn.refusal, Illegal):
            return _refusal_text(turn.refusal) if turn.refusal else "it is valid"
        words = _words(turn, turn.refusal)
        return "" if words == self.words else "it is free" if words is None else f'it is "{words}"'

    def instead(self, turn: e.Moment) -> e.GameExpectation | None:
        return Message(_words(turn, turn.refusal)) if isinstance(turn.refusal, Illegal) else None


def _words(turn: e.Moment, refusal: Illegal) -> str | None:
    action = turn.game.read_action(turn.data, turn.rules)
    words: str | None = turn.game.settled_message(action, refusal.broken, turn.rules)
    return words


@says("asked_unreadable", "operation", "request", "clauses", gives=None)
@says("gives")
@dataclass(frozen=True, slots=True)
class Asked(e.GameExpectation):
    """A request about the state gives at least these fields; or, if they are None, it cannot be read."""

    operation: str
    request: str
    gives: str | None
    clauses: tuple[str, ...] = ()

    def fault(self, turn: e.Moment) -> str:
        try:
            answer = self._answer(turn)
        except KeyError as error:
            return f"the request has no {error.args[0]}"
        except Refused as refusal:
            expected = self.gives is None and isinstance(refusal, Unreadable)
            agrees = not self.clauses or not set(self.clauses).isdisjoint(refusal.broken)
            return "" if expected and agrees else _refusal_text(refusal)
        if self.gives is None:
            return f"it gives {answer}"
        asked = {name: answer.get(name) for name in value_of(self.gives)}
        return "" if asked == value_of(self.gives) else f"it gives {asked}"

    def instead(self, turn: e.Moment) -> e.GameExpectation | None:
        try:
            answer = self._answer(turn)
        except KeyError:
            return None
        except Unreadable as refusal:
            return Asked(self.operation, self.request, None, refusal.broken)
        names = value_of(self.gives) if self.gives is not None else answer
        given = {name: answer[name] for name in names if name in answer}
        return Asked(self.operation, self.request, json_text(given)) if given else None

    def _answer(self, turn: e.Moment) -> dict[str, Any]:
        position = turn.game.show_position(turn.after)
        answer: dict[str, Any] = turn.game.OPERATIONS[self.operation](
            {"position": position, **value_of(self.request)}, turn.rules
        )
        return answer
