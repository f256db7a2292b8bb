"""Actions of 5x5 Tactics as they go over the wire, and the action that a JSON object asks for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludex.notation.tactics import values as v
from ludex.notation.written import json_text, value_of

FIELDS = ("type", "playerId", "targetPosition", "targetUnitId")


def data_of(action: v.Action, position: Mapping[str, Any]) -> Any:
    """What goes over the wire for an action in a state: the player on turn acts, unless somebody else is named."""
    match action:
        case v.Raw(text):
            return value_of(text)
        case v.Move(to, unit, by):
            return _json(position, "MOVE", by, to, unit)
        case v.Attack(unit, at, implied, by):
            return _json(position, "ATTACK", by, _tile_of(unit, position) if implied else at, unit)
        case v.MoveAndAttack(to, unit, by):
            return _json(position, "MOVE_AND_ATTACK", by, to, unit)
        case v.EndTurn(by):
            return _json(position, "END_TURN", by)


def _json(
    position: Mapping[str, Any], kind: str, by: str | None, place: v.Tile | None = None, unit: str | None = None
) -> dict[str, Any]:
    player = by or position["currentPlayer"]
    values = kind, player, place and {"x": place.x, "y": place.y}, unit
    return dict(zip(FIELDS, values, strict=True))


def _tile_of(name: str | None, position: Mapping[str, Any]) -> v.Tile | None:
    """Where the unit of this name stands, or nowhere, if there is none."""
    for unit in position["units"]:
        if unit["id"] == name:
            return v.Tile(unit["position"]["x"], unit["position"]["y"])
    return None


def action_of(data: Any) -> v.Action:
    """The action that a JSON object asks for; one that no other sentence says is a ``Raw``."""
    said = _said(data) if isinstance(data, Mapping) and data.keys() == set(FIELDS) else None
    return said or v.Raw(json_text(data))


def _said(data: Mapping[str, Any]) -> v.Action | None:
    kind, by, place, unit = (data[name] for name in FIELDS)
    if by not in v.PLAYERS or not isinstance(unit, str | None) or not (place is None or is_place(place)):
        return None
    tile = None if place is None else v.Tile(place["x"], place["y"])
    if kind == "END_TURN":
        return v.EndTurn(by) if tile is None and unit is None else None
    known: dict[str, v.Action] = {
        "MOVE": v.Move(tile, unit, by),
        "ATTACK": v.Attack(unit, tile, False, by),
        "MOVE_AND_ATTACK": v.MoveAndAttack(tile, unit, by),
    }
    return known.get(kind) if isinstance(kind, str) else None


def is_place(value: Any) -> bool:
    """Whether a value is an object of two whole numbers."""
    return isinstance(value, Mapping) and value.keys() == {"x", "y"} and all(type(n) is int for n in value.values())
