"""Counts of the ways to go on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludex.games.tactics.operations import perft
from ludex.games.tactics.state import Position, start_position
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.tactics.playing import in_play
from ludex.suites.tactics.positions import DEFAULT, Ask, Unlike, show, spent_wire, with_account
from ludex.suites.tactics.scenes import anyhow, combining

MOST = 600
NO_DEPTHS: tuple[Any, ...] = (
    *(-1, -2, -3, -7, -(2**31), -(2**40), 0.5, 1.5, 2.25, -0.5, 1e-9, 3.75, 100.5),
    *(None, True, False, "", "2", "0", "depth", "1.5", " 1", "0x1", [], [1], [2, 3], {}, {"depth": 1}, {"nodes": 1}),
    *("two", "-1", [None], [[]], [0.5], {"n": 0}, "1 ", "\u0662"),
)


def topics(_: str) -> Iterator[SuiteTopic]:
    """One topic."""
    about = "How many series of so many actions there are; nothing goes on after the end."
    yield SuiteTopic("perft", "perft", "perft", about, counts)


def _count(slug: str, ask: Ask, depth: Any) -> Case:
    told = {} if ask.spent is None else {"spent": spent_wire(ask.spent)}
    why = f"{len(ask.position.units)} units, {ask.position.current} on turn, {depth!r} actions deep"
    return Case(f"perft-{slug}", why, {"position": show(ask.position), "depth": depth, **told})


def counts() -> Iterator[Case]:
    """The start, small positions, positions from play, and what cannot be counted."""
    dice, unlike = Dice("tactics perft"), Unlike()
    start = _ask(start_position())
    unlike(start.position)
    for depth in (0, 1, 2, 3):
        yield _count("start", start, depth)
    done = 0
    while done < 36:
        ask = (combining, anyhow, in_play)[done % 3](dice)
        depth = 1 if done % 3 == 1 else 2
        if unlike(ask.position) and perft(with_account(ask), depth, DEFAULT) <= MOST:
            done += 1
            yield _count("scene", ask, depth)
    for depth in NO_DEPTHS:
        ask = in_play(dice)
        if unlike(ask.position):
            yield _count("no-depth", ask, depth)


def _ask(position: Position) -> Ask:
    return combining(Dice("any"))._replace(position=position, spent=None)
