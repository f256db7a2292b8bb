"""Random play: from the start or from anywhere, single actions and ticks, with many ends of turns."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from ludex.games import minions
from ludex.rules import Illegal, Rules
from tests.minions.dealing import some_choices, some_map, some_position
from tests.minions.plain import Plain, position_of, wire_of
from tests.minions.trying import some_attacks, some_moves

WEIGHTS = {
    "attack": 8,
    "move": 6,
    "spawn": 6,
    "choose": 6,
    "buy": 3,
    "tech": 3,
    "march": 2,
    "buy-spell": 1,
    "resign": 1,
}


class Step(NamedTuple):
    """One action that was played, with the position before and the one after it."""

    before: minions.Position
    action: Plain
    after: minions.Position


def begin(dice: Random, rules: Rules) -> minions.Position:
    """The start of a game of one to four boards, or a dealt position of so many."""
    boards = dice.choice([1, 1, 2, 3, 4])
    if dice.random() < 0.25:
        asked: Plain = {"maps": [some_map(dice) for _ in range(boards)], "cards": {"seed": dice.randrange(1000)}}
        begun = minions.OPERATIONS["setup"]({**asked, "money": dice.choice([None, 30])}, rules)["position"]
        return minions.read_position(begun, rules)
    return minions.read_position(wire_of(some_position(dice, boards)), rules)


def some_action(dice: Random, position: minions.Position, rules: Rules) -> Plain | None:
    """A legal action, of a kind that is picked first; None at the end of the game."""
    listed = minions.legal(position, rules)
    if not listed:
        return None
    by_kind: dict[str, list[Plain]] = {}
    for action in listed:
        by_kind.setdefault(action["kind"], []).append(action)
    ending = 1 + 2 * len(position.entered)
    kinds = dice.choices([*by_kind], [WEIGHTS.get(kind, ending) for kind in by_kind])
    return some_tick(dice, position, kinds[0], rules) or dice.choice(by_kind[kinds[0]])


def some_tick(dice: Random, position: minions.Position, kind: str, rules: Rules) -> Plain | None:
    """A legal tick of several moves or attacks, if chance finds one."""
    if kind not in ("move", "attack"):
        return None
    plain = position_of(minions.show_position(position))
    some = {"move": some_moves, "attack": some_attacks}[kind]
    tick = some(dice, plain, dice.randrange(len(plain["boards"])))
    try:
        if tick is not None:
            minions.apply(position, tick, rules)
    except Illegal:
        return None
    return tick


def play(dice: Random, position: minions.Position, rules: Rules, most: int) -> Iterator[Step]:
    """Up to ``most`` actions of random play."""
    for _ in range(most):
        action = some_action(dice, position, rules)
        if action is None:
            return
        after = minions.apply(position, action, rules)
        yield Step(position, action, after)
        position = after


def game(number: int, most: int = 40, choices: dict[str, Any] | None = None) -> tuple[Rules, list[Step]]:
    """A game under some readings (or these), from its number."""
    dice = Random(f"game {number}")
    rules = minions.REGISTER.rules("initiate", some_choices(dice) if choices is None else choices)
    return rules, [*play(dice, begin(dice, rules), rules, most)]
