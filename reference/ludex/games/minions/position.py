"""A position of Minions: the boards, and what the side to move shares over all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

from ludex.games.minions.board import Board
from ludex.games.minions.lines import read_line, write_line
from ludex.games.minions.maps import read_map
from ludex.games.minions.pairs import OPPONENT, SIDES, Pair
from ludex.games.minions.table import Kind, Table, table_of
from ludex.rules import Moot, Rules, Unreadable, check, layout, reading, relation, require

MOST_BOARDS = 99
FIELDS = frozenset(
    [
        "boards",
        "maps",
        "side",
        "money",
        "owed",
        "points",
        "tech",
        "spells",
        "entered",
        "status",
        "winner",
    ]  # as they stand on the wire
)
ACTIVE, ENDED = "active", "ended"
NO_SPELL, ONE_SPELL, TECHED, MARCHED_NOW, TECHED_NOW = "0", "1", "2", "m", "t"
SIGNS = {NO_SPELL, ONE_SPELL, TECHED, MARCHED_NOW, TECHED_NOW}
UNLOCKED = (TECHED, TECHED_NOW)
STATUSES = (ACTIVE, ENDED)
WINNERS = (None, *SIDES)
OF_THE_TECHLINE = ("cards", *SIDES)


class Spells(NamedTuple):
    """The spells that a side has in hand."""

    free: int
    bought: int


@dataclass(frozen=True, slots=True)
class Position:
    """A frozen position; ``tech`` has a sign a card for each side, ``entered`` the boards acted on in this turn."""

    boards: tuple[Board, ...]
    side: str
    money: Pair[int]
    owed: Pair[int]
    points: Pair[int]
    cards: tuple[Kind, ...]
    tech: Pair[str]
    spells: Pair[Spells]
    entered: tuple[int, ...] = ()
    winner: str | None = None

    @property
    def enemy(self) -> str:
        """The side that is not to move."""
        return OPPONENT[self.side]

    @property
    def ended(self) -> bool:
        """Whether somebody has won the game."""
        return self.winner is not None


def with_board(position: Position, index: int, board: Board) -> Position:
    """The position with one board changed."""
    boards = position.boards
    return replace(position, boards=(*boards[:index], board, *boards[index + 1 :]))


@relation("MIN-GAM-1")
def needed_points(boards: int) -> int:
    """The board points that win a game on so many boards."""
    return boards - boards // 4


# Reading


@layout("MIN-POS-1")
def fields_of(data: Any) -> Mapping[str, Any]:
    """The fields of a position, each of its type."""
    if not isinstance(data, Mapping) or set(data) != FIELDS:
        raise Unreadable(("MIN-POS-1",), detail=f"a position is an object with {', '.join(sorted(FIELDS))}")
    if not _types_fit(data):
        raise Unreadable(("MIN-POS-1",), detail="a field of the position is not of its type")
    return data


def _types_fit(data: Mapping[str, Any]) -> bool:
    lists = ("boards", "maps", "entered")
    tech, spells = data["tech"], data["spells"]
    return (
        all(isinstance(data[name], list | tuple) for name in lists)
        and data["side"] in SIDES
        and data["status"] in STATUSES
        and data["winner"] in WINNERS
        and all(_has(data[name], SIDES) for name in ("money", "owed", "points", "spells"))
        and _has(tech, OF_THE_TECHLINE)
        and all(isinstance(said, str) for said in tech.values())
        and all(_has(spells[side], Spells._fields) for side in SIDES)
    )


def _has(data: Any, names: tuple[str, ...]) -> bool:
    return isinstance(data, Mapping) and set(data) == set(names)


@check("MIN-POS-2")
def has_a_map_a_board(data: Mapping[str, Any], _: Table) -> bool:
    """There is at least one board, at most ninety-nine, and a map for each."""
    return 1 <= len(data["boards"]) == len(data["maps"]) <= MOST_BOARDS


@check("MIN-POS-3")
def amounts_are_whole(data: Mapping[str, Any], _: Table) -> bool:
    """Money, points and spells are whole numbers from 0."""
    amounts = [data[name][side] for name in ("money", "owed", "points") for side in SIDES]
    amounts += [amount for side in SIDES for amount in data["spells"][side].values()]
    return all(type(amount) is int and amount >= 0 for amount in amounts)


@check("MIN-POS-4")
def points_fit_the_status(data: Mapping[str, Any], table: Table) -> bool:
    """While the game is on nobody has the points that win it; at its end the winner does."""
    if not has_a_map_a_board(data, table) or not amounts_are_whole(data, table):
        raise Moot
    needed = needed_points(len(data["boards"]))
    if data["status"] == ACTIVE:
        return data["winner"] is None and all(data["points"][side] < needed for side in SIDES)
    return data["winner"] is not None and bool(data["points"][data["winner"]] >= needed)


@check("MIN-POS-5")
def tech_is_written_right(data: Mapping[str, Any], table: Table) -> bool:
    """The cards are letters of the table, none twice, and each side has a sign for each card."""
    cards, mover = data["tech"]["cards"], data["side"]
    known = {kind.letter for kind in table.cards}
    if not set(cards) <= known or len(set(cards)) != len(cards):
        return False
    said = [(data["tech"][side], SIGNS if side == mover else SIGNS - {MARCHED_NOW, TECHED_NOW}) for side in SIDES]
    return all(len(signs) == len(cards) and set(signs) <= allowed for signs, allowed in said)


@check("MIN-POS-6")
def no_card_is_teched_twice(data: Mapping[str, Any], _: Table) -> bool:
    """No card is teched by both sides."""
    both = zip(data["tech"]["yellow"], data["tech"]["blue"], strict=False)
    return not any(yellow in UNLOCKED and blue in UNLOCKED for yellow, blue in both)


@check("MIN-POS-7")
def entered_names_boards(data: Mapping[str, Any], _: Table) -> bool:
    """The boards that were entered are boards of the game, each once."""
    entered = data["entered"]
    return all(type(index) is int and 0 <= index < len(data["boards"]) for index in entered) and len(
        set(entered)
    ) == len(entered)


CHECKS: tuple[Callable[[Mapping[str, Any], Table], bool], ...] = (
    has_a_map_a_board,
    amounts_are_whole,
    points_fit_the_status,
    tech_is_written_right,
    no_card_is_teched_twice,
    entered_names_boards,
)


def read_board(line: Any, named: Any, side: str, rules: Rules, active: bool = True) -> Board:
    """The board of a line on a map, with this side to move; raises Unreadable."""
    return read_line(line, read_map(named, rules), side, table_of(rules), active)


def _pair(data: Mapping[str, Any]) -> Pair[Any]:
    return Pair(*(data[side] for side in SIDES))


@reading
def read_position(data: Any, rules: Rules) -> Position:
    """The position that a JSON object holds; raises Unreadable with every clause that it breaks."""
    table = table_of(rules)
    said = fields_of(data)
    require(Unreadable, CHECKS, said, table, detail="the position contradicts itself")
    side, active = said["side"], said["status"] == ACTIVE
    read = partial(read_board, side=side, rules=rules, active=active)
    return Position(
        tuple(read(line, named) for line, named in zip(said["boards"], said["maps"], strict=True)),
        side,
        _pair(said["money"]),
        _pair(said["owed"]),
        _pair(said["points"]),
        tuple(table.letters[letter] for letter in said["tech"]["cards"]),
        _pair(said["tech"]),
        Pair(*(Spells(said["spells"][who]["free"], said["spells"][who]["bought"]) for who in SIDES)),
        tuple(said["entered"]),
        said["winner"],
    )


# Showing


def _by_side(pair: Pair[Any]) -> dict[str, Any]:
    return dict(zip(SIDES, pair, strict=True))


def show_position(position: Position) -> dict[str, Any]:
    """The JSON object of a position."""
    # mechanical: only shows whether the game has ended
    return {
        "boards": [write_line(board) for board in position.boards],
        "maps": [board.map.name for board in position.boards],
        "side": position.side,
        "money": _by_side(position.money),
        "owed": _by_side(position.owed),
        "points": _by_side(position.points),
        "tech": {"cards": "".join(kind.letter for kind in position.cards), **_by_side(position.tech)},
        "spells": {side: spells._asdict() for side, spells in _by_side(position.spells).items()},
        "entered": list(position.entered),
        "status": ENDED if position.ended else ACTIVE,
        "winner": position.winner,
    }
