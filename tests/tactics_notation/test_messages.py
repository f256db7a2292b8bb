"""What the notation of 5x5 Tactics says about text that it cannot read: the place, and the words of an author."""

from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.notation import tactics
from ludex.notation.tactics.sentences import SENTENCES
from ludex.scenario import read_text
from tests.messages import Sentence, assert_names_no_part_of_the_grammar, sentences
from tests.tactics_notation import made


def test_errors_of_a_scenario_have_their_places() -> None:
    file = read_text(
        'game tactics\nscenario "a"\n  given\n    P1 to mov\n    . . . . .\n    . a x .\n  when attak x\n'
        "  then x is daed, rejected with ocupied\n"
    )
    assert [(problem.line, problem.column) for problem in file.problems] == [(4, 11), (6, 5), (7, 8), (8, 13), (8, 33)]


NAMES = {
    terminal.name
    for terminal in SENTENCES.plain.terminals
    if len(terminal.name) > 1 and terminal.name not in (terminal.pattern.value, "JSON", "P1", "P2")
}


@given(sentences(made, tactics), st.data())
@settings(max_examples=300)
def test_no_message_names_a_part_of_the_grammar(sentence: Sentence, data: st.DataObject) -> None:
    assert_names_no_part_of_the_grammar(tactics, NAMES, sentence, data)
