"""Every word of each opcode of a turn, so far as there can be a difference: what `legal` is held against."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from ludex.games.tribun.board import NEIGHBOURS, TILES
from ludex.games.tribun.position import Position, own_tiles
from ludex.games.tribun.units import UNITS
from ludex.games.tribun.words import (
    Action,
    AttackTribun,
    Backstabb,
    Combine,
    Damage,
    Enslave,
    Kill,
    Liberate,
    Move,
    Split,
    Symmetric,
    show_action,
)
from ludex.rules import Rules

PARTS = SIDES = (0, 1)
DIRECTIONS = range(6)
MOST_WRITTEN = 7  # that a word gives a piece


def shapes(position: Position, rules: Rules) -> Mapping[str, Iterator[int]]:
    """For each opcode every word that can be read.

    Left out are centres far from every own unit, and amounts of which the least that is too much stands for all.
    """
    found: dict[str, Iterator[Action]] = {
        "MOVE": (Move(*one) for one in product(TILES, TILES, PARTS)),
        "KILL": (Kill(*one) for one in product(TILES, TILES, PARTS)),
        "LIBERATE": (Liberate(cid) for cid in TILES),
        "DAMAGE": (Damage(*one) for one in product(TILES, range(1, 9))),
        "ENSLAVE": (Enslave(*one) for one in product(TILES, TILES)),
        "COMBINE": _combinations(position),
        "SYM_COMBINE": (Symmetric(*one) for one in product(TILES, range(3), range(1, 5))),
        "SPLIT": _splits(position),
        "BACKSTABB": (Backstabb(*one) for one in product(TILES, DIRECTIONS)),
        "ATTACK_TRIBUN": (AttackTribun(*one) for one in product(TILES, TILES, SIDES)),
    }
    return {name: (show_action(action, rules) for action in actions) for name, actions in found.items()}


def _combinations(position: Position) -> Iterator[Combine]:
    own = own_tiles(position.board, position.turn)
    highest = max((UNITS[position.board[cid]].p for cid in own), default=0)
    centers = sorted({near for cid in own for near in NEIGHBOURS[cid]})
    amounts = range(1, min(highest + 1, 8) + 1)
    return (Combine(*one) for one in product(centers, DIRECTIONS, DIRECTIONS, amounts, amounts))


def _splits(position: Position) -> Iterator[Split]:
    for cid in TILES:
        if unit := position.board[cid]:
            yield from (Split(cid, *amounts) for amounts in _amounts(UNITS[unit].p + 1, 6))


def _amounts(most: int, places: int) -> Iterator[tuple[int, ...]]:
    """Amounts for so many directions, together no more than this."""
    if not places:
        yield ()
        return
    for first in range(min(most, MOST_WRITTEN) + 1):
        yield from ((first, *rest) for rest in _amounts(most - first, places - 1))
