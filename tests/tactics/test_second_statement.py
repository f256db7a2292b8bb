"""The rules stated a second time, naively: every unit does all it can, and what exactly one unit can do is valid.

This statement shares nothing with the reference but the wire shapes. Both are compared on every placement of up to two
units a side (alive or dead, hp 3, attack 1, up to the symmetries of the square) and every action of the player on turn;
and again with the dead marked alive and without hit points, which is the same. A fixed part runs always, all of it with
LUDEX_ALL=1.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import combinations, product
from typing import Any

import pytest

from ludex.games import tactics
from ludex.games.tactics.actions import Action
from ludex.games.tactics.board import Tile
from ludex.games.tactics.play import CHECKS, after, judged
from ludex.games.tactics.question import Question
from ludex.games.tactics.state import Position, Unit, opponent
from ludex.games.tactics.turns import game_is_on
from ludex.rules import Moot, Rules
from tests.guards import at_least_one

State = dict[str, Any]
Key = tuple[str, Any, Any]
RULES = tactics.REGISTER.rules("v1")

# The second statement: over plain JSON, by distances, unit after unit


def distance(one: Any, other: Any) -> int:
    return int(abs(one["x"] - other["x"]) + abs(one["y"] - other["y"]))


def lives(unit: Mapping[str, Any]) -> bool:
    return bool(unit["alive"]) and unit["hp"] > 0


def changed(state: State, name: str, **values: Any) -> State:
    return {**state, "units": [{**unit, **values} if unit["id"] == name else unit for unit in state["units"]]}


def foe_of(player: str) -> str:
    return {"P1": "P2", "P2": "P1"}[player]


def hit(state: State, hitter: Any, victim: Any, choices: Mapping[str, str]) -> State:
    left = victim["hp"] - hitter["attack"]
    if choices["hp-floor"] == "zero":
        left = max(left, 0)
    result = changed(state, victim["id"], hp=left, alive=left > 0)
    if not any(lives(unit) for unit in result["units"] if unit["owner"] == victim["owner"]):
        result = {**result, "isGameOver": True, "winner": hitter["owner"]}
    return result


def beside(state: State, player: str, victim: Any) -> list[Any]:
    return [
        unit
        for unit in state["units"]
        if unit["owner"] == player and lives(unit) and distance(unit["position"], victim["position"]) == 1
    ]


def handed_over(state: State) -> State:
    return {**state, "currentPlayer": foe_of(state["currentPlayer"])}


def step_and_hit(state: State, name: str, victim: Any, choices: Mapping[str, str]) -> State | None:
    """``state`` is the one after the step of the unit of this name."""
    near = beside(state, state["currentPlayer"], victim)
    if choices["attacker-after-move"] != "any-unique":
        here = [unit for unit in near if unit["id"] == name]
        near = here if choices["attacker-after-move"] == "mover-alone" or not here else near
    if len(near) != 1:
        return None
    result = hit(state, near[0], victim, choices)
    stays = result["isGameOver"] and choices["turn-after-winning-move-attack"] == "stays"
    return result if stays else handed_over(result)


def without_marks_of_the_dead(state: State) -> State:
    return {**state, "units": [{**unit, "alive": lives(unit)} for unit in state["units"]]}


def attempts(state: State, choices: Mapping[str, str]) -> dict[Key, list[State | None]]:
    """What each unit of the player on turn can do, by what it looks like as an action."""
    if choices["life-without-hp"] == "cleared":
        state = without_marks_of_the_dead(state)
    me = state["currentPlayer"]
    mine = [unit for unit in state["units"] if unit["owner"] == me and lives(unit)]
    foes = [unit for unit in state["units"] if unit["owner"] != me and lives(unit)]
    solid = [unit["position"] for unit in state["units"] if lives(unit) or choices["dead-blocks"] == "yes"]
    done: dict[Key, list[State | None]] = defaultdict(list)
    for unit, x, y in product(mine, range(5), range(5)):
        there = {"x": x, "y": y}
        if distance(unit["position"], there) == 1 and there not in solid:
            stepped = changed(state, unit["id"], position=there)
            done["MOVE", (x, y), None].append(stepped)
            done["MOVE", (x, y), unit["id"]].append(stepped)
            for foe in foes:
                done["MOVE_AND_ATTACK", (x, y), foe["id"]].append(step_and_hit(stepped, unit["id"], foe, choices))
    for foe in foes:
        place = (foe["position"]["x"], foe["position"]["y"])
        for unit in beside(state, me, foe):
            done["ATTACK", place, foe["id"]].append(hit(state, unit, foe, choices))
    done["END_TURN", None, None].append(handed_over(state))
    return done


def narrowed(key: Key, results: list[State | None], choices: Mapping[str, str]) -> list[State | None]:
    able = [result for result in results if result is not None]
    whole = key[0] == "MOVE_AND_ATTACK" and choices["move-attack-inference"] == "whole"
    return list(able) if whole and len(able) == 1 else results


def valid_actions(state: State, choices: Mapping[str, str]) -> dict[Key, State]:
    """Every valid action in its plainest form, with the state after it."""
    if state["isGameOver"]:
        return {}
    found = ((key, narrowed(key, results, choices)) for key, results in attempts(state, choices).items())
    return {key: results[0] for key, results in found if len(results) == 1 and results[0] is not None}


def plain(action: Action, state: State, choices: Mapping[str, str]) -> Key | None:
    """The plainest form of an action; None where no form of it is valid."""
    if action.type == "END_TURN":
        return ("END_TURN", None, None)
    if action.type == "MOVE" and action.unit is not None and choices["move-target-id"] != "selects":
        return ("MOVE", action.tile, None) if choices["move-target-id"] == "ignore" else None
    if action.type == "ATTACK" and choices["mismatch-check"] == "server" and action.tile in ON_BOARD:
        at = [unit["position"] for unit in state["units"] if unit["id"] == action.unit]
        return ("ATTACK", (at[0]["x"], at[0]["y"]), action.unit) if at else None
    return (str(action.type), action.tile, action.unit)


# The kinds of error, stated a second time (default readings)


def kinds_of_step(state: State, me: str, place: Any) -> Iterator[str]:
    if place is None:
        yield "position-missing"
        return
    there = [unit for unit in state["units"] if distance(unit["position"], place) == 1]
    able = [unit for unit in there if lives(unit) and unit["owner"] == me]
    if not (0 <= place["x"] <= 4 and 0 <= place["y"] <= 4):
        yield "off-board"
    if any(lives(unit) and unit["position"] == place for unit in state["units"]):
        yield "occupied"
    if len(able) > 1:
        yield "ambiguous-mover"
    if not able:
        yield "not-one-step"
        yield from ("mover-not-own" for unit in there if unit["owner"] != me)
        yield from ("mover-dead" for unit in there if not lives(unit))


def kinds_of_target(me: str, name: str | None, victim: Any) -> Iterator[str]:
    if name is None:
        yield "unit-id-missing"
    elif victim is None:
        yield "target-missing"
    else:
        if not lives(victim):
            yield "target-dead"
        if victim["owner"] == me:
            yield "target-not-enemy"


def kinds_of_attack(state: State, me: str, place: Any, victim: Any) -> Iterator[str]:
    if place is None:
        yield "position-missing"
    elif not (0 <= place["x"] <= 4 and 0 <= place["y"] <= 4):
        yield "off-board"
    if victim is None:
        return
    if place is not None and place != victim["position"]:
        yield "position-mismatch"
    near = [unit for unit in state["units"] if distance(unit["position"], victim["position"]) == 1]
    able = [unit for unit in near if lives(unit) and unit["owner"] == me]
    if len(able) > 1:
        yield "ambiguous-attacker"
    if not able:
        yield "not-adjacent"
        yield from ("attacker-not-own" for unit in near if unit["owner"] != me)
        yield from ("attacker-dead" for unit in near if not lives(unit))


def kinds_after_step(state: State, me: str, place: Any, victim: Any) -> Iterator[str]:
    if place is None or victim is None:
        return
    able = beside(state, me, {"position": place})
    in_question: set[str] = set()
    arrives = False
    for unit in able:
        later = changed(state, unit["id"], position=place)
        foe = next(one for one in later["units"] if one["id"] == victim["id"])
        near = {one["id"] for one in beside(later, me, foe)}
        arrives |= unit["id"] in near
        in_question |= near
    if able and not arrives:
        yield "not-adjacent-after-move"
    if len(in_question) > 1:
        yield "ambiguous-attacker-after-move"


def kinds(state: State, action: Action) -> set[str]:
    if state["isGameOver"]:
        return {"game-over"}
    me = action.player
    place = None if action.tile is None else {"x": action.tile.x, "y": action.tile.y}
    victim = next((unit for unit in state["units"] if unit["id"] == action.unit), None)
    found = set() if me == state["currentPlayer"] else {"not-your-turn"}
    if action.type is None:
        found |= {"type-missing"}
    if action.type == "MOVE":
        found |= {*kinds_of_step(state, me, place)} | (set() if action.unit is None else {"unit-id-given"})
    if action.type == "ATTACK":
        found |= {*kinds_of_target(me, action.unit, victim)} | {*kinds_of_attack(state, me, place, victim)}
    if action.type == "MOVE_AND_ATTACK":
        found |= {*kinds_of_step(state, me, place)} | {*kinds_of_target(me, action.unit, victim)}
        found |= {*kinds_after_step(state, me, place, victim)}
    return found


# All placements, up to symmetry

ON_BOARD = [Tile(x, y) for x in range(5) for y in range(5)]
RING = [Tile(x, y) for x in range(-1, 6) for y in range(-1, 6) if (x in (-1, 5)) != (y in (-1, 5))]
PLACES = (None, *ON_BOARD, *RING, Tile(9, 9))
NAMES = (None, "a", "b", "x", "y", "nobody")


def actions_of(player: str) -> tuple[Action, ...]:
    acting = product(("MOVE", "ATTACK", "MOVE_AND_ATTACK"), PLACES, NAMES)
    ending = (Action("END_TURN", player), Action("END_TURN", player, Tile(9, 9), "nobody"), Action(None, player))
    return (*(Action(kind, player, place, name) for kind, place, name in acting), *ending)


ACTIONS = actions_of("P1")

SYMMETRIES: tuple[Callable[[int, int], tuple[int, int]], ...] = (
    lambda x, y: (x, y),
    lambda x, y: (4 - x, y),
    lambda x, y: (x, 4 - y),
    lambda x, y: (4 - x, 4 - y),
    lambda x, y: (y, x),
    lambda x, y: (4 - y, x),
    lambda x, y: (y, 4 - x),
    lambda x, y: (4 - y, 4 - x),
)

Half = tuple[tuple[int, bool], ...]  # the units of a side: (index of the tile, alive), in ascending order


@cache
def halves() -> tuple[Half, ...]:
    """Every way to place up to two units of one side; no two living ones on a tile."""
    units = [(tile, alive) for tile in range(25) for alive in (False, True)]
    pairs = [*combinations(units, 2), *((unit, unit) for unit in units if not unit[1])]
    return ((), *((unit,) for unit in units), *pairs)


def image(half: Half, symmetry: Callable[[int, int], tuple[int, int]]) -> Half:
    turned = (symmetry(*divmod(tile, 5)) for tile, _ in half)
    return tuple(sorted((x * 5 + y, alive) for (x, y), (_, alive) in zip(turned, half, strict=True)))


def living_tiles(half: Half) -> frozenset[int]:
    return frozenset(tile for tile, alive in half if alive)


@cache
def placements() -> tuple[tuple[Half, Half], ...]:
    """One of each class of placements that the square's symmetries make alike, somebody being alive."""
    sides = halves()
    number = {half: index for index, half in enumerate(sides)}
    images = [[number[image(half, symmetry)] for half in sides] for symmetry in SYMMETRIES]
    tiles = [living_tiles(half) for half in sides]
    found = []
    for one, half in enumerate(sides):
        if min(row[one] for row in images) < one:
            continue
        stable = [row for row in images if row[one] == one]
        found += [
            (half, sides[two])
            for two in range(len(sides))
            if not tiles[one] & tiles[two] and (tiles[one] or tiles[two]) and min(row[two] for row in stable) == two
        ]
    return tuple(found)


def place(tile: int) -> Tile:
    return Tile(*divmod(tile, 5))


def position_of(own: Half, enemy: Half, hp: int = 3, marked: bool = False) -> Position:
    """The dead are not marked alive and have hit points, or are ``marked`` and have none (TAC-UNT-7)."""
    named = [*zip("ab", own, strict=False), *zip("xy", enemy, strict=False)]
    units = tuple(
        Unit(name, "P1" if name in "ab" else "P2", hp if alive or not marked else 0, 1, alive or marked, place(tile))
        for name, (tile, alive) in named
    )
    left = [player for player, half in (("P1", own), ("P2", enemy)) if living_tiles(half)]
    return Position(units, "P1", len(left) == 1, left[0] if len(left) == 1 else None)


def accepts(q: Question) -> bool:
    """Whether the checks of the reference let an action through, up to the first that does not."""
    try:
        return game_is_on(q) and all(asked(q) for asked in CHECKS[q.action.type])
    except Moot:
        return False


def agree(position: Position, rules: Rules, verdict: Callable[[Question], bool] = accepts) -> None:
    """Both statements let the same actions through, list the same, and lead to the same states."""
    state = tactics.show_position(position)
    valid = valid_actions(state, rules.choices)
    for action in ACTIONS:
        q = Question(position, action, rules)
        lets = action.type is not None and plain(action, state, rules.choices) in valid
        assert verdict(q) == lets, (state, action)
        if lets:
            assert tactics.show_position(after(q)) == valid[plain(action, state, rules.choices)], (state, action)  # type: ignore[index]
    assert listed(position, rules) == canonical(valid, rules.choices), state


def listed(position: Position, rules: Rules) -> set[Key]:
    shown = [tactics.read_action(action, rules) for action in tactics.legal(position, rules)]
    assert len(set(shown)) == len(shown)
    return {(str(action.type), action.tile, action.unit) for action in shown}


def canonical(valid: Mapping[Key, State], choices: Mapping[str, str]) -> set[Key]:
    """The plainest form of each valid action: a MOVE names its mover only where it must, and a name selects."""
    named = {key for key in valid if key[0] == "MOVE" and key[2] is not None}
    needed = (
        {key for key in named if (key[0], key[1], None) not in valid}
        if choices["move-target-id"] == "selects"
        else set()
    )
    return set(valid) - named | needed


def agree_on_kinds(position: Position) -> None:
    state = tactics.show_position(position)
    for action in ACTIONS:
        broken = judged(Question(position, action, RULES)).broken
        assert set(tactics.kinds_of(broken)) == kinds(state, action), (state, action)


ALL = bool(os.environ.get("LUDEX_ALL"))
SHARDS = 100
FIXED = 17


def shard(number: int, of: int = SHARDS) -> Iterator[Position]:
    return (position_of(*placed) for placed in placements()[number::of])


def test_there_are_191_028_placements_of_up_to_two_units_a_side() -> None:
    assert len(placements()) == 191_028


@pytest.mark.parametrize("number", range(SHARDS) if ALL else [FIXED])
def test_both_statements_of_the_rules_agree_on_verdicts_lists_and_states(number: int) -> None:
    for position in at_least_one(shard(number, SHARDS if ALL else 4 * SHARDS)):
        agree(position, RULES)


@pytest.mark.parametrize("number", range(0, SHARDS, 25) if ALL else [FIXED])
def test_both_statements_agree_on_every_kind_that_is_true(number: int) -> None:
    for position in at_least_one(shard(number, SHARDS if ALL else 16 * SHARDS)):
        agree_on_kinds(position)


def some_dead(every: int) -> list[tuple[Half, Half]]:
    return [placed for placed in placements()[FIXED::every] if not all(alive for half in placed for _, alive in half)]


MARKED = [{}, {"dead-blocks": "yes"}, {"attacker-after-move": "any-unique"}, {"life-without-hp": "kept"}]


@pytest.mark.parametrize("choices", MARKED)
def test_both_statements_agree_on_units_that_are_marked_alive_without_hit_points(choices: dict[str, str]) -> None:
    rules = tactics.REGISTER.rules("v1", choices)
    for placed in at_least_one(some_dead((4 if ALL else 60) * SHARDS)):
        position = position_of(*placed, marked=True)
        assert tactics.read_position(tactics.show_position(position), rules) == position
        agree(position, rules)
        if not choices:
            agree_on_kinds(position)


@pytest.mark.parametrize("player", ["P1", "P2"])
def test_out_of_turn_every_kind_is_asked_from_the_side_of_the_acting_player(player: str) -> None:
    off_turn = actions_of(player)
    for position in at_least_one(shard(FIXED, (40 if ALL else 120) * SHARDS)):
        turned = Position(position.units, opponent(player), position.over, position.winner)
        state = tactics.show_position(turned)
        for action in at_least_one(off_turn):
            broken = judged(Question(turned, action, RULES)).broken
            assert set(tactics.kinds_of(broken)) == kinds(state, action), (state, action)


READINGS = [
    {entry: choice}
    for entry, choices in tactics.REGISTER.choices("v1").items()
    for choice in choices[1:]
    if entry not in ("turn-limits", "end-turn-off-turn", "off-turn-end-effect", "several-movers-message")
]
TOGETHER = [
    {"attacker-after-move": "any-unique", "move-attack-inference": "whole"},
    {"attacker-after-move": "any-unique", "dead-blocks": "yes", "hp-floor": "zero"},
    {"move-target-id": "selects", "attacker-after-move": "mover-alone", "mismatch-check": "server"},
]


@pytest.mark.parametrize("choices", READINGS + TOGETHER, ids=lambda choices: "+".join(map("=".join, choices.items())))
def test_both_statements_agree_under_the_other_readings(choices: dict[str, str]) -> None:
    if choices.get("move-attack-inference") == "whole":
        choices = {**choices, "attacker-after-move": "any-unique"}
    rules = tactics.REGISTER.rules("v1", choices)
    for placed in at_least_one(placements()[FIXED :: (4 if ALL else 80) * SHARDS]):
        for hp in (1, 3):
            agree(position_of(*placed, hp=hp), rules)


def three_against_one() -> Iterator[Position]:
    """Crowded corners, where several movers and several attackers meet."""
    tiles = [0, 1, 2, 5, 6, 7, 10, 11]
    for own in combinations(tiles, 3):
        for enemy in set(tiles) - set(own):
            units = [
                Unit(name, "P1", 3, 5, True, Tile(*divmod(tile, 5))) for name, tile in zip("abc", own, strict=True)
            ]
            yield Position((*units, Unit("x", "P2", 3, 1, True, Tile(*divmod(enemy, 5)))), "P1", False, None)


@pytest.mark.parametrize(
    ("attacker", "inference"),
    [("mover", "step"), ("mover-alone", "step"), ("any-unique", "step"), ("any-unique", "whole")],
)
@pytest.mark.parametrize("ending", ["passes", "stays"])
def test_both_statements_agree_in_crowded_corners(attacker: str, inference: str, ending: str) -> None:
    choices = {
        "attacker-after-move": attacker,
        "move-attack-inference": inference,
        "turn-after-winning-move-attack": ending,
    }
    rules = tactics.REGISTER.rules("v1", choices)
    for position in at_least_one(list(three_against_one())[:: 1 if ALL else 21]):
        agree(position, rules)
