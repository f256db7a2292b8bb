"""Boards of Minions drawn in the terminal and as SVG: who stands where, what differs, and never a failure."""

import xml.etree.ElementTree as ET
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.notation import minions
from ludex.notation.minions.boards import HEXES
from ludex.support import svg
from ludex.support.minions import picture as pictures
from tests.minions_notation import made
from tests.svg_texts import placed_names

POSITION = minions.read_position(
    "yellow to move, yellow money 3, yellow necromancer at c2, yellow zombie at c0 moved 1, yellow skeleton at a1, "
    "blue arcane_necromancer at h7 damage 2, blue zone: initiate and zombie 2, yellow has teched skeleton"
)
BOARD = """\
board 1 blackened_shores, normal
                      a   b   c   d   e   f   g   h   i   j
                  9   .   .   ~   ~   ~   +   ~   ~   ~   .
                8   .   .   .   +   .   ~   .   .   .   .
              7   ~   .   ~   .   .   .   .   n'  .   +
            6   ~   +   .   .   ~   .   .   .   .   .
          5   ~   .   .   ~   ~   .   .   .   .   .
        4   +   ~   .   .   .   .   +   .   .   .
      3   ~   .   .   .   .   +   .   .   .   +
    2   ~   .   N   .   .   .   .   .   .   .
  1   S~  .   .   .   .   .   .   .   .   .
0   .   .   Z+' .   .   .   +   .   .   .
    a   b   c   d   e   f   g   h   i   j
c0 yellow zombie moved 1
h7 blue arcane_necromancer damage 2
blue zone: initiate and zombie 2
yellow to move, yellow money 3, yellow has teched skeleton"""


def put(position: dict[str, Any], *sentences: str) -> dict[str, Any]:
    return minions.impose(position, [minions.read("position", sentence) for sentence in sentences])


def test_a_board() -> None:
    assert pictures.board(POSITION) == BOARD


def test_neighbours_touch_in_the_picture() -> None:
    """Beside it, and half a cell to both sides above and below."""
    lines = pictures.board(put(minions.BLANK, "yellow warg at d3")).splitlines()
    columns = {}
    for file in "abcdefghij":
        for rank in range(10):
            text = pictures.board(put(minions.BLANK, f"yellow warg at {file}{rank}")).splitlines()[11 - rank]
            assert text.split()[0] == str(rank)
            columns[file, rank] = text.index("W")
    assert lines[8].index("W") == columns["d", 3]
    assert columns["e", 2] - columns["d", 3] == columns["d", 3] - columns["c", 4] == 2
    assert columns["d", 2] - columns["d", 3] == columns["d", 3] - columns["d", 4] == -2


def test_the_letters_of_the_files_stand_along_the_lowest_and_the_highest_rank() -> None:
    highest, lowest = (pictures.board(put(minions.BLANK, f"yellow warg at f{rank}")).splitlines() for rank in (9, 0))
    assert highest[1].index("f") == highest[2].index("W")
    assert lowest[12].index("f") == lowest[11].index("W")


def test_marks_stand_before_their_hexes() -> None:
    assert "*N" in pictures.board(POSITION, {(1, "c2"): "*"})
    assert "*." in pictures.board(POSITION, {(1, "b0"): "*"})
    assert "*" not in pictures.board(POSITION, {(2, "c2"): "*"})


def test_a_comparison_marks_and_names_what_differs() -> None:
    got = put(
        POSITION, "c2 is empty", "yellow necromancer at d2", "h7 has damage 3", "blue zone: nothing", "yellow money 4"
    )
    got = put(
        got, "board 1 is in its spawn phase", "yellow has used arcane_necromancer", "yellow has no spell on skeleton"
    )
    text = pictures.compare(POSITION, POSITION, got)
    for line in (
        "board 1: expected normal, got normal, in its spawn phase",
        "board 1: c2: expected yellow necromancer, got nobody",
        "board 1: d2: expected nobody, got yellow necromancer",
        "board 1: h7: expected blue arcane_necromancer damage 2, got blue arcane_necromancer damage 3",
        "board 1: blue zone: expected initiate and zombie 2, got nothing",
        "board 1: yellow has used: expected nothing, got arcane_necromancer",
        "money of yellow: expected 3, got 4",
    ):
        assert line in text.splitlines()
    assert "*N" in text
    assert "*n'" in text
    assert "*Z" not in text
    assert max(map(len, text.splitlines())) <= 100


def test_only_boards_that_differ_are_drawn() -> None:
    three = minions.read_position("standard start with 3 boards on midnight_lake")
    got = put(three, "d2 is empty on board 2")
    text = pictures.compare(three, three, got)
    assert [line[:7] for line in text.splitlines() if "midnight_lake," in line] == ["board 2"] * 3
    assert pictures.board(three).count("midnight_lake,") == 3


@pytest.mark.parametrize("width", [20, 100, 200])
def test_boards_are_set_side_by_side_where_there_is_room(width: int) -> None:
    lines = pictures.compare(None, POSITION, put(POSITION, "c2 is empty"), width).splitlines()
    assert sum(line.startswith(("expected", "got")) for line in lines) == (2 if width < 150 else 1)


def test_like_positions_have_no_differences() -> None:
    assert pictures.differences(POSITION, POSITION) == []
    assert "*" not in pictures.compare(POSITION, POSITION, POSITION)
    assert pictures.changed(POSITION, POSITION) == {}


def test_changed_names_hexes_by_board() -> None:
    assert pictures.changed(POSITION, put(POSITION, "c2 is empty")) == {(1, "c2"): "*"}


SVG = "{http://www.w3.org/2000/svg}"


def test_a_drawing_names_each_hex_and_each_unit() -> None:
    sketch = pictures.sketch(POSITION, {(1, "c2"): "*"})
    assert sketch is not None
    root = ET.fromstring(svg.document(sketch, "a position"))
    (ground,) = (one for one in root.iter(f"{SVG}symbol") if "-board-" in one.get("id", ""))
    named = {name: (x, y) for text in ground.iter(f"{SVG}text") for name, x, y in placed_names(text)}
    assert set(named) == set(HEXES)
    assert named["d7"][1] < named["d6"][1]  # as in the rulebook, a rank stands above the one before it
    assert named["d6"][0] < named["d7"][0] < named["e6"][0]
    titles = [one.text for use in root.iter(f"{SVG}use") for one in use.iter(f"{SVG}title")]
    assert titles == [
        "c0: yellow zombie moved 1",
        "a1: yellow skeleton",
        "c2: yellow necromancer",
        "h7: blue arcane_necromancer damage 2",
    ]
    assert sum(path.get("stroke") == svg.CHANGED for path in root.iter(f"{SVG}path")) == 2  # the hex, and the legend
    words = {piece.words for piece in sketch.legend}
    assert {"yellow zombie", "graveyard", "water", "damage", "moved, so many steps", "differs"} <= words
    assert sketch.said == (
        "blue zone: initiate and zombie 2",
        "yellow to move, yellow money 3, yellow has teched skeleton",
    )


def test_of_many_boards_those_are_drawn_on_which_something_is_marked() -> None:
    five = minions.read_position("standard start with 5 boards on midnight_lake")
    sketch = pictures.sketch(five, {(4, "c2"): "*"})
    assert sketch is not None
    assert svg.document(sketch, "").count('href="#minions-board-') == 1


def test_arrows_name_hexes_with_their_board() -> None:
    turn = {"kind": "turn", "actions": [{"kind": "move", "board": 1, "moves": [["c2", "c3"]]}, {"kind": "end-turn"}]}
    assert pictures.arrows(turn) == [svg.Arrow("move", (2, "c2"), (2, "c3"))]
    spawn = {"kind": "spawn", "board": 0, "unit": "zombie", "to": "c3"}
    assert pictures.arrows(spawn) == [svg.Arrow("put", None, (1, "c3"))]


def test_several_boards_are_drawn_one_below_the_other() -> None:
    two = pictures.sketch(minions.read_position("standard start with 2 boards on midnight_lake"))
    one = pictures.sketch(minions.read_position("standard start on midnight_lake"))
    assert two is not None
    assert one is not None
    assert two.width == one.width
    assert two.height > 1.8 * one.height


anything = made.json_values | made.positions | st.builds(
    lambda position, board: {**position, "boards": [board], "maps": ["midnight_lake"]}, made.positions, made.json_values
)  # fmt: skip


@given(anything, anything)
@settings(max_examples=60, deadline=None)
def test_anything_can_be_drawn(expected: object, got: object) -> None:
    assert pictures.board(got)
    assert pictures.position_line(got)
    assert "got" in pictures.compare(got, expected, got)
    assert bool(pictures.differences(expected, got)) != made.alike(expected, got)
    sketch = pictures.sketch(got)
    if sketch is not None:
        ET.fromstring(svg.document(sketch, "anything"))


@given(made.all_wire_actions, anything)
@settings(max_examples=60, deadline=None)
def test_any_action_is_drawn_on_anything(action: object, position: object) -> None:
    sketch = pictures.sketch(position, None, pictures.arrows(action))
    if sketch is not None:
        ET.fromstring(svg.document(svg.with_words(sketch), "anything"))


@given(anything | made.all_wire_actions | st.just(object()) | st.just(float("nan")))
@settings(deadline=None)
def test_any_action_has_a_sentence(action: object) -> None:
    assert pictures.action(action)


def test_an_action_names_its_board() -> None:
    assert pictures.action({"kind": "move", "board": 1, "moves": [["c2", "c3"]]}) == "move c2 -> c3 on board 2"
