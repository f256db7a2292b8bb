"""Cases whose answers were written from the seeds and facts alone, before rulebook and code were seen."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from ludex.games import tribun
from ludex.rules import Illegal, Refused, Rules, Unreadable
from tests.tribun.boards import board

CASES = json.loads(Path(__file__).with_name("text_cases.json").read_text())


def position_of(given: Mapping[str, Any]) -> dict[str, Any]:
    """The wire's position of a case."""
    fields = {name: given[name] for name in ("turn", "drawOfferBy", "drawBlocked", "status", "winner")}
    return {"board": base64.b64encode(board(*given["units"])).decode(), **fields}


def answer(ask: Callable[[], Any]) -> Any:
    """What was answered, or how it was refused."""
    try:
        return ask()
    except Refused as refusal:
        return {"refused": "illegal" if isinstance(refusal, Illegal) else "unreadable"}


def applied(case: Mapping[str, Any], rules: Rules) -> None:
    ask, expect = case["ask"], case["expect"]
    before = tribun.read_position(position_of(case["position"]), rules)
    got = answer(lambda: {"position": tribun.show_position(tribun.apply(before, ask["word"], rules, ask.get("by")))})
    assert got == ({"position": position_of(expect["position"])} if "position" in expect else expect)


def listed(case: Mapping[str, Any], rules: Rules) -> None:
    ask = case["ask"]
    words = set(tribun.legal(tribun.read_position(position_of(case["position"]), rules), rules))
    assert set(ask["contains"]) <= words
    assert not set(ask["lacks"]) & words
    assert ask["contains"] or ask["lacks"] or "count" in ask
    assert len(words) == ask.get("count", len(words))


def replayed(case: Mapping[str, Any], rules: Rules) -> None:
    position = tribun.read_position(position_of(case["position"]), rules)
    done, refused = 0, None
    for word in case["ask"]["words"]:
        try:
            position = tribun.apply(position, word, rules)
        except (Illegal, Unreadable) as refusal:
            refused = type(refusal).__name__.lower()
            break
        done += 1
    expect = {**case["expect"], "position": position_of(case["expect"]["position"])}
    assert {"applied": done, "position": tribun.show_position(position), "refused": refused} == expect


def operated(case: Mapping[str, Any], rules: Rules) -> None:
    ask = dict(case["ask"])
    operation = tribun.OPERATIONS[ask.pop("op")]
    assert answer(lambda: operation(ask, rules)) == case["expect"]


ASKED = {"apply": applied, "legal": listed, "replay": replayed}


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_reference_answers_as_the_text_does(case: dict[str, Any]) -> None:
    rules = tribun.REGISTER.rules(case["edition"], case["readings"])
    ASKED.get(case["ask"]["op"], operated)(case, rules)


def test_there_are_forty_cases_or_more() -> None:
    assert len({case["id"] for case in CASES}) >= 40
