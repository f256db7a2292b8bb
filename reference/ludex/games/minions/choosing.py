"""Choosing a necromancer after a reset, and resigning a board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ludex.games.minions.board import (
    RESET_0,
    RESIGNED,
    Board,
    Unit,
    choice_is_open,
    flagged,
    in_order,
    with_more,
    with_unit,
)
from ludex.games.minions.hexes import home
from ludex.games.minions.phases import ON_A_BOARD, acted, board_is_of_the_game
from ludex.games.minions.position import Position, with_board
from ludex.games.minions.question import Check, Question
from ludex.games.minions.table import Kind, table_of
from ludex.rules import Rules, check, effect


@check("MIN-CHO-1")
def a_choice_is_open(q: Question) -> bool:
    """A necromancer is chosen where the side to move has none since the reset, at reset+1 or reset+2."""
    return choice_is_open(q.board, q.side)


@check("MIN-CHO-2")
def necromancer_is_advanced(q: Question) -> bool:
    """The necromancer that is chosen is an advanced one."""
    return q.kind.rank == "advanced"


def is_unused(position: Position, index: int, kind: Kind, rules: Rules) -> bool:
    """Whether a necromancer is still to be had: each once, and any again when none is left."""
    # mechanical: MIN-CHO-3 asks it, and the list of choices with it
    side = position.side
    here = position.boards[index].used.of(side)
    anywhere = frozenset[str]().union(*(board.used.of(side) for board in position.boards))
    everything = {kind.id for kind in table_of(rules).advanced}
    by_board = kind.id not in here or here == everything
    by_game = kind.id not in anywhere or anywhere == everything
    if by_board == by_game:
        return by_board
    return by_game if rules.reads("used-necromancers", "per-side-per-game") else by_board


@check("MIN-CHO-3")
def necromancer_is_unused(q: Question) -> bool:
    """The necromancer that is chosen was not used before."""
    return is_unused(q.position, q.index, q.kind, q.rules)


@check("MIN-CHO-4")
def kept_unit_is_in_the_zone(q: Question) -> bool:
    """A unit that is kept waits in the zone."""
    return q.action.keep is None or q.action.keep in q.board.zones.of(q.side)


@check("MIN-CHO-5")
def a_unit_is_kept(q: Question) -> bool:
    """One unit is kept if the zone has any."""
    return q.action.keep is not None or not q.board.zones.of(q.side) or q.rules.reads("keep-unit", "at-most-one")


@check("MIN-CHO-10")
def start_hex_is_empty(q: Question) -> bool:
    """The new necromancer needs the start hex of its side."""
    return q.board.cells[home(q.side)[0]] is None


CHOOSE_CHECKS: tuple[Check, ...] = (
    *ON_A_BOARD,
    a_choice_is_open,
    necromancer_is_advanced,
    necromancer_is_unused,
    kept_unit_is_in_the_zone,
    a_unit_is_kept,
    start_hex_is_empty,
)


@effect("MIN-CHO-6")
def necromancer_placed(board: Board, side: str, kind: Kind) -> Board:
    """The new necromancer stands on the start hex of its side."""
    return with_unit(board, home(side)[0], Unit(kind, side))


@effect("MIN-CHO-7")
def rest_discarded(board: Board, side: str, keep: Kind | None) -> Board:
    """One unit of the zone is kept, and the rest leaves the game."""
    return replace(board, zones=board.zones.having(side, () if keep is None else in_order((keep,))))


@effect("MIN-CHO-8")
def initiate_joined(board: Board, side: str, initiate: Kind) -> Board:
    """An initiate joins the zone, for nothing."""
    return with_more(board, side, (initiate,))


@effect("MIN-CHO-9")
def noted_as_used(board: Board, side: str, kind: Kind) -> Board:
    """The necromancer counts as used from now on."""
    return replace(board, used=board.used.having(side, board.used.of(side) | {kind.id}))


def after_choose(q: Question) -> Position:
    """The position after a necromancer was chosen."""
    board = necromancer_placed(q.board, q.side, q.kind)
    board = rest_discarded(board, q.side, q.action.keep)
    board = initiate_joined(board, q.side, table_of(q.rules).initiate)
    return acted(q, noted_as_used(board, q.side, q.kind))


def choices(position: Position, index: int, rules: Rules) -> Iterator[tuple[Kind, Kind | None]]:
    """The necromancers that can be chosen on a board, each with what can be kept."""
    # mechanical: lists what the checks of a choice let through; tests hold both equal
    zone = position.boards[index].zones.of(position.side)
    kept: list[Kind | None] = [*dict.fromkeys(zone)]
    if not zone or rules.reads("keep-unit", "at-most-one"):
        kept.append(None)
    for kind in table_of(rules).advanced:
        if is_unused(position, index, kind, rules):
            yield from ((kind, keep) for keep in kept)


# Resigning


@check("MIN-RES-1")
def board_is_not_resigned(q: Question) -> bool:
    """A board is resigned once in a turn."""
    return RESIGNED not in q.board.flags


@check("MIN-RES-2")
def board_was_not_entered(q: Question) -> bool:
    """Where one resigns instead of a turn, nothing was done on the board in this turn."""
    return q.index not in q.position.entered or not q.rules.reads("resign-when", "instead-of-turn")


@check("MIN-RES-4")
def passed_board_is_not_resigned(q: Question) -> bool:
    """A board at reset+0 is passed, and not resigned, unless that is allowed."""
    return q.board.state != RESET_0 or q.rules.reads("reset0-resign", "allowed")


RESIGN_CHECKS: tuple[Check, ...] = (
    board_is_of_the_game,
    board_is_not_resigned,
    board_was_not_entered,
    passed_board_is_not_resigned,
)


@effect("MIN-RES-5")
def board_resigned(board: Board) -> Board:
    """A board that is resigned is lost at the end of the turn."""
    return flagged(board, RESIGNED)


def after_resign(q: Question) -> Position:
    """The position after a board was resigned."""
    return with_board(q.position, q.index, board_resigned(q.board))
