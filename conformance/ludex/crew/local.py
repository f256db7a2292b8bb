"""The processes of this machine: threads of `concurrent.futures`, each of which waits for one child."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing, contextmanager
from typing import Any

from ludex.crew import Hands, freeze
from ludex.crew.children import Children, Died, result_in


class _Threads:
    """Hands of this machine."""

    def __init__(self, pool: ThreadPoolExecutor, jobs: int, do: Callable[[Any], Any], children: Children) -> None:
        self.jobs = jobs
        self._pool, self._do = pool, do
        self.interrupt = children.interrupt
        self._running: dict[Future[Any], int] = {}

    @property
    def room(self) -> int:
        return self.jobs

    def put(self, place: int, piece: Any) -> None:
        self._running[self._pool.submit(self._do, piece)] = place

    def take(self, seconds: float) -> list[tuple[int, Any]]:
        done, _ = wait(self._running, seconds, FIRST_COMPLETED)
        return [(self._running.pop(one), one.result()) for one in done]


@contextmanager
def on_this_machine(jobs: int, work: Callable[[Any], Any], in_threads: bool) -> Iterator[Hands]:
    """So many processes, or threads of this one; none is left at the end."""

    def in_child(piece: Any) -> Any:
        try:
            return result_in(children.do(work, piece))
        except Died:
            return None

    freeze()
    pool = ThreadPoolExecutor(jobs)
    with closing(Children()) as children:
        try:
            yield _Threads(pool, jobs, work if in_threads else in_child, children)
        finally:
            children.end()
            pool.shutdown(wait=not in_threads, cancel_futures=True)
            gc.unfreeze()
