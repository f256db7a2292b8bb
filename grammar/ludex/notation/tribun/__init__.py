"""How the positions and actions of Tribun are written.

A position is a list of facts, apart by commas:

    black to move, black 2/3 at (0,0), black T1 at (-5,-5), white T1 at (5,5)

``2/3`` is a primary of height 2 above a slave of height 3, ``T1`` is the tribun. ``standard start`` is the board at
the start of a game. Further facts: ``black offers a draw``, ``white may not offer`` (after a decline),
``white wins``, ``tie``, ``(0,0) is empty``; and, where a fact is expected rather than given, ``nobody offers a
draw``, ``both may offer``, ``still open``.

The compact form says all of it in one line of five fields with one space between them:

    bT1.1.b2.b2.2|1.b3.b3.b2.b1.2|...|2.w2.w2.1.wT1 b - - -

1. the board: eleven rows apart by ``|``, x from -5 to 5; in a row the tiles from the lowest y to the highest, apart by
   points; a number counts empty tiles (1 to 11, two numbers never beside each other); a unit is ``b`` or ``w``, then
   ``T`` if it is the tribun, its height, and ``/`` with the height of its slave, if it has one;
2. the side to move, ``b`` or ``w``;
3. whose draw offer is pending, ``b``, ``w`` or ``-`` for nobody's;
4. who may not offer a draw, ``b``, ``w`` or ``-``;
5. the outcome: ``-`` still open, ``b`` or ``w`` for the winner, ``=`` a tie.

Each position has one compact line; in a list of facts it stands as ``position "..."``.

Actions:

    move (0,0) -> (1,2)                  the primary goes; => moves the whole stack, by the slave's pattern
    kill (0,0) -> (1,2)                  and moves in; => with the whole stack
    liberate (1,2)
    damage (1,2) by 2
    enslave (0,0) -> (1,2)
    combine 2 from up and 1 from down at (0,0)
    symmetric combine at (0,0) of 6 giving 1        of 3+ (up, right-down, left-down), 3- (the other three)
    split (0,0) up 2 and down 1
    backstab (0,0) up
    attack tribun (4,5) from (3,4)       for white: the winner's colour, if it is not the side to move
    black offers a draw                  black retracts, black accepts, black declines
    black resigns                        black has no legal turn, black runs out of time
    total time runs out                  naming white: with the loser's bit set, which means nothing
    word 0x1234abcd                      any word as it is

``sent by black``, ``sent by white`` or ``sent by the server`` after an action says who sends it. The directions are
up, left-up, right-up, down, right-down and left-down.
"""

from __future__ import annotations

from functools import partial

from ludex.notation.reading import Contradiction, compose_text
from ludex.notation.tribun.actions import Action, Sent
from ludex.notation.tribun.boards import Position, board_of, require_fields
from ludex.notation.tribun.compact import compact, read_compact
from ludex.notation.tribun.facts import BLANK, compose, facts_of, impose, restated
from ludex.notation.tribun.sentences import SENTENCES
from ludex.notation.tribun.words import WordRules, action_of, word_of
from ludex.notation.written import NoSentence

__all__ = ["BLANK", "Contradiction", "NoSentence", "compose", "facts_of", "impose", "read_compact", "restated"]
read, one_form = SENTENCES.read, SENTENCES.one_form
read_position = partial(compose_text, read=read, compose=compose)
action_text = fact_text = sent_text = expectation_text = SENTENCES.write
fact_texts = SENTENCES.write_all


def show_position(position: Position) -> str:
    """A position as a list of facts; raises NoSentence for one that is malformed."""
    return SENTENCES.write_list(facts_of(position))


def show_compact(position: Position) -> str:
    """A position in its compact line; raises NoSentence for one that is malformed."""
    require_fields(position)
    return compact(board_of(position), position)


def read_action(text: str, rules: WordRules, mover: str = "black") -> int:
    """The word of an action, for the side to move; raises NotReadable."""
    sent: Sent = read("action", text)
    return word_of(sent.action, rules, mover)


def data_of(action: Action, rules: WordRules, position: Position) -> int:
    """What goes over the wire for an action that was read, in this position."""
    return word_of(action, rules, position["turn"])


def show_action(word: int, rules: WordRules) -> str:
    """The sentence of a word (``word 0x...`` for one that says nothing)."""
    return action_text(action_of(word, rules))
