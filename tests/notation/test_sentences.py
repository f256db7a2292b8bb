"""Every sentence of Tribun that is printed is read back as what it was printed from."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.lark import from_lark
from lark import Lark
from lark.load_grammar import FromPackageLoader

from ludex.notation import NotReadable, tribun
from ludex.notation.tribun import action_text, expectation_text, fact_text, sent_text
from ludex.notation.tribun import actions as a
from ludex.notation.tribun import facts as f
from ludex.notation.tribun.sentences import SENTENCES
from tests.notation import made


@given(made.sent)
def test_an_action_is_read_as_it_was_printed(sent: a.Sent) -> None:
    assert tribun.read("action", sent_text(sent)) == sent


@given(made.facts)
def test_a_fact_is_read_as_it_was_printed(fact: f.Fact) -> None:
    assert tribun.read("position", fact_text(fact)) == fact


@given(made.positions())
@settings(max_examples=30)
def test_a_whole_position_is_a_fact(position: dict[str, object]) -> None:
    fact = f.Whole(tribun.show_compact(position))
    assert tribun.read("position", fact_text(fact)) == fact


@given(made.expectations)
def test_an_expectation_is_read_as_it_was_printed(expectation: object) -> None:
    assert tribun.read("expectation", expectation_text(expectation)) == expectation  # type: ignore[arg-type]


@given(made.said_actions)
def test_spaces_do_not_matter(action: a.Action) -> None:
    sentence = action_text(action)
    wide = f"  {sentence.replace(' ', '   ').replace('(', '( ').replace(',', ' , ')} "
    assert tribun.read("action", wide) == a.Sent(action)


PRINTERS = {"position": fact_text, "action": sent_text, "expectation": expectation_text}


def _bare_grammar() -> Lark:
    """The same grammar without values, for making sentences of it."""
    text = SENTENCES.lark.source_grammar
    loader = FromPackageLoader("ludex.notation")
    return Lark(text, parser="lalr", start=list(SENTENCES.starts), import_paths=[loader])


@pytest.mark.parametrize("start", SENTENCES.starts)
@given(data=st.data())
@settings(max_examples=150, deadline=None)
def test_whatever_the_grammar_makes_is_refused_or_printed_and_read_again(start: str, data: st.DataObject) -> None:
    sentence = data.draw(from_lark(_GRAMMAR, start=start))
    try:
        value = tribun.read(start, sentence)
    except NotReadable:
        return
    assert tribun.read(start, PRINTERS[start](value)) == value  # type: ignore[operator]


_GRAMMAR = _bare_grammar()


def test_every_start_symbol_of_the_design_is_there() -> None:
    assert SENTENCES.starts == ("position", "action", "expectation")
