"""Figures of the benchmark that are Minions' own: single actions a second, and what random turns are like."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Iterator
from itertools import cycle
from typing import TYPE_CHECKING, Any

from ludex.games import minions

if TYPE_CHECKING:
    from ludex.rules import Rules

ROUNDS, SECONDS = 5, 0.5
# Twenty units a side, most of them within reach of each other.
CROWDED = "n|I|i|||3S2W3/2ZZ6/1ZNZS5/1ZZPWGTH2/2KXAUJ3/3mloc3/2w1qrbhx1/4qt1zz1/4byznz1/5dzz2"
TWO_BOARDS = ["blackened_shores", "midnight_lake"]
SEED, MOST_ACTIONS = 7, 4_000


def lines(rules: Rules) -> Iterator[str]:
    """The lines that the benchmark prints."""
    rate = statistics.median(_actions_a_second(rules) for _ in range(ROUNDS))
    yield f"single actions of minions, legality and effect, 20 units a side: {rate:,.0f}/s (asked: 5,000)"
    mean, turns = zip(*[_random_turns(rules, SEED + number) for number in range(ROUNDS)], strict=True)
    yield (
        f"random turns of minions on two boards: {statistics.median(mean):.1f} actions a turn on average, "
        f"{statistics.median(turns):,.0f} turns/s"
    )


def _actions_a_second(rules: Rules) -> float:
    position = minions.read_position({**minions.show_position(minions.start(rules)), "boards": [CROWDED]}, rules)
    actions = cycle(minions.legal(position, rules))
    since, count = time.perf_counter(), 0
    while time.perf_counter() - since < SECONDS:
        minions.apply(position, next(actions), rules)
        count += 1
    return count / (time.perf_counter() - since)


def _random_turns(rules: Rules, seed: int) -> tuple[float, float]:
    """The mean number of actions of a turn, and turns a second, of play by chance with every list made."""
    dice = random.Random(seed)
    position = minions.set_up(TWO_BOARDS, None, None, rules).position
    since, actions, turns = time.perf_counter(), 0, 0
    while actions < MOST_ACTIONS and not position.ended:
        chosen: dict[str, Any] = dice.choice([one for one in minions.legal(position, rules) if one["kind"] != "resign"])
        position = minions.apply(position, chosen, rules)
        actions += 1
        turns += chosen["kind"] == "end-turn"
    return actions / max(turns, 1), turns / (time.perf_counter() - since)
