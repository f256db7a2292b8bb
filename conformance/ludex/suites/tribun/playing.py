"""Positions as they arise in play: from the standard start, some turns on."""

from __future__ import annotations

from ludex.games.tribun.play import apply, legal
from ludex.games.tribun.position import Position, standard_start
from ludex.rules import Rules
from ludex.suites.dice import Dice

ATTACKS = (1, 2, 3, 4)
WINS = 9


def a_turn(dice: Dice, position: Position, rules: Rules, attacks: int = 40) -> int | None:
    """Some legal word, an attack so many times in a hundred, never one that wins; None where there is none."""
    words = [word for word in legal(position, rules) if word >> 28 != WINS]
    hits = [word for word in words if word >> 28 in ATTACKS]
    if hits and dice.chance(attacks):
        words = hits
    if not words:
        return None
    opcode = dice.pick(sorted({word >> 28 for word in words}))
    return dice.pick([word for word in words if word >> 28 == opcode])


def played_from_start(dice: Dice, rules: Rules, turns: int) -> Position:
    """The standard start, so many turns on (or fewer, if the side to move has none)."""
    position = standard_start(dice.below(2))
    for _ in range(turns):
        word = a_turn(dice, position, rules)
        if word is None:
            break
        position = apply(position, word, rules)
    return position


def in_play(dice: Dice, rules: Rules) -> Position:
    """A position somewhere in a match."""
    return played_from_start(dice, rules, dice.pick((2, 6, 12, 20, 30, 45, 60)))
