"""What makes an answer right: sets as sets, refusals by their reasons, and shapes to the letter."""

import json
from typing import Any

import pytest

from ludex.judge.score import conclude
from ludex.judge.weigh import BIG_BYTES, silent, weigh_result
from ludex.protocol.schema import wire_of

REFUSED = {"illegal": {"broken": ["TRB-MOV-3"], "moot": ["TRB-MOV-2"]}}
UNREADABLE: dict[str, Any] = {"unreadable": {"broken": ["TRB-WRD-2"], "moot": []}}
POSITION = {
    "board": "A" * 162 + "==",
    "turn": "black",
    "drawOfferBy": None,
    "drawBlocked": None,
    "status": "active",
    "winner": None,
}


def weighed(
    expect: Any, got: Any, operation: str = "apply", tells: bool = False, game: str = "tribun", **choices: str
) -> tuple[str, str]:
    answer = got if isinstance(got, bytes) else json.dumps(got).encode()
    outcome = weigh_result(answer, json.dumps(expect).encode(), operation, wire_of(game), choices, tells)
    return outcome.verdict, outcome.message


@pytest.mark.parametrize(
    ("expect", "got", "verdict", "words"),
    [
        (REFUSED, {"illegal": {}}, "pass", ""),
        (REFUSED, {"illegal": {"broken": ["TRB-MOV-3"]}}, "pass", ""),
        (REFUSED, {"illegal": {"broken": ["TRB-MOV-2"]}}, "pass", ""),
        (REFUSED, {"illegal": {"broken": ["TRB-MOV-4"]}}, "fail", "wrong reason: TRB-MOV-4"),
        (REFUSED, {"unreadable": {}}, "pass", ""),
        (REFUSED, {"position": POSITION}, "fail", "accepted, but must be refused"),
        ({"position": POSITION}, {"illegal": {}}, "fail", "refused as illegal"),
        ({"position": POSITION}, {"position": {**POSITION, "turn": "white"}}, "fail", 'turn: expected "black"'),
        ({"position": POSITION}, {"position": {**POSITION, "turn": "red"}}, "error", "must be one of"),
        ({"position": POSITION}, {"position": dict(reversed(POSITION.items()))}, "pass", ""),
        ({"position": POSITION}, {}, "error", "result.position is missing"),
        ({"position": POSITION}, [], "error", "must be an object"),
        ({"position": POSITION}, {"position": POSITION, "illegal": {}}, "error", "does not belong there"),
        ({"position": POSITION}, {"unsupported": {"reason": "later"}}, "unsupported", "later"),
        ({"position": POSITION}, {"unsupported": {"reason": ""}}, "error", "must not be empty"),
    ],
)
def test_apply(expect: Any, got: Any, verdict: str, words: str) -> None:
    assert weighed(expect, got)[0] == verdict
    assert words in weighed(expect, got)[1]


def test_who_claims_to_tell_unreadable_from_illegal_is_held_to_it() -> None:
    assert weighed(UNREADABLE, {"illegal": {}}) == ("pass", "")
    assert weighed(UNREADABLE, {"illegal": {}}, tells=True)[0] == "fail"
    assert weighed(UNREADABLE, {"unreadable": {}}, tells=True)[0] == "pass"


@pytest.mark.parametrize(
    ("expect", "got", "told"), [("unreadable", "illegal", "unreadable"), ("illegal", "unreadable", "illegal")]
)
def test_a_refusal_of_the_wrong_kind_is_told_with_both(expect: str, got: str, told: str) -> None:
    words = f"refused as {got}, but it is {told}, and the hello claims to tell them apart"
    assert weighed({expect: {"broken": ["TRB-WRD-2"]}}, {got: {}}, tells=True) == ("fail", words)


def test_what_is_named_as_illegal_where_nothing_can_be_read_is_not_judged() -> None:
    """No text says what else an input breaks that cannot be read, so a reason costs no more than silence."""
    assert weighed(UNREADABLE, {"illegal": {"broken": ["TRB-MOV-3"]}}) == ("pass", "")
    assert weighed(UNREADABLE, {"illegal": {"broken": ["TRB-MOV-3"]}}, tells=True)[0] == "fail"
    assert weighed(UNREADABLE, {"unreadable": {"broken": ["TRB-WRD-3"]}})[0] == "fail"
    over = {"isValid": False, "errorMessage": "Game is already over", "kinds": ["game-over"]}
    assert weighed(UNREADABLE, over, "validate", game="tactics") == ("pass", "")


@pytest.mark.parametrize(
    ("reason", "dead_blocks", "verdict"),
    [
        ("TAC-MOV-1", "yes", "pass"),
        ("TAC-MOV-1", "no", "fail"),
        ("TAC-TGT-2", "no", "pass"),
        ("TAC-MOV-5", "no", "pass"),
        ("TAC-MOV-5", "yes", "fail"),
    ],
)
def test_a_reason_holds_under_its_readings_alone(reason: str, dead_blocks: str, verdict: str) -> None:
    only = {"TAC-MOV-1": [{"dead-blocks": ["yes"]}], "TAC-MOV-5": [{"dead-blocks": ["no"]}]}
    expect = {"illegal": {"broken": ["TAC-MOV-1", "TAC-TGT-2"], "moot": ["TAC-MOV-5"], "onlyUnder": only}}
    choices = {"dead-blocks": dead_blocks}
    given = weighed(expect, {"illegal": {"broken": [reason]}}, game="tactics", **choices)
    assert given[0] == verdict
    assert weighed(expect, {"illegal": {}}, game="tactics", **choices) == ("pass", "")


@pytest.mark.parametrize(("dead_blocks", "verdict"), [("yes", "pass"), ("no", "fail")])
def test_a_reason_of_a_verdict_holds_under_its_readings_alone(dead_blocks: str, verdict: str) -> None:
    reasons = {"kinds": ["not-one-step", "occupied"], "moot": [], "onlyUnder": {"occupied": [{"dead-blocks": ["yes"]}]}}
    expect = {"isValid": False, "errorMessage": None, **reasons}
    got = {"isValid": False, "errorMessage": None, "kinds": ["occupied"]}
    assert weighed(expect, got, "validate", game="tactics", **{"dead-blocks": dead_blocks})[0] == verdict


@pytest.mark.parametrize(
    ("got", "verdict", "words"),
    [
        ([3, 1, 2], "pass", ""),
        ([1.0, 2, 3], "pass", ""),
        ([1, 2], "fail", "1 missing: 3"),
        ([1, 2, 3, 4], "fail", "1 too many: 4"),
        ([1, 2, 3, 3], "fail", "1 listed more than once: 3"),
        ([True, 2, 3], "error", "must be an integer"),
        (["1", 2, 3], "error", "must be an integer"),
    ],
)
def test_legal_lists_are_sets(got: list[Any], verdict: str, words: str) -> None:
    told = weighed({"actions": [1, 2, 3]}, {"actions": got}, "legal")
    assert told[0] == verdict
    assert words in told[1]


MOVE = '{"type":"MOVE","playerId":"P1","targetPosition":{"x":%s,"y":%s},"targetUnitId":null}'


@pytest.mark.parametrize(
    ("x", "y", "verdict"), [("1.0", "-0.0", "pass"), ("1e0", "0", "pass"), ("1", "1", "fail"), ("true", "0", "error")]
)
def test_a_number_inside_of_a_set_is_a_number_however_it_is_written(x: str, y: str, verdict: str) -> None:
    other = MOVE % ("2", "0")
    expect, got = (
        f'{{"actions":[{one}]}}'.encode() for one in (f"{MOVE % ('1', '0')},{other}", f"{other},{MOVE % (x, y)}")
    )
    assert weigh_result(got, expect, "legal", wire_of("tactics"), {}, False).verdict == verdict


def test_the_same_action_written_in_two_ways_is_listed_twice() -> None:
    one, other = (MOVE % place for place in (("1", "0"), ("1.0", "0")))
    expect, got = (f'{{"actions":[{listed}]}}'.encode() for listed in (one, f"{one},{other}"))
    outcome = weigh_result(got, expect, "legal", wire_of("tactics"), {}, False)
    assert outcome.verdict == "fail"
    assert "1 listed more than once" in outcome.message


@pytest.mark.parametrize("twice", ['{"nodes":2,"nodes":1}', '{"nodes":1,"nodes":1}'])
def test_a_member_that_is_written_twice_is_garbage(twice: str) -> None:
    assert weighed({"nodes": 1}, twice.encode(), "perft") == (
        "error",
        "the member 'nodes' is written twice. Write each member of an object once",
    )


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (b'"a\xff"', "the result is not UTF-8: its byte 12 is 0xff, which is no part of a character there. "),
        (b"9" * 5000, "a number in the result is too great to be read: 9999"),
        (b"-" + b"9" * 5000, "a number in the result is too great to be read: -9999"),
        (b"[1,1e999]", "a number in the result is too great to be read: 1e999. Send numbers that fit into 64 bits"),
        (b'"1e999 \\" 2e999"', "result.nodes must be an integer"),
        (b"[" * 9999 + b"]" * 9999, "the result is nested too deep to be read. "),
    ],
)
def test_what_no_reader_takes_is_told_in_words_of_ones_own(value: bytes, told: str) -> None:
    verdict, message = weighed({"nodes": 1}, b'{"nodes":%s}' % value, "perft")
    assert (verdict, message[: len(told)]) == ("error", told)


def test_conditional_actions_count_where_their_condition_holds() -> None:
    expect = {"actions": [1], "conditional": [[2, [{"kill-mover": ["attack"]}]]]}
    assert weighed(expect, {"actions": [1, 2]}, "legal", **{"kill-mover": "attack"})[0] == "pass"
    assert weighed(expect, {"actions": [1, 2]}, "legal", **{"kill-mover": "move"})[0] == "fail"
    assert weighed(expect, {"actions": [1]}, "legal", **{"kill-mover": "move"})[0] == "pass"
    assert weighed(expect, expect, "legal", **{"kill-mover": "attack"})[0] == "error"


def test_a_replay_need_not_tell_how_it_was_refused() -> None:
    expect = {"applied": 1, "position": POSITION, "refused": "unreadable"}
    assert weighed(expect, {**expect, "refused": "illegal"}, "replay")[0] == "pass"
    assert weighed(expect, {**expect, "refused": None}, "replay")[0] == "fail"
    assert weighed(expect, {**expect, "refused": "illegal"}, "replay", tells=True)[0] == "fail"


def test_not_a_number_is_garbage() -> None:
    assert weighed({"nodes": 1}, b'{"nodes":NaN}', "perft")[0] == "error"
    assert weighed({"nodes": 1}, b"[" * 100_000, "perft")[0] == "error"


@pytest.mark.parametrize(
    ("tally", "interrupted", "require_all", "status"),
    [
        ({"pass": 3}, False, False, 0),
        ({"pass": 3, "expected-fail": 1}, False, False, 0),
        ({"pass": 3, "not-offered": 1}, False, False, 0),
        ({"pass": 3, "not-offered": 1}, False, True, 1),
        ({"pass": 3, "fail": 1}, False, False, 1),
        ({"pass": 3, "error": 1}, False, False, 1),
        ({"pass": 3, "unsupported": 1}, False, False, 1),
        ({"pass": 3, "skipped": 1}, False, False, 1),
        ({"pass": 3, "not-run": 1}, False, False, 1),
        ({"pass": 3, "unexpected-pass": 1}, False, False, 1),
        ({"not-offered": 3}, False, False, 1),
        ({}, False, False, 1),
        ({"pass": 3}, True, False, 130),
    ],
)
def test_the_score_is_green_only_when_all_that_was_selected_passed(
    tally: dict[str, int], interrupted: bool, require_all: bool, status: int
) -> None:
    assert conclude(tally, interrupted, require_all).status == status


ODD = {**POSITION, "turn": "red"}
STOPPED = {"applied": 1, "position": POSITION, "refused": "illegal"}
NO = {"isValid": False, "errorMessage": None, "kinds": ["not-adjacent"], "moot": []}


@pytest.mark.parametrize(
    ("expect", "got", "operation", "game", "named"),
    [
        (REFUSED, {"position": ODD}, "apply", "tribun", "TRB-MOV-3"),
        (REFUSED, {"position": {**POSITION, "more": 1}}, "apply", "tribun", "TRB-MOV-3"),
        (REFUSED, {"position": None}, "apply", "tribun", "TRB-MOV-3"),
        (REFUSED, {"position": POSITION, "events": []}, "apply", "tribun", "TRB-MOV-3"),
        (UNREADABLE, {"actions": ["1"]}, "legal", "tribun", "TRB-WRD-2"),
        (UNREADABLE, {"byte": 256}, "encode_unit", "tribun", "TRB-WRD-2"),
        (STOPPED, {"applied": 2, "position": ODD, "refused": None}, "replay", "tribun", "illegal"),
        (NO, {"isValid": True, "errorMessage": 7}, "validate", "tactics", "not-adjacent"),
        (UNREADABLE, {"isValid": True, "kinds": "none"}, "validate", "tactics", "TRB-WRD-2"),
    ],
)
def test_an_acceptance_of_whatever_shape_fails_where_a_refusal_is_right(
    expect: Any, got: Any, operation: str, game: str, named: str
) -> None:
    answer = json.dumps(got).encode()
    outcome = weigh_result(answer, json.dumps(expect).encode(), operation, wire_of(game), {}, False)
    assert (outcome.verdict, outcome.got) == ("fail", answer)
    message = outcome.message
    assert message.startswith(f"accepted, but must be refused ({named}); what it answers is malformed, too: result")


@pytest.mark.parametrize(
    ("expect", "got", "operation", "game"),
    [
        (REFUSED, {}, "apply", "tribun"),
        (REFUSED, [], "apply", "tribun"),
        (REFUSED, None, "apply", "tribun"),
        (REFUSED, {"illegal": "TRB-MOV-3"}, "apply", "tribun"),
        (REFUSED, {"illegal": {"broken": "TRB-MOV-3"}}, "apply", "tribun"),
        (REFUSED, {"unreadable": {}, "position": POSITION}, "apply", "tribun"),
        (REFUSED, {"unsupported": {}, "position": POSITION}, "apply", "tribun"),
        (STOPPED, {"applied": 1, "position": ODD, "refused": "illegal"}, "replay", "tribun"),
        ({**STOPPED, "refused": None}, {"applied": 2, "position": ODD, "refused": None}, "replay", "tribun"),
        (NO, {"isValid": "no"}, "validate", "tactics"),
        (NO, {"isValid": False, "kinds": "none"}, "validate", "tactics"),
        (UNREADABLE, {"isValid": False, "kinds": "none"}, "validate", "tactics"),
    ],
)
def test_a_malformed_refusal_or_no_answer_at_all_is_garbage(expect: Any, got: Any, operation: str, game: str) -> None:
    assert weighed(expect, got, operation, game=game)[0] == "error"


ONE, TWO = "off-board", "occupied"
NIM = {"position": {"heap": 3, "turn": "a"}}


@pytest.mark.parametrize(
    ("expect", "got", "verdict", "words"),
    [
        (NIM, {**NIM, "more": 1}, "error", "result has not the fields position (see more)"),
        (NIM, {}, "error", "result has not the fields position (see position)"),
        (NIM, {"more": 1}, "error", "result has not the fields position (see more, position)"),
        (NIM, 3, "error", "result must be an object, is 3"),
        (NIM, None, "error", "result must be an object, is null"),
        (NIM, {"unsupported": {"reason": "r" * 500}}, "unsupported", "r" * 400),
        (NIM, {"position": {"heap": 2, "turn": "a"}}, "fail", "position.heap: expected 3, got 2"),
        (NIM, {"position": {"heap": 3}}, "fail", "position.turn is missing"),
        (NIM, {"position": {"heap": 3, "turn": "a", "more": 1}}, "fail", "position.more is too much"),
        (NIM, {"position": [3]}, "fail", 'position: expected {"heap":3,"turn":"a"}, got [3]'),
        (NIM, {"illegal": {"broken": ["NIM-TAK-1"]}}, "fail", "refused as illegal (NIM-TAK-1), but must be accepted"),
        (NIM, {"illegal": {}}, "fail", "refused as illegal (no reason named), but must be accepted"),
        ({"illegal": {"broken": ["NIM-TAK-1"]}}, NIM, "fail", "accepted, but must be refused (NIM-TAK-1)"),
        ({"illegal": {"broken": []}}, NIM, "fail", "accepted, but must be refused (no reason named)"),
    ],
)
def test_without_a_schema_the_fields_that_are_expected_are_the_shape(
    expect: Any, got: Any, verdict: str, words: str
) -> None:
    assert weighed(expect, got, "count", game="nim") == (verdict, words)


@pytest.mark.parametrize(
    ("expect", "got", "tells", "words"),
    [
        (NO, {**NO, "kinds": ["not-adjacent"]}, False, ""),
        (NO, {**NO, "kinds": [ONE, "not-adjacent", TWO]}, False, f"kinds: {ONE}, {TWO} not true (true: not-adjacent)"),
        ({**NO, "kinds": [], "moot": [ONE]}, {"isValid": False, "kinds": [ONE]}, False, ""),
        ({**NO, "kinds": []}, {"isValid": False, "kinds": [ONE]}, False, f"kinds: {ONE} not true (true: none)"),
        (NO, {"isValid": False, "kinds": []}, False, ""),
        (NO, {"isValid": False, "errorMessage": "any words"}, False, ""),
        (NO, {"illegal": {}}, False, ""),
        (NO, {"illegal": {"broken": ["x"]}}, False, ""),
        (
            NO,
            {"illegal": {"broken": ["x"]}},
            True,
            "refused as illegal (x), but this operation answers with a verdict",
        ),
        (NO, {"illegal": {}}, True, "refused as illegal (no reason named), but this operation answers with a verdict"),
        (NO, {"isValid": True}, False, "isValid: expected false, got true"),
    ],
)
def test_a_verdict_may_name_any_reason_that_is_true_or_moot(expect: Any, got: Any, tells: bool, words: str) -> None:
    got = {name: value for name, value in got.items() if name != "moot"}
    verdict, message = weighed(expect, got, "validate", tells=tells, game="tactics")
    assert (verdict, message) == ("fail" if words else "pass", words)


def test_of_many_only_some_are_named() -> None:
    names = [f"NIM-TAK-{number}" for number in range(9)]
    wrong = weighed({"illegal": {"broken": ["NIM-A-1"]}}, {"illegal": {"broken": names}}, "count", game="nim")[1]
    assert wrong == f"refused, rightly, but for a wrong reason: {', '.join(names[:6])} (broken: NIM-A-1)"
    assert weighed({"actions": [*range(7)]}, {"actions": []}, "legal")[1] == "actions: 7 missing: 0, 1, 2, 3, 4, 5, …"
    assert weighed({"actions": [*range(6)]}, {"actions": []}, "legal")[1] == "actions: 6 missing: 0, 1, 2, 3, 4, 5"
    many = {f"f{number}": number for number in range(5)}
    told = weighed({"p": many}, {"p": {}}, "count", game="nim")[1]
    assert told == "p.f0 is missing; p.f1 is missing; p.f2 is missing; …"


def test_long_values_are_cut_and_long_texts_not_shown() -> None:
    long, other = "a" * 61, "b" * 61
    assert weighed({"p": long}, {"p": other}, "count", game="nim")[1] == "p differs"
    assert weighed({"p": long}, {"p": "b"}, "count", game="nim")[1] == f'p: expected "{"a" * 59}…, got "b"'
    assert weighed({"p": 1}, {"p": [*range(40)]}, "count", game="nim")[1].endswith("…")


def test_an_answer_far_longer_than_a_right_one_is_not_read() -> None:
    long = json.dumps({"position": "x" * 300_000}).encode()
    verdict, message = weighed(NIM, long, "count", game="nim")
    assert (verdict, message.split(",")[0]) == ("error", "an answer of 300")
    assert message.endswith(f"where about {len(json.dumps(NIM)):,} are to be expected")
    assert weighed({"position": "x" * 300_000}, long, "count", game="nim") == ("pass", "")
    assert weighed({"position": "y" * 40_000}, long, "count", game="nim")[0] == "fail"


def test_a_list_may_be_long_where_little_of_it_is_to_be_expected() -> None:
    """A side says of a few actions whether they are in the list of their position, which may hold many more."""
    many = json.dumps({"actions": [*range(60_000)]}).encode()
    assert len(many) > BIG_BYTES
    assert weighed({"listed": [1]}, many, "legal") == ("pass", "")
    assert weighed({"unlisted": [1]}, many, "legal") == ("fail", "the list holds what is not legal: 1")
    assert weighed({"actions": [1]}, many, "legal")[0] == "error"


def test_a_score_says_first_what_is_not_the_engine_s_doing() -> None:
    assert conclude({"pass": 3}).sentence == "All 3 selected vectors pass."
    assert conclude({"pass": 3}, interrupted=True).sentence == "Interrupted. All 3 selected vectors pass."
    broken = conclude({"pass": 3}, fault="x")
    assert (broken.status, broken.sentence) == (
        2,
        "The vectors are at fault, not the engine. All 3 vectors that could be read pass.",
    )
    assert conclude({"pass": 3}, interrupted=True, fault="x").status == 130
    assert conclude({"pass": 3}, stale=1).status == 1
    assert conclude({"pass": 3}, stale=1).sentence.endswith(" Expected failures that match nothing: 1.")


@pytest.mark.parametrize(
    ("expect", "got", "operation", "verdict", "words"),
    [
        ({"p": 1}, {"p": "a" * 61}, "count", "fail", f'p: expected 1, got "{"a" * 59}…'),
        ({"p": "a" * 61}, {"p": 1}, "count", "fail", f'p: expected "{"a" * 59}…, got 1'),
        ({"p": "a" * 60}, {"p": "b" * 61}, "count", "fail", f'p: expected "{"a" * 59}…, got "{"b" * 59}…'),
        ({"p": [1]}, {"p": [1, 2]}, "count", "fail", "p: expected [1], got [1,2]"),
        ({"p": {"a": 1}}, {"p": {"a": 1.0}}, "count", "pass", ""),
        ({"p": True}, {"p": 1}, "count", "fail", "p: expected true, got 1"),
        ({"p": 0}, {"p": False}, "count", "fail", "p: expected 0, got false"),
        ({"actions": [1]}, {"actions": 5}, "legal", "error", "result.actions must be an array, is 5"),
    ],
)
def test_values_differ_as_they_are_written(expect: Any, got: Any, operation: str, verdict: str, words: str) -> None:
    game = "tribun" if operation == "legal" else "nim"
    assert weighed(expect, got, operation, game=game) == (verdict, words)


@pytest.mark.parametrize(
    ("expected", "got", "words"),
    [
        (
            [{"width": 5, "height": 5}],
            [{"height": 5, "width": 4}],
            'p: expected [{"width":5,"height":5}], got [{"width":4,"height":5}]',
        ),
        (
            [{"at": {"x": 1, "y": 2}}],
            [{"at": {"y": 2}}, 3],
            'p: expected [{"at":{"x":1,"y":2}}], got [{"at":{"y":2}},3]',
        ),
        (
            [[{"a": 1, "b": 2}]],
            [[{"c": 3, "b": 2, "a": 1}]],
            'p: expected [[{"a":1,"b":2}]], got [[{"a":1,"b":2,"c":3}]]',
        ),
    ],
)
def test_the_order_of_members_is_never_shown_as_a_difference(expected: Any, got: Any, words: str) -> None:
    assert weighed({"p": expected}, {"p": got}, "count", game="nim") == ("fail", words)


LONG = [{"id": name, "hp": 10, "at": {"x": x, "y": 0}} for x, name in enumerate(("a", "b", "c"))]
"""A list whose order counts, and that is too long to be shown whole."""


@pytest.mark.parametrize(
    ("got", "words"),
    [
        ([LONG[0], LONG[1] | {"hp": 7}, LONG[2]], "p[1].hp: expected 10, got 7"),
        ([*LONG[:2], LONG[2] | {"at": {"x": 2, "y": 1}}], "p[2].at.y: expected 0, got 1"),
        ([LONG[0] | {"hp": 1}, LONG[1], {"id": "c", "hp": 9}], "p[0].hp: expected 10, got 1; p[2].at is missing; "),
        ([*LONG[:2], LONG[2] | {"name": "c"}], "p[2].name is too much"),
        ([*LONG[:2], 3], 'p[2]: expected {"id":"c","hp":10,"at":{"x":2,"y":0}}, got 3'),
        (LONG[:2], 'p: 1 missing: {"at":{"x":2,"y":0},"hp":10,"id":"c"}'),
        ([*LONG, LONG[0] | {"id": "d"}], 'p: 1 too many: {"at":{"x":0,"y":0},"hp":10,"id":"d"}'),
        ([LONG[0], LONG[2], LONG[1]], "p: in another order, from [1] on"),
        ([*LONG, LONG[2]], 'p: 1 too many: {"at":{"x":2,"y":0},"hp":10,"id":"c"}'),
        ([1, 2, *LONG[:2]], 'p: 1 missing: {"at":{"x":2,"y":0},"hp":10,"id":"c"}; p: 2 too many: 1, 2'),
    ],
)
def test_of_a_long_list_whose_order_counts_the_member_that_differs_is_named(got: Any, words: str) -> None:
    verdict, told = weighed({"p": LONG}, {"p": got}, "count", game="nim")
    assert (verdict, told[: len(words)]) == ("fail", words)


@pytest.mark.parametrize(
    ("expected", "got", "words"),
    [
        ([1], [2], "p: expected [1], got [2]"),
        ([1], [*range(40)], "p: 39 too many: 0, 10, "),
        ([*range(40)], [1], "p: 39 missing: 0, 10, "),
    ],
)
def test_two_lists_are_shown_whole_only_where_both_are_brief(expected: list[int], got: list[int], words: str) -> None:
    verdict, told = weighed({"p": expected}, {"p": got}, "count", game="nim")
    assert (verdict, told[: len(words)]) == ("fail", words)


FREELY = {"p": 1, "q": {"r": 2}, "free": {"/q/r": "NIM-A-1"}}


@pytest.mark.parametrize(
    ("got", "verdict", "words"),
    [
        ({"p": 1, "q": {"r": 7}}, "pass", ""),
        ({"p": 1, "q": {"r": 2}}, "pass", ""),
        ({"p": 2, "q": {"r": 2}}, "fail", "p: expected 1, got 2"),
        ({"p": 1, "q": {}}, "fail", "q.r is missing"),
        ({"p": 1, "q": {"r": 7, "s": 1}}, "fail", "q.s is too much"),
        ({"p": 1, "q": {"r": 7}, "free": {}}, "error", "result has not the fields p, q (see free)"),
    ],
)
def test_a_free_field_must_be_there_and_may_be_anything(got: Any, verdict: str, words: str) -> None:
    assert weighed(FREELY, got, "count", game="nim") == (verdict, words)


@pytest.mark.parametrize("dead_blocks", ["yes", "no"])
def test_a_reason_may_hold_under_several_readings(dead_blocks: str) -> None:
    only = {"TAC-MOV-1": [{"dead-blocks": ["yes"]}, {"dead-blocks": ["no"]}]}
    expect = {"illegal": {"broken": ["TAC-MOV-1"], "moot": [], "onlyUnder": only}}
    got = {"illegal": {"broken": ["TAC-MOV-1"]}}
    assert weighed(expect, got, game="tactics", **{"dead-blocks": dead_blocks}) == ("pass", "")


def test_reasons_may_lack_a_list_of_what_is_moot() -> None:
    bare = {"isValid": False, "errorMessage": None, "kinds": ["not-adjacent"]}
    assert weighed(bare, {**bare, "kinds": ["occupied"]}, "validate", game="tactics") == (
        "fail",
        "kinds: occupied not true (true: not-adjacent)",
    )


def test_a_result_without_its_reasons_is_what_everybody_must_say() -> None:
    schema = wire_of("tactics").result("validate") or {}
    assert silent({**NO, "errorMessage": "no"}, schema) == {"isValid": False, "errorMessage": "no"}
    assert silent(REFUSED, schema) == {"illegal": {}}
    assert silent([1], schema) == [1]
    assert silent({"kinds": [1], "a": 2}, {}) == {"kinds": [1], "a": 2}


def test_the_longest_message_is_cut() -> None:
    many = {f"{number}{'f' * 399}": 1 for number in range(3)}
    verdict, message = weighed({"p": many}, {"p": {}}, "count", game="nim")
    assert (verdict, len(message)) == ("fail", 800)


def test_long_texts_are_cut_round_the_place_where_they_part() -> None:
    one, other = "a" * 50 + "20" + "b" * 20, "a" * 50 + "99"  # of two long ones it is said that they differ
    message = weighed({"p": one}, {"p": other}, "count", game="nim")[1]
    want, have = message.removeprefix("p: expected ").split(", got ")
    assert "a20b" in want
    assert "a99" in have
    assert want[0] == have[0] == "…"
    assert len(have) < len(want) <= 62


LATER = {"unsupported": {"reason": "later"}}
NO_LIST = "refused as illegal (no reason named), but this position has a list of legal actions"


@pytest.mark.parametrize(
    ("expect", "got", "operation", "verdict", "words"),
    [
        ({"listed": [1, 2]}, {"actions": [2, 7, 1]}, "legal", "pass", ""),
        ({"listed": [1, 2]}, {"actions": [7, 1.0]}, "legal", "fail", "the list lacks what is legal: 2"),
        ({"listed": [1, 2]}, {"actions": []}, "legal", "fail", "the list lacks what is legal: 1, 2"),
        ({"listed": [1]}, {"illegal": {}}, "legal", "fail", NO_LIST),
        ({"listed": [1]}, LATER, "legal", "unsupported", "later"),
        ({"listed": [1]}, {"actions": [1, "x"]}, "legal", "error", "must be"),
        ({"listed": [1]}, {}, "legal", "error", "missing"),
        ({"unlisted": [3, 4]}, {"actions": [1]}, "legal", "pass", ""),
        ({"unlisted": [3, 4]}, {"actions": [1, 4]}, "legal", "fail", "the list holds what is not legal: 4"),
        ({"unlisted": [3]}, {"illegal": {}}, "legal", "fail", NO_LIST),
        ({"unlisted": [3]}, LATER, "legal", "unsupported", "later"),
        ({"accepted": True}, {"position": POSITION}, "apply", "pass", ""),
        ({"accepted": True}, {"illegal": {}}, "apply", "fail", "refused as illegal (no reason named), but must be acc"),
        ({"accepted": True}, {"position": ODD}, "apply", "error", "must be one of"),
        ({"accepted": True}, LATER, "apply", "unsupported", "later"),
    ],
)
def test_of_a_side_only_what_it_speaks_of_is_judged(
    expect: Any, got: Any, operation: str, verdict: str, words: str
) -> None:
    told = weighed(expect, got, operation)
    assert told[0] == verdict
    assert words in told[1]
