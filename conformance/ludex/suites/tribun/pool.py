"""Cases sorted into buckets, and drawn evenly from all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from itertools import zip_longest
from typing import Generic, TypeVar

T = TypeVar("T")


class Pool(Generic[T]):
    """Holds at most ``room`` items a bucket, and at most ``alike`` of one origin in the whole."""

    def __init__(self, room: int, alike: int = 4) -> None:
        self.room = room
        self.alike = alike
        self.buckets: dict[tuple[str, ...], list[T]] = {}
        self._from: Counter[Hashable] = Counter()

    def wants(self, bucket: tuple[str, ...], origin: Hashable) -> bool:
        """Whether there is room for one more of this bucket and origin."""
        return len(self.buckets.get(bucket, ())) < self.room and self._from[origin] < self.alike

    def add(self, bucket: tuple[str, ...], item: T, origin: Hashable) -> None:
        """Keep an item if there is room for it."""
        if self.wants(bucket, origin):
            self.buckets.setdefault(bucket, []).append(item)
            self._from[origin] += 1

    def draw(self, count: int, among: Callable[[tuple[str, ...]], bool] = lambda _: True) -> list[T]:
        """So many items, one from each of these buckets in turn."""
        rows = [items for bucket, items in sorted(self.buckets.items()) if among(bucket)]
        turns = zip_longest(*rows, fillvalue=None)
        return [item for row in turns for item in row if item is not None][:count]
