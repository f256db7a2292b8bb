"""A small part of `tests.reports.leads`: the clause that an engine breaks is what the report names first."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

from ludex.report.causes import causes
from tests.reports.leads import (
    GAMES,
    KINDS,
    KINDS_OF_ALL,
    Bench,
    singles,
    slipped,
    table_in_sum,
    table_of_clauses,
    table_of_readings,
)
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


def test_the_tables_of_the_docs_have_the_form_of_those_that_are_printed() -> None:
    """`python -m tests.reports.leads` prints them; the figures are those of a long run, which no test repeats."""
    text = (Path(__file__).parents[2] / "CONTRIBUTING.md").read_text(encoding="utf-8").splitlines()
    for printed, keys, figure in (
        (table_of_clauses([]), product(GAMES, KINDS), r"\d+ of \d+"),
        (table_in_sum([]), None, r"\d+ of \d+(, \d+ %)?"),
        (table_of_readings([]), product(KINDS_OF_ALL, ("held out", "other")), r"\d+"),
    ):
        head, line, *rows = printed
        begin = text.index(head)
        told = [re.split(r" *\| *", one)[1:-1] for one in text[begin + 2 : begin + 2 + len(rows)]]
        assert text[begin + 1] == line
        assert keys is None or [(one[0], one[1]) for one in told] == [*keys]
        assert all(re.fullmatch(figure, cell) for one in told for cell in (one[2:4] if keys else one[1:]))
        assert not text[begin + 2 + len(rows)].startswith("|")
