"""Positions and actions that cannot be read, clause by clause."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import partial
from typing import Any

from ludex.games.minions.actions import FIELDS, MOVE, read_action, show_action
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

Shown = dict[str, Any]
EACH = 44
NUMBERS: tuple[Any, ...] = (-1, -3, 1.5, "1", None, True, [], {}, "", [1], 0.25, False, "two", -(10**9))


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
        for number in range(EACH * 8):
            if len(known) == EACH:
                break
            ask = _scene(dice)
            why, bad = spoils[number % len(spoils)](dice, deepcopy(show_position(ask.position)))
            broken = position_breaks(bad)
            if (broken == (clause,) or (clause in broken and dice.chance(12))) and unlike(ask.position):
                known.append((size(ask.position), why, bad))
        for _, why, bad in sorted(known, key=_size_first):
            yield Case("position", f"{clause}: {why}"[:160], {"position": bad})


def _no_object(dice: Dice, data: Shown) -> tuple[str, Any]:
    value = dice.pick((None, [], 0, "", True, [data], data["boards"][0], data["boards"], "start", 1.5, {}))
    return f"a position is {type(value).__name__}", value


def _a_field_missing(dice: Dice, data: Shown) -> tuple[str, Any]:
    name = dice.pick(sorted(data))
    return f"no field {name}", {key: value for key, value in data.items() if key != name}


def _a_field_more(dice: Dice, data: Shown) -> tuple[str, Any]:
    name = dice.pick(("turn", "first", "general", "phase", "Side", "board", "map", "ended", "id", ""))
    return f"a field more, {name!r}", {**data, name: dice.pick((None, 0, "n", []))}


def _wrong_type(dice: Dice, data: Shown) -> tuple[str, Any]:
    name = dice.pick(sorted(data))
    bad: dict[str, tuple[Any, ...]] = {
        "side": (None, "Yellow", "first", 0, "y", []),
        "status": (None, "over", "Active", True, 0, "won"),
        "winner": ("", "Blue", "draw", 0, False, []),
        "boards": (None, "n", {}, 0),
        "maps": (None, "midnight_lake", {}, 1),
        "entered": (None, 0, "", {}, "0"),
    }
    value = dice.pick(bad.get(name, (None, 0, [], "", [0, 0], True)))
    return f"{name} is {value!a}", {**data, name: value}


def _wrong_inside(dice: Dice, data: Shown) -> tuple[str, Any]:
    """A field too few or too many in what each side has."""
    name = dice.pick(("money", "owed", "points", "spells", "tech"))
    match dice.below(4):
        case 0:
            gone = dice.pick(sorted(data[name]))
            del data[name][gone]
            return f"{name} without {gone}", data
        case 1:
            data[name][dice.pick(("red", "green", "both", "Yellow"))] = 0
            return f"{name} with a field more", data
        case 2:
            data["spells"][dice.pick(SIDES)] = dice.pick(
                (None, 1, {"free": 1}, {"free": 1, "bought": 0, "kept": 0}, [])
            )
            return "a hand that is none", data
    data["tech"][dice.pick(sorted(data["tech"]))] = dice.pick((None, 0, [], {}, ["0"], 22))
    return "techline without its texts", data


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


def _amount(dice: Dice, data: Shown) -> tuple[str, Any]:
    name, side, value = dice.pick(("money", "owed", "points", "spells")), dice.pick(SIDES), dice.pick(NUMBERS)
    if name == "spells":
        data[name][side][dice.pick(("free", "bought"))] = value
    else:
        data[name][side] = value
    return f"an amount of {name} is {value!a}", data


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
    bad: tuple[Any, ...] = (
        None,
        "",
        "lake",
        "Midnight_Lake",
        "mega puddles",
        0,
        [],
        {},
        ["mega_puddles"],
        True,
        3,
        "start",
        "n",
        "W",
    )
    data["maps"][0] = dice.pick(bad)
    return f"a map is {data['maps'][0]!a}", data


def _broken_map(dice: Dice, data: Shown) -> tuple[str, Any]:
    rows = TABLE.maps[dice.pick(sorted(TABLE.maps))]
    data["maps"][-1] = dice.pick((rows.replace("G", "1", 1), rows.replace("/", "//"), rows + "/0", "0/" * 9 + "0"))
    return "a map that breaks an invariant", data


def _a_line(clause: str, dice: Dice, data: Shown) -> tuple[str, Any]:
    at = dice.below(len(data["boards"]))
    data["boards"][at] = spoil_line(dice, dice.pick(OF_LINES[clause]), data["boards"][at], data["side"])
    return f"board {at} is {data['boards'][at]!a}", data


OF_POSITIONS: dict[str, tuple[Spoil, ...]] = {
    "MIN-POS-1": (_no_object, _a_field_missing, _a_field_more, _wrong_type, _wrong_inside),
    "MIN-POS-2": (_boards_and_maps,),
    "MIN-POS-3": (_amount,),
    "MIN-POS-4": (_points,),
    "MIN-POS-5": (_tech,),
    "MIN-POS-6": (_both_teched,),
    "MIN-POS-7": (_odd_entered,),
    "MIN-POS-8": (_map,),
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


def _no_action(dice: Dice, good: Shown) -> tuple[str, Any]:
    less = {key: value for key, value in good.items() if key != "kind"}
    value = dice.pick(
        (None, [], [good], 0, "end-turn", good["kind"], {}, less, True, {"Kind": "march"}, {"type": "buy"})
    )
    return f"no action: {value!a:.60}", value


def _odd_kind(dice: Dice, good: Shown) -> tuple[str, Any]:
    kinds = ("fly", "Move", "MOVE", "", "moves", "endturn", "end_turn", "pass", "undo", "buy spell", "skip", "win")
    kind = dice.pick((*kinds, None, 0, [], True, ["move"], {"kind": "move"}, good["kind"] + " ", good["kind"].upper()))
    return f"the kind is {kind!a}", {**good, "kind": kind}


def _field_missing(dice: Dice, good: Shown) -> tuple[str, Any]:
    names = sorted(set(good) - {"kind"})
    if not names:
        return "a board where none belongs", {**good, "board": 0}
    name = dice.pick(names)
    return f"no field {name}", {key: value for key, value in good.items() if key != name}


def _field_more(dice: Dice, good: Shown) -> tuple[str, Any]:
    name = dice.pick(
        ("side", "to", "from", "unit", "moves", "attacks", "keep", "card", "board", "actions", "id", "count")
    )
    if name in FIELDS[good["kind"]]:
        name = "by"
    return f"a field more, {name}", {**good, name: dice.pick((None, 0, "zombie", "c3", []))}


def _field_wrong(dice: Dice, good: Shown) -> tuple[str, Any]:
    names = sorted(set(good) - {"kind"})
    if not names:
        return "a card where none belongs", {**good, "card": None}
    name = dice.pick(names)
    pairs = [good.get("moves") or good.get("attacks") or [["c3", "c4"]]][0]
    bad: dict[str, tuple[Any, ...]] = {
        "board": (-1, "0", None, 0.5, True, [0], {}),
        "to": ("k1", "a10", "A1", "", None, 22, ["c3"], "c3 ", "3c"),
        "keep": (0, [], ["zombie"], False, {}),
    }
    ticks = ([["c3"]], [["c3", "c4", "c5"]], ["c3c4"], [["c3", "k4"]], [[2, 3]], None, "c3c4", {"c3": "c4"}, [None])
    value = (
        dice.pick((*ticks, pairs[0])) if name in ("moves", "attacks") else dice.pick(bad.get(name, (0, None, [], {})))
    )
    return f"{name} is {value!a:.50}", {**good, name: value}


def _empty_tick(dice: Dice, good: Shown) -> tuple[str, Any]:
    board = good.get("board", 0)
    kind, name = dice.pick((("move", "moves"), ("attack", "attacks")))
    return "an empty tick", {"kind": kind, "board": board, name: []}


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
    "MIN-ACT-1": _with_turns(_no_action),
    "MIN-ACT-2": _with_turns(_odd_kind),
    "MIN-ACT-3": _with_turns(_field_missing, _field_more, _field_wrong),
    "MIN-ACT-4": _with_turns(_empty_tick),
    "MIN-ACT-5": (_odd_turn,),
    "MIN-ACT-6": _with_turns(_odd_name),
}


def _both() -> Iterator[Case]:
    dice, unlike, done = Dice("minions refusal-both"), Unlike(), 0
    clauses = sorted(OF_POSITIONS)
    while done < 60:
        ask = _scene(dice)
        why, bad = dice.pick(OF_POSITIONS[clauses[done % len(clauses)]])(dice, deepcopy(show_position(ask.position)))
        action: Any = show_action(ask.action, DEFAULT)
        if done % 3 == 2:
            action = dice.pick((None, {**action, "kind": "fly"}, {"kind": MOVE, "board": 0, "moves": []}))
        if position_breaks(bad) and unlike(ask.position):
            done += 1
            yield Case("both", why[:160], {"position": bad, "action": action}, ("malformed",))
