"""Marks that tie a function to its clause, and the record of what was asked while the rules were at work.

A marked function behaves as if it were bare until a record is opened with ``recording()``. Then each call is noted
under its clause; and ``recording(invert=ID)`` turns one decision round, which is how it is measured what a test
turns on: a check answers the opposite, a relation is empty, an effect leaves its (first) argument as it was, and a
layout cannot be read. What is marked as ``reading`` a record may leave out: then a clause is turned round where it
decides, and not where the input is read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache, lru_cache, wraps
from typing import Any, TypeVar, cast

from ludex.rules.refusal import Moot, Refused, Unreadable

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Step:
    """One call of a marked function: its clause, its role, what it was asked, and its answer (``Moot`` if none)."""

    clause: str
    role: str
    name: str
    arguments: tuple[Any, ...]
    answer: Any


@dataclass(slots=True)
class Trace:
    """What happened while the rules were at work."""

    invert: str | None = None
    spares_reading: bool = False
    steps: list[Step] = field(default_factory=list)
    clauses: set[str] = field(default_factory=set)
    consulted: set[str] = field(default_factory=set)
    keep_steps: bool = True
    inputs: Inputs | None = None

    def call(self, clause: str, role: str, rule: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        """Run a rule, note it, and give its answer, turned round where this trace inverts the clause."""
        self.clauses.add(clause)
        answer = rule(*arguments) if clause != self.invert else _turned(clause, role, rule, arguments)
        if self.keep_steps:
            self.steps.append(Step(clause, role, rule.__name__, arguments, answer))
        return answer

    def repeat(self, earlier: Trace) -> None:
        """Note again what was noted when an answer that is now remembered was found."""
        self.clauses |= earlier.clauses
        self.consulted |= earlier.consulted
        if self.keep_steps:
            self.steps += earlier.steps

    def read(self, read: Callable[..., Any], arguments: tuple[Any, ...], inputs: Inputs) -> Any:
        """What is read of an input that was read before, unless this trace turns round how that is done."""
        key = (read, *map(id, arguments))
        if key not in inputs:
            inputs[key] = (arguments, *_first_reading(read, arguments))
        _, found, first = inputs[key]
        if self.spares_reading:
            return _given(found)
        if self.invert in first.clauses:
            return read(*arguments)
        self.repeat(first)
        return _given(found)


# What was read of which input (told apart by which object it is, which is therefore kept), and what was noted then.
Inputs = dict[tuple[Any, ...], tuple[tuple[Any, ...], Any, Trace]]


def _first_reading(read: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[Any, Trace]:
    with recording() as trace:
        try:
            return read(*arguments), trace
        except Refused as refused:
            return refused, trace


def _given(found: Any) -> Any:
    if isinstance(found, Refused):
        raise found.with_traceback(None)
    return found


def _turned(clause: str, role: str, rule: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    if role == "layout":
        raise Unreadable((clause,), detail="the layout is inverted")
    if role == "effect":
        return arguments[0]
    answer = rule(*arguments)
    return not answer if role == "check" else type(answer)()


# Every clause that some function carries, with the roles it carries it in; filled as modules are read.
MARKS: dict[str, set[str]] = {}

# The functions themselves, in the order in which they are read.
DECIDERS: dict[str, list[Callable[..., Any]]] = {}

_trace: ContextVar[Trace | None] = ContextVar("ludex-trace", default=None)
tracing = _trace.get

# What was read of which input while no record was open, for whoever asks much about the same input.
Kept = dict[tuple[Any, ...], tuple[tuple[Any, ...], Any]]
_kept: ContextVar[Kept | None] = ContextVar("ludex-kept", default=None)


@contextmanager
def recording(
    invert: str | None = None,
    keep_steps: bool = True,
    spares_reading: bool = False,
    inputs: Inputs | None = None,
    into: Trace | None = None,
) -> Iterator[Trace]:
    """Open a record; inside, every marked function notes its calls in the trace that this gives (``into``, if any).

    Records that share ``inputs`` read what is the same object in all of them once.
    """
    trace = into or Trace(invert=invert, spares_reading=spares_reading, keep_steps=keep_steps, inputs=inputs)
    token = _trace.set(trace)
    try:
        yield trace
    finally:
        _trace.reset(token)


@contextmanager
def reading_once(kept: Kept) -> Iterator[None]:
    """Inside, and while no record is open, what is the same object as an input before it is not read again."""
    token = _kept.set(kept)
    try:
        yield
    finally:
        _kept.reset(token)


def _read_once(read: Callable[..., Any], arguments: tuple[Any, ...], kept: Kept) -> Any:
    key = (read, *map(id, arguments))
    if key not in kept:
        try:
            kept[key] = arguments, read(*arguments)
        except Refused as refused:
            kept[key] = arguments, refused
    return _given(kept[key][1])


def _mark(clause: str, role: str) -> Callable[[F], F]:
    MARKS.setdefault(clause, set()).add(role)

    def marked(rule: F) -> F:
        DECIDERS.setdefault(clause, []).append(rule)

        @wraps(rule)
        def asked(*arguments: Any) -> Any:
            trace = tracing()
            if trace is None:
                return rule(*arguments)
            return trace.call(clause, role, rule, arguments)

        asked.clause = clause  # type: ignore[attr-defined]
        asked.role = role  # type: ignore[attr-defined]
        return cast(F, asked)

    return marked


def check(clause: str) -> Callable[[F], F]:
    """Mark a predicate: it answers whether the clause holds, and raises Moot where it cannot be asked."""
    return _mark(clause, "check")


def relation(clause: str) -> Callable[[F], F]:
    """Mark a relation: it gives what is related (a tuple, a set, a text, or a number that counts them)."""
    return _mark(clause, "relation")


def effect(clause: str) -> Callable[[F], F]:
    """Mark an effect or a normalization: its first argument is what it would leave as it was."""
    return _mark(clause, "effect")


def layout(clause: str) -> Callable[[F], F]:
    """Mark the reading of a layout."""
    return _mark(clause, "layout")


def reading(read: F) -> F:
    """Mark a function that reads an input: a record that spares reading takes no note of it."""

    @wraps(read)
    def spared(*arguments: Any) -> Any:
        trace = tracing()
        if trace is None:
            kept = _kept.get()
            return read(*arguments) if kept is None else _read_once(read, arguments, kept)
        if trace.inputs is not None:
            return trace.read(read, arguments, trace.inputs)
        if not trace.spares_reading:
            return read(*arguments)
        token = _trace.set(None)
        try:
            return read(*arguments)
        finally:
            _trace.reset(token)

    return cast(F, spared)


def remembered(rule: F) -> F:
    """Remember the answers of a pure function, and repeat what was noted the first time while a record is open."""
    known = lru_cache(maxsize=None)(rule)

    @cache
    def first_time(*arguments: Any) -> tuple[Any, Trace]:
        with recording() as trace:
            return rule(*arguments), trace

    @wraps(rule)
    def recalled(*arguments: Any) -> Any:
        trace = tracing()
        if trace is None:
            return known(*arguments)
        try:
            answer, first = first_time(*arguments)
        except Refused:
            return rule(*arguments)  # a refusal is not remembered, so it is asked, noted and turned round here
        if trace.invert in first.clauses:
            return rule(*arguments)
        trace.repeat(first)
        return answer

    return cast(F, recalled)


__all__ = [
    "DECIDERS",
    "MARKS",
    "Moot",
    "Step",
    "Trace",
    "check",
    "effect",
    "layout",
    "reading",
    "reading_once",
    "recording",
    "relation",
    "remembered",
    "tracing",
]
