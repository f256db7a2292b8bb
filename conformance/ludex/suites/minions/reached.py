"""What play leads to. What it never leads to no engine can show to be right, so nobody is asked it.

- Nobody hurts own units, and at the end of every turn damage goes: units of the side to move are whole.
- A unit without flying comes to stand on water by being spawned there, which one reading allows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec

from ludex.games.minions.board import Board
from ludex.games.minions.position import Position, read_position, show_position
from ludex.rules import Refused
from ludex.suites import Case
from ludex.suites.minions.positions import DEFAULT

BY_SPAWNING_THERE: Mapping[str, tuple[str, ...]] = MappingProxyType({"spawn-on-water": ("anyone",)})


class Reached(NamedTuple):
    """What play makes of a position, as it is shown, and whether walkers stand on water in it."""

    shown: Any
    walks_on_water: bool


def narrow(operation: str, case: Case) -> Case | None:
    """The case with own units whole, and under the reading by which walkers stand on water; no list of theirs."""
    reached = _read_reached(msgspec.json.encode(case.input.get("position"), order="deterministic"))
    if reached is None:
        return case
    whole = {**case.input, "position": reached.shown}
    if not reached.walks_on_water:
        return case._replace(input=whole)
    if operation == "legal":
        return None  # a list has all readings at once
    return case._replace(input=whole, under={**case.under, **BY_SPAWNING_THERE})


@lru_cache(maxsize=16)
def _read_reached(shown: bytes) -> Reached | None:
    """None of what cannot be read, or is at an end."""
    try:
        position = read_position(msgspec.json.decode(shown), DEFAULT)
    except Refused:
        return None
    if position.ended:
        return None
    return Reached(show_position(heal_own_units(position)), walkers_stand_on_water(position))


def heal_own_units(position: Position) -> Position:
    """The position without damage on the side to move."""
    return replace(position, boards=tuple(_heal(board, position.side) for board in position.boards))


def _heal(board: Board, side: str) -> Board:
    cells = (unit._replace(damage=0) if unit and unit.side == side else unit for unit in board.cells)
    return replace(board, cells=tuple(cells))


def walkers_stand_on_water(position: Position) -> bool:
    """Whether a unit without flying stands on water."""
    return any(
        unit is not None and hex_ in board.map.water and not unit.kind.has("flying")
        for board in position.boards
        for hex_, unit in enumerate(board.cells)
    )
