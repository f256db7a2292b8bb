"""Witnesses: vectors that turn on a clause alone are counted on each side, and too few are a gap or have a reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from ludex.mutation.witnesses import Witnesses, witnesses_of
from ludex.suites import matrix
from ludex.suites.matrix import LEAST, SIDES, broken_in, read_matrix
from ludex.vectors import open_suite

GAME, FEW, MANY = "tactics", "TAC-LST-3", "TAC-MOV-1"
REASON = '[[few]]\nclauses = ["{clause}"]\nsides = ["accepted"]\nwhy = "It cannot be."\n'
Count = Callable[[str], Witnesses]


@pytest.fixture
def counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Count]:
    """The witnesses of Tactics beside a matrix of this text."""
    path = tmp_path / "matrix.toml"
    monkeypatch.setattr(matrix, "path_of", lambda _: path)

    def count(text: str) -> Witnesses:
        path.write_text(text)
        read_matrix.cache_clear()
        return witnesses_of(open_suite(GAME))

    yield count
    read_matrix.cache_clear()


def test_a_refusal_is_a_witness_where_it_names_nothing_else(counted: Count) -> None:
    found = counted("")
    refused = 0
    for topic in open_suite(GAME).topics("v1"):
        for vector in topic.vectors:
            expected = msgspec.json.decode(vector.expect)
            alone = len(broken_in(expected)) < 2 and MANY in vector.clauses
            refused += alone and ("illegal" in expected or expected.get("isValid") is False)
    assert found.counts[MANY, "refused"] == refused > LEAST
    assert found.of(MANY) == tuple(found.counts[MANY, side] for side in SIDES)


def test_too_few_are_a_gap_until_there_is_a_reason(counted: Count) -> None:
    gap = f"{FEW}: 0 of {LEAST} accepted vectors that turn on it alone"
    assert gap in counted("").gaps
    assert gap not in counted(REASON.format(clause=FEW)).gaps


def test_a_reason_for_what_has_enough_is_a_gap_itself(counted: Count) -> None:
    (gap,) = (gap for gap in counted(REASON.format(clause=MANY)).gaps if MANY in gap)
    assert gap.endswith("accepted vectors turn on it alone, where few were to: It cannot be.")
