"""Whatever readings are chosen, at random and all at once, the vectors that hold for them say what is so."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.games import tribun
from ludex.games.tribun import REGISTER
from ludex.generate.asking import answer, refusal_of
from ludex.generate.readings import rules_of
from ludex.suites.dice import Dice
from ludex.vectors.freedom import bound_part, even_out
from tests.guards import at_least_one
from tests.vectors.suite_files import EDITIONS, meets, topics

SHARE, COMBINATIONS = 40, 3


def some_choices(dice: Dice, edition: str) -> dict[str, str]:
    return {entry: dice.pick(choices) for entry, choices in REGISTER.choices(edition).items()}


def in_force(expect: dict[str, Any], choices: dict[str, str]) -> dict[str, Any]:
    if "actions" not in expect:
        return expect
    more = [action for action, when in expect.get("conditional", ()) if meets(when, choices)]
    return {"actions": sorted(expect["actions"] + more)}


def disagreements(edition: str, operation: str, asked: list[dict[str, Any]], dice: Dice) -> list[str]:
    found = []
    for one in asked:
        for choices in (some_choices(dice, edition) for _ in at_least_one(range(COMBINATIONS))):
            given = answer(tribun, operation, one["input"], rules_of(REGISTER, edition, choices))
            if meets(one.get("holds", [{}]), choices):
                expected, kind = in_force(one["expect"], choices), refusal_of(given)
                if kind is None and even_out(given, expected) != bound_part(expected):
                    found.append(f"{one['id']} under {choices}")
                elif kind is not None and not told(expected, given, kind):
                    found.append(f"{one['id']} is {kind} under {choices}")
    return found


def told(expected: dict[str, Any], given: dict[str, Any], kind: str) -> bool:
    reasons = expected.get(kind, {"broken": (), "moot": ()})
    return set(given[kind]["broken"]) <= set(reasons["broken"])


@pytest.mark.parametrize("edition", EDITIONS)
def test_vectors_hold_under_random_readings(edition: str) -> None:
    for whole in at_least_one(topics(edition)):
        if whole["operation"] not in ("legal", "perft", "replay"):
            dice = Dice(f"readings {edition} {whole['topic']}")
            sample = dice.some(whole["vectors"], SHARE)
            assert disagreements(edition, whole["operation"], sample, dice) == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_lists_hold_under_random_readings(edition: str) -> None:
    for whole in at_least_one(topics(edition)):
        if whole["operation"] in ("legal", "perft", "replay"):
            dice = Dice(f"readings {edition} {whole['topic']}")
            few = [one for one in whole["vectors"] if one["input"].get("depth") != 2]
            assert disagreements(edition, whole["operation"], dice.some(few, SHARE), dice) == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_conditions_of_listed_actions_are_those_under_which_they_apply(edition: str) -> None:
    dice = Dice(f"conditions {edition}")
    listed = [one for whole in topics(edition) if whole["kind"] == "legal" for one in whole["vectors"]]
    for one in at_least_one(dice.some([one for one in listed if one["expect"].get("conditional")], 60)):
        action, when = dice.pick(one["expect"]["conditional"])
        for _ in at_least_one(range(COMBINATIONS)):
            choices = some_choices(dice, edition)
            asked = {**one["input"], "action": action}
            refused = refusal_of(answer(tribun, "apply", asked, rules_of(REGISTER, edition, choices)))
            if meets(one.get("holds", [{}]), choices):
                assert (refused is None) == meets(when, choices), (one["id"], action, choices)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_combination_of_readings_meets_exactly_one_answer(edition: str) -> None:
    dice = Dice(f"answers {edition}")
    count = 0
    for whole in topics(edition):
        split: dict[str, list[dict[str, Any]]] = {}
        for one in whole["vectors"]:
            if "holds" in one and whole["operation"] != "perft":
                split.setdefault(one["id"], []).append(one)
        for name in dice.some(sorted(split), SHARE):
            count += 1
            choices = some_choices(dice, edition)
            met = sum(meets(one["holds"], choices) for one in split[name])
            partial = all("partial" in one.get("tags", ()) for one in split[name])
            assert met == 1 or (met == 0 and partial), (name, choices)
    assert count
