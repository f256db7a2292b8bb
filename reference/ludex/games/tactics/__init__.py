"""5x5 Tactics: a few units on twenty-five tiles; who has nobody left alive has lost."""

from __future__ import annotations

from typing import Any

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


def mover(position: Position) -> str:
    """The player on turn."""
    return position.current


def outcome(position: Position) -> dict[str, Any]:
    """Whether the game is over, and who won (null while it is still on)."""
    # mechanical: only shows what the position says; TAC-WIN-1 ends the game
    return {"status": "ended" if position.over else "active", "winner": position.winner}


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
    "mover",
    "outcome",
    "read_action",
    "read_position",
    "settled_message",
    "show_action",
    "show_position",
    "start",
    "validate",
]
