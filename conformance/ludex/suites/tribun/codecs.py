"""Codecs: cids and action words, the words read and written, with everything that must not be."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from ludex.games.tribun import REGISTER
from ludex.games.tribun.board import CIDS
from ludex.games.tribun.words import NAMES, Layout, layouts
from ludex.rules import Rules
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.tribun.positions import default_rules
from ludex.suites.tribun.wording import opcode_name, tile

RANDOM_WORDS = 500
EVERY_EDITION = tuple(map(default_rules, REGISTER.editions))
NO_FIELDS: tuple[Any, ...] = (None, [], [60, 61, 0], "", 0, True)
NO_INTEGERS: tuple[Any, ...] = (0.5, 1.5, 3.25, 100.5, True, False, None, "", "0", "12", "0x1", [], [1], {})


def topics(edition: str) -> Iterator[SuiteTopic]:
    """One topic for tiles, two for words."""
    rules = default_rules(edition)
    yield SuiteTopic("codec-cid", "codec", "cid", "Every cid of seven bits, and what is no cid.", cids)
    about = "Words of every opcode: boundary fields, reserved values, each unused bit, and 500 words at random."
    yield SuiteTopic("codec-word", "codec", "word", about, partial(words, rules))
    about = "Opcodes and fields to words, and fields that fit no word."
    yield SuiteTopic("codec-word-encode", "codec", "encode_word", about, partial(word_encodings, rules))


def _strange(what: str, values: Iterator[Any] | tuple[Any, ...], field: str) -> Iterator[Case]:
    for value in values:
        yield Case(f"{what}-strange", f"{value!r:.40} is no {what}", {field: value}, ("malformed",))


def _out_of_range(limit: int) -> tuple[int, ...]:
    below = (-1, -2, -7, -128, -(2**31), -(2**32))
    above = (limit, limit + 1, limit + 12, 2 * limit, 2 * limit + 1, 2**32, 2**32 + 1, 2**33 + 12, 2**40, 2**53)
    return (*below, *(value for value in dict.fromkeys(above)))


def cids() -> Iterator[Case]:
    """All 128 values of a cid, and things that are none."""
    for cid in range(128):
        yield Case(f"cid-{cid}", f"cid {cid}" + (f" would be {tile(cid)}" if cid < CIDS else ""), {"cid": cid})
    yield from _strange("cid", (*_out_of_range(128), 121 + 128), "cid")
    yield from _strange("cid", NO_INTEGERS, "cid")


# Words


def words(rules: Rules) -> Iterator[Case]:
    """Words that can and cannot be read."""
    told = set[int]()
    for why, word in (*_word_by_word(rules), *_at_random()):
        if word not in told:
            told.add(word)
            yield _word(why, word)
    yield from _strange("word", _out_of_range(2**32), "word")
    yield from _strange("word", NO_INTEGERS, "word")


def _word(why: str, word: int) -> Case:
    return Case(f"word-{opcode_name(word).lower().replace('_', '-').replace(' ', '-')}", why, {"word": word})


def _word_by_word(rules: Rules) -> Iterator[tuple[str, int]]:
    for of in layouts(rules):
        plain = _plain(of)
        yield f"{of.name}, every field small", plain
        yield f"{of.name}, every field full", of.opcode << 28 | of.mask
        for field in of.fields:
            for value in _values(field.what, field.width):
                yield f"{of.name}, {field.name} {value}", plain & ~field.mask | value << field.first
        for bit in range(28):
            if not of.mask >> bit & 1:
                yield f"{of.name}, unused bit {bit}", plain | 1 << bit
    for opcode in range(len(NAMES), 16):
        yield from (
            (f"opcode {opcode}", opcode << 28 | payload) for payload in (0, 1, 60, 0x0FFFFFFF, 0x1234567, 60 << 7 | 48)
        )
        yield from ((f"opcode {opcode}", opcode << 28 | 60 << 7 | cid) for cid in (0, 59, 60, 61, 120))
    for cid in (0, 12, 48, 60, 61, 77, 120):
        yield from (("SYM_COMBINE, configuration 3", 6 << 28 | gift << 9 | 3 << 7 | cid) for gift in range(4))


def _plain(of: Layout) -> int:
    """A word of this layout with the center as its tile and each other field 0."""
    return of.opcode << 28 | sum(60 << field.first for field in of.fields if field.what == "cid")


def _values(what: str | None, width: int) -> list[int]:
    if what != "cid":
        return list(range(1 << width))
    return [0, 5, 6, 11, 54, 55, 60, 65, 66, 109, 115, 114, 120, 121, 122, 124, 127]


def _at_random() -> Iterator[tuple[str, int]]:
    dice, found = Dice("tribun codec-word"), dict[int, None]()
    special = {word for rules in EVERY_EDITION for _, word in _word_by_word(rules)}
    while len(found) < RANDOM_WORDS:
        word = dice.below(1 << 32)
        if dice.chance(80):  # most words at random have a reserved opcode or unused bits: mend those
            of = layouts(default_rules("2026-01"))[word % (len(NAMES) - 2)]
            word = of.opcode << 28 | word & of.mask
        if word not in special:
            found.setdefault(word)
    yield from (("a word at random", word) for word in found)


def word_encodings(rules: Rules) -> Iterator[Case]:
    """Fields to words."""
    dice = Dice("tribun codec-word-encode")
    for of in layouts(rules):
        for _ in range(12):
            cid = dice.pick((0, 12, 48, 60, 61, 77, 120))
            fields = {f.name: cid if f.what == "cid" else dice.below(1 << f.width) for f in of.fields}
            yield _word_encoding(of.name, fields, f"{of.name} from its fields")
        yield from _misfits(of)
    plain = {"fromCid": 60, "toCid": 61, "part": 0}
    for name in ("", "move", "MOV", "RESIGN", "OPCODE", "Move", "MOVE "):
        yield _word_encoding(name, plain, f"no opcode is called {name!r}")
    for odd in NO_FIELDS:
        yield _word_encoding("MOVE", odd, f"fields that are {odd!r}")
    for odd in NO_INTEGERS:
        yield _word_encoding("MOVE", {**plain, "part": odd}, f"MOVE, part is {odd!r}")


def _misfits(of: Layout) -> Iterator[Case]:
    good = {field.name: 60 if field.what == "cid" else 0 for field in of.fields}
    for field in of.fields:
        yield _word_encoding(
            of.name, {n: v for n, v in good.items() if n != field.name}, f"{of.name} without {field.name}"
        )
        yield _word_encoding(of.name, {**good, field.name: 1 << field.width}, f"{of.name}, {field.name} too large")
        yield _word_encoding(of.name, {**good, field.name: -1}, f"{of.name}, {field.name} below zero")
    yield _word_encoding(of.name, {**good, "more": 0}, f"{of.name} with a field too many")
    yield _word_encoding(of.name, {**good, of.fields[-1].name: True}, f"{of.name}, {of.fields[-1].name} is no number")


def _word_encoding(opcode: str, fields: Any, why: str) -> Case:
    slug = opcode.strip().lower().replace("_", "-") or "nameless"
    return Case(f"encode-{slug}", why, {"opcode": opcode, "fields": fields})
