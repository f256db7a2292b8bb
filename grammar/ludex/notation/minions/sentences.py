"""The grammar of Minions: the classes that its rules say, its other values, and what messages call its words."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any

from ludex.notation import expectations, wholes
from ludex.notation.minions import actions, facts, judging, table
from ludex.notation.minions.boards import FILES, HEXES, MOST_BOARDS, SIDES, STATES
from ludex.notation.minions.claims import BLANK
from ludex.notation.minions.facts import Line, SaidMarks, StandardStart, board_or_line, marks_text
from ludex.notation.minions.judging import OPERATIONS
from ludex.notation.minions.names import KEYWORDS
from ludex.notation.parts import MOST_NUMBER, PARTS, json_of, operation_of, unquote, whole_number_of, word_of
from ludex.notation.reading import (
    Misplaced,
    NotReadable,
    Place,
    as_typed,
    did_you_mean,
    misspelt_word,
    one_typed,
    other_count,
    suggestion_of,
)
from ludex.notation.sentences import Attempt, Part, Sentences
from ludex.notation.written import quote, value_of

if TYPE_CHECKING:
    from lark import Token

UNIT = f"a unit such as {as_typed('zombie')}"
HEX = f"a hex from {as_typed('a0')} to {as_typed('j9')}"
CELL = f"the letter of a unit ({as_typed('.')} for nobody)"
STATE = f"a state ({one_typed(STATES.values())})"
HINTS = {
    "spell": suggestion_of("a spell"),
    "spells": suggestion_of("free spells", "bought spells"),
    "won": suggestion_of("has won"),
}
MAP = f"a map ({one_typed(table.MAPS)}) or rows in quotation marks"
_RANK = re.compile(r"\d((?:\s+[.~+A-Za-z][~+]?'?(?!\w))+)(?:\s+on board \d+)?")
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
FIELD = f"a field of the position: {one_typed(BLANK)}"


ATTEMPTS = (
    Attempt(
        r"([a-j]\d) is not empty",
        r"who stands there, such as `yellow zombie at \1`; that nobody does is `\1 is empty`",
    ),
    Attempt(r"([a-j]\d) (?:is|was) not (?:damaged|hurt)|([a-j]\d) has no damage", r"`\1\2 has damage 0`"),
    Attempt(
        r"buy \d+ ([a-z_]+?)s?",
        r"`buy \1`, once for each; a `turn:` holds several actions",
    ),
    Attempt(r"(?:yellow|blue) buys? (?:an? |one )?([a-z_]+)", r"`buy \1`; the side to move acts"),
    Attempt(
        r"(?:yellow|blue) (?:moves|attacks) ([a-j]\d.*)",
        r"`move c2 -> c3` or `attack c2 -> c3`; the side to move acts",
    ),
    Attempt(
        r"(?:yellow|blue) (?:resigns?|march(?:es)?|techs?|ends?)\b.*",
        "`resign`, `march`, `tech skeleton` or `end the turn`; the side to move acts",
    ),
    Attempt(
        r"(?:yellow|blue) has not won",
        "how the game stands: `still open`, `yellow wins the game` or `blue wins the game`",
    ),
)


def _number(token: Token) -> int:
    return whole_number_of(token, 1, MOST_BOARDS, f"the number of a board, from 1 to {MOST_BOARDS}")


def _amount(token: Token, least: int = 0) -> int:
    return whole_number_of(token, least, MOST_NUMBER, f"a whole number from {least}")


def _hex(token: Token) -> str:
    return word_of(token, HEXES, HEX, hint="")


def _kind(token: Token) -> str:
    return word_of(token, table.LETTERS, UNIT, hint=_suggestion_for(str(token)))


def _kinds(token: Token) -> str:
    """A unit, or several of its kind."""
    one = token.removesuffix("s")
    return one if one in table.LETTERS else _kind(token)


def _suggestion_for(word: str) -> str:
    """A suggestion for a word that is no unit."""
    longer = [name for name in table.LETTERS if name.startswith(f"{word}_")]
    near = suggestion_of(longer[0]) if longer else did_you_mean(word, [*table.LETTERS, "nothing"])
    return HINTS.get(word, near)


def _card(token: Token) -> str:
    if table.LETTERS[_kind(token)] not in table.ALL_CARDS:
        raise Misplaced(token, f"a unit with a card; {as_typed(token)} has none")
    return str(token)


def _necromancer(token: Token) -> str:
    _kind(token)
    return word_of(token, table.ADVANCED, f"an advanced necromancer: {one_typed(table.ADVANCED)}", hint="")


def _cards(letters: Token) -> str:
    for place, letter in enumerate(letters):
        if letter not in table.ALL_CARDS or letter in letters[:place]:
            raise Misplaced(letters, f"letters of cards ({as_typed(table.CARDS)}), none of them twice", further=place)
    return str(letters)


def _cell(token: Token) -> str | None:
    letter = token[:1]
    if not letter.isalpha():
        return None
    if letter.upper() not in {*table.BY_LETTER, table.NECROMANCER_LETTER}:
        raise Misplaced(token, f"{CELL}, which {as_typed(letter)} is not")
    return letter


def _map(token: Token) -> str:
    return unquote(token) if token.type == "QUOTED" else word_of(token, table.MAPS, MAP)


def _map_text(text: str) -> str:
    """A map: its name in the table, or anything else, such as rows, in quotation marks."""
    return text if text in table.MAPS else quote(text)


def _state(*words: Token) -> str:
    letters = {said: letter for letter, said in STATES.items()}
    said = " ".join(words)
    if said not in letters:
        raise Misplaced(words[0], STATE)
    return letters[said]


def _boards(number: Token) -> Token:
    _number(number)
    return number


def _start(boards: Token | None, maps: tuple[str, ...] = (table.USUAL_MAP,)) -> StandardStart:
    """A start on so many boards, which lie on these maps, or all on the only one."""
    if boards and len(maps) == 1:
        maps *= int(boards)
    if boards and len(maps) != int(boards):
        raise Misplaced(boards, f"as many boards as maps; there are {len(maps)} maps")
    return StandardStart(maps)


def _entry(kind: str, number: Token | None) -> tuple[str, int]:
    return kind, _amount(number, 1) if number else 1


def _entry_text(entry: tuple[str, int]) -> str:
    kind, number = entry
    return kind if number == 1 else f"{kind} {number}"


def _mark(word: Token, number: Token) -> tuple[str, Any, Token]:
    return str(word), _amount(number), number


def _short_mark(mark: Token) -> SaidMarks:
    """A mark as it stands in the line of a board, such as m1."""
    if mark == "s":
        return SaidMarks(spawned=True)
    return SaidMarks(**{{"d": "damage", "m": "moved", "a": "attacked"}[mark[0]]: int(mark[1:])})  # type: ignore[arg-type]


def _marks(*said: tuple[str, Any, Token]) -> SaidMarks:
    marks: dict[str, Any] = {}
    for name, value, token in said:
        if name in marks:
            raise Misplaced(token, f"{as_typed(name)} only once")
        marks[name] = value
    return SaidMarks(**marks)


def _misspelt(text: str, place: Place, error: NotReadable) -> NotReadable | None:
    """An error whose reason is a rank that is too long or too short, or a word before it that could be a name, and is
    nearly a word of the notation."""
    rank = _RANK.fullmatch(text)
    if rank and (uneven := other_count(place, len(FILES), "hexes", "rank", len(rank[1].split()))):
        return uneven
    known = {*KEYWORDS, *table.LETTERS, *table.MAPS}
    offset = error.column - place.column
    here = _WORD.match(text, offset)
    if here and here.group() not in known and here.group().lower() in known:
        return place.problem(error.expected, suggestion_of(here.group().lower()), offset)
    found = misspelt_word([word for word in _WORD.finditer(text) if word.start() < offset][-2:][::-1], known)
    return found and place.problem("a word of the notation, or a name of the table", found[1], found[0])


SENTENCES = Sentences(
    "ludex.notation.minions",
    "minions.lark",
    ("position", "action", "expectation"),
    modules=(facts, wholes, actions, judging, expectations),
    attempts=ATTEMPTS,
    misspelt=_misspelt,
    parts={
        **PARTS,
        "hex": Part(str),
        "plain_hex": Part(_hex),
        "also_hex": Part(str.lower),
        "owner": Part(lambda word: word.lower().removesuffix("'s")),
        "kinds": Part(_kinds),
        "short_mark": Part(_short_mark),
        "also_line": Part(lambda line: Line(None, None, str(line))),
        "also_data": Part(lambda json: actions.action_of(value_of(json_of(json)))),
        "kind": Part(_kind),
        "CELL": Part(_cell, lambda cell: cell or "."),
        "CARDS": Part(_cards),
        "OPERATION": Part(partial(operation_of, operations=OPERATIONS)),
        "FIELD": Part(partial(word_of, known=BLANK, expected=FIELD)),
        "number": Part(_number),
        "amount": Part(_amount),
        "rank_number": Part(partial(whole_number_of, least=0, most=len(FILES) - 1, expected="a rank from 0 to 9")),
        "card": Part(_card),
        "necromancer": Part(_necromancer),
        "map": Part(_map, _map_text),
        "state": Part(_state, STATES.__getitem__),
        "laid": Part(board_or_line),
        "with_boards": Part(_boards),
        "usual_start": Part(_start),
        "start_with_boards": Part(_start),
        "entry": Part(_entry, _entry_text),
        "counted_mark": Part(_mark),
        "spawned_mark": Part(lambda word: (str(word), True, word)),
        "marks": Part(_marks, marks_text),
        "the_mark": Part(_marks, marks_text),
    },
    words={
        ",": "a comma and another hex",
        ":": "a colon",
        ";": "a semicolon and another action",
        "->": f"{as_typed('->')} and a hex",
        "{": "the actions of the turn in braces",
        "}": "a closing brace",
        "INT": "a number",
        "JSON": "JSON in braces",
        "QUOTED": "a text in quotation marks",
        "HEX": f"a hex such as {as_typed('c2')}",
        "CELL": CELL,
        "KIND": UNIT,
        "MAP": f"a map such as {as_typed('midnight_lake')}",
        "FIELD": FIELD,
        "RESET": one_typed(("reset+0", "reset+1", "reset+2")),
        "CARDS": "letters of cards",
        "OPERATION": f"a request: {one_typed(OPERATIONS)}",
        "CLAUSE": f"a clause such as {as_typed('MIN-MOV-2')}",
    },
    groups=(
        (frozenset(SIDES), f"a side ({one_typed(SIDES)})"),
        (frozenset({"first", "normal", "RESET"}), STATE),
    ),
)
