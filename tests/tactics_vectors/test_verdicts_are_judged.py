"""Verdicts are judged by accept or refuse, by the seed's strings, and by kinds only where an engine names some."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ludex.games import tactics
from ludex.judge.verdict import PASS
from ludex.judge.weigh import weigh_result
from ludex.protocol.schema import wire_of
from ludex.suites.tactics.expecting import verdict
from tests.guards import at_least_one
from tests.tactics_vectors.suite_files import holds_under, vectors

RULES = tactics.REGISTER.rules("v1")
WIRE = wire_of("tactics")
FREE = {"isValid": False, "errorMessage": None, "kinds": ["occupied"], "moot": ["not-adjacent-after-move"]}
FIXED = {"isValid": False, "errorMessage": "Ambiguous attacker", "kinds": ["ambiguous-attacker"], "moot": []}
VALID: dict[str, Any] = {"isValid": True, "errorMessage": None, "kinds": [], "moot": []}
UNREADABLE = {"unreadable": {"broken": ["TAC-ACT-3"], "moot": []}}


def passes(expected: Any, got: Any, tells: bool = False) -> bool:
    weighed = weigh_result(json.dumps(got).encode(), json.dumps(expected).encode(), "validate", WIRE, {}, tells)
    return weighed.verdict == PASS


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        (FREE, {"isValid": False}),
        (FREE, {"isValid": False, "errorMessage": "the tile is taken"}),
        (FREE, {"isValid": False, "errorMessage": None, "kinds": []}),
        (FREE, {"isValid": False, "kinds": ["occupied"]}),
        (FREE, {"isValid": False, "kinds": ["not-adjacent-after-move"]}),
        (FREE, {"unreadable": {}}),
        (FIXED, {"isValid": False, "errorMessage": "Ambiguous attacker"}),
        (VALID, {"isValid": True}),
        (VALID, {"isValid": True, "errorMessage": ""}),
        (UNREADABLE, {"unreadable": {}}),
        (UNREADABLE, {"isValid": False, "errorMessage": "what is FLY?"}),
        (UNREADABLE, {"isValid": False, "kinds": ["type-missing"]}),
        (FREE, {"unreadable": {"broken": ["TAC-STA-4"]}}),
    ],
)
def test_right_answers_pass(expected: Any, got: Any) -> None:
    assert passes(expected, got)


@pytest.mark.parametrize(
    ("expected", "got", "tells"),
    [
        (FREE, {"isValid": True}, False),
        (FREE, {"isValid": False, "kinds": ["off-board"]}, False),
        (FREE, {"isValid": False, "kinds": ["occupied", "off-board"]}, False),
        (FREE, {"isValid": False, "errorMessage": 5}, False),
        (FREE, {"unreadable": {}}, True),
        (FIXED, {"isValid": False}, False),
        (FIXED, {"isValid": False, "errorMessage": "ambiguous attacker"}, False),
        (FIXED, {"illegal": {}}, False),
        (VALID, {"isValid": False}, False),
        (VALID, {"isValid": True, "kinds": ["occupied"]}, False),
        (VALID, {"illegal": {}}, False),
        (UNREADABLE, {"isValid": True}, False),
        (UNREADABLE, {"isValid": False}, True),
        (UNREADABLE, {"isValid": False, "kinds": ["type-missing"]}, True),
        (UNREADABLE, {"isValid": None}, False),
    ],
)
def test_wrong_answers_fail(expected: Any, got: Any, tells: bool) -> None:
    assert not passes(expected, got, tells)


def text_only(fields: dict[str, Any]) -> dict[str, Any]:
    """What an engine says that knows no kinds: yes or no, and the seed's strings."""
    from ludex.rules import Refused

    try:
        found = verdict(fields, RULES)
    except Refused:
        return {"isValid": False, "errorMessage": "unreadable"}
    return {"isValid": found["isValid"], "errorMessage": found["errorMessage"] or ("" if found["isValid"] else "no")}


def test_an_engine_that_gives_only_text_passes_every_verdict() -> None:
    asked = [one for one in vectors("validate") if holds_under(one, RULES)]
    assert [one["id"] for one in asked if not passes(one["expect"], text_only(one["input"]))] == []


def test_what_a_vector_expects_is_what_the_reference_says_and_what_is_moot() -> None:
    for one in at_least_one(list(vectors("validate"))[::25]):
        if "unreadable" not in one["expect"]:
            said = tactics.OPERATIONS["validate"](one["input"], RULES)
            assert {**verdict(one["input"], RULES), **said} == verdict(one["input"], RULES)
