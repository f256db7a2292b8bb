"""Positions and actions that cannot be read, clause by clause."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import partial
from typing import Any

from ludex.games.minions.actions import MOVE, read_action, show_action
from ludex.games.minions.hexes import NAMES
from ludex.games.minions.pairs import SIDES
from ludex.games.minions.position import needed_points, read_position, show_position
from ludex.rules import Unreadable
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.minions.codecs import SPOILS as OF_LINES
from ludex.suites.minions.codecs import spoil_line
from ludex.suites.minions.pool import size
from ludex.suites.minions.positions import DEFAULT, KINDS, TABLE, Ask, Unlike
from ludex.suites.minions.scenes import SCENES, draw_scene, ticking
from ludex.suites.spoiling import spoil

Shown = dict[str, Any]
EACH = 43
EACH_POSITION = 30  # asked of lists; as many again are asked of actions
BOTH = 150


def topics(_: str) -> Iterator[SuiteTopic]:
    """Positions, in legal lists; actions, applied."""
    about = "Positions that cannot be read: each clause broken in every way, mostly alone."
    yield SuiteTopic("refusal-position", "refusal", "legal", about, _positions)
    about = "Actions that cannot be read: each clause broken in every way, mostly alone."
    yield SuiteTopic("refusal-action", "refusal", "apply", about, _actions)
    about = "An action that can be read, in a position that cannot; and both wrong."
    yield SuiteTopic("refusal-both", "refusal", "apply", about, _both)


def _scene(dice: Dice) -> Ask:
    if dice.chance(20):
        return draw_scene(dice, partial(ticking, count=dice.between(2, 3)))
    return draw_scene(dice, SCENES[dice.pick(sorted(SCENES))])


def position_breaks(data: Any) -> tuple[str, ...]:
    """The clauses that a position breaks."""
    try:
        read_position(data, DEFAULT)
    except Unreadable as refused:
        return refused.broken
    return ()


def action_breaks(data: Any) -> tuple[str, ...]:
    """The clauses that an action breaks in its form."""
    try:
        read_action(data, DEFAULT)
    except Unreadable as refused:
        return refused.broken
    return ()


def _size_first(one: tuple[int, str, Any]) -> tuple[int, str]:
    return one[0], repr(one)


# Positions

Spoil = Callable[[Dice, Shown], Any]


def _positions() -> Iterator[Case]:
    unlike = Unlike()
    for clause, spoils in OF_POSITIONS.items():
        dice, known = Dice(f"minions position {clause}"), list[tuple[int, str, Any]]()
        for number in range(EACH_POSITION * 8):
            if len(known) == EACH_POSITION:
                break
            ask = _scene(dice)
            why, bad = spoils[number % len(spoils)](dice, deepcopy(show_position(ask.position)))
            broken = position_breaks(bad)
            if (broken == (clause,) or (clause in broken and dice.chance(12))) and unlike(ask.position):
                known.append((size(ask.position), why, bad))
        for _, why, bad in sorted(known, key=_size_first):
            yield Case("position", f"{clause}: {why}"[:160], {"position": bad})


def _off_schema(clause: str, dice: Dice, data: Shown) -> tuple[str, Any]:
    return spoil(dice, "minions", "position", data, lambda bad: position_breaks(bad) == (clause,))


def _boards_and_maps(dice: Dice, data: Shown) -> tuple[str, Any]:
    match dice.below(4):
        case 0:
            data["maps"] = [*data["maps"], dice.pick(sorted(TABLE.maps))]
        case 1:
            data["boards"] = [*data["boards"], data["boards"][0]]
        case 2:
            count = dice.between(100, 104)
            quiet = "n|||||0/0/2N7/0/0/0/0/7n2/0/0"
            return f"{count} boards", {
                **data,
                "boards": [quiet] * count,
                "maps": ["mega_puddles"] * count,
                "entered": [],
            }
        case _:
            data = {**data, "boards": [], "maps": [], "entered": []}
            data["points"] = {"yellow": 0, "blue": 0}
    return f"{len(data['boards'])} boards, {len(data['maps'])} maps", data


def _points(dice: Dice, data: Shown) -> tuple[str, Any]:
    needed, side = needed_points(len(data["boards"])), dice.pick(SIDES)
    match dice.below(5):
        case 0:
            data["points"][side] = needed + dice.pick((0, 0, 1, 3))
            return "enough points to win, and the game is on", data
        case 1:
            return "a winner while the game is on", {**data, "winner": side}
        case 2:
            return "an end without a winner", {**data, "status": "ended"}
        case 3:
            data["points"][side] = needed - 1
            return "a winner who lacks a point", {**data, "status": "ended", "winner": side}
    other = "blue" if side == "yellow" else "yellow"
    data["points"] = {side: needed, other: max(0, needed - 1)}
    return "the other side won", {**data, "status": "ended", "winner": other}


def _tech(dice: Dice, data: Shown) -> tuple[str, Any]:
    tech, side, mover = data["tech"], dice.pick(SIDES), data["side"]
    match dice.below(6):
        case 0:
            tech["cards"] = tech["cards"][:-1] + dice.pick("ZIN1s?F")
            return "a card that is none", data
        case 1:
            tech["cards"] = tech["cards"][:-1] + tech["cards"][0]
            return "a card twice", data
        case 2:
            tech[side] = tech[side] + dice.pick("01") if dice.chance(50) else tech[side][:-1]
            return "a sign too many or too few", data
        case 3:
            tech[side] = tech[side][:-1] + dice.pick("3 xMT-")
            return "a sign that is none", data
        case 4:
            tech["cards"] += dice.pick("SPWGT")
            return "more cards than signs", data
    other = "blue" if mover == "yellow" else "yellow"
    tech[other] = dice.pick("mt") + tech[other][1:]
    return "a spell of this turn, of the side that waits", data


def _both_teched(dice: Dice, data: Shown) -> tuple[str, Any]:
    at, tech, mover = dice.below(len(data["tech"]["cards"])), data["tech"], data["side"]
    for side in SIDES:
        sign = dice.pick("2t") if side == mover else "2"
        tech[side] = tech[side][:at] + sign + tech[side][at + 1 :]
    return "a card teched by both", data


def _odd_entered(dice: Dice, data: Shown) -> tuple[str, Any]:
    count = len(data["boards"])
    bad: list[Any] = [[count], [-1], [0, 0], ["0"], [None], [0.5], [True], [[0]], [0, count + dice.below(90)]]
    value = dice.pick(bad)
    return f"entered is {value!a}", {**data, "entered": value}


def _map(dice: Dice, data: Shown) -> tuple[str, Any]:
    data["maps"][0] = dice.pick(("lake", "Midnight_Lake", "mega puddles", "start", "n", "W"))
    return f"a map is {data['maps'][0]!a}", data


def _broken_map(dice: Dice, data: Shown) -> tuple[str, Any]:
    rows = TABLE.maps[dice.pick(sorted(TABLE.maps))]
    data["maps"][-1] = dice.pick((rows.replace("G", "1", 1), rows.replace("/", "//"), rows + "/0", "0/" * 9 + "0"))
    return "a map that breaks an invariant", data


def _a_line(clause: str, dice: Dice, data: Shown) -> tuple[str, Any]:
    at = dice.below(len(data["boards"]))
    data["boards"][at] = spoil_line(dice, dice.pick(OF_LINES[clause]), data["boards"][at], data["side"])
    return f"board {at + 1} is {data['boards'][at]!a}", data


OF_POSITIONS: dict[str, tuple[Spoil, ...]] = {
    "MIN-POS-1": (partial(_off_schema, "MIN-POS-1"),),
    "MIN-POS-2": (_boards_and_maps,),
    "MIN-POS-3": (partial(_off_schema, "MIN-POS-3"),),
    "MIN-POS-4": (_points,),
    "MIN-POS-5": (_tech,),
    "MIN-POS-6": (_both_teched,),
    "MIN-POS-7": (_odd_entered, _odd_entered, partial(_off_schema, "MIN-POS-7")),
    "MIN-POS-8": (_map, partial(_off_schema, "MIN-POS-8")),
    "MIN-BRD-4": (_broken_map,),
    **{clause: (partial(_a_line, clause),) for clause in OF_LINES},
}


# Actions


def _actions() -> Iterator[Case]:
    unlike = Unlike()
    for clause, spoils in OF_ACTIONS.items():
        dice, known = Dice(f"minions action {clause}"), list[tuple[int, str, Shown]]()
        for number in range(EACH * 10):
            if len(known) == EACH:
                break
            ask = _scene(dice)
            why, bad = spoils[number % len(spoils)](dice, deepcopy(show_action(ask.action, DEFAULT)))
            broken = action_breaks(bad)
            if (broken == (clause,) or (clause in broken and dice.chance(12))) and unlike(ask.position):
                asked = {"position": show_position(ask.position), "action": bad}
                known.append((size(ask.position), f"{clause}: {why}"[:160], asked))
        for _, why, asked in sorted(known, key=_size_first):
            yield Case("action", why, asked, ("malformed",))


def _action_off_schema(clause: str, dice: Dice, good: Shown) -> tuple[str, Any]:
    return spoil(dice, "minions", "action", good, lambda bad: action_breaks(bad) == (clause,))


def _odd_kind(dice: Dice, good: Shown) -> tuple[str, Any]:
    kind = dice.pick(("fly", "moves", "endturn", "end_turn", "pass", "undo", "buy spell", "skip", "win"))
    return f"the kind is {kind!a}", {**good, "kind": kind}


def _odd_hex(dice: Dice, good: Shown) -> tuple[str, Any]:
    odd = dice.pick(("k1", "a10", "3c", "c-1"))
    for name in ("moves", "attacks"):
        if name in good:
            return f"{name} to {odd}", {**good, name: [[good[name][0][0], odd], *good[name][1:]]}
    return f"a spawn to {odd}", {"kind": "spawn", "board": 0, "unit": "zombie", "to": odd}


def _odd_turn(dice: Dice, good: Shown) -> tuple[str, Any]:
    end = {"kind": "end-turn"}
    turns: tuple[list[Any], ...] = (
        [],
        [good],
        [end, good],
        [end, end],
        [good, end, end],
        [{"kind": "turn", "actions": [end]}, end],
        [{"kind": "turn", "actions": [good, end]}],
        [good, good],
        [end, good, end],
        [good, {"kind": "turn", "actions": [end]}, end],
    )
    actions = dice.pick(turns)
    if good["kind"] == "end-turn" and actions in ([good], [good, good]):
        actions = []
    return f"a turn of {len(actions)}, ended otherwise", {"kind": "turn", "actions": actions}


def _odd_name(dice: Dice, good: Shown) -> tuple[str, Any]:
    names = [name for name in ("unit", "necromancer", "keep", "card") if name in good]
    if not names:
        return "a unit that nobody knows", {"kind": "buy", "board": good.get("board", 0), "unit": "dragon"}
    bad = ("dragon", "Zombie", "ZOMBIE", "zombies", "Z", "S", "", "necro", "arcane", "skeleton ", "void_lord", "unit")
    name, value = dice.pick(names), dice.pick((*bad, dice.pick(sorted(KINDS)).upper(), dice.pick(NAMES)))
    return f"{name} is {value!a}", {**good, name: value}


def _inside_a_turn(spoils: tuple[Spoil, ...], dice: Dice, good: Shown) -> tuple[str, Any]:
    why, bad = dice.pick(spoils)(dice, good)
    actions = [bad, {"kind": "end-turn"}]
    return f"in a whole turn, {why}", {"kind": "turn", "actions": [good, *actions] if dice.chance(30) else actions}


def _with_turns(*spoils: Spoil) -> tuple[Spoil, ...]:
    return (*spoils, partial(_inside_a_turn, spoils))


OF_ACTIONS: dict[str, tuple[Spoil, ...]] = {
    "MIN-ACT-1": _with_turns(partial(_action_off_schema, "MIN-ACT-1")),
    "MIN-ACT-2": _with_turns(_odd_kind, partial(_action_off_schema, "MIN-ACT-2")),
    "MIN-ACT-3": _with_turns(_odd_hex, *[partial(_action_off_schema, "MIN-ACT-3")] * 3),
    "MIN-ACT-4": _with_turns(partial(_action_off_schema, "MIN-ACT-4")),
    "MIN-ACT-5": (_odd_turn,),
    "MIN-ACT-6": _with_turns(_odd_name),
}


def _both() -> Iterator[Case]:
    dice, unlike, done = Dice("minions refusal-both"), Unlike(), 0
    clauses = sorted(OF_POSITIONS)
    while done < BOTH:
        ask = _scene(dice)
        why, bad = dice.pick(OF_POSITIONS[clauses[done % len(clauses)]])(dice, deepcopy(show_position(ask.position)))
        action: Any = show_action(ask.action, DEFAULT)
        if done % 3 == 2:
            action = dice.pick((None, {**action, "kind": "fly"}, {"kind": MOVE, "board": 0, "moves": []}))
        if position_breaks(bad) and unlike(ask.position):
            done += 1
            yield Case("both", why[:160], {"position": bad, "action": action}, ("malformed",))
