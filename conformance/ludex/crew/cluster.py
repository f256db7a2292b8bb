"""The workers of a Dask cluster (extra ``ludex[distributed]``).

Dask carries pieces to workers, and gives those of a worker that died to another. What it does not do is done here: a
worker with another Ludex gets nothing, and what was under way when a scheduler ended is put to the next one.
"""

from __future__ import annotations

import logging
import pickle
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from queue import Empty, SimpleQueue
from typing import Any

from ludex.crew import Hands, Note
from ludex.crew.children import Died, result_in
from ludex.crew.identity import identity
from ludex.crew.there import OtherLudex, do_piece, who
from ludex.fault import Fault
from ludex.wording import quantity

try:
    import dask
    from distributed import Client, Future
    from distributed.scheduler import KilledWorker
except ModuleNotFoundError:
    raise Fault("--scheduler needs Dask", "Install the extra: pip install 'ludex[distributed]'.") from None

CONNECT_SECONDS = 10.0
BACK_SECONDS = 300.0  # within which a scheduler that ended, or a worker, is to be there
LOOK_SECONDS = 1.0  # between two looks at who works
ASIDE = 1  # pieces for each worker beside those that it does, so that it need not wait for the next
MOST_BYTES_IN_A_TASK = 100_000  # of the work: what is larger is laid down at the workers, once
MISSING = "Install the extra, here and on each worker, as the same Ludex: pip install 'ludex[distributed]'."
NO_WORKER = "`dask worker ADDRESS --nthreads 1` starts one, where the same Ludex is installed."
MOST_LETTERS_TOLD = 200
GONE = (OSError, TimeoutError)  # what is raised where nobody answers


class _Workers:
    """Hands of a cluster. Pieces stay here until they are done, so that nothing is lost with whoever has them."""

    def __init__(self, address: str, work: Callable[[Any], Any], note: Note) -> None:
        self._address, self._note = address, note
        self._work = pickle.dumps(work)
        self._digest = sha256(self._work).hexdigest()
        self._pieces: dict[int, bytes] = {}
        self._futures: dict[int, Future[bytes]] = {}
        self._bound: dict[int, frozenset[str]] = {}  # pieces that only these workers may do
        self._events: SimpleQueue[tuple[Future[bytes], int]] = SimpleQueue()
        self._given_up: list[int] = []
        self._refused: dict[str, str] = {}
        self._threads: dict[str, int] = {}
        self._looked = 0.0
        self._connect(CONNECT_SECONDS)

    @property
    def room(self) -> int:
        return max(1, sum(count + ASIDE for count in self._threads.values()))

    # -- the scheduler and its workers

    def _connect(self, patience: float) -> None:
        """A client, with at least one worker; a Fault where there is none in time."""
        self._client = _client(self._address, patience)
        self._threads.clear()
        until = time.monotonic() + BACK_SECONDS
        told = False
        while self._look() or not self._threads:
            if self._refused and not self._threads:
                refused = "; ".join(f"{one}: {why}" for one, why in self._refused.items())
                raise Fault(f"no worker has the same Ludex ({refused})", MISSING)
            if time.monotonic() > until:
                raise Fault(f"the scheduler at {self._address} has no worker", NO_WORKER)
            if not told:
                self._note(f"waiting for a worker of {self._address}")
                told = True
            time.sleep(LOOK_SECONDS)
        if len(self._work) > MOST_BYTES_IN_A_TASK:
            able = sorted(self._threads)
            self._carried = self._client.scatter(self._work, workers=able, hash=False, broadcast=True)
        else:
            self._carried = self._work

    def _look(self) -> bool:
        """Sees who works now; a worker that comes with another Ludex is refused. False: to be read in a condition."""
        self._looked = time.monotonic()
        there = self._client.nthreads()
        for fresh in sorted(one for one in there if one not in self._threads and one not in self._refused):
            self._refuse(fresh, self._why_refused(fresh))
        before = {*self._threads}
        self._threads = {one: count for one, count in there.items() if one not in self._refused}
        for gone in sorted(before - {*self._threads, *self._refused}):
            self._note(f"the worker {gone} is gone; what it had is done elsewhere")
        if before != {*self._threads}:
            self._note(f"{quantity(len(self._threads), 'worker')}, {quantity(sum(self._threads.values()), 'thread')}")
        return False

    def _why_refused(self, address: str) -> str:
        try:
            known = self._client.run(who, workers=[address])[address]
        except Exception as error:  # it cannot even be asked
            return f"it has no Ludex that could be asked ({_first_line(error)})"
        differs: str = known.differs_from(identity())
        return differs

    def _refuse(self, address: str, why: str) -> None:
        if why and address not in self._refused:
            self._refused[address] = why
            self._note(f"the worker {address} is refused: {why}")

    # -- pieces

    def put(self, place: int, piece: Any) -> None:
        self._pieces[place] = pickle.dumps(piece)
        self._submit(place)

    def _submit(self, place: int) -> None:
        able = frozenset(self._threads)
        bound = {"workers": sorted(able), "allow_other_workers": False} if self._refused and able else {}
        self._bound.pop(place, None)
        if bound:
            self._bound[place] = able
        asked = (self._carried, self._digest, self._pieces[place], identity())
        future = self._futures[place] = self._client.submit(do_piece, *asked, pure=False, **bound)
        future.add_done_callback(lambda done, place=place: self._events.put((done, place)))

    def take(self, seconds: float) -> list[tuple[int, Any]]:
        found: list[tuple[int, Any]] = [(place, None) for place in self._given_up]
        self._given_up.clear()
        try:
            if time.monotonic() - self._looked > LOOK_SECONDS:
                self._look_after()
            future, place = self._events.get(timeout=seconds)
            while True:
                if self._futures.get(place) is future:  # or it was begun again meanwhile
                    found += self._came(future, place)
                future, place = self._events.get_nowait()
        except Empty:
            pass
        except GONE:
            self._renew()
        return found

    def _came(self, future: Future[bytes], place: int) -> list[tuple[int, Any]]:
        """The result of a piece, if that is what came; else it is put once more."""
        if future.status == "finished":
            data = future.result(timeout=BACK_SECONDS)
            self._forget(place)
            return [(place, result_in(data))]
        if future.status != "error":  # the scheduler, or all who had the work, went away
            raise ConnectionError
        error = future.exception()
        if isinstance(error, Died):
            self._forget(place)
            return [(place, None)]
        if isinstance(error, KilledWorker):
            raise Fault(f"a piece of work ended each worker that had it: {_first_line(error)}", "Their logs say why.")
        if not isinstance(error, OtherLudex):
            raise error
        self._refuse(error.worker, error.why)
        self._submit(place)
        return []

    def _forget(self, place: int) -> None:
        for known in (self._pieces, self._futures, self._bound):
            known.pop(place, None)

    def _look_after(self) -> None:
        """Puts once more what only workers may do that are gone."""
        self._look()
        for place, able in [*self._bound.items()]:
            if able.isdisjoint(self._threads):
                self._futures[place].cancel()
                self._submit(place)

    def _renew(self) -> None:
        """All that was under way, to the scheduler that comes next."""
        self._note(f"the scheduler at {self._address} went away; what was under way is put to it again when it is back")
        self.close()
        self._connect(BACK_SECONDS)
        for place in self._pieces:
            self._submit(place)

    def interrupt(self) -> None:
        """Nothing is waited for any more."""
        self._client.cancel([*self._futures.values()])
        for place in [*self._pieces]:
            self._given_up.append(place)
            self._forget(place)

    def close(self) -> None:
        """Lets go of the scheduler, which forgets what is under way."""
        with suppress(Exception):
            self._client.cancel([*self._futures.values()])
        self._futures.clear()
        with suppress(Exception):
            self._client.close(timeout=LOOK_SECONDS)


def _client(address: str, patience: float) -> Client:
    until = time.monotonic() + patience
    while True:
        try:
            return Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (*GONE, ValueError) as error:
            if time.monotonic() > until or isinstance(error, ValueError):
                told = f"no scheduler of Dask answers at {address}: {_first_line(error)}"
                raise Fault(told, "`dask scheduler` starts one, and says its address.") from None
            time.sleep(LOOK_SECONDS)


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:MOST_LETTERS_TOLD]


@contextmanager
def on_cluster(address: str, work: Callable[[Any], Any], note: Note) -> Iterator[Hands]:
    """The workers of this scheduler; a Fault where there are none that could do the work."""
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what there is to be told we tell
    with dask.config.set({"distributed.comm.timeouts.connect": f"{CONNECT_SECONDS:g}s"}):
        workers = _Workers(address, work, note)
        try:
            yield workers
        finally:
            workers.close()
