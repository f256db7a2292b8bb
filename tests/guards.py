"""What keeps a test from being about nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def at_least_one(things: Iterable[T]) -> Iterator[T]:
    """All of these, one after the other; a failure where there are none, as a loop would assert nothing."""
    count = 0
    for count, thing in enumerate(things, 1):  # noqa: B007
        yield thing
    assert count, "there was nothing to look at"
