"""Hostile engines: each does its worst; the judge must end by itself, be right, stay small and leave nothing behind."""

import contextlib
import os
import re
import runpy
import subprocess
import sys
import tempfile
import time
import tomllib
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import psutil
from msgspec import Struct

from ludex import where
from ludex.judge.verdict import NOT_OFFERED, NOT_RUN, PASS
from ludex.report.results import Results
from ludex.report.source import read_results
from ludex.runner.ending import runs

FOLDER = where.engines().parents[1] / "tests" / "judge"  # benchmarks are not installed: they always have a checkout
MARK = "LUDEX_TRIAL_MARK"
TRIAL = "LUDEX_TRIAL"
MAX_RUNNER_MB = 300
LUDEX = (sys.executable, "-c", "import sys; from ludex.cli import main; sys.exit(main())")


class Hostile(Struct, frozen=True, forbid_unknown_fields=True):
    """An engine of the table, and what must be said of it (the table's first lines explain the fields)."""

    name: str
    script: str = ""
    arguments: list[str] = []
    options: list[str] = []
    status: int = 1
    bad: dict[str, str] = {}
    first: tuple[int, str] | None = None
    all: str = ""
    either: list[str] = []
    rest: str | None = None
    words: str = ""
    stopped: str = ""
    note: str = ""


class Trial(Struct, frozen=True):
    """What came of one engine: everything that was not as it must be, the time, and the runner's peak memory."""

    hostile: Hostile
    problems: list[str]
    seconds: float
    peak: int


def hostiles() -> list[Hostile]:
    table = tomllib.loads((FOLDER / "hostile" / "table.toml").read_text(encoding="utf-8"))
    return [msgspec.convert({"name": name, **row}, Hostile) for name, row in table.items()]


def vectors(root: Path) -> Path:
    """The vectors of the toy game that the engines play."""
    written: Path = runpy.run_path(str(FOLDER / "toy.py"))["write"](root)
    return written


def trial(hostile: Hostile, root: Path) -> Trial:
    """Lets `ludex check` judge one engine, in a process of its own, and looks at what came of it."""
    with tempfile.TemporaryDirectory() as scratch:
        out, mark = Path(scratch) / "results.json", uuid.uuid4().hex
        environment = {**os.environ, "LUDEX_VECTORS": str(root), MARK: mark, TRIAL: scratch}
        since = time.monotonic()
        status, peak, said = _run(_words(hostile, out), environment)
        seconds = time.monotonic() - since
        problems = [f"{left} processes were left behind"] if (left := _count_left(mark, Path(scratch))) else []
        problems += [f"exit status {status}, not {hostile.status}: {said[-300:]}"] if status != hostile.status else []
        problems += [f"the runner took {peak:,} MB"] if peak > MAX_RUNNER_MB else []
        if out.is_file():
            problems += _wrong(hostile, read_results(out))
        else:
            problems.append("no results were written")
    return Trial(hostile, problems, seconds, peak)


def _words(hostile: Hostile, out: Path) -> list[str]:
    script = FOLDER / "hostile" / f"{hostile.script or hostile.name}.py"
    patience = ["--timeout", "0.7", "--start-timeout", "10"]
    words = ["check", "--game", "nim", "--json", str(out), *patience, *hostile.options]
    return [*LUDEX, *words, "--", sys.executable, str(script), *hostile.arguments]


def _run(words: list[str], environment: dict[str, str]) -> tuple[int, int, str]:
    """Exit status, peak memory in megabytes, and what was said."""
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(words, env=environment, stdout=said, stderr=said)
        peak = 0
        while process.poll() is None:
            peak = _peak(process.pid) or peak
            time.sleep(0.01)
        said.seek(0)
        return process.returncode, peak >> 10, said.read().decode("utf-8", "replace")


def _peak(pid: int) -> int:
    """The most memory that a process ever had, in kilobytes (0 where that cannot be known, or once it is gone)."""
    try:
        found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    except OSError:
        return 0
    return int(found.group(1)) if found else 0


def _count_left(mark: str, scratch: Path) -> int:
    """Processes of a trial that still run, by the mark in their environment or by the number that they wrote down."""
    written = (scratch / "pids").read_text().split() if (scratch / "pids").is_file() else []
    return sum(runs(one) and (one.pid in map(int, written) or _is_marked(one, mark)) for one in psutil.process_iter())


def _is_marked(one: psutil.Process, mark: str) -> bool:
    with contextlib.suppress(psutil.Error, OSError):
        return one.environ().get(MARK) == mark
    return False


# -- what must be said


def _wrong(hostile: Hostile, results: Results) -> Iterator[str]:
    """Every way in which the results are not what the table says."""
    expected = list(_expected_verdicts(hostile, results))
    for result, allowed in zip(results.results, expected, strict=True):
        got = f"{result.verdict} {result.cause}".strip()
        if got not in allowed:
            yield f"{result.id}: {got} ({result.message[:200]}), not {' or '.join(allowed)}"
            break
    messages = [result.message for result in results.results if result.verdict not in (PASS, NOT_OFFERED, NOT_RUN)]
    if hostile.words and not any(hostile.words.casefold() in message.casefold() for message in messages):
        yield f"no message says {hostile.words!r}: {messages[:2]}"
    if hostile.stopped not in results.stopped or bool(hostile.stopped) != bool(results.stopped):
        yield f"the run ended early because {results.stopped!r}, not {hostile.stopped!r}"
    if hostile.note and not any(hostile.note in note for note in results.notes):
        yield f"no note says {hostile.note!r}: {list(results.notes)[:3]}"


def _expected_verdicts(hostile: Hostile, results: Results) -> Iterator[list[str]]:
    """For each vector the verdicts that may be, with their causes."""
    left, over = hostile.first[0] if hostile.first else 0, hostile.rest == ""
    for result in results.results:
        if hostile.all or hostile.either:
            yield hostile.either or [hostile.all]
        elif result.kind == "codec" and results.engine:
            yield [NOT_OFFERED]
        elif over or (hostile.first and not left):
            yield [NOT_RUN]
        elif hostile.first:
            left -= 1
            yield [hostile.first[1]]
        else:
            yield [hostile.bad.get(result.id, PASS)]
        over = over or result.id == hostile.rest


def bench(side_by_side: int = 2) -> int:
    """Tries all engines, says what came of each, and gives 0 when everything was as it must be."""
    since = time.monotonic()
    with tempfile.TemporaryDirectory() as root, ThreadPoolExecutor(side_by_side) as hands:
        vectors(Path(root))
        trials = list(hands.map(lambda one: _print_trial(trial(one, Path(root))), hostiles()))
    wrong = sum(bool(one.problems) for one in trials)
    peak, seconds = max(one.peak for one in trials), time.monotonic() - since
    verdicts = "every verdict right, no process left" if not wrong else f"{wrong} WRONG"
    print(f"{len(trials)} hostile engines in {seconds:.0f} s: {verdicts}; peak memory of the runner {peak} MB")
    return 1 if wrong else 0


def _print_trial(one: Trial) -> Trial:
    mark = "ok   " if not one.problems else "WRONG"
    print(f"{mark} {one.hostile.name:<18} {one.seconds:5.1f} s {one.peak:4d} MB", flush=True)
    for problem in one.problems:
        print(f"      {problem}", flush=True)
    return one
