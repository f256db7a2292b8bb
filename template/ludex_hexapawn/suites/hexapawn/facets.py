"""What there is to say of a question: the names that the points of `matrix.toml` use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludex.rules import Rules, Unreadable
from ludex_hexapawn.games.hexapawn import read_position
from ludex_hexapawn.games.hexapawn.play import read_move
from ludex_hexapawn.games.hexapawn.position import EMPTY, PAWNS, size_of


def facets(operation: str, asked: Mapping[str, Any], rules: Rules) -> Mapping[str, Any]:
    """The facets of a question; of a malformed one nothing but what is asked."""
    found: dict[str, Any] = {"op": operation}
    try:
        position, size = read_position(asked["position"], rules), size_of(rules)
        move = read_move(asked["action"], size) if operation == "apply" else None
    except Unreadable:
        return found
    mine, letters = PAWNS[position.turn], "".join(position.board)
    found |= {"turn": position.turn, "winner": position.winner, "size": size}
    found |= {"pawns": letters.count(mine), "free": letters.count(EMPTY)}
    if move is not None:
        there = position.at(move.end)
        found |= {"there": "nobody" if there == EMPTY else "own" if there == mine else "enemy"}
        found |= {"column": move.end.column, "row": move.end.row, "stays": move.begin == move.end}
        found |= {"aside": move.end.column - move.begin.column, "farthest": 0 if position.turn == "white" else size - 1}
    return found
