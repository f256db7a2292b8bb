"""The grammar of 5x5 Tactics: the classes that its rules say, its other values, and what messages call its words."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial

from ludex.games.tactics.operations import OPERATIONS
from ludex.notation import expectations, wholes
from ludex.notation.parts import PARTS, json_of, operation_of, word_of
from ludex.notation.reading import NotReadable, Place, as_typed, misspelt_word, one_typed, other_count
from ludex.notation.sentences import Attempt, Part, Sentences
from ludex.notation.tactics import actions, facts, judging
from ludex.notation.tactics.boards import BLANK, PLAYERS, SIZE, WrittenTile, tile_text
from ludex.notation.tactics.names import KEYWORDS, PLAIN, name_of, name_text
from ludex.notation.written import value_of

KIND = f"a kind of error, such as {as_typed('not-one-step')}"
FIELD = f"a field of the state: {one_typed(BLANK)}"


WHO = "who attacks is found by the rules"
ATTEMPTS = (
    Attempt(r"\S+ attacks (\S+)", rf"`attack \1`; {WHO}"),
    Attempt(r"attack (\S+) with \S+", rf"`attack \1`; {WHO}"),
    Attempt(
        r"(\S+) moves to (\(.*\))",
        r"`move to \2`; who goes is found by the rules, and `move \1 to \2` names it",
    ),
    Attempt(
        r"(\(\d,\d\)) is not empty",
        r"who stands there, such as `a at \1`; that nobody does is `\1 is empty`",
    ),
    Attempt("(the )?game (is )?over", "who has won: `P1 has won` or `P2 has won`"),
    Attempt("(P1|P2) has not won", "how the game stands: `still open`, `P1 has won` or `P2 has won`"),
    Attempt("p([12]) (to move|has won|wins)", r"`P\1 \2`"),
)


_CELL = rf"(?:\.|{PLAIN.pattern}|\"[^\"]*\")"
_ROW = re.compile(rf"((?:{_CELL}(?!\s*=)(?:\s+|$))+)(?:{_CELL}(?:\s+and\s+{_CELL})*\s*=.*)?")


def _misspelt(text: str, place: Place, error: NotReadable) -> NotReadable | None:
    """An error whose reason is a row that is too long or too short, or a word that could be the name of a unit, and is
    nearly a keyword ("stil open")."""
    offset = error.column - place.column
    row = _ROW.fullmatch(text)
    cells = row[1].split() if row else []
    if "." in cells and (uneven := other_count(place, SIZE, "tiles", "row", len(cells))):
        return uneven
    words = list(PLAIN.finditer(text))
    near = [word for word in words if word.start() <= offset][-2:][::-1]
    found = misspelt_word([*near, *(words[:1] if "." not in text else ())], KEYWORDS)
    if found is None:
        return None
    start, suggestion = found
    expected = error.expected if start == offset else "a word of the notation, or a name used as one"
    return place.problem(expected, suggestion, start)


SENTENCES = Sentences(
    "ludex.notation.tactics",
    "tactics.lark",
    ("position", "action", "expectation"),
    modules=(facts, wholes, actions, judging, expectations),
    attempts=ATTEMPTS,
    misspelt=_misspelt,
    parts={
        **PARTS,
        "KIND": Part(partial(word_of, known=judging.CLAUSES, expected=KIND)),
        "OPERATION": Part(partial(operation_of, operations=OPERATIONS)),
        "FIELD": Part(partial(word_of, known=BLANK, expected=FIELD)),
        "name": Part(name_of, name_text),
        "tile": Part(lambda x, y: WrittenTile(int(x), int(y)), tile_text),
        "also_said_owner": Part(lambda player, unit, tile: facts.Legend((unit,), player, at=tile)),
        "also_data": Part(lambda json: actions.action_of(value_of(json_of(json)))),
        "marked_dead": Part(lambda: True, lambda _: "dead"),
        "said_by_prefix": Part(lambda player, action: replace(action, by=player)),
        "said_by": Part(lambda action, player: replace(action, by=player)),
    },
    words={
        "(": f"a tile such as {as_typed('(1,2)')}",
        ")": "a closing parenthesis",
        ",": "a comma",
        ".": f"{as_typed('.')} (nobody)",
        "INT": "a number",
        "JSON": "JSON in braces",
        "QUOTED": "a text in quotation marks",
        "NAME": "a unit's name",
        "KIND": KIND,
        "OPERATION": f"a request: {one_typed(OPERATIONS)}",
        "FIELD": FIELD,
        "CLAUSE": f"a clause such as {as_typed('TAC-MOV-2')}",
        ";": "a semicolon and another action",
        ":": "a colon",
    },
    groups=(
        (frozenset({"NAME", "QUOTED"}), "a unit's name"),
        (frozenset(PLAYERS), f"a player ({one_typed(PLAYERS)})"),
    ),
)
