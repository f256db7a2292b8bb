"""Smaller states: each with one unit fewer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any


def smaller(position: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The state without one of its units, for each of them."""
    units = position["units"]
    for place in range(len(units)):
        yield {**position, "units": [*units[:place], *units[place + 1 :]]}
