"""Counts of the ways to go on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ludex.games.minions.operations import perft
from ludex.games.minions.position import Position, needed_points, show_position
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.minions.playing import starting
from ludex.suites.minions.pool import size
from ludex.suites.minions.positions import DEFAULT, OPEN, Unlike
from ludex.suites.minions.scenes import SCENES, draw_scene

MOST = 400
SCENERY = ("choose", "attack", "move", "march", "resign", "spawn")
COUNT = 36
NO_DEPTHS: tuple[Any, ...] = (
    *(-1, -2, -3, -7, -(10**9), 0.5, 1.5, 2.25, -0.5, 3.75, 100.5, None, True, False, "", "2", "0", "depth", "1.5"),
    *(" 1", "0x1", [], [1], [2, 3], {}, {"depth": 1}, {"nodes": 1}, "two", "-1", [None], [[]], "1 ", "\u0662"),
)


def topics(_: str) -> Iterator[SuiteTopic]:
    """One topic."""
    about = "How many series of so many listed actions there are; nothing goes on after the end."
    yield SuiteTopic("perft", "perft", "perft", about, _counts)


def _case(slug: str, position: Position, depth: Any) -> Case:
    why = f"{len(position.boards)} boards, {size(position)} units, {position.side} to move, {depth!a} actions deep"
    asked = {"position": show_position(position), "depth": depth}
    return Case(f"perft-{slug}", why, asked, (), {name: choices[:1] for name, choices in OPEN.items()})


def over(position: Position) -> Position:
    """The position once it has been won: it has no actions, so that a count of any depth comes to an end."""
    points = position.points.having(position.side, needed_points(len(position.boards)))
    return replace(position, points=points, winner=position.side)


def _counts() -> Iterator[Case]:
    """The start, small positions, and what cannot be counted."""
    dice, unlike, done = Dice("minions perft"), Unlike(), 0
    for boards in (1, 2):
        start = starting(dice, boards)
        unlike(start)
        yield from (_case("start", start, depth) for depth in (0, 1) + ((2,) if boards == 1 else ()))
    found: list[tuple[int, Position, int]] = []
    while done < COUNT:
        position = draw_scene(dice, SCENES[SCENERY[done % len(SCENERY)]]).position
        depth = 2 if done % 3 else 1
        if len(position.boards) == 1 and perft(position, depth, DEFAULT) <= MOST and unlike(position):
            done += 1
            found.append((size(position), position, depth))
    for _, position, depth in sorted(found, key=lambda one: (one[0], repr(show_position(one[1])))):
        yield _case("scene", position, depth)
    for depth in NO_DEPTHS:
        position = over(draw_scene(dice, SCENES["move"]).position)
        if unlike(position):
            yield _case("no-depth", position, depth)._replace(under={})
