"""Positions of Minions as plain dictionaries, read and written without the reference, and the board's geometry.

A board is ``{"state", "map", "units": {hex: unit}, "zones": {side: [ids]}, "flags", "used": {side: [ids]}}``, a unit
``{"id", "side", "damage", "moved", "attacks", "spawned"}``, a hex a pair of file and rank, both from 0. A position is
what goes over the wire, but with such boards instead of lines and maps.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

Hex = tuple[int, int]
Plain = dict[str, Any]

TABLE = json.loads((Path(__file__).parents[2] / "spec" / "minions" / "data" / "initiate.json").read_text())
KINDS: dict[str, Plain] = {row["id"]: row for row in (*TABLE["units"], *TABLE["necromancers"])}
ADVANCED = [row["id"] for row in TABLE["necromancers"] if row["class"] == "advanced"]
CARDS = [row["id"] for row in sorted(TABLE["units"], key=lambda row: row["card"] or 0) if row["card"]]
ID_OF = {row["letter"]: row["id"] for row in TABLE["units"]} | {"N": "necromancer"}
MAPS: dict[str, str] = TABLE["maps"]
SIDES = ("yellow", "blue")
OTHER = {"yellow": "blue", "blue": "yellow"}
START: dict[str, Hex] = {"yellow": (2, 2), "blue": (7, 7)}
HEXES: list[Hex] = [(x, y) for y in range(10) for x in range(10)]
AMOUNTS = {"damage": "d", "moved": "m", "attacks": "a"}


def name_of(hex_: Hex) -> str:
    return f"{'abcdefghij'[hex_[0]]}{hex_[1]}"


HEX_OF = {name_of(hex_): hex_ for hex_ in HEXES}


def apart(one: Hex, other: Hex) -> int:
    """Half the sum of the three differences, which is another way to say the largest of them."""
    right, up = other[0] - one[0], other[1] - one[1]
    return (abs(right) + abs(up) + abs(right + up)) // 2


AROUND: dict[Hex, list[Hex]] = {hex_: [near for near in HEXES if apart(hex_, near) == 1] for hex_ in HEXES}


def has(id_: str, keyword: str) -> bool:
    return keyword in KINDS[id_]["keywords"]


def attacks_a_turn(id_: str) -> int:
    row = KINDS[id_]
    if row["range"] == 0:
        return 0
    return int(row["value"]) if row["attack"] in ("flurry", "unsummon") else 1


def fresh(id_: str, side: str) -> Plain:
    """A unit that is whole and has done nothing."""
    return {"id": id_, "side": side, "damage": 0, "moved": 0, "attacks": 0, "spawned": False}


def spread(rows: str) -> list[str]:
    """The hundred signs of ten rows, a dot for an empty hex."""
    whole = [re.sub("[0-9]", lambda run: "." * int(run[0]), row) if row != "0" else "." * 10 for row in rows.split("/")]
    return list("".join(whole))


@cache
def terrain(map_: str) -> dict[Hex, str]:
    """What each hex of a map is, by its name or its rows: ``.``, ``W`` or ``G``."""
    return dict(zip(HEXES, spread(MAPS.get(map_, map_)), strict=True))


def hexes_that_are(map_: str, sign: str) -> set[Hex]:
    return {hex_ for hex_, here in terrain(map_).items() if here == sign}


# Writing


def written_rows(signs: Iterable[str]) -> str:
    whole = "".join(signs)
    rows = [whole[at : at + 10] for at in range(0, 100, 10)]
    return "/".join("0" if row == "." * 10 else re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows)


def letter(id_: str, side: str) -> str:
    sign: str = KINDS[id_]["letter"]
    return sign if side == "yellow" else sign.lower()


def marks_of(unit: Plain) -> str:
    said = [unit["id"]] * (unit["id"] in ADVANCED)
    said += [f"{sign}{unit[amount]}" for amount, sign in AMOUNTS.items() if unit[amount]]
    return ",".join(said + ["s"] * unit["spawned"])


def line_of(board: Plain) -> str:
    units, zones, used = board["units"], board["zones"], board["used"]
    signs = (letter(units[hex_]["id"], units[hex_]["side"]) if hex_ in units else "." for hex_ in HEXES)
    marks = [f"{name_of(hex_)}:{marks_of(units[hex_])}" for hex_ in HEXES if hex_ in units and marks_of(units[hex_])]
    waiting = {side: sorted(id_ for id_ in zones[side] if has(id_, "necromancer")) for side in SIDES}
    marks += [f"{side[0].upper()}:{'+'.join(waiting[side])}" for side in SIDES if waiting[side]]
    names = [f"{side[0].upper()}:{'+'.join(sorted(used[side]))}" for side in SIDES if used[side]]
    here = ["".join(sorted(letter(id_, side) for id_ in zones[side])) for side in SIDES]
    flags = "".join(sorted(board["flags"]))
    fields = [board["state"], *here, "", "", written_rows(signs), ";".join(marks), flags, ";".join(names)]
    while fields[-1] == "":
        fields.pop()
    return "|".join(fields)


def wire_of(position: Plain) -> Plain:
    """The position as it goes over the wire."""
    lines = [line_of(board) for board in position["boards"]]
    return {**position, "boards": lines, "maps": [board["map"] for board in position["boards"]]}


# Reading


def _listed(text: str) -> dict[str, str]:
    return dict(item.split(":") for item in text.split(";")) if text else {}


def _marked(unit: Plain, text: str) -> Plain:
    for mark in text.split(","):
        if mark == "s":
            unit["spawned"] = True
        elif mark in ADVANCED:
            unit["id"] = mark
        else:
            unit[next(amount for amount, sign in AMOUNTS.items() if sign == mark[0])] = int(mark[1:])
    return unit


def board_of(line: str, map_: str) -> Plain:
    state, yellow, blue, _, _, rows, marks, flags, used = (line.split("|") + [""] * 3)[:9]
    placed = {hex_: sign for hex_, sign in zip(HEXES, spread(rows), strict=True) if sign != "."}
    units = {hex_: fresh(ID_OF[sign.upper()], SIDES[sign.islower()]) for hex_, sign in placed.items()}
    said, taken = _listed(marks), _listed(used)
    for key in said.keys() & HEX_OF.keys():
        units[HEX_OF[key]] = _marked(units[HEX_OF[key]], said[key])
    zones = {}
    for side, text in zip(SIDES, (yellow, blue), strict=True):
        necromancers = said.get(side[0].upper(), "")
        zones[side] = [ID_OF[sign] for sign in text.upper() if sign != "N"]
        zones[side] += necromancers.split("+") if necromancers else []
    names = {side: taken[side[0].upper()].split("+") if side[0].upper() in taken else [] for side in SIDES}
    return {"state": state, "map": map_, "units": units, "zones": zones, "flags": set(flags), "used": names}


def position_of(wire: Plain) -> Plain:
    """The plain position of what goes over the wire."""
    boards = [board_of(line, map_) for line, map_ in zip(wire["boards"], wire["maps"], strict=True)]
    return {**{name: value for name, value in wire.items() if name != "maps"}, "boards": boards}


# The symmetries that swap the sides

SWAPS: dict[str, Callable[[Hex], Hex]] = {
    "rotation": lambda hex_: (9 - hex_[0], 9 - hex_[1]),
    "reflection": lambda hex_: (9 - hex_[1], 9 - hex_[0]),
}


def swaps_of(map_: str) -> list[str]:
    """The symmetries that leave a map as it is."""
    ground = terrain(map_)
    return [swap for swap, image in SWAPS.items() if all(ground[image(hex_)] == ground[hex_] for hex_ in HEXES)]
