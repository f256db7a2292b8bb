"""Random positions of Minions, in which units of both sides crowd, and random readings, all from a seed."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from ludex.games import minions
from tests.minions.plain import (
    ADVANCED,
    AROUND,
    CARDS,
    HEXES,
    KINDS,
    MAPS,
    OTHER,
    SIDES,
    START,
    SWAPS,
    Hex,
    Plain,
    apart,
    attacks_a_turn,
    fresh,
    hexes_that_are,
    written_rows,
)

UNITS = [id_ for id_, row in KINDS.items() if row["letter"] != "N"]
NECROMANCERS = ["necromancer", *ADVANCED]
STATES = "nnnnnnf01222"  # how often each is dealt
HOMES = {near for start in START.values() for near in (start, *AROUND[start])}


def some_choices(dice: Random) -> dict[str, str]:
    """A reading for every entry of the register."""
    return {entry: dice.choice(choices) for entry, choices in minions.REGISTER.choices("initiate").items()}


def some_map(dice: Random) -> str:
    """A map of the table, or one drawn here: ten graveyards in five pairs, and some lakes."""
    return dice.choice([*MAPS, drawn(dice.randrange(30))])


@cache
def drawn(number: int) -> str:
    """The rows of a map that is symmetric, by one swap or the other, and keeps the other invariants."""
    dice = Random(f"map {number}")
    image = dice.choice([*SWAPS.values()])
    signs = dict.fromkeys(HEXES, ".")
    while list(signs.values()).count("G") < 10:
        hex_ = dice.choice(HEXES)
        other = image(hex_)
        near = {hex_, other, *AROUND[hex_], *AROUND[other]}
        if apart(hex_, other) > 1 and hex_ not in HOMES and not any(signs[one] == "G" for one in near):
            signs[hex_] = signs[other] = "G"
    for _ in range(dice.choice([0, 10, 20])):
        hex_ = dice.choice(HEXES)
        if signs[hex_] == "." and hex_ not in HOMES:
            signs[hex_] = signs[image(hex_)] = "W"
    return written_rows(signs.values())


def _wants_necromancer(dice: Random, board: Plain, side: str, mover: str) -> bool:
    state = board["state"]
    if state == "0" or (state == "1" and side != mover):
        return False
    if side == mover:
        return state in "fn" or not board["open"]
    return "w" not in board["flags"] or dice.random() < 0.3


def _marked(dice: Random, unit: Plain, mover: str, board: Plain) -> Plain:
    row = KINDS[unit["id"]]
    if row["defense"] > 1 and dice.random() < 0.3:
        unit["damage"] = dice.randrange(row["defense"])
    if unit["side"] == mover and board["state"] != "0" and not board["open"]:
        if dice.random() < 0.15:
            unit["moved"] = dice.randint(1, row["speed"])
        if attacks_a_turn(unit["id"]) and dice.random() < 0.15:
            unit["attacks"] = dice.randint(1, attacks_a_turn(unit["id"]))
        unit["spawned"] = "q" in board["flags"] and dice.random() < 0.3
    return unit


def _flags(dice: Random, state: str, closed: bool) -> set[str]:
    flags = {"r"} if dice.random() < 0.15 else set()
    if state in "fn2" and not closed:
        flags |= dice.choice([set(), set(), set(), {"p"}, {"p", "q"}])
        flags |= {"w"} if dice.random() < 0.2 else set()
    return flags


def _zone(dice: Random) -> list[str]:
    zone = dice.choices(UNITS, k=dice.choice([0, 0, 1, 2, 4])) * dice.choice([1, 1, 2])
    return zone + ([dice.choice(NECROMANCERS)] if dice.random() < 0.1 else [])


def _used(dice: Random) -> list[str]:
    return sorted(dice.sample(ADVANCED, dice.choice([0, 0, 1, 3, 7, 8])))


def crowd(dice: Random) -> list[Hex]:
    """Hexes near one another, in random order."""
    centre = dice.choice(HEXES)
    near = [hex_ for hex_ in HEXES if apart(centre, hex_) <= dice.choice([2, 3, 3, 9])]
    return dice.sample(near, len(near))


def some_board(dice: Random, mover: str, states: str = STATES) -> Plain:
    """A board that can be read with this side to move; its choice may be open, at reset+1 and reset+2."""
    state = dice.choice(states) if mover == "yellow" else dice.choice(states.replace("f", "n"))
    open_ = state in "12" and dice.random() < 0.5
    board: Plain = {"state": state, "map": some_map(dice), "open": open_, "flags": _flags(dice, state, open_)}
    kept_free = START[mover] if open_ and dice.random() < 0.8 else None
    places = [hex_ for hex_ in crowd(dice) if hex_ != kept_free]
    pieces = [(dice.choice(NECROMANCERS), side) for side in SIDES if _wants_necromancer(dice, board, side, mover)]
    pieces += [(dice.choice(["necromancer", *NECROMANCERS]), side) for _, side in pieces if dice.random() < 0.2]
    pieces += [(dice.choice(UNITS), dice.choice(SIDES)) for _ in range(dice.choice([2, 5, 9, 14]))]
    units = _garrison(dice, board["map"], kept_free)
    free = [hex_ for hex_ in places if hex_ not in units]
    for place, (id_, side) in zip(free, pieces, strict=False):
        units[place] = _marked(dice, fresh(id_, side), mover, board)
    board |= {"units": units, "zones": {side: _zone(dice) for side in SIDES}}
    board["used"] = {side: _used(dice) for side in SIDES}
    del board["open"]
    return board


def _garrison(dice: Random, map_: str, kept_free: Hex | None) -> dict[Hex, Plain]:
    """Now and then, units of one side on most of the graveyards."""
    if dice.random() < 0.8:
        return {}
    side = dice.choice(SIDES)
    taken = dice.sample(sorted(hexes_that_are(map_, "G") - {kept_free}), dice.randint(6, 10))
    return {hex_: fresh(dice.choice(UNITS), side) for hex_ in taken}


def some_tech(dice: Random, mover: str) -> Plain:
    """A techline and the spells on it; no card is teched by both."""
    cards = dice.sample(CARDS, dice.choice([0, 1, 3, 8, len(CARDS)]))
    own, enemy = "", ""
    for _ in cards:
        mine = dice.choice("00112mt")
        own += mine
        enemy += dice.choice("0012" if mine in "01m" else "001")
    said = {mover: own, OTHER[mover]: enemy}
    return {"cards": "".join(KINDS[id_]["letter"] for id_ in cards), **{side: said[side] for side in SIDES}}


def some_position(dice: Random, boards: int = 1, states: str = STATES) -> Plain:
    """A position in an active game, as a plain one."""
    mover = dice.choice(SIDES)
    needed = boards - boards // 4
    entered = [index for index in range(boards) if dice.random() < 0.3]

    def both(value: Any) -> Plain:
        return {side: value() for side in SIDES}

    return {
        "boards": [some_board(dice, mover, states) for _ in range(boards)],
        "side": mover,
        "money": both(lambda: dice.choice([0, 1, 3, 5, 8, 12, 40])),
        "owed": both(lambda: dice.choice([0, 0, 0, 2, 5])),
        "points": both(lambda: dice.randrange(needed)),
        "tech": some_tech(dice, mover),
        "spells": both(lambda: {"free": dice.choice([0, 1, 1, 2]), "bought": dice.choice([0, 0, 1, 2])}),
        "entered": dice.sample(entered, len(entered)),
        "status": "active",
        "winner": None,
    }
