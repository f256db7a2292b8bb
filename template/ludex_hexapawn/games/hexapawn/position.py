"""A position of Hexapawn: the board, whose turn it is, and who has won."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ludex.rules import Moot, Rules, Unreadable, check, reading, require

PAWNS = {"white": "w", "black": "b"}
EMPTY = "."
DRAW = "draw"
FIELDS = {"board", "turn", "winner"}


class Square(NamedTuple):
    """A square by its column and its row, both from 0; row 0 is the top row, where Black begins."""

    column: int
    row: int


class Position(NamedTuple):
    """The rows from the top, the player on turn, and the winner: None while the game is on."""

    board: tuple[str, ...]
    turn: str
    winner: str | None

    def at(self, square: Square) -> str:
        """What stands on a square: a pawn's letter, or a point."""
        return self.board[square.row][square.column]


def other(player: str) -> str:
    """The other player."""
    # mechanical: there are two
    return "black" if player == "white" else "white"


def size_of(rules: Rules) -> int:
    """How many rows the board has, and squares in a row."""
    size = rules.fact("size")
    assert isinstance(size, int)
    return size


def start(rules: Rules) -> Position:
    """The position that a game begins with (HEX-SET-1)."""
    size = size_of(rules)
    return Position(("b" * size, *[EMPTY * size] * (size - 2), "w" * size), "white", None)


# Reading and showing


@check("HEX-POS-1")
def has_its_fields(data: Any, _: int) -> bool:
    """A position has a board, a turn and a winner, and nothing else."""
    return isinstance(data, Mapping) and data.keys() == FIELDS


@check("HEX-POS-2")
def board_is_square(data: Any, size: int) -> bool:
    """The board is as many rows of as many squares as the edition says."""
    board = _field(data, "board")
    return isinstance(board, list) and len(board) == size and all(_is_row(row, size) for row in board)


@check("HEX-POS-3")
def squares_hold_pawns_or_nothing(data: Any, _: int) -> bool:
    """Each square holds a white pawn, a black pawn, or nothing."""
    board = _field(data, "board")
    return isinstance(board, list) and all(isinstance(row, str) and not set(row) - set("wb.") for row in board)


@check("HEX-POS-4")
def turn_is_a_player(data: Any, _: int) -> bool:
    """The turn is White's or Black's."""
    return _field(data, "turn") in ("white", "black")


@check("HEX-POS-5")
def winner_is_known(data: Any, _: int) -> bool:
    """The winner is nobody yet, a player, or a draw."""
    return _field(data, "winner") in (None, "white", "black", DRAW)


def _is_row(row: Any, size: int) -> bool:
    return isinstance(row, str) and len(row) == size


def _field(data: Any, name: str) -> Any:
    """A field of a position; what is asked of one that is not there is moot."""
    # mechanical: only says moot where the field is missing, for every check that asks
    if not isinstance(data, Mapping) or name not in data:
        raise Moot
    return data[name]


CHECKS = (has_its_fields, board_is_square, squares_hold_pawns_or_nothing, turn_is_a_player, winner_is_known)


@reading
def read_position(data: Any, rules: Rules) -> Position:
    """The position of JSON; raises Unreadable."""
    require(Unreadable, CHECKS, data, size_of(rules))
    return Position(tuple(data["board"]), data["turn"], data["winner"])


def show_position(position: Position) -> dict[str, Any]:
    """A position as JSON."""
    return {"board": list(position.board), "turn": position.turn, "winner": position.winner}
