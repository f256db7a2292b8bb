"""Figures: each kind of unit at the limit of each of its figures, and one beyond."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from ludex.games.minions.actions import ATTACK, BUY, MOVE, SPAWN, Action
from ludex.games.minions.hexes import distance, neighbours
from ludex.games.minions.moving import ways
from ludex.games.minions.table import Kind
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.minions.positions import EVERY_KIND, TABLE, UNITS, Ask, Draft, a_side, a_unit, disc
from ludex.suites.minions.staging import LEGAL, Stages, on_one_board

SPAWNERS = tuple(kind for kind in EVERY_KIND if kind.has("spawn"))


def topics(_: str) -> Iterator[SuiteTopic]:
    """By what a unit does."""
    told: dict[str, tuple[str, Callable[[Stages, Kind], None]]] = {
        "moves": ("Each kind goes as far as it can, one step too far, onto water, again, and after an attack.", _moves),
        "attacks": ("Each kind strikes as far as it can, one hex too far, with its last attack, and beyond.", _attacks),
        "spawns": ("Each kind is spawned on water, and spawns; each has its price, or one less.", _spawns),
    }
    for name, (about, fill) in told.items():
        yield SuiteTopic(f"figures-{name}", "apply", "apply", about, partial(_cases, name, fill))


def _cases(name: str, fill: Callable[[Stages, Kind], None]) -> Iterator[Case]:
    stages = Stages(f"figures {name}", room=2)
    for kind in EVERY_KIND:
        fill(stages, kind)
    return stages.cases()


def _refused_unless(holds: bool, clause: str) -> tuple[str, ...]:
    return LEGAL if holds else (clause,)


# Moving


def _moves(stages: Stages, kind: Kind) -> None:
    stages.fill((kind.id, "as far as it can"), partial(_walk, kind, kind.speed), LEGAL)
    stages.fill((kind.id, "one step too far"), partial(_walk, kind, kind.speed + 1), ("MIN-MOV-7",))
    onto = _refused_unless(kind.has("flying"), "MIN-MOV-9")
    stages.fill((kind.id, "onto water"), partial(_walk, kind, 1, wet=True), onto)
    again = ("MIN-MOV-4",) if kind.speed > 1 else ("MIN-MOV-4", "MIN-MOV-7")
    stages.fill((kind.id, "again"), partial(_walk, kind, 1, moved=1), again)
    if kind.attacks_a_turn:
        stages.fill((kind.id, "after an attack"), partial(_walk, kind, 1, attacks=1), ("MIN-MOV-3",))


def _walk(kind: Kind, steps: int, dice: Dice, wet: bool = False, **marks: Any) -> Ask | None:
    """A move of so many steps, by the shortest way over an open board."""
    draft = Draft(dice, a_side(dice))
    beside = [hex_ for water in sorted(draft.map.water) for hex_ in neighbours(water)] if wet else draft.dry()
    here = dice.pick(draft.ground(kind, beside) or draft.dry())
    draft.stand(kind, draft.side, here, **marks)
    found = ways(draft.board(), draft.cells[here], here, steps)
    ends = [
        hex_
        for hex_, count in found.items()
        if count == steps and (hex_ in draft.map.water) == wet and (wet or distance(here, hex_) == steps)
    ]
    if not ends:
        return None
    there = dice.pick(ends)
    return on_one_board(dice, draft, Action(MOVE, pairs=((here, there),)), (there,))


# Attacking


def _attacks(stages: Stages, kind: Kind) -> None:
    if not kind.range:
        stages.fill((kind.id, "has no attack"), partial(_strike, kind, 1), ("MIN-ATK-3", "MIN-ATK-4"))
        return
    most = kind.attacks_a_turn
    for reach in sorted({1, kind.range}):
        stages.fill((kind.id, f"at distance {reach}"), partial(_strike, kind, reach), LEGAL)
    stages.fill((kind.id, "one hex too far"), partial(_strike, kind, kind.range + 1), ("MIN-ATK-3",))
    stages.fill((kind.id, "its last attack"), partial(_strike, kind, 1, attacks=most - 1), LEGAL)
    stages.fill((kind.id, "no attack left"), partial(_strike, kind, 1, attacks=most), ("MIN-ATK-4",))
    moved = _refused_unless(not kind.has("lumbering"), "MIN-ATK-5")
    for steps in sorted({1, kind.speed}):
        stages.fill((kind.id, f"having moved {steps}"), partial(_strike, kind, 1, moved=steps), moved)
    for sort in ("basic", "advanced") if kind.attack == "deathtouch" else ():
        stages.fill((kind.id, f"at a necromancer, {sort}"), partial(_strike, kind, 1, rank=sort), ("MIN-ATK-6",))


def _strike(kind: Kind, reach: int, dice: Dice, rank: str | None = None, **marks: Any) -> Ask | None:
    """An attack over so many hexes, past whoever stands between."""
    draft = Draft(dice, a_side(dice))
    target = a_unit(dice) if rank is None else dice.pick([kind for kind in EVERY_KIND if kind.rank == rank])
    here = dice.pick(draft.ground(kind))
    draft.stand(kind, draft.side, here, **marks)
    hexes = draft.ground(target, disc(here, reach, reach))
    if not hexes:
        return None
    there = dice.pick(hexes)
    draft.stand(target, draft.enemy, there)
    draft.crowd(here, 2)
    return on_one_board(dice, draft, Action(ATTACK, pairs=((here, there),)))


# Spawning and buying


def _spawns(stages: Stages, kind: Kind) -> None:
    beside = _refused_unless(kind.has("spawn"), "MIN-SPN-3")
    stages.fill((kind.id, "spawns"), partial(_spawn_beside, kind), beside)
    wet = _refused_unless(kind.has("flying"), "MIN-SPN-4")
    stages.fill((kind.id, "on water"), partial(_spawn_on, kind, True), wet)
    stages.fill((kind.id, "on land"), partial(_spawn_on, kind, False), LEGAL)
    if kind in UNITS:
        stages.fill((kind.id, "its price"), partial(_buy_at, kind, 0), LEGAL)
        stages.fill((kind.id, "one short"), partial(_buy_at, kind, -1), ("MIN-PUR-2",))


def _spawn_beside(kind: Kind, dice: Dice) -> Ask | None:
    """A spawn next to a unit of this kind, and to no other."""
    draft = Draft(dice, a_side(dice))
    here = dice.pick(draft.ground(kind))
    draft.stand(kind, draft.side, here)
    there = dice.pick(draft.dry(neighbours(here)) or [here])
    spawned = a_unit(dice)
    draft.zones[draft.side].append(spawned)
    return on_one_board(dice, draft, Action(SPAWN, unit=spawned, to=there), disc(there, 0, 1))


def _spawn_on(kind: Kind, wet: bool, dice: Dice) -> Ask | None:
    """A unit of this kind is spawned on water, or on land."""
    draft, spawner = Draft(dice, a_side(dice)), dice.pick(SPAWNERS)
    here = dice.pick(draft.ground(spawner))
    draft.stand(spawner, draft.side, here)
    found = [hex_ for hex_ in draft.free(neighbours(here)) if (hex_ in draft.map.water) == wet]
    if not found:
        return None
    there = dice.pick(found)
    draft.zones[draft.side].append(kind)
    return on_one_board(dice, draft, Action(SPAWN, unit=kind, to=there), (there,))


def _buy_at(kind: Kind, more: int, dice: Dice) -> Ask | None:
    """A unit is bought with just its price, or with less."""
    draft = Draft(dice, a_side(dice))
    ask = on_one_board(dice, draft, Action(BUY, unit=kind))
    position, side, enemy = ask.position, draft.side, draft.enemy
    money = position.money.having(side, max(0, kind.cost + more))
    cards = tuple(dice.shuffle(TABLE.cards))  # whatever the order of the techline
    own = "".join("2" if card is kind else dice.pick("0011") for card in cards)
    other = "".join("1" if card is kind else dice.pick("0012") for card in cards)
    tech = position.tech.having(side, own).having(enemy, other)
    return ask._replace(position=replace(position, money=money, cards=cards, tech=tech))
