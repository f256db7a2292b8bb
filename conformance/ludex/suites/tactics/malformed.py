"""Actions that cannot be read, and accounts of a turn that cannot be: clause by clause."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from ludex.games.tactics.actions import TYPES, read_action, show_action
from ludex.games.tactics.state import living, opponent
from ludex.rules import Unreadable
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.tactics.positions import DEFAULT, IN_ALL, ONCE, Ask, Unlike, show
from ludex.suites.tactics.scenes import draw_scene
from ludex.suites.tactics.wording import slug

LIMIT = 1_000_000
Shown = dict[str, Any]


def topics(_: str) -> Iterator[SuiteTopic]:
    """Actions, applied and validated; what a turn has spent; and actions with fields left out, which can be read."""
    about = "Actions that cannot be read."
    yield SuiteTopic("refusal-action", "refusal", "apply", about, partial(_actions, "apply", 36))
    yield SuiteTopic("validate-action", "validate", "validate", about, partial(_actions, "validate", 10))
    about = "What a turn is said to have spent, where it cannot have."
    yield SuiteTopic("refusal-spent", "refusal", "apply", about, _accounts)
    about = "Actions with fields left out, which count as null."
    yield SuiteTopic("codec-action", "codec", "validate", about, _left_out)


def _actions(operation: str, each: int) -> Iterator[Case]:
    for clause, spoil in SPOILS.items():
        dice, unlike, done = Dice(f"tactics {operation} {clause}"), Unlike(), 0
        for _ in range(5 * each):
            ask = draw_scene(dice, dice.pick(TYPES))
            why, bad = spoil(dice, show_action(ask.action, DEFAULT))
            if done < each and clause in _broken_by(bad) and unlike(ask.position):
                done += 1
                yield Case(
                    f"action-{slug(ask.action)}", why, {"position": show(ask.position), "action": bad}, ("malformed",)
                )


def _broken_by(action: Any) -> tuple[str, ...]:
    try:
        read_action(action, DEFAULT)
    except Unreadable as refusal:
        return refusal.broken
    return ()


def _other_fields(dice: Dice, good: Shown) -> tuple[str, Any]:
    if dice.chance(30):
        value = dice.pick((None, [], "END_TURN", 0, True, [good], "MOVE"))
        return "no action at all" if value != [good] else "a list around an action", value
    name = dice.pick(("unitId", "attackerId", "payload", "Type", "player", "position", "targetposition", "target"))
    return f"an action with a field {name}", {**good, name: dice.pick((None, "u1", 0))}


def _strange_type(dice: Dice, good: Shown) -> tuple[str, Any]:
    kind = dice.pick(
        ("move", "Move", "PASS", "", "MOVE ", "ATTACK_MOVE", "ENDTURN", "MOVE_ATTACK", 0, 1, True, [], {}, ["MOVE"])
    )
    return f"a type {kind!r}", {**good, "type": kind}


def _strange_player(dice: Dice, good: Shown) -> tuple[str, Any]:
    if dice.chance(15):
        return "an action without playerId", {key: value for key, value in good.items() if key != "playerId"}
    player: Any = dice.pick((None, "P3", "p1", "", "P1 ", "u1", 1, 2, True, ["P1"], {}))
    return f"a player {player!r}", {**good, "playerId": player}


def _strange_place(dice: Dice, good: Shown) -> tuple[str, Any]:
    at = good["targetPosition"] or {"x": 2, "y": 2}
    place = dice.pick(
        (
            {"x": at["x"]},
            {"y": at["y"]},
            {**at, "z": 0},
            {**at, "x": str(at["x"])},
            {**at, "y": at["y"] + 0.5},
            {**at, "x": None},
            {**at, "y": True},
            {**at, "x": LIMIT + 1},
            {**at, "y": -LIMIT - 1},
            {**at, "x": 2**40},
            {},
            [at["x"], at["y"]],
            f"{at['x']},{at['y']}",
            0,
            False,
            "",
            {"X": at["x"], "Y": at["y"]},
        )
    )
    return f"a position {place!r:.60}", {**good, "targetPosition": place}


def _strange_name(dice: Dice, good: Shown) -> tuple[str, Any]:
    name = dice.pick((0, 1, 7, True, False, [], ["u1"], {}, {"id": "u1"}, 1.5))
    return f"a unit named by {name!r}", {**good, "targetUnitId": name}


SPOILS: Mapping[str, Callable[[Dice, Shown], tuple[str, Any]]] = {
    "TAC-ACT-1": _other_fields,
    "TAC-ACT-3": _strange_type,
    "TAC-ACT-4": _strange_player,
    "TAC-ACT-5": _strange_place,
    "TAC-ACT-6": _strange_name,
}


# What is spent


def _accounts() -> Iterator[Case]:
    dice, unlike = Dice("tactics refusal-spent"), Unlike()
    for number in range(110):
        ask = draw_scene(dice, dice.pick(TYPES))
        if unlike(ask.position) and (bad := _strange_account(dice, ask, number)):
            asked = {"position": show(ask.position), "action": show_action(ask.action, DEFAULT), "spent": bad[1]}
            yield Case(f"spent-{slug(ask.action)}", bad[0], asked, ("malformed",), {"turn-limits": (ONCE, IN_ALL)})


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
        case 4:
            return f"an account without {where}", {key: [] for key in good if key != where}
        case 5:
            value: Any = dice.pick((None, own[0], 1, True, {}))
            return f"{where} is {value!r:.40}", {**good, where: value}
    value = dice.pick(([], "", 0, False, own, {**good, "ended": []}, {**good, where: [1]}, {**good, where: [None]}))
    return f"an account {value!r:.60}", value


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
