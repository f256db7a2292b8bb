"""The scenarios that ship: each says why and what it cites, all hold, and together they show every kind of turn."""

import re
from pathlib import Path

import pytest

from ludex.games.tribun import REGISTER
from ludex.notation.expectations import ExpectRefused, ExpectUnreadable
from ludex.notation.tribun import actions as a
from ludex.scenario import Scenario, read_file, run
from ludex.scenario.citing import citations
from ludex.where import spec
from tests.guards import at_least_one

FILES = sorted(spec().glob("*/scenarios/*.ludex"))
SCENARIOS = [(path, scenario) for path in FILES for scenario in read_file(path).scenarios]
TRIBUN = [scenario for path, scenario in SCENARIOS if "tribun" in path.parts]
HEADING = re.compile(r"^### ([A-Z]{3}-[A-Z]{3}-[0-9]+) ", re.MULTILINE)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parts[-3]}/{path.stem}")
def test_every_scenario_of_the_file_holds(path: Path) -> None:
    file = read_file(path)
    assert file.problems == ()
    failed = [(result.scenario.name, result.edition) for one in file.scenarios for result in run(one) if result.error]
    failed += [
        (result.scenario.name, result.edition) for one in file.scenarios for result in run(one) if result.failures
    ]
    assert not failed


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parts[-3]}/{path.stem}")
def test_what_a_file_cites_is_told_without_its_sentences(path: Path) -> None:
    cited, all_told = citations(path)
    told = {(one.line, one.name): one.clauses for one in cited}
    read: dict[tuple[int, str], set[str]] = {}
    for file, scenario in SCENARIOS:
        if file == path:
            read.setdefault((scenario.place.line, scenario.outline or scenario.name), set()).update(scenario.cites)
    assert all_told
    assert told == read != {}


def test_every_scenario_says_why_and_cites_clauses_of_its_rulebook() -> None:
    for path, scenario in at_least_one(SCENARIOS):
        rulebook = path.parents[1] / "rulebook"
        clauses = {found for page in rulebook.glob("*.md") for found in HEADING.findall(page.read_text("utf-8"))}
        assert scenario.why, scenario.name
        assert scenario.cites, scenario.name
        assert set(scenario.cites) | _refused(scenario) <= clauses, scenario.name


def _refused(scenario: Scenario) -> set[str]:
    said = [phrase.value for step in scenario.steps for phrase in step.then]
    return {clause for value in said if isinstance(value, ExpectRefused | ExpectUnreadable) for clause in value.clauses}


def test_a_scenario_of_a_refusal_cites_the_clause() -> None:
    """Or one of the clauses, where any of several is right."""
    said = ((one, phrase.value) for _, one in SCENARIOS for step in one.steps for phrase in step.then)
    refused = (
        (one, value) for one, value in said if isinstance(value, ExpectRefused | ExpectUnreadable) and value.clauses
    )
    for scenario, value in at_least_one(refused):
        assert not set(value.clauses).isdisjoint(scenario.cites), scenario.name


def test_every_kind_of_action_is_played() -> None:
    played = {type(step.when.value.action) for scenario in TRIBUN for step in scenario.steps if step.when}
    assert played == set(a.Action.__args__)


def test_every_word_of_control_is_sent() -> None:
    sent = {step.when.value.action for scenario in TRIBUN for step in scenario.steps if step.when}
    assert {action.step for action in sent if isinstance(action, a.DrawSentence)} == {0, 1, 2, 3}
    assert {action.reason for action in sent if isinstance(action, a.EndSentence)} == {0, 1, 2, 3}


def test_every_reading_but_that_of_the_clock_has_a_scenario() -> None:
    chosen = {(choice.entry, choice.reading) for scenario in TRIBUN for choice in scenario.under}
    others = {
        (entry.id, reading) for entry in REGISTER.entries for reading in entry.readings if reading != entry.default
    }
    assert others - chosen == {("clock-both", "tie")}


def test_both_editions_have_scenarios_of_their_own() -> None:
    assert {scenario.setting.edition for scenario in TRIBUN} == {None, *REGISTER.editions}
