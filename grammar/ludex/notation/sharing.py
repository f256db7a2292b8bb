"""From the tokens of the sentences that all games share to the expectations that they stand for."""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer, v_args

from ludex.notation.expectations import Counted, Exactly, Legal, NotLegal, Refused, Unchanged, Unreadable
from ludex.notation.reading import Misplaced


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
