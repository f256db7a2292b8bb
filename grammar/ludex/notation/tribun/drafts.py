"""A position of Tribun that is being put together of facts, and where they contradict each other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ludex.notation.reading import Contradiction, as_typed
from ludex.notation.tribun.boards import TILES, Board, Position, Tile, WrittenUnit, board_of, position_json, tile_text

FIELDS: set[object] = {"turn", "offer", "blocked", "outcome"}


@dataclass
class PositionDraft:
    """A position that is being put together, and what was said about it so far."""

    board: Board
    fields: dict[str, str | bool | None]
    said: set[object] = field(default_factory=set)

    def say(self, topic: object, index: int, what: str, **fields: str | bool | None) -> None:
        """Say something once, with what it makes of the fields."""
        if topic in self.said:
            raise Contradiction(index, f"only one sentence on {what}")
        self.said.add(topic)
        self.fields |= fields

    def stand(self, index: int, tiles: Iterable[Tile], unit: WrittenUnit | None) -> None:
        """A unit, or nothing, stands on these tiles."""
        for tile in tiles:
            self.say(tile, index, f"what stands at {as_typed(tile_text(tile))}")
            self.board.pop(tile, None)
            if unit:
                self.board[tile] = unit

    def lay(self, index: int, board: Board) -> None:
        """The whole board is this one."""
        if self.said & set(TILES):
            raise Contradiction(index, "a whole board before the single tiles")
        self.say("board", index, "the whole board")
        self.board = dict(board)

    def lay_whole(self, index: int, position: Position) -> None:
        """The whole position is this one."""
        self.lay(index, board_of(position))
        if self.said & FIELDS:
            raise Contradiction(index, "a whole position before the other facts")
        self.fields = fields_of(position)

    def position(self) -> Position:
        """What it is as it goes over the wire."""
        return position_json(self.board, **self.fields)  # type: ignore[arg-type]


def fields_of(position: Position) -> dict[str, str | bool | None]:
    """What a position says beside its board."""
    return {
        "turn": position["turn"],
        "offer": position["drawOfferBy"],
        "blocked": position["drawBlocked"],
        "ended": position["status"] == "ended",
        "winner": position["winner"],
    }
