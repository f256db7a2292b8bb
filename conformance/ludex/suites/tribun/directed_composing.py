"""Turns made on purpose, for every kind of unit and every way to slip: combining, splitting, backstabbing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache

from ludex.games.tribun.board import BESIDE, TILES
from ludex.games.tribun.composing import DONORS_OF
from ludex.games.tribun.position import Position
from ludex.games.tribun.units import Unit, is_height
from ludex.games.tribun.words import Backstabb, Combine, Split, Symmetric
from ludex.rules import Rules
from ludex.suites.dice import Dice
from ludex.suites.tribun.directed import ALL, LONE, PLAIN, STACKED, TRIBUNS, Turn, Turns, of, settle, somebody
from ludex.suites.tribun.points import CORNERS
from ludex.suites.tribun.positions import Draft
from ludex.suites.tribun.scenes import a_unit

EDGE = tuple(cid for cid in TILES if any(not tiles for tiles in BESIDE[cid]))
INNER = tuple(cid for cid in TILES if cid not in EDGE)
NEXT_TO_CORNERS = tuple(cid for corner in CORNERS for tiles in BESIDE[corner] for cid in tiles)
MOST = 8
VALID = (2, 3, 4, 6, 8)


def _center(dice: Dice, directions: tuple[int, ...]) -> int:
    """A tile that has neighbours in these directions: any, an edge, a corner or one beside a corner."""
    among = dice.pick((TILES, EDGE, INNER, CORNERS, NEXT_TO_CORNERS))
    fit = [cid for cid in among if all(BESIDE[cid][direction] for direction in directions)]
    return dice.pick(fit or INNER)


def around(center: int, units: Mapping[int, Unit]) -> Draft:
    """A board with units in some directions from a tile, as far as there are tiles."""
    draft = Draft()
    for direction, unit in units.items():
        for tile in BESIDE[center][direction]:
            draft.stand(unit, tile)
    return draft


def _tiles(center: int, directions: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(tile for direction in directions for tile in BESIDE[center][direction])


# COMBINE


def combinations(dice: Dice, _rules: Rules) -> Turns:
    """Every unit giving every amount, first and second; every pair of directions; then with one thing wrong."""
    for unit in ALL:
        for gives in range(1, min(unit.p + 2, MOST) + 1):
            for place in (0, 1):
                for _ in range(3):
                    yield from _pair(dice, unit, gives, place)
    for a in range(6):
        for b in range(6):
            for _ in range(3):
                yield from _directions(dice, a, b)
    for total in range(2, 17):
        for first in range(max(1, total - MOST), min(MOST, total - 1) + 1):
            yield from (_sum(dice, first, total - first) for _ in range(3))


def _partner(dice: Dice, gives: int, leader: bool) -> tuple[Unit, int]:
    """A second donor, and what it gives: mostly so that the sum is a height and that it keeps one."""
    for _ in range(20):
        unit = dice.pick(dice.pick((PLAIN, STACKED, PLAIN) if leader else (PLAIN, STACKED, TRIBUNS)))
        amount = unit.p if unit.tribun or dice.chance(40) else dice.between(1, unit.p)
        keeps = unit.p - amount
        if gives + amount in VALID and (keeps == 0 or is_height(keeps)) and (keeps == 0 or 2 * keeps >= unit.s):
            return unit, amount
    return Unit(1, 0, 0, False), 1


def _pair(dice: Dice, unit: Unit, gives: int, place: int) -> Turns:
    color = dice.below(2)
    partner, amount = _partner(dice, gives, unit.tribun)
    a, b = sorted(dice.some(range(6), 2))
    donors = [(of(unit, color), gives), (of(partner, color), amount)]
    if place:
        donors.reverse()
    center = _center(dice, (a, b))
    draft = around(center, {a: donors[0][0], b: donors[1][0]})
    action = Combine(center, a, b, donors[0][1], donors[1][1])
    yield settle(dice, draft, color, center, (center,)), action
    if dice.chance(35):
        yield from _spoil(dice, draft, action, color)


def _spoil(dice: Dice, draft: Draft, action: Combine, color: int) -> Turns:
    """The same with a center that is taken, in the other order, or by the same donor twice."""
    center, a, b, x, y = action
    taken = Draft(draft.board)
    taken.stand(somebody(dice, dice.below(2), taken), center)
    yield settle(dice, taken, color, center), action
    yield settle(dice, draft, color, center, (center,)), Combine(center, b, a, y, x)
    low = max(1, x // 2)
    yield settle(dice, draft, color, center, (center,)), Combine(center, a, a, low, max(1, x - low))


def _directions(dice: Dice, a: int, b: int) -> Turns:
    """Two directions, with own units there, enemies, nobody, or the edge."""
    color = dice.below(2)
    center = _center(dice, (a, b))
    x, y = dice.pick(((1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (1, 3)))
    yield _fill(dice, center, a, b, x, y, (color, color), color)
    yield _fill(dice, center, a, b, x, y, dice.pick(((1 - color, color), (color, 1 - color))), color)
    yield _fill(dice, center, a, b, x, y, (1 - color, 1 - color), color)
    empty = dice.pick(((None, color), (color, None), (None, None), (None, 1 - color)))
    yield _fill(dice, center, a, b, x, y, empty, color)
    edge = dice.pick([cid for cid in EDGE if not (BESIDE[cid][a] and BESIDE[cid][b])] or [*EDGE])
    yield _fill(dice, edge, a, b, x, y, (color, color), color)


def _fill(
    dice: Dice, center: int, a: int, b: int, x: int, y: int, colors: tuple[int | None, int | None], turn: int
) -> Turn:
    """Units that have what they give, of these colours."""
    units: dict[int, Unit] = {}
    for direction, gives, color in ((a, x, colors[0]), (b, y, colors[1])):
        if color is not None:
            fit = [unit for unit in (*PLAIN, *STACKED) if unit.p == gives or unit.p in (gives + 1, 2 * gives)]
            units[direction] = of(dice.pick(fit), color)
    draft = around(center, units)
    return settle(dice, draft, turn, center, (center, *_tiles(center, (a, b)))), Combine(center, a, b, x, y)


def _sum(dice: Dice, x: int, y: int) -> Turn:
    """Two donors that give just all they have, or keep a height."""
    color = dice.below(2)
    a, b = sorted(dice.some(range(6), 2))
    center = _center(dice, (a, b))
    units = {}
    for direction, gives in ((a, x), (b, y)):
        fit = [unit for unit in PLAIN if unit.p == gives or (unit.p > gives and is_height(unit.p - gives))]
        units[direction] = of(dice.pick(fit or [unit for unit in PLAIN if unit.p >= gives] or [*PLAIN]), color)
    return settle(dice, around(center, units), color, center, (center,)), Combine(center, a, b, x, y)


# SYM_COMBINE


def symmetric(dice: Dice, _rules: Rules) -> Turns:
    """Every configuration of every unit and amount; with each donor in turn another, an enemy, absent, or off."""
    for config in range(3):
        for unit in ALL:
            for gives in range(1, 5):
                for _ in range(14 if unit in PLAIN else 4):
                    yield _alike(dice, config, unit, gives)
        for place in range(len(DONORS_OF[config])):
            for _ in range(9):
                yield from _one_other(dice, config, place)
        for _ in range(10):
            yield from _many_others(dice, config)
        for corner in (*CORNERS, *NEXT_TO_CORNERS) * 3:
            if all(BESIDE[corner][direction] for direction in DONORS_OF[config]):
                yield _alike(dice, config, dice.pick((*PLAIN, *STACKED)), 1, corner)


def _alike(dice: Dice, config: int, unit: Unit, gives: int, center: int | None = None) -> Turn:
    color, directions = dice.below(2), DONORS_OF[config]
    center = _center(dice, directions) if center is None else center
    units = dict.fromkeys(directions, of(unit._replace(tribun=False), color))
    if unit.tribun:
        units[dice.pick(directions)] = of(unit, color)
    return _with_others(dice, center, units, color), Symmetric(center, config, gives)


def _with_others(dice: Dice, center: int, units: Mapping[int, Unit], color: int, taken: bool = False) -> Position:
    """The donors, and around the same center nobody, the same units, or others."""
    draft, some = around(center, units), next(iter(units.values()))
    how = dice.below(4)
    for direction in range(6):
        for tile in BESIDE[center][direction]:
            if direction not in units and how and dice.chance(60):
                more = (some._replace(tribun=False), a_unit(dice, 1 - color), a_unit(dice, color))[how - 1]
                draft.stand(more, tile)
    if taken:
        draft.stand(somebody(dice, dice.below(2), draft), center)
    return settle(dice, draft, color, center, (center, *_tiles(center, tuple(range(6)))))


def _giving(dice: Dice, config: int) -> tuple[Unit, int]:
    """A unit that can give, and how much."""
    gives = 1 if config == 0 else dice.between(1, 2)
    return dice.pick([unit for unit in (*PLAIN, *STACKED) if _gives(unit, gives)]), gives


def _gives(unit: Unit, gives: int) -> bool:
    keeps = unit.p - gives
    return keeps == 0 or (is_height(keeps) and 2 * keeps >= unit.s)


def _one_other(dice: Dice, config: int, place: int) -> Turns:
    color, directions = dice.below(2), DONORS_OF[config]
    unit, gives = _giving(dice, config)
    center = _center(dice, directions)
    same = dict.fromkeys(directions, of(unit, color))
    at, action = directions[place], Symmetric(center, config, gives)
    yield _with_others(dice, center, {**same, at: of(unit, 1 - color)}, color), action
    yield _with_others(dice, center, {**same, at: of(unit, color)._replace(tribun=True, s=0)}, color), action
    for other in (dice.pick([one for one in PLAIN if one.p != unit.p]), unit._replace(s=_another_slave(dice, unit))):
        yield _with_others(dice, center, {**same, at: of(other, color)}, color), action
    missing = {direction: one for direction, one in same.items() if direction != at}
    yield settle(dice, around(center, missing), color, center, (center, *_tiles(center, directions))), action
    if edges := [cid for cid in EDGE if not BESIDE[cid][at] and all(BESIDE[cid][d] for d in missing)]:
        edge = dice.pick(edges)
        yield _with_others(dice, edge, missing, color), Symmetric(edge, config, gives)
    if alone := [cid for cid in TILES if BESIDE[cid][at]]:
        only = dice.pick(dice.pick((EDGE, alone)))
        if BESIDE[only][at]:
            lone = {at: of(unit, color)}
            position = settle(dice, around(only, lone), color, only, (only, *_tiles(only, directions)))
            yield position, Symmetric(only, config, gives)


def _another_slave(dice: Dice, unit: Unit) -> int:
    return dice.pick([0, *(one.s for one in STACKED if one.p == unit.p and one.s != unit.s)])


def _many_others(dice: Dice, config: int) -> Turns:
    """All donors enemies, none there, a center that is taken, donors off the edge, donors that differ all."""
    color, directions = dice.below(2), DONORS_OF[config]
    unit, gives = _giving(dice, config)
    center = _center(dice, directions)
    theirs = dict.fromkeys(directions, of(unit, 1 - color))
    yield _with_others(dice, center, theirs, color), Symmetric(center, config, gives)
    mixed = {direction: of(unit, dice.below(2)) for direction in directions}
    yield _with_others(dice, center, mixed, color), Symmetric(center, config, gives)
    own = dict.fromkeys(directions, of(unit, color))
    yield _with_others(dice, center, own, color, taken=True), Symmetric(center, config, gives)
    some = {direction: of(unit, color) for direction in directions if dice.chance(60)}
    barred = (center, *_tiles(center, directions))
    yield settle(dice, around(center, some), color, center, barred), Symmetric(center, config, gives)
    edge = dice.pick(dice.pick((EDGE, CORNERS)))
    yield _with_others(dice, edge, own, color), Symmetric(edge, config, gives)
    yield settle(dice, Draft(), color, center, barred), Symmetric(center, config, gives)
    unlike = {direction: of(dice.pick((*PLAIN, *STACKED)), color) for direction in directions}
    yield _with_others(dice, center, unlike, color), Symmetric(center, config, gives)
    total = dice.pick((3, 4))
    sums = {d: of(dice.pick([one for one in (*PLAIN, *STACKED) if one.p + one.s == total]), color) for d in directions}
    yield _with_others(dice, center, sums, color), Symmetric(center, config, gives)
    slave = dice.pick((1, 2))
    held = {d: of(dice.pick([one for one in STACKED if one.s == slave]), color) for d in directions}
    yield _with_others(dice, center, held, color), Symmetric(center, config, gives)
    low = {d: of(Unit(1, 0, 0, False), color) for d in directions}
    yield _with_others(dice, center, low, color), Symmetric(center, config, 2)


# SPLIT


@cache
def partitions(total: int, most: int, pieces: int) -> tuple[tuple[int, ...], ...]:
    """Every way to write a total as so many pieces or fewer, each a height of at most ``most``, the largest first."""
    if total == 0:
        return ((),)
    if pieces == 0:
        return ()
    return tuple(
        (height, *rest)
        for height in range(min(most, total), 0, -1)
        if is_height(height)
        for rest in partitions(total - height, height, pieces - 1)
    )


def splits(dice: Dice, _rules: Rules) -> Turns:
    """Every unit into every set of pieces; then with one tile, one piece or the whole wrong."""
    for unit in ALL:
        for kept in range(unit.p):
            for pieces in partitions(unit.p - kept, 6, 6):
                for _ in range(12 if 6 in pieces else 4):
                    yield from _pieces(dice, unit, pieces)
        for pieces in partitions(unit.p, 6, 6):
            yield from _pieces(dice, unit, pieces)
            yield from _pieces(dice, unit, (*pieces, dice.pick((1, 2)))[-6:])
        for _ in range(3):
            yield from _pieces(dice, unit, ())
        for odd in (5, 7, unit.p + 1 if is_height(unit.p + 1) else 1, min(unit.p, 7)):
            for _ in range(24 if unit.p > 4 else 6):
                yield from _pieces(dice, unit, (odd, *((1,) if dice.chance(50) and odd < unit.p else ())), spoil=False)


def _pieces(dice: Dice, unit: Unit, pieces: tuple[int, ...], spoil: bool = True) -> Turns:
    color = dice.below(2)
    actor = dice.pick(dice.pick((TILES, INNER, INNER, EDGE, NEXT_TO_CORNERS, CORNERS)))
    open_ways = [direction for direction in range(6) if BESIDE[actor][direction]]
    if len(open_ways) < len(pieces):
        actor, open_ways = dice.pick(INNER), [*range(6)]
    amounts = [0] * 6
    for direction, amount in zip(dice.some(open_ways, len(pieces)), pieces, strict=True):
        amounts[direction] = amount
    action = Split(actor, *amounts)
    draft = Draft()
    draft.stand(of(unit, color), actor)
    for direction in open_ways:
        if not amounts[direction] and dice.chance(20):
            draft.stand(a_unit(dice, dice.below(2), 25), BESIDE[actor][direction][0])
    barred = _tiles(actor, tuple(range(6)))
    position = settle(dice, draft, color, actor, [cid for cid in barred if not draft.board[cid]])
    yield position, action
    if pieces and spoil:
        yield from _wrong_tile(dice, position, draft, action, color)


def _wrong_tile(dice: Dice, position: Position, draft: Draft, action: Split, color: int) -> Turns:
    """The same by the other side; onto somebody; over the edge."""
    if dice.chance(15):
        yield Position(position.board, 1 - color), action
    given = [direction for direction in range(6) if action.amounts[direction]]
    taken = Draft(draft.board)
    for direction in dice.some(given, dice.pick((1, 1, 2, 6))):
        taken.stand(somebody(dice, dice.below(2), taken), BESIDE[action.actor][direction][0])
    free = [cid for cid in _tiles(action.actor, tuple(given)) if not taken.board[cid]]
    yield settle(dice, taken, color, action.actor, free), action
    edge = dice.pick(EDGE)
    gone = [direction for direction in given if not BESIDE[edge][direction]]
    if gone and not any(draft.board[cid] for cid in _tiles(action.actor, tuple(range(6)))):
        moved = Draft()
        moved.board[edge] = draft.board[action.actor]
        yield settle(dice, moved, color, edge, _tiles(edge, tuple(range(6)))), action._replace(actor=edge)


# BACKSTABB


def backstabbs(dice: Dice, _rules: Rules) -> Turns:
    """Every stack in every direction; onto others, over the edge, by who has no slave or is an enemy."""
    for unit in (*STACKED, *LONE):
        for direction in range(6):
            for color in (0, 1):
                yield from _aside(dice, of(unit, color), direction)


def _aside(dice: Dice, unit: Unit, direction: int) -> Iterator[Turn]:
    actors = [cid for cid in dice.pick((TILES, NEXT_TO_CORNERS, CORNERS)) if BESIDE[cid][direction]]
    actor = dice.pick(actors or [cid for cid in TILES if BESIDE[cid][direction]])
    draft = Draft()
    draft.stand(unit, actor)
    tile = BESIDE[actor][direction][0]
    position = settle(dice, draft, unit.color, actor, (tile,))
    yield position, Backstabb(actor, direction)
    if unit.s:
        yield Position(position.board, 1 - unit.color), Backstabb(actor, direction)
        taken = Draft(draft.board)
        taken.stand(somebody(dice, dice.below(2), taken), tile)
        yield settle(dice, taken, unit.color, actor), Backstabb(actor, direction)
        edge = dice.pick([cid for cid in TILES if not BESIDE[cid][direction]])
        away = Draft()
        away.stand(unit, edge)
        yield settle(dice, away, unit.color, edge), Backstabb(edge, direction)


STREAMS: dict[str, Callable[[Dice, Rules], Turns]] = {
    "COMBINE": combinations,
    "SYM_COMBINE": symmetric,
    "SPLIT": splits,
    "BACKSTABB": backstabbs,
}
