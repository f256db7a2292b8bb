"""Wrong engines are failed, and the report leads to the right clause group, though each is right nearly everywhere."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from ludex.judge.report import suspects
from ludex.judge.results import Results, read_results
from ludex.vectors.selection import clause_group
from tests.tribun.random_games import led_to, lines_of_play
from tests.tribun.wrong_engines import SLIPS, Slip, write

HERE = Path(__file__).parent
NAMES = [slip.name for slip in SLIPS]


@dataclass(frozen=True)
class Judged:
    """How a wrong engine fared: its exit status, the results, and the report."""

    status: int
    results: Results
    report: str

    @property
    def failed(self) -> int:
        return sum(result.verdict == "fail" for result in self.results.results)

    @property
    def share(self) -> float:
        """The part of the vectors that catch it."""
        return self.failed / len(self.results.results)


def environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(folder)}


def judged(slip: Slip) -> Judged:
    """The verdict of ``ludex check`` on the reference with a slip."""
    with TemporaryDirectory() as name:
        folder = write(slip, Path(name))
        file = folder / "results.json"
        ludex = [sys.executable, "-c", "import sys; from ludex.cli import main; sys.exit(main(sys.argv[1:]))"]
        words = ["check", "--game", "tribun", "--edition", slip.edition, "--json", str(file), "--"]
        engine = ["env", f"PYTHONPATH={folder}", *ludex, "engine"]
        done = subprocess.run([*ludex, *words, *engine], capture_output=True, text=True, timeout=300, check=False)
        return Judged(done.returncode, read_results(file), done.stdout)


@pytest.mark.parametrize("slip", SLIPS, ids=NAMES)
def test_a_wrong_engine_is_failed_and_its_clause_named(slip: Slip) -> None:
    found = judged(slip)
    assert found.status == 1
    assert found.failed > 0
    assert {result.verdict for result in found.results.results} == {"pass", "fail"}
    named = [clause for clause, _ in suspects(found.results)[:5]]
    assert slip.group in {clause_group(clause) for clause in named}, named
    assert f"! {slip.group}" in found.report
    assert found.share < (0.01 if slip.rare else 0.03)


@pytest.mark.parametrize("slip", SLIPS, ids=NAMES)
def test_a_wrong_engine_is_right_in_random_games(slip: Slip) -> None:
    lines = lines_of_play(slip.edition)
    with TemporaryDirectory() as name:
        played = subprocess.run(
            [sys.executable, str(HERE / "random_games.py"), slip.edition],
            input=json.dumps(lines),
            env=environment(write(slip, Path(name))),
            capture_output=True,
            text=True,
            check=True,
        ).stdout.splitlines()
    right = [led_to(slip.edition, line) for line in lines]
    assert sum(one == other for one, other in zip(played, right, strict=True)) >= 90


def test_the_set_is_hard_and_no_two_break_the_same_clause() -> None:
    assert len(SLIPS) >= 10
    assert len({slip.clause for slip in SLIPS}) == len(SLIPS)
    assert sum(slip.rare for slip in SLIPS) * 2 >= len(SLIPS)
    assert sum(slip.name.startswith("legal:") for slip in SLIPS) >= 2
    assert sum(slip.name.startswith("apply:") for slip in SLIPS) >= 2
