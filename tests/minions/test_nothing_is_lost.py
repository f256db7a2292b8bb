"""Units, money and points change only as the rules say, in random games under random readings."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from ludex.games import minions
from tests.guards import at_least_one
from tests.minions.plain import KINDS, OTHER, SIDES, Plain, has, hexes_that_are, name_of, position_of
from tests.minions.playing import game

GAMES = range(2000 if os.environ.get("LUDEX_ALL") else 130)
Tally = Counter[tuple[int, str, str]]
Choices = Mapping[str, str]


@cache
def steps(number: int) -> tuple[Choices, list[tuple[Plain, Plain, Plain]]]:
    """The readings of a game, and its actions, each between the plain positions before and after it."""
    rules, played = game(number)
    shown = [position_of(minions.show_position(step.before)) for step in played]
    shown += [position_of(minions.show_position(played[-1].after))]
    return rules.choices, [(shown[at], step.action, shown[at + 1]) for at, step in enumerate(played)]


def on_board(p: Plain) -> Tally:
    """The units on the boards, by board, side and id."""
    return Counter((at, u["side"], u["id"]) for at, board in enumerate(p["boards"]) for u in board["units"].values())


def in_zones(p: Plain) -> Tally:
    return Counter((at, side, id_) for at, b in enumerate(p["boards"]) for side in SIDES for id_ in b["zones"][side])


def everybody(p: Plain) -> Tally:
    return on_board(p) + in_zones(p)


def times_reset(before: Plain, after: Plain) -> list[int]:
    """How often each board was reset, by the zombies that came."""
    more = everybody(after)
    more.subtract(everybody(before))
    return [sum(more[at, side, "zombie"] for side in SIDES) // 12 for at in range(len(before["boards"]))]


def gained_and_lost(before: Plain, a: Plain, after: Plain, choices: Choices) -> tuple[Tally, Tally]:
    """The units that this action makes and those that it destroys or discards."""
    at, side = a.get("board", -1), before["side"]
    if a["kind"] == "attack":
        return Counter(), dead(before, a, after)
    if a["kind"] == "buy":
        return Counter({(at, side, a["unit"]): 1}), Counter()
    if a["kind"] == "choose":
        kept = Counter({(at, side, a["keep"]): 1} if a["keep"] else {})
        zone = Counter({key: count for key, count in in_zones(before).items() if key[:2] == (at, side)})
        return Counter([(at, side, a["necromancer"]), (at, side, "initiate")]), zone - kept
    if a["kind"] == "end-turn":
        return come_and_gone(before, after, choices)
    return Counter(), Counter()


def dead(before: Plain, a: Plain, after: Plain) -> Tally:
    """The targets that are on the board no more and were not sent to their zone."""
    board, later = (p["boards"][a["board"]] for p in (before, after))
    enemy = OTHER[before["side"]]
    hit = {there for _, there in a["attacks"]}
    gone = [u["id"] for hex_, u in board["units"].items() if name_of(hex_) in hit and hex_ not in later["units"]]
    sent = Counter(later["zones"][enemy]) - Counter(board["zones"][enemy])
    assert not any(has(id_, "persistent") for id_ in sent)
    return Counter({(a["board"], enemy, id_): count for id_, count in (Counter(gone) - sent).items()})


def come_and_gone(before: Plain, after: Plain, choices: Choices) -> tuple[Tally, Tally]:
    """What the resets of an end of turn bring, and the necromancers that they take away."""
    come, gone = Tally(), Tally()
    for at, times in enumerate(times_reset(before, after)):
        for side in SIDES:
            come[at, side, "zombie"] += 6 * times
            come[at, side, "initiate"] += times * (choices["initiate"] == "also-at-reset")
        for unit in before["boards"][at]["units"].values() if times else ():
            leaves = has(unit["id"], "necromancer") and choices["surviving-necromancer"] == "leaves"
            gone[at, unit["side"], unit["id"]] += leaves
    return come, gone


@pytest.mark.parametrize("number", GAMES)
def test_units_come_and_go_only_by_purchase_choice_reset_death_and_discard(number: int) -> None:
    choices, played = steps(number)
    for before, action, after in at_least_one(played):
        come, gone = gained_and_lost(before, action, after, choices)
        expected = everybody(before)
        expected.update(come)
        expected.subtract(gone)
        assert +expected == everybody(after), (action, before)
        assert min(expected.values(), default=0) >= 0, action


@pytest.mark.parametrize("number", GAMES)
def test_units_that_do_not_act_stay_where_they_are(number: int) -> None:
    for before, action, after in at_least_one(steps(number)[1]):
        if action["kind"] == "end-turn":
            continue
        acting = {name for pair in action.get("moves", []) + action.get("attacks", []) for name in pair}
        acting |= {action["to"]} if "to" in action else set()
        if action["kind"] == "choose":
            acting |= {"c2" if before["side"] == "yellow" else "h7"}
        for at, (board, later) in at_least_one(enumerate(zip(before["boards"], after["boards"], strict=True))):
            here = acting if at == action.get("board") else set()
            quiet = [{h: u for h, u in one["units"].items() if name_of(h) not in here} for one in (board, later)]
            assert quiet[0] == quiet[1], action


def money_that_comes(before: Plain, a: Plain, after: Plain, choices: Choices) -> Plain:
    """By how much the money of each side changes, what it is owed included."""
    side, n = before["side"], len(before["boards"])
    if a["kind"] == "buy":
        return {side: -KINDS[a["unit"]]["cost"], OTHER[side]: 0}
    if a["kind"] == "buy-spell":
        return {side: -int(choices["spell-price"][0]) * n, OTHER[side]: 0}
    if a["kind"] == "attack":
        rebates = sum(KINDS[id_]["rebate"] * count for (_, _, id_), count in dead(before, a, after).items())
        return {side: 0, OTHER[side]: rebates}
    income = sum(paid(board, side, choices) for board in before["boards"]) if a["kind"] == "end-turn" else 0
    return {side: income, OTHER[side]: 0}


def paid(board: Plain, side: str, choices: Choices) -> int:
    own = [(hex_, unit) for hex_, unit in board["units"].items() if unit["side"] == side]
    if "r" in board["flags"] and choices["resign-income"] == "none":
        return 0
    if board["state"] == "0" and choices["reset0-income"] == "none":
        return 0
    held = [hex_ for hex_, _ in own if hex_ in hexes_that_are(board["map"], "G")]
    return len(held) + 2 + (1 if [unit for _, unit in own if has(unit["id"], "soul")] else 0)


@pytest.mark.parametrize("number", GAMES)
def test_money_changes_only_by_income_rebates_purchases_and_spells(number: int) -> None:
    choices, played = steps(number)
    for before, action, after in at_least_one(played):
        comes = money_that_comes(before, action, after, choices)
        for side in at_least_one(SIDES):
            assert after["money"][side] >= 0
            assert after["owed"][side] >= 0
            worth = [p["money"][side] + p["owed"][side] for p in (before, after)]
            assert worth[1] - worth[0] == comes[side], (action, side)
            if after["owed"][side] != before["owed"][side]:
                owing = action["kind"] == "attack" and choices["rebate-time"] == "owners-turn"
                paying = action["kind"] == "end-turn" and side == after["side"] and after["owed"][side] == 0
                assert owing or paying, action


@pytest.mark.parametrize("number", GAMES)
def test_points_and_resets_agree(number: int) -> None:
    for before, action, after in at_least_one(steps(number)[1]):
        more = [after["points"][side] - before["points"][side] for side in SIDES]
        assert min(more) >= 0
        if action["kind"] != "end-turn":
            assert more == [0, 0]
            continue
        resets = times_reset(before, after)
        assert sum(more) == sum(resets)
        if after["status"] == "active":
            expected = [{"f": "n", "n": "n", "0": "1", "1": "2", "2": "n"}[b["state"]] for b in before["boards"]]
            states = [board["state"] for board in after["boards"]]
            assert all(is_ in "01" if r else is_ == e for is_, r, e in zip(states, resets, expected, strict=True))
        else:
            assert [b["state"] for b in after["boards"]] == [b["state"] for b in before["boards"]]
            assert after["side"] == before["side"]


def test_these_games_hold_what_they_are_asked_for() -> None:
    seen = Counter[Any]()
    for number in GAMES:
        for before, action, after in steps(number)[1]:
            seen[action["kind"]] += 1
            seen["several", action["kind"]] += len(action.get("moves") or action.get("attacks") or ()) > 1
            seen["won"] += after["status"] == "ended"
            if action["kind"] == "end-turn":
                seen["reset"] += sum(times_reset(before, after))
            if action["kind"] == "attack":
                seen["dead"] += sum(dead(before, action, after).values())
                seen["sent"] += sum((in_zones(after) - in_zones(before)).values())
    kinds = ["move", "attack", "buy", "spawn", "choose", "resign", "buy-spell", "march", "tech", "end-turn"]
    wanted = [*kinds, ("several", "move"), ("several", "attack"), "won", "reset", "dead", "sent"]
    assert {what: seen[what] for what in wanted if seen[what] < 15} == {}
