"""A real scheduler of Dask and real workers, as processes of this machine."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
PATIENCE_SECONDS = 120.0


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


class Cluster:
    """A scheduler, and workers of one thread each."""

    path = str(ROOT)

    def __init__(self) -> None:
        self.port = free_port()
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.workers: list[subprocess.Popen[bytes]] = []
        self.begin()

    def begin(self) -> None:
        """Start the scheduler."""
        self.scheduler = self._run("scheduler", "--host", "127.0.0.1", "--port", str(self.port), "--no-dashboard")

    def add_worker(self, **environment: str) -> subprocess.Popen[bytes]:
        """Start a worker, which comes when it is ready."""
        words = ("worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard", "--death-timeout", "60")
        self.workers.append(self._run(*words, **environment))
        return self.workers[-1]

    def await_workers(self, count: int) -> None:
        """Wait until so many are there."""
        from distributed import Client

        with Client(self.address, timeout=PATIENCE_SECONDS, set_as_default=False) as client:
            client.wait_for_workers(count, timeout=PATIENCE_SECONDS)

    def await_only(self, count: int) -> None:
        """Wait until no more than so many are there."""
        from distributed import Client

        until = time.monotonic() + PATIENCE_SECONDS
        with Client(self.address, timeout=PATIENCE_SECONDS, set_as_default=False) as client:
            while len(client.nthreads()) > count and time.monotonic() < until:
                time.sleep(0.05)

    def _run(self, *words: str, **environment: str) -> subprocess.Popen[bytes]:
        quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        env = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
        return subprocess.Popen([sys.executable, "-m", "dask", *words], env=env, **quiet)  # type: ignore[call-overload,no-any-return]

    def end(self) -> None:
        """End all of them."""
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@contextmanager
def cluster(workers: int) -> Iterator[Cluster]:
    """A cluster of so many workers."""
    made = Cluster()
    try:
        for _ in range(workers):
            made.add_worker()
        if workers:
            made.await_workers(workers)
        yield made
    finally:
        made.end()


def wait_for(path: Path, count: int) -> None:
    """Wait until a folder holds so many files."""
    until = time.monotonic() + PATIENCE_SECONDS
    while len(list(path.iterdir())) < count and time.monotonic() < until:
        time.sleep(0.02)
