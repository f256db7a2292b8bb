"""Splits work into pieces, and has them done by processes of this machine or by the workers of a Dask cluster.

Every piece is done in a child of its own, which shares what was prepared: one that dies is the end of one piece alone.
A piece is handed over once, whoever did it, and however often it had to be begun.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from functools import cached_property
from typing import Any, Generic, Protocol, Self, TypeVar

from msgspec import Struct

S = TypeVar("S")
P = TypeVar("P")
R = TypeVar("R")
POLL_SECONDS = 0.2  # after which it is looked whether the work is to stop
Note = Callable[[str], None]


def silent(_: str) -> None:
    """Tells nobody."""


def never() -> bool:
    """Nothing stops it."""
    return False


class Prepared(Generic[S, P, R]):
    """Work on pieces for which something is prepared once in each process: ``do(prepare(*shared), piece)``.

    Only the two functions, by their names, and what is ``shared`` travel to another process.
    """

    def __init__(self, do: Callable[[S, P], R], prepare: Callable[..., S], *shared: Any) -> None:
        self._do, self._prepare, self._shared = do, prepare, shared

    @cached_property
    def ready(self) -> S:
        """What was prepared."""
        return self._prepare(*self._shared)

    def having(self, ready: S) -> Self:
        """With what was prepared in this process before."""
        self.__dict__["ready"] = ready
        return self

    def __call__(self, piece: P) -> R:
        return self._do(self.ready, piece)

    def __reduce__(self) -> tuple[Any, ...]:
        return Prepared, (self._do, self._prepare, *self._shared)


class Hands(Protocol):
    """Who does pieces: so many at a time."""

    @property
    def room(self) -> int:
        """How many pieces may be under way."""

    def put(self, place: int, piece: Any) -> None:
        """Have a piece done."""

    def take(self, seconds: float) -> list[tuple[int, Any]]:
        """What is done by now, waited for so long: places and results (None: its process died).

        Raises what the work raised.
        """

    def interrupt(self) -> None:
        """Ask those who work to end as soon as they can; `take` gives what they came to, and None for the others."""


class Crew(Struct, frozen=True):
    """Who works: so many processes here, or the workers of the Dask scheduler at this address.

    Where they are ``threads``, pieces are done in this process: by work that waits for processes of its own.
    """

    jobs: int = 1
    scheduler: str | None = None
    note: Note = silent
    threads: bool = False

    def each(
        self,
        pieces: Iterable[P | None],
        work: Callable[[P], R],
        stop: Callable[[], bool] = never,
        interrupted: Callable[[], bool] = never,
    ) -> Iterator[tuple[P, R | None]]:
        """Each piece with its result, as they are done; None for one whose process died.

        Where ``pieces`` give None, the next one waits for a result. After a ``stop`` none is begun any more, and once
        it is ``interrupted`` those at work are asked to end, too.
        """
        waiting, running, number, more, told = iter(pieces), dict[int, P](), 0, True, False
        with self._hands(work) as hands:
            while True:
                while more and len(running) < hands.room and not told and not stop():
                    try:
                        piece = next(waiting)
                    except StopIteration:
                        more = False
                        break
                    if piece is None:
                        break
                    running[number] = piece
                    hands.put(number, piece)
                    number += 1
                if not running:
                    return
                for place, result in hands.take(POLL_SECONDS):
                    yield running.pop(place), result
                if interrupted() and not told:
                    told = True
                    hands.interrupt()

    def _hands(self, work: Callable[[P], R]) -> AbstractContextManager[Hands]:
        if self.scheduler is not None:
            from ludex.crew.cluster import on_cluster

            return on_cluster(self.scheduler, work, self.note)
        from ludex.crew.local import on_this_machine

        if isinstance(work, Prepared):
            _ = work.ready
        return on_this_machine(self.jobs, work, self.threads)


def freeze() -> None:
    """What children share with us they shall not touch."""
    gc.collect()
    gc.freeze()
