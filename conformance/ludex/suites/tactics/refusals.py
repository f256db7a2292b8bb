"""Refused actions: near misses, each clause broken alone as often as can be, then several at once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ludex.games.tactics.actions import ATTACK, END_TURN, MOVE, MOVE_AND_ATTACK
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.tactics.nearby import misses
from ludex.suites.tactics.pool import Bucket, Pool, small_first
from ludex.suites.tactics.positions import Ask, verdicts_on
from ludex.suites.tactics.scenes import anyhow, draw_scene
from ludex.suites.tactics.wording import case_of

COUNTS = {MOVE: 400, ATTACK: 400, MOVE_AND_ATTACK: 480, END_TURN: 80}
DRAWS = {MOVE: 260, ATTACK: 220, MOVE_AND_ATTACK: 260, END_TURN: 120}
ALONE = 18


def topics(_: str) -> Iterator[SuiteTopic]:
    """One topic for each type; actions without a type are with END_TURN."""
    for kind in COUNTS:
        name = kind.lower().replace("_", "-")
        about = f"{kind}: actions that can be read and are not valid, one clause broken at a time wherever that can be."
        yield SuiteTopic(f"refusal-{name}", "refusal", "apply", about, partial(_cases, kind))


def causes(ask: Ask) -> list[Bucket]:
    """For what an action is refused: by default, and by each variant that finds something else."""
    found: list[Bucket] = []
    for number, said in enumerate(verdicts_on(ask)):
        cause = "+".join(said.broken)
        if cause and cause not in {bucket[1] for bucket in found}:
            found.append((f"{number:02}", cause))
    return found


def _cases(kind: str) -> Iterator[Case]:
    return map(case_of, small_first(asks(kind, f"tactics refusal {kind}", COUNTS[kind])))


def asks(kind: str, name: str, count: int) -> list[Ask]:
    """So many refused actions of a type, drawn evenly from all that is wrong with them."""
    dice, pool = Dice(name), Pool(room=ALONE + 14, alike=3)
    for _ in range(DRAWS[kind]):
        ask = draw_scene(dice, kind) if kind == END_TURN or dice.chance(85) else anyhow(dice)
        for near in misses(dice, ask, 26):
            if near.action.type == kind or (kind == END_TURN and near.action.type is None):
                sort(pool, near)
    return balance(pool, count)


def sort(pool: Pool, ask: Ask) -> None:
    """Put an ask where there is room for it."""
    for bucket in causes(ask):
        if pool.wants(bucket):
            pool.add(bucket, ask)
            return


def balance(pool: Pool, count: int) -> list[Ask]:
    """For each clause many refusals that it alone makes; then every mixture of clauses in turn."""
    every = sorted(pool.buckets)
    alone = [bucket for bucket in every if "+" not in bucket[1]]
    chosen = [ask for bucket in alone for ask in pool.buckets[bucket][:ALONE]]
    taken = set(chosen)
    rest = [ask for ask in pool.draw(10 * count) if ask not in taken]
    return chosen + rest[: max(0, count - len(chosen))]
