"""The coverage of a game, added up: for every clause who tests it, for every vector what it turns on; and the gaps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from ludex.mutation import partners
from ludex.mutation.deciding import Witness, scenarios_of, vectors_of
from ludex.mutation.naming import unnamed_functions
from ludex.mutation.together import ReadingsTogether, gaps_of_readings, readings_json, together
from ludex.mutation.witnesses import Witnesses, witnesses_of
from ludex.rulebook import Rulebook, rulebook, wanted
from ludex.rulebook.marks import marks_of
from ludex.vectors.suite import open_suite
from ludex.wording import quantity


class Covered(Struct, frozen=True):
    """One clause: the names of the tests that decide by it. ``named`` are refusals that only name it among others;
    ``excused`` is what the rulebook says of tests that it cannot have (``refuses nothing``)."""

    clause: str
    level: str
    role: str
    title: str
    accepting: list[str] = []
    refusing: list[str] = []
    named: list[str] = []
    scenarios_accepting: list[str] = []
    scenarios_refusing: list[str] = []
    excused: tuple[str, ...] = ()


class Coverage(Struct, frozen=True):
    """A game's clauses, its tests, and what is missing, in words."""

    game: str
    clauses: list[Covered]
    tests: list[Witness]
    gaps: list[str]
    witnesses: Witnesses = Witnesses()
    readings: list[ReadingsTogether] = []


def coverage_of(game: str, with_scenarios: bool = True) -> Coverage:
    """The coverage of a game by its vectors and its scenarios."""
    book = rulebook(game)
    suite = open_suite(game)
    tests = [*vectors_of(suite), *(scenarios_of(game) if with_scenarios else ())]
    witnesses, readings = witnesses_of(suite), list(together(suite))
    clauses = list(_cover(book, tests))
    gaps = [*partners.strangers(book, marks_of(game), tests), *_gaps_in_tests(book, clauses), *_gaps_in_code(game)]
    gaps += [*witnesses.gaps, *(gap for one in readings for gap in gaps_of_readings(one))]
    return Coverage(game, clauses, tests, gaps, witnesses, readings)


def _cover(book: Rulebook, tests: Sequence[Witness]) -> Iterator[Covered]:
    found = {
        one.id: Covered(one.id, one.level, one.role, one.title, [], [], [], [], [], wanted.excuses(one))
        for one in book.values()
    }
    for test in tests:
        for clause in test.clauses:
            if clause in found:
                _names(found[clause], test).append(test.name)
        for clause in test.named:
            if clause in found and clause not in test.clauses:
                found[clause].named.append(test.name)
    yield from found.values()


def _names(covered: Covered, test: Witness) -> list[str]:
    if test.is_scenario:
        return covered.scenarios_refusing if test.refuses else covered.scenarios_accepting
    return covered.refusing if test.refuses else covered.accepting


def _gaps_in_tests(book: Rulebook, clauses: Sequence[Covered]) -> Iterator[str]:
    for covered in clauses:
        clause = book[covered.clause]
        accepting, refusing = wanted.wants(clause)
        at = f"{covered.clause} ({clause.file}:{clause.line})"
        if accepting and not covered.accepting and not covered.scenarios_accepting:
            yield f"{at} has no accepting test; the rulebook may say why after `{wanted.NEVER_ACCEPTS}`"
        by = [*covered.refusing, *covered.scenarios_refusing, *(() if wanted.alone(clause) else covered.named)]
        if refusing and not by:
            yield f"{at} has no refusing test; the rulebook may say why after `{wanted.NEVER_REFUSES}`"


def _gaps_in_code(game: str) -> Iterator[str]:
    for one in unnamed_functions(game):
        lines = ", ".join(map(str, one.branches))
        yield (
            f"{one.file}:{one.line} {one.function} decides (line {lines}) and names no clause; "
            "mark it, or say why after `# mechanical:`"
        )


def _free_line(coverage: Coverage) -> Iterator[str]:
    """How many fields of expected results are free, and by which clauses."""
    free = Counter(clause for test in coverage.tests for clause in test.free)
    if free:
        by = ", ".join(f"{many:,} by {clause}" for clause, many in sorted(free.items()))
        yield f"  {quantity(free.total(), 'field')} of expected results free, and not judged: {by}"


def table(coverage: Coverage) -> Iterator[str]:
    """A few lines of heading; then clause by clause, how many vectors and scenarios decide by it."""
    count = sum(not test.is_scenario for test in coverage.tests)
    scenarios = f"{quantity(len(coverage.tests) - count, 'scenario')} (each counts in every edition that it is of)"
    yield f"{coverage.game}: {quantity(count, 'vector')}, {scenarios}"
    yield from _free_line(coverage)
    yield from (one.line() for one in coverage.readings)
    head = ("accepting", "refusing", "named", "accepting", "refusing")
    yield f"  {'':29} {'vectors':>9} {'':19} {'scenarios':>9}"
    yield f"  {'clause':12} {'level':6} {'role':9} " + " ".join(f"{name:>9}" for name in head) + "  alone on each side"
    for one in coverage.clauses:
        counts = (one.accepting, one.refusing, one.named, one.scenarios_accepting, one.scenarios_refusing)
        told = " ".join(f"{len(some) or '-':>9}" for some in counts)
        alone = "/".join(map(str, coverage.witnesses.of(one.clause)))
        yield f"  {one.clause:12} {one.level:6} {one.role:9} {told}  {alone:20} {', '.join(one.excused)}".rstrip()


def coverage_json(coverage: Coverage) -> dict[str, Any]:
    """The coverage as JSON, both ways."""
    return {
        "game": coverage.game,
        "gaps": coverage.gaps,
        "clauses": {one.clause: one for one in coverage.clauses},
        "alone": {
            clause: dict(zip(sides, coverage.witnesses.of(clause), strict=True))
            for clause, sides in coverage.witnesses.sides.items()
        },
        "readings together": {one.edition: readings_json(one) for one in coverage.readings},
        "vectors": {test.name: test.clauses for test in coverage.tests if not test.is_scenario},
        "free": {test.name: test.free for test in coverage.tests if test.free},
        "scenarios": [
            {"file": test.topic, "name": test.name, "edition": test.edition, "clauses": test.clauses}
            for test in coverage.tests
            if test.is_scenario
        ],
    }
