"""What becomes of a board that is won or lost."""

from __future__ import annotations

from dataclasses import replace

from ludex.games.minions.board import (
    EMPTY,
    FIRST,
    NORMAL,
    RESET_0,
    RESET_1,
    RESET_2,
    Board,
    Unit,
    units_of,
    with_more,
    with_unit,
)
from ludex.games.minions.hexes import home
from ludex.games.minions.pairs import SIDES
from ludex.games.minions.table import Kind, Table
from ludex.rules import Rules, effect, relation

WON, LOST = "won", "lost"


@effect("MIN-RST-1")
def units_returned(board: Board, rules: Rules) -> Board:
    """All units on the board go to their owners' zones, whole; what was noted of the turn is gone."""
    returned = replace(board, cells=EMPTY, flags=frozenset())
    for side in SIDES:
        kinds = [unit.kind for _, unit in units_of(board, side)]
        returned = with_more(returned, side, necromancers_gone(tuple(kinds), rules))
    return returned


@effect("MIN-RST-2")
def necromancers_gone(kinds: tuple[Kind, ...], rules: Rules) -> tuple[Kind, ...]:
    """A necromancer that has survived leaves the game, or goes to the zone with the others."""
    mortal = tuple(kind for kind in kinds if kind.rank is None)
    if mortal == kinds or rules.reads("surviving-necromancer", "to-zone"):
        return kinds
    return mortal


@effect("MIN-RST-3")
def zombies_placed(board: Board, zombie: Kind) -> Board:
    """Six zombies a side stand round the start hexes."""
    for side in SIDES:
        for hex_ in home(side)[1:]:
            board = with_unit(board, hex_, Unit(zombie, side))
    return board


@effect("MIN-RST-4")
def initiates_given(board: Board, initiate: Kind, rules: Rules) -> Board:
    """Each side gets an initiate at the reset already, where that is so."""
    if rules.reads("initiate", "choose-phase"):
        return board
    for side in SIDES:
        board = with_more(board, side, (initiate,))
    return board


def board_reset(board: Board, table: Table, rules: Rules) -> Board:
    """A board after its reset; its state is still the old one."""
    board = zombies_placed(units_returned(board, rules), table.zombie)
    return initiates_given(board, table.initiate, rules)


@relation("MIN-RST-5")
def state_after_win(rules: Rules) -> str:
    """The state of a board, for the opponent, that the side to move has won."""
    return RESET_0 if rules.reads("restart", "by-state") else RESET_1


@relation("MIN-RST-6")
def state_after_loss(rules: Rules) -> str:
    """The state of a board, for the opponent, that the side to move has lost."""
    return RESET_0 if rules.reads("restart", "loser") else RESET_1


_NEXT = {FIRST: NORMAL, NORMAL: NORMAL, RESET_0: RESET_1, RESET_1: RESET_2, RESET_2: NORMAL}


@effect("MIN-RST-7")
def state_after_turn(state: str) -> str:
    """The state of a board, for the opponent, on which nothing was decided."""
    return _NEXT[state]


def next_state(board: Board, fate: str | None, rules: Rules) -> str:
    """The state of a board in the opponent's turn."""
    # mechanical: picks for MIN-END-8 among MIN-RST-5 to MIN-RST-7, which say the state
    if fate == WON:
        return state_after_win(rules)
    return state_after_loss(rules) if fate == LOST else state_after_turn(board.state)
