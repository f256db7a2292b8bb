"""Dice that fall alike on every machine: a suite is the same wherever it is made."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")
_64 = (1 << 64) - 1


class Dice:
    """A stream of numbers (splitmix64) that depends on its name alone."""

    def __init__(self, name: str) -> None:
        self._state = int.from_bytes(sha256(name.encode()).digest()[:8], "big")

    def below(self, limit: int) -> int:
        """A number in 0..limit-1."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _64
        mixed = self._state
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & _64
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _64
        return (mixed ^ mixed >> 31) % limit

    def between(self, low: int, high: int) -> int:
        """A number in low..high, both included."""
        return low + self.below(high - low + 1)

    def chance(self, percent: int) -> bool:
        """True in so many of a hundred throws."""
        return self.below(100) < percent

    def pick(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]

    def shuffle(self, items: Sequence[T]) -> list[T]:
        """The items in some order."""
        mixed = list(items)
        for last in range(len(mixed) - 1, 0, -1):
            other = self.below(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed

    def some(self, items: Sequence[T], count: int) -> list[T]:
        """So many of the items (all, where there are fewer)."""
        return self.shuffle(items)[:count]
