"""The engines that we ship, and the reference, pass every vector of their game, in a process of their own."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from ludex import where
from ludex.mutation.core import core_of
from ludex.report.results import Results
from ludex.report.source import read_results
from ludex.runner.examples import ExampleEngine, build, examples, lacking
from ludex.vectors.promises import PROMISES
from ludex.vectors.suite import open_suite

LUDEX = (sys.executable, "-c", "import sys; from ludex.cli import main; sys.exit(main(sys.argv[1:]))")
CI, ALL = bool(os.environ.get("LUDEX_CI")), bool(os.environ.get("LUDEX_ALL"))
SHIPPED = examples()
JUDGED = [game for game in where.games() if (where.vectors() / game / "manifest.json").is_file()]


def judged(game: str, engine: tuple[str, ...], file: Path, *options: str) -> tuple[int, Results]:
    """Exit status and results of ``ludex check``."""
    command = [*LUDEX, "check", "--game", game, "--json", str(file), *options, "--", *engine]
    done = subprocess.run(command, capture_output=True, text=True, timeout=1500, check=False)
    return done.returncode, read_results(file)


def passed(results: Results) -> bool:
    """Whether there were verdicts, and all of them were passes."""
    return bool(results.results) and {result.verdict for result in results.results} == {"pass"}


def started(engine: ExampleEngine) -> tuple[str, ...]:
    """The command of an example engine, built; where it cannot run, a visible skip, and in CI a failure."""
    if lack := lacking(engine):
        (pytest.fail if CI else pytest.skip)(f"{engine.name} cannot run here: {lack}")
    build(engine)
    return engine.run


# Whoever has passed all is asked again in another way: few of them, and all among the long tests.
def few(game: str) -> tuple[str, ...]:
    """The core; a game whose core has not been chosen yet is small."""
    return () if ALL or not core_of(game) else ("--core",)


OPTIONS = [(), ("--anonymous",), *([("--all-readings",)] if ALL else [])]


@pytest.mark.parametrize("options", OPTIONS, ids=" ".join)
@pytest.mark.parametrize("engine", SHIPPED, ids=lambda engine: engine.name)
def test_a_shipped_engine_passes_every_vector(engine: ExampleEngine, options: tuple[str, ...], tmp_path: Path) -> None:
    asked = (*options, *few(engine.game)) if "--anonymous" in options else options
    status, results = judged(engine.game, started(engine), tmp_path / "results.json", *asked)
    assert (status, passed(results), results.independent) == (0, True, True)


def combination(game: str, seed: int) -> tuple[str, ...]:
    """The options for an edition and a choice for each of its readings, drawn by chance."""
    dice, suite = random.Random(f"{game} {seed}"), open_suite(game)
    edition = dice.choice(suite.editions)
    register = suite.facts(edition).readings
    chosen = [f"{entry}={dice.choice(facts.choices)}" for entry, facts in sorted(register.items())]
    return ("--edition", edition, *(word for one in chosen for word in ("--reading", one)))


@pytest.mark.parametrize("seed", range(200 if ALL else 1))
@pytest.mark.parametrize("engine", SHIPPED, ids=lambda engine: engine.name)
def test_a_shipped_engine_passes_under_any_combination_of_readings(
    engine: ExampleEngine, seed: int, tmp_path: Path
) -> None:
    options = (*combination(engine.game, seed), *few(engine.game))
    status, results = judged(engine.game, started(engine), tmp_path / "results.json", *options)
    assert (status, passed(results)) == (0, True)


@pytest.mark.parametrize("game", JUDGED)
def test_the_reference_passes_every_vector_and_the_report_says_that_this_is_no_independent_check(
    game: str, tmp_path: Path
) -> None:
    options = ("--all-readings",) if ALL else few(game)
    status, results = judged(game, (*LUDEX, "engine"), tmp_path / "results.json", *options)
    assert (status, passed(results), results.independent) == (0, True, False)


PROMISED = [*PROMISES, ",".join(PROMISES)] if ALL else [",".join(PROMISES)]


@pytest.mark.parametrize("promises", PROMISED)
@pytest.mark.parametrize("engine", SHIPPED, ids=lambda engine: engine.name)
def test_a_shipped_engine_passes_under_each_promise_and_is_asked_less(
    engine: ExampleEngine, promises: str, tmp_path: Path
) -> None:
    """Of the core, or in the long tests of all vectors: what lies outside is not offered, and never passed."""
    command = (sys.executable, str(Path(__file__).with_name("promising.py")), promises, *started(engine))
    status, results = judged(engine.game, command, tmp_path / "results.json", *few(engine.game))
    counts, outside = results.score.counts, open_suite(engine.game).manifest.files.values()
    assert (status, results.promises) == (0, tuple(promises.split(",")))
    assert 0 < counts["pass"] == results.score.selected
    assert {result.verdict for result in results.results} <= {"pass", "not-offered"}
    assert (counts.get("not-offered", 0) > 0) == any(
        one in facts.outside for facts in outside for one in results.promises
    )
