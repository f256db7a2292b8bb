"""`ludex explain` and `ludex check` answer what people really type."""

from __future__ import annotations

import sys

import pytest

from ludex.cli import main
from ludex.rulebook import rulebook

Output = pytest.CaptureFixture[str]
ENGINE = ("--", sys.executable, "-c", "raise SystemExit('never started')")


def test_a_clause_may_be_written_in_small_letters(capsys: Output) -> None:
    assert main(["explain", "tac-mov-1"]) == 0
    small = capsys.readouterr().out
    assert main(["explain", "TAC-MOV-1"]) == 0
    assert small == capsys.readouterr().out
    assert small.startswith("TAC-MOV-1 · must · check")


@pytest.mark.parametrize("wanted", ["TRB-MOV", "trb-mov"])
def test_a_group_is_listed(wanted: str, capsys: Output) -> None:
    assert main(["explain", wanted]) == 0
    out = capsys.readouterr().out
    clauses = [clause for clause in rulebook("tribun").values() if clause.group == "TRB-MOV"]
    assert len(clauses) > 3
    for clause in clauses:
        assert f"{clause.id} · {clause.level} · {clause.role} · {clause.title}\n  {clause.sentence}\n" in out
    assert "TRB-KIL-1" not in out


@pytest.mark.parametrize(
    ("wanted", "meant"), [("TRB-MVO", "TRB-MOV"), ("trb-mvo-4", "TRB-MOV-4"), ("TAC-ATKK-1", "TAC-ATK-1")]
)
def test_what_is_unknown_is_told_with_the_nearest(wanted: str, meant: str, capsys: Output) -> None:
    assert main(["explain", wanted]) == 2
    assert f"Did you mean {meant}?" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--max-failures", "0"), "--max-failures must be 1 or more"),
        (("--max-failures", "-3"), "--max-failures must be 1 or more"),
        (("--show", "-1"), "--show must be 0 or more"),
    ],
)
def test_numbers_out_of_range_are_refused(words: tuple[str, ...], said: str, capsys: Output) -> None:
    assert main(["check", "--game", "tactics", *words, *ENGINE]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("words", [("--skip", "*"), ("--select", "legal-over", "--skip", "legal")])
def test_skipping_everything_is_no_run(words: tuple[str, ...], capsys: Output) -> None:
    assert main(["check", "--game", "tactics", *words, "--", sys.executable, "-m", "ludex.cli", "engine"]) == 2
    assert "--skip leaves no vector to judge" in capsys.readouterr().err
