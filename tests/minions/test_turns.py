"""A whole turn is its actions or nothing, a replay ends where play ended, and to swap the sides changes nothing."""

from __future__ import annotations

import os
from functools import cache
from random import Random
from typing import Any

import pytest

from ludex.games import minions
from ludex.rules import Refused, Rules
from tests.guards import at_least_one
from tests.minions.dealing import some_choices, some_position
from tests.minions.plain import HEX_OF, OTHER, SIDES, SWAPS, Plain, name_of, position_of, swaps_of, wire_of
from tests.minions.playing import Step, game
from tests.minions.trying import some_actions

GAMES = range(500 if os.environ.get("LUDEX_ALL") else 30)
POSITIONS = range(2000 if os.environ.get("LUDEX_ALL") else 120)
END = {"kind": "end-turn"}

played = cache(game)


def refusal_of(position: minions.Position, action: Plain, rules: Rules) -> tuple[Any, ...] | None:
    """The kind of refusal with its reasons, or None."""
    try:
        minions.apply(position, action, rules)
    except Refused as refused:
        return type(refused), refused.broken, refused.moot
    return None


def turns(number: int) -> list[list[Step]]:
    """The whole turns of a game, and what is left of its last one."""
    found: list[list[Step]] = [[]]
    for step in played(number)[1]:
        found[-1].append(step)
        if step.action == END:
            found.append([])
    return found


def whole(actions: list[Plain]) -> Plain:
    return {"kind": "turn", "actions": actions}


@pytest.mark.parametrize("number", GAMES)
def test_a_whole_turn_leads_where_its_actions_lead_one_by_one(number: int) -> None:
    rules = played(number)[0]
    for turn in at_least_one(turns(number)[:-1]):
        actions = [step.action for step in turn]
        assert minions.apply(turn[0].before, whole(actions), rules) == turn[-1].after
        rest = len(turn) // 2
        assert minions.apply(turn[rest].before, whole(actions[rest:]), rules) == turn[-1].after


@pytest.mark.parametrize("number", GAMES)
def test_a_whole_turn_that_fails_gives_the_first_reasons_and_leaves_the_position_as_it_was(number: int) -> None:
    rules, dice = played(number)[0], Random(f"spoilt {number}")
    for turn in at_least_one(turns(number)[:-1]):
        step = dice.choice(turn)
        actions = [one.action for one in turn]
        plain = position_of(minions.show_position(step.before))
        spoilt = dice.choice(some_actions(dice, plain, [*minions.legal(step.before, rules)]))
        reasons = refusal_of(step.before, spoilt, rules)
        if reasons is None or spoilt == END:
            continue
        at, before = turn.index(step), minions.show_position(turn[0].before)
        action = whole([*actions[:at], spoilt, *actions[at:]])
        assert refusal_of(turn[0].before, action, rules) == reasons
        assert minions.show_position(turn[0].before) == before
        answer = minions.OPERATIONS["replay"]({"position": before, "actions": [action, END]}, rules)
        assert answer == {"applied": 0, "position": before, "refused": reasons[0].__name__.lower()}


def test_a_turn_that_does_not_end_or_ends_twice_is_no_turn() -> None:
    rules = minions.REGISTER.rules("initiate")
    position = minions.start(rules)
    move = {"kind": "move", "board": 0, "moves": [["c3", "c4"]]}
    assert refusal_of(position, whole([move, END]), rules) is None
    failing: list[list[Plain]] = [[], [move], [END, END], [END, move], [whole([END]), END], [move, whole([END])]]
    for actions in failing:
        refused = refusal_of(position, whole(actions), rules)
        assert refused is not None
        assert refused[0].__name__ == "Unreadable"
        assert refused[1] == ("MIN-ACT-5",)


@pytest.mark.parametrize("number", GAMES)
def test_a_replay_ends_where_play_ended(number: int) -> None:
    rules, steps = played(number)
    asked = {"position": minions.show_position(steps[0].before), "actions": [step.action for step in steps]}
    end = minions.show_position(steps[-1].after)
    assert minions.OPERATIONS["replay"](asked, rules) == {"applied": len(steps), "position": end, "refused": None}


@pytest.mark.parametrize("number", GAMES)
def test_a_replay_stops_before_the_first_action_that_is_refused(number: int) -> None:
    rules, steps = played(number)
    dice = Random(f"stop {number}")
    at = dice.randrange(len(steps))
    tried = some_actions(dice, position_of(minions.show_position(steps[at].before)), [])
    refused = [(one, why) for one in tried if (why := refusal_of(steps[at].before, one, rules))]
    for action, why in at_least_one(refused[:5]):
        actions = [step.action for step in steps]
        asked = {"position": minions.show_position(steps[0].before), "actions": [*actions[:at], action, *actions[at:]]}
        stopped = {
            "applied": at,
            "position": minions.show_position(steps[at].before),
            "refused": why[0].__name__.lower(),
        }
        assert minions.OPERATIONS["replay"](asked, rules) == stopped


@pytest.mark.parametrize("number", GAMES)
def test_positions_of_games_are_read_as_they_are_shown(number: int) -> None:
    rules, steps = played(number)
    for step in at_least_one(steps):
        shown = minions.show_position(step.after)
        assert minions.read_position(shown, rules) == step.after
        assert wire_of(position_of(shown)) == shown
        assert minions.show_action(minions.read_action(step.action, rules), rules) == step.action
        for line, map_ in at_least_one(zip(shown["boards"], shown["maps"], strict=True)):
            if shown["status"] == "active":
                asked = {"line": line, "map": map_, "side": shown["side"]}
                assert minions.OPERATIONS["board"](asked, rules) == {"line": line}


@pytest.mark.parametrize("number", POSITIONS)
def test_dealt_positions_are_read_as_they_are_shown(number: int) -> None:
    rules = minions.REGISTER.rules("initiate")
    shown = wire_of(some_position(Random(f"shown {number}"), 1 + number % 3))
    assert minions.show_position(minions.read_position(shown, rules)) == shown


# The swap of the sides


def swapped_board(board: Plain, swap: str) -> Plain:
    image = SWAPS[swap]
    units = {image(hex_): {**unit, "side": OTHER[unit["side"]]} for hex_, unit in board["units"].items()}
    return {**board, "units": units, "zones": turned(board["zones"]), "used": turned(board["used"])}


def turned(pair: Plain) -> Plain:
    return {side: pair[OTHER[side]] for side in SIDES}


def swapped(p: Plain, swaps: list[str]) -> Plain:
    """The position with the sides swapped, each board by a symmetry of its map."""
    pairs = {name: turned(p[name]) for name in ("money", "owed", "points", "spells")}
    tech = {"cards": p["tech"]["cards"], **turned(p["tech"])}
    boards = [swapped_board(board, swap) for board, swap in zip(p["boards"], swaps, strict=True)]
    return {**p, **pairs, "tech": tech, "boards": boards, "side": OTHER[p["side"]], "winner": OTHER.get(p["winner"])}


def swapped_action(action: Plain, swaps: list[str]) -> Plain:
    if "board" not in action or action["board"] >= len(swaps):
        return action
    image = SWAPS[swaps[action["board"]]]

    def there(name: str) -> str:
        return name_of(image(HEX_OF[name]))

    pairs = {name: [[there(one), there(two)] for one, two in action[name]] for name in action if name.endswith("s")}
    return {**action, **pairs, **({"to": there(action["to"])} if "to" in action else {})}


def in_some_order(actions: Any) -> list[Plain]:
    return sorted(actions, key=repr)


@pytest.mark.parametrize("number", POSITIONS)
def test_with_the_sides_swapped_the_same_is_legal_and_leads_to_the_same_swapped(number: int) -> None:
    dice = Random(f"swap {number}")
    rules = minions.REGISTER.rules("initiate", some_choices(dice))
    plain = some_position(dice, dice.choice([1, 1, 2, 4]), "nnnn0122")
    swaps = [dice.choice(swaps_of(board["map"])) for board in plain["boards"]]
    one, other = (minions.read_position(wire_of(p), rules) for p in (plain, swapped(plain, swaps)))
    listed = [*minions.legal(one, rules)]
    images = [swapped_action(action, swaps) for action in listed]
    assert in_some_order(minions.legal(other, rules)) == in_some_order(images)
    for action in some_actions(dice, plain, listed):
        image = swapped_action(action, swaps)
        assert refusal_of(one, action, rules) == refusal_of(other, image, rules), action
        if refusal_of(one, action, rules) is None:
            after = position_of(minions.show_position(minions.apply(one, action, rules)))
            expected = wire_of(swapped(after, swaps))
            assert minions.show_position(minions.apply(other, image, rules)) == expected, action


def test_both_symmetries_are_among_those_that_swap() -> None:
    dealt = [some_position(Random(f"swap {number}"))["boards"][0]["map"] for number in POSITIONS]
    assert {swap for map_ in dealt for swap in swaps_of(map_)} == set(SWAPS)
