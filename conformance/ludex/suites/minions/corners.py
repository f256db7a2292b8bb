"""Corners that drawn scenes seldom reach: what adds up, what is there twice, ways round, and gaps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from ludex.games.minions.actions import CHOOSE, END_TURN, MARCH, MOVE, Action
from ludex.games.minions.board import Unit as Placed
from ludex.games.minions.board import with_more, with_unit
from ludex.games.minions.hexes import distance, home
from ludex.games.minions.moving import steps_left, ways
from ludex.games.minions.position import NO_SPELL, ONE_SPELL, Position, with_board
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.minions.positions import (
    BASIC,
    DEFAULT,
    NECROMANCERS,
    UNITS,
    Ask,
    Unlike,
    answer_to,
    is_readable,
    rules_with,
)
from ludex.suites.minions.scenes import SCENES, attacking, draw_scene
from ludex.suites.minions.wording import narrow

EACH = 26
STRIKERS = tuple(kind for kind in UNITS if kind.attack == "normal" and kind.value >= 3)
PRICED = tuple(kind for kind in UNITS if kind.rebate > 0 and kind.defense <= 3)
SOULS = tuple(kind for kind in NECROMANCERS if kind.has("soul"))
LATER = rules_with(rebate_time="owners-turn")


def topics(_: str) -> Iterator[SuiteTopic]:
    """By what is seldom."""
    told = {
        "owed": ("apply", "A rebate is owed beside what is owed already.", _owe_twice),
        "two-necromancers": ("apply", "One of two necromancers of a side dies.", _one_of_two),
        "two-souls": ("ending", "Several souls on one board at the end of a turn.", _souls),
        "gap": ("apply", "A march where a card without a spell lies before others with one.", _gap),
        "kept-twice": ("apply", "The unit that is kept is in the zone several times.", _kept_twice),
        "way-round": ("apply", "Moves whose way is longer than the distance.", _way_round),
    }
    for name, (kind, about, scene) in told.items():
        yield SuiteTopic(f"corners-{name}", kind, "apply", about, partial(_cases, name, scene))


def _cases(name: str, scene: Callable[[Dice], Ask | None]) -> Iterator[Case]:
    dice, unlike, made = Dice(f"minions corners {name}"), Unlike(), 0
    while made < EACH:
        ask = scene(dice)
        if ask is not None and is_readable(ask.position) and _applies(ask) and unlike(ask.position):
            made += 1
            yield narrow(ask, made, 2)


def _applies(ask: Ask) -> bool:
    return not isinstance(answer_to(ask, DEFAULT), tuple)


def _owe_twice(dice: Dice) -> Ask | None:
    """A unit with a rebate dies, and its owner is owed something already."""
    ask = draw_scene(dice, lambda dice: attacking(dice, dice.pick(STRIKERS), dice.pick(PRICED)))
    position, enemy = ask.position, ask.position.enemy
    owed = position.owed.having(enemy, dice.between(1, 9))
    asked = Ask(replace(position, owed=owed), ask.action)
    after = answer_to(asked, LATER)
    return asked if isinstance(after, Position) and after.owed.of(enemy) > owed.of(enemy) else None


def _one_of_two(dice: Dice) -> Ask | None:
    """A necromancer falls, and another of its side stands on the board."""
    ask = draw_scene(dice, lambda dice: attacking(dice, dice.pick(STRIKERS), dice.pick(NECROMANCERS)))
    position, index = ask.position, ask.action.board
    board = position.boards[index]
    target = ask.action.pairs[0][1]
    hurt = board.cells[target]
    striker = board.cells[ask.action.pairs[0][0]]
    empty = [hex_ for hex_, unit in enumerate(board.cells) if unit is None and hex_ not in board.map.water]
    if hurt is None or striker is None or hurt.kind.rank is None or hurt.side == position.side:
        return None
    nearly = hurt._replace(damage=max(0, hurt.kind.defense - striker.kind.value))
    board = with_unit(board, target, nearly)
    board = with_unit(board, dice.pick(empty), Placed(dice.pick(NECROMANCERS), position.enemy))
    asked = Ask(with_board(position, index, board), ask.action)
    after = answer_to(asked, DEFAULT)
    return asked if isinstance(after, Position) and after.boards[index].cells[target] is None else None


def _souls(dice: Dice) -> Ask | None:
    """The side to move has further souls on a board."""
    ask = draw_scene(dice, SCENES[END_TURN])
    position = ask.position
    index = dice.below(len(position.boards))
    board = position.boards[index]
    held = {*home(position.enemy), *board.map.water}
    empty = [hex_ for hex_, unit in enumerate(board.cells) if unit is None and hex_ not in held]
    for hex_ in dice.some(empty, dice.between(1, 2)):
        board = with_unit(board, hex_, Placed(dice.pick(SOULS), position.side))
    if not any(unit is not None and unit.side == position.side and unit.kind is BASIC for unit in board.cells):
        return None
    return Ask(with_board(position, index, board), Action(END_TURN))


def _gap(dice: Dice) -> Ask | None:
    """A card without a spell, and cards with one behind it."""
    ask = draw_scene(dice, SCENES[MARCH])
    position, count = ask.position, len(ask.position.cards)
    if count < 3:
        return None
    gap = dice.below(count - 2)
    signs = ONE_SPELL * gap + NO_SPELL + "".join(dice.pick((NO_SPELL, ONE_SPELL)) for _ in range(count - gap - 2))
    return Ask(replace(position, tech=position.tech.having(position.side, signs + ONE_SPELL)), ask.action)


def _kept_twice(dice: Dice) -> Ask | None:
    """What is kept waits in the zone more than once."""
    ask = draw_scene(dice, SCENES[CHOOSE])
    keep, index = ask.action.keep, ask.action.board
    if keep is None or index >= len(ask.position.boards):
        return None
    board = with_more(ask.position.boards[index], ask.position.side, [keep] * dice.between(1, 3))
    return Ask(with_board(ask.position, index, board), ask.action)


def _way_round(dice: Dice) -> Ask | None:
    """A unit on foot goes round water or enemies."""
    ask = draw_scene(dice, SCENES[MOVE])
    (here, there), *_ = ask.action.pairs
    board = ask.position.boards[ask.action.board] if ask.action.board < len(ask.position.boards) else None
    unit = board.cells[here] if board else None
    if board is None or unit is None:
        return None
    found = ways(board, unit, here, steps_left(unit)).get(there, 0)
    return ask if found > distance(here, there) else None
