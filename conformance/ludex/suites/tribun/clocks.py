"""Clocks: the edges of the free time, of the main time and of the match, alone and together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice

Control = dict[str, Any]


def topics(_: str) -> Iterator[SuiteTopic]:
    """One topic."""
    about = "The clock after one turn: free time, main time, increment, and the limit of the match, at their edges."
    yield SuiteTopic("clock", "clock", "clock", about, clocks)


def clocks() -> Iterator[Case]:
    """Edges, both limits together, some at random, and what is no clock."""
    asked = list[dict[str, Any]]()
    for case in (*_edges(), *_both(), *_at_random(), *_malformed_clocks()):
        if case.input not in asked:
            asked.append(dict(case.input))
            yield case


def _turn(slug: str, control: Control, main: Any, game: Any, spent: Any, *tags: str) -> Case:
    limit = "" if control.get("maxGame") is None else f", the match {game} of {control['maxGame']}"
    why = f"{spent} ms spent: {control.get('buffer')} free, {main} left{limit}"
    return Case(f"clock-{slug}", why, {"control": control, "main": main, "gameTime": game, "spent": spent}, tags)


def _control(buffer: int, increment: int, limit: int | None = None, initial: int = 600_000) -> Control:
    return {"initial": initial, "buffer": buffer, "increment": increment, "maxGame": limit}


def _edges() -> Iterator[Case]:
    for buffer, increment, main in product((0, 1, 3000), (0, 2000), (0, 1, 5000)):
        for spent in sorted({0, 1, max(buffer - 1, 0), buffer, buffer + 1, buffer + main, buffer + main + 1}):
            yield _turn("main", _control(buffer, increment), main, 100, spent)
    for game, left, spent in product((0, 90_000), (0, 1, 2, 4000), (0, 1, 2, 3999, 4000, 4001)):
        yield _turn("match", _control(3000, 500, game + left), 60_000, game, spent)


def _both() -> Iterator[Case]:
    """The main time runs out a little before, together with, or a little after the match."""
    for buffer, main, apart, late in product((0, 3000, 250), (0, 1, 5000), (-2, -1, 0, 1, 2), (-1, 0, 1, 500)):
        loses_at = buffer + main + 1
        ties_at, spent = loses_at + apart, max(loses_at, loses_at + apart) + late
        if ties_at >= 0 and spent >= 0:
            yield _turn("both", _control(buffer, 2000, 70_000 + ties_at), main, 70_000, spent)


def _at_random() -> Iterator[Case]:
    dice = Dice("tribun clock")
    for _ in range(60):
        buffer, main, game = dice.pick((0, 500, 3000)), dice.below(20_000), dice.below(50_000)
        limit = None if dice.chance(40) else game + dice.below(20_000)
        control = _control(buffer, dice.pick((0, 1000, 2500)), limit, dice.pick((0, 60_000, 900_000)))
        yield _turn("random", control, main, game, dice.below(24_000))


def _malformed_clocks() -> Iterator[Case]:
    good = _control(3000, 1000, 90_000)
    for name in good:
        yield _turn("control", {key: value for key, value in good.items() if key != name}, 1, 1, 1, "malformed")
        for wrong in (-1, -500, 0.5, "3000", True, [], *((None,) if name != "maxGame" else ())):
            yield _turn("control", {**good, name: wrong}, 1000, 0, 10, "malformed")
    yield _turn("control", {**good, "delay": 0}, 1000, 0, 10, "malformed")
    for place in range(3):
        for wrong in (-1, -500, 0.5, 10.25, "10", None, True, False, [], {}, "", -(2**31)):
            times: list[Any] = [1000, 2000, 10]
            times[place] = wrong
            yield _turn("time", good, *times, "malformed")
