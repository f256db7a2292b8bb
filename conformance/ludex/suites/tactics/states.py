"""States: strange ones that can be read, there and back; and those that cannot, clause by clause."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import partial
from typing import Any

from ludex.games.tactics.actions import ATTACK, END_TURN, MOVE, MOVE_AND_ATTACK, TYPES, Action, show_action
from ludex.games.tactics.board import Tile
from ludex.games.tactics.state import PLAYERS, Position, Unit, living, read_position
from ludex.rules import Unreadable
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.spoiling import spoil
from ludex.suites.tactics.positions import DEFAULT, FAR, TILES, Ask, Draft, Unlike, fields, is_readable, settle, show
from ludex.suites.tactics.scenes import draw_scene
from ludex.suites.tactics.wording import slug

State = dict[str, Any]
SHAPES = {"TAC-STA-1", "TAC-STA-2", "TAC-BRD-1"}  # of the wire, and of the board: all else is about what never arises
NAMING = (MOVE, ATTACK, MOVE_AND_ATTACK)
LIMIT = 1_000_000
STRANGE = (
    "\u00e9",
    "\u00fc\u00df",
    "\u6771\u4eac",
    "\U0001f996",
    "a b",
    " ",
    "\t",
    '"',
    "\\",
    "/",
    "\u0000",
    "null",
    "0",
    "-1",
    "true",
    "P1",
    "__proto__",
    "constructor",
    "x" * 200,
    "e\u0301",
    "U1",
    "u1",
    "\u2028",
)


def topics(_: str) -> Iterator[SuiteTopic]:
    """There and back; and malformed."""
    about = "Strange states that can be read: END_TURN gives them back, but for the turn and marks without hit points."
    yield SuiteTopic("codec-state", "codec", "apply", about, _round_trips)
    about = "States that cannot be read: fields, numbers, and what play can never lead to."
    yield SuiteTopic("refusal-state", "refusal", "apply", about, lambda: _malformed_states("apply", 34))
    about = "Nothing is listed where the state has not its form, or the board not its size."
    yield SuiteTopic("refusal-list", "refusal", "legal", about, _unlisted_states)
    about = "A verdict is not given where the state cannot be read."
    yield SuiteTopic("validate-state", "validate", "validate", about, lambda: _malformed_states("validate", 9))


# There and back


def _round_trips() -> Iterator[Case]:
    unlike = Unlike()
    for why, position in _strange_ones(Dice("tactics codec-state")):
        if is_readable(position) and unlike(position):
            ask = Ask(position, Action(END_TURN, position.current))
            yield Case("state", why, fields(ask))


def _strange_ones(dice: Dice) -> Iterator[tuple[str, Position]]:
    for name in STRANGE:
        yield f"an id like {ascii(name)[:40]}", _rename(_some(dice), name)
    for hp in (1, 2, 255, 256, 32_767, 65_536, LIMIT - 1, LIMIT):
        yield f"{hp} hit points", _first_with(_some(dice), hp=hp)
        yield f"an attack of {hp}", _first_with(_some(dice), attack=hp)
    for hp in (0, -1, -2, -300, -LIMIT, 1, 5, LIMIT):
        yield f"a dead unit with {hp} hit points", _with_body(dice, hp)
    for hp in (0, 0, -1, -2, -5, -300, -LIMIT):
        yield f"a unit marked alive with {hp} hit points", _with_body(dice, hp, True)
    for count in range(2, 26):
        yield f"{count} units on the board", _crowd(dice, count)
    for count in range(1, 9):
        yield f"{count} dead units on the tile of a living one", _heap(dice, count)
    for _ in range(30):
        yield "units of both sides in any order", _some(dice)
    for tile in TILES:
        yield f"a unit on {tile.x},{tile.y}", _first_with(_some(dice, tile), tile=tile)


def _some(dice: Dice, free: Tile | None = None) -> Position:
    draft = Draft(dice)
    for owner in (*PLAYERS, *(dice.pick(PLAYERS) for _ in range(dice.below(3)))):
        draft.stand(
            owner, dice.pick([tile for tile in draft.free() if tile != free]), dice.chance(70) or len(draft.units) < 2
        )
    return draft.position(dice.pick(PLAYERS))


def _rename(position: Position, name: str) -> Position:
    first, *others = position.units
    return settle((first._replace(id=name), *(unit for unit in others if unit.id != name)), position.current)


def _first_with(position: Position, **values: Any) -> Position:
    """The position with the first living unit changed."""
    first = living(position.units)[0]
    changed = first._replace(**values)
    return settle((changed if unit == first else unit for unit in position.units), position.current)


def _with_body(dice: Dice, hp: int, marked: bool = False) -> Position:
    position = _some(dice)
    body = Unit("body", dice.pick(PLAYERS), hp, 2, marked, dice.pick(TILES))
    return settle((*position.units, body), position.current)


def _crowd(dice: Dice, count: int) -> Position:
    tiles = dice.some(TILES, count)
    units = [
        Unit(f"n{i}", PLAYERS[i % 2], 1 + i, i % 4, i < 2 or dice.chance(70), tile) for i, tile in enumerate(tiles)
    ]
    return settle(dice.shuffle(units), dice.pick(PLAYERS))


def _heap(dice: Dice, count: int) -> Position:
    position = _some(dice)
    tile = living(position.units)[0].tile
    bodies = [Unit(f"body{i}", dice.pick(PLAYERS), -i, 1, False, tile) for i in range(count)]
    return settle(dice.shuffle((*position.units, *bodies)), position.current)


# Malformed

Spoil = Callable[[Dice, State], tuple[str, State] | None]


def _malformed_states(operation: str, each: int) -> Iterator[Case]:
    for clause in SPOILS:
        dice = Dice(f"tactics {operation} {clause}")
        for why, ask, state in _spoilt(dice, clause, each):
            action = ask.action if clause in SHAPES else _make_refused(dice, ask.action)
            asked = {"position": state, "action": show_action(action, DEFAULT)}
            yield Case(f"state-{slug(action)}", why, asked, ("malformed",))


def _unlisted_states() -> Iterator[Case]:
    for clause in sorted(SHAPES):
        for why, _, state in _spoilt(Dice(f"tactics legal {clause}"), clause, 17):
            yield Case("state-list", why, {"position": state}, ("malformed",))


def _spoilt(dice: Dice, clause: str, each: int) -> Iterator[tuple[str, Ask, State]]:
    """States that break a clause: what is wrong, and the scene from which each was made."""
    spoils, seen, done = SPOILS[clause], Unlike(), 0
    most = 2 * each if clause in OF_THE_SCHEMA else each
    for number in range(6 * most):
        ask = draw_scene(dice, dice.pick(TYPES))
        spoilt = spoils[number % len(spoils)](dice, deepcopy(dict(show(ask.position))))
        if done < most and spoilt and clause in _broken_by(spoilt[1]) and seen(ask.position):
            done += 1
            yield spoilt[0], ask, spoilt[1]


OF_THE_SCHEMA = ("TAC-STA-1", "TAC-STA-2")  # which have many fields to go wrong in


def _make_refused(dice: Dice, action: Action) -> Action:
    """The action made one that no rule lets pass, whatever is made of the state: where the state is what the seed is
    silent about, an engine that judges the action is no worse than one that cannot read the state."""
    spoilt = [action._replace(type=None)]
    if action.type in NAMING:
        spoilt += [action._replace(tile=None), action._replace(tile=dice.pick(FAR))]
    if action.type in (ATTACK, MOVE_AND_ATTACK):
        spoilt += [action._replace(unit=None), action._replace(unit="nobody")]
    return dice.pick(spoilt)


def _broken_by(state: State) -> tuple[str, ...]:
    try:
        read_position(state, DEFAULT)
    except Unreadable as refusal:
        return refusal.broken
    return ()


def _a_unit(dice: Dice, state: State, alive: bool | None = None) -> State:
    units = [unit for unit in state["units"] if alive is None or unit["alive"] == alive]
    chosen: State = dice.pick(units) if units else state["units"][0]
    return chosen


def _off_schema(clause: str, dice: Dice, state: State) -> tuple[str, State]:
    return spoil(dice, "tactics", "state", state, lambda bad: clause in _broken_by(bad))


def _board_of(dice: Dice, state: State) -> tuple[str, State]:
    width, height = dice.pick(((4, 5), (5, 4), (6, 5), (5, 6), (8, 8), (0, 0), (-5, 5), (5, 0), (10, 5), (5, 25)))
    return f"a board of {width} by {height}", {**state, "board": {"width": width, "height": height}}


def _off_board(dice: Dice, state: State) -> tuple[str, State]:
    unit, far = _a_unit(dice, state), dice.pick((-1, 5, 5, -1, 6, 25, -LIMIT, LIMIT))
    axis = dice.pick(("x", "y"))
    unit["position"][axis] = far
    kind = "living" if unit["alive"] and unit["hp"] > 0 else "dead"
    return f"a {kind} unit with {axis} {far}", state


def _twins(dice: Dice, state: State) -> tuple[str, State]:
    if dice.chance(30):
        _a_unit(dice, state)["id"] = ""
        return "a unit with an empty id", state
    first, second = dice.some(state["units"], 2)
    second["id"] = first["id"]
    return "two units with one id", state


def _two_on_a_tile(dice: Dice, state: State) -> tuple[str, State]:
    alive = [unit for unit in state["units"] if unit["alive"] and unit["hp"] > 0]
    first, second = dice.some(alive, 2)
    second["position"] = dict(first["position"])
    who = "two of one side" if first["owner"] == second["owner"] else "one of each side"
    return f"two living units on one tile, {who}", state


def _stranger(dice: Dice, state: State) -> tuple[str, State] | None:
    name = dice.pick(("p1", "P3", "", "P", "P1 ", "player1", "white"))
    where = dice.below(3)
    if where == 0:
        return f"{name!r} on turn", {**state, "currentPlayer": name}
    if where == 1:
        owners = [unit["owner"] for unit in state["units"] if unit["alive"]]
        spare = [unit for unit in state["units"] if not unit["alive"] or owners.count(unit["owner"]) > 1]
        _of(dice, spare or state["units"])["owner"] = name
        return f"a unit of {name!r}", state
    return f"{name!r} has won", {**state, "isGameOver": dice.chance(50), "winner": name}


def _of(dice: Dice, units: list[State]) -> State:
    return dice.pick(units)


def _over_and_not(dice: Dice, state: State) -> tuple[str, State]:
    if dice.chance(50):
        winner = dice.pick((*PLAYERS,))
        return "over while both sides live", {**state, "isGameOver": True, "winner": winner}
    loser = dice.pick(PLAYERS)
    if dice.chance(40):
        left = [unit for unit in state["units"] if unit["owner"] != loser]
        return f"{loser} has no unit, and the game goes on", {**state, "units": left}
    for unit in state["units"]:
        if unit["owner"] == loser:
            unit["hp"] = dice.pick((0, -1, 4))
            unit["alive"] = unit["hp"] <= 0 and dice.chance(30)
    return f"{loser} is dead, and the game goes on", state


def _nobody(dice: Dice, state: State) -> tuple[str, State]:
    over, winner = dice.chance(50), dice.pick((None, *PLAYERS))
    if dice.chance(25):
        return "no units at all", {**state, "units": [], "isGameOver": over, "winner": winner}
    for unit in state["units"]:
        unit["hp"] = dice.pick((0, -1, -2, 3))
        unit["alive"] = unit["hp"] <= 0 and dice.chance(30)
    return "everybody is dead", {**state, "isGameOver": over, "winner": winner}


def _wrong_winner(dice: Dice, state: State) -> tuple[str, State]:
    if dice.chance(40):
        return "a winner while the game is on", {**state, "winner": dice.pick(PLAYERS)}
    loser = dice.pick(PLAYERS)
    for unit in state["units"]:
        if unit["owner"] == loser:
            unit["alive"], unit["hp"] = dice.chance(30), dice.pick((0, -3))
    winner = dice.pick((None, loser))
    return "over, won by nobody" if winner is None else "over, won by the dead", {
        **state,
        "isGameOver": True,
        "winner": winner,
    }


SPOILS: dict[str, tuple[Spoil, ...]] = {
    "TAC-STA-1": (partial(_off_schema, "TAC-STA-1"),),
    "TAC-STA-2": (partial(_off_schema, "TAC-STA-2"),),
    "TAC-BRD-1": (_board_of,),
    "TAC-BRD-2": (_off_board,),
    "TAC-UNT-5": (_twins,),
    "TAC-UNT-6": (_two_on_a_tile,),
    "TAC-STA-3": (_stranger,),
    "TAC-STA-4": (_over_and_not,),
    "TAC-STA-5": (_nobody,),
    "TAC-STA-6": (_wrong_winner,),
}
