"""Minions: necromancers and what they raise, on several hex boards at once, out of one purse."""

from __future__ import annotations

from ludex.games.minions.actions import Action, read_action, show_action
from ludex.games.minions.operations import OPERATIONS
from ludex.games.minions.play import apply, legal
from ludex.games.minions.position import Position, read_position, show_position
from ludex.games.minions.register import REGISTER, edition_of
from ludex.games.minions.setup import set_up
from ludex.games.minions.table import table_of
from ludex.rules import Rules

TITLE = "Minions"
PREFIX = "MIN"


def start(rules: Rules) -> Position:
    """The start of a game on one board, that of the table's first map, cards in the order of the table."""
    return set_up([next(iter(table_of(rules).maps))], None, None, rules).position


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
    "read_action",
    "read_position",
    "set_up",
    "show_action",
    "show_position",
    "start",
]
