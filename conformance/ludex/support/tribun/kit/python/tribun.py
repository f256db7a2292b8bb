"""Tribun as it travels: tiles, units, action words and positions, strictly read and written back."""

from __future__ import annotations

import base64
import binascii
from typing import Any, NamedTuple

from wire import Params, Result, unreadable

COLORS = ("black", "white")
HEIGHTS = (0, 1, 2, 3, 4, 6, 8)
PLACES = 121


class Unit(NamedTuple):
    """Primary height, height of the slave (0: none), colour, and whether it is the tribun."""

    p: int
    s: int
    color: str
    tribun: bool


class Action(NamedTuple):
    """An action word, taken apart."""

    opcode: str
    fields: dict[str, int]


class Position(NamedTuple):
    """`board[cid]` is the unit on a tile, or None."""

    board: tuple[Unit | None, ...]
    turn: str
    draw_offer_by: str | None
    draw_blocked: str | None
    status: str
    winner: str | None


def _is_integer(value: Any, below: int) -> bool:
    return type(value) is int and 0 <= value < below


# Tiles


def is_tile(cid: Any) -> bool:
    return _is_integer(cid, PLACES) and -5 <= cid // 11 - cid % 11 <= 5


def read_cid(cid: Any) -> tuple[int, int]:
    """The coordinates of a tile."""
    if not is_tile(cid):
        raise unreadable()
    return cid // 11 - 5, cid % 11 - 5


# Units


def read_byte(byte: Any, readings: dict[str, str]) -> Unit | None:
    """The unit that a byte stores; None for an empty tile."""
    if not _is_integer(byte, 256) or byte & 7 == 7 or byte >> 3 & 7 == 7:
        raise unreadable()
    if byte == 0:
        return None
    unit = Unit(HEIGHTS[byte & 7], HEIGHTS[byte >> 3 & 7], COLORS[byte >> 6 & 1], byte >= 128)
    if not _may_be_stored(unit, readings):
        raise unreadable()
    return unit


def _may_be_stored(unit: Unit, readings: dict[str, str]) -> bool:
    if unit.p == 0:
        return False
    if unit.s == 0:
        return True
    if unit.tribun and readings.get("tribun-enslave") != "yes":
        return False
    return unit.p <= 4 and 2 * unit.p >= unit.s


def write_byte(unit: Unit | None) -> int:
    if unit is None:
        return 0
    return HEIGHTS.index(unit.p) | HEIGHTS.index(unit.s) << 3 | COLORS.index(unit.color) << 6 | unit.tribun << 7


def read_unit(data: Any, readings: dict[str, str]) -> Unit | None:
    """A unit from JSON, as one that may be stored; no heights and no flag are an empty tile in either colour."""
    if data is None:
        return None
    if not isinstance(data, dict) or data.keys() != {"p", "s", "color", "tribun"}:
        raise unreadable()
    unit = Unit(data["p"], data["s"], data["color"], data["tribun"])
    heights = all(_is_integer(height, 9) and height in HEIGHTS for height in (unit.p, unit.s))
    if not heights or unit.color not in COLORS or type(unit.tribun) is not bool:
        raise unreadable()
    if not unit.p and not unit.s and not unit.tribun:
        return None
    if not _may_be_stored(unit, readings):
        raise unreadable()
    return unit


def show_unit(unit: Unit | None) -> Result | None:
    return None if unit is None else dict(unit._asdict())


# Action words: a field's place follows from the fields before it, the first one at bit 0

Layout = tuple[str, tuple[tuple[str, int], ...]]
_END = {"2026-01": 3, "2026-04": 2}


def layouts(edition: str) -> list[Layout]:
    """Name and fields, each with its number of bits, by opcode."""
    return [
        ("MOVE", (("fromCid", 7), ("toCid", 7), ("part", 1))),
        ("KILL", (("attackerCid", 7), ("targetCid", 7), ("part", 1))),
        ("LIBERATE", (("targetCid", 7),)),
        ("DAMAGE", (("targetCid", 7), ("effDmgMinus1", 3))),
        ("ENSLAVE", (("attackerCid", 7), ("targetCid", 7))),
        ("COMBINE", (("centerCid", 7), ("dirA", 3), ("dirB", 3), ("donAminus1", 3), ("donBminus1", 3))),
        ("SYM_COMBINE", (("centerCid", 7), ("config", 2), ("donMinus1", 2))),
        ("SPLIT", (("actorCid", 7), ("h0", 3), ("h1", 3), ("h2", 3), ("h3", 3), ("h4", 3), ("h5", 3))),
        ("BACKSTABB", (("actorCid", 7), ("dir", 3))),
        ("ATTACK_TRIBUN", (("attackerCid", 7), ("tribunCid", 7), ("winnerColor", 1))),
        ("DRAW", (("drawAction", 2), ("actorColor", 1))),
        ("END", (("endReason", _END[edition]), ("loserColor", 1))),
    ]


def _is_reserved(field: str, value: int, edition: str) -> bool:
    if field.endswith("Cid"):
        return not is_tile(value)
    if field in ("dirA", "dirB", "dir"):
        return value > 5
    if field == "drawAction":
        return value == 3 and edition == "2026-01"
    return (field == "config" and value == 3) or (field == "endReason" and value > 3)


def read_word(word: Any, edition: str) -> Action:
    """Opcode and fields of a word."""
    if not _is_integer(word, 1 << 32) or word >> 28 > 11:
        raise unreadable()
    name, sizes = layouts(edition)[word >> 28]
    fields: dict[str, int] = {}
    rest = word & 0x0FFFFFFF
    for field, bits in sizes:
        fields[field] = rest & (1 << bits) - 1
        rest >>= bits
    if rest or any(_is_reserved(field, value, edition) for field, value in fields.items()):
        raise unreadable()
    return Action(name, fields)


def write_word(opcode: Any, fields: Any, edition: str) -> int:
    """The word of an opcode and its fields; what could not be read back is not written."""
    known = layouts(edition)
    number = next((number for number, (name, _) in enumerate(known) if name == opcode), None)
    if number is None or not isinstance(fields, dict) or fields.keys() != {field for field, _ in known[number][1]}:
        raise unreadable()
    word, place = number << 28, 0
    for field, bits in known[number][1]:
        if not _is_integer(fields[field], 1 << bits):
            raise unreadable()
        word |= fields[field] << place
        place += bits
    read_word(word, edition)
    return word


# Positions

_FIELDS = {"board", "turn", "drawOfferBy", "drawBlocked", "status", "winner"}
_NOBODY_OR = (None, *COLORS)


def read_position(data: Any, params: Params) -> Position:
    """A position from JSON, under the edition and the readings of a request."""
    if not isinstance(data, dict) or data.keys() != _FIELDS:
        raise unreadable()
    board = _read_board(data["board"], params["readings"])
    position = Position(board, data["turn"], data["drawOfferBy"], data["drawBlocked"], data["status"], data["winner"])
    if not _is_sound(position, params["edition"]):
        raise unreadable()
    return position


def _read_board(text: Any, readings: dict[str, str]) -> tuple[Unit | None, ...]:
    try:
        data = base64.b64decode(text, validate=True) if isinstance(text, str) else b""
    except (binascii.Error, ValueError):
        raise unreadable() from None
    if len(data) != PLACES or base64.b64encode(data).decode() != text:
        raise unreadable()
    if any(byte and not is_tile(cid) for cid, byte in enumerate(data)):
        raise unreadable()
    board = tuple(read_byte(byte, readings) for byte in data)
    if sorted(unit.color for unit in board if unit and unit.tribun) != ["black", "white"]:
        raise unreadable()
    return board


def _is_sound(position: Position, edition: str) -> bool:
    """Whether the fields beside the board have their values, and go together."""
    offer, blocked, winner = position.draw_offer_by, position.draw_blocked, position.winner
    if position.turn not in COLORS or position.status not in ("active", "ended"):
        return False
    if any(color not in _NOBODY_OR for color in (offer, blocked, winner)):
        return False
    if blocked and (edition == "2026-01" or offer):
        return False
    return position.status == "ended" or not winner


def show_position(position: Position) -> Result:
    """A position as JSON."""
    return {
        "board": base64.b64encode(bytes(map(write_byte, position.board))).decode(),
        "turn": position.turn,
        "drawOfferBy": position.draw_offer_by,
        "drawBlocked": position.draw_blocked,
        "status": position.status,
        "winner": position.winner,
    }
