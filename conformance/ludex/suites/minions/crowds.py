"""Lists of crowded boards and of nearly empty ones, and of positions that differ in one thing alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from ludex.games.minions.board import NORMAL, RESET_0, RESET_1, RESET_2
from ludex.games.minions.hexes import HEXES, home
from ludex.games.minions.pairs import OPPONENT, SIDES
from ludex.games.minions.position import NO_SPELL, Position, Spells, show_position
from ludex.games.minions.table import Kind
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.minions.pool import size
from ludex.suites.minions.positions import (
    EVERY_KIND,
    NECROMANCERS,
    OPEN,
    TABLE,
    UNITS,
    Draft,
    Unlike,
    a_side,
    draw_shared,
    is_readable,
)
from ludex.suites.minions.scenes import SCENES, draw_scene

FAR = tuple(kind for kind in UNITS if kind.speed >= 2)
REACHING = tuple(kind for kind in EVERY_KIND if kind.range >= 2)
SPAWNERS = tuple(kind for kind in UNITS if kind.has("spawn"))

SMALL = 8

Draw = Callable[[Dice], Position]


def topics(_: str) -> Iterator[SuiteTopic]:
    """By how full the boards are."""
    about = "Boards full of units, zones full of kinds, and many boards: lists that are long."
    yield SuiteTopic("legal-crowded", "legal", "legal", about, partial(_lists, "crowded", CROWDED))
    about = "Boards on which hardly anybody stands, empty hands, purses and techlines: lists that are short."
    yield SuiteTopic("legal-sparse", "legal", "legal", about, partial(_lists, "sparse", SPARSE))
    about = (
        "The same boards with another purse, hand, techline, map, or side to move: nothing is left of the one before."
    )
    yield SuiteTopic("legal-one-thing", "legal", "legal", about, _one_thing)


def _case(position: Position, why: str) -> Case:
    under = {name: choices[:1] for name, choices in OPEN.items()}
    return Case(
        "legal",
        f"{why}: {size(position)} units, {position.side} to move"[:160],
        {"position": show_position(position)},
        (),
        under,
    )


def _lists(name: str, draws: dict[str, tuple[int, Draw]]) -> Iterator[Case]:
    dice, unlike = Dice(f"minions legal {name}"), Unlike()
    for why, (count, draw) in draws.items():
        made = 0
        while made < count:
            position = draw(dice)
            if is_readable(position) and unlike(position):
                made += 1
                yield _case(position, why)


# Crowded


def _people(dice: Dice, draft: Draft, sides: tuple[str, ...], count: int, kinds: tuple[Kind, ...]) -> None:
    """So many units of these kinds, anywhere."""
    for _ in range(count):
        kind = dice.pick(kinds)
        hexes = [hex_ for hex_ in draft.ground(kind) if hex_ not in (home(side)[0] for side in SIDES)]
        if hexes:
            draft.stand(kind, dice.pick(sides), dice.pick(hexes))


def _alone(dice: Dice, draft: Draft) -> Position:
    draft.complete()
    return draw_shared(dice, (draft.board(),), draft.side)


def _melee(dice: Dice) -> Position:
    """Everybody among everybody: most stand beside enemies."""
    draft = Draft(dice, a_side(dice))
    _people(dice, draft, SIDES, dice.between(45, 60), EVERY_KIND[:24])
    return _alone(dice, draft)


def _volleys(dice: Dice) -> Position:
    """Those who strike from afar among many enemies."""
    draft = Draft(dice, a_side(dice))
    _people(dice, draft, (draft.side, draft.enemy), dice.between(35, 45), (*REACHING, TABLE.zombie))
    return _alone(dice, draft)


def _march_past(dice: Dice) -> Position:
    """Many who go far over an open board."""
    draft = Draft(dice, a_side(dice))
    _people(dice, draft, (draft.side,), dice.between(22, 30), FAR)
    _people(dice, draft, (draft.enemy,), 4, UNITS)
    return _alone(dice, draft)


def _birth(kinds: int, spawners: int, dice: Dice) -> Position:
    """Many kinds wait, many can spawn."""
    draft = Draft(dice, a_side(dice))
    _people(dice, draft, (draft.side,), spawners, SPAWNERS)
    _people(dice, draft, (draft.enemy,), 3, UNITS)
    draft.zones[draft.side] += [*dice.some(EVERY_KIND, kinds), *dice.some(UNITS, 4), *dice.some(UNITS, 4)]
    draft.flags.add("p")
    position = _alone(dice, draft)
    return replace(position, money=position.money.having(draft.side, dice.between(0, 40)))


def _succession(dice: Dice) -> Position:
    """A choice among all necromancers and nearly all kinds to keep."""
    draft = Draft(dice, a_side(dice), dice.pick((RESET_1, RESET_2)))
    draft.choice_is_open = True
    draft.zones[draft.side] += [*dice.some(EVERY_KIND, 26), *dice.some(UNITS, 9)]
    draft.complete(home(draft.side)[:1])
    return draw_shared(dice, (draft.board(),), draft.side)


def _full_board(dice: Dice) -> Position:
    """Hardly a hex is free."""
    draft = Draft(dice, a_side(dice))
    draft.complete()
    for hex_ in dice.shuffle(HEXES)[dice.below(4) :]:
        kinds = [kind for kind in UNITS if hex_ not in draft.map.water or kind.has("flying")]
        if hex_ not in draft.cells:
            draft.stand(dice.pick(kinds), draft.side if dice.chance(80) else draft.enemy, hex_)
    draft.zones[draft.side] += dice.some(UNITS, 3)
    return _alone(dice, draft)


def _archipelago(dice: Dice) -> Position:
    """A dozen boards, some of them begun anew."""
    side, boards = a_side(dice), []
    for _ in range(dice.between(11, 12)):
        draft = Draft(dice, side, dice.pick((NORMAL, NORMAL, RESET_0, RESET_1)))
        draft.choice_is_open = draft.state == RESET_1
        _people(dice, draft, SIDES, dice.below(4), UNITS)
        draft.complete(home(side)[:1])
        boards.append(draft.board())
    return draw_shared(dice, tuple(boards), side)


def _everything(dice: Dice) -> Position:
    """A board of marching, one of births and one of choices at once, with cards and money for all."""
    first = _march_past(dice)
    rest = [_birth(20, 8, dice), _succession(dice)]
    boards = [one.boards[0] for one in rest if one.side == first.side]
    position = draw_shared(dice, (*first.boards, *boards), first.side)
    signs = "".join(dice.pick("112") for _ in TABLE.cards)
    other = "".join("1" if sign == "2" else dice.pick("01") for sign in signs)
    tech = position.tech.having(first.side, signs).having(OPPONENT[first.side], other)
    spells = position.spells.having(first.side, Spells(1, 1))
    money = position.money.having(first.side, 60)
    return replace(position, tech=tech, spells=spells, money=money)


CROWDED: dict[str, tuple[int, Draw]] = {
    "A melee": (3, _melee),
    "Volleys": (3, _volleys),
    "Many who go far": (2, _march_past),
    "Some kinds in the zone": (2, partial(_birth, 6, 5)),
    "Most kinds in the zone": (1, partial(_birth, 18, 9)),
    "All to choose from": (1, _succession),
    "Hardly a hex is free": (3, _full_board),
    "A dozen boards": (2, _archipelago),
    "Everything at once": (1, _everything),
}


# Sparse


def _bare(state: str, dice: Dice) -> Position:
    """Nobody but necromancers, where the state has them; nothing in hand."""
    draft = Draft(dice, a_side(dice), state)
    draft.choice_is_open = state in (RESET_1, RESET_2) and dice.chance(60)
    draft.complete(home(draft.side)[:1])
    position = draw_shared(dice, (draft.board(),), draft.side)
    spells = position.spells.having(draft.side, Spells(dice.below(2), 0))
    money = position.money.having(draft.side, dice.below(9))
    return replace(position, spells=spells, money=money)


def _no_techline(state: str, dice: Dice) -> Position:
    position = _bare(state, dice)
    tech = position.tech.having("yellow", "").having("blue", "")
    return replace(position, cards=(), tech=tech)


def _all_resigned(dice: Dice) -> Position:
    """All boards are resigned: there is little left to do."""
    draft = Draft(dice, a_side(dice), dice.pick((NORMAL, RESET_1, RESET_2)))
    draft.flags.add("r")
    draft.choice_is_open = draft.state != NORMAL and dice.chance(50)
    draft.somebody(draft.side, dice.pick(draft.dry()), 2)
    draft.complete(home(draft.side)[:1])
    return draw_shared(dice, (draft.board(), draft.board()), draft.side)


def _only_necromancers(dice: Dice) -> Position:
    """Necromancers of every kind alone stand there, side by side."""
    draft = Draft(dice, a_side(dice))
    center = dice.pick(draft.dry())
    for side in (draft.side, draft.enemy):
        kind = dice.pick(NECROMANCERS)
        draft.stand(kind, side, dice.pick(draft.dry()) if side == draft.side else center)
    return _alone(dice, draft)


SPARSE: dict[str, tuple[int, Draw]] = {
    **{f"Nobody in state {state}": (4, partial(_bare, state)) for state in (NORMAL, RESET_0, RESET_1, RESET_2)},
    **{f"No techline in state {state}": (2, partial(_no_techline, state)) for state in (NORMAL, RESET_0, RESET_1)},
    "All is resigned": (4, _all_resigned),
    "Two necromancers": (6, _only_necromancers),
}


# One thing


def _one_thing() -> Iterator[Case]:
    dice, unlike = Dice("minions legal one thing"), Unlike()
    kinds, done = ("buy", "tech", "attack", "move", "spawn", "march", "buy-spell"), 0
    while done < 2 * len(kinds):
        position = draw_scene(dice, SCENES[kinds[done % len(kinds)]]).position
        if len(position.boards) > 1 or size(position) > SMALL:
            continue
        done += 1
        for why, other in (("as drawn", position), *_variants(dice, position)):
            if is_readable(other) and unlike(other):
                yield _case(other, why)


def _variants(dice: Dice, position: Position) -> Iterator[tuple[str, Position]]:
    side = position.side
    held = position.money.of(side)
    yield "another purse", replace(position, money=position.money.having(side, 0 if held > 3 else held + 9))
    hand = position.spells.of(side)
    other = Spells(0, 0) if hand.free + hand.bought else Spells(1, 0)
    yield "another hand", replace(position, spells=position.spells.having(side, other))
    signs = position.tech.of(side)
    turned = "".join(NO_SPELL if sign != NO_SPELL else dice.pick("012") for sign in signs)
    theirs = "".join(
        "1" if one == "2" else two for one, two in zip(turned, position.tech.of(position.enemy), strict=True)
    )
    yield "other signs", replace(position, tech=position.tech.having(side, turned).having(position.enemy, theirs))
    swapped = replace(position, side=OPPONENT[side], entered=())
    yield "the other side to move", swapped
    board = position.boards[0]
    maps = [name for name in TABLE.maps if name != board.map.name]
    moved = replace(board, map=Draft(dice, side, on=dice.pick(maps)).map)
    yield "another map", replace(position, boards=(moved, *position.boards[1:]))
