"""Snapshots and replays: a match is where it began and the words that followed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ludex.games.tribun.board import COLORS
from ludex.games.tribun.clock import read_control
from ludex.games.tribun.play import apply, legal
from ludex.games.tribun.position import Position, decoded, read_position
from ludex.rules import Refused, Rules, Unreadable, check, effect, layout, require

WORD_BYTES = 4


@layout("TRB-WRD-4")
def word_of(data: bytes) -> int:
    """The word that four bytes say, the lowest first."""
    return int.from_bytes(data, "little")


@check("TRB-RPL-2")
def is_whole_words(packed: bytes | None) -> bool:
    """A packed list is canonical base64 of whole words."""
    return packed is not None and len(packed) % WORD_BYTES == 0


def read_words(text: Any) -> tuple[int, ...]:
    """The words of a packed list; raises Unreadable."""
    packed = decoded(text)
    require(Unreadable, (is_whole_words,), packed, detail="a packed list is base64 of 4 bytes a word")
    assert packed is not None
    starts = range(0, len(packed), WORD_BYTES)
    return tuple(word_of(packed[start : start + WORD_BYTES]) for start in starts)


SNAPSHOT_FIELDS = {"board", "turn", "clocks", "drawOfferBy", "startingPlayer", "timeControl"}
CLOCK_FIELDS = {"black", "white", "game"}


@check("TRB-SNP-1")
def names_snapshot_fields(data: Any, rules: Rules) -> bool:
    """A snapshot has its fields, and names the blocked player where players can be blocked."""
    fields = SNAPSHOT_FIELDS | ({"drawBlocked"} if rules.fact("decline") else set())
    return (
        isinstance(data, Mapping)
        and data.keys() == fields
        and data["startingPlayer"] in COLORS
        and isinstance(data["clocks"], Mapping)
        and data["clocks"].keys() == CLOCK_FIELDS
    )


def read_snapshot(data: Any, rules: Rules) -> Position:
    """The position of a snapshot, a match that is still on; raises Unreadable."""
    require(Unreadable, (names_snapshot_fields,), data, rules, detail="the fields of the snapshot")
    read_control(data["timeControl"], tuple(data["clocks"].values()))
    state = {name: data.get(name) for name in ("board", "turn", "drawOfferBy", "drawBlocked")}
    return read_position({**state, "status": "active", "winner": None}, rules)


@dataclass(frozen=True, slots=True)
class Replay:
    """How many words applied, the position they led to, and the refusal of the next word, if one was refused."""

    applied: int
    position: Position
    refusal: Refused | None = None


@effect("TRB-RPL-1")
def played_on(position: Position, word: int, rules: Rules) -> Position:
    """A replay goes on with the next word."""
    return apply(position, word, rules)


@effect("TRB-RPL-3")
def given_up(_: tuple[int, ...]) -> tuple[int, ...]:
    """Nothing after a word that is refused is applied."""
    return ()


def replay(position: Position, words: tuple[int, ...], rules: Rules) -> Replay:
    """Apply words in order, until one is refused."""
    # mechanical: played_on and given_up say by TRB-RPL-1 and TRB-RPL-3 what comes next
    applied, refusal = 0, None
    while words:
        word, *rest = words
        words = tuple(rest)
        try:
            position = played_on(position, word, rules)
            applied += 1
        except Refused as refused:
            refusal, words = refused, given_up(words)
    return Replay(applied, position, refusal)


def perft(position: Position, depth: int, rules: Rules) -> int:
    """The number of ways to play ``depth`` turns; a match that is over has none."""
    # mechanical: not to play at all is one way
    return 1 if depth < 1 else _nodes(position, depth, rules)


def _nodes(position: Position, depth: int, rules: Rules) -> int:
    # mechanical: counts what TRB-TRN-6 lists; no word is judged here
    words = legal(position, rules)
    if depth <= 1:
        return len(words)
    return sum(_nodes(apply(position, word, rules), depth - 1, rules) for word in words)
