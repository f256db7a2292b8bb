"""The scenarios of 5x5 Tactics that ship: together they show every clause that decides something, both ways."""

import re

import pytest

from ludex.games.tactics import KINDS, REGISTER
from ludex.notation.expectations import ExpectRefused, ExpectUnreadable
from ludex.notation.tactics import actions as a
from ludex.notation.tactics.judging import Asked, Rejected, Valid
from ludex.rulebook import read_rulebook
from ludex.scenario import Scenario, ScenarioStep, read_file
from ludex.where import spec
from tests.guards import at_least_one

FOLDER = spec() / "tactics"
SCENARIOS = [one for path in sorted((FOLDER / "scenarios").glob("*.ludex")) for one in read_file(path).scenarios]
BOOK = read_rulebook(FOLDER / "rulebook")
DECIDING = {clause.id for clause in BOOK.values() if clause.role != "text"}
NEVER_ALONE = {clause.id for clause in BOOK.values() if "Not alone:" in clause.notes}


def refusing(step: ScenarioStep) -> set[str]:
    """The clauses that a step is expected to break."""
    values = [phrase.value for phrase in step.then]
    return {
        clause
        for value in values
        if isinstance(value, ExpectRefused | ExpectUnreadable | Rejected)
        for clause in value.clauses
    }


def requests(step: ScenarioStep) -> list[Asked]:
    return [phrase.value for phrase in step.then if isinstance(phrase.value, Asked)]


def accepts(step: ScenarioStep) -> bool:
    """Whether a step expects that what it speaks of is in order."""
    return not refusing(step) and (step.when is not None or any(asked.gives for asked in requests(step)))


def test_there_are_seventy_or_more() -> None:
    assert len(SCENARIOS) >= 70


def test_every_scenario_is_named_once() -> None:
    assert len({one.name for one in SCENARIOS}) == len(SCENARIOS)


def test_a_scenario_cites_whatever_is_broken_in_it() -> None:
    for one in at_least_one(SCENARIOS):
        assert set().union(*map(refusing, one.steps)) <= set(one.cites), one.name


@pytest.mark.parametrize("clause", sorted(DECIDING))
def test_every_clause_that_decides_something_is_cited(clause: str) -> None:
    assert any(clause in one.cites for one in SCENARIOS)


def citing(clause: str) -> list[Scenario]:
    return [one for one in SCENARIOS if clause in one.cites]


CHECKS = sorted(clause for clause in DECIDING if BOOK[clause].role == "check")


@pytest.mark.parametrize("clause", CHECKS)
def test_every_check_refuses_in_a_scenario_that_cites_it(clause: str) -> None:
    refused = any(clause in refusing(step) for one in citing(clause) for step in one.steps)
    asked = any(clause in value.clauses for one in citing(clause) for step in one.steps for value in requests(step))
    assert refused or asked


@pytest.mark.parametrize("clause", CHECKS)
def test_every_check_lets_something_through(clause: str) -> None:
    """Somewhere the check is asked, with a yes: of a state that is read, or of an action of its type that is valid."""
    assert any(accepts(step) for one in citing(clause) for step in one.steps) or clause in LET_THROUGH_BY_ALL


# What every scenario that is played at all lets through: the checks of shape, of states, and of anybody's turn.
LET_THROUGH_BY_ALL = {
    clause for clause in CHECKS if re.match(r"TAC-(STA|BRD|UNT|ACT|LST|WIN)-", clause)
} | {"TAC-TGT-3", "TAC-MOV-7", "TAC-MOV-6"}  # fmt: skip


@pytest.mark.parametrize("kind", sorted(KINDS.values()))
def test_every_kind_is_seen_and_alone_unless_the_rulebook_says_not(kind: str) -> None:
    seen = [phrase.value for one in SCENARIOS for step in one.steps for phrase in step.then]
    exactly = [value.kinds for value in seen if isinstance(value, Rejected) and value.exactly]
    assert any(kind in kinds for kinds in exactly)
    clause = next(clause for clause, named in KINDS.items() if named == kind)
    assert ((kind,) in exactly) == (clause not in NEVER_ALONE)


def test_every_reading_that_is_not_the_default_has_a_scenario() -> None:
    chosen = {(choice.entry, choice.reading) for one in SCENARIOS for choice in one.under}
    others = {
        (entry.id, reading) for entry in REGISTER.entries for reading in entry.readings if reading != entry.default
    }
    assert chosen >= others


def test_every_kind_of_action_is_sent_and_most_are_valid() -> None:
    sent = [(step.when.value.action, step) for one in SCENARIOS for step in one.steps if step.when]
    assert {type(action) for action, _ in sent} == set(a.Action.__args__)
    valid = {type(action) for action, step in sent if any(isinstance(phrase.value, Valid) for phrase in step.then)}
    assert valid == set(a.Action.__args__)
