"""A position: the board, whose turn it is, the draw offer, and whether the match is over."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ludex.games.tribun.board import BLACK, CIDS, COLORS, ON_BOARD, WHITE, cid_of
from ludex.games.tribun.units import EMPTY, UNITS, Unit, byte_of, faults_of
from ludex.rules import Rules, Unreadable, check, reading, require, verdict

Color = int


@dataclass(frozen=True, slots=True)
class Position:
    """A frozen position; ``board`` holds the 121 unit bytes by cid, colours are 0 (black) and 1 (white)."""

    board: bytes
    turn: Color
    draw_offer_by: Color | None = None
    draw_blocked: Color | None = None
    ended: bool = False
    winner: Color | None = None


def put(board: bytes, cid: int, unit: Unit) -> bytes:
    """The board with this unit (or ``EMPTY``) on a tile."""
    return board[:cid] + bytes((byte_of(unit),)) + board[cid + 1 :]


def own_tiles(board: bytes, color: Color) -> list[int]:
    """The tiles where units of a colour stand."""
    # mechanical: picks the tiles of a colour by the bit of the unit byte
    return [cid for cid, byte in enumerate(board) if byte and byte >> 6 & 1 == color]


_BLACK_START = (
    (Unit(1, 0, BLACK, True), ((-5, -5),)),
    (Unit(1, 0, BLACK, False), ((-2, -1), (-2, 0), (-3, 0), (-4, 0), (-1, -2), (0, -2), (0, -3), (0, -4))),
    (
        Unit(2, 0, BLACK, False),
        ((-3, -3), (-5, -2), (-5, -3), (-4, -2), (-3, -1), (-2, -5), (-3, -5), (-2, -4), (-1, -3)),
    ),
    (Unit(3, 0, BLACK, False), ((-4, -4), (-4, -3), (-3, -4))),
)


def standard_start(starting: Color = BLACK) -> Position:
    """The standard start (TRB-BRD-5); white stands where black does, with every coordinate negated."""
    board = bytes(CIDS)
    for unit, tiles in _BLACK_START:
        for x, y in tiles:
            board = put(board, cid_of(x, y), unit)
            board = put(board, cid_of(-x, -y), unit._replace(color=WHITE))
    return Position(board, starting)


# Reading and showing: a position travels as a JSON object whose board is one string.

FIELDS = {"board", "turn", "drawOfferBy", "drawBlocked", "status", "winner"}
COLORS_OR_NONE = (*COLORS, None)
STATES = ("active", "ended")


@check("TRB-POS-2")
def names_its_fields(data: Mapping[str, Any]) -> bool:
    """The object has the six fields, each with a value that it may have."""
    return (
        data.keys() == FIELDS
        and data["turn"] in COLORS
        and all(data[name] in COLORS_OR_NONE for name in ("drawOfferBy", "drawBlocked", "winner"))
        and data["status"] in STATES
    )


@check("TRB-POS-1")
def is_121_bytes(board: bytes | None) -> bool:
    """The board is canonical base64 of exactly 121 bytes."""
    return board is not None and len(board) == CIDS


@check("TRB-BRD-1")
def stands_on_tiles_only(board: bytes, _: Rules) -> bool:
    """Nothing stands off the board."""
    return all(cid in ON_BOARD for cid, byte in enumerate(board) if byte)


@check("TRB-UNT-4")
def has_one_tribun_a_side(board: bytes, rules: Rules) -> bool:
    """Each side has exactly one tribun (or any number of them, by its reading)."""
    flags = [UNITS[byte].color for byte in board if byte >> 7]
    return sorted(flags) == [BLACK, WHITE] or rules.reads("boards", "study")


@check("TRB-POS-3")
def blocks_only_where_one_can_decline(position: Position, rules: Rules) -> bool:
    """Nobody is blocked in an edition that knows no decline."""
    return position.draw_blocked is None or bool(rules.fact("decline"))


@check("TRB-POS-4")
def never_offers_and_blocks(position: Position, _: Rules) -> bool:
    """An offer and a block never stand together."""
    return position.draw_offer_by is None or position.draw_blocked is None


@check("TRB-POS-5")
def has_no_winner_while_active(position: Position, _: Rules) -> bool:
    """A match that is still on has no winner."""
    return position.ended or position.winner is None


BOARD_CHECKS = (stands_on_tiles_only, has_one_tribun_a_side)
STATE_CHECKS = (
    blocks_only_where_one_can_decline,
    never_offers_and_blocks,
    has_no_winner_while_active,
)


def decoded(text: Any) -> bytes | None:
    """The bytes of canonical base64, or None."""
    # mechanical: gives None for a text that TRB-POS-1 or TRB-RPL-2 then refuses
    if not isinstance(text, str):
        return None
    try:
        data = base64.b64decode(text)
    except ValueError:  # other letters, or no whole bytes
        return None
    return data if base64.b64encode(data).decode() == text else None


def read_board(text: Any, rules: Rules, checks: tuple[Any, ...] = (stands_on_tiles_only,)) -> bytes:
    """The 121 unit bytes; raises Unreadable naming everything that is wrong with them."""
    # mechanical: raises what the checks of the board and of the unit bytes have found
    board = decoded(text)
    require(Unreadable, (is_121_bytes,), board, detail="a board is canonical base64 of 121 unit bytes")
    assert board is not None
    broken = set(verdict(checks, board, rules)[0])
    faulty = {byte: faults for byte in sorted(set(board)) if (faults := faults_of(byte, rules))}
    if broken or faulty:
        raise Unreadable(
            broken.union(*faulty.values()),
            detail=f"unit bytes {', '.join(f'0x{byte:02x}' for byte in faulty)}" if faulty else "the board",
        )
    return board


@reading
def read_position(data: Any, rules: Rules) -> Position:
    """The position that a JSON object shows; raises Unreadable naming the clauses that it breaks."""
    # mechanical: what is no object has no fields, which TRB-POS-2 refuses
    fields = data if isinstance(data, Mapping) else {}
    require(
        Unreadable,
        (names_its_fields,),
        fields,
        detail="a position has the fields " + ", ".join(sorted(FIELDS)),
    )
    board = read_board(fields["board"], rules, BOARD_CHECKS)
    position = Position(
        board,
        COLORS.index(fields["turn"]),
        color_or_none(fields["drawOfferBy"]),
        color_or_none(fields["drawBlocked"]),
        fields["status"] == "ended",
        color_or_none(fields["winner"]),
    )
    require(Unreadable, STATE_CHECKS, position, rules)
    return position


def color_or_none(name: str | None) -> Color | None:
    """The colour of this name, or none."""
    # mechanical: null reads as none
    return None if name is None else COLORS.index(name)


def show_position(position: Position) -> dict[str, Any]:
    """The JSON object that shows a position."""
    # mechanical: only shows whether the match has ended
    return {
        "board": base64.b64encode(position.board).decode(),
        "turn": COLORS[position.turn],
        "drawOfferBy": _name(position.draw_offer_by),
        "drawBlocked": _name(position.draw_blocked),
        "status": "ended" if position.ended else "active",
        "winner": _name(position.winner),
    }


def _name(color: Color | None) -> str | None:
    # mechanical: none shows as null
    return None if color is None else COLORS[color]


__all__ = [
    "EMPTY",
    "Color",
    "Position",
    "color_or_none",
    "decoded",
    "own_tiles",
    "put",
    "read_board",
    "read_position",
    "show_position",
    "standard_start",
]
