"""Scenarios are vectors: what they ask is asked of every engine, under ids that editing around it does not change."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from ludex import where
from ludex.games import tactics
from ludex.generate import scenarios
from ludex.generate.generating import Job, jobs, make_file
from ludex.generate.stored import full_id_of, vectors_in
from ludex.generate.vectors import id_of, vectors_of
from ludex.scenario import read_text
from ludex.scenario.stepping import editions_of
from ludex.suites import Case, SuiteTopic
from tests.guards import at_least_one

START = tactics.show_position(tactics.start(tactics.REGISTER.rules("v1")))
COMMITTED = sorted(path for path in where.vectors().glob("*/topics/scenarios-*.json"))
TACTICS = """\
game tactics

scenario "the first hit"
  why    {why}
  cites  TAC-ATK-5
  {more}given  P1 to move, a = P1 at (1,1), x = P2 at (2,1)
  then   4 legal actions
  when   attack x
  then   x has hp 7
  when   move to (2,1)
  then   rejected with occupied
"""


def asked(text: str, edition: str = "v1") -> list[tuple[str, str]]:
    """Kind and id of each question in a text."""
    file = read_text(text)
    assert file.problems == ()
    return [
        (question.kind, id_of(scenario.setting.game, question.operation, question.case))
        for scenario in file.scenarios
        for question in scenarios.questions_of(scenario, edition)
    ]


def test_kinds_are_told_by_what_is_asked_and_answered() -> None:
    kinds = [kind for kind, _ in asked(TACTICS.format(why="so it is", more=""))]
    assert kinds == ["legal", "apply", "validate", "refusal", "validate"]


def test_editing_around_a_scenario_changes_no_id() -> None:
    before = asked(TACTICS.format(why="so it is", more=""))
    other = TACTICS.format(why="another reason", more="tags   a-tag\n  ").replace("x has hp 7", "valid, x has hp 7")
    first = (
        'scenario "one more"\n  given standard start, P1 to move\n  when end turn\n  then valid\n\nscenario "the first'
    )
    assert asked(other) == before
    assert asked(other.replace('scenario "the first', first))[2:] == before
    assert all(re.fullmatch(r"the-first-hit-[0-9a-f]{8}", name) for _, name in before)


def test_a_tag_and_the_reason_come_along() -> None:
    (scenario,) = read_text(TACTICS.format(why="so it is", more="tags   a-tag\n  ")).scenarios
    case = next(scenarios.questions_of(scenario, "v1")).case
    assert (case.tags, case.why) == (("a-tag", "scenario"), "so it is")


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("A hit!", "a-hit"),
        ("the enemy's tribun", "the-enemys-tribun"),
        ("ein Zug über Eck", "ein-zug-uber-eck"),
        ("東京", "scenario"),
    ],
)
def test_names_become_the_letters_of_ids(name: str, slug: str) -> None:
    assert scenarios.slug(name) == slug


def test_long_names_and_reasons_fit_the_schema() -> None:
    (scenario,) = read_text(
        TACTICS.format(why="why " * 90, more="").replace("the first hit", "very long " * 30)
    ).scenarios
    assert len(scenarios.sentence(scenario)) <= 160
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", scenarios.slug(scenario.name))
    assert len(scenarios.slug(scenario.name)) + 9 <= 80


def test_what_the_turn_has_spent_is_asked_along() -> None:
    text = TACTICS.format(why="x", more="under  turn-limits = once-per-unit\n  ")
    (scenario,) = read_text(text).scenarios
    spent = [question.case.input.get("spent") for question in scenarios.questions_of(scenario, "v1")]
    assert spent == [None, None, None, *[{"moved": [], "attacked": ["a"]}] * 2]


def test_a_position_that_cannot_be_read_is_asked_for_its_list() -> None:
    given = "black to move, black 1 at (0,0), white T1 at (5,5)"
    text = f'game tribun\nscenario "a"\n  given {given}\n  then unreadable by TRB-UNT-4\n'
    (scenario,) = read_text(text).scenarios
    (question,) = scenarios.questions_of(scenario, "2026-01")
    assert (question.kind, question.operation) == ("legal", "legal")


def test_a_game_may_ask_for_something_that_nobody_may_do_there() -> None:
    text = 'game tactics\nscenario "a"\n  given P1 to move, a = P1 at (1,1)\n  then unreadable by TAC-STA-4\n'
    (scenario,) = read_text(text).scenarios
    (question,) = scenarios.questions_of(scenario, "v1")
    assert (question.kind, question.operation) == ("refusal", "apply")
    assert question.case.input["action"] == {"type": None, "playerId": "P1"}


@pytest.mark.parametrize("path", COMMITTED, ids=lambda path: "/".join(path.parts[-3:]))
def test_the_committed_ones_are_those_of_the_scenarios(path: Path) -> None:
    job = Job(path.parts[-3], path.stem)
    assert make_file(job)[0] == path.read_bytes(), "`make vectors` makes them anew"


def test_every_game_with_committed_ones_has_all_of_them() -> None:
    games = {path.parts[-3] for path in COMMITTED}
    assert games
    for game in games:
        wanted = {job.name for job in jobs(game) if job.topic.startswith(scenarios.PREFIX)}
        assert wanted == {"/".join(path.parts[-2:]) for path in COMMITTED if path.parts[-3] == game}


def test_every_action_of_every_scenario_is_among_them() -> None:
    for game in at_least_one({path.parts[-3] for path in COMMITTED}):
        for scenario in at_least_one(scenarios.shipped_scenarios(game)):
            for edition in at_least_one(editions_of(scenario)):
                actions = sum(step.when is not None for step in scenario.steps)
                operations = [question.operation for question in scenarios.questions_of(scenario, edition)]
                assert operations.count("apply") >= actions


def test_they_are_judged_like_all_others() -> None:
    """The clauses are measured, and no two are named alike."""
    vectors: list[dict[str, Any]] = [one for path in COMMITTED for _, one in vectors_in(json.loads(path.read_bytes()))]
    assert len(vectors) > 300
    assert sum(bool(one["clauses"]) for one in vectors) > 0.9 * len(vectors)
    for path in COMMITTED:
        ids = [full_id_of(one, edition) for edition, one in vectors_in(json.loads(path.read_bytes()))]
        assert len(set(ids)) == len(ids)


def test_a_scenario_that_asks_what_another_asks_keeps_its_own_id() -> None:
    cases = [Case(slug, "why", {"position": START}) for slug in ("one", "other", "one")]
    topic = SuiteTopic("scenarios-legal", "legal", "legal", "about", lambda: cases, repeats=True)
    made_of = [one["id"].rpartition("-")[0] for one in vectors_of(tactics, "tactics", "v1", topic)]
    assert made_of == ["one", "other"]
    once = [one["id"].rpartition("-")[0] for one in vectors_of(tactics, "tactics", "v1", topic._replace(repeats=False))]
    assert once == ["one"]
