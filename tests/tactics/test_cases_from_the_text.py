"""Cases whose answers were written from the seed and facts alone, before rulebook and code were seen."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from ludex.games import tactics
from ludex.rules import Illegal, Rules

CASES = json.loads(Path(__file__).with_name("text_cases.json").read_text())

# The cases name what is wrong in the seed's words; most of its bullets are one kind each. Two of them are headings for
# several: a step of a MOVE_AND_ATTACK that is invalid, and its attack.
STEP = ("position-missing", "off-board", "occupied", "not-one-step", "mover-not-own", "mover-dead", "ambiguous-mover")
BLOW = ("unit-id-missing", "target-missing", "target-dead", "target-not-enemy")
AFTERWARDS = ("not-adjacent-after-move", "ambiguous-attacker-after-move")
AMBIGUOUS = ("ambiguous-mover", "ambiguous-attacker", "ambiguous-attacker-after-move")
KINDS: dict[str, tuple[str, ...]] = {
    "Acting player does not match `currentPlayer`": ("not-your-turn",),
    "Action type is null": ("type-missing",),
    "Ambiguity → invalid action": AMBIGUOUS,
    "Ambiguous attacker": ("ambiguous-attacker",),
    "Ambiguous attacker after movement": ("ambiguous-attacker-after-move",),
    "Attack step invalid": (*BLOW, *AFTERWARDS),
    "Attacker dead": ("attacker-dead",),
    "Game is already over": ("game-over",),
    "In MOVE `targetUnitId` must be null": ("unit-id-given",),
    "MOVE step invalid": STEP,
    "Missing targetUnitId": ("unit-id-missing",),
    "Missing targetUnitId or targetPosition": ("unit-id-missing", "position-missing"),
    "Movement not exactly 1 tile orthogonal": ("not-one-step",),
    "No enemy adjacent after movement": ("not-adjacent-after-move",),
    "Target dead": ("target-dead",),
    "Target missing": ("target-missing",),
    "Target not adjacent": ("not-adjacent",),
    "Target tile occupied": ("occupied",),
    "Target tile outside board": ("off-board",),
    "Target unit must belong to the opponent": ("target-not-enemy",),
    "The acting unit must be adjacent to the target": ("not-adjacent-after-move",),
    "These two must match (`targetUnitId` and `targetPosition`)": ("position-mismatch",),
    "Unit is dead": ("mover-dead",),
    "`targetPosition` must not be null when required": ("position-missing",),
}


def rules_of(case: Mapping[str, Any]) -> Rules:
    return tactics.REGISTER.rules("v1", case["readings"])


def named(case: str) -> pytest.MarkDecorator:
    """The cases that expect this answer."""
    chosen = [one for one in CASES if one["expect"]["valid"] == (case == "valid")]
    return pytest.mark.parametrize("case", chosen, ids=[one["id"] for one in chosen])


@named("valid")
def test_what_the_text_allows_is_valid_and_leads_where_the_text_says(case: dict[str, Any]) -> None:
    rules = rules_of(case)
    before = tactics.read_position(case["state"], rules)
    assert tactics.validate(before, case["action"], rules).broken == ()
    assert tactics.show_position(tactics.apply(before, case["action"], rules)) == case["expect"]["state"]


@named("invalid")
def test_what_the_text_forbids_is_refused_for_what_the_text_says(case: dict[str, Any]) -> None:
    rules, expect = rules_of(case), case["expect"]
    before = tactics.read_position(case["state"], rules)
    with pytest.raises(Illegal) as refused:
        tactics.apply(before, case["action"], rules)
    broken, moot = (set(tactics.kinds_of(clauses)) for clauses in (refused.value.broken, refused.value.moot))
    for words in expect["kinds"]:
        assert (broken | moot) & set(KINDS[words]), (words, broken, moot)
    meant = {kind for words in expect["kinds"] for kind in KINDS[words]}
    assert broken & meant, "none of what the text says is broken"


@named("invalid")
def test_every_kind_that_is_broken_has_a_name_in_the_text(case: dict[str, Any]) -> None:
    rules = rules_of(case)
    verdict = tactics.validate(tactics.read_position(case["state"], rules), case["action"], rules)
    meant = {kind for words in case["expect"]["kinds"] for kind in KINDS[words]}
    assert set(tactics.kinds_of(verdict.broken)) - meant == MORE.get(case["id"], set())


# Where more is broken than the case lists. Two units that could make the step of a MOVE_AND_ATTACK are ambiguous as
# movers and as attackers; the case names the second, and both have the string that it asks for (facts, point 9).
MORE = {"text-23-move-attack-two-movers": {"ambiguous-mover"}}


@named("invalid")
def test_the_message_is_that_of_the_text(case: dict[str, Any]) -> None:
    rules = rules_of(case)
    answer = tactics.OPERATIONS["validate"]({"position": case["state"], "action": case["action"]}, rules)
    assert answer["isValid"] is False
    assert answer["errorMessage"] == case["expect"]["message"]


def test_every_kind_of_the_rulebook_is_what_some_words_mean_or_is_not_in_the_cases() -> None:
    known = {kind for kinds in KINDS.values() for kind in kinds}
    assert known <= set(tactics.KINDS.values())
    assert {words for one in CASES for words in one["expect"].get("kinds", ())} == set(KINDS)


def test_there_are_forty_cases_or_more_and_all_are_asked() -> None:
    assert len({case["id"] for case in CASES}) == len(CASES) >= 40
