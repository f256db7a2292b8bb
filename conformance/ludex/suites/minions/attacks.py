"""Attacks: every kind against every kind, and ticks of several."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ludex.games.minions.board import Unit, with_unit
from ludex.games.minions.position import with_board
from ludex.games.minions.table import Kind
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.minions.pool import Pool, small_first
from ludex.suites.minions.positions import EVERY_KIND, Ask, Verdict, is_readable, verdict_on
from ludex.suites.minions.scenes import ATTACKERS, attacking, draw_scene, force, volleying
from ludex.suites.minions.wording import case_of

FALLS = ("just dead", "one short", "more than enough", "whole")
VOLLEYS = 240
TYPES = ("normal", "flurry", "unsummon", "deathtouch")


def topics(_: str) -> Iterator[SuiteTopic]:
    """A topic for each type of attack, and one for ticks of several attacks."""
    for sort in TYPES:
        about = f"Each kind with the attack {sort} against each kind: damage below, at and above the defense."
        yield SuiteTopic(f"attack-{sort}", "apply", "apply", about, partial(_pairs, sort))
    about = "Several attacks in one tick: refused, or all of them at what stood there before."
    yield SuiteTopic("attack-ticks", "apply", "apply", about, _volleys)


def _pairs(sort: str) -> Iterator[Case]:
    dice, pool = Dice(f"minions attack {sort}"), Pool(room=2, alike=1)
    attackers = [kind for kind in ATTACKERS if kind.attack == sort]
    number = 0
    for attacker in attackers:
        for target in EVERY_KIND:
            for _ in range(2 if len(attackers) < 6 else 1):
                _add(dice, pool, attacker, target, FALLS[number % len(FALLS)], number)
                number += 1
    return map(case_of, small_first(pool.draw(10_000)))


def _add(dice: Dice, pool: Pool, attacker: Kind, target: Kind, fall: str, number: int) -> None:
    for _ in range(12):
        ask = draw_scene(dice, partial(attacking, attacker=attacker, target=target))
        index, (_, there) = ask.action.board, ask.action.pairs[0]
        board = ask.position.boards[index]
        unit = board.cells[there]
        if unit is not None:
            damage = _before(attacker, target, fall)
            hurt = with_unit(board, there, Unit(unit.kind, unit.side, damage))
            ask = Ask(with_board(ask.position, index, hurt), ask.action)
        if is_readable(ask.position) and pool.add((attacker.id, target.id, str(number)), ask):
            return


def _before(attacker: Kind, target: Kind, fall: str) -> int:
    """The damage that the target has before the attack."""
    just = target.defense - force(attacker, target)
    wanted = {"just dead": just, "one short": just - 1, "more than enough": just + 1, "whole": 0}[fall]
    return max(0, min(target.defense - 1, wanted))


def _volleys() -> Iterator[Case]:
    dice, pool = Dice("minions attack ticks"), Pool(room=18, alike=2)
    for number in range(600):
        ask = draw_scene(dice, partial(volleying, count=2 + number % 4))
        if not is_readable(ask.position):
            continue
        found = verdict_on(ask)
        allowed = "MIN-TIC-5" in found.broken and len(found.broken) == 1
        pool.add(("allowed" if allowed else "refused", str(len(ask.action.pairs)), _shape(ask), _also(found)), ask)
    good = pool.draw(VOLLEYS * 3 // 4, lambda bucket: bucket[0] == "allowed")
    return map(case_of, small_first(good + pool.draw(VOLLEYS - len(good), lambda bucket: bucket[0] != "allowed")))


def _shape(ask: Ask) -> str:
    """How many attackers there are, and how many targets, and which attacks."""
    board = ask.position.boards[ask.action.board]
    units = {here: board.cells[here] for here, _ in ask.action.pairs}
    sorts = sorted({unit.kind.attack for unit in units.values() if unit is not None})
    return f"{len(units)} at {len({there for _, there in ask.action.pairs})}: {' '.join(sorts)}"


def _also(found: Verdict) -> str:
    return "+".join(clause for clause in found.broken if clause != "MIN-TIC-5")
