"""Asks sorted into buckets and drawn evenly from all of them; no two positions are alike unless they are the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import zip_longest
from typing import Any

from ludex.games.tactics.state import Position
from ludex.suites.tactics.positions import Ask, canonical, fields

Bucket = tuple[str, ...]


class Spread:
    """Lets a position through if it is new up to symmetry, or one that went through already, and not too often."""

    def __init__(self, alike: int) -> None:
        self.alike = alike
        self._first: dict[tuple[Any, ...], Position] = {}
        self._often: Counter[Position] = Counter()

    def __call__(self, position: Position) -> bool:
        first = self._first.setdefault(canonical(position), position)
        if first != position or self._often[position] >= self.alike:
            return False
        self._often[position] += 1
        return True


class Pool:
    """Holds at most ``room`` asks a bucket."""

    def __init__(self, room: int, alike: int = 4) -> None:
        self.room = room
        self.buckets: dict[Bucket, list[Ask]] = {}
        self._spread = Spread(alike)
        self._known: set[Ask] = set()

    def wants(self, bucket: Bucket) -> bool:
        """Whether there is room for one more of this bucket."""
        return len(self.buckets.get(bucket, ())) < self.room

    def add(self, bucket: Bucket, ask: Ask) -> None:
        """Keep an ask if there is room for it and it is like no other."""
        if self.wants(bucket) and ask not in self._known and self._spread(ask.position):
            self._known.add(ask)
            self.buckets.setdefault(bucket, []).append(ask)

    def draw(self, count: int, among: Callable[[Bucket], bool] = lambda _: True) -> list[Ask]:
        """So many asks, one from each of these buckets in turn."""
        rows = [asks for bucket, asks in sorted(self.buckets.items()) if among(bucket)]
        turns = zip_longest(*rows, fillvalue=None)
        return [ask for row in turns for ask in row if ask is not None][:count]


def small_first(asks: list[Ask]) -> list[Ask]:
    """Positions with few units first."""
    return sorted(asks, key=lambda ask: (len(ask.position.units), repr(fields(ask))))
