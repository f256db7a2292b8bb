"""What the page on the wire shows of 5x5 Tactics is right, and the reference answers broken requests in its order."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from ludex.games.tribun.position import show_position, standard_start
from ludex.judge.weigh import weigh_result
from ludex.protocol.messages import PROTOCOL
from ludex.protocol.schema import wire_of
from ludex.protocol.server import Loop
from ludex.runner.limits import Limits

PAGE = (Path(__file__).parents[2] / "conformance" / "PROTOCOL.md").read_text(encoding="utf-8")
SECTION = PAGE.partition("## A second game: 5x5 Tactics")[2].partition("\n## ")[0]
SHOWN = [json.loads(line.replace(",…", "")) for line in re.findall(r"^    [→←] (\{.*\})$", SECTION, re.MULTILINE)]
TALKS = list(zip(SHOWN[::2], SHOWN[1::2], strict=True))
ASKED = [talk for talk in TALKS if talk[0]["method"] != "initialize"]
HEAD = {"game": "tactics", "edition": "v1", "readings": {}}
START = ASKED[0][0]["params"]["position"]
ACTION = ASKED[0][0]["params"]["action"]


def said(method: str, params: Any, game: str = "tactics") -> dict[str, Any]:
    """What the reference says to a request."""
    line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
    answered: dict[str, Any] = json.loads(Loop([game]).answer(line.encode()))
    return answered


def kind_of(answered: dict[str, Any]) -> Any:
    return answered["error"]["code"] if "error" in answered else next(iter(answered["result"]))


def test_the_page_shows_a_hello_two_verdicts_two_positions_and_what_cannot_be_read() -> None:
    assert [question["method"] for question, _ in TALKS] == [
        "initialize",
        *["validate"] * 2,
        *["apply"] * 2,
        "validate",
    ]
    hello = TALKS[0][1]["result"]
    assert hello["protocol"] == PROTOCOL
    assert hello["games"] == {"tactics": {"methods": list(wire_of("tactics").required)}}
    assert [kind_of(answered) for _, answered in ASKED] == ["isValid", "isValid", "position", "illegal", "unreadable"]


@pytest.mark.parametrize("talk", ASKED, ids=[f"{talk[0]['id']}-{talk[0]['method']}" for talk in ASKED])
def test_an_answer_of_the_page_passes_against_the_reference(talk: tuple[dict[str, Any], dict[str, Any]]) -> None:
    question, shown = talk
    right = json.dumps(said(question["method"], question["params"])["result"]).encode()
    got, wire = json.dumps(shown["result"]).encode(), wire_of("tactics")
    assert question["id"] == shown["id"]
    assert weigh_result(got, right, question["method"], wire, {}, True).verdict == "pass"


@pytest.mark.parametrize("answered", [{"unreadable": {}}, {"illegal": {}}, {"isValid": False}])
def test_what_cannot_be_read_may_be_refused_in_three_ways_without_tells(answered: dict[str, Any]) -> None:
    right = json.dumps(said("validate", ASKED[-1][0]["params"])["result"]).encode()
    judged = [
        weigh_result(json.dumps(answered).encode(), right, "validate", wire_of("tactics"), {}, t) for t in (False, True)
    ]
    assert [one.verdict for one in judged] == ["pass", "pass" if "unreadable" in answered else "fail"]


# Each line breaks what its step says and, where it can, all that comes after.
STEPS: list[tuple[str, Any, Any]] = [
    ("nothing", 3, -32602),
    ("nothing", {"game": 3}, -32602),
    ("nothing", {"game": "chess", "edition": 3}, "unsupported"),
    ("nothing", {**HEAD, "edition": 3}, -32602),
    ("nothing", {**HEAD, "edition": "v0", "readings": {"a": 3}}, -32602),
    ("nothing", {**HEAD, "edition": "v0"}, "unsupported"),
    ("nothing", {**HEAD, "readings": {"a": "b"}}, "unsupported"),
    ("nothing", HEAD, -32601),
    ("validate", HEAD, -32602),
    ("validate", {**HEAD, "position": START}, -32602),
    ("validate", {**HEAD, "position": 3}, -32602),
    ("validate", {**HEAD, "position": 3, "action": ACTION}, "unreadable"),
    ("validate", {"game": "tactics", "edition": "v1", "position": START, "action": ACTION}, "isValid"),
]


@pytest.mark.parametrize(("method", "params", "kind"), STEPS)
def test_the_reference_answers_broken_requests_in_the_order_of_the_page(method: str, params: Any, kind: Any) -> None:
    assert kind_of(said(method, params)) == kind


def test_a_sender_that_is_nobody_is_a_broken_request_and_null_is_as_if_left_out() -> None:
    head = {"game": "tribun", "edition": "2026-01", "position": show_position(standard_start()), "action": 0xA0000000}
    for sender, kind in (("black", "position"), ("white", "illegal"), (None, "position"), ("red", -32602), (1, -32602)):
        assert kind_of(said("apply", {**head, "by": sender}, "tribun")) == kind, sender
    assert kind_of(said("apply", {**head, "position": 3, "by": "red"}, "tribun")) == -32602


@pytest.mark.parametrize(("line", "code"), [(b"{", -32700), (b"[]", -32600), (b'{"id":1,"method":"legal"}', -32600)])
def test_what_is_no_request_comes_first(line: bytes, code: int) -> None:
    assert json.loads(Loop(["tactics"]).answer(line))["error"]["code"] == code


def test_the_page_says_how_patient_and_how_generous_the_runner_is() -> None:
    usual, flight = Limits(), " ".join(PAGE.partition("## Rules of flight")[2].split())
    words = {3: "three", 10: "ten"}
    for said in (
        f"Up to {usual.window} requests are in flight.",
        f"late after {usual.timeout:g} s without any answer (`--timeout`), or when {2 * usual.window} later requests",
        f"The hello may take {usual.start:g} s.",
        f"at most {usual.answer >> 20} MB (`--max-answer`)",
        f"may take {usual.memory >> 30} GB of memory",
        f"Up to {words[usual.strays]} stray lines before the hello only warn",
        f"{usual.falls} vectors may bring you down (`--falls`)",
        f"given up after {words[usual.barren]} starts",
    ):
        assert said in flight
    assert usual.cpu == 0, "as much processor time as you like"
