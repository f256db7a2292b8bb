"""Applied actions: for each kind many small positions, spread evenly over what can come of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ludex.games.minions.actions import ATTACK, BUY, BUY_SPELL, CHOOSE, MARCH, MOVE, RESIGN, SPAWN, TECH
from ludex.games.minions.hexes import distance
from ludex.games.minions.position import Position
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.minions.nearby import misses
from ludex.suites.minions.pool import Bucket, Pool, small_first
from ludex.suites.minions.positions import DEFAULT, EVERY_KIND, UNITS, Ask, answer_to, verdict_on
from ludex.suites.minions.scenes import SCENES, Scene, buying, draw_scene, moving, spawning, ticking
from ludex.suites.minions.wording import case_of

COUNTS = {MOVE: 330, ATTACK: 220, BUY: 200, SPAWN: 260, CHOOSE: 180, RESIGN: 80, BUY_SPELL: 60, MARCH: 60, TECH: 120}
TICKS = {2: 100, 3: 120, 4: 100, 5: 80, 6: 90}


def topics(_: str) -> Iterator[SuiteTopic]:
    """One topic for each kind of action, and one for ticks of each size."""
    for kind, count in COUNTS.items():
        about = f"{kind}: legal actions in many small positions, with what comes of them."
        yield SuiteTopic(f"apply-{kind}", "apply", "apply", about, partial(_cases, kind, count))
    for size, count in TICKS.items():
        about = f"Ticks of {size} moves: swaps, cycles, chains, into hexes that others leave; and near misses."
        yield SuiteTopic(f"tick-{size}", "apply", "apply", about, partial(_ticks, size, count))


def _cases(kind: str, count: int) -> Iterator[Case]:
    dice, pool = Dice(f"minions apply {kind}"), Pool(room=24, alike=2)
    for number in range(3 * count // 2):
        ask = draw_scene(dice, _scene(kind, number))
        for one in (ask, *misses(dice, ask, 1, 3)):
            if one.action.kind == kind and (bucket := legal_bucket(one)):
                pool.add(bucket, one)
    plain = pool.draw(count * 3 // 5, lambda bucket: not bucket[0])
    return map(case_of, small_first(plain + pool.draw(count - len(plain), lambda bucket: bool(bucket[0]))))


def _scene(kind: str, number: int) -> Scene:
    if kind == MOVE:
        return partial(moving, kind=EVERY_KIND[number % len(EVERY_KIND)])
    if kind in (BUY, SPAWN):
        return partial(buying if kind == BUY else spawning, kind=UNITS[number % len(UNITS)])
    return SCENES[kind]


def legal_bucket(ask: Ask) -> Bucket:
    """The choices that matter to an action that some of them allow, and what it is about; nothing if none does."""
    after = answer_to(ask, DEFAULT)
    found = verdict_on(ask)
    if not isinstance(after, Position) and len(found.elsewhere) == len(found.deciding):
        return ()
    return (" ".join(sorted(found.deciding)), *features(ask))


def features(ask: Ask) -> Bucket:
    """What tells one action from another of its kind."""
    action, position = ask.action, ask.position
    name = "" if action.unit is None else action.unit.id
    if not 0 <= action.board < len(position.boards):
        return (name, str(len(position.boards)))
    board = position.boards[action.board]
    where = f"{board.state}{''.join(sorted(board.flags))}"
    if action.kind == MOVE:
        here, there = action.pairs[0]
        unit = board.cells[here]
        wet = f"{here in board.map.water:d}{there in board.map.water:d}"
        return (unit.kind.id if unit else "", str(distance(here, there)), wet)
    if action.kind == SPAWN:
        return (name, f"{action.to in board.map.water:d}", where)
    if action.kind == CHOOSE:
        return (name, "none" if action.keep is None else "one", where)
    return (name, where)


# Ticks


def _ticks(size: int, count: int) -> Iterator[Case]:
    dice, pool = Dice(f"minions tick {size}"), Pool(room=30, alike=2)
    for _ in range(3 * count // 2):
        ask = draw_scene(dice, partial(ticking, count=size))
        for one in (ask, *misses(dice, ask, 5, 2)):
            if len(one.action.pairs) == size:
                found = verdict_on(one)
                pool.add(("no" if found.broken else "yes", found.cause or shape_of(one)), one)
    good = pool.draw(count * 3 // 5, lambda bucket: bucket[0] == "yes")
    return map(case_of, small_first(good + pool.draw(count - len(good), lambda bucket: bucket[0] == "no")))


def shape_of(ask: Ask) -> str:
    """How many of a tick go to a hex that another leaves, and how many of them go round."""
    follows = dict(ask.action.pairs)
    into = sum(there in follows for there in follows.values())
    return f"{into} into left hexes, {sum(_goes_round(follows, here) for here in follows)} round"


def _goes_round(follows: dict[int, int], here: int) -> bool:
    at = follows[here]
    for _ in follows:
        if at == here:
            return True
        at = follows.get(at, -1)
    return False
