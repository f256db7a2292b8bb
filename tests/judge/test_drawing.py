"""Only what differs in value is shown as a difference: neither the order of members nor the way a number is written."""

import base64
import json
from itertools import islice
from typing import Any

import msgspec
import pytest

from ludex import where
from ludex.judge.case import Frame, ScheduledVector
from ludex.judge.settings import Setting
from ludex.judge.verdict import ERROR, FAIL, Judgement
from ludex.protocol.schema import wire_of
from ludex.report.blame import clauses_against
from ludex.report.drawing import Easel
from ludex.rules import Refused
from ludex.seam import reference_of
from ludex.support import support_of
from ludex.support.svg import Arrow
from ludex.vectors import open_suite
from ludex.vectors.format import Topic, Vector
from tests.guards import at_least_one


def otherwise(value: Any) -> Any:
    """The same value, written from the other end and with a point in every number."""
    if isinstance(value, dict):
        return {name: otherwise(item) for name, item in reversed(value.items())}
    if isinstance(value, list):
        return [*map(otherwise, value)]
    return float(value) if type(value) is int else value


def asked(game: str, operation: str, field: str) -> list[tuple[Topic, Vector, Any]]:
    """Some questions of every topic of an operation that have this in their answer, and the answers."""
    suite = open_suite(game)
    topics = [topic for topic in suite.topics(suite.editions[0]) if topic.operation == operation]
    vectors = [(topic, vector) for topic in topics for vector in islice(topic.vectors, 3)]
    found = [(topic, vector, msgspec.json.decode(vector.expect)) for topic, vector in vectors]
    some = [one for one in found if field in one[2]][:20]
    assert some
    return some


@pytest.mark.parametrize("game", where.games())
def test_a_position_that_is_written_otherwise_does_not_differ(game: str) -> None:
    pictures = support_of(game).picture
    for _, _, expected in at_least_one(asked(game, "apply", "position")):
        position = expected["position"]
        assert otherwise(position) == position
        assert pictures.differences(position, otherwise(position)) == []
        assert pictures.differences(otherwise(position), position) == []


@pytest.mark.parametrize("game", where.games())
def test_a_failure_looks_the_same_however_the_answer_is_written(game: str) -> None:
    for topic, vector, expected in at_least_one(asked(game, "apply", "position")):
        wrong = {"position": {**expected["position"], "more": "too much"}}
        question = msgspec.json.decode(vector.input)
        easel = Easel(game, topic.edition, open_suite(game).facts(topic.edition).defaults())
        drawn = list(easel.failure("apply", question, expected, json.dumps(wrong)))
        assert "more: expected nothing at all, got too much" in drawn[-1]
        assert drawn == list(easel.failure("apply", question, expected, json.dumps(otherwise(wrong))))


@pytest.mark.parametrize(
    ("expected", "got", "drawn"),
    [
        ({"width": 5, "height": 6}, '{"height":7,"width":5.0}', 'got: {"width":5,"height":7}'),
        ({"a": {"x": 1, "y": 2}}, '{"a":{"y":3,"x":1}}', 'got: {"a":{"x":1,"y":3}}'),
        ({"a": 1}, '{"b":2,"a":true}', 'got: {"a":true,"b":2}'),
        ({"a": [1, 2]}, '{"a":[1.0,3]}', 'got: {"a":[1,3]}'),
        ({"a": [1, 2]}, '{"a":[2.0]}', 'got: {"a":[2.0]}'),
        ({"a": 1}, '["a"]', 'got: ["a"]'),
    ],
)
def test_an_answer_is_shown_in_the_order_of_what_was_expected(expected: Any, got: str, drawn: str) -> None:
    assert list(Easel("nim", "one", {}).failure("word", {"word": 0}, expected, got))[-1] == drawn


def test_sets_are_shown_in_the_order_of_what_was_expected_where_something_else_is_wrong() -> None:
    expected = {"graveyards": ["a0", "g1", "i1"], "water": ["i2", "c8"], "swaps": []}
    got = '{"more":1,"swaps":[],"water":["c8","i2"],"graveyards":["i1","b6","a0"]}'
    drawn = list(Easel("minions", "initiate", {}).failure("map", {"rows": "G9"}, expected, got))
    assert drawn[-1] == 'got: {"graveyards":["a0","i1","b6"],"water":["i2","c8"],"swaps":[],"more":1}'


RELATIONS = {"board": base64.b64encode(bytes([6, *[0] * 120])).decode(), "cid": 0, "part": 0}


def test_sets_of_tiles_are_told_by_what_differs_in_words_and_on_the_board() -> None:
    easel = Easel("tribun", "2026-01", {})
    expected, got = {"moves": [1, 2, 3], "attacks": [2, 9]}, '{"attacks":[9,2.0],"moves":[3,5,1]}'
    asked, before, missing, extra = easel.failure("relations", RELATIONS, expected, got)
    assert asked == "asked: relations, cid (-5,-5) (0), part the primary (0)"
    assert before == "before\n" + easel.board({"board": RELATIONS["board"]})
    assert "to move" not in before
    assert missing == "moves missing: 1\n  (-5,-3) (2)"
    assert extra == "moves too many: 1\n  (-5,0) (5)"
    panels = list(easel.panels("relations", RELATIONS, expected, got))
    assert [panel.name for panel in panels] == ["before", "moves missing: 1", "moves too many: 1"]
    assert [panel.arrows for panel in panels] == [
        (Arrow("move", None, 0),),
        (Arrow("move", 0, 2),),
        (Arrow("move", 0, 5),),
    ]
    assert all(easel.sketch(panel) for panel in panels)


def test_hexes_that_a_unit_does_not_reach_are_on_the_board_of_which_is_asked() -> None:
    suite = open_suite("minions")
    topic = next(one for one in suite.topics("initiate") if one.topic == "reach-midnight-lake")
    asked = msgspec.json.decode(topic.vectors[0].input)
    expected = msgspec.json.decode(topic.vectors[0].expect)
    easel = Easel("minions", "initiate", suite.facts("initiate").defaults())
    _, missing = easel.panels(topic.operation, asked, expected, '{"hexes":[]}')
    board = asked["board"] + 1
    first = [Arrow("move", (board, asked["from"]), (board, hex_)) for hex_ in expected["hexes"][:8]]
    assert list(missing.arrows) == first
    assert missing.name == f"hexes missing: {len(expected['hexes'])}"
    told = [easel.item(topic.operation, "hexes", hex_) for hex_ in expected["hexes"]]
    assert list(missing.words[:8]) == told[:8], "`apply` is asked about actions, which a hex is not"


def test_a_list_that_was_cut_is_told_by_what_it_was_held_against() -> None:
    question = {"position": {"heap": 9}}
    for side, told in (("listed", "a long list, without it"), ("unlisted", "a long list, with it")):
        drawn = list(Easel("nim", "one", {}).failure("legal", question, {side: [4]}, '{"actions": [46,'))
        assert drawn[-1] == f"got: {told}"
        panels = list(Easel("nim", "one", {}).panels("legal", question, {side: [4]}, '{"actions": [46,'))
        assert panels[-1].words == (told,)


def test_an_action_of_a_list_is_told_with_what_apply_says_of_it() -> None:
    suite = open_suite("tribun")
    topic, vector, expected = asked("tribun", "legal", "actions")[0]
    easel = Easel("tribun", topic.edition, suite.facts(topic.edition).defaults())
    question = msgspec.json.decode(vector.input)
    missing, strange = expected["actions"][0], 0
    answer = json.dumps({"actions": [*expected["actions"][1:], strange]})
    lacks, has = list(easel.failure("legal", question, expected, answer))[-2:]
    assert lacks.startswith(f"missing: 1\n  {easel.action(missing)} ({missing}): `apply` accepts it, by TRB-")
    assert has.startswith(f"too many: 1\n  {easel.action(strange)} ({strange}): `apply` refuses it, for it breaks TRB-")


@pytest.mark.parametrize("game", where.games())
def test_no_clause_is_blamed_for_how_a_list_is_written(game: str) -> None:
    """A list with one action missing is about that action, whatever the numbers of the others look like."""
    suite = open_suite(game)
    for topic, vector, expected in at_least_one(asked(game, "legal", "actions")):
        setting = Setting(topic.edition, suite.facts(topic.edition).defaults())
        case = ScheduledVector(0, vector, Frame(topic, setting, 0, wire_of(game)))
        actions = expected["actions"][1:]
        plain, written = (json.dumps({"actions": one}).encode() for one in (actions, otherwise(actions)))
        assert clauses_against(case, Judgement(FAIL, got=plain)) == clauses_against(case, Judgement(FAIL, got=written))


def blocks(operation: str, expected: Any, got: Any, game: str = "nim") -> list[str]:
    """What is drawn of a failure; a game without pictures is drawn as JSON."""
    question = {"position": {"heap": 9}, "action": 4}
    given = got if isinstance(got, str) else json.dumps(got)
    return list(Easel(game, "one", {}).failure(operation, question, expected, given))


def test_lists_are_told_by_what_is_missing_and_too_many() -> None:
    told = blocks("legal", {"actions": [*range(40)]}, {"actions": [1, 1, *range(60, 63)]})
    missing, more, twice = told[-3:]
    head, *lines = missing.splitlines()
    assert head == "missing: 39"
    shown = [line for line in lines if line.startswith("  ") and "…" not in line]
    assert shown[0] == "  0"
    assert lines[-1] == f"  … and {39 - len(shown)} more"
    assert more == "too many: 3\n  60\n  61\n  62"
    assert twice == "listed more than once: 1"


def test_as_many_as_can_be_named_are_named_and_nothing_more_is_said() -> None:
    many = len(blocks("legal", {"actions": [*range(40)]}, {"actions": []})[-1].splitlines()) - 2
    (told,) = blocks("legal", {"actions": [*range(many)]}, {"actions": []})[-1:]
    assert len(told.splitlines()) == many + 1
    assert "more" not in told


@pytest.mark.parametrize(
    ("result", "told"),
    [
        ({"illegal": {"broken": ["NIM-1", "NIM-2"]}}, "refused as illegal (NIM-1, NIM-2)"),
        ({"illegal": {}}, "refused as illegal"),
        ({"illegal": []}, "refused as illegal"),
        ({"unreadable": {"broken": "NIM-1"}}, "refused as unreadable"),
        ({"position": 1, "more": 2}, "more: 2\n1"),
        ({"count": 1}, '{"count":1}'),
        ([1, 2], "[1,2]"),
    ],
)
def test_each_side_says_what_it_is(result: Any, told: str) -> None:
    assert blocks("apply", result, {"count": 7})[-2:] == [f"expected: {told}", 'got: {"count":7}']
    if isinstance(result, dict):
        assert blocks("apply", {"count": 7}, result)[-1] == f"got: {told}"


def test_what_came_is_shown_even_if_it_cannot_be_read() -> None:
    assert blocks("apply", {"count": 7}, "{no JSON")[-1] == "got: {no JSON"
    assert blocks("apply", {"count": 7}, "")[-1] == 'expected: {"count":7}'
    codec = list(Easel("nim", "one", {}).failure("count", {"word": 3}, {"count": 7}, '{"count": 8}'))
    assert codec == ['asked: count {"word":3}', 'expected: {"count":7}', 'got: {"count":8}']


def test_a_position_alone_is_drawn_as_a_board() -> None:
    suite = open_suite("tactics")
    topic, vector, expected = asked("tactics", "apply", "position")[0]
    easel = Easel("tactics", topic.edition, suite.facts(topic.edition).defaults())
    question = msgspec.json.decode(vector.input)
    refused = json.dumps({"illegal": {"broken": ["TAC-MOV-5"]}})
    drawn = list(easel.failure("apply", question, expected, refused))
    assert "expected\n" + easel.board(expected["position"]) in drawn
    assert drawn[-1] == "got: refused as illegal (TAC-MOV-5)"
    assert drawn.index("expected\n" + easel.board(expected["position"])) == len(drawn) - 2
    both = list(easel.failure("apply", question, expected, json.dumps(question)))
    assert both[-1] == easel.compare(question["position"], expected["position"], question["position"])


@pytest.mark.parametrize("game", where.games())
def test_an_action_too_many_blames_what_it_breaks_and_a_missing_one_what_it_meets(game: str) -> None:
    suite, reference = open_suite(game), reference_of(game)
    plain = [one for one in asked(game, "legal", "actions") if one[2]["actions"] and "conditional" not in one[2]]
    topic, vector, expected = plain[0]
    listed = [action for _, _, other in plain for action in other["actions"]]
    strange = next(action for action in listed if action not in expected["actions"])
    setting = Setting(topic.edition, suite.facts(topic.edition).defaults())
    case = ScheduledVector(0, vector, Frame(topic, setting, 0, wire_of(game)))
    rules = reference.REGISTER.rules(topic.edition, setting.choices)
    position = reference.read_position(msgspec.json.decode(vector.input)["position"], rules)
    with pytest.raises(Refused) as refused:
        reference.apply(position, strange, rules)
    more, less = ({"actions": one} for one in ([*expected["actions"], strange], expected["actions"][1:]))
    too_many, missing = (clauses_against(case, Judgement(FAIL, got=json.dumps(one).encode())) for one in (more, less))
    assert too_many == tuple(sorted(set(refused.value.broken)))
    assert missing
    assert set(missing).isdisjoint(too_many) or len(missing) > len(too_many)
    assert clauses_against(case, Judgement(FAIL, got=b'{"actions": 7}')) == ()
    assert clauses_against(case, Judgement(ERROR, got=json.dumps(more).encode())) == ()
