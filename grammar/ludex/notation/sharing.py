"""From the tokens of the sentences that all games share to the expectations that they stand for."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from lark import Token, Transformer, v_args

from ludex.notation.expectations import Counted, Exactly, Legal, NotLegal, Refused, Unchanged, Unreadable
from ludex.notation.reading import Misplaced, did_you_mean, one_typed, typed
from ludex.notation.written import TOO_DEEP, NoSentence, json_text


@v_args(inline=True)
class ExpectationBuilder(Transformer[Token, Any]):
    """The part of a game's builder that makes values of the shared sentences."""

    def refused(self, *clauses: Token) -> Refused:
        return Refused(tuple(map(str, clauses)))

    def unreadable(self, *clauses: Token) -> Unreadable:
        return Unreadable(tuple(map(str, clauses)))

    def counted(self, number: Token) -> Counted:
        if int(number) < 0:
            raise Misplaced(number, "a number of actions")
        return Counted(int(number))

    def none_legal(self) -> Counted:
        return Counted(0)

    def legal(self, *actions: Any) -> Legal:
        return Legal(actions)

    def not_legal(self, *actions: Any) -> NotLegal:
        return NotLegal(actions)

    def exactly(self, *actions: Any) -> Exactly:
        return Exactly(actions)

    def unchanged(self) -> Unchanged:
        return Unchanged()


def unquoted(token: Token) -> str:
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
        hint = f"names and texts in JSON stand in {typed(chr(34))}" if token[offset : offset + 1] == "'" else ""
        raise Misplaced(Token("", "", start_pos=(token.start_pos or 0) + offset), expected, hint) from None


def operation_of(token: Token, operations: Iterable[str]) -> str:
    """The name of a request that the game's engines can be asked."""
    known = tuple(operations)
    if token not in known:
        raise Misplaced(token, f"a request: {one_typed(known)}", did_you_mean(str(token), known))
    return str(token)
