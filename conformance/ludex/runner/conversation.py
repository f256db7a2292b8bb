"""A conversation with one engine, whatever carries it: whole lines come in, bytes go out, and memory is bounded."""

import os
import selectors
import time
from collections.abc import Callable

from ludex.judge.verdict import CLOSED, FLOOD, Down
from ludex.runner.limits import Limits

CHUNK_BYTES = 1 << 18  # of one read
TAIL_BYTES = 8192  # of the log, for a report
LAST_READS = 64  # of what is still under way at the end; an engine that lives on could write for ever


def read_the_rest(read: Callable[[], bool]) -> None:
    """Reads until there is no more, or for long enough."""
    for _ in range(LAST_READS):
        if not read():
            return


class Conversation:
    """`wait` gives whole lines; `down` tells once it can give no more. Two files that never block carry the bytes."""

    def __init__(self, limits: Limits, read_from: int, write_to: int) -> None:
        self.limits = limits
        self.down: Down | None = None
        self.tail = b""
        self.logged = 0
        self.left = 0
        self._lines: list[bytes] = []
        self._rest = bytearray()
        self._out = read_from
        self._in = write_to
        self._out_ended = False
        self._writing = False
        self._unsent = b""
        self._selector = selectors.DefaultSelector()
        for file in (read_from, write_to):
            os.set_blocking(file, False)
        self._selector.register(read_from, selectors.EVENT_READ, self._read_out)

    # -- talking

    def send(self, data: bytes) -> None:
        """Hands over bytes; what the engine does not take now goes later."""
        if self.down:
            return
        idle = not self._unsent
        self._unsent += data
        if idle:
            self._write()

    def wait(self, seconds: float) -> list[bytes]:
        """The lines that came within this time (as soon as there are any)."""
        if not self.down:
            for ready, _ in self._selector.select(seconds):
                if not self.down:
                    ready.data()
        lines, self._lines = self._lines, []
        return lines

    def unread(self) -> int:
        """How many bytes of its input the engine has not read, as far as can be known."""
        return len(self._unsent)

    def unended_bytes(self) -> bytes:
        """What came after the last line end."""
        return bytes(self._rest)

    def _write(self) -> None:
        try:
            sent = os.write(self._in, self._unsent)
            self._unsent = self._unsent[sent:]
        except BlockingIOError:
            pass
        except OSError:
            self._unsent = b""
            self._go_down("closed its standard input")
        self._watch_writing()

    def _watch_writing(self) -> None:
        if self._unsent and not self._writing:
            self._selector.register(self._in, selectors.EVENT_WRITE, self._write)
        elif self._writing and not self._unsent:
            self._selector.unregister(self._in)
        self._writing = bool(self._unsent)

    def _read_out(self) -> None:
        self._pull()
        if self._out_ended and not self.down:
            self._go_down("closed its standard output")

    def _pull(self) -> bool:
        """One read of the engine's output; whether there may be more."""
        if self._out_ended:
            return False
        try:
            chunk = os.read(self._out, CHUNK_BYTES)
        except BlockingIOError:
            return False
        except OSError:
            chunk = b""
        if not chunk:
            self._selector.unregister(self._out)
            self._out_ended = True
            return False
        self._split(chunk)
        return not self.down

    def _split(self, chunk: bytes) -> None:
        first, *more = chunk.split(b"\n")
        if more:
            self._lines.append(bytes(self._rest) + first)
            self._lines += more[:-1]
            self._rest = bytearray(more[-1])
        else:
            self._rest += first
        if len(self._rest) > self.limits.answer:
            self._rest = bytearray()
            self.down = Down(FLOOD, f"one line of more than {self.limits.answer:,} bytes")

    # -- ending

    def _go_down(self, what: str) -> None:
        """Sets `down`, after what is still under way."""
        self._drain()
        if not self.down:
            self.down = Down(CLOSED, f"the engine {what} and lives on")

    def _drain(self) -> None:
        read_the_rest(self._pull)

    def finish(self, farewell: bytes = b"") -> list[bytes]:
        """A friendly end: says goodbye, closes the input, gives it a moment; gives the lines that still came."""
        lines: list[bytes] = []
        if farewell and not self.down:
            self.send(farewell)
        until = time.monotonic() + self.limits.grace
        while not self.down and time.monotonic() < until and len(lines) < 1000:
            lines += self.wait(0.05)
            if not self._unsent:
                self._close_input()
        lines += self._lines
        self.end()
        return lines

    def _close_input(self) -> None:
        raise NotImplementedError

    def end(self) -> None:
        """Ends the conversation at once, whatever the engine does. May be called twice."""
        raise NotImplementedError
