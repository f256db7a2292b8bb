"""What the tests of all notations ask of messages: sentences are spoilt, and no part of a grammar is named."""

from __future__ import annotations

import re
from types import ModuleType

from hypothesis import strategies as st

from ludex.notation import NotReadable
from ludex.notation.reading import TYPED

Sentence = tuple[str, str]  # what it is read as, and its text


def sentences(made: ModuleType, printer: ModuleType) -> st.SearchStrategy[Sentence]:
    """Sentences of every kind, printed from the values that a game's tests make."""
    return st.one_of(
        made.sent.map(printer.sent_text).map(lambda text: ("action", text)),
        made.facts.map(printer.fact_text).map(lambda text: ("position", text)),
        made.expectations.map(printer.expectation_text).map(lambda text: ("expectation", text)),
    )


def assert_names_no_part_of_the_grammar(
    notation: ModuleType, names: set[str], sentence: Sentence, data: st.DataObject
) -> None:
    """Spoil a sentence; if it cannot be read now, the message has words, a place, and no name of a terminal."""
    start, text = sentence
    at = data.draw(st.integers(0, len(text)))
    text = text[:at] + data.draw(st.text(max_size=3)) + text[at + data.draw(st.integers(0, 4)) :]
    error = _error(notation, start, text)
    if error:
        assert error.expected
        assert not names & set(re.findall(r"[A-Za-z_]+", error.expected))
        assert "__" not in error.expected + error.hint
        assert error.expected.count(TYPED) % 2 == 0
        assert 1 <= error.column <= len(text) + 1


def _error(notation: ModuleType, start: str, text: str) -> NotReadable | None:
    try:
        notation.read(start, text)
    except NotReadable as error:
        return error
    return None
