"""The two sides, and what each of them has one of."""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")

YELLOW, BLUE = "yellow", "blue"
SIDES = (YELLOW, BLUE)
OPPONENT = {YELLOW: BLUE, BLUE: YELLOW}


class Pair(NamedTuple, Generic[T]):
    """What Yellow has, and what Blue has."""

    yellow: T
    blue: T

    def of(self, side: str) -> T:
        """What this side has."""
        # mechanical: a pair has one value a side; this picks by the name of the side
        return self.yellow if side == YELLOW else self.blue

    def having(self, side: str, value: T) -> Pair[T]:
        """The same, but for what this side has."""
        # mechanical: a pair has one value a side; this replaces that of the side named
        return Pair(value, self.blue) if side == YELLOW else Pair(self.yellow, value)
