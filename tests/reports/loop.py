"""How long a rule author waits: single functions of the rules are changed, and vectors made each time.

``python -m tests.reports.loop GAME --changes 20 --topic TOPIC``. The cache is that of the rules as they were. Seconds
are those of the processor, of all processes of the command; the load of the machine stands beside the seconds waited.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import statistics
import subprocess
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from tests import changes
from tests.tracking.test_loop import bench

LONGEST_SECONDS = 600.0


class Waited(NamedTuple):
    """What a command took: seconds of the processor, seconds on the clock; and how it ended (None: not in time)."""

    worked: float
    waited: float
    status: int | None


def run(words: list[str], env: dict[str, str], cwd: Path) -> Waited:
    """Runs a command, for as long as a change may take."""
    before, since = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    try:
        status = subprocess.run(words, env=env, cwd=cwd, capture_output=True, timeout=LONGEST_SECONDS).returncode
    except subprocess.TimeoutExpired:
        status = None
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    worked = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Waited(worked, time.monotonic() - since, status)


def main() -> None:
    """Prints a line for each change, and the median and the worst."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--changes", type=int, default=20)
    parser.add_argument("--topic", action="append", default=[])
    parser.add_argument("--seed", default="loop")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        one = bench(args.game, folder, tuple(args.topic))
        topics = [word for topic in args.topic for word in ("--topic", topic)]
        words = changes.command("generate", "--game", args.game, "--check", "-j", "2", *topics)
        site = one.tree if args.game == "hexapawn" else changes.ROOT
        whole, again = run(words, one.env, one.tree), run(words, one.env, one.tree)
        print(f"all anew {whole.worked:.1f} s, nothing changed {again.worked:.1f} s")
        kept, found = folder / "kept", list[Waited]()
        shutil.copytree(kept, folder / "as-it-was")
        for change in changes.drawn(args.game, args.seed, args.changes, site):
            path = one.tree / change.file
            text = path.read_text()
            path.write_text(change.text)
            spent = run(words, one.env, one.tree)
            path.write_text(text)
            shutil.rmtree(kept)
            shutil.copytree(folder / "as-it-was", kept)
            found.append(spent)
            load, end = os.getloadavg()[0], {0: "as before", 1: "differs"}.get(spent.status or 0, "fails")
            end = "not in time" if spent.status is None else end
            took = f"{spent.worked:7.1f} s worked, {spent.waited:7.1f} s waited (load {load:.0f}), {end}"
            print(f"{took}: {change.function}: {change.what}", flush=True)
        worked = [one.worked for one in found]
        print(f"{len(found)} changes, seconds worked: median {statistics.median(worked):.1f}, worst {max(worked):.1f}")


if __name__ == "__main__":
    main()
