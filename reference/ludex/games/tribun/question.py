"""What a check is asked about: an action, in a position, under rules, submitted by somebody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from ludex.games.tribun.position import Position
from ludex.games.tribun.units import UNITS, Unit
from ludex.rules import Moot, Rules

A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Question(Generic[A]):
    """``by`` is "black", "white", "server", or None for whoever the action needs."""

    position: Position
    action: A
    rules: Rules
    by: str | None = None

    def unit(self, cid: int) -> Unit:
        """The unit on a tile; what is asked of a unit that is not there is moot."""
        # mechanical: only says moot where no unit stands, for every check that asks
        byte = self.position.board[cid]
        if not byte:
            raise Moot
        return UNITS[byte]

    def is_empty(self, cid: int) -> bool:
        """Whether nothing stands on a tile."""
        return not self.position.board[cid]

    def is_own(self, cid: int) -> bool:
        """Whether a unit of the side to move stands on a tile."""
        return not self.is_empty(cid) and self.unit(cid).color == self.position.turn

    def is_enemy(self, cid: int) -> bool:
        """Whether a unit of the opponent stands on a tile."""
        return not self.is_empty(cid) and not self.is_own(cid)
