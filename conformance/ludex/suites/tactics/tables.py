"""Tables: from every tile, to every place near it, over every edge, in every direction."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.games.tactics.actions import ATTACK, MOVE, MOVE_AND_ATTACK, Action
from ludex.games.tactics.board import Tile, on_board
from ludex.games.tactics.state import PLAYERS, Position, Unit, opponent
from ludex.suites import Case, SuiteTopic
from ludex.suites.tactics.positions import RING, TILES, Ask, apart, settle, tiles_around
from ludex.suites.tactics.wording import case_of

NEAR = 2


def topics(_: str) -> Iterator[SuiteTopic]:
    """One table for each type that has a place."""
    about = "A unit on each tile, and a MOVE to each place up to two steps away, on the board and beside it."
    yield SuiteTopic("tiles-move", "validate", "validate", about, _moves)
    about = "A target on each tile, a unit on each tile up to two steps away, and an ATTACK."
    yield SuiteTopic("tiles-attack", "apply", "apply", about, _attacks)
    about = "A target on each tile, a mover up to three steps away, and a MOVE_AND_ATTACK over each tile between."
    yield SuiteTopic("tiles-move-and-attack", "apply", "apply", about, _combinations)


def _pair(mine: Tile, other: Tile, number: int) -> tuple[Position, str]:
    """A unit of one player on a tile, one of the other on another; who is who changes from case to case."""
    player = PLAYERS[number % 2]
    units = (Unit("m", player, 4, 3, True, mine), Unit("t", opponent(player), 5, 2, True, other))
    return settle(units[:: 1 - 2 * (number // 2 % 2)], player), player


def _moves() -> Iterator[Case]:
    number = 0
    for tile in TILES:
        far = max(TILES, key=lambda one: (apart(one, tile), one))
        for place in RING:
            if apart(tile, place) <= NEAR and place != far:
                position, player = _pair(tile, far, number)
                yield case_of(Ask(position, Action(MOVE, player, place)), "table")
                number += 1


def _attacks() -> Iterator[Case]:
    number = 0
    for tile in TILES:
        for mine in TILES:
            if 0 < apart(tile, mine) <= NEAR:
                position, player = _pair(mine, tile, number)
                yield case_of(Ask(position, Action(ATTACK, player, tile, "t")), "table")
                number += 1


def _combinations() -> Iterator[Case]:
    number = 0
    for tile in TILES:
        for mine in TILES:
            for goal in tiles_around(mine):
                if tile not in (goal, mine) and apart(goal, tile) == 1 and on_board(goal):
                    position, player = _pair(mine, tile, number)
                    yield case_of(Ask(position, Action(MOVE_AND_ATTACK, player, goal, "t")), "table")
                    number += 1
            if apart(tile, mine) in (1, 3):
                goal = min(tiles_around(mine), key=lambda one: (apart(one, tile) or 9, one))
                position, player = _pair(mine, tile, number)
                yield case_of(Ask(position, Action(MOVE_AND_ATTACK, player, goal, "t")), "table")
                number += 1
