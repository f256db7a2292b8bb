"""Reaps what engines leave: whatever an engine started is found and ended, wherever it went; all others are let be."""

import contextlib
import os
import sys
import threading
import time
from collections.abc import Iterable

from psutil import Process

from ludex.runner.ending import END_SECONDS, TOKEN, family, kill, reap, runs, session_of, token_of
from ludex.runner.guard import Guard

_SUBREAPER = 36


class Reaper:
    """The engines that run now. On Linux this process becomes the parent of whatever they orphan.

    `sole` says that whatever becomes our child comes from an engine. That is so for a runner that was started as a
    command, unless a child was there before the first engine (a shell script may start a helper and become the
    runner by `exec`): what is orphaned later may then be a child of that one. `birth` is held while an engine starts,
    so that nobody takes it for an orphan before it is known.
    """

    def __init__(self) -> None:
        self.sole = False
        self.birth = threading.Lock()
        self._guard: Guard | None = None
        self._living: dict[int, str] = {}

    def environment(self) -> tuple[dict[str, str], str]:
        """The environment for an engine, and the token in it by which its descendants are known."""
        if self._guard is None:
            self._open()
        token = os.urandom(16).hex()
        return {**os.environ, TOKEN: token}, token

    def _open(self) -> None:
        """What there is to do before the first engine."""
        self.sole = self.sole and os.getpid() != 1 and not any(map(runs, Process().children()))
        if sys.platform == "linux":
            _become_subreaper()
        self._guard = Guard()

    def enter(self, pid: int, token: str) -> None:
        self._living[pid] = token
        self._tell("+", pid, token)

    def leave(self, pid: int, token: str, known: Iterable[Process] = ()) -> int:
        """Ends what an engine left behind, and says how much that was. `known`: descendants seen while it lived."""
        self._living.pop(pid, None)
        ended: set[Process] = set()
        known = set(known)
        until = time.monotonic() + END_SECONDS
        while time.monotonic() < until:
            with self.birth:
                left = {child for child in Process().children() if self._is_left(child, pid, token, known | ended)}
            left |= {one for one in known if runs(one)}
            if not left:
                break
            members = {member for one in left for member in family(one)}
            ended |= {member for member in members if runs(member)}
            kill(members)
            for child in left:
                reap(child.pid)
        self._tell("-", pid, token)
        return len(ended)

    def _is_left(self, child: Process, engine: int, token: str, known: set[Process]) -> bool:
        """Whether a child of ours comes from this engine: seen there, by its session or token, or as nobody else's."""
        if child.pid in self._living or (self._guard and child.pid == self._guard.pid):
            return False
        if child in known or session_of(child) == engine:
            return True
        theirs = token_of(child)
        return theirs == token or (self.sole and theirs not in self._living.values())

    def _tell(self, sign: str, pid: int, token: str) -> None:
        if self._guard:
            self._guard.tell(sign, pid, token)


REAPER = Reaper()


def _become_subreaper() -> None:
    import ctypes

    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_SUBREAPER, 1)
