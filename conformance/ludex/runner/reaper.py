"""Keeps house: every process that an engine starts is found and ended, wherever it went; all others are let be."""

import contextlib
import os
import sys
import threading
import time
from collections.abc import Iterable, Mapping

import psutil
from psutil import Process

from ludex.runner.guard import Guard

TOKEN = "LUDEX_ENGINE"
PATIENCE = 2.0
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
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            with self.birth:
                left = {child for child in Process().children() if self._is_left(child, pid, token, known | ended)}
            left |= {one for one in known if runs(one)}
            if not left:
                break
            members = {member for one in left for member in family(one)}
            ended |= {member for member in members if runs(member)}
            _kill(members)
            for child in left:
                _reap(child.pid)
        self._tell("-", pid, token)
        return len(ended)

    def _is_left(self, child: Process, engine: int, token: str, known: set[Process]) -> bool:
        """Whether a child of ours comes from this engine: seen there, by its session or token, or as nobody else's."""
        if child.pid in self._living or (self._guard and child.pid == self._guard.pid):
            return False
        if child in known or _session(child) == engine:
            return True
        theirs = _token(child)
        return theirs == token or (self.sole and theirs not in self._living.values())

    def _tell(self, sign: str, pid: int, token: str) -> None:
        if self._guard:
            self._guard.tell(sign, pid, token)


REAPER = Reaper()


def _become_subreaper() -> None:
    import ctypes

    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)


def end_all(engines: Mapping[int, str]) -> None:
    """Ends engines that nobody looks after any more, with their descendants and all that have one of their tokens."""
    tokens, until = set(engines.values()), time.monotonic() + PATIENCE
    while time.monotonic() < until:
        mine = [one for one in psutil.process_iter() if _token(one) in tokens or _session(one) in engines]
        left = {member for one in mine for member in family(one) if runs(member)}
        if not left:
            return
        _kill(left)


def process(pid: int) -> Process | None:
    """The process with this number, if there is one."""
    try:
        return Process(pid)
    except (psutil.Error, ValueError):
        return None


def family(head: Process | None) -> list[Process]:
    """A process and its descendants."""
    if head is None:
        return []
    with contextlib.suppress(psutil.Error):
        return [head, *head.children(recursive=True)]
    return [head]


def runs(one: Process) -> bool:
    """Whether a process is there and runs (one that only waits to be reaped does not)."""
    with contextlib.suppress(psutil.Error):
        return one.is_running() and one.status() not in (psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD)
    return False


def _token(one: Process) -> str:
    with contextlib.suppress(psutil.Error, OSError):
        return one.environ().get(TOKEN, "")
    return ""


def _session(one: Process) -> int:
    with contextlib.suppress(OSError):
        return os.getsid(one.pid)
    return 0


def _kill(processes: Iterable[Process]) -> None:
    """Kills, and gives the system a moment to do so."""
    for one in processes:
        with contextlib.suppress(psutil.Error):
            one.kill()
    time.sleep(0.001)


def _reap(pid: int) -> None:
    with contextlib.suppress(OSError):
        os.waitpid(pid, os.WNOHANG)


def memory(members: Iterable[Process]) -> int:
    """Bytes in memory of all of these."""
    total = 0
    for one in members:
        with contextlib.suppress(psutil.Error):
            total += one.memory_info().rss
    return total


def cpu(members: Iterable[Process]) -> float:
    """Seconds of processor time of all of these."""
    total = 0.0
    for one in members:
        with contextlib.suppress(psutil.Error):
            times = one.cpu_times()
            total += times.user + times.system
    return total
