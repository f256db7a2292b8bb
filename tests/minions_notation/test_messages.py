"""What the notation of Minions says about text that it cannot read: the place, and the words of an author."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.notation import NotReadable, minions
from ludex.notation.minions.sentences import SENTENCES
from ludex.scenario import read_text
from tests.messages import Sentence, assert_names_no_part_of_the_grammar, sentences
from tests.minions_notation import made

A_STATE = "a state (`first turn`, `normal`, `reset+0`, `reset+1` or `reset+2`)"
# start, text, column, part of what is expected, hint
BAD = [
    (
        "action",
        "",
        1,
        "`action`, `attack`, `buy`, `choose`, `end`, `march`, `move`, `resign`, `spawn`, `tech`, `tick` or `turn`",
        "",
    ),
    ("action", "moev c2 -> c3", 1, "`move`", "did you mean `move`?"),
    ("action", "Move c2 -> c3", 1, "`move`", "did you mean `move`?"),
    ("action", "move", 5, "a hex such as `c2`", ""),
    ("action", "move c2", 8, "`->` and a hex", ""),
    ("action", "move c2 c3", 9, "`->` and a hex", ""),
    ("action", "move c2 - c3", 9, "`->` and a hex", "did you mean `->`?"),
    ("action", "move c2 → c3", 9, "`->` and a hex", "did you mean `->`? this is another sign, →"),
    ("action", "move c2 -> c10", 12, "a hex from `a0` to `j9`", ""),
    ("action", "move k2 -> c3", 6, "a hex from `a0` to `j9`", ""),
    ("action", "move C22 -> c3", 6, "a hex such as `c2`", ""),
    ("action", "move zombie -> c3", 6, "a hex such as `c2`", ""),
    ("action", "move c2 -> c3 c3 -> c2", 15, "a comma and another hex, `and`, `on` or the end of the line", ""),
    ("action", "move c2 -> c3 and", 18, "a hex such as `c2`", ""),
    ("action", "move c2 -> c3, attack c3 -> d3", 16, "a hex such as `c2`", ""),
    ("action", "move c2 -> c3 on bord 2", 18, "`board`", "did you mean `board`?"),
    ("action", "move c2 -> c3 on 2", 18, "`board`", ""),
    ("action", "move c2 -> c3 on board 0", 24, "the number of a board, from 1 to 99", ""),
    ("action", "move c2 -> c3 on board 100", 24, "the number of a board, from 1 to 99", ""),
    ("action", "move c2 -> c3 on board two", 24, "a number", ""),
    ("action", "attack c2 => c3", 11, "`->` and a hex", ""),
    ("action", "atack c2 -> c3", 1, "`attack`", "did you mean `attack`?"),
    ("action", "tick buy zombie", 6, "`attack` or `move`", ""),
    ("action", "buy", 4, "a unit such as `zombie`, `a` or `one`", ""),
    ("action", "buy zombies", 5, "a unit such as `zombie`", "did you mean `zombie`?"),
    ("action", "buy a zombee", 7, "a unit such as `zombie`", "did you mean `zombie`?"),
    ("action", "buy spell", 5, "a unit such as `zombie`", "did you mean `a spell`?"),
    ("action", "spawn zombie", 13, "`at`", ""),
    ("action", "spawn zombie on c3", 14, "`at`", ""),
    ("action", "spawn zombie at c", 17, "a hex such as `c2`", ""),
    ("action", "choose arcane", 8, "a unit such as `zombie`", "did you mean `arcane_necromancer`?"),
    ("action", "choose arcane_necromancer", 26, "`keep`", ""),
    ("action", "choose arcane_necromancer keep noting", 32, "a unit such as `zombie`", "did you mean `nothing`?"),
    ("action", "choose arcane_necromancer kep zombie", 27, "`keep`", "did you mean `keep`?"),
    ("action", "resing", 1, "`resign`", "did you mean `resign`?"),
    ("action", "resign board 2", 8, "`on` or the end of the line", ""),
    ("action", "march skeleton", 7, "the end of the line", ""),
    ("action", "tech skelton", 6, "a unit such as `zombie`", "did you mean `skeleton`?"),
    ("action", "end trun", 5, "`the` or `turn`", "did you mean `turn`?"),
    ("action", "turn", 5, "a colon or the actions of the turn in braces", ""),
    ("action", "turn: move c2 -> c3, end the turn", 22, "a hex such as `c2`", ""),
    ("action", "turn {march; end the turn", 26, "a closing brace or a semicolon and another action", ""),
    ("action", "turn {turn {march}; end the turn}", 7, "a closing brace, `attack`, `buy`", ""),
    ("action", "action march", 8, "JSON in braces", ""),
    ("action", 'action {"kind": }', 17, "JSON", ""),
    ("position", "", 1, "a side (`yellow` or `blue`), a hex such as `c2`, a number, `board`, `cards`", ""),
    ("position", "yellow to mvoe", 11, "`move`", "did you mean `move`?"),
    ("position", "yelow to move", 1, "a side (`yellow` or `blue`)", "did you mean `yellow`?"),
    ("position", "green to move", 1, "a side (`yellow` or `blue`)", ""),
    (
        "position",
        "yellow",
        7,
        "a unit such as `zombie`, `bought`, `free`, `has`, `money`, `owed`, `points`, `to`, `wins` or `zone`",
        "",
    ),
    ("position", "yellow zombi at c2", 8, "a unit such as `zombie`", "did you mean `zombie`?"),
    ("position", "yellow zombie in c2", 15, "`at`", ""),
    ("position", "2 . Z N Z . . . . .", 1, "ten hexes; this rank has nine", ""),
    ("position", "2 . Z N Z . . . . . . .", 1, "ten hexes; this rank has eleven", ""),
    ("position", "2 . F N Z . . . . . .", 5, "the letter of a unit (`.` for nobody), which `F` is not", ""),
    ("position", "10 . . . . . . . . . .", 1, "a rank from 0 to 9", ""),
    ("position", "zombie at c2", 1, "a side (`yellow` or `blue`)", ""),
    ("position", "yellow zombie at c2 damage -1", 28, "a whole number from 0", ""),
    ("position", "yellow zombie at c2 damaged 1", 21, "`damage`", "did you mean `damage`?"),
    ("position", "yellow zombie at c2 damage 1 damage 2", 37, "`damage` only once", ""),
    ("position", "yellow zombie at c2 spawned spawned", 29, "`spawned` only once", ""),
    ("position", "yellow zombie at c2 moved one", 27, "a number", ""),
    ("position", "yellow zone initiate", 13, "a colon", ""),
    ("position", "yellow zone: zombie 0", 21, "a whole number from 1", ""),
    ("position", "yellow zone: 2 zombie", 14, "a unit such as `zombie` or `nothing`", ""),
    ("position", "yellow zne: zombie", 8, "a word of the notation, or a name of the table", "did you mean `zone`?"),
    ("position", "yellow money -3", 14, "a whole number from 0", ""),
    ("position", "yellow has mony 3", 12, "`money`", "did you mean `money`?"),
    ("position", "yellow spells 1", 8, "a unit such as `zombie`", "did you mean `free spells` or `bought spells`?"),
    ("position", "yellow has used necromancer", 17, "an advanced necromancer: `arcane_necromancer`", ""),
    ("position", "yellow has teched zombie", 19, "a unit with a card; `zombie` has none", ""),
    ("position", "yellow has tched skeleton", 12, "`teched`", "did you mean `teched`?"),
    ("position", "yellow has marched skeleton", 20, "`to`", ""),
    ("position", "cards SPF", 9, "letters of cards (`SPWGTHKXAUJVMLOCRQBEYD`), none of them twice", ""),
    ("position", "cards SPS", 9, "letters of cards (`SPWGTHKXAUJVMLOCRQBEYD`), none of them twice", ""),
    ("position", "cards skeleton", 7, "letters of cards", ""),
    ("position", "board", 6, f"{A_STATE}, a map such as `midnight_lake`, a number, a text in quotation marks", ""),
    ("position", "board 0 normal", 7, "the number of a board, from 1 to 99", ""),
    (
        "position",
        "board blackend_shores",
        7,
        "a map (`blackened_shores`, `midnight_lake`",
        "did you mean `blackened_shores`?",
    ),
    ("position", "board 2 is in state nromal", 21, A_STATE, "did you mean `normal`?"),
    ("position", "board 2 is reset+3", 12, A_STATE, ""),
    ("position", "board 2 is resined", 12, "`resigned`", "did you mean `resigned`?"),
    ("position", "board 2 has spawnd", 13, "`not` or `spawned`", "did you mean `spawned`?"),
    ("position", "board midnight_lake nromal", 21, f"{A_STATE}, a text in quotation marks", "did you mean `normal`?"),
    ("position", 'board 1 midnight_lake "\\q"', 23, "a text in quotation marks, written as in JSON", ""),
    ("position", "standard strat", 10, "`start`", "did you mean `start`?"),
    ("position", "standrad start", 1, "`standard`", "did you mean `standard`?"),
    (
        "position",
        "standard start with 3 boards on midnight_lake and mega_puddles",
        21,
        "as many boards as maps; there",
        "",
    ),
    ("position", "standard start on atlantis", 19, "a map (`blackened_shores`, `midnight_lake`", ""),
    ("position", "c2 is emty", 7, "`empty`", "did you mean `empty`?"),
    ("position", "c2 has 1 damage", 8, "`attacked`, `damage` or `moved`", ""),
    ("position", "entered 2", 9, "`board` or `boards`", ""),
    ("position", "no bord entered", 4, "`board` or `cards`", "did you mean `board`?"),
    ("position", "stil open", 1, "`still`", "did you mean `still`?"),
    ("position", "position without sides", 18, "a field of the position: `boards`, `maps`", "did you mean `side`?"),
    ("position", 'position {"side": yellow}', 19, "JSON", ""),
    ("expectation", "refused by MOV-2", 12, "a clause such as `MIN-MOV-2` or `exactly`", ""),
    ("expectation", "unreadble by MIN-LIN-1", 1, "`unreadable`", "did you mean `unreadable`?"),
    ("expectation", "legal move c2 -> c3", 7, "a colon", ""),
    ("expectation", "legal: march resign", 14, "a semicolon and another action or the end of the line", ""),
    ("expectation", "legal: turn: march", 12, "the actions of the turn in braces", ""),
    ("expectation", "3 lgal actions", 3, "`legal`", "did you mean `legal`?"),
    ("expectation", "-3 legal actions", 1, "a number of actions", ""),
    ("expectation", "c2 reach d2", 4, "`reaches`", "did you mean `reaches`?"),
    ("expectation", "c2 does reach d2", 9, "`not`", ""),
    ("expectation", "asking maps {} gives {}", 8, "a request: `board`, `map`, `perft`, `reach`", "did you mean `map`?"),
    ("expectation", "asking map 3 gives {}", 12, "JSON in braces", ""),
    ("expectation", "asking map {} is 3", 18, "`refused` or `unreadable`", ""),
    ("expectation", "nothing changed", 9, "`changes`", "did you mean `changes`?"),
]


@pytest.mark.parametrize(("start", "text", "column", "expected", "hint"), BAD)
def test_a_message_says_where_and_what(start: str, text: str, column: int, expected: str, hint: str) -> None:
    with pytest.raises(NotReadable) as caught:
        minions.read(start, text)
    error = caught.value
    assert (error.line, error.column, error.text) == (1, column, text)
    assert expected in error.expected
    assert error.hint == hint


# text, line, column, part of what is expected
BAD_LISTS = [
    ("board normal", 1, 1, "a word on who is to move: `yellow to move` or `blue to move`"),
    ("yellow to move, blue to move", 1, 17, "only one sentence on who is to move"),
    ("yellow to move, yellow zombie at c2, c2 is empty", 1, 38, "only one sentence on what stands on `c2`"),
    ("yellow to move, yellow zombie at c2, blue zombie at c2", 1, 38, "only one sentence on what stands on `c2`"),
    (
        "yellow to move, yellow zombie at c2 damage 1, c2 has damage 1",
        1,
        47,
        "only one sentence on how `c2` is marked (damage)",
    ),
    (
        "yellow to move, 2 . . Z . . . . . . ., blue zombie at c2",
        1,
        40,
        "what stands on `c2` to be the same in words and as drawn",
    ),
    ("yellow to move, c2 is empty, 2 . . Z . . . . . . .", 1, 30, "what stands on `c2` to be the same in words and as"),
    ("yellow to move, 2 . . Z . . . . . . ., 2 . . Z . . . . . . .", 1, 40, "only one sentence on what stands on `a2`"),
    ("yellow to move, c2 has damage 1", 1, 17, "a unit on `c2` before its marks, such as `yellow zombie at c2`"),
    ("yellow to move, yellow money 3, yellow money 3", 1, 33, "only one sentence on the money of yellow"),
    (
        "yellow to move, yellow zone: zombie, yellow zone: nothing",
        1,
        38,
        "only one sentence on the zone of yellow on board 1",
    ),
    ("yellow to move, board 2 normal", 1, 17, "a sentence about board 1, such as `board 1 blackened_shores normal`"),
    ("yellow to move, board normal, board 3 normal", 1, 31, "a sentence about board 2"),
    ("yellow to move, board normal, board 1 is reset+1", 1, 31, "only one sentence on the state of board 1"),
    ("yellow to move, board midnight_lake, board 1 mega_puddles", 1, 38, "only one sentence on the map of board 1"),
    ('yellow to move, c2 is empty, board 1 midnight_lake "n|"', 1, 30, "the line of board 1 before anything else"),
    ('yellow to move, board 1 midnight_lake "n|", c2 is empty', 1, 45, "nothing else about board 1, whose line says"),
    ("yellow to move, standard start", 1, 17, "the whole position before anything else"),
    ("standard start, cards SP, yellow has teched warg", 1, 27, "a card of the techline; `warg` is not in it"),
    ("standard start, yellow has teched warg, cards SP", 1, 41, "the cards before what lies on them"),
    (
        "standard start, yellow has a spell on warg, yellow has teched warg",
        1,
        45,
        "only one sentence on what yellow has on `warg`",
    ),
    ("standard start, still open, blue wins the game", 1, 29, "only one sentence on how the game stands"),
    ('position {"side": "blue"}, c2 is empty', 1, 28, "boards in the JSON, or nothing about boards beside it"),
    ("standard start\nblue to mvoe", 2, 9, "`move`"),
]


@pytest.mark.parametrize(("text", "line", "column", "expected"), BAD_LISTS)
def test_a_list_of_facts_does_not_contradict_itself(text: str, line: int, column: int, expected: str) -> None:
    with pytest.raises(NotReadable) as caught:
        minions.read_position(text)
    assert expected in caught.value.expected
    assert (caught.value.line, caught.value.column) == (line, column)


def test_errors_of_a_scenario_have_their_places() -> None:
    file = read_text(
        'game minions\nscenario "a"\n  given\n    yellow to mov\n    yellow zombi at c2, blue necromancer at h7\n'
        "  when atack c2 -> c3\n  then c2 is emty, refused by NOV-1\n"
    )
    assert [(problem.line, problem.column) for problem in file.problems] == [(4, 15), (5, 12), (6, 8), (7, 14), (7, 31)]


NAMES = {terminal.name for terminal in SENTENCES.plain.terminals if terminal.pattern.type == "re"} - {"JSON"}


@given(sentences(made, minions), st.data())
@settings(max_examples=300)
def test_no_message_names_a_part_of_the_grammar(sentence: Sentence, data: st.DataObject) -> None:
    assert_names_no_part_of_the_grammar(minions, NAMES, sentence, data)
