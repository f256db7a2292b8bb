"""Actions that cannot be read, and accounts of a turn that cannot be: clause by clause."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from ludex.games.tactics.actions import TYPES, read_action, show_action
from ludex.games.tactics.state import living, opponent
from ludex.rules import Unreadable
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.spoiling import spoil
from ludex.suites.tactics.positions import DEFAULT, IN_ALL, ONCE, Ask, Unlike, show
from ludex.suites.tactics.scenes import draw_scene
from ludex.suites.tactics.wording import slug

COUNTED = {"turn-limits": (ONCE, IN_ALL)}  # the readings by which it counts what a turn has spent
SPOILT = ("TAC-ACT-1", "TAC-ACT-3", "TAC-ACT-4", "TAC-ACT-5", "TAC-ACT-6")


def topics(_: str) -> Iterator[SuiteTopic]:
    """Actions, applied and validated; what a turn has spent; and actions with fields left out, which can be read."""
    about = "Actions that cannot be read."
    yield SuiteTopic("refusal-action", "refusal", "apply", about, partial(_actions, "apply", 34))
    yield SuiteTopic("validate-action", "validate", "validate", about, partial(_actions, "validate", 9))
    about = "What a turn is said to have spent, where it cannot have."
    yield SuiteTopic("refusal-spent", "refusal", "apply", about, _accounts)
    about = "What a turn is said to have spent, where it cannot have, and its actions are to be listed."
    yield SuiteTopic("refusal-spent-list", "refusal", "legal", about, _accounts_of_lists)
    about = "Actions with fields left out, which count as null."
    yield SuiteTopic("codec-action", "codec", "validate", about, _left_out)


def _actions(operation: str, each: int) -> Iterator[Case]:
    for clause in SPOILT:
        dice, unlike, done = Dice(f"tactics {operation} {clause}"), Unlike(), 0
        for _ in range(5 * each):
            ask = draw_scene(dice, dice.pick(TYPES))
            why, bad = spoil(dice, "tactics", "action", show_action(ask.action, DEFAULT), partial(_breaks, clause))
            if done < each and _breaks(clause, bad) and unlike(ask.position):
                done += 1
                yield Case(
                    f"action-{slug(ask.action)}", why, {"position": show(ask.position), "action": bad}, ("malformed",)
                )


def _breaks(clause: str, action: Any) -> bool:
    try:
        read_action(action, DEFAULT)
    except Unreadable as refusal:
        return clause in refusal.broken
    return False


# What is spent


def _accounts() -> Iterator[Case]:
    for ask, why, spent in _strange_accounts(Dice("tactics refusal-spent"), 110):
        asked = {"position": show(ask.position), "action": show_action(ask.action, DEFAULT), "spent": spent}
        yield Case(f"spent-{slug(ask.action)}", why, asked, ("malformed",), COUNTED)


def _accounts_of_lists() -> Iterator[Case]:
    for ask, why, spent in _strange_accounts(Dice("tactics refusal-spent-list"), 84):
        yield Case("spent-list", why, {"position": show(ask.position), "spent": spent}, ("malformed",), COUNTED)


def _strange_accounts(dice: Dice, tries: int) -> Iterator[tuple[Ask, str, Any]]:
    unlike = Unlike()
    for number in range(tries):
        ask = draw_scene(dice, dice.pick(TYPES))
        if unlike(ask.position) and (bad := _strange_account(dice, ask, number)):
            yield ask, *bad


def _strange_account(dice: Dice, ask: Ask, number: int) -> tuple[str, Any] | None:
    position = ask.position
    own = sorted(unit.id for unit in living(position.units) if unit.owner == position.current)
    others = sorted(unit.id for unit in position.units if unit.owner == opponent(position.current))
    dead = sorted(unit.id for unit in position.units if unit.owner == position.current and not living((unit,)))
    good: dict[str, Any] = {"moved": [], "attacked": []}
    where = dice.pick(("moved", "attacked"))
    if not own:
        return None
    match number % 7:
        case 0:
            return f"an enemy has {where}", {**good, where: [dice.pick(others)]} if others else {**good, where: ["e"]}
        case 1:
            return f"a dead unit has {where}", {**good, where: [dice.pick(dead)]} if dead else {**good, where: ["dead"]}
        case 2:
            return f"nobody's unit has {where}", {**good, where: [*own[:1], dice.pick(("nobody", "", "U1"))]}
        case 3:
            return f"a unit has {where} twice", {**good, where: [own[0], own[0]]}
    return spoil(dice, "tactics", "spent", {**good, where: own[:1]}, lambda bad: bad is not None)


# Fields left out


def _left_out() -> Iterator[Case]:
    dice, unlike = Dice("tactics codec-action"), Unlike()
    for number in range(90):
        ask = draw_scene(dice, TYPES[number % len(TYPES)])
        whole = show_action(ask.action, DEFAULT)
        names = dice.some(("type", "targetPosition", "targetUnitId"), dice.between(1, 2))
        if unlike(ask.position):
            action = {key: value for key, value in whole.items() if key not in names}
            why = f"{ask.action.type} without {' and '.join(sorted(names))}"
            told = {"spent": None} if number % 5 == 0 else {}
            yield Case(f"left-out-{slug(ask.action)}", why, {"position": show(ask.position), "action": action, **told})
