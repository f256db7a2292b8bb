"""What is wrong with one scenario is told of it alone: each other one is read as it was."""

import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.scenario import File, read_text
from ludex.where import spec

SHIPPED = [path for path in sorted(spec().glob("*/scenarios/*.ludex")) if "include" not in path.read_text("utf-8")]
HEAD = re.compile(r"(game|background|scenario|outline)\b")
SCENARIO = re.compile(r"(scenario|outline)\b")
LETTERS = "abgnstwxTP019 \t\"'(),;:.=<>|/\\{}[]-#\u0430\u00e9\u200b"


@cache
def read(path: Path) -> tuple[list[str], list[tuple[int, int]], File]:
    """The lines of a file, the first and the last line of each scenario (from 1), and what it says."""
    lines = path.read_text("utf-8").split("\n")
    heads = [number for number, line in enumerate(lines, start=1) if HEAD.match(line)]
    spans = [(head, after - 1) for head, after in zip(heads, [*heads[1:], len(lines) + 1], strict=True)]
    return lines, [span for span in spans if SCENARIO.match(lines[span[0] - 1])], read_text("\n".join(lines), str(path))


@st.composite
def edits(draw: st.DrawFn) -> tuple[Path, tuple[int, int], int, str]:
    """A file, the scenario that is edited in it, and the line that is, as it is then."""
    path = draw(st.sampled_from(SHIPPED))
    lines, spans, _ = read(path)
    first, last = draw(st.sampled_from(spans))
    number = draw(st.integers(first, last))
    line = lines[number - 1]
    at = draw(st.integers(0, len(line)))
    kind = draw(st.sampled_from(("put in", "take out", "exchange", "indent", "unindent", "cut off", "in capitals")))
    letter = draw(st.sampled_from(LETTERS))
    edited = {
        "put in": line[:at] + letter + line[at:],
        "take out": line[:at] + line[at + 1 :],
        "exchange": line[:at] + letter + line[at + 1 :],
        "indent": " " * (at % 5) + line,
        "unindent": line.lstrip(),
        "cut off": line[:at],
        "in capitals": line.title(),
    }[kind]
    return path, (first, last), number, edited


def problems_elsewhere(file: File, first: int, last: int) -> list[str]:
    return [problem.show() for problem in file.problems if not first <= problem.line <= last]


@given(edits())
@settings(max_examples=300, deadline=None)
def test_an_edit_gives_errors_in_the_edited_scenario_alone_or_none(
    edit: tuple[Path, tuple[int, int], int, str],
) -> None:
    path, (first, last), number, edited = edit
    lines, _, before = read(path)
    after = read_text("\n".join([*lines[: number - 1], edited, *lines[number:]]), str(path))
    assert problems_elsewhere(after, first, last) == []
    if number == first and (not edited.strip() or edited.lstrip().startswith("--")):
        return  # without its first line the scenario is a part of the one before it
    others = [one for one in before.scenarios if not first <= one.place.line <= last]
    assert [one for one in after.scenarios if not first <= one.place.line <= last] == others


TWO = """\
game tactics

scenario "a"
  why    one
  given  P1 to move, a = P1 at (1,1), x = P2 at (4,4)
  when   move to (1,2)
  then   a at (1,2)

scenario "b"
  given  P1 to move, a = P1 at (1,1), x = P2 at (4,4)
  when   move to (1,2)
  then   a at (1,2)
"""
ONE_ERROR = {
    "a head in capitals": ('scenario "b"', 'SCENARIO "b"', ["a"], (9, 1)),
    "a head with a colon": ('scenario "b"', 'scenario: "b"', ["a"], (9, 1)),
    "a head that is misspelt": ('scenario "b"', 'scenaro "b"', ["a"], (9, 1)),
    "a head of another language": ('scenario "b"', 'Example "b"', ["a"], (9, 1)),
    "a head that is indented": ('scenario "b"', '   scenario "b"', ["a"], (9, 4)),
    "a why that is indented too little": ("  why    one", " why    one", ["b"], (4, 2)),
    "a part that is indented too little": ("  when   move", " when   move", ["b"], (6, 2)),
    "a part that is indented too far": ("  when   move", "   when   move", ["b"], (6, 4)),
    "a comment of another language": ("  when   move", "# or\n  when   move", ["b"], (6, 1)),
    "what a merge leaves behind": ("  when   move", "<<<<<<< main\n  when   move", ["b"], (6, 1)),
}


@pytest.mark.parametrize("name", ONE_ERROR)
def test_what_is_written_otherwise_is_told_once_on_its_line(name: str) -> None:
    old, new, kept, place = ONE_ERROR[name]
    file = read_text(TWO.replace(old, new, 1))
    assert [(problem.line, problem.column) for problem in file.problems] == [place]
    assert [one.name for one in file.scenarios] == kept


def test_a_text_that_ends_the_scenario_before_is_no_head_of_one_that_lost_its_own() -> None:
    quoted = '  then\n    rejected with occupied\n    message "no"\n'
    file = read_text(TWO.replace("  then   a at (1,2)\n", quoted, 1).replace('scenario "b"', "", 1))
    assert {problem.line for problem in file.problems} == {12}


def test_all_that_is_written_as_in_another_language_is_told_in_one_run_and_the_rest_with_it() -> None:
    text = TWO.replace("game", "Game").replace('scenario "a"', 'Scenario: "a"').replace("  given", "  Given")
    text = text.replace("a at (1,2)", "a att (1,2)", 1)
    text += (
        '\nScenario Outline: "to <to>"\n  given <to> to mvoe\n  then still open\n  examples:\n    | to |\n    | P1 |\n'
    )
    problems = read_text(text).problems
    assert [(problem.line, problem.column) for problem in problems] == [
        (1, 1), (3, 1), (5, 3), (7, 12), (10, 3), (14, 1), (15, 17), (17, 3),
    ]  # fmt: skip
