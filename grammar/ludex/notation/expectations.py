"""What a scenario of any game may expect of an action, apart from facts about the position."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, ClassVar

from ludex.notation.sentences import says


class ExpectsRefusal:
    """Something is refused; where clauses are named, it breaks at least one of them, or exactly these."""

    __slots__ = ()
    clauses: tuple[str, ...]
    exactly: bool

    def agrees(self, broken: Collection[str]) -> bool:
        """Whether it names the clauses that are broken."""
        if self.exactly:
            return set(self.clauses) == set(broken)
        return not self.clauses or not set(self.clauses).isdisjoint(broken)


@says("refused")
@says("refused_exactly", exactly=True)
@says("also_refused", clauses=())
@says("also_refused_exactly", exactly=True)
@dataclass(frozen=True, slots=True)
class ExpectRefused(ExpectsRefusal):
    """The action is illegal."""

    clauses: tuple[str, ...] = ()
    exactly: bool = False


@says("unreadable")
@says("unreadable_exactly", exactly=True)
@says("also_unreadable_exactly", exactly=True)
@dataclass(frozen=True, slots=True)
class ExpectUnreadable(ExpectsRefusal):
    """The action is malformed."""

    clauses: tuple[str, ...] = ()
    exactly: bool = False


@says("none_legal", number=0)
@says("counted")
@dataclass(frozen=True, slots=True)
class Counted:
    """So many actions are legal."""

    number: int


@says("legal")
@dataclass(frozen=True, slots=True)
class Legal:
    """These actions are among the legal ones."""

    actions: tuple[Any, ...]


@says("not_legal")
@dataclass(frozen=True, slots=True)
class NotLegal:
    """None of these actions is legal."""

    actions: tuple[Any, ...]


@says("exactly")
@dataclass(frozen=True, slots=True)
class Exactly:
    """These are all the legal actions."""

    actions: tuple[Any, ...]


@says("unchanged")
@dataclass(frozen=True, slots=True)
class Unchanged:
    """The position is the one before."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What an expectation is held against.

    ``before`` and ``after`` are positions. ``data`` is the action as it goes over the wire, None if none was sent;
    ``refusal`` says how it was refused, None if it was not.
    """

    game: Any
    rules: Any
    before: Any
    after: Any
    data: Any = None
    refusal: Any = None


class GameExpectation:
    """An expectation that only one game has words for; that game's notation derives it, and says what is wrong."""

    __slots__ = ()
    refuses: ClassVar[bool] = False  # whether it expects the action to be refused

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that may be broken: it expects one of them."""
        return ()

    def fault(self, turn: Moment) -> str:
        """What came out otherwise, or nothing."""
        raise NotImplementedError

    def instead(self, turn: Moment) -> GameExpectation | None:  # noqa: ARG002 - what a game's own expectation goes by
        """What would have been right to expect, where there are words for it."""
        return None


Expectation = ExpectRefused | ExpectUnreadable | Counted | Legal | NotLegal | Exactly | Unchanged


def refuses(value: object) -> bool:
    """Whether somebody who says this expects a refusal."""
    return isinstance(value, ExpectsRefusal) or (isinstance(value, GameExpectation) and value.refuses)


def clauses_in(value: object) -> tuple[str, ...]:
    """The clauses that an expectation names: one of them is to be broken."""
    return value.clauses if isinstance(value, ExpectsRefusal | GameExpectation) else ()
