"""What a sentence says about an action of 5x5 Tactics, and how that goes over the wire."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from ludex.notation.sentences import Sentences, says
from ludex.notation.tactics.boards import PLAYERS, WrittenTile, is_place, place_of, tile_of
from ludex.notation.written import json_text, value_of

FIELDS = ("type", "playerId", "targetPosition", "targetUnitId")


class Acting:
    """Somebody acts; ``by`` None is the player on turn."""

    __slots__ = ()
    kind: ClassVar[str]
    by: str | None

    def target(self, position: Mapping[str, Any]) -> tuple[WrittenTile | None, str | None]:  # noqa: ARG002 - some look there
        """The tile and the unit that are aimed at in a state."""
        return None, None

    def data(self, position: Mapping[str, Any]) -> Any:
        """What goes over the wire for it in a state."""
        place, unit = self.target(position)
        values = self.kind, self.by or position["currentPlayer"], place and place_of(place), unit
        return dict(zip(FIELDS, values, strict=True))

    def write_with(self, sentences: Sentences) -> str:
        """Who acts stands before it, unless it is whoever is on turn."""
        bare = sentences.write_by_rule(replace(self, by=None))  # type: ignore[type-var]
        return f"{self.by}: {bare}" if self.by else bare


@says("move")
@says("move_named", "unit", "to")
@says("also_move")
@says("also_move_named")
@dataclass(frozen=True, slots=True)
class Move(Acting):
    """A unit steps to a tile (None: nowhere); it may be named."""

    kind = "MOVE"
    to: WrittenTile | None
    unit: str | None = None
    by: str | None = None

    def target(self, _: Mapping[str, Any]) -> tuple[WrittenTile | None, str | None]:
        return self.to, self.unit


@says("attack", implied=True)
@says("attack_at")
@says("also_attack", implied=True)
@says("also_attack_at")
@dataclass(frozen=True, slots=True)
class Attack(Acting):
    """A unit (None: nobody) is attacked, at a position (None: nowhere) or, if that is implied, where it stands."""

    kind = "ATTACK"
    unit: str | None
    at: WrittenTile | None = None
    implied: bool = False
    by: str | None = None

    def target(self, position: Mapping[str, Any]) -> tuple[WrittenTile | None, str | None]:
        units = (unit for unit in position["units"] if unit["id"] == self.unit)
        there = next(map(tile_of, units), None) if self.implied else self.at
        return there, self.unit


@says("move_and_attack")
@says("also_move_and_attack")
@dataclass(frozen=True, slots=True)
class MoveAndAttack(Acting):
    """A unit steps to a tile (None: nowhere) and attacks a unit (None: nobody)."""

    kind = "MOVE_AND_ATTACK"
    to: WrittenTile | None
    unit: str | None
    by: str | None = None

    def target(self, _: Mapping[str, Any]) -> tuple[WrittenTile | None, str | None]:
        return self.to, self.unit


@says("end_turn")
@says("also_end_turn")
@dataclass(frozen=True, slots=True)
class EndTurn(Acting):
    """The turn is given up."""

    kind = "END_TURN"
    by: str | None = None


@says("raw")
@dataclass(frozen=True, slots=True)
class Raw:
    """An action as JSON, whatever it says."""

    json: str

    def data(self, _: Mapping[str, Any]) -> Any:
        """What goes over the wire for it."""
        return value_of(self.json)


Action = Move | Attack | MoveAndAttack | EndTurn | Raw


@says("action")
@dataclass(frozen=True, slots=True)
class Sent:
    """An action as it is sent; it says itself who acts, so ``by`` is left open."""

    action: Action
    by: None = None


def action_of(data: Any) -> Action:
    """The action that a JSON object asks for; one that no other sentence says is a ``Raw``."""
    said = _action_of(data) if isinstance(data, Mapping) and data.keys() == set(FIELDS) else None
    return said or Raw(json_text(data))


def _action_of(data: Mapping[str, Any]) -> Action | None:
    kind, by, place, unit = (data[name] for name in FIELDS)
    if by not in PLAYERS or not isinstance(unit, str | None) or not (place is None or is_place(place)):
        return None
    tile = None if place is None else WrittenTile(place["x"], place["y"])
    match kind:
        case "MOVE":
            return Move(tile, unit, by)
        case "ATTACK":
            return Attack(unit, tile, False, by)
        case "MOVE_AND_ATTACK":
            return MoveAndAttack(tile, unit, by)
        case "END_TURN" if tile is None and unit is None:
            return EndTurn(by)
        case _:
            return None
