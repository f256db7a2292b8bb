"""The games that stand: clauses have their partners, and every clause of a role that refuses is tested."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ludex.mutation.coverage import Coverage, coverage_json, coverage_of, table
from ludex.mutation.running import with_vectors
from ludex.rulebook import rulebook


@pytest.fixture(scope="module", params=with_vectors())
def coverage(request: pytest.FixtureRequest) -> Coverage:
    return coverage_of(request.param, with_scenarios=False)


def test_no_clause_is_without_a_partner(coverage: Coverage) -> None:
    strangers = [gap for gap in coverage.gaps if "rulebook" in gap and "test" not in gap]
    assert strangers == []


def test_both_ways_say_the_same(coverage: Coverage) -> None:
    there = {(clause.clause, name) for clause in coverage.clauses for name in (*clause.accepting, *clause.refusing)}
    back = {(clause, test.name) for test in coverage.tests for clause in test.clauses}
    assert there == back


def test_every_clause_has_its_line(coverage: Coverage) -> None:
    first = [line.split()[0] for line in table(coverage)]
    assert set(first[first.index("clause") + 1 :]) == set(rulebook(coverage.game))


def test_the_coverage_can_be_written_as_json(coverage: Coverage, tmp_path: Path) -> None:
    import msgspec

    path = tmp_path / "coverage.json"
    path.write_bytes(msgspec.json.encode(coverage_json(coverage)))
    whole = json.loads(path.read_bytes())
    assert set(whole["clauses"]) == set(rulebook(coverage.game))
    assert len(whole["vectors"]) == len({test.name for test in coverage.tests})
