"""One question that was drawn, with the answer of the reference and what decided it on the way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Raw, Struct

from ludex.generate.asking import answer, trace_answer
from ludex.generate.promises import SUBMITTER, UNREADABLE, broken_promises
from ludex.generate.readings import rules_of
from ludex.judge.case import ScheduledVector
from ludex.judge.promised import outcome_outside
from ludex.judge.settings import Setting
from ludex.judge.weigh import refusal_of
from ludex.protocol.schema import Wire, breaches
from ludex.rules import Impossible, Rules, Step
from ludex.runner.framing import Framing
from ludex.seam import reference_of
from ludex.suites import Case
from ludex.suites.seam import suite_of
from ludex.vectors.format import Topic, Vector

UNREADABLE_TO_ALL = (Impossible, TypeError, ValueError, LookupError, AttributeError)
KIND = "fuzz"
MANY = 3  # of what a relation gives; more is as many
DOUBLE, LONG = 1 << 53, 1 << 63  # beyond the one no engine need count, beyond the other nothing is sent


class FuzzQuestion(Struct, frozen=True):
    """What is asked: an operation with its fields, under a setting."""

    operation: str
    setting: Setting
    fields: dict[str, Any]

    @property
    def key(self) -> bytes:
        """All of it in one way only."""
        told = (self.operation, self.setting.edition, self.setting.choices, self.fields)
        return msgspec.json.encode(told, order="deterministic")


class Answered(Struct, frozen=True):
    """A question with the reference's answer; `clauses` were asked on the way, `signs` say how each decided."""

    question: FuzzQuestion
    answer: dict[str, Any]
    clauses: frozenset[str]
    signs: frozenset[tuple[Any, ...]]

    @property
    def outcome(self) -> tuple[Any, ...]:
        """What is answered, in so far as it is a kind of answer: how it is refused, or its fields."""
        kind = refusal_of(self.answer)
        return (kind, *sorted(self.answer[kind].get("broken", ()))) if kind else tuple(sorted(self.answer))


class Asker:
    """Asks the reference, and leaves out what the engine is not to be asked."""

    def __init__(self, framing: Framing) -> None:
        self.framing = framing
        self.game = framing.suite.game
        self.suite = suite_of(self.game)

    def answer(self, question: FuzzQuestion) -> Answered | None:
        """A question with its answer, perhaps as far as play leads to it; None for what nobody is to be asked."""
        wire = self.framing.wire
        if not (self.framing.is_offered(question.operation) and is_sent(wire, question.operation, question.fields)):
            return None
        try:
            narrowed = self._narrow(question)
            return self._answer(narrowed) if narrowed else None
        except UNREADABLE_TO_ALL:
            return None

    def _narrow(self, question: FuzzQuestion) -> FuzzQuestion | None:
        """The question without what is not sent, as far as play leads to it."""
        useless = self.framing.wire.fields_without_use(question.operation, question.setting.choices)
        fields = {name: value for name, value in question.fields.items() if name not in useless}
        case = self.suite.narrow(question.operation, Case(KIND, "", fields))
        if case is None or any(question.setting.choices.get(e) not in some for e, some in case.under.items()):
            return None
        return question if case.input == question.fields else msgspec.structs.replace(question, fields=dict(case.input))

    def _answer(self, question: FuzzQuestion) -> Answered | None:
        operation, fields = question.operation, question.fields
        rules = rules_under(self.game, question.setting)
        reference = reference_of(self.game)
        given, trace = trace_answer(reference, operation, fields, rules, keep_steps=True)
        if any(_beyond_doubles(fields)):
            rounded = answer(reference, operation, _round(fields), rules)
            if not (refusal_of(given) == refusal_of(rounded) == UNREADABLE):
                return None
        if self.framing.promised:
            outside = broken_promises(self.suite, self.framing.wire, operation, fields, given)
            if outcome_outside(self.framing.promised, outside):
                return None
        return Answered(question, given, frozenset(trace.clauses), frozenset(map(sign, trace.steps)))

    def case(self, number: int, answered: Answered) -> ScheduledVector:
        """The question as it is put to the engine."""
        question = answered.question
        asked, expected = Raw(msgspec.json.encode(question.fields)), Raw(msgspec.json.encode(answered.answer))
        vector = Vector(f"{KIND}-{number}", "", [], asked, expected)
        edition, operation = question.setting.edition, question.operation
        topic = Topic(self.game, edition, f"{KIND}-{operation}", KIND, operation, [])
        return ScheduledVector(number, vector, self.framing.frame(topic, question.setting))


def is_sent(wire: Wire, operation: str, fields: dict[str, Any]) -> bool:
    """Whether an engine may ever be asked this, as the protocol says: no field of the question is missing, nobody else
    submits than who may, and every number has one form and fits into 64 bits."""
    stated = wire.operations.get(operation, {}).get("input", {})
    if any(name not in fields for name in stated.get("required", ())):
        return False
    by = stated.get("properties", {}).get(SUBMITTER)
    if SUBMITTER in fields and by is not None and any(breaches(fields[SUBMITTER], by, wire.root(by))):
        return False
    return all(map(_has_one_form, _numbers(fields)))


def _numbers(value: Any) -> Iterator[float]:
    if isinstance(value, int | float):
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _numbers(part)


def _has_one_form(number: float) -> bool:
    return abs(number) <= LONG if isinstance(number, int) else not number.is_integer()


def _beyond_doubles(fields: Any) -> Iterator[int]:
    """Numbers that some engines round: they are sent only where they are refused, however they are read."""
    return (part for part in _numbers(fields) if isinstance(part, int) and abs(part) > DOUBLE)


def _round(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _round(part) for name, part in value.items()}
    if isinstance(value, list):
        return [_round(part) for part in value]
    return int(float(value)) if type(value) is int else value


def rules_under(game: str, setting: Setting) -> Rules:
    """The rules in force."""
    return rules_of(reference_of(game).REGISTER, setting.edition, setting.choices)


def sign(step: Step) -> tuple[Any, ...]:
    """How a clause decided, roughly: yes, no or moot, nothing or how much, changed or not."""
    answer = step.answer
    if step.role == "effect":
        return step.clause, step.role, bool(step.arguments) and answer == step.arguments[0]
    if isinstance(answer, bool | None):
        return step.clause, step.role, answer
    size = len(answer) if hasattr(answer, "__len__") else answer
    return step.clause, step.role, min(size, MANY) if isinstance(size, int) else True
