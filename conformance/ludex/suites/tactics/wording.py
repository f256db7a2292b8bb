"""Says in a few words what a case asks: the slug of its id, and its one sentence."""

from __future__ import annotations

from ludex.games.tactics.actions import Action
from ludex.games.tactics.board import Tile
from ludex.games.tactics.state import Position, Spent, living, unit_of
from ludex.suites import Case
from ludex.suites.tactics.positions import Ask, fields


def place(tile: Tile | None) -> str:
    """``(1,2)``, or ``nowhere``."""
    return "nowhere" if tile is None else f"({tile.x},{tile.y})"


def slug(action: Action) -> str:
    """What the id of a case begins with."""
    return (action.type or "no type").lower().replace("_", "-").replace(" ", "-")


def sentence(ask: Ask) -> str:
    """The action in a sentence."""
    position, action = ask.position, ask.action
    late = "" if action.player == position.current else ", out of turn"
    over = ", after the end" if position.over else ""
    spent = "" if ask.spent is None else f", {_spent(ask.spent)}"
    return f"{action.player} {_words_of(position, action)}{late}{over}{spent}"


def _words_of(position: Position, action: Action) -> str:
    match action.type:
        case "MOVE":
            return f"moves to {place(action.tile)}" + (
                f", naming {action.unit!r:.20}" if action.unit is not None else ""
            )
        case "ATTACK":
            return f"attacks {_target(position, action)} at {place(action.tile)}"
        case "MOVE_AND_ATTACK":
            return f"moves to {place(action.tile)} and attacks {_target(position, action)}"
        case "END_TURN":
            return "ends the turn"
    return "acts without a type"


def _target(position: Position, action: Action) -> str:
    if action.unit is None:
        return "nobody"
    unit = unit_of(position, action.unit)
    if unit is None:
        return f"{action.unit!r:.20}, whom nobody knows"
    return f"{'' if living((unit,)) else 'dead '}{unit.owner} {unit.id!r:.20} on {place(unit.tile)}"


def _spent(spent: Spent) -> str:
    return f"{len(spent.moved)} moved and {len(spent.attacked)} attacked before"


def case_of(ask: Ask, *tags: str) -> Case:
    """The case that asks it."""
    return Case(slug(ask.action), sentence(ask), fields(ask), tags)
