"""How the states and actions of 5x5 Tactics are written.

A state is a drawn board, y = 0 at the top and x to the right, with a legend beside it or below, and further facts:

    P1 to move
    . . . . .
    . a x . .    a = P1 hp 10 attack 3    x = P2 hp 3 attack 1
    . . . . .
    . . b . .    b = P1 hp 7 attack 3     d = P2 dead at (2,2) hp 0 attack 3
    . . . . .

Whoever is drawn is alive unless the legend says ``dead``; a dead unit, which may share its tile, best has its tile in
the legend. What a legend leaves out is hp 10 (0 for the dead) and attack 3. Units are listed in the order of their
legends. A list of facts, apart by commas, says the same without a drawing; a legend may serve several units:

    P1 to move, a and b = P1, a at (1,1), b at (2,3), x = P2 at (2,1) hp 3 attack 1, d = P2 dead at (2,2)

Further facts: ``standard start`` (the units of the playable start), ``P1 has won``; and, where a fact is expected
rather than given, ``x is dead``, ``x is alive``, ``x has hp 3``, ``x has attack 1``, ``(1,2) is empty`` (of living
units), ``still open``. A state that no words fit is written in JSON: ``state {...}`` is all of it; ``state with
{"winner": "P3"}`` replaces fields, and ``state without winner`` leaves one out.

The name of a unit is a word; ``"u 1"`` in quotation marks, as in JSON, is any other name.

Actions:

    move to (1,2)                        whoever can
    move x to (1,2)                      naming a unit, which only one reading allows
    attack x                             on the tile on which x stands
    attack x at (1,2)                    attack nobody at (1,2), attack x at nowhere: a field is null
    move to (1,1) and attack x           move to nowhere and attack nobody
    end turn
    P2: end turn                         or end turn by P2; without a player it is the one on turn
    action {"playerId": "P1"}            any action as it is

What only this game may expect:

    valid
    rejected with occupied or off-board           one of these kinds is true of the action
    rejected with exactly occupied and off-board  these are all the kinds that are true of it
    message "Ambiguous attacker"                  message is free: no words are fixed for the refusal
    asking perft {"depth": 1} gives {"nodes": 5}  any request about the state, and some fields of its answer
    asking perft {"depth": -1} is unreadable by TAC-LST-4
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from ludex.notation.reading import Contradiction, compose_text
from ludex.notation.tactics.actions import Action, Sent, action_of
from ludex.notation.tactics.boards import BLANK, SIZE, Position
from ludex.notation.tactics.facts import Fact, Row, cell_text
from ludex.notation.tactics.sentences import SENTENCES
from ludex.notation.tactics.states import compose, drawn_facts_of, facts_of, impose, restated
from ludex.notation.written import NoSentence

__all__ = ["BLANK", "Contradiction", "NoSentence", "compose", "facts_of", "impose", "restated"]
read, one_form = SENTENCES.read, SENTENCES.one_form
read_position = partial(compose_text, read=read, compose=compose)
action_text = fact_text = sent_text = expectation_text = SENTENCES.write


def show_position(position: Any) -> str:
    """A state as a list of facts in one line; raises NoSentence for what is no object."""
    return SENTENCES.write_list(facts_of(position))


def show_board(position: Any) -> str:
    """A state with a drawn board, in several lines; raises NoSentence for what is no object."""
    facts = drawn_facts_of(position)
    return "\n".join(_texts(facts, [max(_widths(facts))] * SIZE))


def fact_texts(facts: Iterable[Fact]) -> list[str]:
    """The sentences of facts that stand below each other: the tiles of drawn rows in columns."""
    listed = list(facts)
    return _texts(listed, _widths(listed))


def _texts(facts: Sequence[Fact], widths: Sequence[int]) -> list[str]:
    return [fact.write_with(SENTENCES, widths) if isinstance(fact, Row) else fact_text(fact) for fact in facts]


def _widths(facts: Sequence[Fact]) -> list[int]:
    """How many letters each column of the drawn rows takes."""
    rows = [map(cell_text, fact.cells) for fact in facts if isinstance(fact, Row)]
    return [max(map(len, column)) for column in zip(*rows, strict=True)] or [1] * SIZE


def read_action(text: str, position: Position = BLANK) -> Any:
    """What goes over the wire for an action in a state; raises NotReadable."""
    sent: Sent = read("action", text)
    return sent.action.data(position)


def data_of(action: Action, _: object, position: Position) -> Any:
    """What goes over the wire for an action that was read; the rules in force make no difference."""
    return action.data(position)


def show_action(data: Any, _: object = None) -> str:
    """The sentence of an action (``action {...}`` for one that no other sentence says)."""
    return action_text(action_of(data))
