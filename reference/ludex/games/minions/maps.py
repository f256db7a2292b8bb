"""A map: which hexes are water and which are graveyards, and the invariants that it keeps."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ludex.games.minions.hexes import HEXES, WIDTH, exchanged, home, neighbours, reflected, rotated
from ludex.games.minions.pairs import SIDES
from ludex.games.minions.table import Table, table_of
from ludex.rules import Rules, Unreadable, check, layout, relation, remembered, require

LAND, WATER, GRAVEYARD = ".", "W", "G"
GRAVEYARDS = 10


@dataclass(frozen=True, slots=True)
class Map:
    """The terrain of a board; ``name`` is how the position calls it: a name of the table, or the rows."""

    name: str
    terrain: tuple[str, ...]
    water: frozenset[int]
    graveyards: frozenset[int]


def signs_in(rows: str) -> tuple[str, ...]:
    """The hundred signs that ten rows spell, with a dot for an empty hex; none where they are written otherwise."""
    # mechanical: gives nothing for rows that MIN-BRD-8 or MIN-LIN-4 then refuses
    spelt = [_spelt(row) for row in rows.split("/")]
    ten_of_ten = [len(row) for row in spelt] == [WIDTH] * WIDTH
    return tuple("".join(spelt)) if ten_of_ten and "/".join(map(write_row, spelt)) == rows else ()


def _spelt(row: str) -> str:
    # mechanical: 0 stands for ten empty hexes, another digit for so many
    return LAND * WIDTH if row == "0" else re.sub("[1-9]", lambda run: LAND * int(run[0]), row)


def write_row(signs: str) -> str:
    """The row of ten signs: empty hexes are counted, and a row of nothing else is 0."""
    # mechanical: the one form of a row, which signs_in reads back
    return "0" if signs == LAND * WIDTH else re.sub(r"\.+", lambda run: str(len(run[0])), signs)


@layout("MIN-BRD-8")
def read_terrain(rows: Any) -> tuple[str, ...]:
    """The hundred signs of a map; raises Unreadable where they are written otherwise."""
    signs = signs_in(rows) if isinstance(rows, str) else ()
    if not signs or not set(signs) <= {LAND, WATER, GRAVEYARD}:
        raise Unreadable(("MIN-BRD-8",), detail="a map is ten rows of G, W and runs of land, joined by /")
    return signs


@relation("MIN-BRD-3")
def hexes_of(terrain: tuple[str, ...], sign: str) -> tuple[int, ...]:
    """The hexes that are water, or graveyards."""
    return tuple(hex_ for hex_ in HEXES if terrain[hex_] == sign)


@check("MIN-BRD-4")
def has_ten_graveyards(terrain: tuple[str, ...], _: Rules) -> bool:
    """A map has exactly ten graveyards."""
    return terrain.count(GRAVEYARD) == GRAVEYARDS


@check("MIN-BRD-5")
def graveyards_stand_apart(terrain: tuple[str, ...], _: Rules) -> bool:
    """No two graveyards touch."""
    graveyards = [hex_ for hex_ in HEXES if terrain[hex_] == GRAVEYARD]
    return not any(near in graveyards for hex_ in graveyards for near in neighbours(hex_))


@check("MIN-BRD-6")
def homes_are_land(terrain: tuple[str, ...], _: Rules) -> bool:
    """The start hexes and the six around each are land."""
    return all(terrain[hex_] == LAND for side in SIDES for hex_ in home(side))


def swaps_of(terrain: tuple[str, ...]) -> tuple[str, ...]:
    """The symmetries of a map that swap the sides."""
    # mechanical: MIN-BRD-7 asks whether there is any
    swaps = {"rotation": rotated, "reflection": reflected}
    return tuple(name for name, image in swaps.items() if _is_same_after(terrain, image))


def _is_same_after(terrain: tuple[str, ...], image: Callable[[int], int]) -> bool:
    return all(terrain[hex_] == terrain[image(hex_)] for hex_ in HEXES)


@check("MIN-BRD-7")
def is_symmetric(terrain: tuple[str, ...], rules: Rules) -> bool:
    """A rotation or a reflection that swaps the sides leaves the map as it is; or, under any, another reflection."""
    if swaps_of(terrain):
        return True
    return _is_same_after(terrain, exchanged) and rules.reads("map-symmetry", "any")


INVARIANTS = (has_ten_graveyards, graveyards_stand_apart, homes_are_land, is_symmetric)


@layout("MIN-POS-8")
def rows_of(named: Any, table: Table) -> str:
    """The rows of a map that is given by its name in the table or by its rows."""
    if isinstance(named, str):
        rows = table.maps.get(named, named)
        if "/" in rows:
            return rows
    raise Unreadable(("MIN-POS-8",), detail=f"a map is ten rows or one of {', '.join(table.maps)}")


def map_of(name: str, terrain: tuple[str, ...]) -> Map:
    """The map of this terrain."""
    return Map(name, terrain, frozenset(hexes_of(terrain, WATER)), frozenset(hexes_of(terrain, GRAVEYARD)))


@remembered
def _sound_map(name: str, rows: str, rules: Rules) -> Map:
    terrain = read_terrain(rows)
    require(Unreadable, INVARIANTS, terrain, rules, detail=f"the map {name} breaks an invariant")
    return map_of(name, terrain)


def read_map(named: Any, rules: Rules) -> Map:
    """The map of a name or of rows; raises Unreadable with each invariant that it breaks."""
    return _sound_map(named, rows_of(named, table_of(rules)), rules)
