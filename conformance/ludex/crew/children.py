"""A piece of work in a child of this process, and what comes of it."""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import threading
import traceback
import warnings
from collections.abc import Callable
from typing import Any

from ludex.fault import Fault

ENDED_BY_OTHERS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL)
TIMES_BEGUN = 3  # of a piece whose child somebody ended
Outcome = tuple[bool, Any]  # whether there is a result, and it, or what was raised


class Died(Exception):  # noqa: N818 - says what happened
    """The child came to an end without a result."""


class Children:
    """Children that do pieces, each in a thread that waits for it. They end when this process does."""

    def __init__(self) -> None:
        self._running: set[int] = set()
        self._forking = threading.Lock()
        self._closed = False
        self._lifeline = os.pipe()  # only this process holds the end that is written to

    def do(self, work: Callable[[Any], Any], piece: Any) -> bytes:
        """A pickled `Outcome`; raises Died. A child that somebody ended is begun again."""
        for _ in range(TIMES_BEGUN):
            data, status = self._once(work, piece)
            if data:
                return data
            if not (os.WIFSIGNALED(status) and os.WTERMSIG(status) in ENDED_BY_OTHERS) or self._closed:
                break
        raise Died

    def _once(self, work: Callable[[Any], Any], piece: Any) -> tuple[bytes, int]:
        with self._forking:  # or another child would hold the end of this one's pipe
            reader, writer = os.pipe()
            child = _fork()
            if not child:
                os.close(reader)
                self._work(work, piece, writer)
            os.close(writer)
            self._running.add(child)
        try:
            with os.fdopen(reader, "rb") as pipe:
                data = pipe.read()
        finally:
            with self._forking:
                self._running.discard(child)
                _, status = os.waitpid(child, 0)
        return (data if status == 0 else b""), status

    def _work(self, work: Callable[[Any], Any], piece: Any, writer: int) -> None:
        """Does the piece, in the child, which ends with it."""
        status = 1
        try:
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                signal.signal(number, signal.SIG_DFL)
            os.close(self._lifeline[1])
            threading.Thread(target=_end_with, args=(self._lifeline[0],), daemon=True).start()
            data = pickle.dumps(_outcome_of(work, piece))
            with os.fdopen(writer, "wb") as pipe:
                pipe.write(data)
            status = 0
        finally:
            os._exit(status)

    def interrupt(self) -> None:
        """Asks all children to end, as Ctrl-C does; none is begun again."""
        self._closed = True
        self._send(signal.SIGINT)

    def end(self) -> None:
        """Ends all children, at once."""
        self._closed = True
        self._send(signal.SIGKILL)

    def close(self) -> None:
        """Ends what is left."""
        self.end()
        for end in self._lifeline:
            os.close(end)

    def _send(self, number: int) -> None:
        with self._forking:
            for child in self._running:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(child, number)


def _fork() -> int:
    with warnings.catch_warnings():  # threads beside this one only wait: they hold nothing that the child needs
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


def _end_with(lifeline: int) -> None:
    os.read(lifeline, 1)
    os._exit(1)


def _outcome_of(work: Callable[[Any], Any], piece: Any) -> Outcome:
    try:
        return True, work(piece)
    except Exception as error:
        if not isinstance(error, Fault):
            error.add_note("".join(traceback.format_exception(error)))
        try:
            pickle.loads(pickle.dumps(error))
        except Exception:
            return False, RuntimeError(f"{type(error).__name__}: {error}")
        return False, error


def result_in(data: bytes) -> Any:
    """The result of a piece; raises what its work raised."""
    is_result, value = pickle.loads(data)
    if is_result:
        return value
    raise value
