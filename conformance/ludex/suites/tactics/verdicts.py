"""Verdicts: actions of each type, valid or not, and each kind of error by itself."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ludex.games.tactics.actions import ATTACK, END_TURN, MOVE, MOVE_AND_ATTACK, TYPES
from ludex.games.tactics.kinds import KINDS
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.tactics.nearby import misses
from ludex.suites.tactics.pool import Pool, Spread, small_first
from ludex.suites.tactics.refusals import asks, causes
from ludex.suites.tactics.scenes import anyhow, draw_scene
from ludex.suites.tactics.turns import valid_bucket
from ludex.suites.tactics.wording import case_of

VALID = {MOVE: 130, ATTACK: 130, MOVE_AND_ATTACK: 170, END_TURN: 60}
INVALID = {MOVE: 260, ATTACK: 260, MOVE_AND_ATTACK: 320, END_TURN: 40}
ALONE = 26


def topics(_: str) -> Iterator[SuiteTopic]:
    """One topic for each type, one for each kind of error by itself, and one at random."""
    for kind in TYPES:
        name = kind.lower().replace("_", "-")
        about = f"{kind}: verdicts on valid actions and on near misses."
        yield SuiteTopic(f"validate-{name}", "validate", "validate", about, partial(_of_type, kind))
    about = "Each kind of error that can be true of an action by itself, many times over."
    yield SuiteTopic("validate-alone", "validate", "validate", about, _alone)
    about = "Actions and positions at random."
    yield SuiteTopic("validate-random", "validate", "validate", about, _random)


def _of_type(kind: str) -> Iterator[Case]:
    dice, pool = Dice(f"tactics validate {kind}"), Pool(room=8, alike=2)
    for _ in range(VALID[kind] * 3):
        for ask in (first := draw_scene(dice, kind), *misses(dice, first, 3)):
            if ask.action.type == kind and (bucket := valid_bucket(ask)):
                pool.add(bucket, ask)
    wrong = asks(kind, f"tactics validate {kind} wrong", INVALID[kind])
    spread = Spread(4)
    return map(case_of, small_first([ask for ask in (*pool.draw(VALID[kind]), *wrong) if spread(ask.position)]))


def _alone() -> Iterator[Case]:
    dice, pool, kinds = Dice("tactics validate alone"), Pool(room=ALONE, alike=2), sorted(TYPES)
    for number in range(1500):
        ask = draw_scene(dice, kinds[number % len(kinds)])
        for near in (ask, *misses(dice, ask, 8)):
            for bucket in causes(near):
                if "+" not in bucket[1] and pool.wants((bucket[1],)):
                    pool.add((bucket[1],), near)
                    break
    for (clause,), found in sorted(pool.buckets.items()):
        for ask in small_first(found):
            yield case_of(ask, KINDS[clause])


def _random() -> Iterator[Case]:
    dice, pool = Dice("tactics validate random"), Pool(room=400, alike=1)
    for _ in range(320):
        ask = anyhow(dice)
        pool.add(("valid" if valid_bucket(ask) else "not",), ask)
    return map(case_of, small_first(pool.draw(280)))
