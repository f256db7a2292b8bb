"""A partial reference within this process, so that thousands of runs are quick, and a suite of a few vectors."""

import json
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from ludex import where
from ludex.judge.verdict import EXIT, Down
from ludex.protocol.server import Loop
from ludex.runner.conversation import Conversation
from ludex.runner.limits import Limits
from ludex.runner.run import Order, Run
from ludex.runner.session import Session
from tests.judge.hostile.partial import partial
from tests.vector_files import lay_down, topics

PLAYED = ("perft", "replay")
EACH = 2
MOST_NODES = 300  # of a count, each of which may be a question
HEAD = b'{"jsonrpc":"2.0","id":'


@cache
def reference(game: str) -> Callable[[bytes], bytes]:
    """What the reference answers, asked once for each question: all of a line behind its id."""
    loop = Loop([game])
    return cache(lambda question: loop.answer(HEAD + b"0" + question)[len(HEAD) + 1 : -1])


class Near(Conversation):
    """Answers at once; keeps the names of the methods that it was asked for."""

    def __init__(self, limits: Limits, game: str, methods: Sequence[str]) -> None:
        self.limits, self.down, self.tail, self.logged, self.left = limits, None, b"", 0, 0
        self.asked: set[str] = set()
        self._game, self._methods = game, list(methods)
        self._lines: list[bytes] = []

    def send(self, data: bytes) -> None:
        self._lines += map(self._answered, data.splitlines())

    def _answered(self, line: bytes) -> bytes:
        method = line.split(b'"method":"', 1)[1].split(b'"', 1)[0].decode()
        if method in ("initialize", "shutdown"):
            return partial(self._game, self._methods)(line).rstrip()
        self.asked.add(method)
        number, comma, question = line.removeprefix(HEAD).partition(b",")
        return HEAD + number + reference(self._game)(comma + question)

    def wait(self, seconds: float) -> list[bytes]:  # noqa: ARG002
        lines, self._lines = self._lines, []
        return lines

    def finish(self, farewell: bytes = b"") -> list[bytes]:
        self.send(farewell)
        self.down = Down(EXIT, "")
        return self.wait(0)

    def end(self) -> None:
        self.down = self.down or Down(EXIT, "")


class JudgingNear(Session):
    """A run with the partial reference."""

    link: Near

    def open(self, again: bool) -> Conversation:  # noqa: ARG002
        self.link = Near(self.order.limits, self.order.game, self.order.command)
        return self.link


def judged(game: str, methods: Sequence[str], root: Path | None) -> tuple[Run, set[str]]:
    """What comes of the reference that offers these methods, and which it was asked for."""
    judging = JudgingNear(Order(game, tuple(methods), root=root, anonymous=True))
    return judging.judge(), judging.link.asked


def write_few(game: str, root: Path) -> None:
    """Writes the first quick vectors of each topic, refused and not, and every fourth malformed one to play."""
    manifest = json.loads((where.vectors() / game / "manifest.json").read_text())
    wholes = [
        {**whole, "vectors": list(_few(whole["operation"], whole["vectors"]))}
        for edition in manifest["editions"]
        for whole in topics(game, edition)
    ]
    lay_down(root, game, [whole for whole in wholes if whole["vectors"]], manifest["editions"])


def _few(operation: str, vectors: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for malformed in (False, True):
        alike = [vector for vector in vectors if is_refused(vector["expect"]) is malformed]
        quick = [vector for vector in alike if vector["expect"].get("nodes", 0) <= MOST_NODES]
        yield from quick[::4] if malformed and operation in PLAYED else quick[:EACH]


def is_refused(expect: Any) -> bool:
    return bool({"illegal", "unreadable"} & expect.keys())
