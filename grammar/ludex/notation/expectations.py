"""What a scenario of any game may expect of an action, apart from facts about the position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Refused:
    """The action is illegal, and breaks at least one of these clauses."""

    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Unreadable:
    """The action is malformed; where clauses are named, it breaks at least one of them."""

    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Counted:
    """So many actions are legal."""

    number: int


@dataclass(frozen=True, slots=True)
class Legal:
    """These actions are among the legal ones."""

    actions: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class NotLegal:
    """None of these actions is legal."""

    actions: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Exactly:
    """These are all the legal actions."""

    actions: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Unchanged:
    """The position is the one before."""


Expectation = Refused | Unreadable | Counted | Legal | NotLegal | Exactly | Unchanged
