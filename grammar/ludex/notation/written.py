"""What all notations write alike: JSON and quoted texts inside of a sentence."""

from __future__ import annotations

import json
from typing import Any

MOST_LEVELS_OF_JSON = 50  # far below where Python's own recursion ends
TOO_DEEP = f"JSON that is nested at most {MOST_LEVELS_OF_JSON} deep"


class NoSentence(ValueError):  # noqa: N818 - says what is the matter
    """Something that the notation has no words for."""


def quote(text: str) -> str:
    """A text in quotation marks, with none inside, so that a reader of lines may go by them."""
    return '"' + json.dumps(text)[1:-1].replace('\\"', "\\u0022") + '"'


def json_text(value: Any, depth: int = 0) -> str:
    """A JSON value in one line; raises NoSentence for what JSON has no way to write, or nothing so deep."""
    if depth > MOST_LEVELS_OF_JSON:
        raise NoSentence(TOO_DEEP)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{quote(str(name))}: {json_text(one, depth + 1)}" for name, one in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(json_text(one, depth + 1) for one in value) + "]"
    if isinstance(value, str):
        return quote(value)
    try:
        return json.dumps(value, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise NoSentence(str(error)) from None


def value_of(text: str) -> Any:
    """The value that JSON stands for; raises ValueError."""
    return json.loads(text)
