"""Why no hello came, in the words for the author of an adapter, and what is put up with before one."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace

import pytest

from ludex.judge.verdict import CLOSED, CRASH, EXIT, FLOOD, GARBAGE, REPORTED, TIMEOUT, Down
from ludex.protocol.server import Loop
from ludex.runner.handshake import LOG_FLOOD_BYTES, NoHello, WholeHello, receive_hello, with_tail
from ludex.runner.limits import Limits

LIMITS = Limits(start=0.05, grace=0.02, strays=2)
QUESTION = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocol":1}}'
HELLO = Loop(["tribun"]).answer(QUESTION).strip()
OTHER = HELLO.replace(b'"id":1', b'"id":7', 1)
ERROR = b'{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"what is that"}}'
FLUSH = "Flush"


@dataclass
class Said:
    """A conversation with an engine that has said this, and does nothing more; `held` comes when its input closes."""

    lines: list[bytes] = field(default_factory=list)
    held: list[bytes] = field(default_factory=list)
    down: Down | None = None
    rest: bytes = b""
    waiting: int = 0
    logged: int = 0
    tail: bytes = b""
    limits: Limits = LIMITS
    ends: int = 0

    def wait(self, seconds: float) -> list[bytes]:
        assert seconds <= 0.1
        lines, self.lines = self.lines, []
        return lines

    def finish(self) -> list[bytes]:
        return self.held

    def unread(self) -> int:
        return self.waiting

    def unended_bytes(self) -> bytes:
        return self.rest

    def end(self) -> None:
        self.ends += 1
        self.tail = b"its log"


def hello_of(said: Said) -> tuple[list[str], int]:
    """What is noted, and how often interruptions were looked at."""
    notes: list[str] = []
    looks: list[None] = []
    hello = receive_hello(said, 1, notes.append, lambda: looks.append(None))  # type: ignore[arg-type]
    assert [*hello.games] == ["tribun"]
    assert said.ends == 0
    return notes, len(looks)


def test_a_hello_is_received_and_the_engine_lives_on() -> None:
    assert hello_of(Said([HELLO])) == ([], 1)


def test_a_few_lines_before_it_are_noted_by_their_beginning() -> None:
    notes, _ = hello_of(Said([b"x" * 100, b"banner", HELLO]))
    assert notes == [f"a stray line before the hello: {line!r}" for line in (b"x" * 80, b"banner")]


MUTE = "no hello within 0.05 s; nothing came. "


@pytest.mark.parametrize(
    ("said", "cause", "told"),
    [
        (
            Said([b"1st", b"2nd", b"3rd", HELLO]),
            GARBAGE,
            "more than 2 lines before the hello: the line is not one JSON value: 3rd",
        ),
        (Said([OTHER]), GARBAGE, "an answer with an id that was not asked: 7"),
        (Said([ERROR]), REPORTED, "`initialize` was"),
        (Said([HELLO.replace(b'"games"', b'"gams"')]), GARBAGE, ""),
        (Said(), TIMEOUT, MUTE),
        (Said(logged=LOG_FLOOD_BYTES), TIMEOUT, MUTE),
        (Said(logged=LOG_FLOOD_BYTES + 1), FLOOD, "no hello within 0.05 s, but 16 MB of log"),
        (
            Said([b"ban\x1bner" + b"x" * 60]),
            TIMEOUT,
            f"no hello within 0.05 s, but ban\\x1bner{'x' * 53}...; no answer came",
        ),
        (Said(waiting=5, held=[HELLO]), TIMEOUT, "no hello within 0.05 s; it does not read its input. "),
        (Said(held=[b"bye", HELLO]), TIMEOUT, "no hello within 0.05 s; an answer came once the input was closed. "),
        (Said(held=[b"bye"]), TIMEOUT, MUTE),
        (Said(rest=HELLO), GARBAGE, f"{len(HELLO):,} bytes came without a line end"),
        (Said(rest=b"{"), GARBAGE, "1 byte came without a line end"),
        (Said(down=Down(EXIT, "it ended")), EXIT, "it ended"),
        (Said(down=Down(EXIT, "it ended"), rest=b"{"), EXIT, "it ended; 1 byte came without a line end"),
        (Said([b"banner"], down=Down(CRASH, "it crashed")), CRASH, "it crashed"),
    ],
)
def test_why_no_hello_came_is_told_and_the_engine_is_ended(said: Said, cause: str, told: str) -> None:
    with pytest.raises(NoHello) as fallen:
        hello_of(said)
    assert (fallen.value.down.cause, fallen.value.down.message[: len(told)]) == (cause, told)
    assert str(fallen.value) == fallen.value.down.message
    assert fallen.value.tail == b"its log"
    assert said.ends == 1


def test_a_hello_that_lacks_its_line_end_alone_is_not_waited_for() -> None:
    patient = Said(rest=HELLO, limits=Limits(start=30.0, grace=0.02))
    with pytest.raises(NoHello, match="came without a line end"):
        hello_of(patient)


@pytest.mark.parametrize(
    ("cause", "tail", "told"),
    [
        (CRASH, b" the last word\n", "it fell. The last of its log: the last word"),
        (EXIT, b"\xff!", "it fell. The last of its log: \ufffd!"),
        (EXIT, b"a" + b"b" * 600, f"it fell. The last of its log: {'b' * 600}"),
        (CRASH, b" \n", "it fell"),
        (CLOSED, b"the last word", "it fell"),
        (TIMEOUT, b"the last word", "it fell"),
    ],
)
def test_the_log_explains_a_fall_only_of_what_ended_by_itself(cause: str, tail: bytes, told: str) -> None:
    assert with_tail(Down(cause, "it fell"), tail) == told


def test_a_whole_answer_without_its_end_is_given_a_moment_after_its_last_byte(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SimpleNamespace(now=50.0)
    monkeypatch.setattr("ludex.runner.handshake.time", SimpleNamespace(monotonic=lambda: clock.now))
    said = Said(rest=HELLO[:-1], limits=Limits(grace=2.0))
    whole = WholeHello(said)  # type: ignore[arg-type]
    waits: list[bool] = []
    for seconds, rest in ((0.0, HELLO[:-1]), (3.0, HELLO[:-1]), (0.0, HELLO), (2.0, HELLO), (0.1, HELLO), (9.0, b"")):
        clock.now += seconds
        said.rest = rest
        waits.append(whole.waits())
    assert waits == [False, False, False, False, True, False]
