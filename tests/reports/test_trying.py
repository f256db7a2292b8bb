"""Slips tried on failures: a cause is called after the clause for which a slip gives the answers of the engine."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
import pytest

from ludex.judge.settings import Setting
from ludex.judge.verdict import FAIL, PASS
from ludex.mutation.slipping import MOST_CALLS, SlippingRules, TriedSlip
from ludex.report import trying
from ludex.report.causes import causes, words_of
from ludex.report.results import Result, Results
from ludex.report.summary import Index
from ludex.report.trying import FEWEST_TRIED, SlipTrial
from ludex.vectors.format import Vector, full_id
from ludex.vectors.sides import right_answer
from ludex.vectors.suite import TopicName, open_suite
from tests.reports import made

GAME, CLAUSE, OTHER = "tactics", "TAC-MOV-1", "TAC-WIN-1"
MOVE, END = {"type": "move", "x": 1}, {"type": "end"}
SUITE = open_suite(GAME)
TOPIC = TopicName(SUITE.editions[0], "refusal-move")
SETTING = Setting(TOPIC.edition, SUITE.facts(TOPIC.edition).defaults())


@cache
def rules() -> SlippingRules:
    return SlippingRules(GAME)


@cache
def vectors() -> list[Vector]:
    """Vectors of the topic that turn on the clause, and as many others."""
    every = [one for one in SUITE.topic(TOPIC).vectors if one.holds_under(SETTING.choices)]
    turning = [one for one in every if CLAUSE in one.clauses]
    return [*turning[:12], *[one for one in every if CLAUSE not in one.clauses][:12]]


def question(vector: Vector) -> tuple[str, str, Mapping[str, str], Any]:
    return SUITE.topic(TOPIC).operation, TOPIC.edition, SETTING.choices, msgspec.json.decode(vector.input)


def forgotten() -> TriedSlip:
    """The check of the clause, forgotten."""
    at_work = rules().functions_run(*question(vectors()[0]))
    slips = [slip for place, clauses in at_work.items() if CLAUSE in clauses for slip in rules().slips_of(place)]
    return next(slip for slip in slips if slip.what.startswith("drop a check"))


def run_of(slip: TriedSlip, **told: Any) -> Results:
    """The results of an engine with a slip, whose failures seem to speak against another clause."""
    found = []
    for vector in vectors():
        right = rules().answer(*question(vector))
        with rules().make_slip(slip):
            given = rules().answer(*question(vector))
        name, fails = full_id(vector, TOPIC.edition), given != right
        got = given.decode() if fails else ""
        more = {"clauses": tuple(vector.clauses), "contradicts": (OTHER,), **told} if fails else {}
        found.append(Result(name, 0, FAIL if fails else PASS, got=got, topic=TOPIC.topic, **more))
    return made.results(found, GAME, settings=(SETTING,))


def failures(of: Results) -> list[Result]:
    return [one for one in of.results if one.verdict == FAIL]


def test_a_slip_changes_answers_only_while_it_is_made() -> None:
    before = [rules().answer(*question(one)) for one in vectors()]
    with rules().make_slip(forgotten()):
        assert [rules().answer(*question(one)) for one in vectors()] != before
    assert [rules().answer(*question(one)) for one in vectors()] == before


def test_the_slips_of_a_function_are_those_of_the_mutants_that_are_made_of_it() -> None:
    from ludex.mutation.mutants import mutants_of

    slip = forgotten()
    mutants = {one.what for one in mutants_of(GAME) if one.function == slip.function}
    assert {one.what for one in rules().slips_of(slip.place)} <= mutants


def test_what_comes_to_no_end_is_no_answer() -> None:
    from unittest.mock import patch

    with patch("ludex.mutation.slipping.MOST_CALLS", 3):
        assert rules().answer(*question(vectors()[0])) is None
    assert MOST_CALLS > 3


def test_a_cause_is_called_after_the_clause_for_which_a_slip_gives_its_answers() -> None:
    of = run_of(forgotten())
    assert len(failures(of)) >= FEWEST_TRIED
    (cause,) = causes(of, Index(SUITE, of))
    assert (cause.name, cause.ranked[:2]) == (CLAUSE, (CLAUSE, OTHER))
    assert cause.clause is not None
    told = " ".join(words_of(cause))
    assert cause.clause.sentence in told
    assert "it is never asked" in told
    assert forgotten().what in cause.code
    assert causes(of)[0].name == OTHER  # as it was without


def test_what_every_kind_of_slip_comes_to_is_said_in_words() -> None:
    slips = [slip for place in rules().functions for slip in rules().slips_of(place)]
    assert {slip.what.partition(": ")[0] for slip in slips} <= trying.OTHERWISE.keys()
    assert len(slips) > 500


@pytest.mark.parametrize(
    ("expected", "right", "wrong"),
    [
        ({"listed": [MOVE]}, {"actions": [MOVE, END]}, {"actions": [END]}),
        ({"unlisted": [MOVE]}, {"actions": [END]}, {"actions": [MOVE]}),
        ({"listed": [MOVE]}, {"actions": [MOVE]}, {"unreadable": {"broken": [CLAUSE]}}),
        ({"accepted": True}, {"position": "any"}, {"illegal": {"broken": [CLAUSE]}}),
    ],
)
def test_of_a_side_only_what_it_is_about_is_compared(expected: Any, right: Any, wrong: Any) -> None:
    met = trying._leaves(right_answer(expected), expected)
    assert trying._leaves(right, expected) == met
    assert trying._leaves(wrong, expected) != met


def test_one_answer_that_does_not_come_out_is_enough_to_show_nothing() -> None:
    of = run_of(forgotten())
    strange = msgspec.structs.replace(failures(of)[0], got='{"illegal":{"broken":["TAC-WIN-2"],"moot":[]}}')
    failed = [strange, *failures(of)[1 : FEWEST_TRIED + 1]]
    assert SlipTrial(of, Index(SUITE, of)).slips_shown(failed, (OTHER,)) == []


def test_a_slip_that_passes_speak_against_is_not_shown() -> None:
    of = run_of(forgotten())
    right = [msgspec.structs.replace(one, verdict=PASS, got="") for one in failures(of)[FEWEST_TRIED:]]
    held = msgspec.structs.replace(of, results=(*failures(of)[:FEWEST_TRIED], *right))
    assert right
    assert SlipTrial(held, Index(SUITE, held)).slips_shown(failures(held), (CLAUSE,)) == []


def test_no_more_is_asked_than_a_report_has_time_for(monkeypatch: Any) -> None:
    monkeypatch.setattr(trying, "MOST_QUESTIONS", 0)
    of = run_of(forgotten())
    assert SlipTrial(of, Index(SUITE, of)).slips_shown(failures(of), (CLAUSE,)) == []


def test_of_clauses_on_which_as_many_turn_the_first_by_name_are_tried(monkeypatch: Any) -> None:
    tried: list[str] = []
    usual = SlipTrial._questions_of

    def turning_on_many(trial: SlipTrial, of_it: Any) -> list[Any]:
        return [msgspec.structs.replace(one, clauses=frozenset("HGFEDCBA")) for one in usual(trial, of_it)]

    monkeypatch.setattr(trying, "MOST_SUSPECTS", 3)
    monkeypatch.setattr(SlipTrial, "_questions_of", turning_on_many)
    monkeypatch.setattr(SlipTrial, "_slip_for", lambda _, clause, *__: tried.append(clause))
    of = run_of(forgotten())
    SlipTrial(of, Index(SUITE, of)).slips_shown(failures(of), ())
    assert tried == ["A", "B", "C"]


def test_a_game_without_a_reference_has_no_slips_to_try() -> None:
    of = msgspec.structs.replace(run_of(forgotten()), suite=made.results([], "no-such-game").suite)
    assert SlipTrial(of, Index(SUITE, of)).slips_shown(failures(of), (CLAUSE,)) == []
