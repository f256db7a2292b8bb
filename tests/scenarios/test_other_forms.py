"""What people write first, and what the rulebooks write: it is read as the one form, or answered by one that works."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from ludex.notation import NotReadable
from ludex.notation.tribun import read_action
from ludex.scenario import read_text
from ludex.scenario.formatting import format_text, in_one_form, meaning
from ludex.scenario.reader import games
from ludex.seam import notation_of, reference_of
from ludex.where import spec_of
from tests.guards import at_least_one

ROWS: list[dict[str, str]] = tomllib.loads((Path(__file__).parent / "forms.toml").read_text("utf-8"))["form"]
FORMS = [(game, row) for row in ROWS for game in ([row["game"]] if "game" in row else games())]


def called(case: Any) -> str:
    return case if isinstance(case, str) else case["tried"]


@pytest.mark.parametrize(("game", "row"), [one for one in FORMS if "form" in one[1]], ids=called)
def test_a_form_is_read_as_the_one_form_and_brought_to_it(game: str, row: dict[str, str]) -> None:
    notation, start = notation_of(game), row["start"]
    assert notation.read(start, row["tried"]) == notation.read(start, row["form"])
    assert notation.one_form(start, row["tried"]) == row["form"] != row["tried"]
    assert notation.one_form(start, row["form"]) == row["form"]


@pytest.mark.parametrize(("game", "row"), [one for one in FORMS if "answer" in one[1]], ids=called)
def test_a_form_that_says_too_little_is_answered(game: str, row: dict[str, str]) -> None:
    with pytest.raises(NotReadable) as caught:
        notation_of(game).read(row["start"], row["tried"])
    assert (caught.value.expected, caught.value.hint) == (row["answer"], "")


@pytest.mark.parametrize(("game", "row"), [one for one in FORMS if "answer" in one[1]], ids=called)
def test_an_answer_names_what_can_be_written(game: str, row: dict[str, str]) -> None:
    """Each sentence between backquotes is read, but for those that stand for any."""
    for said in at_least_one(row["answer"].split("`")[1::2]):
        if not said.endswith(":") and "ACTION" not in said:
            assert notation_of(game).read(row["start"], said) is not None


LOOSE = """\
game tactics

scenario "a"
  given  P1 to move, a = P1 on (1,1),  P2 x on (2,1)  -- "x is dead" is not said
  when   ATTACK on x
  then   x has 7 hp, x is not dead

outline "<n>"
  given  P1 to move, a = P1 on (1,1), x = P2 at (2,1)
  when   ATTACK on <n>
  then   x has 7 hp
  examples
    | n |
    | x |
"""
TIDY = """\
game tactics

scenario "a"
  given  P1 to move, a = P1 at (1,1),  x = P2 at (2,1)  -- "x is dead" is not said
  when   attack x
  then   x has hp 7, x is alive

outline "<n>"
  given  P1 to move, a = P1 at (1,1), x = P2 at (2,1)
  when   ATTACK on <n>
  then   x has hp 7
  examples
    | n |
    | x |
"""


def test_a_file_is_brought_to_the_one_form_but_for_what_a_table_fills_in() -> None:
    file = read_text(LOOSE)
    assert file.problems == ()
    assert format_text(in_one_form(LOOSE, file)) == TIDY
    assert in_one_form(TIDY, read_text(TIDY)) == TIDY
    assert meaning(read_text(TIDY)) == meaning(file)


# What the rulebooks write


def text_of(game: str) -> str:
    """The text of a rulebook without what only marks what is written."""
    chapters = sorted((spec_of(game) / "rulebook").glob("*.md"))
    return re.sub("[`*]", "", "\n".join(path.read_text("utf-8") for path in chapters))


UNUSED_BIT = 1 << 7  # that one example sets on purpose
WORD = re.compile(r"(0x[0-9A-F]{8})(?::| is) ([A-Z_]{4,} .+?)(?=  |\. |\.$| \||: |, with bit|$)", re.MULTILINE)


def test_an_action_of_tribun_is_read_as_the_word_beside_it() -> None:
    register = reference_of("tribun").REGISTER
    rules = register.rules(register.editions[-1])
    found = [(int(word, 16), said) for word, said in WORD.findall(text_of("tribun"))]
    assert len(found) > 35
    assert [said for word, said in found if (read_action(said, rules) ^ word) & ~UNUSED_BIT] == []


TILE = r"\(-?\d,-?\d\)"
POSITIONS = {
    "tribun": (
        rf"(?:[Bb]lack|[Ww]hite) T?\d(?:/\d)? on {TILE}(?: and {TILE})*",
        r"(?:black|white) to move",
        rf"{TILE} empty",
    ),
    "tactics": (
        rf"P[12] [a-z] on {TILE}",
        rf"\b[a-z]\d? on {TILE}",
        r"^\{\"board.*?\}(?=\n\n)",
        r"^(?:\.|[a-z]\d?)(?: +(?:\.|[a-z]\d?)){4}(?= {3}|$)",
    ),
    "minions": (
        r"(?:Yellow|Blue)'s [a-z_]+ on [a-j]\d(?: and [a-j]\d)*(?: marked [dmas]\d*)?",
        r"^\{\"boards.*?\}(?=\n\n)",
        r"[fn012]\|[A-Za-z]*\|[A-Za-z]*\|\|\|\d[\w/]+(?:\|[\w:;]*)*",
    ),
}
ACTIONS = {
    "tribun": (r"(?:black|white) (?:offers|retracts|accepts|declines|resigns|has no legal turn)(?= {2}| \|)",),
    "tactics": (
        rf"MOVE to {TILE}(?: naming [a-z])?",
        rf"ATTACK on [a-z](?: at {TILE})?",
        rf"MOVE_AND_ATTACK to {TILE} against [a-z]",
        r"END_TURN by P[12]",
        r"^\{\"type\".*?\}$",
    ),
    "minions": (r"(?<!,)\{\"kind\":[^…\n]*?\}(?=[ |.;,]|$)",),
}
WRITTEN = [
    (game, start, form)
    for start, forms in (("position", POSITIONS), ("action", ACTIONS))
    for game in forms
    for form in forms[game]
]


@pytest.mark.parametrize(("game", "start", "form"), WRITTEN)
def test_what_a_rulebook_writes_is_read(game: str, start: str, form: str) -> None:
    for text in at_least_one(re.findall(form, text_of(game), re.MULTILINE | re.DOTALL)):
        assert notation_of(game).read(start, " ".join(text.split())) is not None
