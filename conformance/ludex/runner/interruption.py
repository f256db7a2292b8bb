"""What Ctrl-C, SIGTERM and SIGHUP ask for: an end where nothing is half done, and with a report of what was judged."""

import contextlib
import os
import signal
from collections.abc import Iterator

STOPS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
SIGNALS_TO_END_AT_ONCE = 3
TOLD = {
    1: b"ludex: asked to stop; what was judged is reported (two more: leave at once)\n",
    2: b"ludex: asked again; the report comes, and nothing is lost (one more: leave at once)\n",
}


class Interruption:
    """Counts how often it was asked. People press twice, and so do programs: only the third time costs the report."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, *_: object) -> None:
        asked = self.asked = self.asked + 1  # the next request may come before this one is told
        if asked >= SIGNALS_TO_END_AT_ONCE:
            raise KeyboardInterrupt
        with contextlib.suppress(OSError):
            os.write(2, TOLD[asked])  # not by print: it may be what was interrupted

    def heed(self) -> None:
        """Ends the work of whoever asks here."""
        if self.asked:
            raise KeyboardInterrupt


@contextlib.contextmanager
def interruptible() -> Iterator[Interruption]:
    """From here on nothing but the third request ends anything by force. One within another is the same."""
    before = signal.getsignal(signal.SIGINT)
    if isinstance(before, Interruption):
        yield before
        return
    interruption = Interruption()
    try:
        handlers = {number: signal.signal(number, interruption) for number in STOPS}
    except ValueError:  # not in the main thread
        yield interruption
        return
    try:
        yield interruption
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
