"""How the positions and actions of Minions are written.

Boards are counted from 1, as people count them (on the wire their index counts from 0). A sentence that names no
board speaks of the board that was laid last before it in the same list, else of board 1; an action that names none is
one on board 1. Hexes are ``a0`` to ``j9``, the sides ``yellow`` and ``blue``, the units are called as in the table.
Commas part sentences, so lists within a sentence are joined by ``and``.

A position is a list of facts. A board may be given by its line, as it is in use:

    yellow to move, board 1 blackened_shores "n|I|i|||0/2ZZ6/1ZNZ6/1ZZ7/0/0/7zz1/6znz1/6zz2/0"

or in words; the necromancers are to be named, for without one on each side a board is none:

    blue to move, board 1 blackened_shores normal
    yellow necromancer at c2, yellow zombie at b2 and c3 damage 1, blue arcane_necromancer at h7
    yellow zone: initiate and zombie 2, blue money 7, blue free spells 1, blue has teched skeleton

or drawn, rank by rank as pictures show it (the signs of water and graveyards, ``~`` and ``+``, stand for nobody), with
more about single units beside it:

    yellow to move, board 1 midnight_lake normal
    1 . . Z Z . . . . . .
      2 . Z N Z . . . . . .
        7 . . . . . . z n z .
    yellow arcane_necromancer at c2 damage 1, d2 has moved 1

What is left out: board 1 lies on blackened_shores in the state normal, zones are empty, nobody has money, points or
spells, the techline is that of the table without a spell on it. ``board 2 midnight_lake reset+1`` lays another board
(``board 2 reset+1`` on the usual map), and ``board 1 "0/2G3G3/..." normal`` one on a map of one's own. ``standard
start on blackened_shores and midnight_lake`` (or: ``standard start with 2 boards on midnight_lake``) is the beginning
of a game, which further facts may change.

Of a board one may say: ``board 2 is in state reset+1``, ``board 2 is in its spawn phase``, ``board 2 has spawned``,
``board 2 is resigned``, ``board 2 is won`` (the side to move has destroyed an enemy necromancer), also with ``not``;
of its hexes and units: ``c2 is empty``, ``c2 has damage 1`` (0: none), ``c2 has moved 2``, ``c2 has attacked 1``,
``c2 was spawned``, ``blue zone: nothing``, ``blue has used arcane_necromancer``; each with ``on board 2`` at its end.
The rest: ``yellow points 1``, ``yellow owed 2``, ``yellow bought spells 1``, ``cards SPWG`` (by letters), ``yellow
has a spell on warg`` (``marched to`` and ``just teched`` if placed in this turn), ``entered boards 2 and 1``,
``yellow wins the game``, ``still open``. A position that no words fit is written in JSON: ``position {...}`` is all
of it, ``position with {...}`` replaces fields and ``position without side`` leaves one out.

Where a fact is expected rather than given, marks of units that are not said are not asked, and a spell that was
placed in this turn is a spell.

Actions:

    move c2 -> c3                        a tick of one move
    move c2 -> c3 and c3 -> c2           a tick of several; "tick" may stand before it, a comma in place of "and"
    attack c2 -> c3 and c2 -> d2
    buy zombie                           and spawn zombie at c3
    choose arcane_necromancer keep zombie on board 2     or keep nothing
    resign on board 2
    buy a spell                          and march, tech skeleton, end the turn
    turn: move c2 -> c3; end the turn    a whole turn, or in braces: turn {move c2 -> c3; end the turn}
    action {"kind": "march"}             any action as it is

What only this game may expect:

    c2 reaches c3 and d2                 where a move of the unit on c2 could end
    c2 reaches exactly c3                that is all of it
    c2 does not reach c4
    asking map {"rows": "0/0"} is unreadable by MIN-BRD-8      or refused
    asking perft {"depth": 0} gives {"nodes": 1}
"""

from __future__ import annotations

from functools import partial
from typing import Any

from ludex.notation.minions.actions import Action, Sent, action_of
from ludex.notation.minions.claims import BLANK
from ludex.notation.minions.positions import compose, facts_of, impose, line_facts_of, restated
from ludex.notation.minions.sentences import SENTENCES
from ludex.notation.reading import Contradiction, compose_text
from ludex.notation.written import NoSentence

__all__ = ["BLANK", "Contradiction", "NoSentence", "compose", "facts_of", "impose", "restated"]
read, one_form = SENTENCES.read, SENTENCES.one_form
read_position = partial(compose_text, read=read, compose=compose)
action_text = fact_text = sent_text = expectation_text = SENTENCES.write
fact_texts = SENTENCES.write_all


def show_position(position: Any) -> str:
    """A position as a list of facts in one line, boards by their lines; raises NoSentence for what is no object."""
    return SENTENCES.write_list(line_facts_of(position))


def read_action(text: str) -> Any:
    """What goes over the wire for an action; raises NotReadable."""
    sent: Sent = read("action", text)
    return sent.action.data()


def data_of(action: Action, _: object = None, __: object = None) -> Any:
    """What goes over the wire for an action that was read; neither rules nor position make a difference."""
    return action.data()


def show_action(data: Any, _: object = None) -> str:
    """The sentence of an action (``action {...}`` for one that no other sentence says)."""
    return action_text(action_of(data))
