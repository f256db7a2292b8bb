"""Playing scenarios: what holds passes, and what does not is told with the boards."""

import pytest

from ludex.scenario import Failure, ScenarioResult, read_text, run

GIVEN = """\
scenario "a"
  given
    black to move, black 2/3 at (0,0), black T1 at (-5,-5), white T1 at (5,5)
"""


def played(*lines: str, game: str = "game tribun edition 2026-01", given: str = GIVEN) -> tuple[ScenarioResult, ...]:
    text = "\n".join([game, given.rstrip(), *(f"  {line}" for line in lines)])
    file = read_text(text, "a.ludex")
    assert file.problems == (), [problem.show() for problem in file.problems]
    return tuple(result for scenario in file.scenarios for result in run(scenario))


MOVE = "when move (0,0) -> (1,2)"
HOLDS = [
    ("then still open, black to move, black 2/3 at (0,0), (1,1) is empty",),
    (MOVE, "then white to move, black 2 at (1,2), white 3 at (0,0)"),
    (MOVE, 'then position "bT1.5|7|8|9|10|5.w3.5|6.b2.3|9|8|7|5.wT1 w - - -"'),
    ("when move (0,0) -> (1,1)", "then refused by TRB-MOV-4, nothing changes, black to move"),
    ("when move (0,0) -> (1,1)", "then refused by TRB-MOV-1 or TRB-MOV-4"),
    ("when word 0xc0000000", "then unreadable"),
    ("when word 0xc0000000", "then unreadable by TRB-WRD-3 or TRB-WRD-2"),
    ("then legal: move (0,0) -> (1,2); move (0,0) => (1,3), not legal: move (0,0) -> (1,1)",),
    (MOVE, "when white offers a draw", "then white offers a draw, white to move"),
    ("when black resigns", "then white wins, no legal actions"),
]


@pytest.mark.parametrize("lines", HOLDS)
def test_what_holds_passes(lines: tuple[str, ...]) -> None:
    assert [(result.status, result.failures) for result in played(*lines)] == [("pass", ())]


# lines, the failing phrase's line in the file (the given ends on line 4), what is said
FAILS = [
    (("then white to move",), 5, "the position is not as expected"),
    ((MOVE, "then black 2 at (1,1)"), 6, "the position is not as expected"),
    ((MOVE, "then (0,0) is empty"), 6, "the position is not as expected"),
    ((MOVE, "then nothing changes"), 6, "the position is not as expected"),
    ((MOVE, "then black wins"), 6, "the position is not as expected"),
    (("when move (0,0) -> (1,1)", "then white to move"), 5, "refused by TRB-MOV-4"),
    (("when move (0,0) -> (1,1)", "then refused by TRB-MOV-3"), 6, "but it is refused by TRB-MOV-4"),
    (("when move (0,0) -> (1,1)", "then unreadable"), 6, "but it is refused by TRB-MOV-4"),
    (("when word 0xc0000000", "then refused by TRB-WRD-2"), 6, "but it is unreadable by TRB-WRD-2"),
    (("when word 0xc0000000", "then still open"), 5, "unreadable by TRB-WRD-2"),
    ((MOVE, "then refused by TRB-MOV-3"), 6, "expected `refused by TRB-MOV-3`, but it applies"),
    (("then 3 legal actions",), 5, "expected `3 legal actions`, but there are "),
    (("then no legal actions",), 5, "expected `no legal actions`, but there are "),
    (("then legal: move (0,0) -> (1,1); move (0,0) -> (1,2)",), 5, "not legal: move (0,0) -> (1,1)"),
    (("then not legal: move (0,0) -> (1,1); move (0,0) -> (1,2)",), 5, "legal: move (0,0) -> (1,2)"),
    (("then exactly these legal actions: move (0,0) -> (1,1)",), 5, "not legal: move (0,0) -> (1,1) · legal: move"),
]


@pytest.mark.parametrize(("lines", "line", "what"), FAILS)
def test_what_does_not_hold_fails_at_its_place(lines: tuple[str, ...], line: int, what: str) -> None:
    (result,) = played(*lines)
    assert result.status == "fail"
    (failure,) = result.failures
    assert failure.place.line == line
    assert what in failure.what


def test_a_failure_has_both_boards() -> None:
    (result,) = played(MOVE, "then black 2 at (1,1), white 3 at (0,0)")
    (failure,) = result.failures
    assert isinstance(failure, Failure)
    assert failure.action == "move (0,0) -> (1,2)"
    assert failure.before["turn"] == "black"
    assert failure.expected["board"] != failure.got["board"]
    assert failure.expected["turn"] == failure.got["turn"] == "white"


def test_a_series_stops_at_the_step_that_fails() -> None:
    (result,) = played(MOVE, "then black to move", "when black resigns", "then black wins")
    assert [failure.place.line for failure in result.failures] == [6]


def test_a_refused_action_leaves_the_position_for_the_next() -> None:
    (result,) = played("when move (0,0) -> (1,1)", "then refused by TRB-MOV-4", MOVE, "then white to move")
    assert result.status == "pass"


def test_without_an_edition_a_scenario_holds_in_each() -> None:
    results = played(MOVE, "then white to move", game="game tribun")
    assert [(result.edition, result.status) for result in results] == [("2026-01", "pass"), ("2026-04", "pass")]


UNPLAYABLE = [
    ("game tribun edition 2026-01", 'scenario "a"\n  given black to move, black T1 at (0,0)', "TRB-UNT-4", (3, 9)),
    (
        "game tribun edition 2026-01",
        'scenario "a"\n  given\n    black to move, black 1/8 at (0,0)',
        "TRB-BYT-7",
        (4, 5),
    ),
    ("game tribun edition 2025", GIVEN, "expected an edition: `2026-01` or `2026-04`", (1, 21)),
    ("game tribun", GIVEN.replace("  given", "  under kill-mover = atack\n  given"), "did you mean `attack`?", (3, 9)),
    (
        "game tribun",
        GIVEN.replace("  given", "  under kil-mover = attack\n  given"),
        "did you mean `kill-mover`?",
        (3, 9),
    ),
    ("game tribun edition 2026-04", GIVEN.replace("  given", "  under kill-mover = move\n  given"), "2026-04", (3, 9)),
]


@pytest.mark.parametrize(("game", "given", "said", "place"), UNPLAYABLE)
def test_what_cannot_be_played_is_an_error_of_the_scenario(
    game: str, given: str, said: str, place: tuple[int, int]
) -> None:
    result = played("then still open", game=game, given=given)[0]
    assert result.status == "error"
    assert result.error is not None
    assert said in result.error.show()
    assert (result.error.line, result.error.column) == place
