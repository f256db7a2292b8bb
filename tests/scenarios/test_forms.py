"""The forms of a scenario file beside the plain scenario: version, background, outline, tags, editions, exactly."""

from pathlib import Path

import pytest

from ludex.scenario import File, Scenario, ScenarioResult, read_text, run
from ludex.scenario.citing import citations

START = "given  standard start, black to move"


def read(text: str) -> File:
    file = read_text(text, "a.ludex")
    assert file.problems == (), [problem.show() for problem in file.problems]
    return file


def played(text: str) -> list[ScenarioResult]:
    return [result for scenario in read(text).scenarios for result in run(scenario)]


def statuses(text: str) -> list[tuple[str, str, str]]:
    return [(result.scenario.name, result.edition, result.status) for result in played(text)]


# -- the version


@pytest.mark.parametrize("first", ["ludex 1\n", "", "-- a comment\n\nludex 1  -- another\n"])
def test_a_file_may_say_the_version_of_its_language(first: str) -> None:
    file = read(f'{first}game tribun\nscenario "a"\n  {START}\n  then still open\n')
    assert file.version == 1


def test_nothing_is_read_of_another_version() -> None:
    file = read_text('ludex 9\ngame nonsense\nscenario "a"\n  given what\n')
    assert [problem.line for problem in file.problems] == [1]
    assert file.scenarios == ()


# -- the background

BACKGROUND = """\
game tribun edition 2026-01
background
  tags   shared
  under  kill-mover = attack
  given  black T1 at (-5,-5), white T1 at (5,5)
    black to move

scenario "with more"
  tags   own, shared
  given  black 2 at (0,0)
  when   move (0,0) -> (1,2)
  then   black 2 at (1,2), black T1 at (-5,-5)

scenario "as it is"
  then   black to move, (0,0) is empty

scenario "otherwise"
  under  kill-mover = move
  then   still open
"""


def test_every_scenario_begins_with_the_background() -> None:
    more, plain, otherwise = read(BACKGROUND).scenarios
    given = ["black T1 at (-5,-5)", "white T1 at (5,5)", "black to move"]
    assert [phrase.text for phrase in plain.given] == given
    assert [phrase.text for phrase in more.given] == [*given, "black 2 at (0,0)"]
    assert (more.tags, plain.tags) == (("shared", "own"), ("shared",))
    assert [[choice.reading for choice in one.under] for one in (more, plain, otherwise)] == [
        ["attack"], ["attack"], ["move"],
    ]  # fmt: skip
    assert {status for _, _, status in statuses(BACKGROUND)} == {"pass"}


def test_a_background_holds_until_the_next_one_or_the_next_game() -> None:
    text = 'game tribun\nbackground\n  {}\nscenario "a"\n  then still open\n{}scenario "b"\n  then still open\n'
    other = "background\n  given standard start, white to move\n"
    a, b = read(text.format(START, other)).scenarios
    assert (a.given[1].text, b.given[1].text) == ("black to move", "white to move")
    file = read_text(text.format(START, "game tribun\n"))
    assert [(problem.line, problem.expected) for problem in file.problems] == [(8, "a `given` before the first `then`")]


def test_an_error_in_a_background_is_told_once() -> None:
    file = read_text(BACKGROUND.replace("black to move", "blak to move", 1))
    assert [problem.line for problem in file.problems] == [6]


# -- outlines

OUTLINE = """\
game tribun edition 2026-01

outline "a step of <height>"
  why    <height> steps
  cites  <clause>
  given  black <height> at (0,0), black T1 at (-5,-5), white T1 at (5,5), black to move
  when   move (0,0) -> <to>
  then   <then>
  examples
    | height | to    | clause    | then                            |
    | 2      | (1,2) | TRB-MOV-5 | black 2 at (1,2), white to move |
    | 3      | (0,1) | TRB-MOV-4 | refused by TRB-MOV-4            |  -- a comment
    | 1      | (2,2) | TRB-MOV-4 | refused                         |
"""


def test_each_row_of_an_outline_is_a_scenario_of_its_own() -> None:
    scenarios = read(OUTLINE).scenarios
    assert [one.name for one in scenarios] == ["a step of 2", "a step of 3", "a step of 1"]
    assert {one.outline for one in scenarios} == {"a step of <height>"}
    assert [one.cites[0] for one in scenarios] == ["TRB-MOV-5", "TRB-MOV-4", "TRB-MOV-4"]
    assert [one.place.row.line for one in scenarios if one.place.row] == [11, 12, 13]
    assert scenarios[0].steps[0].when is not None
    assert scenarios[0].steps[0].when.text == "move (0,0) -> (1,2)"
    assert {result.status for result in played(OUTLINE)} == {"pass"}


def test_an_outline_cites_what_its_rows_cite_whether_its_sentences_can_be_read_or_not(tmp_path: Path) -> None:
    path = tmp_path / "cited.ludex"
    path.write_text(OUTLINE.replace("black to move", "blak to move").replace("<clause>", "TRB-WRD-1,\n    <clause>"))
    told = [("a step of <height>", 3, {"TRB-WRD-1", "TRB-MOV-5", "TRB-MOV-4"})]
    assert citations(path) == (told, True)


def test_of_a_file_with_a_head_that_cannot_be_read_the_others_are_told(tmp_path: Path) -> None:
    path = tmp_path / "broken.ludex"
    path.write_text(OUTLINE + OUTLINE.replace("outline", "outlin", 1))
    told, all_told = citations(path)
    assert [one.line for one in told] == [3]
    assert not all_told
    path.write_bytes(b"\xff")
    assert citations(path) == ([], False)


def test_a_failure_of_a_row_points_to_the_sentence_and_to_the_cell() -> None:
    text = OUTLINE.replace("black 2 at (1,2), white", "black 2 at (1,2), black")
    failure = next(result for result in played(text) if result.failures).failures[0]
    assert (failure.place.line, failure.place.column) == (8, 10)
    assert failure.place.row is not None
    assert (failure.place.row.line, failure.place.row.column) == (11, 36)
    assert failure.place.text == "  then   <then>"


def test_without_a_placeholder_in_its_name_a_row_is_named_by_its_cells() -> None:
    text = 'game tribun\noutline "count"\n  given standard start, <who> to move\n  then <n> legal actions\n'
    names = [one.name for one in read(f"{text}  examples\n    | who | n |\n    | black | 265 |\n").scenarios]
    assert names == ["count: black, 265"]


def test_a_bar_in_a_cell_is_written_with_a_backslash() -> None:
    text = 'game tactics\noutline "a"\n  given P1 to move, <unit> = P1 at (1,1), x = P2 at (3,3)\n  then still open\n'
    (one,) = read(f'{text}  examples\n    | unit |\n    | "a\\|b" |\n').scenarios
    assert one.given[1].value.units == ("a|b",)


def test_an_error_that_every_row_has_is_told_once() -> None:
    file = read_text(OUTLINE.replace("white T1", "whte T1"))
    assert [(problem.line, problem.column) for problem in file.problems] == [(6, 56)]


def test_a_line_that_is_left_out_of_an_outline_makes_no_other_errors() -> None:
    file = read_text(OUTLINE.replace("when   move", "when   \u200bmove"))
    assert [(problem.line, problem.column) for problem in file.problems] == [(7, 10)]
    assert file.scenarios == ()


def test_rows_without_an_error_are_kept() -> None:
    file = read_text(OUTLINE.replace("(0,1)", "(9,9)"))
    assert [one.name for one in file.scenarios] == ["a step of 2", "a step of 1"]
    (problem,) = file.problems
    assert (problem.line, problem.column) == (7, 24)
    assert problem.row is not None
    assert (problem.row.line, problem.row.column) == (12, 16)


def test_a_column_may_be_left_unused_and_a_scenario_follow() -> None:
    text = OUTLINE.replace("cites  <clause>", "cites  TRB-MOV-4")
    assert len(read(f'{text}\nscenario "after"\n  {START}\n  then still open\n').scenarios) == 4


# -- editions

CHANGE = """\
game tribun
scenario "a decline blocks in the later edition only"
  given  standard start, black to move
  when   black offers a draw
  when   white declines
  then in 2026-01 unreadable
  then in 2026-04
    nobody offers a draw
    black may not offer
  then   black to move
"""


def test_a_scenario_says_what_changes_between_editions() -> None:
    (scenario,) = read(CHANGE).scenarios
    assert [result.status for result in run(scenario)] == ["pass", "pass"]
    step = scenario.steps[-1]
    assert [phrase.text for phrase in step.then_in("2026-01")] == ["unreadable", "black to move"]
    assert len(step.then_in("2026-04")) == 3


def test_what_is_said_of_one_edition_is_not_asked_in_another() -> None:
    wrong = CHANGE.replace("black may not offer", "white may not offer")
    assert [status for _, _, status in statuses(wrong)] == ["pass", "fail"]


def test_a_unit_may_be_named_in() -> None:
    text = 'game tactics\nscenario "a"\n  given P1 to move, in = P1 at (1,1), x = P2 at (3,3)\n  then in at (1,1)\n'
    assert [status for _, _, status in statuses(text)] == ["pass"]


# -- the whole position

WHOLE = """\
game tribun
scenario "whole"
  given  black T1 at (-5,-5), white T1 at (5,5), black 2 at (0,0), black to move
  when   move (0,0) -> (1,2)
  then exactly
    white to move, black 2 at (1,2)
    black T1 at (-5,-5), white T1 at (5,5)
"""


def test_exactly_says_the_whole_position() -> None:
    assert {status for _, _, status in statuses(WHOLE)} == {"pass"}
    assert all(phrase.exact for phrase in read(WHOLE).scenarios[0].steps[0].then)
    assert {status for _, _, status in statuses(WHOLE.replace(", white T1 at (5,5)\n", "\n", 2))} == {"fail"}


def test_less_than_the_whole_position_fails_with_both_boards() -> None:
    result = played(WHOLE[: WHOLE.rindex(", white T1")])[0]
    (failure,) = result.failures
    assert failure.expected["board"] != failure.got["board"]


def test_exactly_in_one_edition() -> None:
    text = WHOLE.replace("then exactly", "then in 2026-01 exactly") + "  then in 2026-04  white to move\n"
    scenario: Scenario = read(text).scenarios[0]
    assert {(phrase.edition, phrase.exact) for phrase in scenario.steps[0].then} == {
        ("2026-01", True),
        ("2026-04", False),
    }
    assert {status for _, _, status in statuses(text)} == {"pass"}


def test_exactly_these_legal_actions_is_no_whole_position() -> None:
    text = f'game tribun\nscenario "a"\n  {START}\n  when white resigns\n  then no legal actions\n'
    assert {status for _, _, status in statuses(text)} == {"pass"}
    legal = text.replace("then no", "then exactly these legal actions: black resigns\n  then no")
    assert {status for _, _, status in statuses(legal)} == {"fail"}


def test_exactly_of_a_drawn_board() -> None:
    text = """\
game tactics
scenario "a"
  given  P1 to move, a = P1 at (1,1), x = P2 at (3,3)
  when   move to (1,2)
  then exactly
    P1 to move
    . . . . .
    . . . . .
    . a . . .   a = P1
    . . . x .   x = P2
    . . . . .
"""
    assert [status for _, _, status in statuses(text)] == ["pass"]
    assert [status for _, _, status in statuses(text.replace("x = P2\n", "x = P2 hp 9\n"))] == ["fail"]


# -- refusals


@pytest.mark.parametrize(
    ("then", "status"),
    [
        ("refused", "pass"),
        ("refused by TRB-MOV-4", "pass"),
        ("refused by TRB-MOV-1 or TRB-MOV-4", "pass"),
        ("refused by TRB-MOV-1", "fail"),
        ("unreadable", "fail"),
    ],
)
def test_a_refusal_is_expected_by_any_clause_by_one_or_by_one_of_several(then: str, status: str) -> None:
    text = WHOLE[: WHOLE.index("  when")] + f"  when move (0,0) -> (1,1)\n  then {then}\n"
    assert {one for _, _, one in statuses(text)} == {status}


# -- tags


def test_tags_are_words_apart_by_blanks_or_commas() -> None:
    text = f'game tribun\nscenario "a"\n  tags one, two\n    three one\n  {START}\n  then still open\n'
    assert read(text).scenarios[0].tags == ("one", "two", "three")
