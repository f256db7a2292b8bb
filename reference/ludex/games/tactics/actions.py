"""What a player can ask for: move, attack, move and attack, or end the turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ludex.games.tactics.board import Tile
from ludex.games.tactics.state import PLAYERS, is_place, place_of, show_place
from ludex.rules import Rules, Unreadable, check, reading, require

MOVE = "MOVE"
ATTACK = "ATTACK"
MOVE_AND_ATTACK = "MOVE_AND_ATTACK"
END_TURN = "END_TURN"
TYPES = (MOVE, ATTACK, MOVE_AND_ATTACK, END_TURN)
FIELDS = {"type", "playerId", "targetPosition", "targetUnitId"}


class Action(NamedTuple):
    """An action; ``type`` may be missing, which can be read and is not allowed."""

    type: str | None
    player: str
    tile: Tile | None = None
    unit: str | None = None


@check("TAC-ACT-1")
def has_no_other_fields(data: Any) -> bool:
    """An action is an object of the four fields; one that is left out is null."""
    return isinstance(data, Mapping) and data.keys() <= FIELDS


@check("TAC-ACT-3")
def has_a_known_type(data: Mapping[str, Any]) -> bool:
    """The type is one of four, or null."""
    kind = data.get("type")
    return kind is None or kind in TYPES


@check("TAC-ACT-4")
def names_a_player(data: Mapping[str, Any]) -> bool:
    """The acting player is one of the two."""
    return data.get("playerId") in PLAYERS


@check("TAC-ACT-5")
def names_a_place(data: Mapping[str, Any]) -> bool:
    """The target position is null, or a place, on the board or not."""
    place = data.get("targetPosition")
    return place is None or is_place(place)


@check("TAC-ACT-6")
def names_by_text(data: Mapping[str, Any]) -> bool:
    """The target unit is null, or a text, whether a unit has that id or not."""
    return isinstance(data.get("targetUnitId"), str | None)


ACTION_CHECKS = (has_a_known_type, names_a_player, names_a_place, names_by_text)


@reading
def read_action(data: Any, _: Rules) -> Action:
    """The action that a JSON object asks for; raises Unreadable naming every clause that it breaks."""
    require(Unreadable, (has_no_other_fields,), data, detail="an action has " + ", ".join(sorted(FIELDS)))
    require(Unreadable, ACTION_CHECKS, data)
    place = data.get("targetPosition")
    return Action(data.get("type"), data["playerId"], place and place_of(place), data.get("targetUnitId"))


def show_action(action: Action, _: Rules) -> dict[str, Any]:
    """The JSON object of an action, with all four fields."""
    return {
        "type": action.type,
        "playerId": action.player,
        "targetPosition": action.tile and show_place(action.tile),
        "targetUnitId": action.unit,
    }
