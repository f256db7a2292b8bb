"""Whole runs in this process: engines of the toy game are played here, so that a run is exact and takes no time."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ludex.judge.verdict import EXIT, Down
from ludex.runner.conversation import Conversation
from ludex.runner.differential import Comparing
from ludex.runner.handshake import POLL_SECONDS
from ludex.runner.limits import Limits
from ludex.runner.run import Order, Run, Watch
from ludex.runner.session import Session
from tests.judge.hostile.nim import HELLO, answer

Request = dict[str, Any]
Respond = Callable[[Request], "str | Down | None"]
LIMITS = Limits(timeout=60.0, start=60.0)
HASTY = Limits(timeout=0.05, start=0.05, barren=2)  # for engines that say nothing


def hello(methods: Sequence[str] = ("legal", "apply"), editions: Any = "as ever", **more: Any) -> dict[str, Any]:
    """The hello of an engine that offers other things."""
    game: dict[str, Any] = {"methods": [*methods], **more}
    if editions is not None:
        game["editions"] = {"one": {"readings": {"max": ["three", "four"]}}} if editions == "as ever" else editions
    return {**HELLO, "games": {"nim": game}}


def saying(first: Any, respond: Respond = answer) -> Respond:
    """An engine with this hello."""
    return lambda request: result(request, first) if request["method"] == "initialize" else respond(request)


def result(request: Request, what: Any) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": what}) + "\n"


def name_of(request: Request) -> str:
    """The vector that is asked for."""
    return request.get("params", {}).get("vector") or ""


def but(instead: dict[str, Any], respond: Respond = answer) -> Respond:
    """Gives other results for some vectors; a Down in the place of a result is how the engine falls at it."""

    def changed(request: Request) -> str | Down | None:
        name = name_of(request).partition("@")[0]
        if name not in instead:
            return respond(request)
        said = instead[name]
        return said if said is None or isinstance(said, str | Down) else result(request, said)

    return changed


class Played(Conversation):
    """One engine; what it hears is kept."""

    def __init__(self, respond: Respond, limits: Limits) -> None:
        self.limits, self.down, self.tail, self.logged, self.left = limits, None, b"", 0, 0
        self.heard: list[Request] = []
        self.ends = 0
        self._respond = respond
        self._said: list[bytes] = []

    @property
    def names(self) -> list[str]:
        """The vectors that were asked, in order; one that is played step by step is named once."""
        return [name for name in dict.fromkeys(map(name_of, self.heard)) if name]

    def send(self, data: bytes) -> None:
        for line in data.splitlines():
            if self.down:
                return
            request = json.loads(line)
            self.heard.append(request)
            said = self._respond(request)
            if isinstance(said, Down):
                self.down, self.tail = said, b"its last words"
            elif said is not None:
                self._said += said.encode().splitlines()

    def wait(self, seconds: float) -> list[bytes]:
        assert seconds <= POLL_SECONDS, "interruptions are looked at now and then"
        lines, self._said = self._said, []
        return lines

    def unread(self) -> int:
        return 0

    def unended_bytes(self) -> bytes:
        return b""

    def finish(self, farewell: bytes = b"") -> list[bytes]:
        if farewell:
            self.send(farewell)
        self.end()
        return self.wait(0)

    def end(self) -> None:
        self.down = self.down or Down(EXIT, "it ended")
        self.ends += 1


class PlayedSession(Session):
    """A run; `engines` answer one after the other, the last again and again."""

    def __init__(self, order: Order, *engines: Respond, watch: Watch | None = None) -> None:
        self.engines = engines or (answer,)
        self.started: list[Played] = []
        super().__init__(order, watch)

    def open(self, again: bool) -> Conversation:  # noqa: ARG002
        self.started.append(Played(self.engines[min(len(self.started), len(self.engines) - 1)], self.order.limits))
        return self.started[-1]


class PlayedPair(Comparing):
    """A run of one engine against another."""

    def __init__(self, order: Order, first: Respond, second: Respond, watch: Watch | None = None) -> None:
        self.engines = {"first": first, "second": second}
        self.started: dict[str, list[Played]] = {"first": [], "second": []}
        super().__init__(order, watch)

    def open(self, again: bool) -> Conversation:  # noqa: ARG002
        return self._start("first")

    def _open_second(self, again: bool) -> Conversation:  # noqa: ARG002
        return self._start("second")

    def _start(self, which: str) -> Played:
        self.started[which].append(Played(self.engines[which], self.order.limits))
        return self.started[which][-1]


def order(root: Path, **more: Any) -> Order:
    return Order("nim", ("nim",), **{"root": root, "limits": LIMITS, **more})


def told(run: Run, *passing: str) -> list[tuple[Any, ...]]:
    """What is not simply right, in order: id, number of the setting, verdict, cause and message."""
    return [
        (case.id, case.frame.setting, one.verdict, one.cause, one.message)
        for case, one in run.settled_vectors()
        if one.verdict not in ("pass", *passing)
    ]
