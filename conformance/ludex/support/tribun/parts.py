"""What tells one word of a list from another: its opcode, by name."""

from __future__ import annotations

from typing import Any

from ludex.games.tribun.words import NAMES


def facts(action: Any) -> dict[str, str]:
    """The opcode of a word."""
    return {"opcode": NAMES[action >> 28]} if type(action) is int and 0 <= action >> 28 < len(NAMES) else {}
