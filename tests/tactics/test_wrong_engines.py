"""Wrong engines are failed, and the report leads to the right clause group, though each is right nearly everywhere."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from ludex.judge.report import suspects
from ludex.judge.results import Results, read_results
from ludex.vectors.selection import clause_group
from tests.tactics.wrong_engines import SLIPS, Slip, write
from tests.tactics.wrong_engines_games import led_to, lines_of_play

GAMES = Path(__file__).with_name("wrong_engines_games.py")
LUDEX = [sys.executable, "-c", "import sys; from ludex.cli import main; sys.exit(main(sys.argv[1:]))"]
ALONG = 2


@dataclass(frozen=True)
class Fared:
    """How a wrong engine fared: its exit status, the results, the report, and where its games led."""

    status: int
    results: Results
    report: str
    games: list[str]

    @property
    def failed(self) -> int:
        return sum(result.verdict in ("fail", "error") for result in self.results.results)

    @property
    def share(self) -> float:
        """The part of the vectors that catch it."""
        return self.failed / len(self.results.results)


def fared(slip: Slip) -> Fared:
    """The verdict of ``ludex check`` on the reference with a slip, and its hundred games."""
    with TemporaryDirectory() as name:
        folder = write(slip, Path(name))
        file = folder / "results.json"
        check = [*LUDEX, "check", "--game", "tactics", "--json", str(file), "--"]
        engine = ["env", f"PYTHONPATH={folder}", *LUDEX, "engine"]
        done = subprocess.run([*check, *engine], capture_output=True, text=True, timeout=300, check=False)
        played = subprocess.run(
            [sys.executable, str(GAMES)],
            input=json.dumps(lines_of_play()),
            env={**os.environ, "PYTHONPATH": str(folder)},
            capture_output=True,
            text=True,
            check=True,
        )
        return Fared(done.returncode, read_results(file), done.stdout, played.stdout.splitlines())


@pytest.fixture(scope="module")
def all_fared() -> dict[str, Fared]:
    """All of them, two at a time."""
    with ThreadPoolExecutor(ALONG) as pool:
        return dict(zip([slip.name for slip in SLIPS], pool.map(fared, SLIPS), strict=True))


def test_each_wrong_engine_is_failed_and_its_clause_group_named(all_fared: dict[str, Fared]) -> None:
    for slip in SLIPS:
        found = all_fared[slip.name]
        assert found.status == 1, slip.name
        assert found.failed > 0, slip.name
        named = [clause for clause, _ in suspects(found.results)[:5]]
        assert slip.group in {clause_group(clause) for clause in named}, (slip.name, named)
        assert f"! {slip.group}" in found.report, slip.name


def test_each_wrong_engine_is_right_nearly_everywhere(all_fared: dict[str, Fared]) -> None:
    right = [led_to(line) for line in lines_of_play()]
    for slip in SLIPS:
        found = all_fared[slip.name]
        assert found.share < 0.03, slip.name
        assert sum(one == other for one, other in zip(found.games, right, strict=True)) >= 90, slip.name


def test_the_set_is_hard_and_no_two_break_the_same_clause(all_fared: dict[str, Fared]) -> None:
    assert len(SLIPS) >= 12
    assert len({slip.clause for slip in SLIPS}) == len(SLIPS)
    assert sum(found.share < 0.01 for found in all_fared.values()) * 2 >= len(SLIPS)
