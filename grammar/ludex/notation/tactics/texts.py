"""JSON and the names of units, as they are written inside of a sentence."""

from __future__ import annotations

import json
import re
from typing import Any

DEEPEST = 50
TOO_DEEP = f"JSON that is nested at most {DEEPEST} deep"
PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
KEYWORDS = frozenset({
    "P1", "P2", "action", "actions", "alive", "and", "are", "asking", "at", "attack", "by", "changes", "dead",
    "empty", "end", "exactly", "free", "gives", "has", "hp", "is", "legal", "message", "move", "no", "nobody",
    "not", "nothing", "nowhere", "open", "or", "refused", "rejected", "standard", "start", "state", "still",
    "these", "to", "turn", "unreadable", "valid", "wins", "with", "without", "won",
})  # fmt: skip


class NoSentence(ValueError):  # noqa: N818 - says what is the matter
    """Something that the notation has no words for."""


def quoted(text: str) -> str:
    """A text in quotation marks, with none inside, so that a reader of lines may go by them."""
    return '"' + json.dumps(text)[1:-1].replace('\\"', "\\u0022") + '"'


def name_text(name: str) -> str:
    """The name of a unit, in quotation marks where it could be taken for something else."""
    return name if PLAIN.fullmatch(name) and name not in KEYWORDS else quoted(name)


def json_text(value: Any, depth: int = 0) -> str:
    """A JSON object in one line; raises NoSentence for what JSON has no number for, or nothing so deep."""
    if depth > DEEPEST:
        raise NoSentence(TOO_DEEP)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{quoted(name)}: {json_text(one, depth + 1)}" for name, one in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(json_text(one, depth + 1) for one in value) + "]"
    if isinstance(value, str):
        return quoted(value)
    try:
        return json.dumps(value, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise NoSentence(str(error)) from None


def value_of(text: str) -> Any:
    """The value that JSON stands for; raises ValueError."""
    return json.loads(text)
