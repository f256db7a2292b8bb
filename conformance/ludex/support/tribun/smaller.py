"""Smaller positions: each with one tile emptied."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from typing import Any


def smaller(position: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The position without what stands on a tile, for each tile on which something stands."""
    board = b64decode(position["board"])
    for place, unit in enumerate(board):
        if unit:
            emptied = board[:place] + b"\0" + board[place + 1 :]
            yield {**position, "board": b64encode(emptied).decode()}
