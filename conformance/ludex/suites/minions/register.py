"""The cases of the register: for each open point, positions and actions in which its readings part."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ludex.games.minions.actions import END_TURN, Action
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.minions import endings
from ludex.suites.minions.nearby import misses
from ludex.suites.minions.pool import Pool, small_first
from ludex.suites.minions.positions import OPEN, Ask, is_readable, verdict_on
from ludex.suites.minions.refusals import scenes_of
from ludex.suites.minions.scenes import SCENES, draw_scene
from ludex.suites.minions.wording import case_of

EACH = 22
ROUNDS = 5000
OF_SETUP = ("bid-tie",)


def topics(_: str) -> Iterator[SuiteTopic]:
    """One topic."""
    about = "Each point that the text leaves open, where its readings part; the other readings are at their defaults."
    yield SuiteTopic("register", "apply", "apply", about, _cases)


def _ends(dice: Dice, number: int) -> Ask:
    names = ("fates", "order", "resets", "spells", "income")
    return Ask(endings.SCENES[names[number % len(names)]](dice, dice.below(10_000)), Action(END_TURN))


def _sources(dice: Dice, number: int) -> Iterator[Ask]:
    """A scene with near misses, or the end of a turn."""
    if number % 3 == 0:
        ask = _ends(dice, number // 3)
        if is_readable(ask.position):
            yield ask
        return
    kind = sorted(SCENES)[number % len(SCENES)]
    scenes = scenes_of(kind)
    ask = draw_scene(dice, scenes[number // len(SCENES) % len(scenes)])
    yield ask
    yield from misses(dice, ask, 1, 3)


def _cases() -> Iterator[Case]:
    dice, pool = Dice("minions register"), Pool(room=EACH, alike=1)
    wanted = {f"{entry}={choice}" for entry, choices in OPEN.items() for choice in choices[1:] if entry not in OF_SETUP}
    for number in range(ROUNDS):
        for ask in _sources(dice, number):
            for choice in verdict_on(ask).parting:
                if choice in wanted and pool.add((choice,), ask):
                    break
        wanted = {choice for choice in wanted if pool.wants((choice,))}
        if not wanted:
            break
    for (choice,), asks in sorted(pool.buckets.items()):
        yield from map(partial(_case, choice.partition("=")[0]), small_first(asks))


def _case(entry: str, ask: Ask) -> Case:
    """The case with this entry open, and every other that is consulted settled."""
    consulted = verdict_on(ask).consulted
    fixed = {name: OPEN[name][:1] for name in consulted if name != entry}
    return case_of(ask, entry)._replace(under=fixed)
