"""One engine process: three pipes that never block, memory that is bounded, and an end that takes its whole group."""

import contextlib
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Sequence

from msgspec import Struct

from ludex.fault import Fault
from ludex.judge.verdict import CLOSED, CRASH, FLOOD, Down

CHUNK = 1 << 18
PIPE = 1 << 20
TAIL = 8192
LAST_READS = 64


class Limits(Struct, frozen=True):
    """How patient the judge is with an engine (seconds and bytes)."""

    timeout: float = 10.0
    start: float = 30.0
    answer: int = 4 << 20
    strays: int = 10
    restarts: int = 25
    barren: int = 3
    window: int = 64
    grace: float = 2.0


class Process:
    """A running engine. `wait` gives whole lines; `down` tells once it can give no more."""

    def __init__(self, command: Sequence[str], limits: Limits) -> None:
        self.limits = limits
        self.down: Down | None = None
        self.tail = b""
        self.logged = 0
        self._lines: list[bytes] = []
        self._rest = bytearray()
        self._out_ended = False
        self._err_ended = False
        self._writing = False
        self._unsent = b""
        self._popen = _spawn(command)
        self._selector = selectors.DefaultSelector()
        self._in, self._out, self._err = self._pipes()
        self._pid_file = self._watch_pid()

    def _pipes(self) -> tuple[int, int, int]:
        files = [file.fileno() for file in (self._popen.stdin, self._popen.stdout, self._popen.stderr) if file]
        for file in files:
            os.set_blocking(file, False)
        _widen(files[1])
        self._selector.register(files[1], selectors.EVENT_READ, self._read_out)
        self._selector.register(files[2], selectors.EVENT_READ, self._read_err)
        return files[0], files[1], files[2]

    def _watch_pid(self) -> int:
        """A file that becomes readable when the engine exits, for a grandchild may hold its pipes (-1: none here)."""
        try:
            file = os.pidfd_open(self._popen.pid)
        except (AttributeError, OSError):
            return -1
        self._selector.register(file, selectors.EVENT_READ, self._exited)
        return file

    # -- talking

    def send(self, data: bytes) -> None:
        """Hands over bytes; what the pipe does not take now goes later."""
        if self.down:
            return
        idle = not self._unsent
        self._unsent = self._unsent + data if self._unsent else data
        if idle:
            self._write()

    def wait(self, seconds: float) -> list[bytes]:
        """The lines that came within this time (as soon as there are any)."""
        if not self.down:
            for ready, _ in self._selector.select(max(0.0, seconds)):
                if not self.down:
                    ready.data()
            if self._pid_file < 0 and not self._lines and self.has_exited():
                self._exited()
        lines, self._lines = self._lines, []
        return lines

    def _write(self) -> None:
        try:
            sent = os.write(self._in, self._unsent)
            self._unsent = self._unsent[sent:]
        except BlockingIOError:
            pass
        except OSError:
            self._unsent = b""
            self._gone("closed its standard input")
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
            self._gone("closed its standard output")

    def _pull(self) -> bool:
        """One read of the engine's output; whether there may be more."""
        if self._out_ended:
            return False
        try:
            chunk = os.read(self._out, CHUNK)
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
            self._lines.append(bytes(self._rest) + first if self._rest else first)
            self._lines += more[:-1]
            self._rest = bytearray(more[-1])
        else:
            self._rest += first
        if len(self._rest) > self.limits.answer:
            self._rest = bytearray()
            self.down = Down(FLOOD, f"one line of more than {self.limits.answer:,} bytes")

    def _read_err(self) -> bool:
        """One read of the engine's log, of which only the tail is kept; whether there may be more."""
        if self._err_ended:
            return False
        try:
            chunk = os.read(self._err, CHUNK)
        except BlockingIOError:
            return False
        except OSError:
            chunk = b""
        if chunk:
            self.tail = (self.tail + chunk)[-TAIL:]
            self.logged += len(chunk)
        else:
            self._selector.unregister(self._err)
            self._err_ended = True
        return bool(chunk)

    # -- ending

    def has_exited(self) -> bool:
        """Whether the engine's own process is gone; it stays unreaped, so that its group id stays ours."""
        if not hasattr(os, "waitid"):
            return self._popen.poll() is not None
        try:
            return os.waitid(os.P_PID, self._popen.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
        except ChildProcessError:
            return True

    def _exited(self) -> None:
        if not self.down:
            self._gone("exited")

    def _gone(self, what: str) -> None:
        """Sets `down`, after what is still in the pipes: a crash when the process is gone, else what it did."""
        until = time.monotonic() + 0.3
        while not self.has_exited() and time.monotonic() < until:
            time.sleep(0.005)
        for pull in (self._pull, self._read_err):
            for _ in range(LAST_READS):
                if not pull():
                    break
        if self.down:
            return
        if self.has_exited():
            self.down = Down(CRASH, self._farewell())
        else:
            self.down = Down(CLOSED, f"the engine {what} and lives on")

    def _farewell(self) -> str:
        self._end_group(signal.SIGKILL)
        status = self._popen.wait()
        if status >= 0:
            return f"the engine exited with status {status}"
        try:
            return f"the engine was ended by {signal.Signals(-status).name}"
        except ValueError:
            return f"the engine was ended by signal {-status}"

    def finish(self, farewell: bytes = b"") -> list[bytes]:
        """A friendly end: says goodbye, closes the input, gives it a moment; gives the lines that still came."""
        lines: list[bytes] = []
        if farewell and not self.down:
            self.send(farewell)
        until = time.monotonic() + self.limits.grace
        while not self.down and time.monotonic() < until and len(lines) < 1000:
            lines += self.wait(0.05)
            if not self._unsent and self._popen.stdin and not self._popen.stdin.closed:
                self._close_input()
        lines += self._lines
        self.end()
        return lines

    def _close_input(self) -> None:
        if self._popen.stdin:
            with contextlib.suppress(OSError):
                self._popen.stdin.close()

    def end(self) -> None:
        """Ends the whole process group, reaps, and closes the pipes. May be called twice."""
        if self._popen.returncode is None:
            self._end_group(signal.SIGTERM)
            until = time.monotonic() + 0.3
            while not self.has_exited() and time.monotonic() < until:
                time.sleep(0.005)
            self._end_group(signal.SIGKILL)
            self._popen.wait()
        self._selector.close()
        if self._pid_file >= 0:
            os.close(self._pid_file)
            self._pid_file = -1
        for file in (self._popen.stdin, self._popen.stdout, self._popen.stderr):
            if file:
                with contextlib.suppress(OSError):
                    file.close()

    def _end_group(self, number: int) -> None:
        if self._popen.returncode is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._popen.pid, number)


def _spawn(command: Sequence[str]) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
    except FileNotFoundError:
        raise Fault(f"cannot start the engine: no such command: {command[0]}", "Check the path after `--`.") from None
    except PermissionError:
        remedy = f"Make it executable (chmod +x {command[0]}), or name its interpreter after `--`."
        raise Fault(f"cannot start the engine: {command[0]} may not be executed", remedy) from None
    except OSError as error:
        remedy = "A script needs a first line such as #!/usr/bin/env python3, or its interpreter named after `--`."
        raise Fault(f"cannot start the engine {command[0]}: {error.strerror}", remedy) from None


def _widen(pipe: int) -> None:
    """A wider pipe where the system allows one: fewer wake-ups for long answers."""
    try:
        import fcntl

        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, PIPE)
    except (ImportError, AttributeError, OSError):
        return
