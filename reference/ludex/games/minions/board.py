"""One board: who stands where, who waits in the zones, its state, and what has happened on it in this turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from ludex.games.minions.hexes import HEXES
from ludex.games.minions.maps import Map
from ludex.games.minions.pairs import Pair
from ludex.games.minions.table import Kind

FIRST, NORMAL, RESET_0, RESET_1, RESET_2 = "f", "n", "0", "1", "2"
STATES = (FIRST, NORMAL, RESET_0, RESET_1, RESET_2)
SPAWN_BEGUN, SPAWNED, RESIGNED, WON = "p", "q", "r", "w"


class Unit(NamedTuple):
    """A unit on a board: its damage, and the steps it moved and the attacks it made in this turn."""

    kind: Kind
    side: str
    damage: int = 0
    moved: int = 0
    attacks: int = 0
    spawned: bool = False


Zone = tuple[Kind, ...]


NOBODY: Pair[frozenset[str]] = Pair(frozenset(), frozenset())


@dataclass(frozen=True, slots=True)
class Board:
    """A frozen board; ``cells`` has a unit or None for each hex, ``used`` the advanced necromancers taken on it."""

    map: Map
    state: str
    cells: tuple[Unit | None, ...]
    zones: Pair[Zone]
    flags: frozenset[str] = frozenset()
    used: Pair[frozenset[str]] = NOBODY


EMPTY = (None,) * len(HEXES)


def units_of(board: Board, side: str) -> Iterator[tuple[int, Unit]]:
    """The units of a side with their hexes, in board order."""
    # mechanical: picks the units of a side from the hexes
    for hex_, unit in enumerate(board.cells):
        if unit is not None and unit.side == side:
            yield hex_, unit


def with_unit(board: Board, hex_: int, unit: Unit | None) -> Board:
    """The board with one hex changed."""
    return replace(board, cells=(*board.cells[:hex_], unit, *board.cells[hex_ + 1 :]))


def in_order(kinds: Iterable[Kind]) -> Zone:
    """A zone as it is kept: by letter, necromancers by id."""
    return tuple(sorted(kinds, key=lambda kind: (kind.letter, kind.id)))


def with_more(board: Board, side: str, kinds: Iterable[Kind]) -> Board:
    """The board with more units in the zone of a side."""
    return replace(board, zones=board.zones.having(side, in_order([*board.zones.of(side), *kinds])))


def without(zone: Zone, kind: Kind) -> Zone:
    """A zone with one unit of this kind fewer."""
    place = zone.index(kind)
    return (*zone[:place], *zone[place + 1 :])


def flagged(board: Board, *flags: str) -> Board:
    """The board with these flags raised."""
    return replace(board, flags=board.flags | set(flags))


def necromancers_of(board: Board, side: str) -> list[int]:
    """The hexes on which a side has a necromancer."""
    # mechanical: picks necromancers by their class in the table; MIN-LIN-10 asks for them
    return [hex_ for hex_, unit in units_of(board, side) if unit.kind.rank is not None]


def choice_is_open(board: Board, side: str) -> bool:
    """Whether the side to move must still choose its necromancer here."""
    return board.state in {RESET_1, RESET_2} and not necromancers_of(board, side)
