"""The journal of a campaign: each share as it is done, so that what was cut off goes on after the last of them."""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import Struct

from ludex.fault import Fault
from ludex.fuzz.shares import ShareTally
from ludex.outlet import system_words
from ludex.protocol.messages import BROKEN
from ludex.runner.journal import Journal, append_to, be_same, begin_with, data_of, seed_of

FORMAT = 1
_MARK = b'{"fuzz":'
WRITES_ONE = "`ludex fuzz --journal FILE` writes one."
WRITES_ANEW = "`ludex fuzz --journal FILE` writes one, and without --resume begins it anew."


class FuzzWhat(Struct, frozen=True, forbid_unknown_fields=True):
    """What makes a campaign the one that it is; `questions` is a hash of all else that they hang on."""

    game: str
    command: tuple[str, ...]
    against: tuple[tuple[str, ...], ...]
    seed: str
    questions: str


class FuzzOpening(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line."""

    fuzz: int
    what: FuzzWhat


class FuzzPast(Struct, frozen=True):
    """The shares that a journal holds; of its lines, `bad` ones could not be read."""

    opening: FuzzOpening
    tallies: dict[int, ShareTally]
    seed: int
    bad: int


_OPENING = msgspec.json.Decoder(FuzzOpening)
_TALLY = msgspec.json.Decoder(ShareTally)


def begin(path: Path, what: FuzzWhat) -> Journal:
    """A new journal; a Fault where the file holds something else, or shares of a campaign."""
    return begin_with(path, FuzzOpening(FORMAT, what))


def go_on(path: Path, past: FuzzPast, what: FuzzWhat) -> Journal:
    """The same journal, to be appended to; a Fault when it is of another campaign."""
    be_same(path, past.opening.what, what)
    return append_to(path, past.seed)


def read_past(path: Path) -> FuzzPast:
    """What was done before; a Fault for a file that is no journal of a campaign."""
    try:
        lines = path.read_bytes().splitlines(keepends=True)
    except FileNotFoundError:
        raise Fault(f"there is no journal to resume: {path}", "Leave out --resume to begin a campaign.") from None
    except OSError as error:
        raise Fault(f"cannot read {path}: {system_words(error)}", "Name another journal.") from None
    first = lines[0] if lines else b""
    try:
        opening = _OPENING.decode(data_of(first, 0) or b"")
    except BROKEN:
        remedy = WRITES_ANEW if not first or first.startswith(_MARK) else WRITES_ONE
        why = "or its first line was changed" if first else "but empty"
        raise Fault(f"{path} is no journal of a campaign, {why}", remedy) from None
    if opening.fuzz != FORMAT:
        raise Fault(f"{path} is a journal of format {opening.fuzz}; this Ludex reads {FORMAT}", WRITES_ONE)
    seed = seed_of(first)
    read = [_tally(line, seed) for line in lines[1:]]
    known = {tally.share.number: tally for tally in read if tally is not None}
    return FuzzPast(opening, known, seed, sum(tally is None for tally in read))


def _tally(line: bytes, seed: int) -> ShareTally | None:
    data = data_of(line, seed)
    try:
        return None if data is None else _TALLY.decode(data)
    except BROKEN:
        return None
