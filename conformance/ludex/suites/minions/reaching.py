"""Reach: where a unit of each kind gets to on each map, among friends, enemies and water."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from ludex.games.minions.board import NORMAL, RESET_2
from ludex.games.minions.hexes import NAMES, neighbours
from ludex.games.minions.pairs import OPPONENT
from ludex.games.minions.position import Position, show_position
from ludex.games.minions.table import Kind
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.minions.pool import size
from ludex.suites.minions.positions import (
    EVERY_KIND,
    MAPS,
    UNITS,
    Draft,
    Unlike,
    a_side,
    around_board,
    disc,
    is_readable,
)
from ludex.suites.minions.scenes import SCENES, draw_scene
from ludex.suites.minions.terrain import a_map, rows_of

CROWDS = ("alone", "friends", "enemies", "both", "crowded", "ringed")
EACH = 11
DRAWN_MAPS = 99
NO_HEXES: tuple[Any, ...] = (
    "k1",
    "a10",
    "",
    "A1",
    None,
    22,
    ["c2"],
    {},
    "c2 ",
    "c",
    "2c",
    True,
    "c2c3",
    "c-1",
    0,
    "zz",
)
NO_BOARDS: tuple[Any, ...] = (-1, 99, 10**9, "0", None, 0.5, [], True, {}, 7, False, "first", [0], -2)


def topics(_: str) -> Iterator[SuiteTopic]:
    """A topic a map, one on other maps, and one of what cannot be asked."""
    for on in MAPS:
        about = f"Where each kind of unit gets to on {on}, among friends, enemies and water."
        yield SuiteTopic(f"reach-{on.replace('_', '-')}", "reach", "reach", about, partial(_on, on))
    yield SuiteTopic(
        "reach-drawn", "reach", "reach", "Reach on maps that are drawn, and given by their rows.", _on_drawn
    )
    yield SuiteTopic(
        "reach-malformed", "reach", "reach", "Boards and hexes on which no unit stands.", _malformed_questions
    )


def _on(on: str) -> Iterator[Case]:
    dice, unlike, found = Dice(f"minions reach {on}"), Unlike(), list[tuple[int, Case]]()
    for kind in EVERY_KIND:
        done = 0
        while done < EACH:
            position, index, here, how = _scene(dice, on, kind, CROWDS[done % len(CROWDS)])
            if is_readable(position) and unlike(position):
                done += 1
                found.append((size(position), _case(position, index, here, f"{kind.id}, {how}")))
    return (case for _, case in sorted(found, key=lambda one: (one[0], repr(one[1].input))))


def _case(position: Position, index: int, here: int, why: str) -> Case:
    asked = {"position": show_position(position), "board": index, "from": NAMES[here]}
    unit = position.boards[index].cells[here]
    told = f" with marks, {unit.moved} moved" if unit and (unit.moved or unit.attacks) else ""
    turn = "" if unit and unit.side == position.side else ", off turn"
    return Case("reach", f"{why}, from {NAMES[here]}{told}{turn}", asked)


def _scene(dice: Dice, on: str, kind: Kind, how: str) -> tuple[Position, int, int, str]:
    side = a_side(dice)
    draft = Draft(dice, side, dice.pick((NORMAL, NORMAL, NORMAL, RESET_2)), on)
    here = _a_place(dice, draft, kind)
    moved = dice.between(1, kind.speed) if dice.chance(12) else 0
    owner = side if moved or dice.chance(90) else OPPONENT[side]
    draft.stand(kind, owner, here, moved=moved)
    _people(dice, draft, here, owner, how)
    if dice.chance(15) and draft.state == NORMAL:
        draft.flags.add(dice.pick("pr"))
    draft.complete()
    return *around_board(dice, draft.board(), side, dice.pick((1, 1, 1, 1, 1, 2))), here, how


def _a_place(dice: Dice, draft: Draft, kind: Kind) -> int:
    """A hex from which there is some water to be seen, if the map has any; now and then in it."""
    if draft.map.water and dice.chance(80):
        water = dice.pick(sorted(draft.map.water))
        near = draft.ground(kind, disc(water, 1, max(1, kind.speed)))
        if dice.chance(15):
            return water
        if near:
            return dice.pick(near)
    return dice.pick(draft.ground(kind))


def _people(dice: Dice, draft: Draft, here: int, side: str, how: str) -> None:
    enemy = OPPONENT[side]
    match how:
        case "friends" | "enemies" | "both":
            sides = {"friends": (side,), "enemies": (enemy,), "both": (side, enemy)}[how]
            for _ in range(dice.between(2, 5)):
                draft.somebody(dice.pick(sides), here, 2)
        case "crowded":
            for _ in range(dice.between(7, 12)):
                draft.somebody(dice.pick((side, enemy, enemy)), here, 3)
        case "ringed":
            gap = dice.pick(neighbours(here))
            for hex_ in draft.dry(neighbours(here)):
                if hex_ != gap or dice.chance(30):
                    draft.stand(dice.pick(UNITS), enemy if dice.chance(80) else side, hex_)


def _on_drawn() -> Iterator[Case]:
    dice, unlike, done = Dice("minions reach drawn"), Unlike(), 0
    while done < DRAWN_MAPS:
        kind, how = EVERY_KIND[done % len(EVERY_KIND)], dice.pick(CROWDS)
        position, index, here, _ = _scene(dice, rows_of(a_map(dice)[1]), kind, how)
        if is_readable(position) and unlike(position):
            done += 1
            yield _case(position, index, here, f"{kind.id}, {how}")


def _malformed_questions() -> Iterator[Case]:
    dice = Dice("minions reach malformed")
    for board, here in [*((0, name) for name in NO_HEXES), *((board, "c2") for board in NO_BOARDS)]:
        position = draw_scene(dice, SCENES["move"]).position
        asked = {"position": show_position(position), "board": board, "from": here}
        yield Case("reach", f"index {board!a}, from {here!a}", asked, ("malformed",))
    for _ in range(16):
        position = draw_scene(dice, SCENES["move"]).position
        free = [name for name, unit in zip(NAMES, position.boards[0].cells, strict=True) if unit is None]
        asked = {"position": show_position(position), "board": 0, "from": dice.pick(free)}
        yield Case("reach", "nobody stands there", asked, ("malformed",))
