"""Two workers, each with the rules of its own tree, that are asked the same questions at the same time."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from ludex import where
from ludex.fault import Fault
from ludex.rulediff.sides import Side, Tree
from ludex.tables import ADDED

QUESTIONS_A_BATCH = 256
STARTER = "ludex.rulediff.remembering"
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

    def __init__(self, tree: Tree, kept: Path | None) -> None:
        known = ["--kept", str(kept), "--root", str(tree.root)] if kept else []
        known += ["--passing"] if tree.passing else []
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", STARTER, *known, "--", *(table.said for table in ADDED)],
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

    def say_end(self) -> None:
        """Tells it that nothing else is asked: it keeps what it was asked, and ends."""
        if self._process.stdin is not None:
            with suppress(OSError):  # it has ended by itself
                self._process.stdin.close()

    def wait(self) -> None:
        """Waits for its end."""
        self._process.wait()

    def kill(self) -> None:
        """Ends it as it is."""
        with suppress(OSError), self._process:  # what it was not yet told need not be told
            self._process.kill()


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


def kept_answers(game: str, sides: tuple[Side, Side]) -> tuple[Path | None, Path | None]:
    """Where the answers of both sides are kept, apart for what is asked; nowhere where there is no home."""
    under = [f"{side.edition} {sorted(side.choices.items())}" for side in sides]
    seals = [sha256(said.encode()).hexdigest()[:8] for said in under]
    try:
        folder = where.memory_of(game)
    except RuntimeError:
        return None, None
    return folder / f"answers.old.{seals[0]}.json", folder / f"answers.new.{seals[1]}.json"


@contextmanager
def peers(trees: tuple[Tree, Tree], kept: tuple[Path | None, Path | None] = (None, None)) -> Iterator[Peers]:
    """Both workers, for as long as they are needed; ``kept``: where each finds what it answered earlier."""
    workers: list[Peer] = []
    try:
        workers += map(Peer, trees, kept)
        yield Peers(*workers)
        for one in workers:
            one.say_end()
        for one in workers:
            one.wait()
    finally:
        for one in workers:
            one.kill()
