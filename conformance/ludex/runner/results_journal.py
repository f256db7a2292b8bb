"""A journal of results: what came of each piece of a campaign, so that one that was cut off goes on after the last."""

from __future__ import annotations

from pathlib import Path
from typing import Generic, TypeVar

import msgspec
from msgspec import Struct

from ludex.fault import Fault
from ludex.outlet import system_words
from ludex.protocol.messages import BROKEN
from ludex.runner.journal import append_to, be_same, begin_with, data_of, seed_of

W = TypeVar("W", bound=Struct)
R = TypeVar("R", bound=Struct)
ANOTHER = "Name another file with --journal."


class ResultsJournal(Generic[W, R]):
    """The results of one campaign, in its file, which is begun where there is none.

    The first line says ``what`` it is of; a journal of something else is a Fault, and stays as it is. ``bad`` lines
    could not be read: what stood there is done again.
    """

    def __init__(self, path: Path, what: W, kind: type[R]) -> None:
        self.path = path
        self.known: list[R] = []
        self.bad = 0
        lines = _lines(path)
        if not lines:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._journal = begin_with(path, what)
            return
        head = data_of(lines[0], 0)
        try:
            before = msgspec.json.decode(head or b"", type=type(what))
        except BROKEN:
            raise Fault(f"{path} is no journal of this kind of campaign", ANOTHER) from None
        be_same(path, before, what)
        seed = seed_of(lines[0])
        for line in lines[1:]:
            self._read(line, seed, kind)
        self._journal = append_to(path, seed)

    def _read(self, line: bytes, seed: int, kind: type[R]) -> None:
        data = data_of(line, seed)
        try:
            self.known.append(msgspec.json.decode(data or b"", type=kind))
        except BROKEN:
            self.bad += 1

    def add(self, result: R) -> None:
        """Keeps a result; a Fault where the file takes no more."""
        self._journal.record(result)
        if self._journal.trouble:
            raise Fault(f"cannot write {self.path}: {self._journal.trouble}", ANOTHER)

    def close(self) -> None:
        """Lets go of the file."""
        self._journal.close()


def _lines(path: Path) -> list[bytes]:
    try:
        return path.read_bytes().splitlines(keepends=True) if path.exists() else []
    except OSError as error:
        raise Fault(f"cannot read {path}: {system_words(error)}", ANOTHER) from None
