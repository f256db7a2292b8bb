"""Positions written as sentences, drawn unit by unit, and told apart up to the symmetries of the board."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ludex.games.tribun import REGISTER
from ludex.games.tribun.board import BLACK, CIDS, TILES
from ludex.games.tribun.position import Position, read_position, show_position
from ludex.games.tribun.units import UNITS, Unit, byte_of, holds_slave
from ludex.notation.tribun import BLANK, impose, read
from ludex.notation.tribun.boards import board_bytes
from ludex.rules import Refused, Rules
from ludex.support.tribun.symmetries import across, turn_half

HEIGHTS = (1, 2, 3, 4, 6, 8)
STACKS = tuple((p, s) for p in (1, 2, 3, 4) for s in HEIGHTS if holds_slave(p, s))
PERMISSIVE = {
    "kill-mover": "attack",
    "combine-height": "round",
    "donor-remainder": "round",
    "donor-sp": "liberate",
    "donor-order": "any",
    "tribun-enslave": "yes",
}

# The editions differ in little, so they are asked the same wherever they can be: that is drawn under the first.
FIRST, *LATER = EDITIONS = REGISTER.editions


def default_rules(edition: str) -> Rules:
    """The edition with every default."""
    return REGISTER.rules(edition)


def permissive_rules(edition: str, **more: str) -> Rules:
    """The edition under the readings that let most actions through."""
    wanted = {**PERMISSIVE, **{name.replace("_", "-"): choice for name, choice in more.items()}}
    opened = REGISTER.choices(edition)
    return REGISTER.rules(edition, {name: choice for name, choice in wanted.items() if choice in opened[name]})


class Draft:
    """A board on which units are put one by one."""

    def __init__(self, board: Iterable[int] = bytes(CIDS)) -> None:
        self.board = bytearray(board)

    def stand(self, unit: Unit, cid: int) -> None:
        """Put a unit on a tile."""
        self.board[cid] = byte_of(unit)

    def clear(self, cid: int) -> None:
        """Take whatever stands on a tile away."""
        self.board[cid] = 0

    def free(self, among: Iterable[int] = TILES) -> list[int]:
        """The empty ones of some tiles."""
        return [cid for cid in among if not self.board[cid]]

    def has_tribun(self, color: int) -> bool:
        """Whether this side's tribun stands already."""
        return any(byte >> 7 and byte >> 6 & 1 == color for byte in self.board)

    def position(self, turn: int = BLACK, offer: int | None = None, blocked: int | None = None) -> Position:
        """The position, with this side to move."""
        return Position(bytes(self.board), turn, offer, blocked)


def place(*sentences: str) -> Draft:
    """A board of such sentences: ``black T2/1 at (0,-3)``."""
    return Draft(board_bytes(impose(BLANK, [read("position", sentence) for sentence in sentences])))


def wire(position: Position) -> dict[str, Any]:
    """The position as it travels."""
    return show_position(position)


def is_readable(position: Position, rules: Rules) -> bool:
    """Whether an engine may be shown this position as a good one."""
    try:
        read_position(wire(position), rules)
    except Refused:
        return False
    return True


def unit_at(position: Position, cid: int) -> Unit:
    """What stands on a tile."""
    return UNITS[position.board[cid]]


def units_on(position: Position) -> int:
    """How many units stand on the board."""
    return sum(byte > 0 for byte in position.board)


def canonical(position: Position) -> tuple[bytes, int]:
    """One of the four images of board and turn, the same for all of them."""
    board, turn = position.board, position.turn
    half = turn_half(board)
    return min((board, turn), (across(board), turn), (half, 1 - turn), (across(half), 1 - turn))


class Unlike:
    """Lets a position through unless one that is alike under symmetry came before."""

    def __init__(self) -> None:
        self._seen: set[tuple[bytes, int]] = set()

    def __call__(self, position: Position) -> bool:
        key = canonical(position)
        if key in self._seen:
            return False
        self._seen.add(key)
        return True
