"""What the notation of 5x5 Tactics says about text that it cannot read: the place, and the words of an author."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.notation import NotReadable, tactics
from ludex.notation.tactics.builder import SENTENCES
from ludex.notation.tactics.printer import expectation_text, fact_text, sent_text
from ludex.scenario import read_text
from tests.tactics_notation import made

# start, text, column, part of what is expected, hint
BAD = [
    ("action", "", 1, "a player (P1 or P2), action, attack, end or move", ""),
    ("action", "moev to (1,2)", 1, "move", "did you mean move?"),
    ("action", "move (1,2)", 6, "a unit's name or to", ""),
    ("action", "move to", 8, "a tile such as (1,2) or nowhere", ""),
    ("action", "move to 1,2", 9, "a tile such as (1,2)", ""),
    ("action", "move to (1;2)", 11, "a comma", ""),
    ("action", "move to (1,2", 13, "a closing parenthesis", ""),
    ("action", "move to (a,2)", 10, "a number", ""),
    ("action", "move to (1,2) an attack x", 15, "and", "did you mean and?"),
    ("action", "move to (1,2) and x", 19, "attack", ""),
    ("action", "move a to (1,2) and attack x", 17, "by or the end of the line", ""),
    ("action", "move to nowher", 9, "nowhere", "did you mean nowhere?"),
    ("action", "attack", 7, "a unit's name or nobody", ""),
    ("action", "attack x on (1,2)", 10, "at", ""),
    ("action", "attack at", 8, "a unit's name, which at is only in quotation marks", ""),
    ("action", "end trun", 5, "turn", "did you mean turn?"),
    ("action", "end turn by P3", 13, "a player (P1 or P2)", ""),
    ("action", "P2 end turn", 4, "a colon", ""),
    ("action", "P3: end turn", 1, "a player (P1 or P2)", ""),
    ("action", "action x", 8, "JSON in braces", ""),
    ("action", 'action {"type": }', 17, "JSON", ""),
    ("action", 'action {"type": "MOVE"', 8, "JSON in braces", ""),
    ("action", 'action {"x": NaN}', 8, "JSON", ""),
    ("action", "Move to (1,2)", 1, "move", "did you mean move?"),
    ("position", "", 1, "a unit's name, a player (P1 or P2)", ""),
    ("position", "P1 to mvoe", 7, "move", "did you mean move?"),
    ("position", "P1 has wno", 8, "won", "did you mean won?"),
    ("position", ". . a", 6, "a unit's name or . (nobody)", ""),
    ("position", ". . . . . .", 11, "a unit's name or the end of the line", ""),
    ("position", ". . . . 3", 9, "a unit's name or . (nobody)", ""),
    ("position", ". a . . . a = P3", 15, "a player (P1 or P2)", ""),
    ("position", ". a . . . a = P1 hp", 20, "a number", ""),
    ("position", "a = P1 atack 3", 8, "attack", "did you mean attack?"),
    ("position", ". . . . . a = P1 atack 3 b = P2", 18, "a word of the notation", "did you mean attack?"),
    ("position", "a = P1 hp ten", 11, "a number", ""),
    ("position", "a = P1 ded", 8, "dead", "did you mean dead?"),
    ("position", "a is daed", 6, "dead", "did you mean dead?"),
    ("position", "a has 3", 7, "attack or hp", ""),
    ("position", "a at 1,2", 6, "a tile such as (1,2)", ""),
    ("position", "(1,2) is emty", 10, "empty", "did you mean empty?"),
    ("position", "stil open", 1, "a word of the notation", "did you mean still?"),
    ("position", "standrad start", 1, "a word of the notation", "did you mean standard?"),
    ("position", "standard strat", 10, "start", "did you mean start?"),
    ("position", "state without winer", 15, "a field of the state", "did you mean winner?"),
    ("position", "state wiht {}", 7, "with", "did you mean with?"),
    ("position", "valid", 1, "a unit's name", ""),
    ("position", '"a = P1 hp 3', 1, "a unit's name", ""),
    ("position", '"\\q" = P1', 1, "a text in quotation marks, written as in JSON", ""),
    ("expectation", "rejected with ocupied", 15, "a kind of error", "did you mean occupied?"),
    ("expectation", "rejected by occupied", 10, "with", ""),
    ("expectation", "rejcted with occupied", 1, "a word of the notation", "did you mean rejected?"),
    ("expectation", "rejected with occupied and off-board", 24, "or or the end of the line", ""),
    ("expectation", "rejected with exactly occupied or off-board", 32, "and or the end of the line", ""),
    ("expectation", "rejected with offboard", 15, "a kind of error", "did you mean off-board?"),
    ("expectation", "rejected with off board", 19, "or or the end of the line", ""),
    ("expectation", "refused by MOV-2", 12, "a clause such as TAC-MOV-2", ""),
    ("expectation", "message Ambiguous", 9, "a text in quotation marks or is", ""),
    ("expectation", "legal move to (1,2)", 7, "a colon", ""),
    ("expectation", "legal: move to (1,2) end turn", 22, "a semicolon and another action", ""),
    ("expectation", "legal: x is dead", 8, "move", ""),
    ("expectation", "asking perf {} gives {}", 8, "a request: ", "did you mean perft?"),
    ("expectation", "asking perft 3 gives {}", 14, "JSON in braces", ""),
    ("expectation", "vaild", 1, "a word of the notation", "did you mean valid?"),
    ("expectation", "-3 legal actions", 1, "a number of actions", ""),
]


@pytest.mark.parametrize(("start", "text", "column", "expected", "hint"), BAD)
def test_a_message_says_where_and_what(start: str, text: str, column: int, expected: str, hint: str) -> None:
    with pytest.raises(NotReadable) as caught:
        tactics.read(start, text)
    error = caught.value
    assert (error.line, error.column, error.text) == (1, column, text)
    assert expected in error.expected
    assert not hint or error.hint == hint


BOARD = ". . . . .\n. a . . .   a = P1\n. . x . .   x = P2\n. . . . .\n. . . . .\nP1 to move"
# text, line, column, part of what is expected
BAD_LISTS = [
    ("a = P1 at (1,1)", 1, 1, "a word on who is to move: P1 to move or P2 to move"),
    ("P1 to move, P2 to move", 1, 13, "who is to move to be said once"),
    ("P1 to move, P1 has won, still open", 1, 25, "how the game stands to be said once"),
    ("P1 to move, a = P1", 1, 13, "a tile for a, drawn or in words"),
    ("P1 to move, a at (1,1)", 1, 13, "a legend for a, such as a = P1 hp 10 attack 3"),
    ("P1 to move, a = P1 at (1,1), a at (1,2)", 1, 30, "where a stands to be said once"),
    ("P1 to move, a = P1 at (1,1), a = P2", 1, 30, "who a is to be said once"),
    ("P1 to move, a = P1 at (1,1) hp 3, a has hp 4", 1, 35, "the hp of a to be said once"),
    ("P1 to move, a = P1 dead at (1,1), a is alive", 1, 35, "whether a is alive to be said once"),
    ("P1 to move, a and b = P1 at (1,1)", 1, 13, "one unit where a tile is named"),
    ("P1 to move, a = P1 at (1,1), (1,1) is empty", 1, 30, "(1,1) to be empty or to hold a, not both"),
    ("P1 to move, state {}", 1, 13, "a whole state before anything else"),
    (BOARD.replace("x = P2", ""), 3, 1, "a legend for x"),
    (BOARD.replace(". . x", ". a x"), 3, 1, "where a stands to be said once"),
    (BOARD.replace("\nP1", "\n. . . . .\nP1"), 6, 1, "five rows; this is the sixth"),
    (BOARD.replace("\n. . . . .\nP1", "\nP1"), 4, 1, "five rows; there are 4"),
    (BOARD.replace("x = P2", "x = P2   y = P2 at (4,4)"), 3, 1, "(4,4) to be empty or to hold y, not both"),
    ("P1 to move,", 1, 12, "a sentence before and after each comma"),
]


@pytest.mark.parametrize(("text", "line", "column", "expected"), BAD_LISTS)
def test_a_list_of_facts_does_not_contradict_itself(text: str, line: int, column: int, expected: str) -> None:
    with pytest.raises(NotReadable) as caught:
        tactics.read_position(text)
    assert expected in caught.value.expected
    assert (caught.value.line, caught.value.column) == (line, column)


def test_errors_of_a_scenario_have_their_places() -> None:
    file = read_text(
        'game tactics\nscenario "a"\n  given\n    P1 to mov\n    . . . . .\n    . a x .\n  when attak x\n'
        "  then x is daed, rejected with ocupied\n"
    )
    assert [(problem.line, problem.column) for problem in file.problems] == [(4, 11), (6, 12), (7, 8), (8, 13), (8, 33)]


NAMES = {
    terminal.name
    for terminal in SENTENCES.lark.terminals
    if len(terminal.name) > 1 and terminal.name not in (terminal.pattern.value, "JSON", "P1", "P2")
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
        tactics.read(start, text)
    except NotReadable as error:
        return error
    return None
