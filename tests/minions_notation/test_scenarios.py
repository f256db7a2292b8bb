"""The scenarios of Minions that ship: together they show every clause that decides something, both ways."""

from collections.abc import Iterator

import pytest

from ludex.games import minions as minions_game
from ludex.games.minions import REGISTER
from ludex.notation import minions
from ludex.notation.expectations import ExpectRefused, ExpectUnreadable
from ludex.notation.minions import actions as a
from ludex.notation.minions.judging import Asked, Reaches
from ludex.rulebook import read_rulebook
from ludex.rules import Refused as Refusal
from ludex.rules import recording
from ludex.scenario import Scenario, ScenarioStep, read_file, run
from ludex.where import spec
from tests.guards import at_least_one

FOLDER = spec() / "minions"
FILES = [read_file(path) for path in sorted((FOLDER / "scenarios").glob("*.ludex"))]
SCENARIOS = [one for file in FILES for one in file.scenarios]
BOOK = read_rulebook(FOLDER / "rulebook")
DECIDING = {clause.id for clause in BOOK.values() if clause.role != "text"}
CHECKS = sorted(clause for clause in DECIDING if BOOK[clause].role == "check")


def refusing(step: ScenarioStep) -> set[str]:
    """The clauses that a step is expected to break."""
    values = [phrase.value for phrase in step.then]
    return {
        clause
        for value in values
        if isinstance(value, ExpectRefused | ExpectUnreadable | Asked)
        for clause in value.clauses
    }


def accepting(step: ScenarioStep) -> bool:
    """Whether a step expects that something is in order."""
    asked = any(isinstance(phrase.value, Reaches) or _answered(phrase.value) for phrase in step.then)
    return asked or not refusing(step)


def _answered(value: object) -> bool:
    return isinstance(value, Asked) and value.gives is not None


def citing(clause: str) -> list[Scenario]:
    return [one for one in SCENARIOS if clause in one.cites]


def test_every_file_is_read() -> None:
    assert [problem.show(file.path) for file in FILES for problem in file.problems] == []


def test_there_are_hundreds() -> None:
    assert len(SCENARIOS) >= 350


def test_every_scenario_is_named_once_and_says_why() -> None:
    assert len({one.name for one in SCENARIOS}) == len(SCENARIOS)
    assert all(one.why and one.cites for one in SCENARIOS)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.path.rsplit("/", 1)[-1])
def test_every_scenario_passes(file: object) -> None:
    results = [result for one in file.scenarios for result in run(one)]  # type: ignore[attr-defined]
    assert [(one.scenario.name, one.failures, one.error) for one in results if one.status != "pass"] == []


def test_a_scenario_cites_what_is_there_and_whatever_is_broken_in_it() -> None:
    for one in at_least_one(SCENARIOS):
        assert set(one.cites) <= set(BOOK), one.name
        for broken in at_least_one(map(refusing, one.steps)):
            assert not broken or broken & set(one.cites), one.name


@pytest.mark.parametrize("clause", sorted(DECIDING))
def test_every_clause_that_decides_something_is_cited(clause: str) -> None:
    assert citing(clause)


@pytest.mark.parametrize("clause", CHECKS)
def test_every_check_refuses_in_a_scenario_that_cites_it(clause: str) -> None:
    assert any(clause in refusing(step) for one in citing(clause) for step in one.steps)


@pytest.mark.parametrize("clause", CHECKS)
def test_every_check_lets_something_through(clause: str) -> None:
    assert any(accepting(step) for step in _steps(clause))


def _steps(clause: str) -> Iterator[ScenarioStep]:
    return (step for one in citing(clause) for step in one.steps)


def test_every_reading_that_is_not_the_default_has_a_scenario() -> None:
    chosen = {(choice.entry, choice.reading) for one in SCENARIOS for choice in one.under}
    others = {
        (entry.id, reading) for entry in REGISTER.entries for reading in entry.readings if reading != entry.default
    }
    assert chosen == others


def test_every_kind_of_action_is_sent_and_applies() -> None:
    steps = [step for one in SCENARIOS for step in one.steps if step.when]
    sent = {type(step.when.value.action) for step in steps if step.when}
    assert sent == set(a.Action.__args__)
    applied = {type(step.when.value.action) for step in steps if step.when and not refusing(step)}
    assert applied == sent - {a.Raw}


def test_what_a_refused_map_breaks_is_noted_and_can_be_turned_round() -> None:
    """Maps are remembered, but a refusal of one is asked anew wherever a record is open."""
    game, rules = minions_game, REGISTER.rules("initiate")
    text = 'yellow to move, board "0/0/0/0/0/0/0/0/0/0" normal, yellow necromancer at c2, blue necromancer at h7'
    position = minions.read_position(text)
    for _ in range(2):
        with recording() as trace, pytest.raises(Refusal) as caught:
            game.read_position(position, rules)
        assert caught.value.broken == ("MIN-BRD-4",)
        assert "MIN-BRD-4" in trace.clauses
    with recording(invert="MIN-BRD-4"):
        assert game.read_position(position, rules).side == "yellow"
