"""What the notation says about text that it cannot read: the place, and the words of an author."""

from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.notation import NotReadable, minions, tactics, tribun
from ludex.notation.tribun.compact import COMPACT
from ludex.notation.tribun.sentences import SENTENCES
from tests.messages import Sentence, assert_names_no_part_of_the_grammar, sentences
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
    for terminal in grammar.plain.terminals
    if len(terminal.name) > 1 and terminal.name != terminal.pattern.value
}


@given(sentences(made, tribun), st.data())
@settings(max_examples=300)
def test_no_message_names_a_part_of_the_grammar(sentence: Sentence, data: st.DataObject) -> None:
    assert_names_no_part_of_the_grammar(tribun, NAMES, sentence, data)


@pytest.mark.parametrize(
    ("game", "text", "column"),
    [
        (tactics, "P1 to move, a = P1 at (0,0) hp {} attack 1", 32),
        (tactics, "P1 to move, a = P1 at ({},0) hp 1", 24),
        (tribun, "black to move, black T1 at ({},5)", 29),
        (minions, "standard start with {} boards", 21),
    ],
)
def test_a_number_that_is_too_long_is_told_as_one(game: ModuleType, text: str, column: int) -> None:
    for number in ("9" * 19, "-" + "9" * 40):
        with pytest.raises(NotReadable) as caught:
            game.read_position(text.format(number))
        assert (caught.value.expected, caught.value.column) == ("a number of at most 18 digits", column)
    with pytest.raises(NotReadable) as caught:
        tribun.read_position("9" * 19)
    assert "digits" not in caught.value.expected, "where no number can stand, its length is not the matter"
