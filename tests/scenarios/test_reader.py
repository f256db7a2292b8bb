"""Reading files of scenarios: every error of a file is found in one go, at its place and in an author's words."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.notation import tribun
from ludex.notation.tribun import facts as f
from ludex.notation.tribun.boards import Tile, WrittenUnit
from ludex.scenario import File, read_file, read_text

GOOD = """\
game tribun edition 2026-01   -- a comment

scenario "one"
  why    because it is so,
         and not otherwise
  cites  TRB-MOV-4, TRB-MOV-5
         TRB-NRM-4
  under  slave-forward = unit, donor-order = any
  given  black to move
    black 2/3 at (0,0)     -- another comment
    black T1 at (-5,-5), white T1 at (5,5)
  then   still open
  when   move (0,0) -> (1,2)
  then   black 2 at (1,2), white 3 at (0,0)
         white to move
  when white offers a draw sent by white
  when
    black accepts
  then
    tie
"""


def test_a_scenario_is_read_whole() -> None:
    file = read_text(GOOD, "a.ludex")
    assert file.problems == ()
    (scenario,) = file.scenarios
    assert (scenario.name, scenario.setting.game, scenario.setting.edition) == ("one", "tribun", "2026-01")
    assert scenario.why == "because it is so, and not otherwise"
    assert scenario.cites == ("TRB-MOV-4", "TRB-MOV-5", "TRB-NRM-4")
    assert [(choice.entry, choice.reading) for choice in scenario.under] == [
        ("slave-forward", "unit"),
        ("donor-order", "any"),
    ]
    assert [phrase.text for phrase in scenario.given] == [
        "black to move",
        "black 2/3 at (0,0)",
        "black T1 at (-5,-5)",
        "white T1 at (5,5)",
    ]


def test_a_series_is_read_in_order() -> None:
    (scenario,) = read_text(GOOD).scenarios
    steps = [(step.when and step.when.text, len(step.then)) for step in scenario.steps]
    assert steps == [
        (None, 1),
        ("move (0,0) -> (1,2)", 3),
        ("white offers a draw sent by white", 0),
        ("black accepts", 1),
    ]


def test_a_phrase_knows_its_place_and_its_value() -> None:
    (scenario,) = read_text(GOOD).scenarios
    phrase = scenario.steps[1].then[1]
    assert (phrase.place.line, phrase.place.column) == (14, 28)
    assert phrase.place.text.endswith("white 3 at (0,0)")
    assert phrase.value == f.Units(WrittenUnit("white", False, 3), (Tile(0, 0),))


def test_each_scenario_has_the_game_line_before_it() -> None:
    file = read_text("game tribun\n" + scenario_of("a") + "game tribun edition 2026-04\n" + scenario_of("b"))
    assert [scenario.setting.edition for scenario in file.scenarios] == [None, "2026-04"]


def scenario_of(name: str, *lines: str) -> str:
    body = lines or ("given standard start, black to move", "then still open")
    return "\n".join([f'scenario "{name}"', *(f"  {line}" for line in body), ""])


def of(*lines: str) -> str:
    """A file with one scenario that has these lines."""
    return "game tribun\n" + scenario_of("a", *lines)


START, OPEN = "given standard start, black to move", "then still open"
ONE_ERROR = {
    "an unknown game and its scenarios": "game tribum\n" + scenario_of("a") + scenario_of("b"),
    "a scenario without a name and its parts": "game tribun\nscenario\n  given nonsense\n" + scenario_of("b"),
    "an unknown keyword and its block": of(START, "whn", "  black resigns", "  and more", OPEN),
    "a second given and its block": of(START, "given", "  nonsense", OPEN),
}


@pytest.mark.parametrize("name", ONE_ERROR)
def test_what_follows_from_an_error_is_not_another(name: str) -> None:
    assert len(read_text(ONE_ERROR[name]).problems) == 1


def test_all_errors_of_a_file_are_found_and_good_scenarios_kept() -> None:
    text = (
        "game tribun\n"
        + scenario_of("a", "given blak to move, black 5 at (0,0)", "when mve (0,0) -> (1,1)", "then foo, still opn")
        + scenario_of("b")
        + scenario_of("c", "cites X", START, OPEN)
    )
    file = read_text(text)
    assert [(problem.line, problem.column) for problem in file.problems] == [
        (3, 9), (3, 29), (4, 8), (5, 8), (5, 19), (10, 9),
    ]  # fmt: skip
    assert [scenario.name for scenario in file.scenarios] == ["b"]


def test_a_file_that_is_no_text_is_an_error_and_not_a_crash(tmp_path: Path) -> None:
    path = tmp_path / "a.ludex"
    path.write_bytes(b"game tribun\n\xff\xfe")
    assert [problem.line for problem in read_file(path).problems] == [2]


def test_line_ends_of_any_kind_are_read(tmp_path: Path) -> None:
    path = tmp_path / "a.ludex"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    assert read_file(path).scenarios[0].name == "one"


FORMS = """\
ludex 1
game tactics
background
  tags   one
  under  dead-blocks = yes
  given  P1 to move, x = P2 at (4,4)
include "nothing.ludex-part"
outline "to <to>"
  cites  TAC-MOV-2
  given  a = P1 at (2,2)
  when   move to <to>
  then in v1 exactly
    x = P2 at (4,4), a = P1 at <to>, P1 to move
  then   <then>, refused
  examples
    | to    | then             |
    | (2,1) | valid            |
    | (1,2) | refused by X     |
"""


def _noisy(data: st.DataObject) -> File:
    text = data.draw(st.sampled_from((GOOD, FORMS)))
    at = data.draw(st.integers(0, len(text)))
    return read_text(text[:at] + data.draw(st.text(max_size=4)) + text[at + data.draw(st.integers(0, 6)) :], "a.ludex")


@given(st.data())
@settings(max_examples=200, deadline=None)
def test_noise_gives_problems_and_never_a_crash(data: st.DataObject) -> None:
    problems = _noisy(data).problems
    assert [one for one in problems if not one.expected or "__" in one.expected or not one.show("a.ludex")] == []
    assert [one for one in problems if not 1 <= one.column <= max(len(one.text), 1) + 1] == []


@given(st.text(alphabet=st.sampled_from('game scenario "given" when then\n  (,)-=>:;0b'), max_size=200))
@settings(deadline=None)
def test_any_text_is_read_or_refused(text: str) -> None:
    file = read_text(text)
    assert file.problems or file.scenarios


def test_the_example_of_the_documentation_is_read() -> None:
    import ludex.scenario

    example = (ludex.scenario.__doc__ or "").split("``--`` begins")[0]
    lines = [line[4:] for line in example.splitlines() if line.startswith("    ") and "..." not in line]
    file = read_text("\n".join(lines))
    assert file.problems == ()
    assert file.scenarios[0].under[0].entry == "kill-mover"


def test_actions_of_the_documentation_are_read() -> None:
    lines = (tribun.__doc__ or "").split("Actions:")[1].splitlines()
    examples = [line.strip().split("   ")[0] for line in lines if line.startswith("    ")]
    assert len(examples) >= 14
    for example in examples:
        tribun.read("action", example)
