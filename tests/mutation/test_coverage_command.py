"""The command `ludex coverage`: a table that explains itself, gaps that fail, and words for who asks wrongly."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ludex.cli import main
from ludex.mutation import coverage as account
from ludex.mutation import lines, slips
from ludex.mutation.coverage import Coverage, Covered
from ludex.mutation.running import with_vectors

GAME = with_vectors()[0]


def stated(gaps: list[str]) -> Coverage:
    clauses = [
        Covered("A-B-1", "must", "check", "A rule", ["one", "two"], ["three"], [], ["a story"]),
        Covered("A-B-2", "must", "text", "Words", excused=("not decided",)),
    ]
    return Coverage(GAME, clauses, [], gaps)


@pytest.fixture(params=[[], ["A-B-1 has no test"]], ids=["whole", "with a gap"])
def gaps(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    found: list[str] = request.param
    monkeypatch.setattr(account, "coverage_of", lambda _: stated(found))
    monkeypatch.setattr(lines, "gaps_of", lambda _: {})
    monkeypatch.setattr(slips, "fill_of", lambda _: None)
    return found


def test_the_table_gives_numbers_says_what_cannot_be_and_explains_its_words(
    gaps: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["coverage", "--game", GAME]) == 0
    out = capsys.readouterr().out
    rows = {line.split()[0]: line.split()[3:] for line in out.splitlines() if "must" in line}
    assert rows == {"A-B-1": ["2", "1", "-", "1", "-"], "A-B-2": [*"-----", "not", "decided"]}
    assert "named: " in out
    assert all(gap in out for gap in gaps)


def test_what_takes_its_time_is_said_on_the_way(gaps: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["coverage", "--game", GAME, "--check"]) == len(gaps)
    stages = ["which lines of the rules the vectors run", f"{GAME}: what ", f"{GAME}: the matrix of slips"]
    lines = capsys.readouterr().err.splitlines()
    assert [line.startswith(f"ludex: {stage}") for line, stage in zip(lines, stages, strict=True)] == [True] * 3


@pytest.mark.usefixtures("gaps")
@pytest.mark.parametrize(
    ("words", "remembered"),
    [
        ([], True),
        (["--matrix"], True),
        (["--check", "--matrix"], True),
        (["--check"], False),
        (["--lines"], False),
        (["--lines", "--matrix"], False),
        (["--no-cache"], False),
        (["--check", "--matrix", "--no-cache"], False),
    ],
)
def test_what_ran_is_remembered_where_no_lines_are_counted(
    words: list[str], remembered: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted: list[None] = []
    monkeypatch.setattr("ludex.tracking.sources.install", lambda: noted.append(None))
    main(["coverage", "--game", GAME, *words])
    assert noted == [None] * remembered


def test_the_check_shows_gaps_alone_and_fails_by_them(gaps: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["coverage", "--game", GAME, "--check"]) == len(gaps)
    out = capsys.readouterr().out
    assert "must" not in out
    assert out.splitlines() == [*(f"  {gap}" for gap in gaps), f"{GAME}: {'1 gap' if gaps else 'no gaps'}"]


def test_the_json_says_what_a_clause_cannot_have(gaps: list[str], tmp_path: Path) -> None:
    path = tmp_path / "coverage.json"
    assert main(["coverage", "--game", GAME, "--json", str(path)]) == 0
    (game,) = json.loads(path.read_bytes())["games"]
    assert path.read_bytes().endswith(b"}\n")
    assert game["gaps"] == gaps
    assert game["clauses"]["A-B-2"]["excused"] == ["not decided"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--game", "chess"], "no vectors and reference for 'chess'"),
        (["--json", "/"], "cannot write /: it is a folder"),
        (["--json", ""], "--json names no file"),
    ],
)
def test_who_asks_wrongly_is_told(capsys: pytest.CaptureFixture[str], words: list[str], told: str) -> None:
    assert main(["coverage", *words]) == 2
    assert told in capsys.readouterr().err


def test_a_fault_found_while_lines_are_measured_is_told_with_its_own_remedy(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from ludex.fault import Fault

    def broken(_: str) -> None:
        raise Fault("the list is broken", "Mend the list.")

    monkeypatch.setattr(lines, "_measure", broken)
    assert main(["coverage", "--game", GAME, "--check"]) == 2
    err = capsys.readouterr().err
    assert "could not be measured: the list is broken" in err
    assert "Mend the list." in err
    assert "pip install" not in err
