"""What a request names that is not there: every clause that it breaks by itself is a reason."""

from __future__ import annotations

import pytest

from ludex.games import tribun
from ludex.rules.answering import answer
from tests.tribun.boards import position

RULES = tribun.REGISTER.rules(tribun.REGISTER.editions[0])
BOARD = tribun.show_position(position("black"))["board"]


@pytest.mark.parametrize(
    ("cid", "part", "broken"),
    [
        (88, 0, {"TRB-BRD-2"}),  # which part a unit has is moot where there is no tile
        (88, 2, {"TRB-BRD-2", "TRB-PAT-9"}),
        ("60", None, {"TRB-BRD-2", "TRB-PAT-9"}),
        (60, True, {"TRB-PAT-9"}),
    ],
)
def test_relations_of_no_tile_and_no_part(cid: object, part: object, broken: set[str]) -> None:
    told = answer(tribun, "relations", {"board": BOARD, "cid": cid, "part": part}, RULES)
    assert {*told["unreadable"]["broken"]} == broken
