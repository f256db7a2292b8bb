"""Minions: necromancers and what they raise, on several hex boards at once, out of one purse."""

from __future__ import annotations

from typing import Any

from ludex.games.minions.actions import Action, read_action, show_action
from ludex.games.minions.operations import OPERATIONS
from ludex.games.minions.play import apply, legal
from ludex.games.minions.position import ACTIVE, ENDED, Position, read_position, show_position
from ludex.games.minions.register import REGISTER, edition_of
from ludex.games.minions.setup import set_up
from ludex.games.minions.table import table_of
from ludex.rules import Rules

TITLE = "Minions"
PREFIX = "MIN"


def start(rules: Rules) -> Position:
    """The start of a game on one board, that of the table's first map, cards in the order of the table."""
    return set_up([next(iter(table_of(rules).maps))], None, None, rules).position


def mover(position: Position) -> str:
    """The side to move."""
    return position.side


def outcome(position: Position) -> dict[str, Any]:
    """Whether the game is over, and who won (null while it is still on)."""
    # mechanical: only shows what the position says; MIN-END-5 and MIN-END-7 end the game
    return {"status": ENDED if position.ended else ACTIVE, "winner": position.winner}


__all__ = [
    "OPERATIONS",
    "PREFIX",
    "REGISTER",
    "TITLE",
    "Action",
    "Position",
    "apply",
    "edition_of",
    "legal",
    "mover",
    "outcome",
    "read_action",
    "read_position",
    "set_up",
    "show_action",
    "show_position",
    "start",
]
