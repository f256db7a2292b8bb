"""The cases of the register: for each open point, positions and actions in which its readings part."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ludex.games.minions.actions import ATTACK, END_TURN, Action, read_action
from ludex.games.minions.play import legal
from ludex.games.minions.setup import set_up
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.minions import endings
from ludex.suites.minions.nearby import misses
from ludex.suites.minions.pool import Pool, small_first
from ludex.suites.minions.positions import NECROMANCERS, OPEN, Ask, is_readable, rules_with, verdict_on
from ludex.suites.minions.refusals import scenes_of
from ludex.suites.minions.scenes import ATTACKERS, SCENES, attacking, draw_scene
from ludex.suites.minions.terrain import an_exchanged_map
from ludex.suites.minions.wording import case_of

EACH = 22
ROUNDS = 5000
OF_MAPS = "map-symmetry"
ASKED_BY_ITSELF = ("bid-tie", OF_MAPS)
EXCHANGED = 10
TOUCHING = tuple(kind for kind in ATTACKERS if kind.attack == "deathtouch")


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
    scenes = (*scenes_of(kind), draw_touch) if kind == ATTACK else scenes_of(kind)
    ask = draw_scene(dice, scenes[number // len(SCENES) % len(scenes)])
    yield ask
    yield from misses(dice, ask, 1, 3)


def draw_touch(dice: Dice) -> Ask:
    """Deathtouch at a necromancer, which chance seldom brings about."""
    return attacking(dice, dice.pick(TOUCHING), dice.pick(NECROMANCERS))


def _cases() -> Iterator[Case]:
    dice, pool = Dice("minions register"), Pool(room=EACH, alike=1)
    others = {entry: choices[1:] for entry, choices in OPEN.items() if entry not in ASKED_BY_ITSELF}
    wanted = {f"{entry}={choice}" for entry, choices in others.items() for choice in choices}
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
    yield from map(partial(_case, OF_MAPS), (_on_an_exchanged_map(dice) for _ in range(EXCHANGED)))


def _on_an_exchanged_map(dice: Dice) -> Ask:
    """Some action at the start of a game on a map that only one reading lets through."""
    rules = rules_with(map_symmetry="any")
    position = set_up([an_exchanged_map(dice)], None, None, rules).position
    return Ask(position, read_action(dice.pick(legal(position, rules)), rules))


def _case(entry: str, ask: Ask) -> Case:
    """The case with this entry open, and every other that is consulted settled."""
    consulted = verdict_on(ask).consulted
    fixed = {name: OPEN[name][:1] for name in consulted if name != entry}
    return case_of(ask, entry)._replace(under=fixed)
