"""Boards of 5x5 Tactics in plain text: who stands where, what differs, and never a failure."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.notation import tactics
from ludex.notation.tactics.boards import WrittenTile
from ludex.support.tactics import picture as pictures
from tests.tactics_notation import made

POSITION = tactics.read_position(
    "P1 to move, a = P1 at (1,1), x = P2 at (2,1) hp 3 attack 1, d = P2 dead at (2,3), b2 = P1 at (4,3) hp 7"
)
BOARD = """\
   0   1   2   3   4    a = P1 hp 10 attack 3
0  .   .   .   .   .    x = P2 hp 3 attack 1
1  .   a   x   .   .    d = P2 dead at (2,3) hp 0 attack 3
2  .   .   .   .   .    b2 = P1 hp 7 attack 3
3  .   .   .   .   b2
4  .   .   .   .   .
P1 to move"""


def put(position: dict[str, Any], *sentences: str) -> dict[str, Any]:
    return tactics.impose(position, [tactics.read("position", sentence) for sentence in sentences])


def test_a_board() -> None:
    assert [line.split() for line in pictures.board(POSITION).splitlines()] == [
        line.split() for line in BOARD.splitlines()
    ]


def test_every_tile_has_its_place() -> None:
    for x in range(5):
        for y in range(5):
            lines = pictures.board(put(tactics.BLANK, f"q = P1 at ({x},{y}) hp 1 attack 1", "q is alive")).splitlines()
            assert lines[1 + y].split()[0] == str(y)
            assert lines[1 + y].index("q") == lines[0].index(str(x))


def test_marks_stand_before_their_tiles() -> None:
    assert "*a" in pictures.board(POSITION, {WrittenTile(1, 1): "*"})
    assert "*." in pictures.board(POSITION, {WrittenTile(0, 0): "*"})


def test_a_comparison_marks_and_names_what_differs() -> None:
    got = put(POSITION, "x at (2,0)", "b2 has hp 6", "P2 to move", "P1 has won")
    text = pictures.compare(POSITION, POSITION, got)
    assert "*x" in text
    assert "*b2" in text
    assert "*a" not in text
    assert "x: expected at (2,1), got at (2,0)" in text
    assert "b2: expected hp 7, got hp 6" in text
    assert "currentPlayer: expected P1, got P2" in text
    assert "winner: expected null, got P1" in text
    assert max(map(len, text.splitlines())) <= 80


def test_units_that_are_not_the_same_are_listed() -> None:
    gone = {**POSITION, "units": POSITION["units"][:1]}
    assert pictures.differences(POSITION, gone)[0].startswith("units: expected a = P1 hp 10 attack 3, x = P2")


def test_like_states_have_no_differences() -> None:
    assert pictures.differences(POSITION, POSITION) == []
    assert "*" not in pictures.compare(POSITION, POSITION, POSITION)


anything = made.json_values | made.states | st.builds(lambda state, unit: {**state, "units": [unit]}, made.states, (
    made.json_values
))  # fmt: skip


@given(anything, anything)
@settings(max_examples=300, deadline=None)
def test_anything_can_be_drawn(expected: object, got: object) -> None:
    assert pictures.board(got)
    assert pictures.position_line(got)
    assert "got" in pictures.compare(got, expected, got)
    assert bool(pictures.differences(expected, got)) != made.alike(expected, got)


@given(anything | made.wire_actions | st.just(object()) | st.just(float("nan")))
@settings(deadline=None)
def test_any_action_has_a_sentence(action: object) -> None:
    assert pictures.action(action)


def test_an_action_says_who_acts() -> None:
    data = {"type": "ATTACK", "playerId": "P2", "targetPosition": {"x": 1, "y": 1}, "targetUnitId": "a"}
    assert pictures.action(data) == "P2: attack a at (1,1)"


@pytest.mark.parametrize("width", [20, 90, 200])
def test_boards_are_set_side_by_side_where_there_is_room(width: int) -> None:
    lines = pictures.compare(None, POSITION, POSITION, width).splitlines()
    assert sum(line.startswith(("expected", "got")) for line in lines) == (2 if width < 150 else 1)
