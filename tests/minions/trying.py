"""Random actions for a position, near to what is legal: ticks of several moves and attacks, and near misses."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from tests.minions.plain import (
    ADVANCED,
    AROUND,
    CARDS,
    HEXES,
    KINDS,
    OTHER,
    Hex,
    Plain,
    apart,
    attacks_a_turn,
    has,
    name_of,
    terrain,
)

Pair = tuple[Hex, Hex]


def hexes_of(board: Plain, side: str) -> list[Hex]:
    """Where units of a side stand."""
    return [hex_ for hex_, unit in board["units"].items() if unit["side"] == side]


@cache
def within(hex_: Hex, most: int) -> list[Hex]:
    return [near for near in HEXES if 0 < apart(hex_, near) <= most]


def _tick(kind: str, index: int, pairs: list[Pair]) -> Plain:
    named = [[name_of(here), name_of(there)] for here, there in pairs]
    return {"kind": kind, "board": index, f"{kind}s": named}


def _fit(dice: Random, board: Plain, hexes: list[Hex]) -> list[Hex]:
    """Mostly those that have not done anything yet, where there are such."""
    idle = [hex_ for hex_ in hexes if not (board["units"][hex_]["moved"] or board["units"][hex_]["attacks"])]
    return idle if idle and dice.random() < 0.9 else hexes


def _good_ground(board: Plain, id_: str, hexes: list[Hex]) -> list[Hex]:
    ground = terrain(board["map"])
    return [hex_ for hex_ in hexes if ground[hex_] != "W" or has(id_, "flying")]


def some_moves(dice: Random, p: Plain, index: int, most: int = 6) -> Plain | None:
    """A tick of moves of up to ``most`` units, many of them to where another of them stands."""
    board = p["boards"][index]
    units = board["units"]
    own = _fit(dice, board, hexes_of(board, p["side"]))
    if not own:
        return None
    movers = dice.sample(own, min(len(own), dice.choice([1, 1, 2, 2, 3, most])))
    pairs: list[Pair] = []
    for here in movers:
        near = within(here, KINDS[units[here]["id"]]["speed"] + (dice.random() < 0.05))
        taken = [there for _, there in pairs]
        good = [hex_ for hex_ in _good_ground(board, units[here]["id"], near) if hex_ not in taken]
        vacated = [hex_ for hex_ in good if hex_ in movers]
        empty = [hex_ for hex_ in good if hex_ not in units]
        any_ = near if dice.random() < 0.1 else []
        pairs.append((here, dice.choice(any_ or dice.choice([vacated, empty]) or empty or near)))
    if dice.random() < 0.1:
        pairs.append((dice.choice([movers[0], *HEXES[:2]]), dice.choice(within(movers[0], 1))))
    return _tick("move", index, pairs)


def some_cycle(dice: Random, p: Plain, index: int) -> Plain | None:
    """A tick in which units that stand near one another go round, or swap; or one that is not quite so."""
    board = p["boards"][index]
    own = _fit(dice, board, hexes_of(board, p["side"]))
    if len(own) < 2:
        return None
    first = dice.choice(own)
    ring = [first, *sorted(within(first, 2), key=lambda hex_: apart(first, hex_))]
    ring = [hex_ for hex_ in ring if hex_ in own][: dice.choice([2, 2, 3, 4])]
    pairs = list(zip(ring, [*ring[1:], ring[0]], strict=True))
    return _tick("move", index, dice.sample(pairs, len(pairs)))


def some_attacks(dice: Random, p: Plain, index: int) -> Plain | None:
    """A tick of one attack or several, most of them within range and of those that have attacks left."""
    board = p["boards"][index]
    own, enemies = _fit(dice, board, hexes_of(board, p["side"])), hexes_of(board, OTHER[p["side"]])
    aimed = [
        (here, there)
        for here in own
        for there in enemies
        if apart(here, there) <= KINDS[board["units"][here]["id"]]["range"] + (dice.random() < 0.01)
    ]
    if not aimed:
        return None
    chosen: list[Pair] = []
    for here, there in dice.sample(aimed, min(len(aimed), dice.choice([1, 1, 2, 4]))):
        left = attacks_a_turn(board["units"][here]["id"]) - board["units"][here]["attacks"]
        made = sum(one == here for one, _ in chosen)
        if made == 0 or made < left or dice.random() < 0.05:
            chosen += [(here, there)] * dice.choice([1, 1, 1, 2, max(1, min(4, left))])
    return _tick("attack", index, chosen)


def some_others(dice: Random, p: Plain, index: int) -> list[Plain]:
    """A choice, a purchase, a spawn and a resignation, whether or not it is the time for them."""
    zone = p["boards"][index]["zones"][p["side"]]
    keep = dice.choice(zone) if zone and dice.random() < 0.8 else None
    unit = dice.choice(zone or ["zombie"])
    beside = [near for hex_ in hexes_of(p["boards"][index], p["side"]) for near in AROUND[hex_]] or HEXES
    return [
        {"kind": "choose", "board": index, "necromancer": dice.choice(ADVANCED), "keep": keep},
        {"kind": "buy", "board": index, "unit": dice.choice(["initiate", *KINDS])},
        {"kind": "spawn", "board": index, "unit": unit, "to": name_of(dice.choice(beside))},
        {"kind": "resign", "board": index},
    ]


def near_miss(dice: Random, action: Plain) -> Plain:
    """The action with one of its fields changed."""
    field = dice.choice([name for name in action if name != "kind"])
    value: Any = action[field]
    if field in ("moves", "attacks"):
        pair = list(value[0])
        pair[dice.randrange(2)] = name_of(dice.choice(HEXES))
        value = [pair]
    elif field == "board":
        value = value + dice.choice([1, -1]) if value else 1
    elif field == "to":
        value = name_of(dice.choice(HEXES))
    elif field == "card":
        value = dice.choice(CARDS)
    else:
        value = dice.choice([*KINDS])
    return {**action, field: value}


def some_actions(dice: Random, p: Plain, listed: list[Plain], misses: int = 3) -> list[Plain]:
    """Some ticks and others for each board, one action of each kind that is listed, and near misses of these."""
    found: list[Plain | None] = []
    for index in range(len(p["boards"])):
        found += [some_moves(dice, p, index) for _ in range(3)]
        found += [some_cycle(dice, p, index), some_attacks(dice, p, index), some_attacks(dice, p, index)]
        found += some_others(dice, p, index)
    by_kind: dict[str, list[Plain]] = {}
    for action in listed:
        by_kind.setdefault(action["kind"], []).append(action)
    chosen = [dice.choice(actions) for actions in by_kind.values()]
    changeable = [action for action in chosen if len(action) > 1]
    found += [*chosen, *(near_miss(dice, action) for action in changeable for _ in range(misses))]
    found += [{"kind": kind} for kind in ("buy-spell", "march", "end-turn")]
    return [action for action in found if action is not None]
