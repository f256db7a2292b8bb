"""Asks sorted into buckets and drawn evenly from all of them; no two positions are alike unless they are the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import zip_longest
from typing import Any

from ludex.games.minions.position import Position
from ludex.suites.minions.positions import Ask, canonical, fields

Bucket = tuple[str, ...]


class Spread:
    """Lets a position through if it is new up to symmetry, or one that went through already, and not too often."""

    def __init__(self, alike: int) -> None:
        self.alike = alike
        self._first: dict[tuple[Any, ...], Position] = {}
        self._often: Counter[tuple[Any, ...]] = Counter()

    def __call__(self, position: Position) -> bool:
        key = canonical(position)
        first = self._first.setdefault(key, position)
        if self._often[key] >= self.alike or first != position:
            return False
        self._often[key] += 1
        return True


class Pool:
    """Holds at most ``room`` asks a bucket."""

    def __init__(self, room: int, alike: int = 4) -> None:
        self.room = room
        self.buckets: dict[Bucket, list[Ask]] = {}
        self._spread = Spread(alike)
        self._known: set[str] = set()

    def wants(self, bucket: Bucket) -> bool:
        """Whether there is room for one more of this bucket."""
        return len(self.buckets.get(bucket, ())) < self.room

    def add(self, bucket: Bucket, ask: Ask) -> bool:
        """Keep an ask if there is room for it and it is like no other; whether it was kept."""
        if not self.wants(bucket) or (name := repr(fields(ask))) in self._known or not self._spread(ask.position):
            return False
        self._known.add(name)
        self.buckets.setdefault(bucket, []).append(ask)
        return True

    def draw(self, count: int, among: Callable[[Bucket], bool] = lambda _: True) -> list[Ask]:
        """So many asks, one from each of these buckets in turn."""
        rows = [asks for bucket, asks in sorted(self.buckets.items()) if among(bucket)]
        return [ask for row in zip_longest(*rows) for ask in row if ask is not None][:count]


def size(position: Position) -> int:
    """The units of a position, on all boards and in all zones."""
    return sum(sum(unit is not None for unit in board.cells) + sum(map(len, board.zones)) for board in position.boards)


def small_first(asks: list[Ask]) -> list[Ask]:
    """Positions of one board and few units first."""
    return sorted(asks, key=lambda ask: (len(ask.position.boards), size(ask.position), repr(fields(ask))))
