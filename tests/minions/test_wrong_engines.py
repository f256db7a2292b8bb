"""Wrong engines are failed, and the report leads to the right clause group, though each is right nearly everywhere."""

from __future__ import annotations

import pytest

from tests.minions.wrong_engines import ONE_BOARD, SLIPS, WHOLE_GAME, of_a_kind
from tests.wrong_engines import ONE_IN, Slip, assert_failed_and_named, assert_hard, assert_nearly_right, fared

NAMES = [slip.name for slip in SLIPS]


@pytest.mark.parametrize("slip", SLIPS[::ONE_IN], ids=NAMES[::ONE_IN])
def test_a_wrong_engine_is_failed_its_clause_named_and_it_is_right_nearly_everywhere(slip: Slip) -> None:
    found = fared("minions", slip, of_a_kind)
    assert_failed_and_named(slip, found)
    assert_nearly_right(slip, found)


def test_the_sets_are_hard_and_no_two_break_the_same_clause() -> None:
    assert_hard(ONE_BOARD, 8)
    assert_hard(WHOLE_GAME, 10)
    assert_hard(SLIPS, 18)
