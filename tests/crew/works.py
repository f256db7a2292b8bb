"""Work that a test has done by others: they find it by its name."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from ludex.fault import Fault

FAULTY, DYING = 1000, 1001
PIECE_SECONDS = 0.1


def prepared(number: int) -> int:
    """What is prepared once in each process."""
    return number


def squared(ready: int, piece: int) -> int:
    """What comes of a piece; some pieces bring trouble."""
    if piece == FAULTY:
        raise Fault("a fault", "A remedy.")
    if piece == DYING:
        os._exit(3)
    return ready + piece * piece


def noted(ready: str, piece: int) -> int:
    """Takes a moment, and writes down that it was done."""
    time.sleep(PIECE_SECONDS)
    with (Path(ready) / str(piece)).open("a", encoding="utf-8") as file:
        file.write("done\n")
    return piece


def ended_once(ready: str, piece: int) -> int:
    """Its process is ended by somebody the first time."""
    first = Path(ready) / "first"
    if not first.exists():
        first.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return piece


def long(_: int) -> None:
    """Does not come to its end."""
    time.sleep(600)
