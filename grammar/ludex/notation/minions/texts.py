"""JSON, and texts in quotation marks, as they are written inside of a sentence."""

from __future__ import annotations

import json
from typing import Any

DEEPEST = 50
TOO_DEEP = f"JSON that is nested at most {DEEPEST} deep"
KEYWORDS = frozenset({
    "a", "action", "actions", "and", "are", "asking", "at", "attack", "attacked", "blue", "board", "boards", "bought",
    "buy", "by", "cards", "changes", "choose", "damage", "does", "empty", "end", "entered", "exactly", "first", "free",
    "game", "gives", "has", "in", "is", "its", "just", "keep", "legal", "march", "marched", "money", "move", "moved",
    "no", "normal", "not", "nothing", "on", "one", "open", "or", "owed", "phase", "points", "position", "reach",
    "reaches", "refused", "resign", "resigned", "spawn", "spawned", "spell", "spells",
    "standard", "start", "state", "still", "tech", "teched", "the", "these", "tick", "to", "turn", "unreadable",
    "used", "was", "wins", "with", "without", "won", "yellow", "zone",
})  # fmt: skip


class NoSentence(ValueError):  # noqa: N818 - says what is the matter
    """Something that the notation has no words for."""


def quoted(text: str) -> str:
    """A text in quotation marks, with none inside, so that a reader of lines may go by them."""
    return '"' + json.dumps(text)[1:-1].replace('\\"', "\\u0022") + '"'


def json_text(value: Any, depth: int = 0) -> str:
    """A JSON value in one line; raises NoSentence for what JSON has no way to write, or nothing so deep."""
    if depth > DEEPEST:
        raise NoSentence(TOO_DEEP)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{quoted(str(name))}: {json_text(one, depth + 1)}" for name, one in value.items()) + "}"
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
