"""What a sentence says of a position of Hexapawn, and what it says of a move."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ludex.notation.sentences import says


@says("row")
@dataclass(frozen=True, slots=True)
class Row:
    """One row of the board, the top row first."""

    cells: tuple[str, ...]

    field: ClassVar[str] = "board"

    def put(self, rows: list[str] | None) -> list[str]:
        return [*(rows or []), "".join(self.cells)]

    def instead(self, _: Mapping[str, Any], rows: Iterator[str]) -> Row:
        return Row(tuple(next(rows, self.cells)))


@says("to_move")
@dataclass(frozen=True, slots=True)
class ToMove:
    """Whose turn it is."""

    player: str

    field: ClassVar[str] = "turn"

    def put(self, _: Any) -> str:
        return self.player

    def instead(self, position: Mapping[str, Any], _: Any) -> ToMove:
        return ToMove(position["turn"])


@says("drawn", winner="draw")
@says("still_open", winner=None)
@says("won")
@dataclass(frozen=True, slots=True)
class Outcome:
    """Who has won: a player, nobody (a draw), or None while the game is on."""

    winner: str | None

    field: ClassVar[str] = "winner"

    def put(self, _: Any) -> str | None:
        return self.winner

    def instead(self, position: Mapping[str, Any], _: Any) -> Outcome:
        return Outcome(position["winner"])


Fact = Row | ToMove | Outcome


@says("sent")
@dataclass(frozen=True, slots=True)
class MoveText:
    """A pawn goes from a square to a square."""

    begin: str
    end: str


@says("action")
@dataclass(frozen=True, slots=True)
class Sent:
    """A move as it is sent; whose it is says the turn, so ``by`` is left open."""

    action: MoveText
    by: None = None
