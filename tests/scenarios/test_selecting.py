"""``-k``: an expression on names, clauses and tags."""

from pathlib import Path

import pytest

from ludex.cli import main
from ludex.scenario import read_text
from ludex.scenario.selecting import NotAnExpression, chosen_by, quote_name

SCENARIOS = read_text(
    """\
game tribun
scenario "one"
  tags  opening slow
  cites TRB-MOV-1
  given standard start, black to move
  then  still open
scenario "one and Two"
  cites TRB-MOV-11
  given standard start, black to move
  then  still open
outline "three of <n>"
  tags  slow
  given standard start, black to move
  then  <n> legal actions
  examples
    | n   |
    | 265 |
"""
).scenarios
NAMES = {"one": 1, "one and Two": 2, "three of 265": 3}
CHOSEN = {
    "": [1, 2, 3],
    "one": [1, 2],
    "ONE": [1, 2],
    "ne an": [2],
    "three of": [3],
    "265": [3],
    "<n>": [3],
    "TRB-MOV-1": [1],
    "trb-mov": [1, 2],
    "TRB": [1, 2],
    "MOV-1": [],
    "slow": [1, 3],
    "slo": [],
    "slow and one": [1],
    "slow and not one": [3],
    "not slow": [2],
    "not not slow": [1, 3],
    "opening or two": [1, 2],
    "not (slow or two)": [],
    "one and two or three": [2, 3],
    "one and (two or three)": [2],
    '"one and two"': [2],
    '"one and two" or opening': [1, 2],
    "(slow)": [1, 3],
}


@pytest.mark.parametrize("expression", CHOSEN)
def test_an_expression_chooses(expression: str) -> None:
    chosen = chosen_by(expression)
    assert [NAMES[one.name] for one in SCENARIOS if chosen(one)] == CHOSEN[expression]


WRONG = {
    "and": "a word is missing before `and`",
    "one and": "a word is missing",
    "one or or two": "a word is missing before `or`",
    "(one": "a closing parenthesis is missing",
    "one)": "`)` cannot stand where it does",
    "one (two)": "`(` cannot stand where it does",
    "not": "a word is missing",
    "()": "a word is missing before `)`",
    "(" * 5000: "more than 200 words",
}


@pytest.mark.parametrize("expression", WRONG)
def test_a_wrong_expression_is_told(expression: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(NotAnExpression, match=WRONG[expression].replace(")", r"\)").replace("(", r"\(")):
        chosen_by(expression)
    assert main(["run", "-k", expression]) == 2
    assert "-k cannot be read" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["one", "one and Two", "a (b)", "not so", "nothing or all"])
def test_a_name_as_it_is_quoted_chooses_itself(name: str) -> None:
    text = f'game tribun\nscenario "{name}"\n  given standard start, black to move\n  then still open\n'
    (scenario,) = read_text(text).scenarios
    assert chosen_by(quote_name(name))(scenario)


def test_a_failure_names_the_expression_that_reruns_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.ludex"
    path.write_text('game tribun\nscenario "this and that"\n  given standard start, black to move\n  then tie\n')
    assert main(["run", str(path)]) == 1
    assert "-k '\"this and that\"'" in capsys.readouterr().out
    assert main(["run", str(path), "-k", '"this and that"']) == 1
