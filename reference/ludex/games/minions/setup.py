"""Setting a game up: the boards, the order of the cards, and Blue's money. What is random is part of the question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ludex.games.minions.board import Board
from ludex.games.minions.lines import read_line
from ludex.games.minions.maps import Map, read_map
from ludex.games.minions.pairs import YELLOW, Pair
from ludex.games.minions.position import MOST_BOARDS, NO_SPELL, Position, Spells
from ludex.games.minions.table import Kind, Table, table_of
from ludex.rules import Illegal, Rules, Unreadable, check, effect, relation, require

START = "f|I|i|||0/2ZZ6/1ZNZ6/1ZZ7/0/0/7zz1/6znz1/6zz2/0"
BARE = "f|||||0/0/2N7/0/0/0/0/7n2/0/0"
LARGEST_SEED = 2**53 - 1
FACTOR = 6364136223846793005
SUMMAND = 1442695040888963407
WORD = 2**64

Cards = tuple[Kind, ...]


class Packs(NamedTuple):
    """The two packs that the cards after the fixed ones are split into."""

    first: Cards
    second: Cards


@check("MIN-SET-1")
def maps_are_listed(maps: Any, _: Table) -> bool:
    """There are one to ninety-nine maps."""
    return isinstance(maps, list | tuple) and 1 <= len(maps) <= MOST_BOARDS


def _is_number(value: Any, most: float = float("inf")) -> bool:
    return type(value) is int and 0 <= value <= most


def _are_ids(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(name, str) for name in value)


def _are_packs(cards: Mapping[str, Any], table: Table) -> bool:
    # mechanical: MIN-SET-4 asks it of cards that are given as packs
    if set(cards) != {"first", "second"} or not all(_are_ids(pack) for pack in cards.values()):
        return False
    rest = sorted(kind.id for kind in table.cards[table.fixed_cards :])
    more = len(cards["second"]) - len(cards["first"])
    return sorted([*cards["first"], *cards["second"]]) == rest and more in {0, 1}


@check("MIN-SET-4")
def packs_hold_the_rest(cards: Any, table: Table) -> bool:
    """The cards are in table order, dealt from a seed, or two packs of all cards but the fixed ones."""
    if cards is None:
        return True
    if not isinstance(cards, Mapping):
        return False
    if set(cards) == {"seed"}:
        return _is_number(cards["seed"], LARGEST_SEED)
    return _are_packs(cards, table)


def _are_bids(money: Mapping[str, Any]) -> bool:
    # mechanical: MIN-SET-9 asks it of money that is given as bids
    if set(money) != {"bids", "roundedUp"}:
        return False
    bids = money["bids"]
    if not isinstance(bids, list | tuple) or len(bids) != 2 or not all(_is_number(bid) for bid in bids):
        return False
    return isinstance(money["roundedUp"], bool) if sum(bids) % 2 else money["roundedUp"] is None


@check("MIN-SET-9")
def money_is_given_right(money: Any, _: Table) -> bool:
    """Blue's money is the usual, an amount, or two bids with what becomes of a half."""
    return money is None or _is_number(money) or (isinstance(money, Mapping) and _are_bids(money))


CHECKS: tuple[tuple[str, Callable[[Any, Table], bool]], ...] = (
    ("maps", maps_are_listed),
    ("cards", packs_hold_the_rest),
    ("money", money_is_given_right),
)


@effect("MIN-SET-2")
def furnished(line: str) -> str:
    """A board starts with a necromancer, six zombies and an initiate a side."""
    del line
    return START


@relation("MIN-SET-8")
def shuffled(rest: Cards, seed: int) -> Cards:
    """The cards in the order that a seed gives."""
    cards, x = list(rest), seed
    for last in range(len(cards) - 1, 0, -1):
        x = (x * FACTOR + SUMMAND) % WORD
        other = (x >> 33) % (last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards)


def packs_from_seed(rest: Cards, seed: int) -> Packs:
    """The two packs that a seed makes of the cards."""
    cards = shuffled(rest, seed)
    half = len(cards) // 2
    return Packs(cards[:half], cards[half:])


def packs_of(cards: Mapping[str, Any], rest: Cards, table: Table) -> Packs:
    """The two packs that are given, by their cards or by a seed."""
    # mechanical: follows the form of the cards, which MIN-SET-4 has admitted
    if "seed" in cards:
        return packs_from_seed(rest, cards["seed"])
    return Packs(*(tuple(table.kinds[name] for name in cards[pack]) for pack in ("first", "second")))


@relation("MIN-SET-3")
def techline(cards: Any, table: Table) -> Cards:
    """The cards in their order for a game: the fixed ones, then two sorted packs, dealt alternately; or the table's."""
    if cards is None:
        return table.cards
    fixed, rest = table.cards[: table.fixed_cards], table.cards[table.fixed_cards :]
    first, second = (sorted(pack, key=lambda kind: kind.card or 0) for pack in packs_of(cards, rest, table))
    pairs = [card for pair in zip(first, second, strict=False) for card in pair]
    return (*fixed, *pairs, *second[len(first) :])


@relation("MIN-SET-5")
def usual_money(table: Table, boards: int) -> int:
    """What Blue starts with unless something else is agreed."""
    return table.start_money[1] * boards


@check("MIN-SET-7")
def bids_differ(bids: tuple[int, int], rules: Rules) -> bool:
    """Equal bids are made again, or the first bidder plays Blue."""
    return bids[0] != bids[1] or rules.reads("bid-tie", "first")


@relation("MIN-SET-6")
def settled(bids: tuple[int, int], rounded_up: bool | None) -> tuple[str, int]:
    """Which bidder plays Blue, and with how much: the mean of the two, a half as stated."""
    bidder = "first" if bids[0] <= bids[1] else "second"
    return bidder, sum(bids) // 2 + bool(rounded_up)


class Start(NamedTuple):
    """The position that a game begins with, and which bidder plays Blue, if there were bids."""

    position: Position
    blue: str | None = None


def _board(on: Map, table: Table) -> Board:
    return read_line(furnished(BARE), on, YELLOW, table)


def _position(boards: tuple[Board, ...], cards: Cards, table: Table, blue: int) -> Position:
    none = NO_SPELL * len(cards)
    money = Pair(table.start_money[0], blue)
    spells = Pair(Spells(1, 0), Spells(0, 0))
    return Position(boards, YELLOW, money, Pair(0, 0), Pair(0, 0), cards, Pair(none, none), spells)


def set_up(maps: Any, cards: Any, money: Any, rules: Rules) -> Start:
    """The start of a game; raises Unreadable, or Illegal where equal bids must be made again.

    ``maps`` is a list of names or rows, ``cards`` null, a seed or two packs of ids, ``money`` null, Blue's amount or
    two bids.
    """
    # mechanical: raises what its checks find, then follows the form of the money; MIN-SET-5 to MIN-SET-7 decide
    table = table_of(rules)
    asked = {"maps": maps, "cards": cards, "money": money}
    broken = [rule.clause for name, rule in CHECKS if not rule(asked[name], table)]  # type: ignore[attr-defined]
    if broken:
        raise Unreadable(broken, detail="the setup has maps, cards and money, each in one of its forms")
    boards = tuple(_board(read_map(named, rules), table) for named in maps)
    order = techline(cards, table)
    if money is None:
        return Start(_position(boards, order, table, usual_money(table, len(boards))))
    if not isinstance(money, Mapping):
        return Start(_position(boards, order, table, money))
    bids = (money["bids"][0], money["bids"][1])
    require(Illegal, (bids_differ,), bids, rules, detail="the bids are equal")
    blue, amount = settled(bids, money["roundedUp"])
    return Start(_position(boards, order, table, amount), blue)
