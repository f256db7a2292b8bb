"""One engine process: pipes that never block, caps on what it may take, and an end that takes all its descendants."""

import contextlib
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

import psutil

from ludex.fault import Fault
from ludex.judge.verdict import CPU, CRASH, EXIT, MEMORY, Down
from ludex.runner import ending
from ludex.runner.conversation import CHUNK_BYTES, TAIL_BYTES, Conversation, read_the_rest
from ludex.runner.limits import Limits
from ludex.runner.reaper import REAPER

__all__ = ["Limits", "Process"]

PIPE_BYTES = 1 << 20  # more than the system gives by itself
LOOK_SECONDS = 0.1  # from one look at its memory and processor time to the next


class Process(Conversation):
    """A running engine, talked to over its standard input and output; its standard error is a log."""

    def __init__(self, command: Sequence[str], limits: Limits, folder: Path | None = None) -> None:
        self._ended = False
        self._err_ended = False
        with REAPER.birth:
            self._popen, self._token = _spawn(command, folder)
            REAPER.enter(self._popen.pid, self._token)
        into, out, self._err = _files(self._popen)
        super().__init__(limits, out, into)
        _widen(out)
        os.set_blocking(self._err, False)
        self._selector.register(self._err, selectors.EVENT_READ, self._read_err)
        self._pid_file = self._watch_pid()
        self._head = ending.process(self._popen.pid)
        self._seen: set[psutil.Process] = set()
        self._look = time.monotonic() + LOOK_SECONDS

    def _watch_pid(self) -> int:
        """A file that becomes readable when the engine exits, for a grandchild may hold its pipes (-1: none here)."""
        try:
            file = os.pidfd_open(self._popen.pid)
        except (AttributeError, OSError):
            return -1
        self._selector.register(file, selectors.EVENT_READ, self._note_exit)
        return file

    def wait(self, seconds: float) -> list[bytes]:
        lines = super().wait(seconds)
        if not self.down:
            if time.monotonic() > self._look:
                self._watch_appetite()
            if self._pid_file < 0 and not lines and self.has_exited():
                self._note_exit()
                lines, self._lines = self._lines, []
        return lines

    def unread(self) -> int:
        return len(self._unsent) + _lying_in(self._in)

    def _watch_appetite(self) -> None:
        """Sets `down` when the engine, with all its descendants, takes more memory or processor time than it may."""
        self._look = time.monotonic() + LOOK_SECONDS
        family, most = self._family(), self.limits
        if most.memory and ending.memory(family) > most.memory:
            self.down = Down(MEMORY, f"the engine took more than {most.memory >> 20:,} MB of memory")
        elif most.cpu and ending.cpu(family) > most.cpu:
            self.down = Down(CPU, f"the engine took more than {most.cpu:g} s of processor time")

    def _family(self) -> list[psutil.Process]:
        """The engine and its descendants; those that leave it while they run are remembered."""
        family = ending.family(self._head)
        self._seen = {*filter(ending.runs, self._seen), *family[1:]}
        return family

    def _read_err(self) -> bool:
        """One read of the engine's log, of which only the tail is kept; whether there may be more."""
        if self._err_ended:
            return False
        try:
            chunk = os.read(self._err, CHUNK_BYTES)
        except BlockingIOError:
            return False
        except OSError:
            chunk = b""
        if chunk:
            self.tail = (self.tail + chunk)[-TAIL_BYTES:]
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

    def _note_exit(self) -> None:
        if not self.down:
            self._go_down("exited")

    def _go_down(self, what: str) -> None:
        """Sets `down`, after what is still in the pipes: how the process ended when it is gone, else what it did."""
        self._await_exit()
        self._drain()
        read_the_rest(self._read_err)
        if self.down:
            return
        if self.has_exited():
            self.down = self._farewell()
        else:
            super()._go_down(what)

    def _await_exit(self) -> None:
        until = time.monotonic() + 0.3
        while not self.has_exited() and time.monotonic() < until:
            time.sleep(0.005)

    def _farewell(self) -> Down:
        self._end_group(signal.SIGKILL)
        status = self._popen.wait()
        if status >= 0:
            return Down(CRASH if status else EXIT, f"the engine exited with status {status}")
        try:
            return Down(CRASH, f"the engine was ended by {signal.Signals(-status).name}")
        except ValueError:
            return Down(CRASH, f"the engine was ended by signal {-status}")

    def _close_input(self) -> None:
        if self._popen.stdin:
            with contextlib.suppress(OSError):
                self._popen.stdin.close()

    def end(self) -> None:
        """Ends the process, its group and every other descendant, reaps, and closes the pipes."""
        if self._ended:
            return
        self._ended = True
        self._family()
        if self._popen.returncode is None:
            self._end_group(signal.SIGTERM)
            self._await_exit()
            self._end_group(signal.SIGKILL)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._popen.wait(5)
        self.left = REAPER.leave(self._popen.pid, self._token, self._seen)
        self._close()

    def _close(self) -> None:
        self._selector.close()
        if self._pid_file >= 0:
            os.close(self._pid_file)
        for file in (self._popen.stdin, self._popen.stdout, self._popen.stderr):
            if file:
                with contextlib.suppress(OSError):
                    file.close()

    def _end_group(self, number: int) -> None:
        if self._popen.returncode is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._popen.pid, number)


def _files(popen: subprocess.Popen[bytes]) -> tuple[int, int, int]:
    assert popen.stdin, "a pipe"
    assert popen.stdout, "a pipe"
    assert popen.stderr, "a pipe"
    return popen.stdin.fileno(), popen.stdout.fileno(), popen.stderr.fileno()


def _spawn(command: Sequence[str], folder: Path | None = None) -> tuple[subprocess.Popen[bytes], str]:
    environment, token = REAPER.environment()
    pipe = subprocess.PIPE
    try:
        popen = subprocess.Popen(
            command,
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            start_new_session=True,
            env=environment,
            cwd=folder,
        )
    except OSError as error:
        raise _cannot_start(command[0], error) from None
    except ValueError as error:
        raise Fault(f"cannot start the engine: {error}", "Check the command after `--`.") from None
    _no_core(popen.pid)
    return popen, token


def _cannot_start(program: str, error: OSError) -> Fault:
    if isinstance(error, FileNotFoundError) and Path(program).is_file():
        said = f"cannot start the engine {program}: the interpreter that its first line names is not there"
        return Fault(said, "Mend its first line, or name its interpreter after `--`.")
    if isinstance(error, FileNotFoundError):
        return Fault(f"cannot start the engine: no such command: {program}", "Check the path after `--`.")
    if isinstance(error, PermissionError):
        remedy = f"Make it executable (chmod +x {program}), or name its interpreter after `--`."
        return Fault(f"cannot start the engine: {program} may not be executed", remedy)
    remedy = "A script needs a first line such as #!/usr/bin/env python3, or its interpreter named after `--`."
    return Fault(f"cannot start the engine {program}: {error.strerror}", remedy)


def _no_core(pid: int) -> None:
    """No core files: an engine may crash many times."""
    with contextlib.suppress(ImportError, AttributeError, OSError, ValueError):
        import resource

        resource.prlimit(pid, resource.RLIMIT_CORE, (0, 0))


def _widen(pipe: int) -> None:
    """A wider pipe where the system allows one: fewer wake-ups for long answers."""
    with contextlib.suppress(ImportError, AttributeError, OSError):
        import fcntl

        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, PIPE_BYTES)


def _lying_in(pipe: int) -> int:
    """Bytes that lie in a pipe unread (0 where that cannot be known)."""
    with contextlib.suppress(ImportError, AttributeError, OSError, ValueError):
        import fcntl
        import termios

        return int.from_bytes(fcntl.ioctl(pipe, termios.FIONREAD, b"\0\0\0\0"), "little")
    return 0
