"""Every sentence of Minions that is printed is read back as what it was printed from."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.lark import from_lark
from lark import Lark
from lark.load_grammar import FromPackageLoader

from ludex.notation import NotReadable, minions, phrases
from ludex.notation.minions import action_text, expectation_text, fact_text, sent_text
from ludex.notation.minions import actions as a
from ludex.notation.minions import facts as f
from ludex.notation.minions.names import KEYWORDS
from ludex.notation.minions.sentences import SENTENCES
from ludex.scenario.lines import without_comment
from tests.minions_notation import made


@given(made.sent)
def test_an_action_is_read_as_it_was_printed(sent: a.Sent) -> None:
    assert minions.read("action", sent_text(sent)) == sent


@given(made.facts)
@settings(max_examples=300)
def test_a_fact_is_read_as_it_was_printed(fact: f.Fact) -> None:
    assert minions.read("position", fact_text(fact)) == fact


@given(made.expectations)
@settings(max_examples=300)
def test_an_expectation_is_read_as_it_was_printed(expectation: object) -> None:
    assert minions.read("expectation", expectation_text(expectation)) == expectation  # type: ignore[arg-type]


@given(made.expectations, made.expectations)
def test_a_reader_of_lines_leaves_sentences_whole(one: object, other: object) -> None:
    sentences = [expectation_text(one), expectation_text(other)]  # type: ignore[arg-type]
    line = ", ".join(sentences)
    assert "\n" not in line
    assert without_comment(f"{line} -- said twice").rstrip() == line.rstrip()
    assert [phrase for phrase, _ in phrases(line)] == sentences


@given(made.all_wire_actions)
def test_what_goes_over_the_wire_is_read_as_it_was_printed(data: object) -> None:
    assert made.alike(minions.read_action(minions.show_action(data)), data)


@given(made.singles)
def test_spaces_do_not_matter(action: a.Action) -> None:
    wide = f"  {action_text(action).replace(' ', '   ').replace('->', '  ->  ')} "
    assert minions.read("action", wide) == a.Sent(action)


@given(made.singles)
def test_there_is_one_way_to_print_what_may_be_written_in_several(action: a.Single) -> None:
    sentence = action_text(action)
    written = sentence.replace(" and ", ", ").replace("the turn", "turn")
    if isinstance(action, a.Move | a.Attack):
        written = f"tick {written}"
    if getattr(action, "board", 0) == 1:
        written += " on board 1"
    assert sent_text(minions.read("action", written)) == sentence


WIRE = {
    "move c2 -> c3": {"kind": "move", "board": 0, "moves": [["c2", "c3"]]},
    "tick move c2 -> c3, c3 -> c2": {"kind": "move", "board": 0, "moves": [["c2", "c3"], ["c3", "c2"]]},
    "move c2 -> c3 on board 2": {"kind": "move", "board": 1, "moves": [["c2", "c3"]]},
    "attack c2 -> c3, c2 -> d2": {"kind": "attack", "board": 0, "attacks": [["c2", "c3"], ["c2", "d2"]]},
    "buy zombie": {"kind": "buy", "board": 0, "unit": "zombie"},
    "spawn zombie at c3 on board 3": {"kind": "spawn", "board": 2, "unit": "zombie", "to": "c3"},
    "choose arcane_necromancer keep zombie": {
        "kind": "choose",
        "board": 0,
        "necromancer": "arcane_necromancer",
        "keep": "zombie",
    },
    "choose arcane_necromancer keep nothing on board 2": {
        "kind": "choose",
        "board": 1,
        "necromancer": "arcane_necromancer",
        "keep": None,
    },
    "resign": {"kind": "resign", "board": 0},
    "buy a spell": {"kind": "buy-spell"},
    "march": {"kind": "march"},
    "tech skeleton": {"kind": "tech", "card": "skeleton"},
    "end the turn": {"kind": "end-turn"},
    "turn: march; end the turn": {"kind": "turn", "actions": [{"kind": "march"}, {"kind": "end-turn"}]},
    "turn {}": {"kind": "turn", "actions": []},
    'action {"kind": "march", "why": 1}': {"kind": "march", "why": 1},
}


@pytest.mark.parametrize("sentence", WIRE)
def test_a_sentence_becomes_an_action_on_the_wire(sentence: str) -> None:
    assert minions.read_action(sentence) == WIRE[sentence]
    assert minions.data_of(minions.read("action", sentence).action, None, {}) == WIRE[sentence]


def test_keywords_are_those_of_the_grammar() -> None:
    patterns = [terminal.pattern for terminal in SENTENCES.plain.terminals]
    words = {pattern.value for pattern in patterns if pattern.type == "str" and pattern.value[0].isalpha()}
    assert words == KEYWORDS


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
        value = minions.read(start, sentence)
    except NotReadable:
        return
    assert minions.read(start, PRINTERS[start](value)) == value  # type: ignore[operator]


_GRAMMAR = _bare_grammar()


def test_the_sentences_of_the_documentation_are_read() -> None:
    text = minions.__doc__ or ""
    blocks = [block for block in text.split("\n\n") if block.startswith("    ")]
    assert minions.read_position(blocks[0])["side"] == "yellow"
    assert minions.read_position(blocks[1])["money"] == {"yellow": 0, "blue": 7}
    assert minions.read_position(blocks[2])["boards"][0].endswith("|c2:arcane_necromancer,d1;d2:m1")
    for start, block in (("action", blocks[3]), ("expectation", blocks[4])):
        for line in block.splitlines():
            minions.read(start, re.split(" {3,}", line.strip())[0])
