"""Counts of the ways to play a few turns."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ludex.games.tribun.play import legal
from ludex.games.tribun.position import Position, standard_start
from ludex.rules import Rules
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.tribun.endings import no_turn_positions
from ludex.suites.tribun.playing import played_from_start
from ludex.suites.tribun.positions import Unlike, default_rules, permissive_rules, place, units_on, wire
from ludex.suites.tribun.scenes import mix

FEW = 24
PLAIN = {
    "combine-height": ("reject",),
    "donor-order": ("canonical",),
    "donor-remainder": ("reject",),
    "donor-sp": ("reject",),
    "split-count": ("chosen",),
}


def topics(edition: str) -> Iterator[SuiteTopic]:
    """One topic."""
    about = (
        "How many ways there are to play so many turns; a match that is over has none, a side without a turn ends it."
    )
    yield SuiteTopic("perft", "perft", "perft", about, partial(counts, default_rules(edition)))


def _count(slug: str, position: Position, depth: object) -> Case:
    why = f"{units_on(position)} units, {('black', 'white')[position.turn]} to move, {depth} turns deep"
    under = PLAIN if depth in (2, 3) else {}
    return Case(f"perft-{slug}", why, {"position": wire(position), "depth": depth}, (), under)


def counts(rules: Rules) -> Iterator[Case]:
    """The start and sparse boards to depth 2, tribuns alone to 3, others to 1, and what cannot be counted."""
    for turn, depth in ((0, 0), (0, 1), (1, 1), (0, 2)):
        yield _count("start", standard_start(turn), depth)
    dice, unlike = Dice("tribun perft"), Unlike()
    for position in _sparse(dice, rules, unlike):
        yield from (_count("sparse", position, depth) for depth in (1, 2))
    yield _count("alone", place("black T1 at (-5,-5)", "white T1 at (5,5)").position(), 3)
    for turns in (6, 14, 25, 40):
        yield _count("play", played_from_start(dice, rules, turns), 1)
    yield from _over(rules)
    yield from (_count("depth", standard_start(), depth) for depth in _no_depths())


def _sparse(dice: Dice, rules: Rules, unlike: Unlike) -> Iterator[Position]:
    yield place("black T1 at (0,0)", "white T1 at (1,1)").position()
    yield place("black T1 at (-5,-5)", "white T1 at (5,5)", "black 2/1 at (0,0)", "white 1/2 at (2,2)").position(1)
    found, loose = 0, permissive_rules(rules.edition)
    while found < 8:
        position = mix(dice, rules)
        if units_on(position) <= 6 and len(legal(position, loose)) <= FEW and unlike(position):
            found += 1
            yield position


def _over(rules: Rules) -> Iterator[Case]:
    """Positions from which there is nothing to count: no legal turn, or the match is over."""
    for position in no_turn_positions(Dice("tribun perft no turn"), rules, 3):
        yield from (_count("no-turn", position, depth) for depth in (0, 1, 2))
    start = standard_start()
    for winner in (None, 0, 1):
        over = Position(start.board, start.turn, ended=True, winner=winner)
        yield from (_count("over", over, depth) for depth in (0, 1, 2))


def _no_depths() -> tuple[object, ...]:
    return (
        *range(-12, 0),
        -100,
        -(2**31),
        # All below 2: turning the check round has to stay a count that ends.
        *(0.125, 0.25, 0.5, 0.75, 1.125, 1.25, 1.5, 1.75),
        "1",
        "2",
        "",
        None,
        True,
        False,
        [],
        [1],
        {},
        "two",
    )
