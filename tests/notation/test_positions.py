"""Positions of Tribun in a list of facts and in one line."""

from base64 import b64encode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.games import tribun as game
from ludex.notation import NotReadable, tribun
from ludex.notation.tribun.boards import CIDS
from tests.notation import made

Position = dict[str, object]


@given(made.positions())
def test_a_list_of_facts_is_read_as_it_was_printed(position: Position) -> None:
    assert tribun.read_position(tribun.show_position(position)) == position


@given(made.positions())
def test_a_compact_line_is_read_as_it_was_printed(position: Position) -> None:
    assert tribun.read_compact(tribun.show_compact(position)) == position


@given(made.positions(), st.data())
@settings(max_examples=300)
def test_a_position_has_one_compact_line(position: Position, data: st.DataObject) -> None:
    line = tribun.show_compact(position)
    at = data.draw(st.integers(0, len(line) - 1))
    letter = data.draw(st.sampled_from("bwT1234568/|. -=0"))
    other = data.draw(st.sampled_from((line[:at] + letter + line[at:], line[:at] + line[at + 1 :], line[:at] + letter)))
    try:
        read = tribun.read_compact(other)
    except NotReadable:
        return
    assert tribun.show_compact(read) == other


@given(made.positions())
def test_facts_that_hold_change_nothing(position: Position) -> None:
    assert tribun.impose(position, tribun.facts_of(position)) == position


@pytest.mark.parametrize("edition", game.REGISTER.editions)
def test_the_standard_start_is_that_of_the_rules(edition: str) -> None:
    rules = game.REGISTER.rules(edition)
    assert tribun.read_position("standard start, black to move") == game.show_position(game.start(rules))


def _with_board(data: bytes) -> Position:
    return {**tribun.BLANK, "board": b64encode(data).decode()}


def _with_byte(cid: int, byte: int) -> Position:
    return _with_board(bytes(byte if number == cid else 0 for number in range(CIDS)))


MALFORMED = {
    "a reserved height": _with_byte(60, 0x07),
    "a reserved slave": _with_byte(60, 0x39),
    "a slave alone": _with_byte(60, 0x08),
    "a colour alone": _with_byte(60, 0x40),
    "off the board": _with_byte(10, 0x01),
    "a short board": _with_board(bytes(120)),
    "no base64": {**tribun.BLANK, "board": "?"},
    "no board": {key: tribun.BLANK[key] for key in tribun.BLANK if key != "board"},
    "no turn": {**tribun.BLANK, "turn": None},
    "a third colour": {**tribun.BLANK, "turn": "red"},
    "a winner while it is on": {**tribun.BLANK, "winner": "black"},
    "an unknown status": {**tribun.BLANK, "status": "paused"},
}


@pytest.mark.parametrize("name", MALFORMED)
@pytest.mark.parametrize("show", [tribun.show_position, tribun.show_compact])
def test_a_malformed_position_has_no_sentence(name: str, show: object) -> None:
    with pytest.raises(tribun.NoSentence):
        show(MALFORMED[name])  # type: ignore[operator]
