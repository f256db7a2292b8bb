"""Keeps house: every process that an engine starts is found and ended, also one that left its group and its session."""

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

TOKEN = "LUDEX_ENGINE"
PATIENCE = 2.0
_SUBREAPER = 36
_PROC = Path("/proc")


class House:
    """The engines that run now. On Linux this process becomes the parent of whatever they orphan.

    `sole` says that this process has no other children. `birth` is held while an engine starts, so that nobody
    takes it for an orphan before it is known.
    """

    def __init__(self) -> None:
        self.sole = False
        self.birth = threading.Lock()
        self._adopts: bool | None = None
        self._living: dict[int, str] = {}

    @property
    def adopts(self) -> bool:
        """Whether orphans of engines come to us (asked for once, when the first engine starts)."""
        if self._adopts is None:
            self._adopts = sys.platform == "linux" and _become_subreaper()
        return self._adopts

    def environment(self) -> tuple[dict[str, str], str]:
        """The environment for an engine, and the token in it by which its descendants are known."""
        token = os.urandom(16).hex()
        return {**os.environ, TOKEN: token}, token

    def enter(self, pid: int, token: str) -> None:
        self._living[pid] = token

    def leave(self, pid: int, token: str, known: Iterable[int] = ()) -> int:
        """Ends what an engine left behind, and says how much that was. `known`: descendants seen while it lived."""
        self._living.pop(pid, None)
        if not self.adopts:
            return 0
        ended: set[int] = set()
        until = time.monotonic() + PATIENCE
        known = set(known)
        while time.monotonic() < until:
            with self.birth:
                left = [child for child in children(os.getpid()) if self._is_left(child, token, known | ended)]
            if not left:
                break
            family = [one for child in left for one in _family(child)]
            ended.update(one for one in family if alive(one))
            for one in family:
                _kill(one)
            time.sleep(0.001)
            for child in left:
                _reap(child)
        return len(ended)

    def _is_left(self, pid: int, token: str, known: set[int]) -> bool:
        """Whether a child of ours comes from this engine: by its token, or because nothing else can be our child."""
        if pid in self._living:
            return False
        if pid in known:
            return True
        theirs = _token(pid)
        return theirs == token or (self.sole and theirs not in self._living.values())


HOUSE = House()


def _become_subreaper() -> bool:
    import ctypes

    try:
        return bool(ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0) == 0)
    except (OSError, AttributeError):
        return False


def children(pid: int) -> list[int]:
    """The children of a process, of all its threads (Linux only; elsewhere none are seen)."""
    tasks = _PROC / str(pid) / "task"
    found: list[int] = []
    with contextlib.suppress(OSError):
        for task in os.listdir(tasks):
            found += map(int, (tasks / task / "children").read_text().split())
    return found


def descendants(pid: int) -> list[int]:
    """The children, their children, and so on."""
    found: list[int] = []
    below = children(pid)
    while below:
        found += below
        below = [child for one in below for child in children(one)]
    return found


def alive(pid: int) -> bool:
    """Whether a process is there and runs (one that only waits to be reaped does not)."""
    try:
        return (_PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (OSError, IndexError):
        return False


def _token(pid: int) -> str:
    try:
        environment = (_PROC / str(pid) / "environ").read_bytes()
    except OSError:
        return ""
    mine = [line for line in environment.split(b"\0") if line.startswith(TOKEN.encode() + b"=")]
    return mine[0].partition(b"=")[2].decode("ascii", "replace") if mine else ""


def _kill(pid: int) -> None:
    with contextlib.suppress(OSError):
        os.kill(pid, signal.SIGKILL)


def _reap(pid: int) -> None:
    with contextlib.suppress(OSError):
        os.waitpid(pid, os.WNOHANG)


def _family(pid: int) -> Iterator[int]:
    yield pid
    yield from descendants(pid)


def memory(pid: int) -> int:
    """Bytes in memory of a process and its descendants (0 where that cannot be known)."""
    pages = 0
    for one in _family(pid):
        with contextlib.suppress(OSError, ValueError, IndexError):
            pages += int((_PROC / str(one) / "statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") if pages else 0


def cpu(pid: int) -> float:
    """Seconds of processor time of a process and its descendants (0 where that cannot be known)."""
    ticks = 0
    for one in _family(pid):
        with contextlib.suppress(OSError, ValueError, IndexError):
            fields = (_PROC / str(one) / "stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK") if ticks else 0.0
