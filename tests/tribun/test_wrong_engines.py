"""Wrong engines are failed, and the report leads to the right clause group, though each is right nearly everywhere."""

from __future__ import annotations

from functools import cache

import pytest

from tests.tribun.wrong_engines import SLIPS
from tests.wrong_engines import Fared, Slip, assert_failed_and_named, assert_hard, assert_nearly_right, fared

NAMES = [slip.name for slip in SLIPS]


@cache
def how(slip: Slip) -> Fared:
    return fared("tribun", slip)


@pytest.mark.parametrize("slip", SLIPS, ids=NAMES)
def test_a_wrong_engine_is_failed_its_clause_named_and_it_is_right_nearly_everywhere(slip: Slip) -> None:
    assert_failed_and_named(slip, how(slip))
    assert {result.verdict for result in how(slip).results.results} == {"pass", "fail"}
    assert_nearly_right(slip, how(slip))


def test_the_set_is_hard_and_no_two_break_the_same_clause() -> None:
    assert_hard(SLIPS, 10)
    assert sum(slip.name.startswith("legal:") for slip in SLIPS) >= 2
    assert sum(slip.name.startswith("apply:") for slip in SLIPS) >= 2
