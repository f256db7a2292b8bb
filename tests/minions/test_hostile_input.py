"""Whatever is asked, the reference answers or refuses: amounts of any length, fields left out, very deep counts."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ludex.games import minions
from ludex.games.minions.moving import ways_on_foot
from ludex.games.minions.operations import OPERATIONS
from ludex.protocol import messages
from ludex.protocol.server import Loop
from ludex.rules import Unreadable

RULES = minions.REGISTER.rules("initiate")
START = minions.show_position(minions.start(RULES))
LINE = "n|||||0/0/2N7/3Z6/0/0/0/7n2/0/0"
ASKED = {"game": "minions", "edition": "initiate", "readings": {}}


def answered(method: str, params: dict[str, Any], **changed: str) -> dict[str, Any]:
    """The answer of the engine; each change replaces a text in the written request."""
    line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": {**ASKED, **params}})
    for old, new in changed.items():
        line = line.replace(old, new)
    answer: dict[str, Any] = json.loads(Loop(("minions",)).answer(line.encode()))
    return answer


def refusal_of(line: str) -> tuple[str, ...]:
    with pytest.raises(Unreadable) as refused:
        OPERATIONS["board"]({"line": line, "map": "midnight_lake", "side": "yellow"}, RULES)
    return refused.value.broken


@pytest.mark.parametrize("digits", [20, 1001, 4300, 4301, 100_000])
@pytest.mark.parametrize("mark", "dma")
def test_an_amount_of_any_length_is_beyond_the_stats(mark: str, digits: int) -> None:
    assert refusal_of(f"{LINE}|d3:{mark}{'9' * digits}") == ("MIN-LIN-7",)


def test_marks_are_not_asked_of_rows_that_cannot_be_read() -> None:
    assert refusal_of("n|||||0/0/2N7/3Z7/0/0/0/7n2/0/0|d3:x") == ("MIN-LIN-4",)
    assert refusal_of("n|||||0/0/2N7/3Z6/0/0/0/7n2/0/0|d3:x") == ("MIN-LIN-5",)


NEEDED = {
    "legal": ("position",),
    "apply": ("position", "action"),
    "replay": ("position", "actions"),
    "perft": ("position", "depth"),
    "reach": ("position", "board", "from"),
    "board": ("line", "map", "side"),
    "map": ("rows",),
    "setup": ("maps", "cards", "money"),
}


@pytest.mark.parametrize(("method", "left_out"), [(name, field) for name in NEEDED for field in NEEDED[name]])
def test_a_field_left_out_is_an_error_before_anything_is_read(method: str, left_out: str) -> None:
    unreadable = {field: "?" for field in NEEDED[method] if field != left_out}
    assert answered(method, unreadable)["error"]["code"] == messages.INVALID_PARAMS


def test_every_operation_is_asked_without_its_fields() -> None:
    assert NEEDED.keys() == OPERATIONS.keys()


def test_an_amount_that_grows_too_long_to_be_written_does_not_end_the_engine() -> None:
    money = {"yellow": 777, "blue": 0}
    params = {"position": {**START, "money": money}, "action": {"kind": "end-turn"}}
    answer = answered("apply", params, **{"777": "9" * 4300})
    assert answer["id"] == 1
    assert answer["error"]["code"] == messages.INTERNAL_ERROR


@pytest.mark.parametrize("depth", [5000, 10**30])
def test_a_count_that_goes_too_deep_is_unsupported(depth: int) -> None:
    resigned = {**START, "boards": [LINE], "tech": {"cards": "", "yellow": "", "blue": ""}}
    assert "unsupported" in answered("perft", {"position": resigned, "depth": depth})["result"]


@pytest.mark.parametrize("readings", [0, "", False, [], [1], {"tick": 1}])
def test_readings_that_are_no_choices_are_an_error(readings: Any) -> None:
    asked = {"position": START, "depth": 0, "readings": readings}
    assert answered("perft", asked)["error"]["code"] == messages.INVALID_PARAMS


def test_a_speed_beyond_the_board_is_no_long_walk() -> None:
    board = minions.read_position(START, RULES).boards[0]
    assert ways_on_foot(board, "yellow", 0, 10**30) == ways_on_foot(board, "yellow", 0, 100)
