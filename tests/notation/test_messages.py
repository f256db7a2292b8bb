"""What the notation says about text that it cannot read: the place, and the words of an author."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.notation import NotReadable, tribun
from ludex.notation.tribun.builder import SENTENCES
from ludex.notation.tribun.compact_reader import COMPACT
from ludex.notation.tribun.printer import expectation_text, fact_text, sent_text
from tests.notation import made

# start, text, column, part of what is expected, hint
BAD = [
    ("action", "", 1, "a color (black or white), attack, backstab", ""),
    ("action", "moves (0,0) -> (1,2)", 1, "move", "did you mean move?"),
    ("action", "move", 5, "a tile such as (0,0)", ""),
    ("action", "move 0,0 -> (1,2)", 6, "a tile such as (0,0)", ""),
    ("action", "move (0,0) (1,2)", 12, "-> (the primary) or => (the whole stack)", ""),
    ("action", "move (0,0) - (1,2)", 12, "-> (the primary) or => (the whole stack)", ""),
    ("action", "move (0;0) -> (1,2)", 8, "a comma", ""),
    ("action", "move (0,0 -> (1,2)", 11, "a closing parenthesis", ""),
    ("action", "move (a,0) -> (1,2)", 7, "a number", ""),
    ("action", "move (6,0) -> (0,0)", 7, "a tile of the board", ""),
    ("action", "move (5,-1) -> (0,0)", 7, "a tile of the board", ""),
    ("action", "move (0,0) -> (1,2) now", 21, "sent by or the end of the line", ""),
    ("action", "move (0,0) -> (1,2) sent by servr", 29, "a color (black or white) or the server", ""),
    ("action", "enslave (0,0) => (1,2)", 15, "-> (the primary)", ""),
    ("action", "damage (0,0) by 9", 17, "a number from 1 to 8", ""),
    ("action", "damage (0,0) by 0", 17, "a number from 1 to 8", ""),
    ("action", "combine 2from up and 1 from down at (0,0)", 9, "a number", ""),
    ("action", "combine 2 from up at (0,0)", 19, "and", ""),
    ("action", "combine 2 form up and 1 from down at (0,0)", 11, "from", "did you mean from?"),
    ("action", "symmetric combine at (0,0) of 4 giving 1", 31, "3+, 3- or 6", ""),
    ("action", "symmetric combine at (0,0) of 3+ giving 5", 41, "a number from 1 to 4", ""),
    ("action", "split (0,0) up 8", 16, "a number from 1 to 7", ""),
    ("action", "split (0,0) up 1 and up 2", 25, "each direction once", ""),
    ("action", "backstab (0,0) upp", 16, "a direction: up, left-up, right-up", "did you mean up?"),
    ("action", "backstab (0,0) left-upp", 16, "a direction: up, left-up, right-up", "did you mean left-up?"),
    ("action", "backstabb (0,0) up", 1, "backstab", "did you mean backstab?"),
    ("action", "attack tribn (0,0) from (1,2)", 8, "tribun", "did you mean tribun?"),
    ("action", "black offres a draw", 7, "offers", "did you mean offers?"),
    ("action", "blak resigns", 1, "a color (black or white)", "did you mean black?"),
    ("action", "word 1234", 6, "a word such as 0x1234abcd", ""),
    ("action", "word 0x123456789", 6, "a word such as 0x1234abcd", ""),
    ("action", "MOVE (0,0) -> (1,2)", 1, "move", ""),
    ("position", "black 5 at (0,0)", 7, "a height: 1, 2, 3, 4, 6 or 8", ""),
    ("position", "black 2/7 at (0,0)", 9, "a height: 1, 2, 3, 4, 6 or 8", ""),
    ("position", "black 2 on (0,0)", 9, "at", ""),
    ("position", "black t1 at (0,0)", 7, "T (a tribun)", ""),
    ("position", "black to mov", 10, "move", "did you mean move?"),
    ("position", "red to move", 1, "a color (black or white)", ""),
    ("position", "refused by TRB-MOV-1", 1, "a color (black or white)", ""),
    ("position", "standard strat", 10, "start", "did you mean start?"),
    ("position", "(0,0) are emty", 11, "empty", "did you mean empty?"),
    ("position", 'position "6|7"', 14, "| and the next row", ""),
    ("position", "position 6", 10, "a position in quotation marks", ""),
    ("expectation", "refuse by TRB-MOV-2", 1, "refused", "did you mean refused?"),
    ("expectation", "refused by MOV-2", 12, "a clause such as TRB-MOV-2", ""),
    ("expectation", "refused by TRB-MOV-2 and TRB-MOV-3", 22, "or or the end of the line", ""),
    ("expectation", "-3 legal actions", 1, "a number of actions", ""),
    ("expectation", "3 legal action s", 16, "the end of the line", ""),
    ("expectation", "legal move (0,0) -> (1,2)", 7, ":", ""),
    ("expectation", "legal: move (0,0) -> (1,2) move", 28, "a semicolon and another action", ""),
    ("expectation", "legal: white wins", 14, "resigns", ""),
    ("expectation", "black winns", 7, "wins", "did you mean wins?"),
]


@pytest.mark.parametrize(("start", "text", "column", "expected", "hint"), BAD)
def test_a_message_says_where_and_what(start: str, text: str, column: int, expected: str, hint: str) -> None:
    with pytest.raises(NotReadable) as caught:
        tribun.read(start, text)
    error = caught.value
    assert (error.line, error.column, error.text) == (1, column, text)
    assert expected in error.expected
    if hint:
        assert error.hint == hint


def test_a_message_shows_the_line_and_a_caret() -> None:
    with pytest.raises(NotReadable) as caught:
        tribun.read_position("black to move, black 2 at (7,0)")
    assert caught.value.show("a.ludex") == (
        "a.ludex:1:28: expected a tile of the board: x and y from -5 to 5, and x - y from -5 to 5\n"
        "    black to move, black 2 at (7,0)\n"
        "                               ^"
    )


@pytest.mark.parametrize("before", [0, 50, 150, 100_000])
@pytest.mark.parametrize("after", [0, 150, 100_000])
def test_a_long_line_is_shown_around_the_caret(before: int, after: int) -> None:
    text = "x" * before + "!" + "y" * after
    _, shown, caret = NotReadable(1, before + 1, text, "nothing").show().splitlines()
    assert shown[len(caret) - 1] == "!"
    assert len(shown) < 220


ROW = "6|7|8|9|10|11|10|9|8|7|6"
BAD_LINES = [
    ("", 1, "a number of empty tiles from 1 to 11 or a unit such as b2/3 or wT1"),
    (f"{ROW} b - -", len(ROW) + 7, "a space"),
    (f"{ROW} b - - - ", len(ROW) + 9, "the end of the line"),
    (f"{ROW}  b - - -", len(ROW) + 2, "b or w"),
    (f"{ROW} B - - -", len(ROW) + 2, "b or w"),
    (f"{ROW} b x - -", len(ROW) + 4, "- (for nobody) or b or w"),
    (f"7{ROW[1:]} b - - -", 1, "a row of 6 tiles, for x = -5; this one has 7"),
    (f"{ROW}|5 b - - -", len(ROW) + 2, "11 rows; there are 12"),
    (f"3.3{ROW[1:]} b - - -", 3, "a unit: two runs of empty tiles beside each other are written as one"),
    (f"06{ROW[1:]} b - - -", 1, "a number of empty tiles"),
    (f"b5.5{ROW[1:]} b - - -", 1, "a unit such as b2/3 or wT1"),
    (f"b2/0.5{ROW[1:]} b - - -", 3, "a point and what stands next"),
    (f"b2 .5{ROW[1:]} b - - -", 1, "11 rows; there are 1"),
    (f"5.b1T{ROW[1:]} b - - -", 3, "a number of empty tiles from 1 to 11 or a unit"),
]


@pytest.mark.parametrize(("line", "column", "expected"), BAD_LINES)
def test_a_compact_line_is_written_in_one_way(line: str, column: int, expected: str) -> None:
    with pytest.raises(NotReadable) as caught:
        tribun.read_compact(line)
    assert expected in caught.value.expected
    assert caught.value.column == column


BAD_LISTS = [
    ("black 2 at (0,0)", 1, "who is to move"),
    ("black to move, white to move", 16, "who is to move to be said once"),
    ("black to move, black 2 at (0,0), white 1 at (0,0)", 34, "what stands at (0,0) to be said once"),
    ("black to move, black 2 at (0,0), standard start", 34, "a whole board before the single tiles"),
    ("black to move,", 15, "a sentence before and after each comma"),
    ("black to move,, black 2 at (0,0)", 15, "a sentence before and after each comma"),
]


@pytest.mark.parametrize(("text", "column", "expected"), BAD_LISTS)
def test_a_list_of_facts_does_not_contradict_itself(text: str, column: int, expected: str) -> None:
    with pytest.raises(NotReadable) as caught:
        tribun.read_position(text)
    assert expected in caught.value.expected
    assert caught.value.column == column


NAMES = {
    terminal.name
    for grammar in (SENTENCES, COMPACT)
    for terminal in grammar.lark.terminals
    if len(terminal.name) > 1 and terminal.name != terminal.pattern.value
}
sentences = st.one_of(
    made.sent.map(sent_text).map(lambda text: ("action", text)),
    made.facts.map(fact_text).map(lambda text: ("position", text)),
    made.expectations.map(expectation_text).map(lambda text: ("expectation", text)),
)


@given(sentences, st.data())
@settings(max_examples=300)
def test_no_message_names_a_part_of_the_grammar(sentence: tuple[str, str], data: st.DataObject) -> None:
    start, text = sentence
    at = data.draw(st.integers(0, len(text)))
    text = text[:at] + data.draw(st.text(max_size=3)) + text[at + data.draw(st.integers(0, 4)) :]
    error = _error(start, text)
    if error:
        assert error.expected
        assert not NAMES & set(re.findall(r"[A-Za-z_]+", error.expected))
        assert "__" not in error.expected + error.hint
        assert 1 <= error.column <= len(text) + 1


def _error(start: str, text: str) -> NotReadable | None:
    try:
        tribun.read(start, text)
    except NotReadable as error:
        return error
    return None
