"""What `ludex explain` tells of a clause: the scenarios that cite it, wherever and however they say so."""

from pathlib import Path

import pytest

from ludex import where
from ludex.cli import main

FILE = """game tactics

scenario "on the next line"
  why    a list of clauses is long
  cites  TAC-TRN-1
         TAC-END-1 -- and this is a remark: TAC-MOV-1
  given  standard start, P1 to move
  then   P1 to move

outline "in every row"
  cites  TAC-END-1
  given  standard start, <who> to move
  then   <who> to move
  examples
    | who |
    | P1  |
    | P2  |

scenario "only in words"
  why    it is like TAC-END-1
  cites  TAC-TRN-1
  given  standard start, P1 to move
  then   P1 to move
"""
WRONG = '\nscenario "out of words"\n  cites TAC-END-1\n  given grass\n  then P1 to move\n'


def told(folder: Path, text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The lines about scenarios of a folder with one file."""
    (folder / "mine.ludex").write_text(text, encoding="utf-8")
    (folder / "other.ludex").write_text(text.replace("TAC-END-1", "TAC-END-2"), encoding="utf-8")
    monkeypatch.setattr(where, "scenarios", lambda game: sorted(folder.glob("*.ludex")) if game == "tactics" else [])
    assert main(["explain", "TAC-END-1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("Scenarios that cite it"))
    return lines[start : next(number for number, line in enumerate(lines) if line.startswith("Vectors"))]


def test_the_language_says_what_is_cited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert told(tmp_path, FILE, monkeypatch, capsys) == [
        "Scenarios that cite it: 2",
        '  mine.ludex:3 "on the next line"',
        '  mine.ludex:10 "in every row"',
    ]


def test_a_scenario_that_cannot_be_read_is_not_passed_over_in_silence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What it cites can be read all the same, unless it is not known where it begins."""
    lines = told(tmp_path, FILE + WRONG, monkeypatch, capsys)
    assert [lines[0], lines[-1]] == ["Scenarios that cite it: 3", '  mine.ludex:25 "out of words"']
    lines = told(tmp_path, FILE + WRONG.replace("scenario", "scenari"), monkeypatch, capsys)
    assert lines[0] == "Scenarios that cite it: 2"
    assert lines[-1] == f"  … and what cannot be read: ludex lint {tmp_path / 'mine.ludex'}"


def test_a_scenario_is_read_by_the_rules_that_stand_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    parts = ("cites  TRB-MOV-1", "given  standard start", "then   white to move")
    other = "\n  ".join(['game tribun\n\nscenario "of another game"', *parts]) + "\n\n"
    assert told(tmp_path, other + FILE, monkeypatch, capsys) == [
        "Scenarios that cite it: 2",
        '  mine.ludex:10 "on the next line"',
        '  mine.ludex:17 "in every row"',
    ]
