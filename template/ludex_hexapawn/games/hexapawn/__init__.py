"""Hexapawn: three pawns a side on three rows of three squares; whoever comes through, or leaves no move, has won."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ludex.rules import Rules
from ludex_hexapawn.games.hexapawn.play import apply, legal
from ludex_hexapawn.games.hexapawn.position import read_position, show_position, start
from ludex_hexapawn.games.hexapawn.register import REGISTER

TITLE = "Hexapawn"
PREFIX = "HEX"
OPERATIONS: Mapping[str, Callable[[Mapping[str, Any], Rules], dict[str, Any]]] = {}  # all are answered by default

__all__ = ["OPERATIONS", "PREFIX", "REGISTER", "TITLE", "apply", "legal", "read_position", "show_position", "start"]
