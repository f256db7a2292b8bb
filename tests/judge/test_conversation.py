"""Bytes to and from an engine: lines come out whole, whatever the pieces, and nothing is lost at the end."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator

import pytest

from ludex.judge.verdict import CLOSED, FLOOD, Down
from ludex.runner.conversation import CHUNK_BYTES, LAST_READS, Conversation, read_the_rest
from ludex.runner.limits import Limits

LIMITS = Limits(answer=10, grace=0.3, strays=3)


class Piped(Conversation):
    """A conversation with this test: what the engine reads and writes are two files of the test."""

    def __init__(self, limits: Limits = LIMITS) -> None:
        out, self.engine_out = os.pipe()
        self.engine_in, into = os.pipe()
        self._files = {out, into}
        self.ends = 0
        super().__init__(limits, out, into)

    def _close_input(self) -> None:
        self._close(self._in)

    def _close(self, file: int) -> None:
        if file in self._files:
            self._files.discard(file)
            os.close(file)

    def end(self) -> None:
        self.ends += 1

    def hears(self) -> bytes:
        os.set_blocking(self.engine_in, False)
        try:
            return os.read(self.engine_in, 1 << 20)
        except BlockingIOError:
            return b""

    def says(self, data: bytes) -> None:
        os.write(self.engine_out, data)


@pytest.fixture
def piped() -> Iterator[Piped]:
    """A conversation, all of whose files are closed at the end."""
    conversation = Piped()
    yield conversation
    for file in (*conversation._files, conversation.engine_in, conversation.engine_out):
        with contextlib.suppress(OSError):
            os.close(file)


@pytest.mark.parametrize(
    ("pieces", "lines", "rest"),
    [
        ([b"one\n"], [b"one"], b""),
        ([b"one\ntwo\nthr"], [b"one", b"two"], b"thr"),
        ([b"o", b"n", b"e\nt", b"wo\n\n"], [b"one", b"two", b""], b""),
        ([b"one\r\n"], [b"one\r"], b""),
        ([b"\n"], [b""], b""),
        ([b"0123456789"], [], b"0123456789"),
        ([b"0123456789", b"\n0123456789"], [b"0123456789"], b"0123456789"),
    ],
)
def test_lines_are_whole_whatever_the_pieces(
    piped: Piped, pieces: list[bytes], lines: list[bytes], rest: bytes
) -> None:
    came = []
    for piece in pieces:
        piped.says(piece)
        came += piped.wait(1)
    assert (came, piped.unended_bytes(), piped.down) == (lines, rest, None)
    assert piped.wait(0) == []


@pytest.mark.parametrize("pieces", [[b"0123456789x"], [b"one\n0123456", b"789x"]])
def test_a_line_without_an_end_is_kept_up_to_the_limit(piped: Piped, pieces: list[bytes]) -> None:
    for piece in pieces:
        piped.says(piece)
        piped.wait(1)
    assert piped.down == Down(FLOOD, "one line of more than 10 bytes")
    assert piped.unended_bytes() == b""
    piped.says(b"more\n")
    assert piped.wait(0) == []
    piped.send(b"anybody\n")
    assert piped.hears() == b""


def test_what_the_engine_does_not_take_now_goes_later_and_in_order(piped: Piped) -> None:
    big = b"x" * (1 << 20)
    piped.send(big)
    held = piped.unread()
    assert 0 < held < len(big)
    piped.send(b"the end\n")
    assert piped.unread() == held + 8
    heard = b""
    while piped.unread():
        heard += piped.hears()
        piped.wait(0.01)
    heard += piped.hears()
    assert heard == big + b"the end\n"
    piped.send(b"again\n")
    assert (piped.unread(), piped.hears()) == (0, b"again\n")
    piped.send(big)
    heard = b""
    while piped.unread():
        heard += piped.hears()
        piped.wait(0.01)
    assert heard + piped.hears() == big


def test_an_engine_that_closes_its_output_was_heard_first(piped: Piped) -> None:
    long = b"one\n" * (CHUNK_BYTES // 16)
    os.set_blocking(piped.engine_out, False)
    written = os.write(piped.engine_out, long)
    os.close(piped.engine_out)
    lines: list[bytes] = []
    while not piped.down:
        lines += piped.wait(0.1)
    assert piped.down == Down(CLOSED, "the engine closed its standard output and lives on")
    assert lines + piped.wait(0) == [b"one"] * (written // 4)


def test_an_engine_that_closes_its_input_is_heard_to_the_end(piped: Piped) -> None:
    os.close(piped.engine_in)
    piped.says(b"one\ntwo\n")
    piped.send(b"hello\n")
    assert piped.down == Down(CLOSED, "the engine closed its standard input and lives on")
    assert piped.wait(0) == [b"one", b"two"]
    assert piped.unread() == 0


def test_what_an_engine_said_that_does_not_hear_the_goodbye_is_heard(piped: Piped) -> None:
    os.close(piped.engine_in)
    piped.says(b"late\nlater\n")
    assert piped.finish(b"bye\n") == [b"late", b"later"]
    assert piped.down == Down(CLOSED, "the engine closed its standard input and lives on")


def test_at_the_end_it_is_told_goodbye_and_its_input_is_closed(piped: Piped) -> None:
    piped.says(b"late\n")
    os.close(piped.engine_out)
    assert piped.finish(b"bye\n") == [b"late"]
    assert piped.hears() == b"bye\n"
    assert os.read(piped.engine_in, 1) == b""
    assert piped.ends == 1


def test_an_engine_that_lives_on_is_ended_after_a_while(piped: Piped) -> None:
    piped.says(b"late\n")
    assert piped.finish() == [b"late"]
    assert (piped.down, piped.ends, piped.hears()) == (None, 1, b"")
    assert (piped.tail, piped.logged, piped.left) == (b"", 0, 0)  # it keeps no log, and has no processes


def test_one_that_is_down_is_told_no_goodbye_and_gives_what_it_said(piped: Piped) -> None:
    piped.says(b"one\n")
    piped.wait(1)
    piped.says(b"two\n0123456789x")
    lines = piped.wait(1)
    assert (lines, piped.down is not None) == ([b"two"], True)
    assert piped.finish(b"bye\n") == []
    assert (piped.ends, piped.hears()) == (1, b"")


@pytest.mark.parametrize(("chunks", "reads"), [(1, 1), (3, 3), (LAST_READS, LAST_READS), (9999, LAST_READS)])
def test_what_is_under_way_at_the_end_is_read_but_not_for_ever(chunks: int, reads: int) -> None:
    left = [True] * (chunks - 1) + [False]
    read_the_rest(lambda: left.pop(0))
    assert chunks - len(left) == reads


def test_one_that_prints_for_ever_is_not_heard_for_ever() -> None:
    class Endless(Piped):
        def wait(self, seconds: float) -> list[bytes]:  # noqa: ARG002
            return [b"tick"] * 100

    endless = Endless(Limits(grace=60))
    try:
        assert endless.finish() == [b"tick"] * 1000
    finally:
        for file in (*endless._files, endless.engine_in, endless.engine_out):
            os.close(file)
