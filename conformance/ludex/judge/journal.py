"""The journal of a run: every outcome is appended as it comes, so that whatever ends the runner, nothing is lost."""

import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
from msgspec import Raw, Struct

from ludex.fault import Fault
from ludex.judge.verdict import PASSED, Outcome

FORMAT = 1
BATCH = 64
EVERY = 0.1
_MARK = b'{"journal":'


class Opening(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: which run this is. Only a run with the same `what` and the same hello may go on with it."""

    journal: int
    what: dict[str, Any]
    hello: Raw
    started: float


class Passed(Struct, frozen=True, forbid_unknown_fields=True):
    """Places in the order of the run, first and last of each stretch, whose vectors pass."""

    passed: list[tuple[int, int]]


class Settled(Struct, frozen=True, forbid_unknown_fields=True):
    """The outcome of one vector that does not simply pass."""

    place: int
    outcome: Outcome


_OPENING: msgspec.json.Decoder[Opening] = msgspec.json.Decoder(Opening)
_PASSED: msgspec.json.Decoder[Passed] = msgspec.json.Decoder(Passed)
_SETTLED: msgspec.json.Decoder[Settled] = msgspec.json.Decoder(Settled)


class Journal:
    """Appends outcomes to a file, a few at a time; each line is whole or was never written."""

    def __init__(self, path: Path, file: BinaryIO) -> None:
        self.path = path
        self._file = file
        self._passed: list[int] = []
        self._next = time.monotonic() + EVERY

    def add(self, place: int, outcome: Outcome) -> None:
        if outcome is PASSED:
            self._passed.append(place)
        else:
            self._write(self._stretch() + msgspec.json.encode(Settled(place, outcome)) + b"\n")
        if len(self._passed) >= BATCH or time.monotonic() > self._next:
            self.flush()

    def flush(self) -> None:
        if self._passed:
            self._write(self._stretch())
        self._next = time.monotonic() + EVERY

    def _stretch(self) -> bytes:
        if not self._passed:
            return b""
        stretches = list(_stretches(sorted(self._passed)))
        self._passed.clear()
        return msgspec.json.encode(Passed(stretches)) + b"\n"

    def _write(self, data: bytes) -> None:
        try:
            self._file.write(data)
        except OSError as error:
            raise _cannot_write(self.path, error) from None

    def close(self) -> None:
        self.flush()
        self._file.close()


def _stretches(places: list[int]) -> Iterator[tuple[int, int]]:
    first = last = places[0]
    for place in places[1:]:
        if place != last + 1:
            yield first, last
            first = place
        last = place
    yield first, last


def _cannot_write(path: Path, error: OSError) -> Fault:
    return Fault(f"cannot write {path}: {error.strerror}", "Choose another file for --journal.")


def begin(path: Path, what: Mapping[str, Any], hello: bytes, started: float) -> Journal:
    """A new journal; what was in the file is gone."""
    opening = Opening(FORMAT, dict(what), Raw(hello), started)
    try:
        file = path.open("wb", buffering=0)
        file.write(msgspec.json.encode(opening) + b"\n")
    except OSError as error:
        raise _cannot_write(path, error) from None
    return Journal(path, file)


class Past(Struct, frozen=True):
    """What a journal holds: whole lines only, for the last may be torn."""

    opening: Opening
    outcomes: dict[int, Outcome]
    size: int


def is_journal(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(_MARK)) == _MARK


def read_journal(path: Path) -> Past:
    """What was settled before; a Fault for a file that is no journal."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise Fault(f"there is no journal to resume: {path}", "Leave out --resume to begin a run.") from None
    except OSError as error:
        raise Fault(f"cannot read {path}: {error.strerror}") from None
    whole = data[: data.rfind(b"\n") + 1]
    head, *lines = whole[:-1].split(b"\n")
    try:
        opening = _OPENING.decode(head)
        outcomes: dict[int, Outcome] = {}
        for line in lines:
            outcomes.update(_outcomes(line))
    except msgspec.MsgspecError as broken:
        raise Fault(f"{path} is no journal: {broken}", "`ludex check --journal FILE` writes one.") from None
    return Past(opening, outcomes, len(whole))


def _outcomes(line: bytes) -> dict[int, Outcome]:
    if line.startswith(b'{"passed"'):
        stretches = _PASSED.decode(line).passed
        return {place: PASSED for first, last in stretches for place in range(first, last + 1)}
    settled = _SETTLED.decode(line)
    return {settled.place: settled.outcome}


def go_on(path: Path, past: Past, what: Mapping[str, Any], hello: bytes) -> Journal:
    """The same journal, to be appended to; a Fault when it is of another run."""
    then = past.opening
    for name, now in what.items():
        if then.what.get(name) != now:
            _refuse(path, name.replace("_", " "), then.what.get(name), now)
    if not _same_json(bytes(then.hello), hello):
        _refuse(path, "engine's hello", then.hello, hello)
    try:
        file = path.open("r+b", buffering=0)
        file.truncate(past.size)
        file.seek(past.size)
    except OSError as error:
        raise _cannot_write(path, error) from None
    return Journal(path, file)


def _refuse(path: Path, name: str, then: Any, now: Any) -> None:
    was, becomes = (_short(value) for value in (then, now))
    said = f"{path} is the journal of another run: the {name} was {was}, and is now {becomes}"
    raise Fault(said, "Resume with the same command, or leave out --resume to begin anew.")


def _short(value: Any) -> str:
    from ludex.judge.escape import visible

    return visible(value if isinstance(value, bytes) else msgspec.json.encode(value), 300)


def _same_json(one: bytes, other: bytes) -> bool:
    return bool(msgspec.json.decode(one) == msgspec.json.decode(other))
