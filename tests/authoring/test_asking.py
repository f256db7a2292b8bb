"""`ludex explain` and `ludex check` answer what people really type."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ludex.cli import main
from ludex.notation.reading import one_of
from ludex.rulebook import rulebook, with_rulebooks
from ludex.seam import reference_of
from ludex.vectors import open_suite
from ludex.vectors.format import full_id

ROOT = Path(__file__).parents[2]
Output = pytest.CaptureFixture[str]
ENGINE = ("--", sys.executable, "-c", "raise SystemExit('never started')")

PREFIXES = {game: reference_of(game).PREFIX for game in with_rulebooks()}
BEGINNINGS = f"Clauses begin with {one_of(f'`{prefix}` ({game})' for game, prefix in PREFIXES.items())}."


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
    assert out.splitlines()[0].startswith("TRB-MOV · ")
    assert out.splitlines()[0].endswith(f" · {len(clauses)} clauses")
    assert out.endswith(f"\nIn {clauses[0].file}. One with what tests it: ludex explain {clauses[0].id}\n")


def test_a_clause_is_told_with_what_tests_it(capsys: Output) -> None:
    """A dozen of the scenarios and of the vectors are named, and all are counted."""
    assert main(["explain", "TAC-MOV-5"]) == 0
    lines = capsys.readouterr().out.splitlines()
    clause = rulebook("tactics")["TAC-MOV-5"]
    assert lines[:3] == [f"TAC-MOV-5 · must · check · {clause.title}", "", clause.sentence]
    assert f"In {clause.file}:{clause.line}" in lines
    at = next(number for number, line in enumerate(lines) if line.startswith("Scenarios that cite it: "))
    many = int(lines[at].split(": ")[1])
    assert many > 12
    assert lines[at + 13] == f"  … and {many - 12} more"
    at = next(number for number, line in enumerate(lines) if line.startswith("Vectors that turn on it: "))
    assert lines[at].endswith("  (all: ludex check --list --select ID)")
    told = [line for line in lines[at + 1 :] if "@" in line]
    tally = [line.split() for line in lines[at + 1 :] if "@" not in line]
    assert sum(int(count.replace(",", "")) for count, *_ in tally) == int(lines[at].split()[5].replace(",", ""))
    assert len(told) == 12
    topics = list(open_suite("tactics").topics("v1"))
    whys = {full_id(vector, topic.edition): vector.why for topic in topics for vector in topic.vectors}
    assert told == [f"  {name}: {whys[name]}" for name in (line.strip().partition(": ")[0] for line in told)]


@pytest.mark.parametrize(
    ("clause", "names"),
    [
        ("TRB-KIL-1", ["killer_is_own"]),
        ("TRB-BRD-2", ["is_a_tile", "names_tiles"]),
        ("TRB-TRN-1", []),  # a text, which nothing decides
    ],
)
def test_the_functions_that_decide_a_clause_are_named(
    clause: str, names: list[str], capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each with the line where its marks begin, in a path that can be opened from the current folder."""
    monkeypatch.chdir(ROOT)
    assert main(["explain", clause]) == 0
    told = [line.split(": ")[1] for line in capsys.readouterr().out.splitlines() if line.startswith("Decided by: ")]
    assert [one.split()[1] for one in told] == names
    for place, name in map(str.split, told):
        file, line = place.split(":")
        assert file.startswith("reference/ludex/games/tribun/")
        marks, _, _ = "\n".join((ROOT / file).read_text().splitlines()[int(line) - 1 :]).partition(f"def {name}(")
        assert f'("{clause}")' in marks
        assert "def " not in marks


@pytest.mark.parametrize(
    ("wanted", "remedy"),
    [
        ("TRB-MVO", "Did you mean the group `TRB-MOV`? In the rulebook of tribun, `TRB-` is followed by BRD, UNT, "),
        ("trb-mvo-4", "Did you mean `TRB-MOV-4` (The destination is in reach)? In the rulebook of tribun, "),
        ("TAC-ATKK-1", "Did you mean `TAC-ATK-1` ("),
        ("TRB-QQQ-1", "  In the rulebook of tribun, `TRB-` is followed by BRD, UNT, "),
        ("TRB", "  In the rulebook of tribun, `TRB-` is followed by BRD, UNT, "),
        (
            "TRB-MOV-99",
            "`TRB-MOV-4` (The destination is in reach), `TRB-MOV-5` (The primary walks off) or `TRB-MOV-6` (",
        ),
        (
            "TRB-MOV-99",
            "? `ludex explain TRB-MOV` lists all of them. `ludex check --list --game G` shows the vectors of a game.",
        ),
        ("TRB-MOV-04", "Did you mean `TRB-MOV-4` (The destination is in reach)? `ludex check"),
        ("MOV-2", "`MIN-MOV-2` (Another hex), `TAC-MOV-2` (Exactly one step) or `TRB-MOV-2` (Part 1 needs a slave)?"),
        (
            "hello",
            BEGINNINGS,
        ),
        ("cid-0-00000000@2026-01", "\n  `ludex check --list --game G` shows the vectors of a game."),
    ],
)
def test_what_is_unknown_is_told_with_what_is_known_of_its_topic(wanted: str, remedy: str, capsys: Output) -> None:
    assert main(["explain", wanted]) == 2
    assert remedy in capsys.readouterr().err


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


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--select", "TRB-MOV-99"), "`TRB-MOV-6` (The stack moves)? `ludex explain TRB-MOV` lists all of them. "),
        (("--select", "TRB-QQQ-1"), "In the rulebook of tribun, `TRB-` is followed by BRD, "),
        (("--select", "TAC-MOV-1"), "It is a clause of tactics; those of tribun begin with `TRB`. "),
        (("--reading", "kill-movr=attack"), "unknown reading: 'kill-movr'"),
        (("--reading", "kill-mover=atack"), "unknown choice of kill-mover: 'atack'"),
    ],
)
def test_a_list_of_what_there_is_not_is_refused(words: tuple[str, str], said: str, capsys: Output) -> None:
    assert main(["check", "--game", "tribun", "--list", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err


def test_a_clause_is_told_where_there_are_no_vectors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LUDEX_VECTORS", str(tmp_path))
    assert main(["explain", "trb-mov-3"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("TRB-MOV-3 ")
    assert err == ""
