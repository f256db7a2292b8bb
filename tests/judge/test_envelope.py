"""An adapter's author is told what is wrong with the form of an answer, in the same words by `smoke` and by `check`."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from ludex.judge.envelope import BARE, COPY, EITHER, ENCODE, FLUSH, HELLO_LIKE, LINES, LOG, ONE, VERSION
from ludex.judge.verdict import ERROR, GARBAGE
from ludex.judge.weigh import weigh_error
from ludex.protocol.messages import read_answer
from ludex.report.results import Results, results_of
from ludex.runner.checking import check
from ludex.runner.limits import Limits
from ludex.runner.run import Order
from ludex.runner.smoke import START, SmokeStep, smoke
from tests.judge.conftest import command
from tests.judge.hostile import nim

LIMITS = Limits(timeout=4, start=4, grace=0.5)
BOTH, NEITHER = EITHER
MEMBERS = 'Write "jsonrpc", "id", and "result" or "error", and nothing else beside them.'
SHAPE = f"Answer `initialize` with a result such as {HELLO_LIKE}."
SENT = '{"jsonrpc": "2.0", "id": 1, "result": {"protocol": 1, "engin...'

ENVELOPES = {
    "no_version": ('"jsonrpc" is missing', VERSION),
    "other_version": ('"jsonrpc" is "1.0", not the text "2.0"', VERSION),
    "number_version": ('"jsonrpc" is 2.0, not the text "2.0"', VERSION),
    "no_id": ('"id" is missing', COPY),
    "text_id": ('an answer with an id that was not asked: "1" (asked: 1)', COPY),
    "real_id": ('"id" is 1.0, which was not asked', COPY),
    "no_number_id": ("an answer with an id that was not asked: null (asked: 1)", COPY),
    "other_id": ("an answer with an id that was not asked: 10001 (asked: 1)", COPY),
    "list_id": ('"id" is [1], which was not asked', COPY),
    "too_many": ('"time" does not belong in an answer', MEMBERS),
    "two_too_many": ('"time", "took" do not belong in an answer', MEMBERS),
    "twice_a_member": ("the member 'jsonrpc' is written twice", "Write each member of an object once."),
    "null_error": (BOTH, EITHER[BOTH]),
    "neither": (f'"results" does not belong in an answer; {NEITHER}', f"{MEMBERS} {EITHER[NEITHER]}"),
    "nothing": (NEITHER, EITHER[NEITHER]),
    "version_and_error": (f'"jsonrpc" is missing; {BOTH}', f"{VERSION} {EITHER[BOTH]}"),
    "unended": (f"LENGTH bytes came without a line end: {SENT}", LINES),
    "carriage_return": (f"lines end with a carriage return alone: {SENT}", LINES),
    "half_a_character": (
        r"\ud83d is half a character, a lone surrogate",
        "Escape both halves of a pair, or write it as UTF-8.",
    ),
    "byte_order_mark": ("a byte order mark stands before the line", ENCODE),
    "zero_byte": ("a zero byte stands in the line", "Write the text alone, without the zero that ends it in memory."),
    "utf16": ("the line is UTF-16 or UTF-32, not UTF-8", ENCODE),
    "utf16_bare": ("the line is UTF-16 or UTF-32, not UTF-8", ENCODE),
    "latin1": (
        "the line is not UTF-8: its byte 11 is 0xe9, which is no part of a character there",
        ENCODE,
    ),
    "not_a_number": ("NaN is no number of JSON", "Send a number, or null."),
    "batch": ("the line is a list, as a batch is", "Answer each request with a line of its own: no batches."),
    "pretty": ("the line ends before its JSON does: {", ONE),
    "single_quotes": (
        "the line is not one JSON value: names stand in single quotes",
        "Write JSON, with double quotes.",
    ),
    "bare": ("the line is a result without its envelope", BARE),
    "encoded_twice": (
        "the line is a text that holds an answer: it was encoded twice",
        "Print the JSON itself, not a text of it.",
    ),
    "two_in_a_line": (f"the line is not one JSON value: {SENT}", "End each answer with a line end of its own."),
    "echo": ('the line is a request, with "method"', "Answer it; do not print it again."),
}

SILENCES = {
    "held_back": ("an answer came once the input was closed", FLUSH),
    "reads_to_the_end": ("an answer came once the input was closed", FLUSH),
}


def sentences(what: str, remedy: str) -> str:
    """As `check` says it, in whose report a full stop follows."""
    return f"{told(what)} {remedy}"[:-1] if what.endswith("...") else f"{told(what)}. {remedy}"[:-1]


def told(what: str) -> str:
    return what.replace("LENGTH", f"{len(nim.answer({'id': 1, 'method': 'initialize'})) - 1}")


def faults(*words: str) -> list[SmokeStep]:
    return [step for step in smoke((*command("bent"), *words), LIMITS) if not step.passed]


def checked(root: Path, *words: str) -> Results:
    return results_of(check(Order("nim", (*command("bent"), *words), limits=LIMITS, root=root)))


@pytest.mark.parametrize("how", ENVELOPES)
def test_a_bent_answer_is_named_with_its_remedy(how: str, toy_root: Path) -> None:
    what, remedy = ENVELOPES[how]
    (step,) = faults(how)
    name = "the hello has its shape" if how == "latin1" else "what is printed is an answer"
    assert (step.name, step.message, step.remedy) == (name, told(what), remedy)
    assert checked(toy_root, how).stopped == f"no hello: {sentences(what, remedy)}"


@pytest.mark.parametrize("how", SILENCES)
def test_an_answer_that_is_held_back_is_noticed(how: str, toy_root: Path) -> None:
    what, remedy = SILENCES[how]
    (step,) = faults(how)
    assert (step.name, step.message, step.remedy) == (
        "every question is answered",
        f"no answer to `initialize` within 4 s; {what}",
        remedy,
    )
    assert checked(toy_root, how).stopped == f"no hello: no hello within 4 s; {sentences(what, remedy)}"


@pytest.mark.parametrize("how", ["crlf", "right"])
def test_what_is_right_is_right(how: str, toy_root: Path) -> None:
    assert [step.name for step in faults(how)] == ["nim is a game of Ludex"]
    assert checked(toy_root, how).score.status == 0


STRAYS = {
    "log": ("the line is not one JSON value: INFO answering", LOG),
    "log_object": ('the line is no answer: {"level": "info", "msg": "answering"}', LOG),
    "empty_lines": ("an empty line", "Print one line for each answer, and none between."),
}


@pytest.mark.parametrize("how", STRAYS)
def test_a_line_that_was_never_meant_as_an_answer_is_put_up_with_before_the_hello_only(
    how: str, toy_root: Path
) -> None:
    what, remedy = STRAYS[how]
    last = faults(how)[-1]
    assert last.name == "nothing but answers is on stdout"
    results = checked(toy_root, how)
    assert results.notes[0].startswith("a stray line before the hello: ")
    assert {result.message for result in results.results if result.verdict == ERROR} == {sentences(what, remedy)}


@pytest.mark.parametrize("how", sorted(ENVELOPES.keys() - {"latin1", "echo", "unended", "carriage_return", "pretty"}))
def test_a_single_bent_answer_is_named_where_it_came(how: str, toy_root: Path) -> None:
    results = checked(toy_root, how, "once")
    bad = {result.id: result for result in results.results if result.verdict == ERROR}
    assert list(bad) == ["apply-7-2@one"]
    what, remedy = ENVELOPES[how]
    first = what.partition(":")[0].partition(" is ")[0]
    assert first in bad["apply-7-2@one"].message
    assert remedy[:-1] in bad["apply-7-2@one"].message


NAMED = {"name": "mine"}
OFFER = {"methods": ["legal", "apply"]}
GAMES = {"nim": OFFER}
HELLOS: list[tuple[Any, str]] = [
    ([], "hello must be an object, is []"),
    (None, "hello must be an object, is null"),
    ({"engine": NAMED, "games": GAMES}, "hello.protocol is missing"),
    ({"protocol": 1, "games": GAMES}, "hello.engine is missing"),
    ({"protocol": 1, "engine": "mine", "games": GAMES}, 'hello.engine must be an object, is "mine"'),
    ({"protocol": 1, "engine": {}, "games": GAMES}, "hello.engine.name is missing"),
    ({"protocol": 1, "engine": {"name": 3}, "games": GAMES}, "hello.engine.name must be a string, is 3"),
    (
        {"protocol": 1, "engine": {"name": "mine", "version": 0.3}, "games": GAMES},
        "hello.engine.version must be a string, is 0.3",
    ),
    (
        {"protocol": 1, "engine": {"name": "mine", "author": "me"}, "games": GAMES},
        "hello.engine has a field 'author' that does not belong there",
    ),
    ({"protocol": 1, "engine": NAMED}, "hello.games is missing"),
    ({"protocol": 1, "engine": NAMED, "games": ["nim"]}, "hello.games must be an object, is a list of 1"),
    ({"protocol": 1, "engine": NAMED, "games": {"nim": {}}}, "hello.games.nim.methods is missing"),
    (
        {"protocol": 1, "engine": NAMED, "games": {"nim": {"methods": "legal"}}},
        'hello.games.nim.methods must be an array, is "legal"',
    ),
    (
        {"protocol": 1, "engine": NAMED, "games": {"nim": {**OFFER, "editions": ["one"]}}},
        "hello.games.nim.editions must be an object or null, is a list of 1",
    ),
    (
        {
            "protocol": 1,
            "engine": NAMED,
            "games": {"nim": {**OFFER, "editions": {"one": {"readings": {"max": "3"}}}}},
        },
        'hello.games.nim.editions.one.readings.max must be an array, is "3"',
    ),
    (
        {"protocol": 1, "engine": NAMED, "games": {"nim": {**OFFER, "tells": ["all"]}}},
        'hello.games.nim.tells[0] must be one of ["unreadable"], is "all"',
    ),
    (
        {"protocol": 1, "engine": NAMED, "games": {"nim": {**OFFER, "promise": ["well-formed"]}}},
        "hello.games.nim has a field 'promise' that does not belong there; did you mean 'promises'?",
    ),
    (
        {"protocol": 1, "engine": NAMED, "games": GAMES, "mode": 1},
        "hello has a field 'mode' that does not belong there",
    ),
]


@pytest.mark.parametrize(("hello", "what"), HELLOS, ids=[what for _, what in HELLOS])
def test_a_wrong_hello_is_told_by_the_field(hello: Any, what: str, toy_root: Path) -> None:
    answer = json.dumps({"jsonrpc": "2.0", "id": 1, "result": hello})
    engine = (sys.executable, "-c", f"input(); print({answer!r}, flush=True); input()")
    (step,) = [step for step in smoke(engine, LIMITS) if not step.passed]
    assert (step.name, step.message) == ("the hello has its shape", f"the hello does not have its shape: {what}")
    assert step.remedy == SHAPE
    results = results_of(check(Order("nim", engine, limits=LIMITS, root=toy_root)))
    assert results.stopped == f"no hello: the hello does not have its shape: {what}. {SHAPE[:-1]}"


@pytest.mark.parametrize("protocol", [2, "1", None])
def test_another_protocol_is_named(protocol: Any, toy_root: Path) -> None:
    hello = json.dumps({"protocol": protocol, "engine": NAMED, "games": GAMES})
    (step,) = faults("hello", hello)
    assert step.message == f"the hello speaks protocol {json.dumps(protocol)}, not 1"
    assert step.message in checked(toy_root, "hello", hello).stopped


@pytest.mark.parametrize("one", ["1.0", "1e0"])
def test_a_hello_may_write_its_number_in_each_way_of_json(one: str, toy_root: Path) -> None:
    hello = json.dumps({"protocol": 1, "engine": NAMED, "games": GAMES}).replace("1", one)
    engine = (sys.executable, "-c", NUMBERS, hello)
    assert [step.name for step in smoke(engine, LIMITS) if not step.passed] == ["nim is a game of Ludex"]
    results = results_of(check(Order("nim", engine, limits=LIMITS, root=toy_root)))
    assert results.engine is not None
    assert results.engine.name == "mine"


NUMBERS = """
import json, sys
for line in sys.stdin:
    error = '"error": {"code": -32603, "message": "not yet"}'
    said = '"result": ' + sys.argv[1] if "initialize" in line else error
    print('{"jsonrpc": "2.0", "id": %s, %s}' % (json.dumps(json.loads(line)["id"]), said), flush=True)
    if "shutdown" in line:
        break
"""

ERRORS = [
    ('{"code": -32603.0, "message": "no"}', "reported", "JSON-RPC error -32603: no"),
    ('{"code": -326e2, "message": "no"}', "reported", "JSON-RPC error -32600: no"),
    ('{"code": 0.5, "message": "no"}', GARBAGE, "not a JSON-RPC error: error.code must be an integer, is 0.5"),
    ('{"message": "no"}', GARBAGE, "not a JSON-RPC error: error.code is missing"),
    ('{"code": -1, "message": null}', GARBAGE, "not a JSON-RPC error: error.message must be a string, is null"),
    ('"boom"', GARBAGE, 'not a JSON-RPC error: error must be an object, is "boom"'),
    ("null", GARBAGE, "not a JSON-RPC error: error must be an object, is null"),
    ('{"code": -1, "code": -2, "message": "no"}', GARBAGE, "not a JSON-RPC error: the member 'code' is written twice"),
]


@pytest.mark.parametrize(("error", "cause", "message"), ERRORS, ids=[error for error, _, _ in ERRORS])
def test_an_error_is_read_like_a_result(error: str, cause: str, message: str) -> None:
    outcome = weigh_error(read_answer(f'{{"jsonrpc": "2.0", "id": 1, "error": {error}}}'.encode()))
    assert (outcome.verdict, outcome.cause, outcome.message) == (ERROR, cause, message)


def test_a_line_that_was_blamed_is_not_told_as_a_second_answer(toy_root: Path) -> None:
    results = checked(toy_root, "request_first", "once")
    bad = [(result.id, result.message) for result in results.results if result.verdict == ERROR]
    assert bad == [("apply-7-2@one", 'the line is a request, with "method". Answer it; do not print it again')]


def test_an_engine_that_offers_no_game_is_told_so() -> None:
    (step,) = faults("hello", json.dumps({"protocol": 1, "engine": NAMED, "games": {}}))
    assert step.message == "the hello declares no game"


def test_an_engine_that_offers_no_edition_is_told_so() -> None:
    game = {"methods": ["validate", "apply"], "editions": {}}
    (step,) = faults("hello", json.dumps({"protocol": 1, "engine": NAMED, "games": {"tactics": game}}))
    assert (step.name, step.message) == ("tactics: an edition is declared", "`editions` is empty")


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("", "no answer to `initialize`; the engine exited with status 0"),
        ("print('hello')", "no answer to `initialize`; what came was hello; the engine exited with status 0"),
        (
            "print('hello', end='')",
            "no answer to `initialize`; the engine exited with status 0; 5 bytes came without a line end: hello. "
            "End each answer with a line feed (\\n), and flush",
        ),
    ],
)
def test_an_engine_that_ends_before_its_hello_is_told_to_stay(script: str, message: str) -> None:
    (step,) = [step for step in smoke((sys.executable, "-c", script), LIMITS) if not step.passed]
    assert (step.message, step.remedy) == (message, START)
