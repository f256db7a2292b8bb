"""Whose turn it is, when it passes, and when the game is over."""

from __future__ import annotations

from dataclasses import replace

from ludex.games.tactics.actions import END_TURN
from ludex.games.tactics.question import Question
from ludex.games.tactics.state import NOTHING_SPENT, Position, opponent, survivors
from ludex.rules import Rules, check, effect


@check("TAC-WIN-2")
def game_is_on(q: Question) -> bool:
    """Nothing is done once the game is over."""
    return not q.position.over


@check("TAC-ACT-2")
def type_is_given(q: Question) -> bool:
    """An action says what it is."""
    return q.action.type is not None


@check("TAC-TRN-2")
def player_is_on_turn(q: Question) -> bool:
    """Only the player on turn acts."""
    return q.action.player == q.position.current or (
        q.action.type == END_TURN and q.rules.reads("end-turn-off-turn", "allow")
    )


@effect("TAC-TRN-3")
def passed(position: Position) -> Position:
    """The opponent is on turn, and nothing of that turn is spent."""
    return replace(position, current=opponent(position.current), spent=NOTHING_SPENT)


@effect("TAC-WIN-1")
def decided(position: Position) -> Position:
    """The game is over if only one player has a unit alive, and that player has won."""
    left = survivors(position)
    return replace(position, over=True, winner=next(iter(left))) if len(left) == 1 else position


@effect("TAC-END-2")
def turn_ended(position: Position, player: str, rules: Rules) -> Position:
    """The turn passes; out of turn, where that is allowed, it may also be left where it is."""
    if player != position.current and rules.reads("off-turn-end-effect", "opponent"):
        return position
    return passed(position)


def after_end_turn(q: Question) -> Position:
    """The position after an END_TURN."""
    return turn_ended(q.position, q.action.player, q.rules)


@effect("TAC-MAT-5")
def turn_over(position: Position, rules: Rules) -> Position:
    """The turn passes after a MOVE_AND_ATTACK; after one that wins it may stay."""
    if position.over and rules.reads("turn-after-winning-move-attack", "stays"):
        return position
    return passed(position)
