"""Rows of maps: the four of the table, their images, maps drawn anew, and maps that break an invariant."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import cycle
from typing import Any

from ludex.games.minions.hexes import HEXES, WIDTH, exchanged, home, neighbours, reflected, rotated
from ludex.games.minions.maps import GRAVEYARD, GRAVEYARDS, INVARIANTS, LAND, WATER, read_terrain
from ludex.games.minions.pairs import SIDES
from ludex.rules import Unreadable, require
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.minions.positions import DEFAULT, TABLE

EACH = 36
DRAWN = 60
HOMES = frozenset(hex_ for side in SIDES for hex_ in home(side))
SWAPS: dict[str, Callable[[int], int]] = {"rotation": rotated, "reflection": reflected}
EXCHANGED = 14
Terrain = list[str]


def topics(_: str) -> Iterator[SuiteTopic]:
    """Maps that can be read, and maps that cannot."""
    yield SuiteTopic(
        "codec-map", "codec", "map", "Maps that keep every invariant: of the table, their images, drawn.", _good
    )
    about = "Maps that are the same after the exchange of file and rank, which keeps the sides, and after nothing else."
    yield SuiteTopic("codec-map-exchanged", "codec", "map", about, _exchanged_maps)
    about = "Maps that cannot be read: an invariant broken, mostly alone; rows that are written otherwise."
    yield SuiteTopic("codec-map-malformed", "codec", "map", about, _malformed_maps)


def rows_of(terrain: Sequence[str]) -> str:
    """The rows of a map, written in the one way."""
    return "/".join(_row(terrain[start : start + WIDTH]) for start in range(0, len(terrain), WIDTH))


def _row(row: Sequence[str]) -> str:
    text, run = "", 0
    for sign in (*row, ""):
        if sign == LAND:
            run += 1
            continue
        text += (str(run) if run and run < WIDTH else "0" if run else "") + sign
        run = 0
    return text


def broken_by(rows: Any) -> tuple[str, ...]:
    """The clauses that the rows of a map break."""
    try:
        require(Unreadable, INVARIANTS, read_terrain(rows), DEFAULT)
    except Unreadable as refused:
        return refused.broken
    return ()


def a_map(dice: Dice) -> tuple[str, Terrain]:
    """A map drawn anew, and the symmetry that it has."""
    while True:
        name = dice.pick(sorted(SWAPS))
        terrain = _lay_map(dice, SWAPS[name])
        if not broken_by(rows_of(terrain)):
            return name, terrain


def an_exchanged_map(dice: Dice) -> str:
    """The rows of a map with the one symmetry that keeps the sides."""
    while True:
        rows = rows_of(_lay_map(dice, exchanged))
        if broken_by(rows) == ("MIN-BRD-7",):
            return rows


def _lay_map(dice: Dice, image: Callable[[int], int]) -> Terrain:
    """Graveyards and some water, laid down along with their images."""
    terrain = [LAND] * len(HEXES)
    _lay_graveyards(dice, terrain, image)
    for _ in range(dice.below(14)):
        hex_ = dice.pick(HEXES)
        if hex_ not in HOMES and terrain[hex_] == LAND:
            _lay(terrain, hex_, WATER, image)
    return terrain


def _lay(terrain: Terrain, hex_: int, sign: str, image: Callable[[int], int]) -> None:
    terrain[hex_] = terrain[image(hex_)] = sign


def _lay_graveyards(dice: Dice, terrain: Terrain, image: Callable[[int], int]) -> None:
    for hex_ in dice.shuffle(HEXES):
        both = {hex_, image(hex_)}
        near = {other for one in both for other in neighbours(one)}
        apart = not near & both and all(terrain[other] != GRAVEYARD for other in near)
        if apart and not both & HOMES and terrain.count(GRAVEYARD) + len(both) <= GRAVEYARDS:
            _lay(terrain, hex_, GRAVEYARD, image)


def _good() -> Iterator[Case]:
    dice, known = Dice("minions codec-map"), set[str]()
    for name, rows in TABLE.maps.items():
        terrain = read_terrain(rows)
        for way, image in (("itself", _itself), *SWAPS.items(), ("both", exchanged), ("mirror", _mirror)):
            turned = rows_of([terrain[image(hex_)] for hex_ in HEXES])
            if turned not in known and not broken_by(turned):
                known.add(turned)
                yield _case(turned, f"{name}, image: {way}")
    while len(known) < DRAWN:
        name, drawn = a_map(dice)
        if (rows := rows_of(drawn)) not in known:
            known.add(rows)
            yield _case(rows, f"a map with the symmetry {name}")


def _exchanged_maps() -> Iterator[Case]:
    dice = Dice("minions codec-map exchanged")
    for _ in range(EXCHANGED):
        yield _case(an_exchanged_map(dice), "a map that only the exchange of file and rank leaves as it is")


def _itself(hex_: int) -> int:
    return hex_


def _mirror(hex_: int) -> int:
    return hex_ // WIDTH * WIDTH + WIDTH - 1 - hex_ % WIDTH


def _case(rows: Any, why: str) -> Case:
    return Case("map", why[:160], {"rows": rows})


# Maps that cannot be read

Spoil = Callable[[Dice, Terrain, Callable[[int], int]], object]
BROKEN = (
    (
        "a graveyard on a home hex of either side",
        "WWWWWWWWWW/WW2G1WG1W/WG7W/W8W/W2GW3GW/WG3WG2W/W8W/W7GW/W1GW1G2WW/WWWWWWWWWW",
    ),
    ("graveyards at home, and a river", "4WW2G1/1G2W5/3G6/7W2/2WW2GWG1/1GWG2WW2/2W7/6G3/5W2G1/1G2WW4"),
    ("water on every hex", "/".join(["W" * WIDTH] * WIDTH)),
    ("land on every hex", "/".join(["0"] * WIDTH)),
    ("graveyards on every hex", "/".join(["G" * WIDTH] * WIDTH)),
)


def _malformed_maps() -> Iterator[Case]:
    for why, broken_rows in BROKEN:
        yield _case(broken_rows, why)
    for clause, spoils in SPOILS.items():
        dice, known = Dice(f"minions codec-map {clause}"), set[str]()
        for _, (why, spoil) in zip(range(EACH * 6), cycle(spoils.items()), strict=False):
            name, terrain = a_map(dice) if dice.chance(60) else _of_the_table(dice)
            whole = spoil(dice, terrain, SWAPS[name])
            rows: Any = rows_of(terrain) if whole is None else whole
            broken = broken_by(rows)
            fits = broken == (clause,) or (clause in broken and dice.chance(25))
            if fits and len(known) < EACH and repr(rows) not in known:
                known.add(repr(rows))
                yield _case(rows, f"{clause}: {why}")


def _of_the_table(dice: Dice) -> tuple[str, Terrain]:
    terrain = list(read_terrain(TABLE.maps[dice.pick(sorted(TABLE.maps))]))
    name = next(name for name, image in SWAPS.items() if all(terrain[h] == terrain[image(h)] for h in HEXES))
    return name, terrain


def _one_fewer(dice: Dice, terrain: Terrain, image: Callable[[int], int]) -> None:
    hex_ = dice.pick([hex_ for hex_ in HEXES if terrain[hex_] == GRAVEYARD])
    _lay(terrain, hex_, dice.pick((LAND, LAND, WATER)), image)


def _some_more(dice: Dice, terrain: Terrain, image: Callable[[int], int]) -> None:
    for hex_ in dice.shuffle(HEXES):
        both = {hex_, image(hex_)}
        near = {other for one in both for other in neighbours(one)}
        if not near & both and not both & HOMES and all(terrain[other] != GRAVEYARD for other in (*near, *both)):
            _lay(terrain, hex_, GRAVEYARD, image)
            return


def _moved_beside(dice: Dice, terrain: Terrain, image: Callable[[int], int]) -> None:
    """A graveyard taken away, and laid down beside another."""
    graves = [hex_ for hex_ in HEXES if terrain[hex_] == GRAVEYARD]
    gone, other = dice.pick(graves), dice.pick(graves)
    _lay(terrain, gone, LAND, image)
    free = [hex_ for hex_ in neighbours(other) if terrain[hex_] != GRAVEYARD and hex_ not in HOMES]
    if free:
        _lay(terrain, dice.pick(free), GRAVEYARD, image)


def _wet_home(dice: Dice, terrain: Terrain, image: Callable[[int], int]) -> None:
    _lay(terrain, dice.pick(sorted(HOMES)), WATER, image)


def _grave_at_home(dice: Dice, terrain: Terrain, image: Callable[[int], int]) -> None:
    _lay(terrain, dice.pick([hex_ for hex_ in HEXES if terrain[hex_] == GRAVEYARD]), LAND, image)
    _lay(terrain, dice.pick(sorted(HOMES)), GRAVEYARD, image)


def _one_hex(dice: Dice, terrain: Terrain, _: Callable[[int], int]) -> None:
    hex_ = dice.pick([hex_ for hex_ in HEXES if hex_ not in HOMES and terrain[hex_] != GRAVEYARD])
    terrain[hex_] = WATER if terrain[hex_] == LAND else LAND


def _one_grave_aside(dice: Dice, terrain: Terrain, _: Callable[[int], int]) -> None:
    terrain[dice.pick([hex_ for hex_ in HEXES if terrain[hex_] == GRAVEYARD])] = LAND
    for hex_ in dice.shuffle(HEXES):
        if hex_ not in HOMES and all(terrain[near] != GRAVEYARD for near in (hex_, *neighbours(hex_))):
            terrain[hex_] = GRAVEYARD
            return


def _mirror_terrain(_: Dice, terrain: Terrain, __: Callable[[int], int]) -> None:
    """The symmetry left to right does not swap the sides."""
    for hex_ in HEXES:
        if hex_ % WIDTH >= WIDTH // 2:
            terrain[hex_] = terrain[_mirror(hex_)]


def _rows_less(dice: Dice, terrain: Terrain, _: Callable[[int], int]) -> object:
    rows = rows_of(terrain).split("/")
    at = dice.below(len(rows))
    return "/".join(rows[:at] + rows[at + 1 :] if dice.chance(50) else [*rows, dice.pick(("0", "", "W9"))])


def _row_written_otherwise(dice: Dice, terrain: Terrain, _: Callable[[int], int]) -> object:
    rows = rows_of(terrain).split("/")
    odd = ("", "10", "55", "9", "W8", "WW9", "w9", "g9", "Z9", "L9", "W 8", "0W9", "G0", "W.8", "91", "W10", "4W5W5")
    rows[dice.below(len(rows))] = dice.pick(odd)
    return "/".join(rows)


def _no_rows(dice: Dice, terrain: Terrain, _: Callable[[int], int]) -> object:
    rows = rows_of(terrain)
    split = rows.split("/")
    others = (rows + "/", "/" + rows, rows.replace("/", "|"), "".join(terrain), "midnight_lake", "")
    return dice.pick((*others, split, {"rows": rows}, len(rows), True))


SPOILS: dict[str, dict[str, Spoil]] = {
    "MIN-BRD-4": {"one fewer": _one_fewer, "some more": _some_more},
    "MIN-BRD-5": {"moved beside": _moved_beside},
    "MIN-BRD-6": {"wet home": _wet_home, "grave at home": _grave_at_home},
    "MIN-BRD-7": {"one hex": _one_hex, "one grave aside": _one_grave_aside, "mirrored": _mirror_terrain},
    "MIN-BRD-8": {"rows less": _rows_less, "row written otherwise": _row_written_otherwise, "no rows": _no_rows},
}
