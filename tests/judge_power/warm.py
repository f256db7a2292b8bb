"""Runs tests in children of one process that has read what no slip touches, so that each trial begins at once.

It is the first process in a room of its own (`copies.CAGE`): nothing in there can end it, and whatever a trial leaves
behind becomes its child. A line of JSON comes in for each trial, the words for pytest, and one goes out: the exit
status, and what was said.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import pkgutil
import signal
import sys
import tempfile
from typing import BinaryIO

import pytest

from tests.judge_power.rooms import ROOMS

# Of what lies in the tree only these are read beforehand: they stand on nothing that slips are made in.
BEFOREHAND = ("ludex.rules", "ludex.games", "ludex.notation", "ludex.wording", "ludex.fault")
OTHERS = (
    "hypothesis.strategies",
    "jsonschema",
    "lark",
    "msgspec",
    "psutil",
    "rich.console",
    "rich.progress",
    "tomlkit",
)


def read_beforehand() -> None:
    """Import what trials need, and no slip touches."""
    sys.path.insert(0, "")  # as for `python -m`
    for name in (*OTHERS, *BEFOREHAND):
        importlib.import_module(name)
    games = importlib.import_module("ludex.games")
    for found in pkgutil.iter_modules(games.__path__, "ludex.games."):
        importlib.import_module(found.name)
    slipped = tuple(f"ludex.{room}" for room in ROOMS)
    assert not [name for name in sys.modules if name.startswith(slipped)], "what is read once is never slipped"


def run(words: list[str], said: BinaryIO) -> int:
    """One trial in a child; gives the exit status of pytest."""
    child = os.fork()
    if child == 0:
        status = 3  # as of a mistake within pytest
        try:
            os.setsid()
            for file in (1, 2):
                os.dup2(said.fileno(), file)
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            status = int(pytest.main(words))
            sys.stdout.flush()
        finally:
            os._exit(status)
    _, status = os.waitpid(child, 0)
    _end_the_rest()
    return os.waitstatus_to_exitcode(status)


def _end_the_rest() -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(-1, signal.SIGKILL)
    with contextlib.suppress(ChildProcessError):
        while True:
            os.waitpid(-1, 0)


def main() -> None:
    """One trial a line, until there are no more."""
    assert os.getpid() == 1, "whatever else runs is ended: this is for a room of its own"
    read_beforehand()
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    for line in sys.stdin:
        with tempfile.TemporaryFile() as said:
            status = run(json.loads(line), said)
            said.seek(0)
            answers.write(json.dumps([status, said.read().decode(errors="replace")]) + "\n")
            answers.flush()


if __name__ == "__main__":
    main()
