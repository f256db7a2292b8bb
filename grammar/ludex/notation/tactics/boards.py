"""Tiles and units of 5x5 Tactics, as they go over the wire."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

PLAYERS = ("P1", "P2")
SIZE = 5
Position = dict[str, Any]
Unit = Mapping[str, Any]
UNIT_FIELDS = {"id", "owner", "hp", "attack", "alive", "position"}
BLANK: Position = {
    "board": {"width": SIZE, "height": SIZE},
    "units": [],
    "currentPlayer": "P1",
    "isGameOver": False,
    "winner": None,
}


class WrittenTile(NamedTuple):
    """A place by its column and its row, on the board or not."""

    x: int
    y: int

    @property
    def is_on_board(self) -> bool:
        """Whether the place is one of the twenty-five tiles."""
        return 0 <= self.x < SIZE and 0 <= self.y < SIZE


def tile_text(tile: WrittenTile) -> str:
    """A tile: (1,2)."""
    return f"({tile.x},{tile.y})"


def place_of(tile: WrittenTile) -> dict[str, int]:
    """A tile as it goes over the wire."""
    return {"x": tile.x, "y": tile.y}


def is_place(value: Any) -> bool:
    """Whether a value is an object of two whole numbers."""
    return isinstance(value, Mapping) and value.keys() == {"x", "y"} and all(type(n) is int for n in value.values())


def tile_of(unit: Unit) -> WrittenTile | None:
    """Where a unit stands, if that is a place."""
    place: Any = unit.get("position")
    return WrittenTile(place["x"], place["y"]) if is_place(place) else None


def is_unit(unit: Any) -> bool:
    """Whether a unit is one that the notation has words for."""
    return (
        isinstance(unit, Mapping)
        and unit.keys() == UNIT_FIELDS
        and isinstance(unit["id"], str)
        and unit["owner"] in PLAYERS
        and type(unit["hp"]) is type(unit["attack"]) is int
        and type(unit["alive"]) is bool
        and is_place(unit["position"])
    )


def drawn_units(units: Iterable[Unit]) -> dict[WrittenTile, Unit]:
    """The living units that stand on tiles of the board, one for each tile: the first, where there are several."""
    found: dict[WrittenTile, Unit] = {}
    for unit in units:
        tile = tile_of(unit)
        if tile and tile.is_on_board and unit["alive"]:
            found.setdefault(tile, unit)
    return found
