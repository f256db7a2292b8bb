"""Every clause that a scenario can come to is cited by one: where it lets something through, and where it refuses."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from ludex.games import tribun
from ludex.notation import tribun as notation
from ludex.rulebook import Rulebook, rulebook
from ludex.rules import Refused, recording
from ludex.scenario import Scenario, read_file
from ludex.where import spec

FILES = sorted((spec() / "tribun" / "scenarios").glob("*.ludex"))
SCENARIOS = [scenario for path in FILES for scenario in read_file(path).scenarios]
# Scenarios say positions and words in sentences. What only an operation asks, and what no sentence can say wrong:
OPERATIONS = {"TRB-UNT-1", "TRB-UNT-3", "TRB-BYT-1", "TRB-BYT-8", "TRB-NRM-6", "TRB-NRM-9", "TRB-PAT-9"}
OPERATIONS |= {"TRB-WRD-4", "TRB-WRD-9", "TRB-SNP-1", "TRB-RPL-1", "TRB-RPL-2", "TRB-RPL-3", "TRB-PRF-1"}
OPERATIONS |= {f"TRB-CLK-{number}" for number in range(1, 7)}
UNSAYABLE = {"TRB-BRD-1", "TRB-POS-1", "TRB-POS-2", "TRB-POS-5", *(f"TRB-BYT-{number}" for number in range(2, 6))}
NO_PLAY = {"TRB-BRD-6", "TRB-RPL-4"}  # colours and hashes, which nothing on a board shows
ONE_WAY = {"TRB-WRD-1"}  # a sentence has no way to write more than 32 bits


def come_to(scenario: Scenario, edition: str) -> Iterator[tuple[str, bool]]:
    """The cited clauses that a scenario comes to, each with whether it refuses something there."""
    cited = set(scenario.cites)
    rules = tribun.REGISTER.rules(edition, {choice.entry: choice.reading for choice in scenario.under})
    try:
        with recording() as trace:
            position = tribun.read_position(notation.compose([fact.value for fact in scenario.given]), rules)
    except Refused as refusal:
        yield from ((clause, True) for clause in cited & set(refusal.broken))
        return
    yield from ((clause, False) for clause in cited & trace.clauses)
    for step in scenario.steps:
        with recording() as trace:
            tribun.legal(position, rules)
            if step.when is not None:
                sent = step.when.value
                word = notation.data_of(sent.action, rules, tribun.show_position(position))
                try:
                    position = tribun.apply(position, word, rules, by=sent.by)
                except Refused as refusal:
                    yield from ((clause, True) for clause in cited & set(refusal.broken))
                    continue
        yield from ((clause, False) for clause in cited & trace.clauses)


@cache
def shown() -> set[tuple[str, bool]]:
    found = set[tuple[str, bool]]()
    for scenario in SCENARIOS:
        editions = [scenario.setting.edition] if scenario.setting.edition else tribun.REGISTER.editions
        for edition in editions:
            found.update(come_to(scenario, edition))
    return found


def reachable() -> Rulebook:
    return {
        clause: entry
        for clause, entry in rulebook("tribun").items()
        if clause not in OPERATIONS | UNSAYABLE | NO_PLAY and not getattr(entry, "withdrawn", False)
    }


def test_every_clause_that_a_scenario_can_come_to_is_cited() -> None:
    cited = {clause for scenario in SCENARIOS for clause in scenario.cites}
    assert set(reachable()) - cited == set()
    assert cited & (OPERATIONS | UNSAYABLE | NO_PLAY) == set()


def test_every_check_is_cited_where_it_holds_and_where_it_refuses() -> None:
    checks = {clause for clause, entry in reachable().items() if entry.role == "check"} - ONE_WAY
    assert {clause for clause in checks if (clause, True) not in shown()} == set()
    assert {clause for clause in checks if (clause, False) not in shown()} == set()


@pytest.mark.parametrize("entry", [entry.id for entry in tribun.REGISTER.entries if entry.id != "clock-both"])
def test_every_entry_of_the_register_is_read_otherwise_by_some_scenario(entry: str) -> None:
    assert any(choice.entry == entry for scenario in SCENARIOS for choice in scenario.under)


def test_there_are_scenarios_enough() -> None:
    assert len({scenario.name for scenario in SCENARIOS}) >= 120
