"""Where users wait: commands, each beside what it could not do without, measured in one run."""

from __future__ import annotations

import contextlib
import io
import os
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

from ludex.bench import scenarios
from ludex.rulebook import rulebook
from ludex.runner.examples import build, examples, lacking
from ludex.vectors.suite import available, open_suite

LUDEX = (sys.executable, "-c", "import sys; from ludex.cli import main; sys.exit(main())")
ROUNDS = 3
SCENARIOS = 3_000
SELECTED = ("--select", "apply", "--no-sides")  # enough of a game to tell what a question costs
EXPLAIN_GOAL_SECONDS, LINT_GOAL, CHECK_GOAL, QUESTION_GOAL = 0.3, 3.0, 1.3, 1.0


class TimeTaken(NamedTuple):
    """Seconds on the clock, and of the processor, by a command and all that it waited for."""

    waited: float
    worked: float


def lines() -> Iterator[str]:
    """The lines that the benchmark prints."""
    yield from _explaining()
    for game in scenarios.games_with_scenarios():
        yield _linting(game)
    for one in examples():
        if not lacking(one) and one.game in available():
            build(one)
            yield from _checking(one.name, one.game, one.run)


def _explaining() -> Iterator[str]:
    """A clause and a vector of the game with the most vectors, beside a command that does nothing."""
    game = max(available(), key=lambda name: sum(map(open_suite(name).count, open_suite(name).names)))
    vector = next(open_suite(game).topics(open_suite(game).editions[0])).vectors[0].id
    for subject in (next(iter(rulebook(game))), vector):
        took = [(_seconds((*LUDEX, "explain", subject)), _seconds((*LUDEX, "--version"))) for _ in range(ROUNDS)]
        ours, bare = map(median, zip(*took, strict=True))
        yield f"explain {subject}: {ours:.2f} s (asked: {EXPLAIN_GOAL_SECONDS}); its version alone: {bare:.2f} s"


def _linting(game: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "many.ludex"
        scenarios.write(path, game, SCENARIOS)
        took = [(_in_this_process("lint", path), scenarios.seconds(path)) for _ in range(ROUNDS)]
    ratio = median(lint / run for lint, run in took)
    ours = median(lint for lint, _ in took)
    return f"lint of {SCENARIOS:,} scenarios of {game}: {ours:.2f} s, {ratio:.2f} times run (asked: {LINT_GOAL})"


def _in_this_process(command: str, path: Path) -> float:
    from ludex.cli import main
    from ludex.scenario import reader

    reader.forget()
    since = time.perf_counter()
    with contextlib.redirect_stdout(io.StringIO()):
        status = main([command, str(path)])
    assert status in (0, 1), status
    return time.perf_counter() - since


def _checking(name: str, game: str, command: Sequence[str]) -> Iterator[str]:
    """A check beside the engine that reads the same lines from a file, and what a question costs in other runs."""
    with tempfile.TemporaryDirectory() as folder:
        asked = Path(folder) / "asked.jsonl"
        _keep_lines(game, command, (), asked)
        took = [(_spend(_check(game, command, ())), _alone(command, asked)) for _ in range(ROUNDS)]
        ratio = median(whole.waited / alone.waited for whole, alone in took)
        judge = median(whole.worked / alone.worked - 1 for whole, alone in took)
        told = f"{ratio:.2f} times the engine with the same lines (asked: {CHECK_GOAL})"
        told += f"; of the processor the judge took {judge:.2f} times what the engine did"
        yield f"check of {game}, engine {name}: {told}"
        usual = _seconds_a_question(game, command, SELECTED, asked)
        for option in ("--images", "--all-readings"):
            cost = _seconds_a_question(game, command, (*SELECTED, option), asked) / usual
            yield f"a question with {option}, {game}: {cost:.2f} times one without (asked: {QUESTION_GOAL})"


def _check(game: str, command: Sequence[str], options: Sequence[str]) -> tuple[str, ...]:
    return (*LUDEX, "check", "--game", game, *options, "--", *command)


def _keep_lines(game: str, command: Sequence[str], options: Sequence[str], into: Path) -> int:
    """How many lines an engine is sent in a check, which are kept in a file."""
    listening = f"tee {shlex.quote(str(into))} | {shlex.join(command)}"
    _seconds(_check(game, ("sh", "-c", listening), options))
    return into.read_bytes().count(b"\n")


def _seconds_a_question(game: str, command: Sequence[str], options: Sequence[str], into: Path) -> float:
    number = _keep_lines(game, command, options, into)
    return median(_seconds(_check(game, command, options)) for _ in range(ROUNDS)) / number


def _alone(command: Sequence[str], asked: Path) -> TimeTaken:
    with asked.open("rb") as lines_asked:
        return _spend(command, lines_asked)


def _seconds(words: Sequence[str]) -> float:
    return _spend(words).waited


def _spend(words: Sequence[str], told: io.BufferedReader | int = subprocess.DEVNULL) -> TimeTaken:
    before, since = os.times(), time.perf_counter()
    subprocess.run(words, stdin=told, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    after, waited = os.times(), time.perf_counter() - since
    worked = after.children_user + after.children_system - before.children_user - before.children_system
    return TimeTaken(waited, worked)
