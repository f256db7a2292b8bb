"""Small scenes drawn by dice: a few units so placed that one kind of turn is near at hand."""

from __future__ import annotations

from collections.abc import Callable

from ludex.games.tribun.board import BESIDE, NEIGHBOURS, TILES, other, xy_of
from ludex.games.tribun.composing import DONORS_OF
from ludex.games.tribun.patterns import PRIMARY, SECONDARY, aim, reach
from ludex.games.tribun.position import Position
from ludex.games.tribun.units import Unit
from ludex.rules import Rules
from ludex.suites.dice import Dice
from ludex.suites.tribun.positions import HEIGHTS, STACKS, Draft

Scene = Callable[[Dice, Rules], Position]


def a_unit(dice: Dice, color: int, stacks: int = 35) -> Unit:
    """Some unit of a colour; so many of a hundred hold a slave."""
    p, s = dice.pick(STACKS) if dice.chance(stacks) else (dice.pick(HEIGHTS), 0)
    return Unit(p, s, color, False)


def a_tribun(dice: Dice, color: int) -> Unit:
    """A tribun, most often of height 1."""
    return Unit(1 if dice.chance(50) else dice.pick(HEIGHTS), 0, color, True)


def with_tribuns(dice: Dice, draft: Draft) -> None:
    """The tribuns that are still missing, anywhere."""
    for color in (0, 1):
        if not draft.has_tribun(color):
            draft.stand(a_tribun(dice, color), dice.pick(draft.free()))


def near(cid: int, within: int) -> list[int]:
    """The other tiles within so many steps."""
    x, y = xy_of(cid)
    return [to for to in TILES if 0 < _distance(x, y, *xy_of(to)) <= within]


def _distance(x: int, y: int, to_x: int, to_y: int) -> int:
    dx, dy = to_x - x, to_y - y
    return max(abs(dx), abs(dy), abs(dx - dy))


def bystanders(dice: Dice, draft: Draft, around: int, most: int, within: int = 3) -> None:
    """Up to so many units of either colour near a tile."""
    for _ in range(dice.between(0, most)):
        if free := draft.free(near(around, within)):
            draft.stand(a_unit(dice, dice.below(2), 25), dice.pick(free))


def finish(dice: Dice, draft: Draft, turn: int, rules: Rules) -> Position:
    """The scene with both tribuns; now and then a draw is on offer, or (where one can decline) somebody is blocked."""
    with_tribuns(dice, draft)
    offer = dice.below(2) if dice.chance(12) else None
    blocked = dice.below(2) if offer is None and rules.fact("decline") and dice.chance(12) else None
    return draft.position(turn, offer, blocked)


# Moving


def moving(dice: Dice, rules: Rules) -> Position:
    """A unit, and others in its way."""
    color, draft, tile = dice.below(2), Draft(), dice.pick(TILES)
    unit = a_tribun(dice, color) if dice.chance(15) else a_unit(dice, color, 50)
    draft.stand(unit, tile)
    for _ in range(dice.between(0, 5)):
        part = SECONDARY if unit.s and dice.chance(50) else PRIMARY
        reached = draft.free(reach(bytes(draft.board), tile, unit, part, rules))
        if reached and dice.chance(60):
            draft.stand(a_unit(dice, dice.below(2), 20), dice.pick(reached))
    bystanders(dice, draft, tile, 5)
    return finish(dice, draft, color, rules)


# Attacking


def _aiming_at(draft: Draft, target: int, unit: Unit, part: int, rules: Rules) -> list[int]:
    board = bytes(draft.board)
    return [cid for cid in draft.free() if target in aim(board, cid, unit, part, rules)]


def join_attack(dice: Dice, draft: Draft, target: int, color: int, rules: Rules) -> None:
    """One more unit that can attack the target, with one part or the other."""
    tribun = not draft.has_tribun(color) and dice.chance(20)
    unit = a_tribun(dice, color) if tribun else a_unit(dice, color, 45)
    part = SECONDARY if unit.s and dice.chance(50) else PRIMARY
    if tiles := _aiming_at(draft, target, unit, part, rules):
        draft.stand(unit, dice.pick(tiles))


def _attacking(dice: Dice, rules: Rules, target_unit: Callable[[int], Unit]) -> Position:
    color, draft, target = dice.below(2), Draft(), dice.pick(TILES)
    draft.stand(target_unit(other(color)), target)
    for _ in range(dice.pick((1, 1, 2, 2, 2, 3, 3, 4))):
        join_attack(dice, draft, target, color, rules)
    bystanders(dice, draft, target, 3)
    return finish(dice, draft, color, rules)


def attacking(dice: Dice, rules: Rules) -> Position:
    """A lone unit under attack."""
    return _attacking(dice, rules, lambda color: a_unit(dice, color, 0))


def attacking_low(dice: Dice, rules: Rules) -> Position:
    """A lone unit of a height that a single attacker brings down."""
    return _attacking(dice, rules, lambda color: Unit(dice.pick((1, 1, 2, 2, 3, 3, 4, 6, 8)), 0, color, False))


def attacking_high(dice: Dice, rules: Rules) -> Position:
    """A unit that is not brought down so easily, with or without a slave."""
    return _attacking(
        dice,
        rules,
        lambda color: a_unit(dice, color, 100) if dice.chance(35) else Unit(dice.pick(HEIGHTS[1:]), 0, color, False),
    )


def attacking_stack(dice: Dice, rules: Rules) -> Position:
    """A stack under attack."""
    return _attacking(dice, rules, lambda color: a_unit(dice, color, 100))


BOTH_PARTS = ((2, 2), (2, 4), (4, 2), (4, 4), (4, 8), (2, 4), (4, 8), (3, 3))


def attacking_twice(dice: Dice, rules: Rules) -> Position:
    """A unit, or now and then a stack, that some stack can attack with either part; others may help."""
    color, draft, target = dice.below(2), Draft(), dice.pick(TILES)
    low = Unit(dice.pick((2, 3, 4, 4, 6, 6, 8, 8)), 0, other(color), False)
    draft.stand(a_unit(dice, other(color), 100) if dice.chance(25) else low, target)
    p, s = dice.pick(BOTH_PARTS)
    stack = Unit(p, s, color, False)
    by_slave = set(_aiming_at(draft, target, stack, SECONDARY, rules))
    if tiles := [cid for cid in _aiming_at(draft, target, stack, PRIMARY, rules) if cid in by_slave]:
        draft.stand(stack, dice.pick(tiles))
    for _ in range(dice.pick((0, 0, 1, 1, 2))):
        join_attack(dice, draft, target, color, rules)
    return finish(dice, draft, color, rules)


def attacking_tribun(dice: Dice, rules: Rules) -> Position:
    """A tribun under attack."""
    return _attacking(dice, rules, lambda color: a_tribun(dice, color))


# Composing


def combining(dice: Dice, rules: Rules) -> Position:
    """Units of one side around an empty tile."""
    color, draft, center = dice.below(2), Draft(), dice.pick(TILES)
    for tile in dice.some(NEIGHBOURS[center], dice.between(2, 4)):
        tribun = not draft.has_tribun(color) and dice.chance(20)
        leader = Unit(dice.pick((1, 1, 2, 3, 4, 6, 8)), 0, color, True)
        draft.stand(leader if tribun else a_unit(dice, color, 40), tile)
    for tile in draft.free(NEIGHBOURS[center])[: dice.below(2)]:
        draft.stand(a_unit(dice, other(color)), tile)
    bystanders(dice, draft, center, 2)
    draft.clear(center)
    return finish(dice, draft, color, rules)


def combining_alike(dice: Dice, rules: Rules) -> Position:
    """Units that are alike, in the places of a symmetric combination."""
    color, draft = dice.below(2), Draft()
    center = dice.pick([tile for tile in TILES if len(NEIGHBOURS[tile]) == 6])
    unit, config = a_unit(dice, color, 45), dice.below(3)
    for direction in DONORS_OF[config]:
        draft.stand(unit, BESIDE[center][direction][0])
    if unit.s == 0 and dice.chance(25):
        draft.stand(unit._replace(tribun=True), BESIDE[center][dice.pick(DONORS_OF[config])][0])
    if dice.chance(40):
        for tile in dice.some(draft.free(NEIGHBOURS[center]), dice.between(1, 3)):
            draft.stand(unit if dice.chance(40) else a_unit(dice, dice.below(2)), tile)
    bystanders(dice, draft, center, 2)
    draft.clear(center)
    return finish(dice, draft, color, rules)


def splitting(dice: Dice, rules: Rules) -> Position:
    """A unit with some room around it."""
    color, draft, tile = dice.below(2), Draft(), dice.pick(TILES)
    unit = a_unit(dice, color, 45)
    draft.stand(unit if unit.p > 1 else Unit(dice.pick(HEIGHTS[1:]), 0, color, False), tile)
    for beside in NEIGHBOURS[tile]:
        if dice.chance(30):
            draft.stand(a_unit(dice, dice.below(2), 20), beside)
    return finish(dice, draft, color, rules)


def backstabbing(dice: Dice, rules: Rules) -> Position:
    """A stack with some room around it; now and then a tribun that holds a slave (which one reading lets it)."""
    color, draft, tile = dice.below(2), Draft(), dice.pick(TILES)
    p, s = dice.pick(STACKS)
    draft.stand(Unit(p, s, color, dice.chance(12)), tile)
    for beside in NEIGHBOURS[tile]:
        if dice.chance(30):
            draft.stand(a_unit(dice, dice.below(2), 20), beside)
    return finish(dice, draft, color, rules)


# Anything


def mix(dice: Dice, rules: Rules) -> Position:
    """Some units of each side, anywhere."""
    draft = Draft()
    for color in (0, 1):
        for _ in range(dice.between(1, 7)):
            draft.stand(a_unit(dice, color), dice.pick(draft.free()))
    return finish(dice, draft, dice.below(2), rules)


def crowd(dice: Dice, rules: Rules) -> Position:
    """Many units on few tiles."""
    draft, center = Draft(), dice.pick(TILES)
    for tile in near(center, 2):
        if dice.chance(60):
            draft.stand(a_unit(dice, dice.below(2)), tile)
    return finish(dice, draft, dice.below(2), rules)


def full(dice: Dice, share: int) -> Position:
    """So many of a hundred tiles taken, by low units most of all."""
    draft = Draft()
    for tile in TILES:
        if dice.chance(share):
            low = Unit(dice.pick((1, 1, 1, 2, 2, 3)), 0, dice.below(2), False)
            draft.stand(low if dice.chance(60) else a_unit(dice, dice.below(2)), tile)
    if len(draft.free()) < 2:
        draft.clear(dice.pick(TILES))
        draft.clear(TILES[0])
    with_tribuns(dice, draft)
    return draft.position(dice.below(2))
