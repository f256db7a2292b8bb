"""What can just be read, and what just cannot: parts and tiles, snapshots and lists, depths."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from ludex.games.tribun.board import COLORS, TILES
from ludex.games.tribun.play import legal
from ludex.games.tribun.position import Position
from ludex.games.tribun.units import Unit
from ludex.rules import Rules
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.tribun.positions import HEIGHTS, STACKS, Draft, default_rules, is_readable, units_on, wire
from ludex.suites.tribun.replays import CONTROL, pack_words, snapshot
from ludex.suites.tribun.scenes import a_unit, mix

NO_OBJECTS: tuple[Any, ...] = (None, [], "", 0, True, "{}")
NO_NUMBERS: tuple[Any, ...] = ("0", "", None, True, False, 0.5, [], [0], {})
NO_LISTS: tuple[Any, ...] = (None, [], 0, "AAAA", "====", "A", "\u00e4\u00e4\u00e4\u00e4")
NO_CLOCKS: tuple[Any, ...] = (None, ["black", "white", "game"])
NO_NAMES: tuple[Any, ...] = (0, ["black"])
NO_TILES: tuple[Any, ...] = ("60", None, True, False, 60.5, [60], {}, -61, 2**31)
LARGE = 2**40


def topics(edition: str) -> Iterator[SuiteTopic]:
    """A topic for each operation whose input has a form of its own."""
    rules = default_rules(edition)
    about = "Parts, tiles and boards that can be asked about, and such that cannot."
    yield SuiteTopic("reading-part", "codec", "relations", about, _parts)
    about = "Snapshots and packed lists that are just what they must be, and such that are not."
    yield SuiteTopic("reading-snapshot", "codec", "replay", about, partial(_replays, rules))
    about = "The smallest depth, from positions of all sorts."
    yield SuiteTopic("reading-depth", "codec", "perft", about, partial(_depths, rules))


# Parts, tiles and boards


def _parts() -> Iterator[Case]:
    dice = Dice("tribun reading-part")
    for number, (p, s) in enumerate(STACKS):
        cid, draft = _around(dice, Unit(p, s, dice.below(2), False))
        yield _relations(draft, cid, number % 2, f"part {number % 2} of a stack")
    for height in HEIGHTS:
        cid, draft = _around(dice, Unit(height, 0, dice.below(2), height < 4))
        yield _relations(draft, cid, 1, "part 1 of a unit without a slave", "malformed")
    for part in NO_NUMBERS:
        cid, draft = _around(dice, Unit(*dice.pick(STACKS), dice.below(2), False))
        yield _relations(draft, cid, part, f"{part!r} is no part", "malformed")
    for no_tile in NO_TILES:
        _, draft = _around(dice, Unit(3, 2, 0, False))
        yield _relations(draft, no_tile, 0, f"{no_tile!r} is no tile", "malformed")
    for byte in (0x07, 0x39, 0x40, 0x08, 0x80, 0x89, 0x0D):
        cid, draft = _around(dice, a_unit(dice, dice.below(2), 0))
        draft.board[dice.pick(draft.free())] = byte
        yield _relations(draft, cid, 0, f"byte 0x{byte:02x} elsewhere on the board", "malformed")
    for off in (0, 6, 66, 120):
        cid, draft = _around(dice, a_unit(dice, dice.below(2), 0))
        draft.board[off] = 0x42
        yield _relations(draft, cid, 0, "a unit off the board", "malformed")


def _around(dice: Dice, unit: Unit) -> tuple[int, Draft]:
    """A unit with a few others anywhere, and its tile."""
    draft, cid = Draft(), dice.pick(TILES)
    draft.stand(unit, cid)
    for _ in range(dice.below(5)):
        draft.stand(a_unit(dice, dice.below(2)), dice.pick(draft.free()))
    return cid, draft


def _relations(draft: Draft, cid: Any, part: Any, why: str, *tags: str) -> Case:
    board = base64.b64encode(bytes(draft.board)).decode()
    return Case("reading-part", why, {"board": board, "cid": cid, "part": part}, tags)


# Snapshots and lists


def _replays(rules: Rules) -> Iterator[Case]:
    dice = Dice("tribun reading-snapshot")
    for why, change in _good_changes(rules):
        position, words = _few_words(dice, rules)
        good = snapshot(position, rules, dice.below(2))
        yield _replay(why, {**good, **change}, pack_words(words))
    for why, bad in _bad_snapshots(dice, rules):
        yield _replay(why, bad, "", "malformed")
    for value in NO_LISTS:
        position, _ = _few_words(dice, rules)
        yield _replay(f"{value!a} is no packed list", snapshot(position, rules), value, "malformed")


def _replay(why: str, asked: Any, actions: Any, *tags: str) -> Case:
    return Case("reading-snapshot", why, {"snapshot": asked, "actions": actions}, tags)


def _few_words(dice: Dice, rules: Rules) -> tuple[Position, list[int]]:
    """A small position with nothing pending, and no word or one that is legal in it."""
    while True:
        position = mix(dice, rules)
        quiet = Position(position.board, position.turn)
        if units_on(quiet) <= 7 and is_readable(quiet, rules) and (words := legal(quiet, rules)):
            return quiet, [dice.pick(words)] * dice.below(2)


def _good_changes(rules: Rules) -> Iterator[tuple[str, dict[str, Any]]]:
    yield "clocks at 0", {"clocks": {"black": 0, "white": 0, "game": 0}}
    yield "clocks far on", {"clocks": {"black": 1, "white": LARGE, "game": LARGE}}
    yield "a control of zeros", {"timeControl": dict.fromkeys(CONTROL, 0)}
    yield "a control with a limit of 1", {"timeControl": {**CONTROL, "maxGame": 1}}
    for color in COLORS:
        yield f"begun by {color}", {"startingPlayer": color}
        yield f"{color} has offered", {"drawOfferBy": color}
        if rules.fact("decline"):
            yield f"{color} is blocked", {"drawBlocked": color}


def _bad_snapshots(dice: Dice, rules: Rules) -> Iterator[tuple[str, Any]]:
    def good() -> dict[str, Any]:
        return snapshot(_few_words(dice, rules)[0], rules, dice.below(2))

    yield from ((f"{bad!r} is no snapshot", bad) for bad in NO_OBJECTS)
    for name in ("clocks", "timeControl"):
        yield from ((f"{name} {bad!r}", {**good(), name: bad}) for bad in NO_CLOCKS)
    for name in ("startingPlayer", "turn", "drawOfferBy", "board"):
        yield from ((f"{name} {bad!r}", {**good(), name: bad}) for bad in NO_NAMES)
    if rules.fact("decline"):
        yield "an offer and a block", {**good(), "drawOfferBy": "black", "drawBlocked": "white"}
        yield from ((f"drawBlocked {bad!r}", {**good(), "drawBlocked": bad}) for bad in ("none", 0))
    for name in ("buffer", "increment"):
        yield f"{name} below 0", {**good(), "timeControl": {**CONTROL, name: -1}}


# Depths


def _depths(rules: Rules) -> Iterator[Case]:
    """Not to play at all is one way, whatever is legal."""
    dice, made = Dice("tribun reading-depth"), 0
    while made < 5:
        position = mix(dice, rules)
        if is_readable(position, rules) and units_on(position) <= 8:
            made += 1
            over = replace(position, ended=made % 4 == 0, draw_offer_by=None, draw_blocked=None)
            yield Case("reading-depth", f"{units_on(over)} units, 0 turns deep", {"position": wire(over), "depth": 0})
