"""5x5 Tactics: a few units on twenty-five tiles; who has nobody left alive has lost."""

from __future__ import annotations

from ludex.games.tactics.actions import Action, read_action, show_action
from ludex.games.tactics.kinds import KINDS, kinds_of, settled_message
from ludex.games.tactics.operations import OPERATIONS
from ludex.games.tactics.play import Verdict, apply, legal, validate
from ludex.games.tactics.register import REGISTER
from ludex.games.tactics.state import Position, read_position, show_position, start_position
from ludex.rules import Rules

TITLE = "5x5 Tactics"
PREFIX = "TAC"


def start(_: Rules) -> Position:
    """The playable start, P1 on turn."""
    return start_position()


__all__ = [
    "KINDS",
    "OPERATIONS",
    "PREFIX",
    "REGISTER",
    "TITLE",
    "Action",
    "Position",
    "Verdict",
    "apply",
    "kinds_of",
    "legal",
    "read_action",
    "read_position",
    "settled_message",
    "show_action",
    "show_position",
    "start",
    "validate",
]
