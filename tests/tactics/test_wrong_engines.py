"""Wrong engines are failed, and the report leads to the right clause group, though each is right nearly everywhere."""

from __future__ import annotations

import pytest

from tests.guards import at_least_one
from tests.tactics.wrong_engines import SLIPS
from tests.wrong_engines import Fared, all_fared, assert_failed_and_named, assert_hard, assert_nearly_right


@pytest.fixture(scope="module")
def how_all_fared() -> dict[str, Fared]:
    return all_fared("tactics", SLIPS)


def test_each_wrong_engine_is_failed_and_its_clause_group_named(how_all_fared: dict[str, Fared]) -> None:
    for slip in at_least_one(SLIPS):
        assert_failed_and_named(slip, how_all_fared[slip.name])


def test_each_wrong_engine_is_right_nearly_everywhere(how_all_fared: dict[str, Fared]) -> None:
    for slip in at_least_one(SLIPS):
        assert_nearly_right(slip, how_all_fared[slip.name])


def test_the_set_is_hard_and_no_two_break_the_same_clause() -> None:
    assert_hard(SLIPS, 12)
