"""What is no position and no word, what comes too late, and words at random."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from ludex.games.tribun.board import CIDS, ON_BOARD, TILES
from ludex.games.tribun.play import apply, legal
from ludex.games.tribun.position import Position, read_position
from ludex.games.tribun.units import UNITS, faults_of
from ludex.games.tribun.words import NAMES, Draw, End, layouts, show_action
from ludex.rules import Refused, Rules, Unreadable
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.spoiling import slips, spoil
from ludex.suites.tribun import scenes
from ludex.suites.tribun.nearby import fields_of, with_field
from ludex.suites.tribun.positions import Unlike, default_rules, is_readable, wire
from ludex.suites.tribun.turns import SCENES, Ask, case_of, small_first
from ludex.suites.tribun.wording import opcode_name

Wire = dict[str, Any]
OFF_BOARD = tuple(cid for cid in range(128) if cid not in ON_BOARD)


def topics(edition: str) -> Iterator[SuiteTopic]:
    """Words, positions, matches that are over, and chance."""
    rules = default_rules(edition)
    about = "Words that would be legal but for a bit, a cid or a value that no word has; and the other edition's forms."
    yield SuiteTopic("refusal-word", "refusal", "apply", about, partial(_words, rules))
    about = "Positions that are malformed: their fields, their board, single bytes, what stands where nothing may."
    yield SuiteTopic("refusal-position", "refusal", "apply", about, partial(_positions, rules))
    about = "Words that would be legal if the match were not over."
    yield SuiteTopic("refusal-over", "refusal", "apply", about, partial(_over, rules))
    about = "Words at random, of every opcode."
    yield SuiteTopic("refusal-random", "refusal", "apply", about, partial(_random, rules))


def _good(dice: Dice, rules: Rules, opcode: int) -> tuple[Position, int]:
    """A small position, and a word of this opcode that is legal in it."""
    if opcode >= len(SCENES):
        position = _readable(dice, rules, scenes.mix)
        position = replace(position, draw_offer_by=None, draw_blocked=None)
        action = Draw(0, dice.below(2)) if NAMES[opcode] == "DRAW" else End(dice.pick((0, 2, 3)), dice.below(2))
        return position, show_action(action, rules)
    while True:
        position = _readable(dice, rules, dice.pick(SCENES[NAMES[opcode]]))
        if words := [word for word in legal(position, rules) if word >> 28 == opcode]:
            return position, dice.pick(words)


def _readable(dice: Dice, rules: Rules, scene: scenes.Scene) -> Position:
    while True:
        position = scene(dice, rules)
        if is_readable(position, rules):
            return position


# Words


def _words(rules: Rules) -> Iterator[Case]:
    dice, asks = Dice("tribun refusal-word"), set[Ask]()
    for opcode in range(len(NAMES)):
        for wrong in (_unused_bits, _bad_cids, _reserved_values):
            position, word = _good(dice, rules, opcode)
            asks.update(Ask(position, bad) for bad in wrong(dice, word, rules))
    for form in (0xB0000004, 0xB0000008, 0xB0000006, 0xB000000A, 0xA0000003, 0xA0000007, 0xB0000005, 0xB000000F):
        for _ in range(12 if form >> 28 == 10 else 6):
            asks.add(Ask(_good(dice, rules, 10)[0], form))
    yield from (case_of(ask, rules) for ask in small_first(ask for ask in asks if _is_refused(ask, rules)))
    yield from _no_words(dice, rules)


BITS = 6  # of each opcode; codec-word asks every bit, and here each is two vectors, as a reading ignores it


def _unused_bits(dice: Dice, word: int, rules: Rules) -> list[int]:
    mask = layouts(rules)[word >> 28].mask
    return [word | 1 << bit for bit in dice.some([bit for bit in range(28) if not mask >> bit & 1], BITS)]


def _bad_cids(dice: Dice, word: int, rules: Rules) -> list[int]:
    fields = [field for field in fields_of(word, rules) if field.what == "cid"]
    return [with_field(word, field, cid) for field in fields for cid in dice.some(OFF_BOARD, 8)]


def _reserved_values(dice: Dice, word: int, rules: Rules) -> list[int]:
    first: dict[str | None, int] = {"direction": 6, "config": 3, "reason": 4, "draw": 3}
    found = [word & 0x0FFFFFFF | dice.between(12, 15) << 28 for _ in range(4)]
    for field in fields_of(word, rules):
        values = range(first.get(field.what, 1 << field.width), 1 << field.width)
        found += [with_field(word, field, value) for value in values]
    return found


def _is_refused(ask: Ask, rules: Rules) -> bool:
    try:
        apply(ask.position, ask.word, rules, ask.by)
    except Refused:
        return True
    return False


def _no_words(dice: Dice, rules: Rules) -> Iterator[Case]:
    for _, why, bad in slips("tribun", "word", 1):
        position, _ = _good(dice, rules, 0)
        yield Case("no-word", why, {"position": wire(position), "action": bad}, ("malformed",))


# Matches that are over


def _over(rules: Rules) -> Iterator[Case]:
    dice, asks = Dice("tribun refusal-over"), list[Ask]()
    for number in range(108):
        position, word = _good(dice, rules, number % len(NAMES))
        over = replace(position, ended=True, winner=dice.pick((None, 0, 1)), draw_offer_by=None)
        by = None if dice.chance(70) else dice.pick(("black", "white", "server"))
        asks.append(Ask(over, word, by))
    yield from (case_of(ask, rules) for ask in small_first(dict.fromkeys(asks)))


# Random words


def _random(rules: Rules) -> Iterator[Case]:
    dice, asks = Dice("tribun refusal-random"), list[Ask]()
    while len(asks) < 120:
        position = _readable(dice, rules, scenes.mix if dice.chance(70) else scenes.crowd)
        of = dice.pick(layouts(rules)[:10])
        word = of.opcode << 28 | dice.below(1 << 28) & of.mask
        for field in of.fields:
            if field.what == "cid":
                standing = [cid for cid in TILES if position.board[cid]]
                word = with_field(word, field, dice.pick(standing if dice.chance(60) else TILES))
        ask = Ask(position, word)
        if _is_refused(ask, rules):
            asks.append(ask)
    yield from (case_of(ask, rules) for ask in small_first(dict.fromkeys(asks)))


# Positions

Spoil = Callable[[Dice, Wire, Rules], Iterator[tuple[str, Any]]]


def _positions(rules: Rules) -> Iterator[Case]:
    return spoiled_positions(Dice("tribun refusal-position"), rules)


def spoiled_positions(dice: Dice, rules: Rules, most: int = 40) -> Iterator[Case]:
    """Small positions, each spoiled in one way, and a word that would be legal; ``most`` positions for a way."""
    unlike = Unlike()
    for ways, rounds in SPOILS:
        done = 0
        while done < min(rounds, most):
            position, word = _good(dice, rules, dice.below(len(NAMES)))
            if not unlike(position):
                continue
            done += 1
            for why, bad in ways(dice, wire(position), rules):
                name = opcode_name(word).lower().replace("_", "-")
                yield Case(f"position-{name}", why, {"position": bad, "action": word}, ("malformed",))


def _text(board: bytes | bytearray) -> str:
    return base64.b64encode(board).decode()


def _bytes(good: Wire) -> bytearray:
    return bytearray(base64.b64decode(good["board"]))


def _not_a_board(dice: Dice, good: Wire, _: Rules) -> Iterator[tuple[str, Any]]:
    board = _bytes(good)
    texts = {
        "120 bytes": _text(board[:-1]),
        "122 bytes": _text(board + bytes(1)),
        "91 bytes": _text(bytes(board[cid] for cid in TILES)),
        "no bytes": "",
        "base64 without its padding": good["board"].rstrip("="),
        "base64 with a space": " " + good["board"],
        "base64 whose last bits are not zero": good["board"][:-3] + "B==",
        "hexadecimal": board.hex(),
    }
    for why in dice.some(sorted(texts), 4):
        yield f"a board of {why}" if "bytes" in why else f"a board in {why}", {**good, "board": texts[why]}


def _off_schema(dice: Dice, good: Wire, rules: Rules) -> Iterator[tuple[str, Any]]:
    yield spoil(dice, "tribun", "position", good, lambda bad: _is_unreadable(bad, rules))


def _is_unreadable(data: Any, rules: Rules) -> bool:
    try:
        read_position(data, rules)
    except Unreadable:
        return True
    return False


def _states(dice: Dice, good: Wire, rules: Rules) -> Iterator[tuple[str, Any]]:
    color, other = dice.shuffle(("black", "white"))
    plain = {**good, "drawOfferBy": None, "drawBlocked": None}
    if not rules.fact("decline"):
        yield "somebody is blocked, in an edition without declining", {**plain, "drawBlocked": color}
    yield "an offer and a block at once", {**plain, "drawOfferBy": color, "drawBlocked": dice.pick((color, other))}
    yield "a winner of a match that is on", {**plain, "winner": color}
    dice.pick((None, color))  # for a case that is asked no more, so that all after it stay as they are
    yield "an offer and a winner", {**plain, "drawOfferBy": color, "winner": color}


def _tribuns(dice: Dice, good: Wire, _: Rules) -> Iterator[tuple[str, Any]]:
    board = _bytes(good)
    flagged = [cid for cid in TILES if board[cid] >> 7]
    plain = [cid for cid in TILES if board[cid] and not board[cid] >> 7 and not UNITS[board[cid]].s]
    for cid in (dice.pick(flagged), *flagged[: dice.below(2) * 2]):
        yield "a side without its tribun", _with_byte(good, cid, board[cid] & 0x7F)
        yield "a tribun is missing altogether", _with_byte(good, cid, 0)
    if plain:
        cid = dice.pick(plain)
        yield "a side with two tribuns", _with_byte(good, cid, board[cid] | 0x80)


def _with_byte(good: Wire, cid: int, byte: int) -> Wire:
    board = _bytes(good)
    board[cid] = byte
    return {**good, "board": _text(board)}


def _faulty_bytes(dice: Dice, good: Wire, rules: Rules) -> Iterator[tuple[str, Any]]:
    """One byte that stores no unit, for each mixture of faults that a byte can have."""
    by_faults: dict[tuple[str, ...], list[int]] = {}
    for byte in range(256):
        if faults := faults_of(byte, rules):
            by_faults.setdefault(faults, []).append(byte)
    board = _bytes(good)
    for faults, faulty in sorted(by_faults.items()):
        byte = dice.pick(faulty)
        flagged = [cid for cid in TILES if board[cid] >> 7 and board[cid] >> 6 & 1 == (byte >> 6 & 1)]
        cids = flagged if byte >> 7 else [cid for cid in TILES if not board[cid] >> 7]
        yield f"byte 0x{byte:02x} on the board ({len(faults)} faults)", _with_byte(good, dice.pick(cids), byte)


def _off_the_board(dice: Dice, good: Wire, _: Rules) -> Iterator[tuple[str, Any]]:
    cid = dice.pick([cid for cid in range(CIDS) if cid not in ON_BOARD])
    byte = dice.pick((1, 2, 3, 4, 65, 66, 67, 10, 19))
    yield f"a unit at cid {cid}, off the board", _with_byte(good, cid, byte)


def _other_names(_: Dice, good: Wire, __: Rules) -> Iterator[tuple[str, Any]]:
    """Words that begin like those that may stand there, or go on."""
    yield "a turn of half a word", {**good, "turn": good["turn"][:-1]}
    yield "a turn of more than a word", {**good, "turn": f"{good['turn']}s"}
    yield "a status of half a word", {**good, "status": "act"}
    yield "a status of more than a word", {**good, "status": "active "}
    yield "a winner of half a word", {**good, "status": "ended", "drawOfferBy": None, "winner": "whit"}


SPOILS: tuple[tuple[Spoil, int], ...] = (
    (_not_a_board, 10),
    (_off_schema, 40),
    (_states, 32),
    (_tribuns, 14),
    (_faulty_bytes, 28),
    (_off_the_board, 34),
    (_other_names, 3),
)
