"""Sentences and action words say the same, in each edition."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex.games.tribun import OPERATIONS, REGISTER
from ludex.notation import tribun
from ludex.notation.tribun import actions as a
from ludex.notation.tribun.boards import COLORS
from ludex.notation.tribun.words import action_of, word_of
from ludex.rules import Rules, Unreadable
from tests.notation import made

EDITIONS = [REGISTER.rules(edition) for edition in REGISTER.editions]
editions = st.sampled_from(EDITIONS)

# Words whose fields are likely to be in order, beside words of any bits.
likely_words = st.builds(lambda opcode, payload: opcode << 28 | payload, st.integers(0, 11), st.integers(0, 2**19 - 1))
control_words = st.builds(lambda opcode, payload: opcode << 28 | payload, st.integers(10, 11), st.integers(0, 15))
any_words = st.one_of(made.words, likely_words, control_words)


@given(made.actions, editions)
def test_an_action_is_the_word_that_says_it(action: a.Action, rules: Rules) -> None:
    assert action_of(word_of(action, rules), rules) == action


@given(any_words, editions)
def test_a_word_is_read_as_it_was_printed(word: int, rules: Rules) -> None:
    assert tribun.read_action(tribun.show_action(word, rules), rules) == word


@given(any_words, editions)
def test_a_word_has_a_sentence_exactly_if_the_rules_can_read_it(word: int, rules: Rules) -> None:
    try:
        OPERATIONS["word"]({"word": word}, rules)
        readable = True
    except Unreadable:
        readable = False
    assert tribun.show_action(word, rules).startswith("word ") != readable


def test_the_editions_name_the_loser_with_different_bits() -> None:
    first, second = EDITIONS
    assert tribun.read_action("white resigns", first) == 0xB0000008
    assert tribun.read_action("white resigns", second) == 0xB0000004


def test_a_decline_is_a_sentence_where_the_edition_knows_it() -> None:
    first, second = EDITIONS
    assert tribun.show_action(0xA0000007, first) == "word 0xa0000007"
    assert tribun.show_action(0xA0000007, second) == "white declines"


@pytest.mark.parametrize("mover", COLORS)
def test_the_side_to_move_wins_by_the_tribun_unless_another_is_named(mover: str) -> None:
    rules = EDITIONS[0]
    implied = tribun.read_action("attack tribun (4,5) from (3,4)", rules, mover)
    assert tribun.show_action(implied, rules) == f"attack tribun (4,5) from (3,4) for {mover}"


SENTENCES = {
    "move (0,0) -> (1,2)": 0x00000000 | 60 | 73 << 7,
    "move (0,0) => (1,2)": 60 | 73 << 7 | 1 << 14,
    "kill (0,0) -> (1,2)": 1 << 28 | 60 | 73 << 7,
    "kill (0,0) => (1,2)": 1 << 28 | 60 | 73 << 7 | 1 << 14,
    "liberate (1,2)": 2 << 28 | 73,
    "damage (1,2) by 2": 3 << 28 | 73 | 1 << 7,
    "enslave (0,0) -> (1,2)": 4 << 28 | 60 | 73 << 7,
    "combine 2 from up and 1 from down at (0,0)": 5 << 28 | 60 | 0 << 7 | 3 << 10 | 1 << 13,
    "symmetric combine at (0,0) of 6 giving 1": 6 << 28 | 60,
    "symmetric combine at (0,0) of 3+ giving 2": 6 << 28 | 60 | 1 << 7 | 1 << 9,
    "symmetric combine at (0,0) of 3- giving 1": 6 << 28 | 60 | 2 << 7,
    "split (0,0) up 2 and left-down 1": 7 << 28 | 60 | 2 << 7 | 1 << 22,
    "backstab (0,0) right-up": 8 << 28 | 60 | 2 << 7,
    "attack tribun (1,2) from (0,0) for white": 9 << 28 | 60 | 73 << 7 | 1 << 14,
    "black offers a draw": 10 << 28,
    "white retracts": 10 << 28 | 1 | 1 << 2,
    "black accepts": 10 << 28 | 2,
    "black resigns": 11 << 28,
    "black has no legal turn": 11 << 28 | 1,
    "white runs out of time": 11 << 28 | 2 | 1 << 3,
    "total time runs out": 11 << 28 | 3,
    "total time runs out naming white": 11 << 28 | 3 | 1 << 3,
}


@pytest.mark.parametrize("sentence", SENTENCES)
def test_the_word_of_a_sentence_is_that_of_the_seed(sentence: str) -> None:
    assert tribun.read_action(sentence, EDITIONS[0]) == SENTENCES[sentence]
    assert tribun.show_action(SENTENCES[sentence], EDITIONS[0]) == sentence
