"""Smaller positions: each with one pawn fewer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def smaller(position: Any) -> Iterator[Any]:
    """The position without one of its pawns, for each of them."""
    for y, row in enumerate(position["board"]):
        for x, letter in enumerate(row):
            if letter != ".":
                board = [*position["board"]]
                board[y] = f"{row[:x]}.{row[x + 1 :]}"
                yield {**position, "board": board}
