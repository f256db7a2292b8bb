"""Whose mistake it is where a command falls over in a process of its own."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ludex.authoring.attributing import fault_of_game
from ludex.crew import Crew
from ludex.seam import reference_of
from ludex.where import games


def fall_in(game: str) -> Any:
    """Have the rules of a game judge what is no position."""
    return reference_of(game).legal(None, None)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", games())
def test_what_the_rules_of_a_game_raise_elsewhere_is_told_with_its_place(game: str) -> None:
    with pytest.raises(Exception, match="NoneType") as raised:
        list(Crew(1).each([game], fall_in))
    told = str(fault_of_game(raised.value))
    place = rf"the files of {game} are not in order, at \S+/{game}/\w+\.py:\d+: {raised.type.__name__}: "
    assert re.match(place, told), told
    assert told.endswith(f"`ludex doctor {game}` tells what is missing.")


def test_what_falls_in_no_game_is_nobodys_files() -> None:
    with pytest.raises(ZeroDivisionError) as raised:
        list(Crew(1).each([0], lambda piece: 1 // piece))
    assert fault_of_game(raised.value) is None
