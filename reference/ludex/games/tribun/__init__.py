"""Tribun: stacks and slaves on a hexagonal board; who attacks the enemy's tribun wins."""

from __future__ import annotations

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


__all__ = [
    "OPERATIONS",
    "PREFIX",
    "REGISTER",
    "TITLE",
    "Action",
    "Position",
    "apply",
    "legal",
    "read_action",
    "read_position",
    "show_action",
    "show_position",
    "start",
]
