"""Every sentence of 5x5 Tactics that is printed is read back as what it was printed from."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.lark import from_lark
from lark import Lark
from lark.load_grammar import FromPackageLoader

from ludex.notation import NotReadable, phrases, tactics
from ludex.notation.tactics import action_text, expectation_text, fact_text, sent_text
from ludex.notation.tactics import actions as a
from ludex.notation.tactics import facts as f
from ludex.notation.tactics.names import KEYWORDS, RESERVED
from ludex.notation.tactics.sentences import SENTENCES
from ludex.scenario.lines import without_comment
from tests.tactics_notation import made


@given(made.sent)
def test_an_action_is_read_as_it_was_printed(sent: a.Sent) -> None:
    assert tactics.read("action", sent_text(sent)) == sent


@given(made.facts)
def test_a_fact_is_read_as_it_was_printed(fact: f.Fact) -> None:
    assert tactics.read("position", fact_text(fact)) == fact


@given(made.expectations)
def test_an_expectation_is_read_as_it_was_printed(expectation: object) -> None:
    assert tactics.read("expectation", expectation_text(expectation)) == expectation  # type: ignore[arg-type]


@given(made.expectations, made.expectations)
def test_a_reader_of_lines_leaves_sentences_whole(one: object, other: object) -> None:
    sentences = [expectation_text(one), expectation_text(other)]  # type: ignore[arg-type]
    line = ", ".join(sentences)
    assert "\n" not in line
    assert without_comment(f"{line} -- said twice").rstrip() == line.rstrip()
    assert [phrase for phrase, _ in phrases(line)] == sentences


@given(made.wire_actions, made.proper_states)
def test_what_goes_over_the_wire_is_read_as_it_was_printed(data: object, state: dict[str, object]) -> None:
    assert made.alike(tactics.read_action(tactics.show_action(data), state), data)


@given(made.actions)
def test_spaces_do_not_matter(action: a.Action) -> None:
    sentence = action_text(action)
    if '"' in sentence:
        return
    wide = f"  {sentence.replace(' ', '   ').replace('(', '( ').replace(',', ' , ')} "
    assert tactics.read("action", wide) == a.Sent(action)


def test_who_acts_is_said_before_or_after() -> None:
    assert tactics.read("action", "P2: attack x") == tactics.read("action", "attack x by P2")
    assert tactics.read("action", "end turn") == a.Sent(a.EndTurn())


STATE = tactics.read_position("P2 to move, a = P1 at (1,1), x = P2 at (2,1), d = P1 dead at (0,4)")
WIRE = {
    "move to (1,2)": ("MOVE", "P2", (1, 2), None),
    "move x to (1,2)": ("MOVE", "P2", (1, 2), "x"),
    "move to nowhere": ("MOVE", "P2", None, None),
    "attack a": ("ATTACK", "P2", (1, 1), "a"),
    "attack d": ("ATTACK", "P2", (0, 4), "d"),
    "attack z": ("ATTACK", "P2", None, "z"),
    "attack nobody": ("ATTACK", "P2", None, None),
    "attack a at (9,-9)": ("ATTACK", "P2", (9, -9), "a"),
    "attack a at nowhere": ("ATTACK", "P2", None, "a"),
    "P1: move to (3,1) and attack x": ("MOVE_AND_ATTACK", "P1", (3, 1), "x"),
    "move to nowhere and attack nobody": ("MOVE_AND_ATTACK", "P2", None, None),
    "end turn": ("END_TURN", "P2", None, None),
    "end turn by P1": ("END_TURN", "P1", None, None),
}


@pytest.mark.parametrize("sentence", WIRE)
def test_a_sentence_becomes_an_action_of_the_player_on_turn(sentence: str) -> None:
    kind, player, place, unit = WIRE[sentence]
    shown = place and {"x": place[0], "y": place[1]}
    expected = {"type": kind, "playerId": player, "targetPosition": shown, "targetUnitId": unit}
    assert tactics.read_action(sentence, STATE) == expected


def words_of(lark: Lark) -> set[str]:
    patterns = [terminal.pattern for terminal in lark.terminals]
    return {pattern.value for pattern in patterns if pattern.type == "str" and pattern.value.isalnum()}


def test_keywords_are_those_of_the_grammar_and_no_unit_is_named_by_one() -> None:
    """Keywords in capitals stand in actions alone, where no name begins a sentence."""
    assert words_of(SENTENCES.plain) == KEYWORDS
    assert {word for word in words_of(SENTENCES.lark) if word not in ("MOVE", "ATTACK")} == RESERVED


PRINTERS = {"position": fact_text, "action": sent_text, "expectation": expectation_text}


def _bare_grammar() -> Lark:
    """The same grammar without values, for making sentences of it."""
    loader = FromPackageLoader("ludex.notation")
    return Lark(SENTENCES.lark.source_grammar, parser="lalr", start=list(SENTENCES.starts), import_paths=[loader])


@pytest.mark.parametrize("start", SENTENCES.starts)
@given(data=st.data())
@settings(max_examples=100, deadline=None)
def test_whatever_the_grammar_makes_is_refused_or_printed_and_read_again(start: str, data: st.DataObject) -> None:
    sentence = data.draw(from_lark(_GRAMMAR, start=start))
    try:
        value = tactics.read(start, sentence)
    except NotReadable:
        return
    assert tactics.read(start, PRINTERS[start](value)) == value  # type: ignore[operator]


_GRAMMAR = _bare_grammar()
