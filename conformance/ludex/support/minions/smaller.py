"""Smaller positions: each with one unit fewer, on a board or in a zone, or with one card fewer in the techline."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from ludex.games import minions
from ludex.games.minions.board import Board, with_unit, without
from ludex.games.minions.pairs import SIDES
from ludex.games.minions.position import with_board
from ludex.rules import Refused, Rules


@cache
def _rules() -> Rules:
    return minions.REGISTER.rules(minions.REGISTER.editions[0])


def smaller(position: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The position with something taken out, in each of the ways; nothing for one that cannot be read."""
    try:
        read = minions.read_position(position, _rules())
    except Refused:
        return
    for index, board in enumerate(read.boards):
        for less in (*_fewer_on(board), *_fewer_waiting(board)):
            yield minions.show_position(with_board(read, index, less))
    yield from _shorter_techline(position)


def _fewer_on(board: Board) -> Iterator[Board]:
    for hex_, unit in enumerate(board.cells):
        if unit is not None:
            yield with_unit(board, hex_, None)


def _fewer_waiting(board: Board) -> Iterator[Board]:
    for side in SIDES:
        zone = board.zones.of(side)
        for kind in dict.fromkeys(zone):
            yield replace(board, zones=board.zones.having(side, without(zone, kind)))


def _shorter_techline(position: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    tech = position["tech"]
    if tech["cards"]:
        yield {**position, "tech": {name: said[:-1] for name, said in tech.items()}}
