"""Under pytest a file of scenarios is collected: items, failures with boards, errors where they stand."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

GOOD = """\
game tactics

scenario "a hit"
  why    the target loses what the attacker has
  cites  TAC-ATK-5
  given  P1 to move, a = P1 at (1,1), x = P2 at (2,1)
  when   attack x
  then   x has hp 7
"""
WRONG = GOOD.replace("a hit", "too hard a hit").replace("hp 7", "hp 5")
EDITIONS = """\
game tribun

scenario "the start"
  given  standard start, black to move
  then   265 legal actions
"""

ALONE = ("-p", "no:cacheprovider", "-p", "no:hypothesispytest")  # what else is installed here takes a second to load


def under_pytest(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", *ALONE, *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def counted(done: subprocess.CompletedProcess[str]) -> str:
    """The counts of the last line: `1 failed, 3 passed`."""
    return re.sub(r" in [0-9.]+s.*", "", done.stdout.strip().splitlines()[-1].strip("= "))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "hits.ludex").write_text(GOOD, encoding="utf-8")
    (tmp_path / "start.ludex").write_text(EDITIONS, encoding="utf-8")
    (tmp_path / "test_other.py").write_text("def test_other():\n    pass\n", encoding="utf-8")
    return tmp_path


def test_each_scenario_is_an_item_in_each_edition(folder: Path) -> None:
    done = under_pytest(folder, "--collect-only", "-q")
    assert done.stdout.splitlines()[:4] == [
        "hits.ludex::a hit",
        "start.ludex::the start[2026-01]",
        "start.ludex::the start[2026-04]",
        "test_other.py::test_other",
    ]


@pytest.mark.parametrize("words", [(), ("-n", "2")])
def test_all_pass_with_workers_or_without(folder: Path, words: tuple[str, ...]) -> None:
    done = under_pytest(folder, *words)
    assert (done.returncode, counted(done)) == (0, "4 passed"), done.stdout


def test_a_failure_shows_where_and_both_boards(folder: Path) -> None:
    (folder / "wrong.ludex").write_text(WRONG, encoding="utf-8")
    done = under_pytest(folder)
    assert (done.returncode, counted(done)) == (1, "1 failed, 4 passed")
    assert "wrong.ludex:8:10: the position is not as expected" in done.stdout
    assert "FAILED wrong.ludex::too hard a hit" in done.stdout
    for line in ("before", "expected", "got", "x: expected hp 5, got hp 7"):
        assert line in done.stdout.splitlines(), line
    assert "*x" in done.stdout
    assert "Traceback" not in done.stdout
    assert "scenarios.py" not in done.stdout


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (GOOD.replace("when   attack", "when   atack"), "bad.ludex:7:10: expected"),
        (GOOD.replace("TAC-ATK-5", "TAC-ATK-77"), "TAC-ATK-77 is no clause of the rulebook"),
        ("", "a scenario in the file"),
    ],
)
def test_a_file_with_errors_fails_when_it_is_collected(folder: Path, text: str, said: str) -> None:
    (folder / "bad.ludex").write_text(text, encoding="utf-8")
    done = under_pytest(folder, "bad.ludex")
    assert (done.returncode, counted(done)) == (2, "1 error")
    assert said in done.stdout
    assert "Traceback" not in done.stdout


def test_a_reading_that_is_none_fails_as_an_item(folder: Path) -> None:
    (folder / "bad.ludex").write_text(GOOD.replace("  given", "  under  no-such = thing\n  given"), encoding="utf-8")
    done = under_pytest(folder, "bad.ludex")
    assert (done.returncode, counted(done)) == (1, "1 failed")
    assert "bad.ludex:6:10" in done.stdout


@pytest.mark.parametrize(
    ("words", "passed"),
    [
        (("hits.ludex",), 1),
        (("hits.ludex::a hit",), 1),
        (("start.ludex::the start[2026-04]",), 1),
        (("-k", "2026-01"), 1),
        (("-k", "TAC-ATK-5"), 1),
    ],
)
def test_items_are_chosen_by_file_name_edition_and_clause(folder: Path, words: tuple[str, ...], passed: int) -> None:
    assert counted(under_pytest(folder, *words)).startswith(f"{passed} passed")


def test_it_can_be_switched_off(folder: Path) -> None:
    assert counted(under_pytest(folder, "--ludex-no-scenarios")) == "1 passed"


def test_a_project_without_such_files_loads_nothing_of_it(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(
        "import sys\n\n\ndef test_it():\n"
        "    assert not {'ludex.scenario', 'ludex.authoring', 'ludex.cli', 'lark'} & sys.modules.keys()\n"
    )
    done = under_pytest(tmp_path, "-q")
    assert done.returncode == 0, done.stdout
    assert "ludex" not in done.stdout


def test_the_report_is_junit_as_well(folder: Path) -> None:
    (folder / "wrong.ludex").write_text(WRONG, encoding="utf-8")
    under_pytest(folder, "wrong.ludex", "--junit-xml", "report.xml")
    report = (folder / "report.xml").read_text(encoding="utf-8")
    assert 'name="too hard a hit"' in report
    assert "expected hp 5, got hp 7" in report
