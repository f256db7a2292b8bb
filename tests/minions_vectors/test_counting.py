"""Boards are counted from 1 wherever a person reads of them; the wire's own number, from 0, is called an index."""

from __future__ import annotations

import json
import re

from ludex import where
from ludex.games import minions
from ludex.report.drawing import Easel
from tests.guards import at_least_one

BOARD_0 = re.compile(rb"\bboards? 0\b", re.IGNORECASE)
WHY_0 = re.compile(rb'"why":"[^"]*\bboard 0\b[^"]*"', re.IGNORECASE)


def test_no_vector_says_board_0() -> None:
    topics = at_least_one((where.vectors_of("minions") / "topics").glob("*.json"))
    found = {path.stem: WHY_0.findall(path.read_bytes())[:2] for path in topics}
    assert {topic: said for topic, said in found.items() if said} == {}


def test_no_text_of_the_rulebook_says_board_0() -> None:
    texts = at_least_one(path for path in where.spec_of("minions").rglob("*") if path.is_file())
    assert [path.name for path in texts if BOARD_0.search(path.read_bytes())] == []


def test_what_is_told_of_a_failure_calls_the_first_board_1() -> None:
    rules = minions.REGISTER.rules("initiate", {})
    start = minions.show_position(minions.start(rules))
    line, *others = start["boards"]
    got = {"position": {**start, "boards": [line.replace("6znz1", "6z1nz"), *others]}}
    assert got["position"] != start
    action = {"kind": "move", "board": 0, "moves": [["c3", "c4"]]}
    easel, asked = Easel("minions", "initiate", {}), {"position": start, "action": action}
    told = "\n".join(easel.failure("apply", asked, {"position": start}, json.dumps(got)))
    assert "board 1" in told
    assert "board 0" not in told
