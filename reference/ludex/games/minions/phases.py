"""What a board allows at all: its state, its phase, and the order of the turn."""

from __future__ import annotations

from dataclasses import replace

from ludex.games.minions.board import (
    FIRST,
    RESET_0,
    RESET_1,
    RESIGNED,
    SPAWN_BEGUN,
    WON,
    Board,
    choice_is_open,
    flagged,
)
from ludex.games.minions.position import Position, with_board
from ludex.games.minions.question import Check, Question
from ludex.rules import check, effect


@check("MIN-GAM-3")
def game_is_on(q: Question) -> bool:
    """Nothing can be done once the game has been won."""
    return not q.position.ended


@check("MIN-TRN-2")
def board_is_of_the_game(q: Question) -> bool:
    """The action names one of the boards."""
    return q.action.board < len(q.position.boards)


@check("MIN-TRN-3")
def general_acts_first(q: Question) -> bool:
    """Under general-first the general acts before any board is entered."""
    return not q.position.entered or q.rules.reads("turn-order", "free")


@check("MIN-TRN-4")
def board_was_not_left(q: Question) -> bool:
    """Under general-first a board that was left is not entered again, and under in-order none after a later one."""
    entered = q.position.entered
    left, passed = q.index in entered[:-1], any(other > q.index for other in entered)
    if not (left or passed) or q.rules.reads("turn-order", "free"):
        return True
    return not left and q.rules.reads("turn-order", "general-first")


@check("MIN-PHA-1")
def board_is_not_passed(q: Question) -> bool:
    """At reset+0 there is no phase at all."""
    return q.board.state != RESET_0


@check("MIN-PHA-2")
def choice_is_made(q: Question) -> bool:
    """The choice of a necromancer comes before anything else on its board."""
    return not choice_is_open(q.board, q.side)


@check("MIN-PHA-3")
def attack_phase_is_on(q: Question) -> bool:
    """The first buy or spawn on a board ends its attack phase."""
    return SPAWN_BEGUN not in q.board.flags


@check("MIN-PHA-4")
def not_at_reset_1(q: Question) -> bool:
    """At reset+1 there is no spawn phase."""
    return q.board.state != RESET_1


@check("MIN-PHA-5")
def first_turn_spawns(q: Question) -> bool:
    """Under attack-only there is no spawn phase in the first turn."""
    return q.board.state != FIRST or q.rules.reads("first-turn", "attack-and-spawn")


@check("MIN-PHA-6")
def board_is_not_closed(q: Question) -> bool:
    """Under board-closed nothing more is done on a board once the enemy's necromancer is destroyed."""
    return WON not in q.board.flags or q.rules.reads("after-kill", "play-on")


@check("MIN-RES-3")
def board_is_not_given_up(q: Question) -> bool:
    """Under instead-of-turn and until-resigned nothing is done on a board that was resigned."""
    return RESIGNED not in q.board.flags or q.rules.reads("resign-when", "any-time")


@effect("MIN-TRN-5")
def entered(position: Position, index: int) -> Position:
    """The side to move has acted on this board."""
    if index in position.entered:
        return position
    return replace(position, entered=(*position.entered, index))


def acted(q: Question, board: Board) -> Position:
    """The position after an action on a board, which leaves it like this."""
    position = with_board(q.position, q.index, board)
    return entered(position, q.index)


@effect("MIN-PHA-7")
def spawn_phase_begun(board: Board) -> Board:
    """The spawn phase of a board has begun."""
    return flagged(board, SPAWN_BEGUN)


ON_A_BOARD: tuple[Check, ...] = (
    board_is_of_the_game,
    board_was_not_left,
    board_is_not_passed,
    board_is_not_closed,
    board_is_not_given_up,
)
ATTACKING: tuple[Check, ...] = (choice_is_made, attack_phase_is_on)
SPAWNING: tuple[Check, ...] = (choice_is_made, not_at_reset_1, first_turn_spawns)
IN_THE_ATTACK_PHASE = ON_A_BOARD + ATTACKING
IN_THE_SPAWN_PHASE = ON_A_BOARD + SPAWNING
