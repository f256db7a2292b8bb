"""Wrong engines: the reference with one slip each, of at most three lines, as good programmers make; how they fare."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ludex.report.causes import causes
from ludex.report.results import Results
from ludex.report.source import read_results
from ludex.report.summary import suspects
from ludex.rules import Refused, Rules
from ludex.vectors.selection import clause_group

LUDEX = [sys.executable, "-c", "import sys; from ludex.cli import main; sys.exit(main(sys.argv[1:]))"]
ACTIONS = 20
ALL = bool(
    os.environ.get("LUDEX_ALL")
)  # else lists and the vectors of the group of the clause, as stored, and few games
GAMES, RIGHT = (100, 90) if ALL else (10, 8)
ONE_IN = 1 if ALL else 5  # of the engines
Setting = tuple[str, tuple[tuple[str, str], ...]]  # an edition, and readings
Pick = Callable[[random.Random, Sequence[Any]], Any]


@dataclass(frozen=True)
class Slip:
    """One slip: where, what is replaced by what, and the clause that the engine then breaks."""

    name: str
    file: str
    right: str
    wrong: str
    clause: str
    edition: str | None = None  # that it is judged by; None is the oldest
    rare: bool = True  # caught by fewer than one vector in a hundred
    readings: tuple[tuple[str, str], ...] = ()  # that it is judged by, and plays by

    @property
    def group(self) -> str:
        """The clause group that a report has to name."""
        return self.clause.rpartition("-")[0]


def write(game: str, slip: Slip, folder: Path) -> Path:
    """Write the reference with this slip under a folder that goes first on the path; give that folder."""
    package = Path(import_module(f"ludex.games.{game}").__path__[0])
    games = folder / "ludex" / "games"
    shutil.copytree(package.parent, games, ignore=shutil.ignore_patterns("__pycache__"))
    file = games / game / slip.file
    text = file.read_text(encoding="utf-8")
    assert text.count(slip.right) == 1, slip.name
    assert max(slip.right.count("\n"), slip.wrong.count("\n")) <= 3, slip.name
    file.write_text(text.replace(slip.right, slip.wrong), encoding="utf-8")
    return folder


# Random games: lines of play are asked of the right reference; run as a script, with a wrong one first on the path,
# this file reads them and prints where each leads.


def rules_of(game: str, setting: Setting) -> Rules:
    """The rules of an edition with these readings."""
    edition, readings = setting
    rules: Rules = import_module(f"ludex.games.{game}").REGISTER.rules(edition, dict(readings))
    return rules


@cache
def lines_of_play(game: str, setting: Setting, pick: Pick = random.Random.choice) -> list[list[Any]]:
    """The actions of some random games of twenty actions."""
    module = import_module(f"ludex.games.{game}")
    rules, lines = rules_of(game, setting), []
    for number in range(GAMES):
        chance, position, line = random.Random(number), module.start(rules), list[Any]()
        while len(line) < ACTIONS and (actions := module.legal(position, rules)):
            line.append(pick(chance, actions))
            position = module.apply(position, line[-1], rules)
        lines.append(line)
    return lines


def led_to(game: str, setting: Setting, line: Sequence[Any]) -> str:
    """The position after these actions, or that one of them was refused."""
    module = import_module(f"ludex.games.{game}")
    rules = rules_of(game, setting)
    position = module.start(rules)
    try:
        for action in line:
            position = module.apply(position, action, rules)
    except Refused:
        return "refused"
    return json.dumps(module.show_position(position))


def right_in_games(game: str, setting: Setting, folder: Path, pick: Pick = random.Random.choice) -> int:
    """In how many of the random games the engine of a folder gives the positions of the reference."""
    lines = lines_of_play(game, setting, pick)
    played = subprocess.run(
        [sys.executable, __file__, game, json.dumps(setting)],
        input=json.dumps(lines),
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    return sum(led_to(game, setting, line) == led for line, led in zip(lines, played, strict=True))


@dataclass(frozen=True)
class Fared:
    """How a wrong engine fared: its exit status, the results, the report, and the random games that it had right."""

    status: int
    results: Results
    report: str
    right: int

    @property
    def failed(self) -> int:
        return sum(result.verdict in ("fail", "error") for result in self.results.results)

    @property
    def share(self) -> float:
        """The part of the vectors that catch it."""
        return self.failed / len(self.results.results)


def setting_of(game: str, slip: Slip) -> Setting:
    """The edition and the readings that the engine is judged by."""
    oldest: str = import_module(f"ludex.games.{game}").REGISTER.editions[0]
    return slip.edition or oldest, slip.readings


def fared(game: str, slip: Slip, pick: Pick = random.Random.choice) -> Fared:
    """The verdict of ``ludex check`` on the reference with a slip, and its random games."""
    edition, readings = setting = setting_of(game, slip)
    only = [] if ALL else ["--select", slip.group, "--select", "legal", "--no-sides"]
    only += [word for entry, choice in readings for word in ("--reading", f"{entry}={choice}")]
    with TemporaryDirectory() as name:
        folder = write(game, slip, Path(name))
        file = folder / "results.json"
        check = [*LUDEX, "check", "--game", game, "--edition", edition, *only, "--json", str(file), "--"]
        engine = ["env", f"PYTHONPATH={folder}", *LUDEX, "engine"]
        done = subprocess.run([*check, *engine], capture_output=True, text=True, timeout=600, check=False)
        return Fared(done.returncode, read_results(file), done.stdout, right_in_games(game, setting, folder, pick))


def assert_failed_and_named(slip: Slip, found: Fared) -> None:
    """The engine is failed, and the group of the clause that it breaks is among the first that are named."""
    assert found.status == 1, slip.name
    assert found.failed > 0, slip.name
    assert f"! {slip.group}" in found.report, slip.name
    if not ALL:  # what is named is weighed by what passes, and that was not asked; tests.reports.leads evaluates it
        return
    named = {clause for cause in causes(found.results)[:3] for clause in cause.ranked}
    named |= {one.id for one in suspects(found.results)[:3]}  # a slip that is a reading is a cause without clauses
    assert slip.group in {clause_group(clause) for clause in named}, (slip.name, named)


def assert_nearly_right(slip: Slip, found: Fared) -> None:
    """The engine passes nearly all vectors (asked of all), and plays nearly all random games as the reference."""
    if ALL:
        assert found.share < (0.01 if slip.rare else 0.03), (slip.name, found.share)
    assert found.right >= RIGHT, slip.name


def assert_hard(slips: Sequence[Slip], least: int) -> None:
    """The set is as large as it has to be, half of it is rare, and no two break the same clause."""
    assert len(slips) >= least
    assert len({slip.clause for slip in slips}) == len(slips)
    assert sum(slip.rare for slip in slips) * 2 >= len(slips)


if __name__ == "__main__":
    for line in json.load(sys.stdin):
        print(led_to(sys.argv[1], json.loads(sys.argv[2]), line))
