"""With `--table`, what is judged, shown or told is so by the vectors of that table, which are made once."""

import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from ludex.fault import Fault
from ludex.tables import UserTable, hold_to

if TYPE_CHECKING:
    from ludex.crew import Crew


def judge_by(tables: Sequence[UserTable], make: bool, args: Namespace) -> None:
    """From here on the vectors are those of a table, which are made where they are missing; else the shipped ones."""
    if len(tables) > 1:
        raise Fault("two tables at once", "Judge by one table after the other: each has vectors of its own.")
    from ludex.generate.tabled import folder_of, is_made

    (table,) = tables
    hold_to(table, getattr(args, "game", None), getattr(args, "edition", None) or ())
    if make or is_made(table):
        os.environ["LUDEX_VECTORS"] = str(folder_of(table) if is_made(table) else made_now(table))


def made_now(table: UserTable, anew: bool = False, crew: "Crew | None" = None) -> Path:
    """The folder of the vectors of a table, which are made now."""
    from ludex.generate.tabled import make_vectors

    with FilesDone(table) as done:
        return make_vectors(table, done.note, anew, crew)


class FilesDone:
    """Tells how far it is: as a bar on a terminal, else a line at the beginning and at the end."""

    def __init__(self, table: UserTable) -> None:
        self._what = f"the vectors of the table {table.edition} of {table.game}"
        self._bar: Any = None
        self._task: Any = None
        self._every = 0

    def __enter__(self) -> Self:
        print(f"ludex: making {self._what}, which takes some minutes, once", file=sys.stderr, flush=True)
        if sys.stderr.isatty():
            from ludex.cli._progress import bar_of

            self._bar, self._task = bar_of("files")
            self._bar.start()
        return self

    def note(self, done: int, every: int) -> None:
        self._every = every
        if self._bar is not None:
            self._bar.update(self._task, completed=done, total=every)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.stop()
        if kind is None:
            print(f"ludex: {self._what} are made: {self._every} files", file=sys.stderr, flush=True)
