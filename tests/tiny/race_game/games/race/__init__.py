"""The race to ten: two players add one, two or three in turn, and who says ten has won."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ludex.rules import Edition, Illegal, Register, Rules, Unreadable, check, effect, require

TITLE, PREFIX = "The race to ten", "RAC"
REGISTER = Register((Edition("one"),), ())
OPERATIONS: Mapping[str, Callable[[Mapping[str, Any], Rules], dict[str, Any]]] = {}
GOAL, MOST = 10, 3


class Position(NamedTuple):
    """What was said last, and whose turn it is."""

    at: int
    turn: str


@check("RAC-POS-1")
def is_a_position(data: Any) -> bool:
    """A position is a number up to ten, and a player."""
    return (
        isinstance(data, Mapping)
        and data.keys() == {"at", "turn"}
        and type(data["at"]) is int
        and 0 <= data["at"] <= GOAL
        and data["turn"] in ("a", "b")
    )


@check("RAC-ACT-1")
def is_a_number(action: Any) -> bool:
    """An action is a whole number."""
    return type(action) is int


@check("RAC-ACT-2")
def is_one_to_three(_: Position, action: int) -> bool:
    """One, two or three may be added."""
    return 1 <= action <= MOST


@check("RAC-ACT-3")
def reaches_no_more_than_ten(position: Position, action: int) -> bool:
    """Nobody says more than ten."""
    return position.at + action <= GOAL


@effect("RAC-ACT-4")
def said(position: Position, action: int) -> Position:
    """The number is said, and it is the other's turn."""
    return Position(position.at + action, "b" if position.turn == "a" else "a")


CHECKS = (is_one_to_three, reaches_no_more_than_ten)


def start(_: Rules) -> Position:
    return Position(0, "a")


def read_position(data: Any, _: Rules) -> Position:
    require(Unreadable, (is_a_position,), data)
    return Position(data["at"], data["turn"])


def show_position(position: Position) -> dict[str, Any]:
    return position._asdict()


def legal(position: Position, _: Rules) -> list[int]:
    return [number for number in range(1, MOST + 1) if reaches_no_more_than_ten(position, number)]


def apply(position: Position, action: Any, _: Rules, by: str | None = None) -> Position:  # noqa: ARG001
    require(Unreadable, (is_a_number,), action)
    require(Illegal, CHECKS, position, action)
    return said(position, action)
