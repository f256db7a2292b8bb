"""Tribun: stacks and slaves on a hexagonal board; who attacks the enemy's tribun wins."""

from __future__ import annotations

from typing import Any

from ludex.games.tribun.board import COLORS
from ludex.games.tribun.operations import OPERATIONS
from ludex.games.tribun.play import apply, legal
from ludex.games.tribun.position import Position, read_position, show_position, standard_start
from ludex.games.tribun.register import REGISTER
from ludex.games.tribun.words import Action, read_action, show_action
from ludex.rules import Rules

TITLE = "Tribun"
PREFIX = "TRB"


def start(_: Rules) -> Position:
    """The standard start, black to move."""
    return standard_start()


def mover(position: Position) -> str:
    """The side to move."""
    return COLORS[position.turn]


def outcome(position: Position) -> dict[str, Any]:
    """Whether the match is over, and who won (null in a tie, and while it is still on)."""
    shown = show_position(position)
    return {"status": shown["status"], "winner": shown["winner"]}


__all__ = [
    "OPERATIONS",
    "PREFIX",
    "REGISTER",
    "TITLE",
    "Action",
    "Position",
    "apply",
    "legal",
    "mover",
    "outcome",
    "read_action",
    "read_position",
    "show_action",
    "show_position",
    "start",
]
