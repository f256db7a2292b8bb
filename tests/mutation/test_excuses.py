"""What is excused stands beside the power, by whose word; what every game would excuse is known to the tool."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from ludex import where
from ludex.cli import main
from ludex.mutation import account
from ludex.mutation.account import Account, MutantLine, account_of, accounts_json, table
from ludex.mutation.earlier import survivors_in, told_since
from ludex.mutation.listing import NOT_ASKED, Listing, Survivor, Unasked, listing_of, path_of, read_listing


def line(outcome: str, function: str = "f") -> MutantLine:
    return MutantLine(f"{outcome}-{function}", "rules.py:1", function, (), "a slip", outcome, None, None, 1, 0.1)


def test_beside_the_power_stands_what_fell_and_what_was_excused() -> None:
    lines = [line("killed"), line("told"), line("equivalent"), line("unasked"), line("unasked", "TITLE")]
    whole = Account("toy", 7, [*lines, line("survived"), line("stillborn")], [])
    (said,) = [one for one in table(whole) if "fell to vectors" in one]
    assert said == (
        "  2 of 7 mutants fell to vectors, 3 were excused: 1 as the same game by another name, "
        "2 as no request reaches them (1 of these in every game alike); 0 are admitted, 1 survive, 1 do not load"
    )


def test_of_earlier_survivors_it_is_told_what_came_of_them(tmp_path: Path) -> None:
    kept = Account("toy", 5, [line("survived", one) for one in "abcde"] + [line("killed", "f")], [])
    (tmp_path / "then.json").write_bytes(msgspec.json.encode(accounts_json([kept])))
    before = survivors_in(tmp_path / "then.json")
    names = {outcome: msgspec.structs.replace(line(outcome), mutant=f"survived-{name}") for outcome, name in CAME}
    told = told_since(before, Account("toy", 3, [*names.values()], []))
    assert told == (
        "  1 of 5 survivors of then fell to vectors, 1 were excused, 0 are admitted, 1 survive, "
        "2 were rewritten and are no more"
    )
    assert "2 were rewritten, or not run" in told_since(before, Account("toy", 9, [*names.values()], []))
    assert "says nothing of this game" in told_since({}, kept)


CAME = [("killed", "a"), ("equivalent", "b"), ("late", "c")]


def test_an_excuse_that_a_vector_refutes_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    listing = Listing(
        open=[Survivor("killed-f", "rules.py:1", "a slip", "nobody can tell of it yet")],
        unasked=[Unasked("rules.py:f", "why"), Unasked("rules.py:g", "why"), Unasked("rules.py:start", "why")],
    )
    found = [line("killed"), line("killed", "start"), line("unasked", "g"), line("killed", "g")]
    monkeypatch.setattr(account, "_line", lambda result, _: result)
    whole = account_of("toy", found, found, listing, [], 1.0)  # type: ignore[arg-type]
    assert [fault.split()[0] for fault in whole.faults] == ["killed-f", "rules.py:f"]
    part = account_of("toy", [*found, line("late")], found, listing, [], 1.0)  # type: ignore[arg-type, list-item]
    assert [fault.split()[0] for fault in part.faults] == ["killed-f"]


@pytest.mark.parametrize("text", ["", "{}", '{"games":[{}]}', "[1]"])
def test_what_is_no_account_is_told(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "then.json").write_text(text)
    for name in ("then.json", "none.json"):
        assert main(["power", "--game", "tactics", "--sample", "1", "--earlier", str(tmp_path / name)]) == 2
        assert f"{name}" in capsys.readouterr().err


@pytest.mark.parametrize("game", where.games())
def test_what_no_request_asks_of_any_game_is_excused_without_a_word_of_its_own(game: str) -> None:
    package = f"reference/ludex/games/{game}/__init__.py"
    assert {f"{package}:TITLE", f"{package}:PREFIX"} <= listing_of(game).functions
    own = {entry.function for entry in read_listing(path_of(game)).unasked}
    assert not [name for name in own if name.partition(":")[2] in NOT_ASKED]
