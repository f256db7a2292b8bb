"""Playing: how a pawn moves, what a move does, and how the game ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ludex.rules import Illegal, Moot, Rules, Unreadable, check, effect, reading, relation, require
from ludex_hexapawn.games.hexapawn.position import DRAW, EMPTY, PAWNS, Position, Square, other


class Move(NamedTuple):
    """A pawn goes from a square to a square."""

    begin: Square
    end: Square


# Reading and showing


@check("HEX-ACT-1")
def has_two_squares(data: Any, _: int) -> bool:
    """A move names the square that it comes from and the one that it goes to, and nothing else."""
    return isinstance(data, Mapping) and data.keys() == {"from", "to"}


@check("HEX-ACT-2")
def squares_are_on_the_board(data: Any, size: int) -> bool:
    """Both squares are on the board."""
    if not isinstance(data, Mapping):
        raise Moot
    return all(name in names(size) for name in data.values())


def names(size: int) -> tuple[str, ...]:
    """The names of all squares (HEX-BRD-1)."""
    return tuple(show_square(Square(*divmod(place, size)), size) for place in range(size * size))


def show_square(square: Square, size: int) -> str:
    """The name of a square: `a1` is the first one of the lowest row."""
    return f"{chr(ord('a') + square.column)}{size - square.row}"


@reading
def read_move(data: Any, size: int) -> Move:
    """The move of JSON; raises Unreadable."""
    require(Unreadable, (has_two_squares, squares_are_on_the_board), data, size)
    return Move(*(Square(ord(name[0]) - ord("a"), size - int(name[1])) for name in (data["from"], data["to"])))


def show_move(move: Move, size: int) -> dict[str, str]:
    """A move as JSON."""
    return {"from": show_square(move.begin, size), "to": show_square(move.end, size)}


# What a move must be


@check("HEX-END-1")
def game_is_on(position: Position, _: Move | None = None) -> bool:
    """Nobody moves after the end."""
    return position.winner is None


@check("HEX-MOV-1")
def pawn_is_own(position: Position, move: Move) -> bool:
    """A pawn of the player on turn stands where the move begins."""
    return position.at(move.begin) == PAWNS[position.turn]


@check("HEX-MOV-2")
def goes_one_row_ahead(position: Position, move: Move) -> bool:
    """The move leads to the next row ahead, straight or to the next column."""
    return move.end.row - move.begin.row == ahead(position.turn) and abs(move.end.column - move.begin.column) <= 1


@check("HEX-MOV-3")
def straight_is_free(position: Position, move: Move) -> bool:
    """Straight ahead a pawn goes only where nobody stands; of a move aside this is moot."""
    if move.begin.column != move.end.column:
        raise Moot
    return position.at(move.end) == EMPTY


@check("HEX-MOV-4")
def aside_captures(position: Position, move: Move) -> bool:
    """Aside a pawn goes only to capture an enemy's pawn; of a move straight ahead this is moot."""
    if move.begin.column == move.end.column:
        raise Moot
    return position.at(move.end) == PAWNS[other(position.turn)]


CHECKS = (game_is_on, pawn_is_own, goes_one_row_ahead, straight_is_free, aside_captures)


def ahead(player: str) -> int:
    """By how much the row changes: White goes up, Black down."""
    # mechanical: HEX-MOV-2 says what is ahead
    return -1 if player == "white" else 1


# What a move does


@effect("HEX-MOV-5")
def moved(position: Position, move: Move) -> Position:
    """The pawn stands where it went; whoever stood there is captured."""
    rows = [list(row) for row in position.board]
    rows[move.end.row][move.end.column] = position.at(move.begin)
    rows[move.begin.row][move.begin.column] = EMPTY
    return position._replace(board=tuple("".join(row) for row in rows))


@effect("HEX-TRN-1")
def turn_passed(position: Position) -> Position:
    """It is the other player's turn."""
    return position._replace(turn=other(position.turn))


@effect("HEX-END-2")
def won_by_coming_through(position: Position) -> Position:
    """Whoever has moved, and has a pawn on the farthest row, has won."""
    farthest = position.board[0 if position.turn == "white" else -1]
    return position._replace(winner=position.turn) if PAWNS[position.turn] in farthest else position


@effect("HEX-END-3")
def ended_without_a_move(position: Position, rules: Rules) -> Position:
    """A player who cannot move has lost; by a reading the game is drawn, if the player has a pawn left."""
    if position.winner is not None or moves(position):
        return position
    is_drawn = rules.reads("no-move", "draws") and any(PAWNS[position.turn] in row for row in position.board)
    return position._replace(winner=DRAW if is_drawn else other(position.turn))


# The list of moves


@relation("HEX-LST-1")
def moves(position: Position) -> tuple[Move, ...]:
    """Every move of the player on turn, from the top row to the bottom, each row from the left."""
    size = len(position.board)
    begins = [Square(column, row) for row in range(size) for column in range(size)]
    own = [square for square in begins if position.at(square) == PAWNS[position.turn]]
    steps = [
        Move(begin, Square(begin.column + aside, begin.row + ahead(position.turn)))
        for begin in own
        for aside in (-1, 0, 1)
    ]
    return tuple(step for step in steps if _is_on_board(step.end, size) and _may_go(position, step))


def _is_on_board(square: Square, size: int) -> bool:
    return 0 <= square.column < size and 0 <= square.row < size


def _may_go(position: Position, move: Move) -> bool:
    # mechanical: asks HEX-MOV-3 of a move straight ahead, and HEX-MOV-4 of one aside
    straight = move.begin.column == move.end.column
    return straight_is_free(position, move) if straight else aside_captures(position, move)


def legal(position: Position, _: Rules) -> list[dict[str, str]]:
    """Every legal move, as JSON."""
    # mechanical: after the end the list is empty, as HEX-END-1 refuses everything
    return [show_move(move, len(position.board)) for move in moves(position)] if game_is_on(position) else []


def apply(position: Position, action: Any, rules: Rules, by: str | None = None) -> Position:  # noqa: ARG001
    """The position after a move, which is JSON; raises Unreadable, or Illegal with every clause that it breaks.

    Whose move it is says the turn, so ``by`` says nothing here.
    """
    move = read_move(action, len(position.board))
    require(Illegal, CHECKS, position, move)
    return ended_without_a_move(turn_passed(won_by_coming_through(moved(position, move))), rules)
