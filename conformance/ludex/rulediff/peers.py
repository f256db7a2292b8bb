"""Two workers, each with the rules of its own tree, that are asked the same questions at the same time."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Any

import msgspec

from ludex.fault import Fault
from ludex.rulediff.sides import Tree
from ludex.tables import ADDED

QUESTIONS_A_BATCH = 256
UNKNOWN = "UnknownChoice"  # the error of rules that have no such edition, reading or operation
Question = dict[str, Any]
Told = dict[str, Any]


def environment_of(tree: Tree) -> dict[str, str]:
    """In which Python takes the rules of a tree first; nothing else that is set for Python is heard."""
    path = os.pathsep.join(filter(None, (str(tree.reference), os.environ.get("PYTHONPATH"))))
    others = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return {**others, "PYTHONPATH": path, "PYTHONHASHSEED": "0"}  # sets are told in one order


class Peer:
    """A worker."""

    def __init__(self, tree: Tree) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "ludex.rulediff.worker", *(table.said for table in ADDED)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment_of(tree),
        )

    def send(self, questions: Sequence[Question]) -> None:
        """Asks; the answers wait until they are read."""
        if self._process.stdin is None:
            raise Fault("a worker has no input")
        try:
            self._process.stdin.write(b"".join(msgspec.json.encode(one) + b"\n" for one in questions) + b"\n")
            self._process.stdin.flush()
        except OSError:
            raise Fault("the rules of one side cannot be run", "Its error is above.") from None

    def read(self, count: int) -> list[Told]:
        """The answers to so many questions."""
        if self._process.stdout is None:
            raise Fault("a worker has no output")
        lines = list(islice(self._process.stdout, count))
        if len(lines) < count:
            raise Fault("the rules of one side cannot be run", "Its error is above.")
        return [msgspec.json.decode(line) for line in lines]

    def end(self) -> None:
        """Ends the worker."""
        self._process.kill()
        self._process.communicate()


@dataclass(frozen=True)
class Peers:
    """The two workers."""

    old: Peer
    new: Peer

    def ask(self, pairs: Sequence[tuple[Question, Question]]) -> Iterator[tuple[Told, Told]]:
        """The answers of both sides, each to its own form of the question."""
        for start in range(0, len(pairs), QUESTIONS_A_BATCH):
            batch = pairs[start : start + QUESTIONS_A_BATCH]
            self.old.send([old for old, _ in batch])
            self.new.send([new for _, new in batch])
            yield from zip(self.old.read(len(batch)), self.new.read(len(batch)), strict=True)


@contextmanager
def peers(old: Tree, new: Tree) -> Iterator[Peers]:
    """Both workers, for as long as they are needed."""
    first = Peer(old)
    try:
        second = Peer(new)
        try:
            yield Peers(first, second)
        finally:
            second.end()
    finally:
        first.end()
