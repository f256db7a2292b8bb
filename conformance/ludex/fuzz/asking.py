"""One question that was drawn, with the answer of the reference and what decided it on the way."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw, Struct

from ludex.fuzz.signs import Sign, SignTrace
from ludex.generate.asking import answer, expected_answer, trace_answer
from ludex.generate.promises import SUBMITTER, UNREADABLE, broken_promises
from ludex.generate.readings import rules_of
from ludex.judge.case import ScheduledVector
from ludex.judge.promised import outcome_outside
from ludex.judge.settings import Setting
from ludex.judge.weigh import refusal_of
from ludex.protocol.schema import Schema, Wire, breaches
from ludex.rules import Impossible, Rules, reading_once
from ludex.rules.clauses import Kept
from ludex.runner.framing import Framing
from ludex.seam import reference_of
from ludex.suites import Case
from ludex.suites.seam import suite_of
from ludex.vectors.format import Topic, Vector

UNREADABLE_TO_ALL = (Impossible, TypeError, ValueError, LookupError, AttributeError)
KIND = "fuzz"
DOUBLE, LONG = 1 << 53, 1 << 63  # beyond the one no engine need count, beyond the other nothing is sent
_UNUSUAL = re.compile(rb"(?:^|[\[:,])-?[0-9]+(?:(?<=[0-9]{16})|[.eE])")  # a number in JSON, not plainly small and whole


class FuzzQuestion(Struct, frozen=True):
    """What is asked: an operation with its fields, under a setting."""

    operation: str
    setting: Setting
    fields: dict[str, Any]

    @property
    def key(self) -> bytes:
        """All of it in one way only."""
        return msgspec.json.encode((self.operation, self.setting.label, self.fields), order="deterministic")


class Answered(Struct, frozen=True, dict=True):
    """A question with the reference's answer; `clauses` were asked on the way, `signs` say how each decided, and
    `entries` of the register were consulted."""

    question: FuzzQuestion
    answer: dict[str, Any]
    clauses: frozenset[str] = frozenset()
    signs: frozenset[Sign] = frozenset()
    entries: frozenset[str] = frozenset()

    @cached_property
    def outcome(self) -> tuple[Any, ...]:
        """What is answered, in so far as it is a kind of answer: how it is refused, or its fields."""
        kind = refusal_of(self.answer)
        return (kind, *sorted(self.answer[kind].get("broken", ()))) if kind else tuple(sorted(self.answer))


class InForce(Struct):
    """What hangs on a setting alone: the rules, and by operation the fields that are then not sent."""

    setting: Setting
    rules: Rules
    label: str
    useless: dict[str, list[str]] = {}


class Asker:
    """Asks the reference, and leaves out what the engine is not to be asked."""

    def __init__(self, framing: Framing) -> None:
        self.framing = framing
        self.game = framing.suite.game
        self.suite = suite_of(self.game)
        self._reference = reference_of(self.game)
        self._kept: Kept = {}  # what was read of the latest position
        self._position = self._beside = _Written(None, b"null", True)
        self._sendable: dict[str, Sendable] = {}
        self._in_force: dict[int, InForce] = {}

    def answer(self, question: FuzzQuestion) -> Answered | None:
        """A question with its answer, as far as play leads to it; None for what nobody is to be asked."""
        asked = self.what_is_sent(question)
        return None if asked is None else self.answer_sent(asked)

    def what_is_sent(self, question: FuzzQuestion, is_known: bool = False) -> FuzzQuestion | None:
        """The question as it is sent, as far as play leads to it; None for what nobody is to be asked.

        A position that `is_known` is that of a vector, or one whose list was asked, or was reached by play from such.
        """
        operation = question.operation
        if operation not in self._sendable:
            self._sendable[operation] = Sendable.of(self.framing, operation)
        is_usual = self._has_usual_numbers(question.fields)
        if not self._sendable[operation].is_sent(question.fields, is_usual):
            return None
        try:
            narrowed = self._narrow(question, is_known)
            if narrowed is None or not (is_usual or self._is_read_alike(narrowed)):
                return None
            return narrowed
        except UNREADABLE_TO_ALL:
            return None

    def answer_sent(self, question: FuzzQuestion, is_traced: bool = True) -> Answered | None:
        """A question as it is sent with its answer; None where that lies outside of a promise.

        Untraced, it is quicker, and not noted how clauses decide.
        """
        try:
            return self._answer(question, self._in_force_under(question.setting).rules, is_traced)
        except UNREADABLE_TO_ALL:
            return None

    def key(self, question: FuzzQuestion) -> bytes:
        """All of a question in one way only."""
        told = (question.operation, self._in_force_under(question.setting).label, "position" in question.fields)
        beside, position = self._write(question.fields)
        return msgspec.json.encode(told) + beside.text + position.text

    def _has_usual_numbers(self, fields: dict[str, Any]) -> bool:
        beside, position = self._write(fields)
        return beside.is_usual and position.is_usual

    def _write(self, fields: dict[str, Any]) -> tuple[_Written, _Written]:
        """What stands beside the position, and the position, as JSON; what is asked in turn is written once."""
        if fields is not self._beside.value:
            beside = {name: value for name, value in fields.items() if name != "position"}
            self._beside = _as_written(fields, beside)
        position = fields.get("position")
        if position is not self._position.value:
            self._position = _as_written(position, position)
            self._kept.clear()
        return self._beside, self._position

    def trace(self, answered: Answered) -> Answered:
        """The same, with how clauses decide."""
        if answered.clauses:
            return answered
        question = answered.question
        return self._answer(question, self._in_force_under(question.setting).rules, is_traced=True) or answered

    def useless(self, operation: str, setting: Setting) -> list[str]:
        """The fields that are not sent with an operation under a setting."""
        in_force = self._in_force_under(setting)
        if operation not in in_force.useless:
            in_force.useless[operation] = self.framing.wire.fields_without_use(operation, setting.choices)
        return in_force.useless[operation]

    def _in_force_under(self, setting: Setting) -> InForce:
        """Settings are told apart by which object they are, so that asking is quick."""
        found = self._in_force.get(id(setting))
        if found is None:
            found = self._in_force[id(setting)] = InForce(setting, rules_under(self.game, setting), setting.label, {})
        return found

    def _narrow(self, question: FuzzQuestion, is_known: bool) -> FuzzQuestion | None:
        """The question without what is not sent, as far as play leads to it."""
        operation, fields, choices = question.operation, question.fields, question.setting.choices
        useless = self.useless(operation, question.setting)
        if not fields.keys().isdisjoint(useless):
            fields = {name: value for name, value in fields.items() if name not in useless}
        if not is_known:
            case = self.suite.narrow(operation, Case(KIND, "", fields))
            if case is None or any(choices.get(entry) not in some for entry, some in case.under.items()):
                return None
            fields = dict(case.input)
        return question if fields == question.fields else msgspec.structs.replace(question, fields=fields)

    def _answer(self, question: FuzzQuestion, rules: Rules, is_traced: bool) -> Answered | None:
        operation, fields, trace = question.operation, question.fields, None
        if is_traced:
            trace = SignTrace(keep_steps=False)
            given, _ = trace_answer(self._reference, operation, fields, rules, trace)
        else:
            self._write(fields)
            with reading_once(self._kept):
                given = expected_answer(self._reference, operation, fields, rules)
        if self.framing.promised:
            outside = broken_promises(self.suite, self.framing.wire, operation, fields, given)
            if outcome_outside(self.framing.promised, outside):
                return None
        if trace is None:
            return Answered(question, given)
        return Answered(question, given, frozenset(trace.clauses), frozenset(trace.signs), frozenset(trace.consulted))

    def _is_read_alike(self, question: FuzzQuestion) -> bool:
        """Whether no number makes a difference that some engines round: it is refused, however it is read."""
        fields, rules = question.fields, self._in_force_under(question.setting).rules
        if all(not isinstance(part, int) or abs(part) <= DOUBLE for part in _numbers(fields)):
            return True
        answers = (answer(self._reference, question.operation, one, rules) for one in (fields, _round(fields)))
        return all(refusal_of(one) == UNREADABLE for one in answers)

    def case(self, number: int, answered: Answered) -> ScheduledVector:
        """The question as it is put to the engine."""
        question = answered.question
        asked, expected = Raw(msgspec.json.encode(question.fields)), Raw(msgspec.json.encode(answered.answer))
        vector = Vector(f"{KIND}-{number}", "", [], asked, expected)
        edition, operation = question.setting.edition, question.operation
        topic = Topic(self.game, edition, f"{KIND}-{operation}", KIND, operation, [])
        return ScheduledVector(number, vector, self.framing.frame(topic, question.setting))


class _Written(NamedTuple):
    """A value as JSON, in one way only, and whether its numbers are usual ones."""

    value: Any
    text: bytes
    is_usual: bool


def _as_written(value: Any, part: Any) -> _Written:
    text = msgspec.json.encode(part, order="deterministic")
    return _Written(value, text, has_usual_numbers(text))


def has_usual_numbers(written: bytes) -> bool:
    """Whether all numbers in JSON are plainly whole ones of a few digits, at a glance; names that look like others are
    taken for such."""
    return not _UNUSUAL.search(written)


class Sendable(NamedTuple):
    """What of an operation may be sent to an engine at all."""

    is_offered: bool
    required: frozenset[str]
    submitter: Schema | None
    wire: Wire

    @classmethod
    def of(cls, framing: Framing, operation: str) -> Sendable:
        """As the engine offers it and the protocol says."""
        stated = framing.wire.operations.get(operation, {}).get("input", {})
        by = stated.get("properties", {}).get(SUBMITTER)
        return cls(framing.is_offered(operation), frozenset(stated.get("required", ())), by, framing.wire)

    def is_sent(self, fields: dict[str, Any], is_usual: bool = False) -> bool:
        """Whether an engine may ever be asked this: no field of the question is missing, nobody else submits than who
        may, and every number has one form and fits into 64 bits."""
        if not self.is_offered or not self.required <= fields.keys():
            return False
        by = self.submitter
        if SUBMITTER in fields and by is not None and any(breaches(fields[SUBMITTER], by, self.wire.root(by))):
            return False
        return is_usual or all(map(_has_one_form, _numbers(fields)))


def _numbers(value: Any) -> Iterator[float]:
    if isinstance(value, int | float):
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _numbers(part)


def _has_one_form(number: float) -> bool:
    return abs(number) <= LONG if isinstance(number, int) else not number.is_integer()


def _round(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _round(part) for name, part in value.items()}
    if isinstance(value, list):
        return [_round(part) for part in value]
    return int(float(value)) if type(value) is int else value


def rules_under(game: str, setting: Setting) -> Rules:
    """The rules in force."""
    return rules_of(reference_of(game).REGISTER, setting.edition, setting.choices)
