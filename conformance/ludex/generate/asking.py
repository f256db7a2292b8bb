"""Asks a reference one case, as the wire would: operation, fields and the rules in force; a refusal is an answer."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ludex.protocol.schema import Schema, wire_of
from ludex.rules import Rules, Trace, answering, recording
from ludex.rules.answering import Operation
from ludex.seam import Reference, package_of
from ludex.suites.seam import SUITES, suite_of
from ludex.vectors.format import ONLY_UNDER
from ludex.vectors.freedom import FREE, blank_out, bound_part, even_out

Answer = dict[str, Any]
REFUSALS = ("illegal", "unreadable")


def answer(game: Reference, operation: str, fields: Mapping[str, Any], rules: Rules) -> Answer:
    """What the reference answers."""
    if stated := _stated_operations(_name_of(game)).get(operation):
        return answering.answer_by(stated, fields, rules)
    return answering.answer(game, operation, fields, rules)


def _name_of(game: Reference) -> str:
    return game.__name__.rpartition(".")[2]


@lru_cache
def _stated_operations(game: str) -> Mapping[str, Operation]:
    """For some operations a suite states more than an engine is asked to give: reasons that are moot, too."""
    return suite_of(game).EXPECTED if _has_suite(game) else {}


@lru_cache
def _has_suite(game: str) -> bool:
    return package_of(SUITES, game) is not None


def _with_free_fields(game: Reference, fields: Mapping[str, Any], given: Answer, rules: Rules) -> Answer:
    """An answer as a vector expects it: with the names of its free fields."""
    name = _name_of(game)
    if refusal_of(given) or not _has_suite(name):
        return given
    free = suite_of(name).free(fields, given, rules)
    return {**given, FREE: dict(free)} if free else given


def watch_answer(game: Reference, operation: str, fields: Mapping[str, Any], rules: Rules) -> tuple[Answer, set[str]]:
    """The answer, and the entries of the register that were consulted on the way."""
    given, trace = trace_answer(game, operation, fields, rules)
    return given, trace.consulted


def trace_answer(
    game: Reference, operation: str, fields: Mapping[str, Any], rules: Rules, into: Trace | None = None
) -> tuple[Answer, Trace]:
    """The answer as a vector expects it, and what was asked of the rules on the way."""
    with recording(keep_steps=False, into=into) as trace:
        given = answer(game, operation, fields, rules)
    return _with_free_fields(game, fields, given, rules), trace


def expected_answer(game: Reference, operation: str, fields: Mapping[str, Any], rules: Rules) -> Answer:
    """The answer as a vector expects it."""
    return _with_free_fields(game, fields, answer(game, operation, fields, rules), rules)


def refusal_of(given: Answer) -> str | None:
    """Which kind of refusal an answer is, if it is one."""
    return next((kind for kind in REFUSALS if kind in given), None)


@lru_cache
def shape_of(game: str, operation: str) -> Schema:
    """The schema of an operation's result, which says what of it is a list of reasons, and what may be free."""
    return wire_of(game.rpartition(".")[2]).result(operation) or {}


def reasons_in(shape: Schema) -> dict[str, str]:
    """The fields of a result that list reasons, each with the field of an expected one that lists moot reasons."""
    return dict(shape.get("x-reasons", {}))


def judged_part(given: Answer, shape: Schema) -> Any:
    """What of an answer a judge weighs whoever is asked: of a refusal, its kind alone; of a verdict, no reasons.

    A free field is as good as none.
    """
    given = blank_out(given)
    reasons = reasons_in(shape)
    unweighed = {*reasons, *reasons.values(), ONLY_UNDER, FREE}
    weighed = {name: value for name, value in given.items() if name not in unweighed}
    return refusal_of(given) or weighed


def would_pass(turned: Answer, given: Answer, shape: Schema) -> bool:
    """Whether an engine that gives the one, and no reasons, is right where the other is expected."""
    want, have = judged_part(bound_part(given), shape), judged_part(even_out(turned, given), shape)
    free = {name for name in shape.get("x-freeWhenNull", ()) if given.get(name) is None}
    if not free or isinstance(want, str) or isinstance(have, str):
        return bool(want == have)
    return all(have.get(name) == value for name, value in want.items() if name not in free)
