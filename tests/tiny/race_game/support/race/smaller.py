"""Smaller positions: nearer to the start."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def smaller(position: Any) -> Iterator[Any]:
    if position["at"]:
        yield {**position, "at": position["at"] - 1}
