"""Failures by what they have in common, most first, so that each is told once: the one place that says what a cause is.

An error has its cause from the judge. Whatever a reading or an edition explains, which the engine follows in place of
its own, is of that cause. The rest goes to clauses, one after the other: to the clause that best explains what is left;
first where a message names clauses, then by all that the vectors turn on.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from msgspec import Struct

from ludex.judge.likeness import EDITION
from ludex.judge.verdict import ERROR, FLAKY, UNEXPECTED_PASS
from ludex.report.results import Result, Results
from ludex.report.summary import failing, shown_rule, suspicion, verdict_of
from ludex.rulebook import Clause, rulebook

_CLAUSE = re.compile(r"\b[A-Z]{3}-[A-Z]{3}-[0-9]+\b")
IN_WORDS = {
    "crash": "The engine goes down on these.",
    "exit": "The engine ends by itself before it has answered.",
    "timeout": "The engine does not answer in time.",
    "garbage": "What comes is no answer of the protocol.",
    "flood": "The engine writes more than anybody reads.",
    "closed": "The engine closes its output.",
    "memory": "The engine takes more memory than it may.",
    "cpu": "The engine takes more processor time than it may.",
    "reported": "The engine itself reports an error.",
    FLAKY: "What passes in one run and fails in another is no pass.",
    UNEXPECTED_PASS: "These are expected to fail, and pass: the file of expected failures is behind.",
}
NEXT = {
    "crash": "Run the first one alone and read the engine's log; whatever else it was to answer was asked again.",
    "timeout": "Run the first one alone: is it an endless loop, or an answer not flushed? `--timeout` gives more time.",
    "garbage": "`ludex smoke` tells what is wrong with a line.",
}


class Cause(Struct, frozen=True):
    """Failures that are likely of one cause: what it is called, what is said of it, its clause if it is one.

    `results` are in the order of the run, the first one the headline.
    """

    name: str
    words: tuple[str, ...]
    results: tuple[Result, ...]
    clause: Clause | None = None


def causes(results: Results) -> list[Cause]:
    """The failures of a run by cause, the cause of most failures first."""
    left = failing(results)
    found: list[Cause] = []
    for maker in (_errors, _readings, _by_message, _clauses):
        for cause in maker(results, left):
            found.append(cause)
            told = {id(one) for one in cause.results}
            left = [one for one in left if id(one) not in told]
    if left:
        found.append(Cause("of no clause", (), tuple(left)))
    return sorted(_together(found), key=lambda cause: -len(cause.results))


def _together(found: list[Cause]) -> list[Cause]:
    """Causes of one name and of the same words are one."""
    by_name: dict[tuple[str, tuple[str, ...]], list[Cause]] = {}
    for cause in found:
        by_name.setdefault((cause.name, cause.words), []).append(cause)
    return [
        Cause(same[0].name, same[0].words, tuple(one for cause in same for one in cause.results), same[0].clause)
        for same in by_name.values()
    ]


def _errors(_: Results, left: list[Result]) -> Iterator[Cause]:
    """What is no wrong answer: crashes and the like, by how the judge names them."""
    by_name: dict[str, list[Result]] = {}
    for one in left:
        if one.verdict in (ERROR, FLAKY, UNEXPECTED_PASS):
            by_name.setdefault(verdict_of(one), []).append(one)
    for name, of_it in by_name.items():
        kind = of_it[0].cause if of_it[0].verdict == ERROR else of_it[0].verdict
        yield Cause(name, tuple(text[kind] for text in (IN_WORDS, NEXT) if kind in text), tuple(of_it))


def _readings(results: Results, left: list[Result]) -> Iterator[Cause]:
    """What an engine plays by in place of what it was judged by, where no vector that passes speaks against it."""
    taken: set[int] = set()
    for shown in results.shown:
        label = shown.shown if shown.reading == EDITION else f"{shown.reading}={shown.shown}"
        of_it = [one for one in left if one.setting == shown.setting and label in one.like and id(one) not in taken]
        if of_it and not shown.mixed:
            taken |= {id(one) for one in of_it}
            yield Cause(f"plays {label}", (f"{shown_rule(shown, results)}.",), tuple(of_it))


def _by_message(results: Results, left: list[Result]) -> Iterator[Cause]:
    """By the clauses that messages name: those by which the engine and the vector disagree."""
    book = rulebook(results.suite.game)
    named = {id(one): tuple(name for name in _CLAUSE.findall(one.message) if name in book) for one in left}
    yield from _by_clause(results, [one for one in left if named[id(one)]], named)


def _clauses(results: Results, left: list[Result]) -> Iterator[Cause]:
    """By the clauses that the vectors turn on."""
    yield from _by_clause(results, [one for one in left if one.clauses], {id(one): one.clauses for one in left})


def _by_clause(results: Results, left: list[Result], about: Mapping[int, tuple[str, ...]]) -> Iterator[Cause]:
    """Clause by clause: the one that best explains what is left, with all of it that is about the clause."""
    book = rulebook(results.suite.game)
    passed = {clause: counts[0] for clause, counts in results.clauses.items()}
    while left:
        bad = Counter(name for one in left for name in set(about[id(one)]))
        name = min(bad, key=lambda one: (-suspicion(passed.get(one, 0), bad[one], len(left)), one))
        clause = book.get(name)
        of_it = tuple(one for one in left if name in about[id(one)])
        yield Cause(name, (clause.sentence,) if clause else (), of_it, clause)
        left = [one for one in left if name not in about[id(one)]]
