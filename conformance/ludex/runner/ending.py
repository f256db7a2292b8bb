"""Processes of engines: whose they are, whether they run, and how they are ended with their descendants."""

import contextlib
import os
import time
from collections.abc import Iterable, Mapping

import psutil
from psutil import Process

TOKEN = "LUDEX_ENGINE"
END_SECONDS = 2.0  # for killing what is left; a process that starts others takes several rounds


def end_all(engines: Mapping[int, str]) -> None:
    """Ends engines that nobody looks after any more, with their descendants and all that have one of their tokens."""
    tokens, until = set(engines.values()), time.monotonic() + END_SECONDS
    while time.monotonic() < until:
        mine = [one for one in psutil.process_iter() if token_of(one) in tokens or session_of(one) in engines]
        left = {member for one in mine for member in family(one) if runs(member)}
        if not left:
            return
        kill(left)


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


def token_of(one: Process) -> str:
    with contextlib.suppress(psutil.Error, OSError):
        return one.environ().get(TOKEN, "")
    return ""


def session_of(one: Process) -> int | None:
    with contextlib.suppress(OSError):
        return os.getsid(one.pid)
    return None


def kill(processes: Iterable[Process]) -> None:
    """Kills, and gives the system a moment to do so."""
    for one in processes:
        with contextlib.suppress(psutil.Error):
            one.kill()
    time.sleep(0.001)


def reap(pid: int) -> None:
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
