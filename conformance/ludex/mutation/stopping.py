"""Ends a long run in good order, whoever asks for it: the children that do its work go with it."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

ASKED = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


@contextmanager
def stoppable() -> Iterator[None]:
    """While this is open, a request to end (of a CI that gives up, of a terminal that is closed) is like Ctrl-C."""
    if threading.current_thread() is not threading.main_thread():  # only the main one hears of signals
        yield
        return
    before = {asked: signal.signal(asked, _interrupt) for asked in ASKED if signal.getsignal(asked) is signal.SIG_DFL}
    try:
        yield
    finally:
        for asked, handler in before.items():
            signal.signal(asked, handler)


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt
