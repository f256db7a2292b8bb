"""How long a rule author waits: single functions of the rules are changed, and vectors made each time.

``python -m tests.reports.loop GAME --changes 20 --topic TOPIC``. The cache is that of the rules as they were. With
``--power`` no answer changes, and the slips of what changed are made in place of vectors: ``ludex power --since`` the
rules as they were.
Seconds are those of the processor, of all processes of the command; the load of the machine stands beside the seconds
waited.
"""

from __future__ import annotations

import argparse
import ast
import os
import resource
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from tests import changes
from tests.tracking.test_loop import Bench, bench

LONGEST_SECONDS = 600.0


class Waited(NamedTuple):
    """What a command took: seconds of the processor, seconds on the clock; and how it ended (None: not in time)."""

    worked: float
    waited: float
    status: int | None


def run(words: list[str], env: dict[str, str], cwd: Path, longest: float | None = LONGEST_SECONDS) -> Waited:
    """Runs a command, for as long as a change may take."""
    before, since = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    try:
        status = subprocess.run(words, env=env, cwd=cwd, capture_output=True, timeout=longest).returncode
    except subprocess.TimeoutExpired:
        status = None
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    worked = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Waited(worked, time.monotonic() - since, status)


def line_of(spent: Waited, change: changes.Change) -> str:
    """What a change took, and how it ended."""
    end = "not in time" if spent.status is None else {0: "as before", 1: "differs"}.get(spent.status, "fails")
    took = f"{spent.worked:7.1f} s worked, {spent.waited:7.1f} s waited (load {os.getloadavg()[0]:.0f}), {end}"
    return f"{took}: {change.function}: {change.what}"


def summary(what: str, found: list[Waited]) -> Iterator[str]:
    """The median and the worst; and those of the changes by which the rules do not fall apart, for these end early."""
    for name, some in (("", found), (", of those that do not fail", [one for one in found if one.status in (0, 1)])):
        if some:
            worked, waited = [one.worked for one in some], [one.waited for one in some]
            told = f"seconds worked: median {statistics.median(worked):.1f}, worst {max(worked):.1f}"
            told += f"; waited: median {statistics.median(waited):.1f}, worst {max(waited):.1f}"
            yield f"{what}, {len(some)} changes{name}, {told}"


def commit(tree: Path) -> None:
    """Makes a repository of a tree, whose last revision is the rules as they were."""
    author = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    for words in (("init", "--quiet"), ("add", "."), (*author, "commit", "--quiet", "-m", "As it was")):
        subprocess.run(["git", *words], cwd=tree, check=True)


def main() -> None:
    """Prints a line for each change and command, and for each command the median and the worst."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--changes", type=int, default=20)
    parser.add_argument("--topic", action="append", default=[])
    parser.add_argument("--seed", default="loop")
    parser.add_argument("--power", action="store_true", help="the slips of what changed, and no vectors")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        one = bench(args.game, folder, tuple(args.topic))
        site = one.tree if args.game == "hexapawn" else changes.ROOT
        drawn = changes.drawn(args.game, args.seed, args.changes, site)
        what = "power --since" if args.power else "generate"
        measured = _power(args.game, one, drawn) if args.power else _generate(args.game, one, drawn, folder)
        found = []
        for change, spent in measured:
            found.append(spent)
            print(line_of(spent, change), flush=True)
        for line in summary(what, found):
            print(line)


Measured = Iterator[tuple[changes.Change, Waited]]


def _generate(game: str, one: Bench, drawn: list[changes.Change], folder: Path) -> Measured:
    topics = [word for topic in one.topics for word in ("--topic", topic)]
    words = changes.command("generate", "--game", game, "--check", "-j", "2", *topics)
    whole, again = run(words, one.env, one.tree, None), run(words, one.env, one.tree)
    print(f"all anew {whole.worked:.1f} s worked, {whole.waited:.1f} s waited; nothing changed {again.worked:.1f} s")
    kept = folder / "kept"
    shutil.copytree(kept, folder / "as-it-was")
    for change in drawn:
        with _made(change, one.tree):
            yield change, run(words, one.env, one.tree)
        shutil.rmtree(kept)
        shutil.copytree(folder / "as-it-was", kept)


def _power(game: str, one: Bench, drawn: list[changes.Change]) -> Measured:
    commit(one.tree)
    words = changes.command("power", "--game", game, "--since", "HEAD", "-j", "2")
    for change in drawn:
        text = _with_nothing_said(one.tree / change.file, change.function)
        with _made(change._replace(text=text, what="a statement that does nothing"), one.tree):
            yield change, run(words, one.env, one.tree)


def _with_nothing_said(path: Path, function: str) -> str:
    """A module in which a function has a statement more: its slips are new, and its answers as they were."""
    text = path.read_text()
    owner: Any = ast.parse(text)
    for name in function.split("."):
        owner = next(node for node in owner.body if getattr(node, "name", "") == name)
    first = owner.body[-1]
    lines = text.splitlines(keepends=True)
    lines.insert(first.lineno - 1, f"{' ' * first.col_offset}pass\n")
    return "".join(lines)


@contextmanager
def _made(change: changes.Change, tree: Path) -> Iterator[None]:
    """The change, for as long as it is measured."""
    path = tree / change.file
    text = path.read_text()
    path.write_text(change.text)
    try:
        yield
    finally:
        path.write_text(text)


if __name__ == "__main__":
    main()
