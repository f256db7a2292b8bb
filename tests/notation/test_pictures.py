"""Boards of Tribun in plain text: what stands where, what differs, and never a failure."""

from base64 import b64encode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.games.tribun import REGISTER
from ludex.notation import tribun
from ludex.notation.tribun.actions import DIRECTIONS
from ludex.notation.tribun.boards import TILES, Tile
from ludex.support.tribun import picture as pictures
from tests.guards import at_least_one
from tests.notation import made

POSITION = tribun.read_position(
    "black to move, black 2/3 at (0,0), black T1 at (-5,-5), white T1 at (5,5), white 1 at (0,1)"
)
BOARD = """\
                   wT1
                .     .
             .     .     .
          .     .     .     .
       .     .     .     .     .
    .     .     .     .     .     .
 x5    .     .     .     .     .     y5
    .     .     .     .     .     .
 x4    .     .     .     .     .     y4
    .     .     .     w1    .     .
 x3    .     .     b2/3  .     .     y3
    .     .     .     .     .     .
 x2    .     .     .     .     .     y2
    .     .     .     .     .     .
 x1    .     .     .     .     .     y1
    .     .     .     .     .     .
 x0    .     .     .     .     .     y0
    x-1   .     .     .     .     y-1
       x-2   .     .     .     y-2
          x-3   .     .     y-3
             x-4   bT1   y-4
                x-5   y-5
black to move"""


def test_a_board() -> None:
    assert pictures.board(POSITION) == BOARD


def _place(tile: Tile) -> tuple[int, int]:
    """The line and column in which a lone unit of this tile is drawn."""
    position = tribun.read_position(f"black to move, black 8 at ({tile.x},{tile.y})")
    lines = pictures.board(position).splitlines()
    return next((number, line.index("b8")) for number, line in enumerate(lines) if "b8" in line)


def test_every_tile_has_its_place_and_up_is_up() -> None:
    places = {tile: _place(tile) for tile in TILES}
    assert len(set(places.values())) == len(TILES)
    line, column = places[Tile(0, 0)]
    steps = dict(zip(DIRECTIONS, ((-2, 0), (-1, -3), (-1, 3), (2, 0), (1, 3), (1, -3)), strict=True))
    vectors = dict(zip(DIRECTIONS, ((1, 1), (1, 0), (0, 1), (-1, -1), (-1, 0), (0, -1)), strict=True))
    for name, (down, right) in steps.items():
        assert places[Tile(*vectors[name])] == (line + down, column + right)


def test_coordinates_stand_at_the_lower_end_of_their_diagonals() -> None:
    lines = pictures.board(POSITION).splitlines()
    for tile in at_least_one(TILES):
        line, column = _place(tile)
        steps = range(1, 12)
        assert any(_label(lines, line + step, column - 3 * step) == f"x{tile.x}" for step in steps)
        assert any(_label(lines, line + step, column + 3 * step) == f"y{tile.y}" for step in steps)


def _label(lines: list[str], line: int, column: int) -> str:
    return lines[line][column:].split(" ")[0] if 0 <= line < len(lines) and column >= 0 else ""


def test_marks_stand_before_their_tiles() -> None:
    assert "*b2/3" in pictures.board(POSITION, {Tile(0, 0).cid: "*"})
    assert "*." in pictures.board(POSITION, {Tile(1, 1).cid: "*"})


def test_a_comparison_marks_and_names_what_differs() -> None:
    got = tribun.impose(POSITION, [tribun.read("position", "white 3 at (0,0)"), tribun.read("position", "tie")])
    text = pictures.compare(None, POSITION, got)
    assert "*b2/3" in text
    assert "*w3" in text
    assert "(0,0): expected black 2/3, got white 3" in text
    assert "status: expected active, got ended" in text
    assert max(map(len, text.splitlines())) <= 80


def test_like_positions_have_no_differences() -> None:
    assert pictures.differences(POSITION, POSITION) == []
    assert "*" not in pictures.compare(POSITION, POSITION, POSITION)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.sampled_from(("black", "ended")),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
nearly_positions = st.builds(
    lambda position, key, value: {**position, key: value}, made.positions(), st.sampled_from(sorted(POSITION)), anything
)
raw_boards = st.builds(
    lambda data: {**POSITION, "board": b64encode(data).decode()}, st.binary(min_size=119, max_size=122)
)


@given(st.one_of(anything, nearly_positions, raw_boards), st.one_of(anything, nearly_positions, raw_boards))
@settings(max_examples=300)
def test_anything_can_be_drawn(expected: object, got: object) -> None:
    assert pictures.board(got)
    assert pictures.position_line(got)
    text = pictures.compare(got, expected, got)
    assert bool(pictures.differences(expected, got)) == (expected != got)
    assert "got" in text


@given(st.one_of(anything, made.words))
def test_any_action_has_a_sentence(action: object) -> None:
    for edition in at_least_one(REGISTER.editions):
        assert pictures.action(action, REGISTER.rules(edition))


@pytest.mark.parametrize("width", [20, 80, 140])
def test_boards_are_set_side_by_side_where_there_is_room(width: int) -> None:
    lines = pictures.compare(POSITION, POSITION, POSITION, width).splitlines()
    rows = {20: 3, 80: 2, 140: 1}[width]
    assert sum(line.startswith(("before", "expected", "got")) for line in lines) == rows
