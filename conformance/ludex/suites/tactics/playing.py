"""Play: from the start or from a scene, some actions on."""

from __future__ import annotations

from typing import Any

from ludex.games.tactics.actions import ATTACK, END_TURN, MOVE, MOVE_AND_ATTACK, Action
from ludex.games.tactics.play import apply, legal
from ludex.games.tactics.state import Position, start_position
from ludex.rules import Rules
from ludex.suites.dice import Dice
from ludex.suites.tactics.positions import DEFAULT, Ask

WEIGHTS = {MOVE: 8, ATTACK: 30, MOVE_AND_ATTACK: 30, END_TURN: 1}


def an_action(dice: Dice, position: Position, rules: Rules = DEFAULT) -> dict[str, Any]:
    """Some valid action; attacks are likelier than steps, and steps likelier than giving the turn up."""
    actions = legal(position, rules)
    kinds = sorted({action["type"] for action in actions})
    throw = dice.below(sum(WEIGHTS[kind] for kind in kinds))
    for kind in kinds:
        throw -= WEIGHTS[kind]
        if throw < 0:
            return dice.pick([action for action in actions if action["type"] == kind])
    raise ValueError("nothing to do")


def play_on(dice: Dice, position: Position, actions: int) -> Position:
    """The position so many actions on, or where the game ended."""
    for _ in range(actions):
        if position.over:
            break
        position = apply(position, an_action(dice, position), DEFAULT)
    return position


def in_play(dice: Dice) -> Ask:
    """A position somewhere in a game, with what its turn has spent now and then."""
    position = play_on(dice, start_position(), dice.between(0, 26))
    spent = position.spent if dice.chance(30) else None
    return Ask(position, Action(END_TURN, position.current), spent)
