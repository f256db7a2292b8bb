"""How positions and moves of Hexapawn are written: ``white to move``, a row of the board a line, and ``a1 to a2``.

The board is drawn from the top row on, ``b b b``; further facts are ``white has won``, ``drawn`` and ``still open``,
which is so where nothing is said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from ludex.notation import expectations
from ludex.notation.parts import PARTS
from ludex.notation.reading import Contradiction, NotReadable, as_typed, compose_text, one_typed
from ludex.notation.sentences import Sentences
from ludex.notation.written import NoSentence
from ludex_hexapawn.notation.hexapawn import facts as f

__all__ = ["BLANK", "Contradiction", "NoSentence"]

Position = Mapping[str, Any]
BLANK: Position = {"board": ["bbb", "...", "www"], "turn": "white", "winner": None}

SENTENCES = Sentences(
    "ludex_hexapawn.notation.hexapawn",
    "hexapawn.lark",
    ("position", "action", "expectation"),
    modules=(f, expectations),
    parts=PARTS,
    words={
        "INT": "a number",
        "SQUARE": f"a square such as {as_typed('a1')}",
        "CLAUSE": f"a clause such as {as_typed('HEX-MOV-1')}",
        ";": "a semicolon and another move",
        ":": "a colon",
    },
    groups=((frozenset("bw."), "a row of the board"),),
)
read, one_form = SENTENCES.read, SENTENCES.one_form
fact_text = sent_text = expectation_text = SENTENCES.write
fact_texts = SENTENCES.write_all


def impose(position: Position, facts: Sequence[f.Fact]) -> Position:
    """The position with these facts put in: the same exactly if they hold in it; raises Contradiction."""
    said: dict[str, Any] = {}
    for index, fact in enumerate(facts):
        if fact.field in said and fact.field != "board":
            raise Contradiction(index, f"only one sentence on the {fact.field}")
        said[fact.field] = fact.put(said.get(fact.field))
    rows = said["board"] if "board" in said else position["board"]
    if {len(row) for row in rows} != {len(rows)}:
        last = max((index for index, fact in enumerate(facts) if isinstance(fact, f.Row)), default=-1)
        raise Contradiction(last, f"a square board; there are {len(rows)} rows")
    return {**position, **said}


def compose(facts: Sequence[f.Fact]) -> Position:
    """The position that facts describe; raises Contradiction."""
    named = {fact.field for fact in facts}
    if "board" not in named:
        raise Contradiction(-1, f"the rows of the board, such as {as_typed('b b b')}")
    if "turn" not in named:
        raise Contradiction(-1, one_typed(f"{player} to move" for player in ("white", "black")))
    return impose({**BLANK, "winner": None}, facts)


read_position = partial(compose_text, read=read, compose=compose)


def facts_of(position: Any) -> list[f.Fact]:
    """The facts of a whole position, in the order in which they are printed; raises NoSentence."""
    try:
        outcome = () if position["winner"] is None else (f.Outcome(position["winner"]),)
        facts = [f.ToMove(position["turn"]), *outcome, *(f.Row(tuple(row)) for row in position["board"])]
        if compose(facts) == position and all(read("position", fact_text(fact)) == fact for fact in facts):
            return facts
    except (TypeError, KeyError, Contradiction, NotReadable):
        pass  # as below
    raise NoSentence("no words for this position")


def restated(position: Position, facts: Sequence[f.Fact]) -> list[list[f.Fact]]:
    """For each fact, what is so in a position instead."""
    rows = iter(position["board"])
    return [[fact.instead(position, rows)] for fact in facts]


def data_of(move: f.MoveText, *_: Any) -> dict[str, str]:
    """A move as it goes over the wire."""
    return {"from": move.begin, "to": move.end}


def show_action(data: Any, _: Any = None) -> str:
    """The sentence of a move; raises NoSentence for what is none."""
    try:
        return SENTENCES.write(f.MoveText(data["from"], data["to"]))
    except (TypeError, KeyError):
        raise NoSentence("a move is from a square to a square") from None
