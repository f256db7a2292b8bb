"""Reading files of scenarios: every error of a file is found in one go, at its place and in an author's words."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.notation import tribun
from ludex.notation.tribun import values as v
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
    assert phrase.value == v.Units(v.Unit("white", False, 3), (v.Tile(0, 0),))


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
BAD: dict[str, tuple[str, int, int, str]] = {
    "nothing": ("", 1, 1, "a scenario in the file"),
    "only comments": ("-- nothing\n\n", 1, 1, "a scenario in the file"),
    "only a game": ("game tribun\n", 1, 1, "a scenario in the file"),
    "no game": (scenario_of("a"), 1, 1, "a line with the game before the first scenario, such as game tribun"),
    "a game without a name": ("game", 1, 5, "a game: "),
    "an unknown game": ("game tribum", 1, 6, "did you mean tribun?"),
    "a wrong word after the game": ("game tribun version 2026-01", 1, 13, "edition and its name, or nothing"),
    "an edition without a name": ("game tribun edition", 1, 13, "edition and its name, or nothing"),
    "two editions": ("game tribun edition 2026-01 2026-04", 1, 13, "edition and its name, or nothing"),
    "a scenario without a name": ("game tribun\nscenario", 2, 9, "the name of the scenario in quotation marks"),
    "a name without quotation marks": ("game tribun\nscenario one", 2, 10, "the name of the scenario in quotation"),
    "the same name twice": ("game tribun\n" + scenario_of("a") * 2, 5, 10, "a name that no other scenario"),
    "an unknown keyword": (of(START, "wen black resigns", OPEN), 4, 3, "did you mean when?"),
    "a part before any scenario": ("game tribun\n  given black to move\n", 2, 3, 'scenario "name" before anything'),
    "two givens": (of(START, START, OPEN), 4, 3, "one given in a scenario"),
    "no given": (of("why so"), 2, 1, "a given in the scenario"),
    "a when before given": (of("when black resigns", START, OPEN), 3, 3, "a given before the first when"),
    "a why after given": (of(START, "why so", OPEN), 4, 3, "why before given"),
    "no then": (of(START, "when black resigns"), 2, 1, "a then at the end of the scenario"),
    "no action": (of(START, "when", OPEN), 4, 3, "an action after when"),
    "two actions": (of(START, "when black resigns", "  white resigns", OPEN), 5, 5, "one action after when"),
    "a part that is indented too far": (of(START, "  when black resigns", OPEN), 4, 5, "when to be indented like"),
    "no clause": (of("cites MOV-1", START, OPEN), 3, 9, "a clause such as TRB-MOV-2"),
    "no choice": (of("under kill-mover", START, OPEN), 3, 9, "a reading and its choice, such as kill-mover = attack"),
    "a reading twice": (
        of("under kill-mover = move, kill-mover = attack", START, OPEN), 3, 28, "each reading to be chosen once",
    ),
    "a typo in given": (of("given standard strat, black to move", OPEN), 3, 18, "did you mean start?"),
    "a typo in when": (of(START, "when blak resigns", OPEN), 4, 8, "did you mean black?"),
    "a typo in then": (of(START, "then still opn"), 4, 14, "did you mean open?"),
    "a comma too many": (of(START, "then still open,"), 4, 19, "a sentence before and after each comma"),
    "a contradiction in given": (of("given black to move, white to move", OPEN), 3, 24, "who is to move to be said"),
    "a contradiction in then": (of(START, "then tie, black wins"), 4, 13, "how the game stands to be said once"),
    "nobody to move": (of("given standard start", OPEN), 3, 3, "black to move or white to move"),
    "a position that is not in the compact form": (of('given position "6"', OPEN), 3, 20, "| and the next row"),
    "a quotation that is not closed": (of('given position "6', OPEN), 3, 18, "a position in quotation marks"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_an_error_has_its_place_and_says_what_was_expected(name: str) -> None:
    text, line, column, expected = BAD[name]
    file = read_text(text, "a.ludex")
    assert len(file.problems) == 1, [problem.show() for problem in file.problems]
    (problem,) = file.problems
    shown = problem.show("a.ludex")
    assert expected in shown
    assert shown.startswith(f"a.ludex:{line}:{column}: ")
    assert problem.text == text.split("\n")[line - 1]


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


def _noisy(data: st.DataObject) -> File:
    at = data.draw(st.integers(0, len(GOOD)))
    return read_text(GOOD[:at] + data.draw(st.text(max_size=4)) + GOOD[at + data.draw(st.integers(0, 6)) :])


@given(st.data())
@settings(max_examples=200)
def test_noise_gives_problems_and_never_a_crash(data: st.DataObject) -> None:
    for problem in _noisy(data).problems:
        assert problem.expected
        assert "__" not in problem.expected


@given(st.text(alphabet=st.sampled_from('game scenario "given" when then\n  (,)-=>:;0b'), max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    file = read_text(text)
    assert file.problems or file.scenarios


def test_examples_of_the_documentation_are_read() -> None:
    import ludex.scenario

    lines = [line[4:] for line in (ludex.scenario.__doc__ or "").splitlines() if line.startswith("    ")]
    text = "\n".join(line for line in lines if "..." not in line and not line.startswith(_EXPECTATIONS))
    file = read_text(text)
    assert file.problems == ()
    assert file.scenarios[0].under[0].entry == "kill-mover"


_EXPECTATIONS = ("refused", "unreadable", "nothing", "12 legal", "legal:", "exactly")


def test_actions_of_the_documentation_are_read() -> None:
    lines = (tribun.__doc__ or "").split("Actions:")[1].splitlines()
    examples = [line.strip().split("   ")[0] for line in lines if line.startswith("    ")]
    assert len(examples) >= 14
    for example in examples:
        tribun.read("action", example)
