"""A case of a list that names readings holds under them where it is refused; a list that is given holds anyway."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.games import tactics
from ludex.games.tactics import REGISTER
from ludex.generate.readings import groups

UNDER = {"turn-limits": ("once-per-unit", "once-per-turn")}
EDITION = REGISTER.editions[0]


def asked(moved: list[str]) -> dict[str, Any]:
    def unit(name: str, owner: str, x: int) -> dict[str, Any]:
        return {"id": name, "owner": owner, "hp": 3, "attack": 1, "alive": True, "position": {"x": x, "y": 2}}

    state = {
        "board": {"width": 5, "height": 5},
        "units": [unit("a", "P1", 0), unit("x", "P2", 4)],
        "currentPlayer": "P1",
        "isGameOver": False,
        "winner": None,
    }
    return {"position": state, "spent": {"moved": moved, "attacked": []}}


@pytest.mark.parametrize("moved", [["x"], ["nobody"], ["a", "a"]])
def test_what_cannot_have_been_spent_is_refused_where_it_counts(moved: list[str]) -> None:
    (refused,) = groups(tactics, EDITION, "legal", asked(moved), UNDER)
    assert refused.answer == {"unreadable": {"broken": ["TAC-TRN-7"], "moot": []}}
    assert refused.holds == [{"turn-limits": [*UNDER["turn-limits"]]}]
    (anyway,) = groups(tactics, EDITION, "legal", asked(moved))
    assert not anyway.holds


def test_a_list_says_itself_under_which_readings_an_action_is_in_it() -> None:
    narrowed, anyway = (
        groups(tactics, EDITION, "legal", asked(["a"]), UNDER),
        groups(tactics, EDITION, "legal", asked(["a"])),
    )
    assert narrowed == anyway
    assert anyway[0].answer["conditional"]
