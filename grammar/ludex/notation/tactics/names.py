"""The names of units, as they are written inside of a sentence."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ludex.notation.parts import unquote
from ludex.notation.reading import Misplaced, as_typed
from ludex.notation.written import quote

if TYPE_CHECKING:
    from lark import Token

PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
KEYWORDS = frozenset({
    "P1", "P2", "action", "actions", "alive", "and", "are", "asking", "at", "attack", "by", "changes", "dead",
    "empty", "end", "exactly", "free", "gives", "has", "hp", "is", "legal", "message", "move", "no", "nobody",
    "not", "nothing", "nowhere", "open", "or", "refused", "rejected", "standard", "start", "state", "still",
    "these", "to", "turn", "unreadable", "valid", "wins", "with", "without", "won",
})  # fmt: skip
RESERVED = KEYWORDS | {
    "against",
    "because",
    "illegal",
    "naming",
    "on",
}  # those of the forms that are never printed, too


def name_text(name: str) -> str:
    """The name of a unit, in quotation marks where it could be taken for something else."""
    return name if PLAIN.fullmatch(name) and name not in RESERVED else quote(name)


def name_of(token: Token) -> str:
    """The name of a unit that is written as a word, or in quotation marks."""
    if token.type == "QUOTED":
        return unquote(token)
    if token in RESERVED:
        raise Misplaced(token, f"a unit's name, which {as_typed(token)} is only in quotation marks")
    return str(token)
