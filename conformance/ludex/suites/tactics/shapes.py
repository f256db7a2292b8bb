"""Every action of each type, written as lists write it: what `legal` is held against."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from ludex.games.tactics.actions import ATTACK, END_TURN, MOVE, MOVE_AND_ATTACK, Action, show_action
from ludex.games.tactics.board import SIZE, Tile
from ludex.games.tactics.state import PLAYERS, Position
from ludex.rules import Rules

PLACES = tuple(Tile(x, y) for x, y in product(range(-1, SIZE + 1), repeat=2))
NOBODY = "nobody"


def shapes(position: Position, rules: Rules) -> Mapping[str, Iterator[dict[str, Any]]]:
    """For each type every player, place (those around the board, too) and unit, somebody unknown among them."""
    units = (*(unit.id for unit in position.units), NOBODY)
    found: dict[str, Iterator[Action]] = {
        END_TURN: (Action(END_TURN, player) for player in PLAYERS),
        MOVE: (Action(MOVE, player, place) for player, place in product(PLAYERS, PLACES)),
        ATTACK: (Action(ATTACK, *one) for one in product(PLAYERS, PLACES, units)),
        MOVE_AND_ATTACK: (Action(MOVE_AND_ATTACK, *one) for one in product(PLAYERS, PLACES, units)),
    }
    return {kind: (show_action(action, rules) for action in actions) for kind, actions in found.items()}
