"""What an answer is made of, so that it can be told what is wrong with it; and which clauses a side speaks of."""

from __future__ import annotations

import json
from base64 import b64encode
from typing import Any

import msgspec
import pytest

from ludex.judge.case import Frame, ScheduledVector
from ludex.judge.settings import Setting
from ludex.judge.verdict import ERROR, FAIL, PASS, Judgement
from ludex.protocol.schema import wire_of
from ludex.report import blame
from ludex.report.blame import clauses_against, clauses_met, contradictions, leaves_of
from ludex.seam import reference_of
from ludex.vectors.format import Topic, Vector
from tests.reports.whole import game_suite, vectors

END = {"type": "END_TURN", "playerId": "P1", "targetPosition": None, "targetUnitId": None}
LATE = {**END, "playerId": "P2"}
PACKED, SHORT = (b64encode(bytes(range(many))).decode() for many in (18, 17))


@pytest.mark.parametrize(
    ("answer", "leaves"),
    [
        ({"a": 1, "b": [True, "x", None]}, {("/a", "1"), ("/b/0", "true"), ("/b/1", '"x"'), ("/b/2", "null")}),
        ({"actions": [2, 1.0, {"x": 1}]}, {("/actions", "2"), ("/actions", "1"), ("/actions", "b'{\"x\":1}'")}),
        ({"actions": 7}, {("/actions", "7")}),
        ({"illegal": {"broken": ["A-1", "A-2", 3]}}, {("", "illegal"), ("/illegal", "A-1"), ("/illegal", "A-2")}),
        ({"unreadable": {}}, {("", "unreadable")}),
        ({"illegal": [1]}, {("", "illegal")}),
        ({"illegal": {"broken": "A-1"}}, {("", "illegal")}),
        ({"results": [{"illegal": {}}]}, {("/results/0", "illegal")}),
        ({"t": "x" * 23}, {("/t", '"' + "x" * 23 + '"')}),
        ({"t": PACKED}, {(f"/t@{number}", str(number)) for number in range(18)}),
        ({"t": SHORT}, {(f"/t@{number}", str(number)) for number in range(17)}),
        ({"t": "x" * 25}, {("/t|0:", "x" * 25)}),  # which no bytes make
        (
            {"t": "one two, three;four or five six"},
            {("/t|0:", word) for word in ("one", "two", "three", "four", "or", "five", "six")},
        ),
        (
            {"t": "abcdefgh/ij kl/mnop|P1 to move; 3"},
            {
                ("/t|0:0", "abcdefgh"),
                ("/t|0:1", "ij kl"),
                ("/t|0:2", "mnop"),
                *(("/t|1:", word) for word in ("P1", "to", "move", "3")),
            },
        ),
    ],
)
def test_an_answer_is_made_of_its_parts_with_their_places(answer: Any, leaves: set[tuple[str, str]]) -> None:
    assert leaves_of(answer) == leaves


@pytest.fixture(scope="module")
def start() -> Any:
    """A position in which the first player is to move."""
    asked = (msgspec.json.decode(vector.input) for topic, vector in vectors(2) if topic.operation == "legal")
    return next(one["position"] for one in asked if one["position"]["currentPlayer"] == "P1")


def case(operation: str, asked: Any, expected: Any, index: int = 0, *clauses: str) -> ScheduledVector:
    held = msgspec.Raw(json.dumps(expected, separators=(",", ":")).encode())
    vector = Vector("v", "why", [*clauses], msgspec.Raw(json.dumps(asked).encode()), held)
    topic = Topic("tactics", "v1", "t", "kind", operation, [vector])
    frame = Frame(topic, Setting("v1", game_suite().facts("v1").defaults()), 0, wire_of("tactics"))
    return ScheduledVector(index, vector, frame)


def wrong(got: Any, verdict: str = FAIL) -> Judgement:
    return Judgement(verdict, got=json.dumps(got).encode())


def test_a_side_speaks_of_what_its_action_breaks_or_of_the_checks_that_it_meets(start: Any) -> None:
    game = reference_of("tactics")
    legal, met = clauses_met(game, {"position": start}, END, game.REGISTER.rules("v1"))
    assert legal
    assert met
    listed = case("legal", {"position": start}, {"listed": [END]})
    assert clauses_against(listed, wrong({"actions": []})) == tuple(sorted(met))
    unlisted = case("legal", {"position": start}, {"unlisted": [LATE]})
    assert clauses_against(unlisted, wrong({"actions": [LATE]})) == ("TAC-TRN-2",)
    accepted = case("apply", {"position": start, "action": END}, {"accepted": True})
    assert clauses_against(accepted, wrong({"illegal": {}})) == tuple(sorted(met))


def test_a_list_speaks_of_what_is_too_much_by_what_it_breaks_and_of_what_is_missing_by_what_it_meets(
    start: Any,
) -> None:
    game = reference_of("tactics")
    _, met = clauses_met(game, {"position": start}, END, game.REGISTER.rules("v1"))
    listed = case("legal", {"position": start}, {"actions": [END]})
    assert clauses_against(listed, wrong({"actions": [END, LATE]})) == ("TAC-TRN-2",)
    assert clauses_against(listed, wrong({"actions": [LATE]})) == ("TAC-TRN-2",)
    assert clauses_against(listed, wrong({"actions": []})) == tuple(sorted(met))


def test_an_action_of_a_list_is_judged_by_all_that_the_question_says() -> None:
    game = reference_of("tactics")
    rules = game.REGISTER.rules("v1", {"turn-limits": "once-per-turn"})
    position = game.show_position(game.start(rules))
    move = next(one for one in game.legal(game.start(rules), rules) if one["type"] == "MOVE")
    assert clauses_met(game, {"position": position}, move, rules)[0]
    spent = {"position": position, "spent": {"moved": [position["units"][0]["id"]], "attacked": []}}
    assert clauses_met(game, spent, move, rules) == (False, ["TAC-TRN-5"])


def test_only_a_wrong_answer_speaks_against_clauses(start: Any) -> None:
    refused = {"illegal": {"broken": ["TAC-TRN-2"]}}
    asked = {"position": start, "action": LATE}
    late = case("apply", asked, refused, 0, "TAC-TRN-2")
    accepted = {"position": {**start, "currentPlayer": "P2"}}
    assert clauses_against(late, wrong(accepted)) == ("TAC-TRN-2",)
    assert clauses_against(late, wrong(accepted, ERROR)) == ()
    assert clauses_against(late, wrong(accepted, PASS)) == ()
    assert clauses_against(late, Judgement(FAIL)) == ()
    assert clauses_against(late, Judgement(FAIL, got=b"{cut")) == ()
    assert clauses_against(case("perft", {"position": start, "depth": 1}, {"nodes": 2}), wrong({"nodes": 3})) == ()


def test_of_very_many_failures_some_are_looked_at_all_over_the_run(start: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blame, "MOST_ASKED", 3)

    asked, got = {"position": start}, wrong({"actions": [LATE]})

    def told(many: int) -> list[int]:
        failed = [(case("legal", asked, {"actions": []}, number, "TAC-TRN-2"), got) for number in range(many)]
        passed = [(case("legal", asked, {"actions": []}, 99, "TAC-TRN-2"), wrong({"actions": []}, PASS))]
        return [*contradictions([*passed, *failed])]

    assert {many: told(many) for many in (0, 3, 4, 7)} == {0: [], 3: [0, 1, 2], 4: [0, 2], 7: [0, 3, 6]}
    silent = [(case("perft", {"position": start, "depth": 1}, {"nodes": 2}), wrong({"nodes": 3}))]
    assert contradictions(silent) == {}


def test_each_failure_is_looked_at_that_has_nothing_else_to_tell_by(
    start: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blame, "MOST_ASKED", 1)
    asked, got = {"position": start}, wrong({"actions": [LATE]})
    lists = [(case("legal", asked, {"actions": []}, number, "TAC-TRN-2"), got) for number in range(2)]
    without = [(case("legal", asked, {"actions": []}, number), got) for number in range(2, 4)]
    sides = [(case("legal", asked, {"unlisted": [LATE]}, number, "TAC-TRN-2"), got) for number in range(4, 6)]
    unkept = [(case("legal", asked, {"unlisted": [LATE]}, number), Judgement(FAIL)) for number in range(6, 8)]
    found = contradictions([*lists, *without, *sides, *unkept])
    assert found == dict.fromkeys((0, *range(2, 8)), ("TAC-TRN-2",))


@pytest.mark.parametrize(
    ("likeness", "named"),
    [
        ({"A": 1.0, "B": 0.95, "C": 1.0}, ("A", "C")),  # the very answer: what comes near it is out
        ({"A": 0.9, "B": 0.95, "C": 0.5}, ("B", "A")),
        ({"A": 0.05}, ()),
        ({}, ()),
    ],
)
def test_what_comes_to_the_very_answer_leaves_out_what_comes_near_it(
    likeness: dict[str, float], named: tuple[str, ...], start: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blame, "_likeness", lambda *_: likeness)
    late = case("apply", {"position": start, "action": LATE}, {"illegal": {"broken": ["TAC-TRN-2"]}})
    assert clauses_against(late, wrong({"position": start})) == named
