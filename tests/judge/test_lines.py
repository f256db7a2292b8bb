"""What is said of a line that is no answer, and the lines that go to an engine: each to the letter."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Raw

from ludex.judge.case import Frame, ScheduledVector
from ludex.judge.envelope import (
    BOTH,
    COPY,
    EITHER,
    ENCODE,
    HELLO_LIKE,
    LINES,
    LOG,
    MAX_LEGIBLE_BYTES,
    NEITHER,
    ONE,
    VERSION,
    Odd,
    answer_in,
    either,
    hello_of,
    is_whole,
    odd,
    stranger,
    unended_line,
)
from ludex.judge.escape import CUT, utf8, visible
from ludex.judge.settings import Setting
from ludex.judge.verdict import PASSED, Judgement
from ludex.judge.weigh import (
    MAX_CHARACTERS_TOLD,
    MAX_KEPT_BYTES,
    flood,
    garbage,
    key,
    set_difference,
    weigh_error,
)
from ludex.protocol.messages import Answer, Hello
from ludex.protocol.schema import wire_of
from ludex.vectors.format import Topic, Vector

BATCH, NO_BATCH = "the line is a list, as a batch is", "Answer each request with a line of its own: no batches."
QUOTES = "the line is not one JSON value: names stand in single quotes"
STRANGER = "an answer with an id that was not asked: "
NOT_HELLO = "the hello does not have its shape: hello"
NEW = 'Write "protocol":1, once the adapter follows conformance/PROTOCOL.md.'
REQUEST = 'the line is a request, with "method"'
TWICE = "Write each member of an object once."
MANY = 'Write "jsonrpc", "id", and "result" or "error", and nothing else beside them.'
MEGABYTE = 1 << 20


@pytest.mark.parametrize(
    ("line", "what", "remedy", "meant"),
    [
        (b"", "an empty line", "Print one line for each answer, and none between.", False),
        (b" \t", "an empty line", "Print one line for each answer, and none between.", False),
        (b"\xff\xfe{", "the line is UTF-16 or UTF-32, not UTF-8", ENCODE, True),
        (b"\xfe\xff{", "the line is UTF-16 or UTF-32, not UTF-8", ENCODE, True),
        (b"{\0}\0", "the line is UTF-16 or UTF-32, not UTF-8", ENCODE, True),
        (
            b"{}}}\0",
            "a zero byte stands in the line",
            "Write the text alone, without the zero that ends it in memory.",
            True,
        ),
        (b"\xef\xbb\xbf{}", "a byte order mark stands before the line", ENCODE, True),
        (b"hello", "the line is not one JSON value: hello", LOG, False),
        (b"h" * 60, "the line is not one JSON value: " + "h" * 60, LOG, False),
        (b"h" * 61, "the line is not one JSON value: " + "h" * 60 + "...", LOG, False),
        (b'{"result":', 'the line ends before its JSON does: {"result":', ONE, True),
        (b"{", "the line ends before its JSON does: {", ONE, True),
        (b" [", "the line ends before its JSON does:  [", ONE, True),
        (b'"', 'the line is not one JSON value: "', LOG, False),
        (b"{'jsonrpc':1}", QUOTES, "Write JSON, with double quotes.", True),
        (b" {'a':1}", QUOTES, "Write JSON, with double quotes.", True),
        (
            b'{"result":1}{}',
            'the line is not one JSON value: {"result":1}{}',
            "End each answer with a line end of its own.",
            True,
        ),
        (b"1 2", "the line is not one JSON value: 1 2", LOG, False),
        (b'{"x":NaN}', "NaN is no number of JSON", "Send a number, or null.", False),
        (b'{"jsonrpc":-Infinity}', "-Infinity is no number of JSON", "Send a number, or null.", True),
        (
            b'"\\ud800"',
            "\\ud800 is half a character, a lone surrogate",
            "Escape both halves of a pair, or write it as UTF-8.",
            False,
        ),
        (b"[" * 9999, "the line is nested too deep to be read", LOG, False),
        (b"3", "the line is no answer: 3", LOG, False),
        (b'{"a":1}', 'the line is no answer: {"a":1}', LOG, False),
        (b"[1]", BATCH, NO_BATCH, False),
        (b" [{}]", BATCH, NO_BATCH, True),
        (b'{"jsonrpc":"2.0","id":1,"method":"x"}', REQUEST, "Answer it; do not print it again.", True),
        (b'{"jsonrpc":"2.0","method":"x"}', REQUEST, LOG, False),
        (b'{"id":1,"result":{}}', '"jsonrpc" is missing', VERSION, True),
        (b'{"jsonrpc":2,"id":1,"result":{}}', '"jsonrpc" is 2, not the text "2.0"', VERSION, True),
        (b'{"jsonrpc":"2.0","result":{}}', '"id" is missing', COPY, True),
        (b'{"jsonrpc":"2.0","id":1.5,"result":{}}', '"id" is 1.5, which was not asked', COPY, True),
        (b'{"jsonrpc":"2.0","id":true,"result":{}}', '"id" is true, which was not asked', COPY, True),
        (
            b'{"jsonrpc":"2.0","id":1234567890123456789,"result":{},"x":1}',
            '"id" is 1234567890123456789, which was not asked; "x" does not belong in an answer',
            f"{COPY} {MANY}",
            True,
        ),
        (
            b'{"jsonrpc":"2.0","id":-123456789012345678,"result":{},"x":1}',
            '"x" does not belong in an answer',
            MANY,
            True,
        ),
        (b'{"jsonrpc":"2.0","id":null,"result":{},"x":1,"y":2}', '"x", "y" do not belong in an answer', MANY, True),
        (
            b'{"jsonrpc":"2.0","id":"a","x":1}',
            f'"x" does not belong in an answer; {NEITHER}',
            f"{MANY} {EITHER[NEITHER]}",
            True,
        ),
        (
            b'{"id":1,"result":1,"error":null}',
            f'"jsonrpc" is missing; {BOTH}',
            f"{VERSION} {EITHER[BOTH]}",
            True,
        ),
        (b'{"jsonrpc":"2.0","id":1}', NEITHER, EITHER[NEITHER], True),
        (b'{"jsonrpc":"2.0","id":1,"result":1,"error":null}', BOTH, EITHER[BOTH], True),
        (
            b'{"jsonrpc":"2.0","jsonrpc":"2.0","id":1,"result":1}',
            "the member 'jsonrpc' is written twice",
            "Write each member of an object once.",
            True,
        ),
        (b'{"a":1,"a":2}', "the member 'a' is written twice", "Write each member of an object once.", False),
        (
            b"\xe9",
            "the line is not UTF-8: its byte 1 is 0xe9, which is no part of a character there",
            ENCODE,
            False,
        ),
    ],
)
def test_what_is_wrong_with_a_line(line: bytes, what: str, remedy: str, meant: bool) -> None:
    assert answer_in(line) == Odd(what, remedy, meant)


LONG = b"x" * (MAX_LEGIBLE_BYTES + 1)
BOM = b"\xef\xbb\xbf"


@pytest.mark.parametrize(
    ("line", "what"),
    [
        (b"\xff\xfe" + LONG, "the line is UTF-16 or UTF-32, not UTF-8"),
        (b"\xfe\xff\0a" + b"aaaaaaaa", "the line is UTF-16 or UTF-32, not UTF-8"),
        (b"\0" + LONG, "a zero byte stands in the line"),
        (BOM + b"\0" + LONG, "a zero byte stands in the line"),
        (b" " * len(LONG), "an empty line"),
        (BOM + LONG, "a byte order mark stands before the line"),
        (LONG, f"the line of {len(LONG):,} bytes is no answer"),
        (LONG[:-1], "the line is not one JSON value: "),
    ],
)
def test_of_several_faults_the_one_is_named_that_explains_the_others(line: bytes, what: str) -> None:
    found = answer_in(line)
    assert isinstance(found, Odd)
    assert found.what.startswith(what)


@pytest.mark.parametrize(
    ("length", "what"),
    [(MEGABYTE, "the line is no answer: "), (MEGABYTE + 1, "the line of 1,048,577 bytes is no answer")],
)
def test_a_line_beyond_a_megabyte_is_looked_at_no_closer(length: int, what: str) -> None:
    line = b'{"a":"%s"}' % (b"x" * (length - 8))
    found = answer_in(line)
    assert isinstance(found, Odd)
    assert (found.what[: len(what)], found.remedy) == (what, LOG)


def test_what_nobody_thought_of_is_told_by_its_beginning() -> None:
    line = b'{"jsonrpc":"2.0","id":1,"result":%s}' % (b"x" * 99)
    good = b'{"jsonrpc":"2.0","id":1,"result":{}}'
    assert odd(good) == Odd(f"the line is no answer: {good.decode()}", ONE)
    assert answer_in(good) == Answer("2.0", 1, Raw(b"{}"))
    assert isinstance(answer_in(line), Odd)


def test_what_is_wrong_is_told_as_a_sentence_without_its_last_stop() -> None:
    assert str(Odd("it is odd", "Mend it.")) == "it is odd. Mend it"
    assert str(Odd("it is od...", "Mend it")) == "it is od... Mend it"


@pytest.mark.parametrize(
    ("answer", "asked", "what"),
    [
        (Answer("2.0", 7), (), "an answer with an id that was not asked: 7"),
        (Answer("2.0", "x"), (1, "a"), 'an answer with an id that was not asked: "x" (asked: 1, "a")'),
        (Answer("2.0", None, error=Raw(b'{"code":1}')), (), f'{STRANGER}null, with the error {{"code":1}}'),
        (Answer("2.0", "x" * 60), (), f'an answer with an id that was not asked: "{"x" * 59}...'),
        (
            Answer("2.0", 1, error=Raw(b"e" * 201)),
            (2,),
            f"an answer with an id that was not asked: 1 (asked: 2), with the error {'e' * 200}...",
        ),
    ],
)
def test_an_answer_to_what_was_not_asked(answer: Answer, asked: tuple[Any, ...], what: str) -> None:
    assert stranger(answer, *asked) == Odd(what, COPY)


def test_an_answer_has_a_result_or_an_error() -> None:
    one = Raw(b"{}")
    assert either(Answer("2.0", 1, one)) is None
    assert either(Answer("2.0", 1, error=one)) is None
    assert either(Answer("2.0", 1)) == Odd(NEITHER, EITHER[NEITHER])
    assert either(Answer("2.0", 1, one, one)) == Odd(BOTH, EITHER[BOTH])


# -- the hello

GAMES = '"games":{"nim":{"methods":["legal"]}}'
LIKE = f"Answer `initialize` with a result such as {HELLO_LIKE}."


@pytest.mark.parametrize(
    ("result", "what", "remedy"),
    [
        ('{"protocol":2}', "the hello speaks protocol 2, not 1", NEW),
        (
            '{"protocol":"%s"}' % ("x" * 60),
            f'the hello speaks protocol "{"x" * 59}..., not 1',
            NEW,
        ),
        ("[]", "the hello does not have its shape: hello must be an object, is []", LIKE),
        (
            "{}",
            f"{NOT_HELLO}.protocol is missing; hello.engine is missing; hello.games is missing",
            LIKE,
        ),
        ('{"protocol":1,"engine":{"name":"a"},"x":1,"y":1,"z":1,"w":1,' + GAMES + "}", None, LIKE),
        ('{"protocol":1,"protocol":1}', "the member 'protocol' is written twice", TWICE),
    ],
)
def test_what_is_wrong_with_a_hello(result: str, what: str | None, remedy: str) -> None:
    found = hello_of(Answer("2.0", 1, Raw(result.encode())))
    assert isinstance(found, Odd)
    assert found.remedy == remedy
    assert found.what == what if what else found.what.count("; ") == 2


def test_a_hello_is_read_with_its_numbers_plain() -> None:
    found = hello_of(Answer("2.0", 1, Raw(b'{"protocol":1.0,"engine":{"name":"a"},%s}' % GAMES.encode())))
    assert isinstance(found, Hello)
    assert (found.protocol, found.engine.name, [*found.games]) == (1, "a", ["nim"])
    assert type(found.protocol) is int


def test_an_error_in_the_place_of_a_hello_is_told() -> None:
    found = hello_of(Answer("2.0", 1, error=Raw(b"e" * 201)))
    assert found == Odd(f"`initialize` was answered with the error {'e' * 200}...", LIKE)


# -- what has no end


@pytest.mark.parametrize(
    ("rest", "what"),
    [
        (b"a", "1 byte came without a line end: a"),
        (b"a" * 61, f"61 bytes came without a line end: {'a' * 60}..."),
        (b"a\rb", "lines end with a carriage return alone: a\\x0db"),
        (b"a\0\r", "3 bytes came without a line end: a\\x00\\x0d"),
    ],
)
def test_what_came_without_a_line_end(rest: bytes, what: str) -> None:
    assert unended_line(rest) == Odd(what, LINES)
    assert unended_line(b"") is None


ANSWER = b'{"jsonrpc":"2.0","id":1,"result":{}}'


@pytest.mark.parametrize(
    ("rest", "whole"),
    [
        (ANSWER, True),
        (ANSWER + b" \r", True),
        (ANSWER + b"\r" + ANSWER, True),
        (ANSWER + b"\rhello}", False),
        (ANSWER[:-1], False),
        (b"{}", False),
        (ANSWER + b"x", False),
        (b"x" + ANSWER, False),
    ],
)
def test_bytes_may_be_a_whole_answer_but_for_its_end(rest: bytes, whole: bool) -> None:
    assert is_whole(rest) is whole


# -- what may steer a terminal


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain ~", "plain ~"),
        ("Größe €", "Größe €"),
        ("a\nb", "a\\x0ab"),
        ("\x1b[31m", "\\x1b[31m"),
        ("\x7f\x80\xff", "\\x7f\\x80\xff"),
        ("\u00a0\u2003", "\u00a0\\u2003"),
        ("\u200b\u202e\ue000", "\\u200b\\u202e\\ue000"),
        ("\U000e0001", "\\U000e0001"),
        ("e\u0301", "e\\u0301"),
        ("\ud800", "\\ud800"),
        ("\uffff", "\\uffff"),
        (b"a\xff", "a\\xff"),
        ("\u00ad\u0100", "\\xad\u0100"),
    ],
)
def test_what_could_steer_a_terminal_becomes_visible(text: str | bytes, shown: str) -> None:
    assert visible(text) == shown


def test_lines_may_stay() -> None:
    assert visible("a\nb\r", lines=True) == "a\nb\\x0d"


def test_a_text_is_cut_by_what_came_and_by_what_it_becomes() -> None:
    assert visible("x" * 2000) == "x" * 2000
    assert visible("x" * 2001) == "x" * 2000 + CUT
    assert visible("xxx", 2) == "xx..."
    assert visible(b"xxx", 2) == "xx..."
    assert visible("\x1b" * 2, 4) == "\\x1b" * 2
    assert visible("\x1b" * 3, 4) == "\\x1b\\x1b..."
    assert visible("\u20ac" * 3, 3) == "\u20ac" * 3
    assert visible("\u20ac".encode() * 4, 3) == "\u20ac" * 3 + CUT
    assert visible(b"\xff" * 2, 4) == "\\xff..."


@given(st.text(max_size=40), st.integers(1, 20))
@settings(max_examples=100, deadline=None)
def test_nothing_shown_is_longer_than_twice_its_bound_or_can_steer(text: str, limit: int) -> None:
    shown = visible(text, limit)
    assert len(shown) <= 2 * limit + len(CUT)
    assert not any(ord(letter) < 32 or 126 < ord(letter) < 160 for letter in shown)
    assert visible(shown, 100) == shown


def test_a_word_that_is_no_utf8_is_escaped() -> None:
    assert utf8("a\udcff\u20ac") == "a\\udcff\u20ac"


# -- lines to an engine


def case(given: bytes, anonymous: bool = False, **vector: Any) -> ScheduledVector:
    asked = Vector(
        "v-1", "why", ["NIM-A-1", "NIM-A-2"], Raw(given), Raw(vector.pop("expect", b'{"nodes":1}')), **vector
    )
    topic = Topic("nim", "one", "topic", "kind", "count", [asked])
    frame = Frame(topic, Setting("one", {"max": "three"}), 3, wire_of("nim"), True, anonymous)
    return ScheduledVector(5, asked, frame)


HEAD = b'{"jsonrpc":"2.0","id":9,"method":"count","params":{"game":"nim","edition":"one","readings":{"max":"three"}'
NAMED = b',"vector":"v-1@one","clauses":["NIM-A-1","NIM-A-2"]'
BARE = b',"vector":null,"clauses":[]'


@pytest.mark.parametrize(
    ("given", "end"),
    [
        (b"{}", b"}}\n"),
        (b"{ }", b"}}\n"),
        (b'{"a":1}', b',"a":1}}\n'),
        (b'{"a":\r\n1}', b',"a":  1}}\n'),
    ],
)
def test_a_request_is_one_line_with_all_that_a_question_says(given: bytes, end: bytes) -> None:
    assert case(given).request(9) == HEAD + NAMED + end
    assert case(given, anonymous=True).request(9) == HEAD + BARE + end
    assert json.loads(case(given).request(9))["params"].items() >= json.loads(given).items()


def test_a_step_is_asked_by_its_own_method() -> None:
    step = HEAD.replace(b"count", b"legal") + NAMED + b',"position":{}}}\n'
    assert case(b'{"a":1}').ask(9, ("legal", {"position": {}})) == step
    assert case(b'{"a":1}').ask(9, ("legal", {})) == HEAD.replace(b"count", b"legal") + NAMED + b"}}\n"


def test_a_case_knows_its_name_its_place_and_what_it_asks() -> None:
    one = case(b'{"a":1}')
    assert (one.id, one.index, one.asks(), one.expects()) == ("v-1@one", 5, {"a": 1}, {"nodes": 1})
    frame = one.frame
    assert (frame.setting, frame.edition, frame.operation, frame.tells, frame.choices, frame.player) == (
        3,
        "one",
        "count",
        True,
        {"max": "three"},
        None,
    )


@pytest.mark.parametrize(
    ("answer", "verdict", "cause"),
    [
        (Answer("2.0", 1, Raw(b'{"nodes":1}')), "pass", ""),
        (Answer("2.0", 1, Raw(b'{ "nodes": 1 }')), "pass", ""),
        (Answer("2.0", 1, Raw(b'{"nodes":2}')), "fail", ""),
        (Answer("2.0", 1, Raw(b'{"nodes":1}'), Raw(b"null")), "error", "garbage"),
        (Answer("2.0", 1, error=Raw(b'{"code":1,"message":"no"}')), "error", "reported"),
        (Answer("2.0", 1), "error", "garbage"),
    ],
)
def test_an_answer_is_weighed(answer: Answer, verdict: str, cause: str) -> None:
    outcome = case(b"{}").weigh(answer)
    assert (outcome.verdict, outcome.cause) == (verdict, cause)
    assert (outcome is PASSED) == (verdict == "pass")


def test_what_holds_under_some_readings_alone_is_not_compared_byte_for_byte() -> None:
    expect = b'{"actions":[1],"conditional":[[2,[{"max":["four"]}]]]}'
    assert case(b"{}", expect=expect).weigh_bytes(expect).verdict != "pass"
    assert case(b"{}", expect=expect).weigh_bytes(b'{"actions":[1]}') is PASSED


# -- errors, and what is kept of them


def error(text: str) -> Answer:
    return Answer("2.0", 1, error=Raw(text.encode()))


def test_an_error_that_is_reported_is_told_with_its_code_and_kept() -> None:
    text = json.dumps({"code": -3, "message": "m" * 401})
    assert weigh_error(error(text)) == Judgement(
        "error", "reported", f"JSON-RPC error -3: {'m' * MAX_CHARACTERS_TOLD}", text.encode()
    )
    long = json.dumps({"code": -3, "message": "m" * 20_000})
    assert weigh_error(error(long)).got == long.encode()[:MAX_KEPT_BYTES]


def test_an_error_that_is_none_is_told_with_its_faults_and_kept() -> None:
    text = '{"code":"1","message":2}'
    outcome = weigh_error(error(text))
    assert (outcome.verdict, outcome.cause, outcome.got) == ("error", "garbage", text.encode())
    assert outcome.message == (
        'not a JSON-RPC error: error.code must be an integer, is "1"; error.message must be a string, is 2'
    )


def test_an_answer_with_both_keeps_its_result() -> None:
    outcome = weigh_error(Answer("2.0", 1, Raw(b"{1}"), Raw(b"{2}")))
    assert (outcome.cause, outcome.got) == ("garbage", b"{1}")
    assert outcome.message == f"{BOTH}. {EITHER[BOTH].removesuffix('.')}"


def test_of_garbage_and_floods_the_beginning_is_kept() -> None:
    many = b"g" * (MAX_KEPT_BYTES + 1)
    assert garbage("m" * 1201, many) == Judgement("error", "garbage", "m" * 1200, many[:-1])
    assert flood(many, 1234) == Judgement(
        "error", "flood", "an answer of 16,385 bytes, where about 1,234 are to be expected", many[:-1]
    )


# -- sets


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (1, 1.0, True),
        (0, -0.0, True),
        (1, True, False),
        (1, "1", False),
        (0, False, False),
        ({"a": 1, "b": [2.0]}, {"b": [2], "a": 1.0}, True),
        ({"a": 1}, {"a": 2}, False),
        (None, "null", False),
        ([1, 2], [2, 1], False),
        (0.5, 0.5, True),
    ],
)
def test_members_of_sets_are_equal_as_values_are(one: Any, other: Any, same: bool) -> None:
    assert (key(one) == key(other)) is same


@pytest.mark.parametrize(
    ("expected", "got", "told"),
    [
        ([1, 2, 3], [3.0, 2, 1], []),
        ([1], [1, 1, 1], ["at: 1 listed more than once: 1"]),
        ([1, 2], [2, 2, 3], ["at: 1 listed more than once: 2", "at: 1 missing: 1", "at: 1 too many: 3"]),
        (["b", "a"], [], ["at: 2 missing: a, b"]),
        ([], [{"a": 1}], ['at: 1 too many: {"a":1}']),
    ],
)
def test_lists_that_are_sets_differ_by_members(expected: list[Any], got: list[Any], told: list[str]) -> None:
    assert [*set_difference(expected, got, "at")] == told


@given(st.lists(st.integers(0, 9), unique=True), st.lists(st.integers(0, 9)))
@settings(max_examples=100, deadline=None)
def test_sets_differ_just_when_their_members_do(expected: list[int], got: list[int]) -> None:
    told = [*set_difference(expected, got, "at")]
    assert (told == []) == (sorted(got) == sorted(expected))
    assert len(told) == (len({*got}) < len(got)) + bool({*expected} - {*got}) + bool({*got} - {*expected})
