"""Refused actions: near misses, each clause broken alone as often as can be, then several at once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ludex.games.minions.actions import ATTACK, BUY, BUY_SPELL, CHOOSE, END_TURN, MARCH, MOVE, RESIGN, SPAWN, TECH
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.minions.nearby import misses
from ludex.suites.minions.pool import Bucket, Pool, small_first
from ludex.suites.minions.positions import Ask, Verdict, verdict_on
from ludex.suites.minions.scenes import SCENES, Scene, draw_scene, ticking, volleying
from ludex.suites.minions.wording import case_of

ALONE = 24
MIXED = 3
COUNTS = {
    MOVE: 540,
    ATTACK: 470,
    BUY: 270,
    SPAWN: 350,
    CHOOSE: 340,
    RESIGN: 120,
    BUY_SPELL: 70,
    MARCH: 90,
    TECH: 240,
    END_TURN: 50,
}
DRAWS = {
    MOVE: 340,
    ATTACK: 330,
    BUY: 160,
    SPAWN: 300,
    CHOOSE: 200,
    RESIGN: 220,
    BUY_SPELL: 100,
    MARCH: 130,
    TECH: 190,
    END_TURN: 300,
}


def topics(_: str) -> Iterator[SuiteTopic]:
    """One topic for each kind of action."""
    for kind in COUNTS:
        about = f"{kind}: actions that can be read and are not legal, one clause broken at a time wherever that can be."
        yield SuiteTopic(f"refusal-{kind}", "refusal", "apply", about, partial(_cases, kind))


def scenes_of(kind: str) -> tuple[Scene, ...]:
    """The scenes for a kind of action, ticks of several among them."""
    if kind == MOVE:
        return (SCENES[MOVE], SCENES[MOVE], *(partial(ticking, count=count) for count in (2, 3, 4)))
    if kind == ATTACK:
        return (SCENES[ATTACK], SCENES[ATTACK], SCENES[ATTACK], partial(volleying, count=2))
    return (SCENES[kind],)


def _cases(kind: str) -> Iterator[Case]:
    return map(case_of, small_first(refused_asks(kind)))


def refused_asks(kind: str) -> list[Ask]:
    """Refused actions of a kind: many for each clause alone, then mixtures in turn."""
    dice, pool = Dice(f"minions refusal {kind}"), Pool(room=ALONE + 8, alike=3)
    scenes = scenes_of(kind)
    for number in range(DRAWS[kind]):
        ask = draw_scene(dice, scenes[number % len(scenes)])
        keep(pool, ask)
        for near in misses(dice, ask, 10, 10):
            keep(pool, near)
    return balance(pool, COUNTS[kind])


def causes(found: Verdict) -> Iterator[Bucket]:
    """For what an action is refused: by default, or else only under another reading."""
    if found.broken:
        yield ("0", found.cause)
    for other in found.elsewhere:
        if not found.broken or len(other) == 1:
            yield ("1", "+".join(other))


def keep(pool: Pool, ask: Ask) -> None:
    """Put an ask where there is room for it."""
    for bucket in causes(verdict_on(ask)):
        if ("+" not in bucket[1] or len(pool.buckets.get(bucket, ())) < MIXED) and pool.add(bucket, ask):
            return


def balance(pool: Pool, count: int) -> list[Ask]:
    """For each clause many refusals that it alone makes; then every mixture of clauses in turn."""
    alone = [bucket for bucket in sorted(pool.buckets) if "+" not in bucket[1]]
    chosen = [ask for bucket in alone for ask in pool.buckets[bucket][:ALONE]]
    rest = pool.draw(10 * count, lambda bucket: "+" in bucket[1])
    more = [ask for bucket in alone for ask in pool.buckets[bucket][ALONE:]]
    return (chosen + rest + more)[:count]
