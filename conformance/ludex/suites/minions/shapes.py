"""Every single action of each kind: what `legal` is held against."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from ludex.games.minions.hexes import NAMES
from ludex.games.minions.position import Position
from ludex.games.minions.table import table_of
from ludex.rules import Rules

Said = dict[str, Any]
GENERAL = ("buy-spell", "march", "end-turn")


def shapes(position: Position, rules: Rules) -> Mapping[str, Iterator[Said]]:
    """For each kind every action of one entry, on every board and one beyond.

    Of the hexes where nobody stands two stand for all as the one that a move or an attack begins on.
    """
    boards, kinds = range(len(position.boards) + 1), tuple(table_of(rules).kinds)
    ways = [(board, [here, there]) for board in boards for here in _first_hexes(position, board) for there in NAMES]
    return {
        "move": ({"kind": "move", "board": board, "moves": [way]} for board, way in ways),
        "attack": ({"kind": "attack", "board": board, "attacks": [way]} for board, way in ways),
        "buy": ({"kind": "buy", "board": board, "unit": unit} for board, unit in product(boards, kinds)),
        "spawn": (
            {"kind": "spawn", "board": board, "unit": unit, "to": to}
            for board, unit, to in product(boards, kinds, NAMES)
        ),
        "choose": (
            {"kind": "choose", "board": board, "necromancer": unit, "keep": keep}
            for board, unit, keep in product(boards, kinds, (None, *kinds))
        ),
        "resign": ({"kind": "resign", "board": board} for board in boards),
        "tech": ({"kind": "tech", "card": card} for card in kinds),
        "general": ({"kind": kind} for kind in GENERAL),
    }


def _first_hexes(position: Position, board: int) -> list[str]:
    if board == len(position.boards):
        return [NAMES[0]]
    taken = [name for name, unit in zip(NAMES, position.boards[board].cells, strict=True) if unit is not None]
    free = [name for name in NAMES if name not in taken]
    return [*taken, *free[:1], *free[-1:]]
