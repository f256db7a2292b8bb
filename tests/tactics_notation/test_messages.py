"""What the notation of 5x5 Tactics says about text that it cannot read: the place, and the words of an author."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.notation import NotReadable, tactics
from ludex.notation.tactics.builder import SENTENCES
from ludex.notation.tactics.printer import expectation_text, fact_text, sent_text
from ludex.scenario import read_text
from tests.tactics_notation import made


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
