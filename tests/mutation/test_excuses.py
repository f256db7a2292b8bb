"""What is excused stands beside the power, by whose word; what every game would excuse is known to the tool."""

from __future__ import annotations

import pytest

from ludex import where
from ludex.mutation.account import Account, MutantLine, table
from ludex.mutation.listing import NOT_ASKED, listing_of, path_of, read_listing


def line(outcome: str, function: str = "f") -> MutantLine:
    return MutantLine(f"{outcome}-{function}", "rules.py:1", function, (), "a slip", outcome, None, None, 1, 0.1)


def test_beside_the_power_stands_what_fell_and_what_was_excused() -> None:
    lines = [line("killed"), line("told"), line("equivalent"), line("unasked"), line("unasked", "TITLE")]
    account = Account("toy", 7, [*lines, line("survived"), line("stillborn")], [])
    (said,) = [one for one in table(account) if "fell to vectors" in one]
    assert said == (
        "  2 of 7 mutants fell to vectors, 3 were excused: 1 as the same game by another name, "
        "2 as no request reaches them (1 of these in every game alike); 0 are admitted, 1 survive, 1 do not load"
    )


@pytest.mark.parametrize("game", where.games())
def test_what_no_request_asks_of_any_game_is_excused_without_a_word_of_its_own(game: str) -> None:
    package = f"reference/ludex/games/{game}/__init__.py"
    assert {f"{package}:TITLE", f"{package}:PREFIX"} <= listing_of(game).functions
    own = {entry.function for entry in read_listing(path_of(game)).unasked}
    assert not [name for name in own if name.partition(":")[2] in NOT_ASKED]
