"""Words that are values in the sentences of any game: numbers, names, JSON, texts in quotation marks."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import TYPE_CHECKING

from ludex.notation.reading import Misplaced, as_typed, did_you_mean, one_typed
from ludex.notation.sentences import Part
from ludex.notation.written import TOO_DEEP, NoSentence, json_text, quote

if TYPE_CHECKING:
    from lark import Token

MOST_NUMBER = 10**18  # what fits into 64 bits in any language


def unquote(token: Token) -> str:
    """The text that stands in quotation marks."""
    try:
        return str(json.loads(token))
    except ValueError:
        raise Misplaced(token, "a text in quotation marks, written as in JSON") from None


def json_of(token: Token) -> str:
    """JSON in the one way in which it is printed."""
    try:
        return json_text(json.loads(token))
    except RecursionError:
        raise Misplaced(token, TOO_DEEP) from None
    except (ValueError, NoSentence) as error:
        offset = error.pos if isinstance(error, json.JSONDecodeError) else 0
        expected = TOO_DEEP if str(error) == TOO_DEEP else "JSON"
        hint = f"names and texts in JSON stand in {as_typed(chr(34))}" if token[offset : offset + 1] == "'" else ""
        raise Misplaced(token, expected, hint, offset) from None


def word_of(token: Token, known: Collection[str], expected: str, hint: str | None = None) -> str:
    """A word that is one of those that are known; the hint is a word like it, unless another is given."""
    if token not in known:
        raise Misplaced(token, expected, did_you_mean(str(token), known) if hint is None else hint)
    return str(token)


def operation_of(token: Token, operations: Collection[str]) -> str:
    """The name of a request that the game's engines can be asked."""
    return word_of(token, operations, f"a request: {one_typed(operations)}")


def whole_number_of(token: Token, least: int, most: int, expected: str) -> int:
    """A number that is neither too small nor too large."""
    if not least <= int(token) <= most:
        raise Misplaced(token, expected)
    return int(token)


def count_of(token: Token) -> int:
    """How many actions there are."""
    return whole_number_of(token, 0, MOST_NUMBER, "a number of actions")


PARTS = {"INT": Part(int), "JSON": Part(json_of), "QUOTED": Part(unquote, quote), "count": Part(count_of)}
