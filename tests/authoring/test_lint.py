"""`ludex lint`: each thing that is wrong is found where it stands, with a remedy; what ships has nothing wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from ludex import rulebook
from ludex.authoring import linting
from ludex.cli import main
from ludex.scenario import read_text
from ludex.where import spec

HEAD = "game tactics\n"
GOOD = """\
scenario "a hit"
  why    the target loses what the attacker has
  cites  TAC-ATK-5
  given  P1 to move, a = P1 at (1,1), x = P2 at (2,1)
  when   attack x
  then   x has hp 7
"""
OTHER = GOOD.replace("a hit", "another").replace("(2,1)", "(1,2)")
SHIPPED = sorted(path.parent.name for path in spec().glob("*/scenarios"))


def found(text: str) -> list[tuple[str, int, int]]:
    """Rule, line and column of each finding in a text."""
    return [(one.rule, one.line, one.column) for one in linting.lint([read_text(HEAD + text, "here.ludex")])]


@pytest.mark.parametrize("game", SHIPPED)
def test_what_ships_has_nothing_to_mend(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["lint", str(spec() / game / "scenarios")])
    assert (status, capsys.readouterr().out.splitlines()[:-1]) == (0, [])


def test_a_good_scenario_has_nothing_to_mend() -> None:
    assert found(GOOD + "\n" + OTHER) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (GOOD.replace("  why    the target loses what the attacker has\n", ""), ("missing-why", 2, 1)),
        (GOOD.replace("  cites  TAC-ATK-5\n", ""), ("missing-cites", 2, 1)),
        (GOOD.replace("TAC-ATK-5", "TAC-ATK-77"), ("unknown-clause", 4, 10)),
        (GOOD.replace("  then   x has hp 7", "  then   x has hp 6"), ("fails", 7, 10)),
        (GOOD.replace("TAC-ATK-5", "TAC-ATK-5 TAC-MOV-2"), ("idle-cite", 4, 20)),
        (GOOD.replace("attack x", "atack x"), ("unreadable", 6, 10)),
        (GOOD.replace("  given", "  under  no-such = thing\n  given"), ("unplayable", 5, 10)),
        (GOOD + GOOD.replace("a hit", "it strikes"), ("duplicate", 8, 1)),
        (GOOD.replace("then   x has hp 7", "then   refused by TAC-ATK-78"), ("unknown-clause", 7, 21)),
    ],
)
def test_what_is_wrong_is_found_where_it_stands(text: str, expected: tuple[str, int, int]) -> None:
    assert expected in found(text)


def test_a_cite_is_found_in_its_column(tmp_path: Path) -> None:
    path = tmp_path / "a.ludex"
    path.write_text(HEAD + GOOD.replace("TAC-ATK-5", "TAC-ATK-5 TAC-ATK-77 TAC-MOV-2"), encoding="utf-8")
    told = linting.lint([read_text(path.read_text(), str(path))])
    assert [(one.rule, one.line, one.column) for one in told] == [("unknown-clause", 4, 20), ("idle-cite", 4, 31)]
    assert told[0].remedy.startswith("Did you mean `TAC-ATK-")
    assert told[0].remedy.endswith("? `ludex explain TAC-ATK` lists all of them.")
    assert told[0].remedy.count("TAC-ATK-") == 3


def test_a_clause_that_no_code_decides_may_be_cited() -> None:
    assert rulebook.rulebook("tactics")["TAC-ATK-7"].role == "text"
    assert found(GOOD.replace("TAC-ATK-5", "TAC-ATK-5 TAC-ATK-7")) == []


def test_a_withdrawn_clause_is_told_with_what_the_rulebook_says_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = "### TAC-ATK-5 · withdrawn · text · Damage\nWithdrawn for TAC-ATK-9.\n\nSource: here.\n"
    (tmp_path / "a.md").write_text(page, encoding="utf-8")
    book = rulebook.read_rulebook(tmp_path)
    assert book["TAC-ATK-5"].withdrawn
    monkeypatch.setattr(linting, "rulebook", lambda _: book)
    (told,) = linting.lint([read_text(HEAD + GOOD, "here.ludex")])
    assert (told.rule, told.message) == ("withdrawn-clause", "TAC-ATK-5 is withdrawn")
    assert told.remedy.startswith("Withdrawn for TAC-ATK-9.")


def test_without_an_action_a_scenario_asks_by_what_it_expects() -> None:
    still = (
        GOOD.replace("  when   attack x\n", "").replace("x has hp 7", "x has hp 10").replace("TAC-ATK-5", "TAC-UNT-1")
    )
    assert found(still + still.replace("a hit", "b").replace("x has hp 10", "a has hp 10")) == []
    assert ("duplicate", 7, 1) in found(still + still.replace("a hit", "b"))


def test_other_readings_make_another_scenario() -> None:
    assert found(GOOD + GOOD.replace("a hit", "b").replace("  given", "  under  hp-floor = zero\n  given")) == []


def test_names_are_looked_at_across_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.ludex").write_text(HEAD + GOOD, encoding="utf-8")
    (tmp_path / "b.ludex").write_text(HEAD + OTHER.replace("another", "A  hit"), encoding="utf-8")
    assert main(["lint", str(tmp_path)]) == 1
    out = capsys.readouterr().out
    assert f'{tmp_path / "b.ludex"}:2:1: "A  hit" has the name of "a hit" in {tmp_path / "a.ludex"}:2' in out
    assert "2 scenarios: 1 to mend" in out


def test_json_has_every_field(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.ludex"
    path.write_text(HEAD + GOOD.replace("  cites  TAC-ATK-5\n", ""), encoding="utf-8")
    assert main(["lint", "--json", str(path)]) == 1
    (one,) = json.loads(capsys.readouterr().out)
    remedy = "Name the clauses that it shows:  cites  ABC-DEF-1"
    message = '"a hit" cites no clause'
    place = {"file": str(path), "line": 2, "column": 1}
    assert one == {**place, "rule": "missing-cites", "message": message, "remedy": remedy}


@pytest.mark.parametrize("text", [HEAD + GOOD.replace("when", "whn"), HEAD, ""])
def test_what_cannot_be_read_is_status_2(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    (tmp_path / "a.ludex").write_text(text, encoding="utf-8")
    assert main(["lint", str(tmp_path)]) == 2
    assert "[unreadable]" in capsys.readouterr().out


def test_nothing_to_lint_is_status_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint", str(tmp_path)]) == 2
    assert main(["lint", str(tmp_path / "none.ludex")]) == 2
    assert "none.ludex cannot be read" in capsys.readouterr().err


def test_the_command_says_so_by_its_status(tmp_path: Path) -> None:
    (tmp_path / "a.ludex").write_text(HEAD + GOOD, encoding="utf-8")
    command = [sys.executable, "-c", "import sys; from ludex.cli import main; sys.exit(main())", "lint", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "1 scenario: nothing to mend\n")
