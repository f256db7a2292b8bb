"""Outlives the runner by a moment: a process that ends the engines when the runner is ended before it can do so.

Nobody but the runner holds its input open. The runner writes there which engines it has (`+PID TOKEN`) and which are
gone (`-PID TOKEN`); when the input ends, whatever is left is ended. A signal of the system at the runner's death
(PR_SET_PDEATHSIG) would reach the engine alone and not its children, only on Linux, and already at the end of the
thread that started it.
"""

import atexit
import contextlib
import subprocess
import sys
from collections.abc import Iterable

from ludex.runner.ending import end_all

LEAVE_SECONDS = 5.0  # for the guard to end by itself


class Guard:
    """The runner's side: starts the guard, tells it of engines, and dismisses it at the end."""

    def __init__(self) -> None:
        words = [sys.executable, "-P", "-m", __name__]
        nowhere = subprocess.DEVNULL
        self._popen = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=nowhere, stderr=nowhere, bufsize=0, start_new_session=True
        )
        self.pid = self._popen.pid
        atexit.register(self.dismiss)

    def tell(self, sign: str, pid: int, token: str) -> None:
        assert self._popen.stdin, "a pipe"
        with contextlib.suppress(OSError, ValueError):  # somebody ended the guard
            self._popen.stdin.write(f"{sign}{pid} {token}\n".encode())

    def dismiss(self) -> None:
        assert self._popen.stdin, "a pipe"
        with contextlib.suppress(OSError, subprocess.TimeoutExpired):
            self._popen.stdin.close()
            self._popen.wait(LEAVE_SECONDS)


def engines_left(lines: Iterable[str]) -> dict[int, str]:
    """The engines, with their tokens, that are still there when the runner has no more to say."""
    living: dict[int, str] = {}
    for line in lines:
        pid, token = line[1:].split()
        if line[0] == "+":
            living[int(pid)] = token
        else:
            living.pop(int(pid), None)
    return living


def main() -> None:
    engines = engines_left(sys.stdin)
    if engines:
        end_all(engines)


if __name__ == "__main__":
    main()
