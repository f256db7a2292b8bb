"""The journal of a run: every outcome is appended as it comes, so that whatever ends the runner, nothing is lost.

Each line ends with its checksum, which hangs on the first line too: what a disk made of it, or what another run
wrote, is known from what this run wrote.
"""

import contextlib
import os
import time
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, BinaryIO, Final

import msgspec
from msgspec import Meta, Raw, Struct

from ludex.fault import Fault
from ludex.judge.verdict import CAUSES, EXPECTED_FAIL, NOT_RUN, PASSED, SKIPPED, UNEXPECTED_PASS, VERDICTS, Judgement
from ludex.outlet import system_words
from ludex.protocol.messages import BROKEN

FORMAT = 2
PASSES_A_LINE = 64  # a journal that says more in a line is not ours
FLUSH_SECONDS = 0.1  # for which passes may be kept back
MAX_CHARACTERS_OF_A_VALUE = 300  # in a message
MAX_BYTES_HELD_BACK = 8 << 20  # where the disk takes no more
NEVER_KEPT: Final = (SKIPPED, NOT_RUN, EXPECTED_FAIL, UNEXPECTED_PASS)
"""Verdicts that follow from the command line, or from where the run ended."""
WRITES_ONE = "`ludex check --journal FILE` writes one."
WRITES_ANEW = "`ludex check --journal FILE` writes one, and without --resume begins it anew."
_MARK, _END = b'{"journal":', b'{"ended"'
_SUM = 9
Place = Annotated[int, Meta(ge=0, lt=1 << 53)]
Moment = Annotated[float, Meta(ge=0, lt=1 << 37)]


class Chosen(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Which vectors were selected."""

    select: tuple[str, ...]
    skip: tuple[str, ...]
    failed: tuple[str, ...] | None
    core: tuple[str, ...] | None = None
    images: bool = False
    sides: bool = True


class What(Struct, frozen=True, forbid_unknown_fields=True):
    """What makes a run the run that it is: only with the same may a journal be resumed."""

    game: str
    vectors: str
    command: tuple[str, ...]
    selection: Chosen
    editions: tuple[str, ...]
    readings: tuple[tuple[str, str], ...]
    all_readings: bool
    anonymous: bool


class Opening(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: which run this is. Only a run with the same `what` and the same hello may go on with it."""

    journal: int
    what: What
    hello: Raw
    started: Moment


class Passed(Struct, frozen=True, forbid_unknown_fields=True):
    """Places in the order of the run, first and last of each stretch, whose vectors pass."""

    passed: list[tuple[Place, Place]]


class Settled(Struct, frozen=True, forbid_unknown_fields=True):
    """The outcome of one vector that does not simply pass."""

    place: Place
    outcome: Judgement


class Ended(Struct, frozen=True, forbid_unknown_fields=True):
    """The last line of a run that was not cut off: when it ended, after how many failures (0: any) and falls it was to
    end, and what else stopped it."""

    ended: Moment
    failures: Annotated[int, Meta(ge=0)]
    falls: Annotated[int, Meta(ge=1)]
    stopped: str


class _Format(Struct, frozen=True):
    journal: int


_FORMAT: msgspec.json.Decoder[_Format] = msgspec.json.Decoder(_Format)
_OPENING: msgspec.json.Decoder[Opening] = msgspec.json.Decoder(Opening)
_PASSED: msgspec.json.Decoder[Passed] = msgspec.json.Decoder(Passed)
_SETTLED: msgspec.json.Decoder[Settled] = msgspec.json.Decoder(Settled)
_ENDED: msgspec.json.Decoder[Ended] = msgspec.json.Decoder(Ended)


class Journal:
    """Appends outcomes to a file, a few at a time.

    What the disk does not take now is held back and goes first later, so that lines stay whole; `trouble` says what
    is wrong as long as something is held back, and for good once that is too much.
    """

    def __init__(self, path: Path, file: BinaryIO, seed: int) -> None:
        self.path = path
        self.trouble = ""
        self._file = file
        self._number = file.fileno()
        self._seed = seed
        self._held_back = b""
        self._passed: list[int] = []
        self._next = time.monotonic() + FLUSH_SECONDS

    def add(self, place: int, outcome: Judgement) -> None:
        if outcome is PASSED:
            self._passed.append(place)
        else:
            self._write(self._stretch() + _line(msgspec.json.encode(Settled(place, outcome)), self._seed))
        if len(self._passed) >= PASSES_A_LINE or time.monotonic() > self._next:
            self.flush()

    def record(self, said: Struct) -> None:
        """A line of another kind, as whoever keeps a journal of another work has it."""
        self._write(self._stretch() + _line(msgspec.json.encode(said), self._seed))

    def flush(self) -> None:
        self._write(self._stretch())
        self._next = time.monotonic() + FLUSH_SECONDS

    def _stretch(self) -> bytes:
        if not self._passed:
            return b""
        stretches = list(_stretches(sorted(self._passed)))
        self._passed.clear()
        return _line(msgspec.json.encode(Passed(stretches)), self._seed)

    def _write(self, data: bytes) -> None:
        if len(self._held_back) > MAX_BYTES_HELD_BACK:
            return
        left = self._held_back + data
        try:
            while left:
                left = left[os.write(self._number, left) :]
            self.trouble = ""
        except OSError as error:
            self.trouble = system_words(error)
        self._held_back = left

    def end(self, failures: int, falls: int, stopped: str) -> None:
        """The run has come to its end: to that of its vectors, to one of these limits, or it was stopped."""
        ended = Ended(time.time(), failures, falls, stopped)
        self._write(self._stretch() + _line(msgspec.json.encode(ended), self._seed))

    def close(self) -> None:
        self.flush()
        if not self._file.closed and not os.fstat(self._number).st_nlink:
            self.trouble = "it was removed while the run went on"
        self._file.close()

    @property
    def remark(self) -> str:
        """What is to be said of what the file could not take, if there is anything."""
        return f"the journal does not hold all of it: cannot write {self.path}: {self.trouble}" if self.trouble else ""


def _line(data: bytes, seed: int) -> bytes:
    return data + b" %08x\n" % zlib.crc32(data, seed)


def _stretches(places: list[int]) -> Iterator[tuple[int, int]]:
    first = last = places[0]
    for place in places[1:]:
        if place != last + 1:
            yield first, last
            first = place
        last = place
    yield first, last


def _cannot_write(path: Path, error: OSError) -> Fault:
    return Fault(f"cannot write {path}: {system_words(error)}", "Choose another file for --journal.")


class Taken(Fault):
    """Another run writes this journal just now."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"another run is writing {path}", "Wait for its end, or choose another file with --journal.")


def _open_alone(path: Path, create: int) -> BinaryIO:
    """The file, for this run alone; it is free again as soon as the run ends, however it ends."""
    while True:
        file = os.fdopen(os.open(path, os.O_RDWR | create, 0o666), "r+b", buffering=0)
        try:
            _lock(file)
        except BlockingIOError:
            file.close()
            raise Taken(path) from None
        if not path.is_file() or os.path.samestat(os.fstat(file.fileno()), path.stat()):
            return file
        file.close()  # the run that had it removed it meanwhile


def _lock(file: BinaryIO) -> None:
    """BlockingIOError where another run has the file. Not every system and every disk knows locks."""
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except (ImportError, OSError):
        pass


class Kept(Fault):
    """What is in the file is not to be lost."""


def begin(path: Path, what: What, hello: bytes, started: float, anew: bool = False) -> Journal:
    """A new journal, also in the place of one of a run that came to its end; `anew`, of one that was cut off."""
    return begin_with(path, Opening(FORMAT, what, Raw(hello), started), anew)


def begin_with(path: Path, opening: Struct, anew: bool = False) -> Journal:
    """A new journal with this first line; Kept where the file holds something else, or a run that can go on.

    `anew`, it takes the place of a run that can go on, too.
    """
    head = msgspec.json.encode(opening)
    try:
        file = _open_alone(path, os.O_CREAT)
        if path.is_file():
            _clear(path, file, head[: head.index(b":") + 1], anew)
        journal = Journal(path, file, zlib.crc32(head))
        journal._write(_line(head, 0))
    except OSError as error:
        raise _cannot_write(path, error) from None
    if journal.trouble:
        journal.close()
        raise Fault(f"cannot write {path}: {journal.trouble}", "Choose another file for --journal.")
    return journal


def _clear(path: Path, file: BinaryIO, mark: bytes, anew: bool) -> None:
    """Empties the file, unless it holds what is not to be lost: `mark` is what a journal of this kind begins with."""
    begun = file.read(len(mark))
    why = ""
    if begun not in (b"", mark):
        why, remedy = "exists and is no journal of this kind", "Choose another file for --journal, or remove it."
    elif not anew and _can_go_on(begun + file.read()):
        why, remedy = "is the journal of a run that can go on", "Add --resume to go on, or remove it to begin anew."
    if why:
        file.close()
        raise Kept(f"{path} {why}; it is left as it is", remedy)
    file.truncate(0)
    file.seek(0)


def _can_go_on(written: bytes) -> bool:
    """Whether a journal holds more than its first line, and no run came to its end there."""
    first, *rest = written.splitlines(keepends=True) or [b""]
    seed = seed_of(first) if data_of(first, 0) is not None else None
    said = [] if seed is None else [data for line in rest if (data := data_of(line, seed)) is not None]
    return bool(said) and not said[-1].startswith(_END)


def discard(path: Path) -> None:
    """Removes a journal that is of no use any more, unless another run has begun to write it."""
    with contextlib.suppress(OSError), path.open("rb") as file:
        _lock(file)
        path.unlink()


class Past(Struct, frozen=True):
    """What a journal holds; of its lines, `bad` ones could not be read. A run that was cut off never `ended`."""

    opening: Opening
    outcomes: dict[int, Judgement]
    seed: int
    bad: int
    ended: Ended | None

    @property
    def remark(self) -> str:
        """What is to be said of lines that could not be read, if there are any."""
        lines = "1 line" if self.bad == 1 else f"{self.bad:,} lines"
        return f"{lines} of the journal could not be read; what stood there counts as not asked" if self.bad else ""


def is_journal(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(_MARK)) == _MARK


def read_journal(path: Path) -> Past:
    """What was settled before; a Fault for a file that is no journal."""
    try:
        with path.open("rb") as file:
            return _read(path, file)
    except FileNotFoundError:
        raise Fault(f"there is no journal to resume: {path}", "Leave out --resume to begin a run.") from None
    except OSError as error:
        raise Fault(f"cannot read {path}: {system_words(error)}", WRITES_ONE) from None


def _read(path: Path, lines: Iterable[bytes]) -> Past:
    outcomes: dict[int, Judgement] = {}
    seed = bad = 0
    opening: Opening | None = None
    ended: Ended | None = None
    for line in lines:
        if opening is None:
            opening = _opening(path, line)
            seed = seed_of(line)
        elif (found := _meaning(line, seed)) is None:
            bad += 1
        elif isinstance(found, Ended):
            ended = found
        else:
            outcomes.update(found)
            ended = None  # the run was taken up again
    if opening is None:
        raise Fault(f"{path} is no journal: it is empty", WRITES_ANEW)
    return Past(opening, outcomes, seed, bad, ended)


def _opening(path: Path, line: bytes) -> Opening:
    whole = _is_whole(line, 0)
    data = line[: -_SUM - 1] if whole else line
    try:
        found = _FORMAT.decode(data).journal
        if found == FORMAT and whole:
            return _OPENING.decode(data)
    except BROKEN as broken:
        why = str(broken) if whole else "its first line was changed, or torn"
        raise Fault(f"{path} is no journal: {why}", WRITES_ANEW if line.startswith(_MARK) else WRITES_ONE) from None
    raise Fault(f"{path} is a journal of format {found}; this Ludex reads {FORMAT}", "Use the Ludex that wrote it.")


def _is_whole(line: bytes, seed: int) -> bool:
    return line == _line(line[: -_SUM - 1], seed)


def seed_of(first: bytes) -> int:
    """What the checksums of all further lines hang on: the first line."""
    return zlib.crc32(first[: -_SUM - 1])


def data_of(line: bytes, seed: int) -> bytes | None:
    """What a line says without its checksum; None for a line that was not written so."""
    return line[: -_SUM - 1] if _is_whole(line, seed) else None


def _meaning(line: bytes, seed: int) -> dict[int, Judgement] | Ended | None:
    """The places that a line settles, or the end; None for a line that no run wrote so."""
    data = data_of(line, seed)
    if data is None:
        return None
    try:
        if data.startswith(_END):
            return _ENDED.decode(data)
        return _passes(_PASSED.decode(data)) if data.startswith(b'{"passed"') else _outcome_of(_SETTLED.decode(data))
    except BROKEN:
        return None


def _passes(line: Passed) -> dict[int, Judgement] | None:
    if sum(max(last - first, 0) + 1 for first, last in line.passed) > PASSES_A_LINE:
        return None
    return {place: PASSED for first, last in line.passed for place in range(first, last + 1)}


def _outcome_of(line: Settled) -> dict[int, Judgement] | None:
    outcome = line.outcome
    known = outcome.verdict in VERDICTS and outcome.verdict not in NEVER_KEPT and outcome.cause in ("", *CAUSES)
    return {line.place: outcome} if known else None


def go_on(path: Path, past: Past, what: What, hello: bytes) -> Journal:
    """The same journal, to be appended to; a Fault when it is of another run."""
    then = past.opening
    be_same(path, then.what, what)
    if not _same_json(bytes(then.hello), hello):
        _refuse(path, "engine's hello", then.hello, hello)
    return append_to(path, past.seed)


def append_to(path: Path, seed: int) -> Journal:
    """A journal whose first line has this checksum, to be appended to."""
    try:
        file = _open_alone(path, 0)
        file.seek(-1, os.SEEK_END)
        torn = file.read(1) != b"\n"
    except OSError as error:
        raise _cannot_write(path, error) from None
    journal = Journal(path, file, seed)
    if torn:
        journal._write(b"\n")
    return journal


def be_same(path: Path, then: Struct, now: Struct) -> None:
    """A Fault where a journal is not of the work that is to go on, which says what differs."""
    for name in now.__struct_fields__:
        was, becomes = getattr(then, name), getattr(now, name)
        if was != becomes:
            _refuse(path, name.replace("_", " "), was, becomes)


def _refuse(path: Path, name: str, then: Any, now: Any) -> None:
    was, becomes = (_short(value) for value in (then, now))
    told = f"{path} is the journal of another run: the {name} was {was}, and is now {becomes}"
    raise Fault(told, "Resume with the same command, or leave out --resume to begin anew.")


def _short(value: Any) -> str:
    from ludex.judge.escape import visible

    return visible(value if isinstance(value, bytes) else msgspec.json.encode(value), MAX_CHARACTERS_OF_A_VALUE)


def _same_json(one: bytes, other: bytes) -> bool:
    return bool(msgspec.json.decode(one) == msgspec.json.decode(other))
