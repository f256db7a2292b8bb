"""What all notations write alike: JSON and quoted texts inside of a sentence, and the expectations that games share."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from ludex.notation import expectations as e

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


def unreadable_text(clauses: tuple[str, ...]) -> str:
    """That something cannot be read, and by which clauses."""
    return f"unreadable by {' or '.join(clauses)}" if clauses else "unreadable"


def shared_text(expectation: e.Expectation, action_text: Callable[[Any], str]) -> str:
    """The sentence of an expectation that all games share; ``action_text`` is the game's."""
    match expectation:
        case e.ExpectRefused(clauses):
            return f"refused by {' or '.join(clauses)}" if clauses else "refused"
        case e.ExpectUnreadable(clauses):
            return unreadable_text(clauses)
        case e.Counted(number):
            return f"{number or 'no'} legal action{'s' * (number != 1)}"
        case e.Legal(actions):
            return f"legal: {_actions_text(actions, action_text)}"
        case e.NotLegal(actions):
            return f"not legal: {_actions_text(actions, action_text)}"
        case e.Exactly(actions):
            return f"exactly these legal actions: {_actions_text(actions, action_text)}"
        case e.Unchanged():
            return "nothing changes"


def _actions_text(actions: tuple[Any, ...], action_text: Callable[[Any], str]) -> str:
    return "; ".join(map(action_text, actions))
