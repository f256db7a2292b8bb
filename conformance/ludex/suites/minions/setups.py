"""Setups: boards and their maps, the techline from packs or a seed, Blue's money from bids; and what is none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.minions.positions import MAPS, TABLE
from ludex.suites.minions.terrain import a_map, an_exchanged_map, rows_of

REST = tuple(kind.id for kind in TABLE.cards[TABLE.fixed_cards :])
NO_MAPS: tuple[Any, ...] = (
    *([], None, "midnight_lake", {}, 0, True, {"0": MAPS[0]}, 1, "", False, 0.5, {"maps": []}, -1, "[]", "n"),
)


def topics(_: str) -> Iterator[SuiteTopic]:
    """What can be set up, bids, and what cannot be read."""
    yield SuiteTopic("setup", "setup", "setup", "Boards, cards and money in each form; seeds and packs.", _good)
    yield SuiteTopic(
        "setup-bids", "setup", "setup", "Bids for Blue's money: unequal, equal, with a half and without.", _bids
    )
    yield SuiteTopic(
        "setup-malformed", "setup", "setup", "Maps, cards and money in no form; boards by wrong names.", _bad
    )


def _case(maps: Any, cards: Any, money: Any, why: str) -> Case:
    return Case("setup", why[:160], {"maps": maps, "cards": cards, "money": money})


def _good() -> Iterator[Case]:
    dice = Dice("minions setup")
    for boards in range(1, 9):
        maps = [MAPS[(boards + at) % len(MAPS)] for at in range(boards)]
        yield _case(maps, None, None, f"{boards} boards, cards in the order of the table")
    for seed in (0, 1, 2, 3, 7, 42, 2**31, 2**32, 2**40 + 1, 2**53 - 1, *(dice.below(2**53) for _ in range(50))):
        yield _case([dice.pick(MAPS)], {"seed": seed}, dice.pick((None, 6)), f"packs from the seed {seed}")
    for _ in range(60):
        first, second = _packs(dice)
        maps = [dice.pick(MAPS) for _ in range(dice.between(1, 3))]
        yield _case(maps, {"first": first, "second": second}, None, "packs as they were dealt")
    for _ in range(16):
        yield _case([rows_of(a_map(dice)[1])], None, None, "a map of one's own")
    for money in (0, 1, 5, 6, 7, 12, 100, 10**9):
        yield _case([dice.pick(MAPS)] * dice.between(1, 3), None, money, f"Blue's money is {money}")
    for _ in range(4):
        maps = dice.shuffle([dice.pick(MAPS), an_exchanged_map(dice)])
        yield _case(maps, None, None, "a map that only the exchange of file and rank leaves as it is")
    yield _case([MAPS[0]] * 99, None, None, "ninety-nine boards")


def _packs(dice: Dice) -> tuple[list[str], list[str]]:
    cards = dice.shuffle(REST)
    half = len(cards) // 2
    return cards[:half], cards[half:]


def _bids() -> Iterator[Case]:
    dice = Dice("minions setup bids")
    for number in range(80):
        first = dice.between(0, 24)
        second = first if number % 4 == 3 else dice.between(0, 24)
        yield _bid(dice, first, second)
    for number in range(20):
        yield _bid(dice, number, number)
    for first, second in ((0, 1), (1, 0), (0, 0), (7, 8), (8, 7), (2, 2), (10**9, 3)):
        for up in (True, False) if (first + second) % 2 else (None,):
            yield _case([MAPS[1]], None, {"bids": [first, second], "roundedUp": up}, f"bids {first} and {second}")


def _bid(dice: Dice, first: int, second: int) -> Case:
    up = dice.chance(50) if (first + second) % 2 else None
    maps = [dice.pick(MAPS) for _ in range(dice.between(1, 3))]
    told = "" if up is None else ", the half rounded " + ("up" if up else "down")
    return _case(maps, None, {"bids": [first, second], "roundedUp": up}, f"bids {first} and {second}{told}")


# What is none


def _bad() -> Iterator[Case]:
    dice = Dice("minions setup malformed")
    for maps in (*NO_MAPS, *([MAPS[0]] * count for count in (100, 101, 127, 128, 200))):
        yield _case(maps, dice.pick((None, {"seed": 5})), None, f"maps are {maps!a:.60}")
    for count in range(110, 125):
        yield _case([dice.pick(MAPS) for _ in range(count)], None, dice.pick((None, 6)), f"{count} boards")
    for cards in _no_cards(dice):
        yield _case([dice.pick(MAPS)], cards, None, f"cards are {cards!a:.100}")
    for money in _no_money():
        yield _case([dice.pick(MAPS)], None, money, f"money is {money!a}")
    names: tuple[Any, ...] = (
        "lake",
        "",
        "Mega_Puddles",
        None,
        0,
        [],
        "all_land",
        "forbidden_isle",
        {},
        "W",
        "midnight lake",
    )
    for name in names:
        yield _case([MAPS[0], name], None, None, f"a map is {name!a}")
    for _ in range(20):
        rows = rows_of(a_map(dice)[1])
        maps = [dice.pick(MAPS), dice.pick((rows.replace("G", "1", 1), rows + "/", rows.lower(), rows[2:]))]
        yield _case(maps, None, None, "a map of one's own that breaks an invariant")
    for maps, cards, money in (([], {"seed": -1}, -1), ([], None, "6"), (None, {}, None), ([MAPS[0]], {}, -6)):
        yield _case(maps, cards, money, "several things wrong at once")


def _no_cards(dice: Dice) -> Iterator[Any]:
    yield from ([], "table", 0, True, {}, {"seed": -1}, {"seed": 2**53}, {"seed": "1"}, {"seed": None}, {"seed": 0.5})
    yield from ({"seed": True}, {"first": [], "second": []}, {"first": [*REST], "second": []}, {"seed": 1, "first": []})
    yield from ({"seed": []}, {"Seed": 1}, {"first": [*REST[:10]]}, {"second": [*REST[10:]]}, [*REST])
    for _ in range(4):
        first, second = _packs(dice)
        yield {"first": first[:-1], "second": [*second, first[-1]]}
        yield {"first": first[:-1], "second": second}
        yield {"first": [*first[:-1], second[0]], "second": second}
        yield {
            "first": [*first[:-1], dice.pick(("zombie", "necromancer", "skeleton", "serpent", "dragon"))],
            "second": second,
        }
        yield {"first": first, "second": second, "third": []}


def _no_money() -> Iterator[Any]:
    yield from (-1, 0.5, "6", True, [], {}, [4, 6], {"bids": [4, 6]}, {"bids": [4, 6], "roundedUp": True}, -(10**9))
    yield from (
        {"bids": [4, 6], "roundedUp": False},
        {"bids": [4, 7], "roundedUp": None},
        {"bids": [4], "roundedUp": None},
    )
    yield from ({"bids": [4, 6, 8], "roundedUp": None}, {"bids": [-2, 4], "roundedUp": None}, {"roundedUp": None})
    yield from (
        {"bids": ["4", 6], "roundedUp": None},
        {"bids": [4, 6.5], "roundedUp": None},
        {"bids": 6, "roundedUp": None},
    )
    yield from (
        {"bids": [4, 7], "roundedUp": "up"},
        {"bids": [4, 7], "roundedUp": 1},
        {"bids": [4, 7], "roundedUp": 0.5},
    )
    yield from ({"bids": None, "roundedUp": None}, {"bids": {"first": 4, "second": 6}, "roundedUp": None}, False, "")
    yield from ({"bids": [4, 6], "roundedUp": None, "tie": "first"}, {"bids": [True, 6], "roundedUp": None}, 1.5, "0")
    yield from ({"bids": [3, 3], "roundedUp": True}, {"bids": [None, 6], "roundedUp": None}, {"yellow": 0, "blue": 6})
