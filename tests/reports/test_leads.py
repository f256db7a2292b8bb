"""A small part of `tests.reports.leads`: the clause that an engine breaks is what the report names first."""

from __future__ import annotations

import pytest

from ludex.report.causes import causes
from tests.reports.leads import Bench, singles, slipped
from tests.tactics.wrong_engines import SLIPS

TOPICS = ("refusal-move", "refusal-attack", "validate-over")
NAMED = ("TAC-MOV-1", "TAC-TGT-5", "TAC-WIN-2")


@pytest.fixture(scope="module")
def bench() -> Bench:
    return Bench("tactics", "v1", topics=TOPICS)


@pytest.mark.parametrize("clause", NAMED)
def test_the_broken_clause_of_a_wrong_engine_is_named_first(clause: str, bench: Bench) -> None:
    (slip,) = [one for one in SLIPS if one.clause == clause]
    engine = slipped("tactics", [slip])
    found = causes(bench.results(bench.failures(engine, range(len(bench.cases)))))
    assert found[0].ranked[0] == clause


def test_each_clause_of_a_triple_is_a_cause(bench: Bench) -> None:
    engine = slipped("tactics", [one for one in SLIPS if one.clause in NAMED])
    found = causes(bench.results(bench.failures(engine, range(len(bench.cases)))))
    assert {*NAMED} <= {cause.ranked[0] for cause in found}


def test_engines_are_of_both_halves() -> None:
    halves = [one.is_held_out for one in singles("tactics")]
    assert 3 < sum(halves) < len(halves) - 3
