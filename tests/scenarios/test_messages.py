"""The table of messages: each bad text has its message, at its place, and no message names a part of a grammar."""

import importlib
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from lark import Lark

from ludex.notation import LineGrammar, NotReadable
from ludex.notation.reading import TYPED, one_typed
from ludex.scenario import read_text
from ludex.scenario.reader import games
from ludex.seam import notation_of
from tests.guards import at_least_one


def rows() -> list[dict[str, Any]]:
    """The table; where it says `{games}`, it means those that there are, or those that have the row's sentence."""
    found = tomllib.loads((Path(__file__).parent / "messages.toml").read_text("utf-8"))["message"]
    return [{**row, **{key: told(row[key], row) for key in ("expected", "hint") if key in row}} for row in found]


def told(text: str, row: dict[str, Any]) -> str:
    meant = [game for game in games() if "sentence" not in row or is_read(game, *row["sentence"])]
    return text.replace("{games}", one_typed(meant))


def is_read(game: str, start: str, text: str) -> bool:
    try:
        notation_of(game).read(start, text)
    except NotReadable:
        return False
    return True


TABLE = rows()
SENTENCES = ("position", "action", "expectation")


def error_of(row: dict[str, Any]) -> NotReadable:
    """The one error that a text of the table has."""
    if row["of"] == "file":
        (problem,) = read_text(row["text"], "a.ludex").problems
        return problem
    game = importlib.import_module(f"ludex.notation.{row['game']}")
    read = {"list": "read_position", "compact": "read_compact"}.get(row["of"], "read")
    words = [row["of"]] if row["of"] in SENTENCES else []
    with pytest.raises(NotReadable) as caught:
        getattr(game, read)(*words, row["text"])
    return caught.value


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row.get("why") or f"{row['of']}: {row['text'][:30]}")
def test_a_bad_text_has_the_message_of_the_table(row: dict[str, Any]) -> None:
    error = error_of(row)
    assert [error.line, error.column] == row["at"]
    assert error.expected == row["expected"]
    assert error.hint == row.get("hint", "")
    assert error.text == row["text"].split("\n")[error.line - 1]
    assert [error.row.line, error.row.column] == row["row"] if error.row else "row" not in row


def test_the_table_has_each_text_once_and_serves_every_layer() -> None:
    assert {row["of"] for row in TABLE} == {"file", "list", "compact", *SENTENCES}
    texts = [(row["of"], row.get("game"), row["text"]) for row in TABLE]
    assert len(set(texts)) == len(texts)


OF_TABLE = sorted({row["game"] for row in TABLE if "game" in row})  # a small game may go without such a list


@pytest.mark.parametrize("game", OF_TABLE)
def test_the_table_has_every_kind_of_sentence_of_a_game(game: str) -> None:
    assert {row["of"] for row in TABLE if row.get("game") == game} >= {"list", *SENTENCES}


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row.get("why") or f"{row['of']}: {row['text'][:30]}")
def test_what_is_to_be_typed_stands_between_backquotes(row: dict[str, Any]) -> None:
    """What is left between the pieces that are to be typed are words, and no signs of a notation."""
    for said in (row["expected"], row.get("hint", "").partition("? this is another sign")[0]):
        words = said.split(TYPED)
        assert len(words) % 2
        assert all(words[1::2])
        assert re.fullmatch(r"[A-Za-z0-9 ,;:.?'()+-]*", "".join(words[::2])), said


def grammars() -> dict[str, LineGrammar]:
    """Every line grammar of every game, by where it stands."""
    found: dict[str, LineGrammar] = {}
    for game in games():
        package = importlib.import_module(f"ludex.notation.{game}")
        for path in Path(package.__path__[0]).glob("*.py"):
            module = importlib.import_module(f"{package.__name__}.{path.stem}")
            found |= {f"{game}.{path.stem}": one for one in vars(module).values() if isinstance(one, LineGrammar)}
    return found


@pytest.mark.parametrize("name", sorted(name for name in grammars() if name.partition(".")[0] in OF_TABLE))
def test_every_form_of_a_grammar_has_a_message(name: str) -> None:
    """Each keyword of a game's grammar stands in a bad text of the table, or is what a message asks for."""
    game, grammar = name.partition(".")[0], grammars()[name]
    words = {one.pattern.value for one in grammar.plain.terminals if one.pattern.type == "str"}
    rows = [f"{row['text']} {row['expected']}" for row in TABLE if row.get("game") == game]
    assert {word for word in words if word.isalnum()} - set(re.findall(r"[A-Za-z0-9]+", " ".join(rows))) == set()


def own_names(lark: Lark) -> set[str]:
    """The names that a grammar gives to its parts, where no author's word is the same."""
    literal = {terminal.pattern.value for terminal in lark.terminals if terminal.pattern.type == "str"}
    names = {terminal.name for terminal in lark.terminals} | {str(rule.origin.name) for rule in lark.rules}
    return {name for name in names if len(name) > 1 and name not in literal and ("_" in name or name.isupper())}


def test_no_message_of_the_table_names_a_part_of_a_grammar() -> None:
    names = set().union(*(own_names(grammar.plain) for grammar in grammars().values())) - {"JSON"}
    assert {"INT", "CLAUSE", "none_legal", "NAME"} <= names
    for row in TABLE:
        error = error_of(row)
        said = set(re.findall(r"[A-Za-z_]+", f"{error.expected} {error.hint}"))
        assert not names & said, (row["text"], names & said)
        assert "__" not in error.expected
        assert "Error" not in error.expected


@pytest.mark.parametrize("name", sorted(grammars()))
def test_every_keyword_of_a_grammar_is_told_as_it_is_typed(name: str) -> None:
    """One by one, each keyword is quoted; a sign may be told in words instead."""
    grammar = grammars()[name]
    words = [one for one in grammar.plain.terminals if one.pattern.type == "str" and one.pattern.value.isalnum()]
    typed = {one: grammar._what_may_follow([one.name]).split(TYPED)[1::2] for one in words}
    assert [one.name for one in words if one.pattern.value not in [piece.split()[0] for piece in typed[one]]] == []


def test_what_is_described_comes_before_what_is_typed_and_the_end_comes_last() -> None:
    for text, expected in (
        ("resign x", "`on` or the end of the line"),
        ("buy", "a unit such as `zombie`, `a` or `one`"),
    ):
        with pytest.raises(NotReadable) as caught:
            importlib.import_module("ludex.notation.minions").read("action", text)
        assert caught.value.expected == expected


def test_a_hint_that_says_no_more_than_what_is_expected_is_left_out() -> None:
    assert "did you mean" not in NotReadable(1, 1, "mvoe", "`move`", "did you mean `move`?").show()
    assert "did you mean" in NotReadable(1, 1, "mvoe", "`move` or `end`", "did you mean `move`?").show()


@pytest.mark.parametrize("name", sorted(grammars()))
def test_every_word_of_a_grammar_can_be_said_to_an_author(name: str) -> None:
    """Whatever a grammar may ask for next is a keyword, or has words of an author's."""
    grammar = grammars()[name]
    for terminal in at_least_one(grammar.plain.terminals):
        if terminal.name in grammar.plain.ignore_tokens or terminal.name.startswith("_"):
            continue
        if terminal.pattern.type != "str":
            assert terminal.name.split("__")[-1] in grammar.words, terminal.name


def test_a_message_shows_line_caret_and_row() -> None:
    (problem,) = read_text(
        'game tribun\noutline "a <n>"\n  given  standard start, black to move\n  then   <n> legal actions\n'
        "  examples\n    | n    |\n    | many |\n"
    ).problems
    assert problem.show("a.ludex").splitlines()[1:] == [
        "      then   <n> legal actions",
        "             ^",
        "a.ludex:7:7: with this row of the examples",
        "        | many |",
        "          ^",
    ]


def test_a_caret_stands_under_its_letter_whatever_is_before_it() -> None:
    text = 'game tactics\nscenario "a"\n\tgiven\t"\u6f22e\u0301" = P1 at (1,1), P1 to mvoe\n\tthen still open\n'
    (problem,) = read_text(text).problems
    _, line, caret = problem.show().splitlines()
    assert "\t" not in line
    assert caret == " " * len(line[: line.index("mvoe")]) + "^"  # one letter is two wide, another none
