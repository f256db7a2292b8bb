"""From the tokens of the sentences that all games share to the expectations that they stand for."""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer, v_args

from ludex.notation.expectations import Counted, Exactly, Legal, NotLegal, Refused, Unchanged, Unreadable
from ludex.notation.parts import count_of


@v_args(inline=True)
class ExpectationBuilder(Transformer[Token, Any]):
    """The part of a game's builder that makes values of the shared sentences."""

    def refused(self, clauses: tuple[str, ...] = ()) -> Refused:
        return Refused(clauses)

    def unreadable(self, clauses: tuple[str, ...] = ()) -> Unreadable:
        return Unreadable(clauses)

    def any(self, *clauses: Token) -> tuple[str, ...]:
        return tuple(map(str, clauses))

    def listed(self, *actions: Any) -> tuple[Any, ...]:
        return actions

    def count(self, number: Token) -> int:
        return count_of(number)

    def counted(self, number: int) -> Counted:
        return Counted(number)

    def none_legal(self) -> Counted:
        return Counted(0)

    def legal(self, actions: tuple[Any, ...]) -> Legal:
        return Legal(actions)

    def not_legal(self, actions: tuple[Any, ...]) -> NotLegal:
        return NotLegal(actions)

    def exactly(self, actions: tuple[Any, ...]) -> Exactly:
        return Exactly(actions)

    def unchanged(self) -> Unchanged:
        return Unchanged()
