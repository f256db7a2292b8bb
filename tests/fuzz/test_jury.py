"""Engines that are held against each other: what both answer alike is no difference, and of three one is outvoted."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludex.fuzz.campaign import Campaign, FuzzAccount
from ludex.fuzz.findings import finding_of
from ludex.fuzz.order import FuzzOrder
from ludex.runner.interruption import Interruption
from tests.fuzz.conftest import GAME, OFF_TURN, SEED
from tests.wrong_engines import LUDEX

RIGHT = (*LUDEX, "engine")
QUESTIONS = 250


def held(engine: tuple[str, ...], *against: tuple[str, ...]) -> FuzzAccount:
    order = FuzzOrder(GAME, engine, questions=QUESTIONS, seed=SEED, against=against)
    return Campaign(order, Interruption()).run()


@pytest.fixture(scope="module")
def wrong(wrong_engine: Path) -> tuple[str, ...]:
    return ("env", f"PYTHONPATH={wrong_engine}", *RIGHT)


def test_two_that_are_wrong_alike_do_not_differ(wrong: tuple[str, ...]) -> None:
    assert held(wrong, wrong).found == []


def test_of_two_the_clause_is_named_whichever_comes_first(wrong: tuple[str, ...]) -> None:
    for account in (held(wrong, RIGHT), held(RIGHT, wrong)):
        assert [one.clause for one in account.found] == [OFF_TURN.clause]


def test_of_three_the_clause_is_named_by_which_the_others_are_wrong(wrong: tuple[str, ...]) -> None:
    (found,) = held(wrong, RIGHT, wrong).found
    assert found.clause == OFF_TURN.clause
    assert found.shrunk.why.clauses == {OFF_TURN.clause}
    assert "ludex-reference (2), outvoted: " in found.shrunk.difference.outcome.message


def test_of_three_it_is_told_who_stands_alone(wrong: tuple[str, ...]) -> None:
    account = held(RIGHT, wrong, RIGHT)
    finding = finding_of(GAME, "x", account.found[0], (wrong, RIGHT))
    assert finding.message.startswith("ludex-reference (2), outvoted: ")
    assert finding.want
    assert finding.got != finding.want
