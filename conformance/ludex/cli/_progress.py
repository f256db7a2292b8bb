"""How far a long run is: a bar on a terminal, and elsewhere, as in the log of a CI, a line now and then."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Self

from ludex.wording import time_left

FIRST_SHOWN_SECONDS = 0.6  # what is done sooner needs no bar
REDRAW_SECONDS = 0.1  # as often as an eye follows
LINE_SECONDS = 30.0  # between the lines of a log
MANY_VECTORS = 5_000  # of fewer whatever is done takes a moment


class Progress:
    """Counts what is done; `count` is called for each and must cost next to nothing.

    The clock is looked at once for so many ``at_once``; where nothing is counted, the bar shows that time goes by."""

    def __init__(self, at_once: int = 64) -> None:
        self._bar: Any = None
        self._task: Any = None
        self._count = 0
        self._at_once = at_once
        self._since = time.monotonic()
        self._on = sys.stderr.isatty()
        self._next = time.monotonic() + (FIRST_SHOWN_SECONDS if self._on else LINE_SECONDS)

    def __enter__(self) -> Self:
        if self._on and not self._at_once:
            self._show(None)
        return self

    def count(self, _: int, total: int) -> None:
        self._count += 1
        if self._at_once and self._count % self._at_once == 0 and time.monotonic() >= self._next:
            if self._on:
                self._show(total or None)
            else:
                left = time_left(self._count, total, time.monotonic() - self._since)
                of_all = f" of {total:,}" if total else ""  # nobody knows how many a number of minutes are
                print(f"ludex: {self._count:,}{of_all} done{left}", file=sys.stderr, flush=True)
            self._next = time.monotonic() + (REDRAW_SECONDS if self._on else LINE_SECONDS)

    def _show(self, total: int | None) -> None:
        if self._bar is None:
            self._bar, self._task = bar_of("vectors")
            self._bar.start()
        self._bar.update(self._task, completed=self._count, total=total)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.stop()


@contextmanager
def stage(what: str, size: int) -> Iterator[None]:
    """Says on the way what is being done with so many vectors: on a terminal with the time, elsewhere in a line."""
    if size < MANY_VECTORS:
        yield
    elif sys.stderr.isatty():
        from rich.console import Console

        with Console(stderr=True).status(what):
            yield
    else:
        print(f"ludex: {what}", file=sys.stderr, flush=True)
        yield


def bar_of(what: str) -> tuple[Any, Any]:
    """A bar that counts these, and its task."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, SpinnerColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    console = Console(stderr=True)
    columns = (SpinnerColumn(), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    bar = Bar(*columns, console=console, transient=True)
    return bar, bar.add_task(what, total=None)
