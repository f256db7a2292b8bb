"""`ludex new`: a skeleton for every clause can be read, played, holds, and comes to its clause."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ludex.authoring.skeletons import clause_of, clauses_asked, examples, holds, skeleton
from ludex.cli import main
from ludex.rulebook import rulebook, with_rulebooks
from ludex.scenario import read_text
from ludex.vectors.suite import available

ALL = bool(os.environ.get("LUDEX_ALL"))
GAMES = [game for game in with_rulebooks() if game in available()]
EVERY = [(game, name) for game in GAMES for name, clause in rulebook(game).items() if not clause.withdrawn]
SAMPLE = EVERY if ALL else EVERY[::7]


def test_there_are_games_to_try() -> None:
    assert {"tactics", "tribun"} <= set(GAMES)


@pytest.mark.parametrize(("game", "clause"), SAMPLE, ids=[clause for _, clause in SAMPLE])
def test_a_skeleton_of_any_clause_holds_and_cites_it(game: str, clause: str) -> None:
    text = skeleton(game, rulebook(game)[clause])
    (scenario,) = read_text(text).scenarios
    assert scenario.cites == (clause,)
    assert scenario.why
    assert holds(text), text
    if "drawn from" in text:
        assert clause in clauses_asked(text), text


@pytest.mark.parametrize("clause", ["TAC-MOV-1", "TAC-ATK-5", "TAC-TRN-7", "TRB-MOV-3", "TRB-KIL-6", "TRB-DRW-4"])
def test_a_clause_that_vectors_turn_on_is_drawn_from_the_easiest(clause: str) -> None:
    game, found = clause_of(clause)
    first = next(iter(examples(game, clause)))
    text = skeleton(game, found)
    assert f"drawn from {first.vector.id}@" in text
    assert ("  when   " in text) == (
        "action" in first.fields and not first.fields.keys() - {"position", "action", "by"}
    )


def test_where_no_vector_can_be_said_in_words_it_begins_with_the_start(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "trb-clk-1"]) == 0
    out = capsys.readouterr().out
    assert "no vector in words turns on TRB-CLK-1: this is only the start" in out
    assert "standard start" in out


def test_readings_that_a_vector_needs_are_chosen() -> None:
    under = [one for clause in ("TAC-TRN-8", "TAC-ATK-5") for one in examples("tactics", clause) if one.under]
    assert under
    assert all(one.vector.holds_under(dict(one.rules.choices)) for one in under)


def test_it_is_laid_out_as_fmt_would(tmp_path: Path) -> None:
    for clause in ("TAC-MOV-1", "TRB-KIL-6", "TRB-CLK-1"):
        assert main(["new", clause, "-o", str(tmp_path / f"{clause}.ludex")]) == 0
    assert main(["fmt", "--check", str(tmp_path)]) == 0
    assert main(["run", str(tmp_path)]) == 0


@pytest.mark.parametrize("clause", ["TAC-MOV-1", "TAC-TRN-2", "TRB-MOV-3", "TRB-KIL-6", "MIN-MOV-7"])
def test_a_check_is_shown_refusing_and_with_an_option_accepting(
    clause: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", clause]) == 0
    assert f"refused by {clause}" in capsys.readouterr().out
    assert main(["new", clause, "--accepted"]) == 0
    out = capsys.readouterr().out
    assert "drawn from" in out
    assert "refused" not in out.partition("\n  then\n")[2]


def test_nothing_is_drawn_of_a_withdrawn_clause(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert rulebook("tactics")["TAC-UNT-3"].withdrawn
    assert main(["new", "tac-unt-3", "-o", str(tmp_path / "a.ludex")]) == 2
    assert "TAC-UNT-3 is withdrawn" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_nothing_is_ever_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.ludex"
    path.write_text("mine")
    assert main(["new", "TAC-MOV-1", "-o", str(path)]) == 2
    assert path.read_text() == "mine"
    assert "is there already" in capsys.readouterr().err
    assert main(["new", "TAC-MOV-1", "-o", str(tmp_path / "no" / "such.ludex")]) == 2


def test_a_clause_that_is_unknown_is_told_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "TRB-MVO-1"]) == 2
    assert "Did you mean `TRB-MOV-1` (An own unit moves)? In the rulebook" in capsys.readouterr().err
