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
