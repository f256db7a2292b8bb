"""Playing scenarios of 5x5 Tactics: what holds passes, and what does not is told with the boards."""

import pytest

from ludex.cli import main
from ludex.scenario import ScenarioResult, read_text, run

GIVEN = "given P1 to move, a = P1 at (1,1), b = P1 at (3,1), x = P2 at (2,1)"
OVER = "given P1 to move, a = P1 at (1,1), d = P2 dead at (2,1), P1 has won"
UNREAD = "given P1 to move, a = P1 at (5,1), x = P2 at (2,1)"


def played(*lines: str, given: str = GIVEN) -> ScenarioResult:
    text = "\n".join(["game tactics", 'scenario "a"', *(f"  {line}" for line in (given, *lines))])
    file = read_text(text, "a.ludex")
    assert file.problems == (), [problem.show() for problem in file.problems]
    (result,) = run(file.scenarios[0])
    return result


MOVE = "when move to (0,1)"
BOTH = "when attack x"
HOLDS = [
    (MOVE, "then valid, a at (0,1), P1 to move"),
    (BOTH, "then rejected with ambiguous-attacker or occupied"),
    (BOTH, "then rejected with exactly ambiguous-attacker, nothing changes"),
    (BOTH, 'then message "Ambiguous attacker"'),
    (BOTH, "then refused by TAC-ATK-4"),
    ("when move to (2,1)", "then rejected with exactly occupied and ambiguous-mover, message is free"),
    ('when action {"type": "HEAL"}', "then unreadable by TAC-ACT-3"),
    ("then legal: move to (0,1); P1: end turn, not legal: attack x; P2: end turn",),
    ('then legal: action {"type": "END_TURN", "playerId": "P1", "targetPosition": null, "targetUnitId": null}',),
    ('then asking perft {"depth": 0} gives {"nodes": 1}, 7 legal actions',),
]


@pytest.mark.parametrize("lines", HOLDS)
def test_what_holds_passes(lines: tuple[str, ...]) -> None:
    result = played(*lines)
    assert (result.status, result.failures) == ("pass", ())


# lines, the line of the failing phrase in the file (the given is line 3), what is said
FAILS = [
    ((BOTH, "then valid"), 4, "refused by TAC-ATK-4"),
    ((BOTH, "then x has hp 7"), 4, "refused by TAC-ATK-4"),
    (("then valid",), 4, "but there is no action before it"),
    ((MOVE, "then rejected with occupied"), 5, "expected `rejected with occupied`, but it is valid"),
    ((BOTH, "then rejected with occupied"), 5, "but it is rejected with ambiguous-attacker"),
    ((BOTH, "then rejected with exactly ambiguous-attacker and occupied"), 5, "but it is rejected with ambiguous-att"),
    (("when move to (2,1)", "then rejected with exactly occupied"), 5, "ambiguous-mover"),
    (('when action {"type": "HEAL"}', "then rejected with occupied"), 5, "it is unreadable with TAC-ACT-3"),
    ((BOTH, "then message is free"), 5, 'but it is "Ambiguous attacker"'),
    ((BOTH, 'then message "ambiguous attacker"'), 5, 'but it is "Ambiguous attacker"'),
    (("when move to (2,1)", 'then message "Ambiguous attacker"'), 5, "but it is free"),
    ((MOVE, "then message is free"), 5, "but it is valid"),
    (('when action {"type": "HEAL"}', "then message is free"), 5, "unreadable"),
    ((MOVE, "then a at (0,2)"), 5, "the position is not as expected"),
    ((MOVE, "then z at (0,2)"), 5, "the position is not as expected"),
    ((MOVE, "then (0,1) is empty"), 5, "the position is not as expected"),
    (("then exactly these legal actions: attack x; end turn",), 4, "not legal: P1: attack x at (2,1) · legal: P1"),
    (("then unreadable",), 4, "expected `unreadable`, but the position can be read"),
    (('then asking perft {"depth": 0} gives {"nodes": 2}',), 4, "but it gives {'nodes': 1}"),
    (("then asking perft {} gives {}",), 4, "the request has no depth"),
    (('then asking perft {"depth": 0} is unreadable',), 4, "but it gives {'nodes': 1}"),
    (('then asking perft {"depth": -1} gives {}',), 4, "it is unreadable with TAC-LST-4"),
    (('then asking perft {"depth": -1} is unreadable by TAC-LST-3',), 4, "it is unreadable with TAC-LST-4"),
]


@pytest.mark.parametrize(("lines", "line", "what"), FAILS)
def test_what_does_not_hold_fails_at_its_place(lines: tuple[str, ...], line: int, what: str) -> None:
    result = played(*lines)
    assert result.status == "fail"
    (failure,) = result.failures
    assert failure.place.line == line
    assert what in failure.what


def test_a_state_that_cannot_be_read_may_be_what_is_expected() -> None:
    assert played("then unreadable by TAC-BRD-2", given=UNREAD).status == "pass"
    assert played("then unreadable", given=UNREAD).status == "pass"


def test_a_state_that_cannot_be_read_is_otherwise_an_error() -> None:
    result = played(MOVE, "then valid", given=UNREAD)
    assert result.error is not None
    assert "TAC-BRD-2" in result.error.expected


def test_nothing_else_holds_of_a_state_that_cannot_be_read() -> None:
    wrong = played("then unreadable by TAC-UNT-3", given=UNREAD)
    assert [failure.what for failure in wrong.failures] == ["the position as given is unreadable by TAC-BRD-2"]
    more = played("then unreadable, P1 to move", MOVE, "then valid", given=UNREAD)
    assert len(more.failures) == 3


def test_the_command_shows_the_boards(tmp_path: object, capsys: pytest.CaptureFixture[str]) -> None:
    path = f"{tmp_path}/a.ludex"
    with open(path, "w", encoding="utf-8") as file:
        file.write(f'game tactics\nscenario "a"\n  {GIVEN}\n  {MOVE}\n  then a at (1,1)\n')
    assert main(["run", path]) == 1
    out = capsys.readouterr().out
    assert "a: expected at (1,1), got at (0,1)" in out
    assert "after  move to (0,1)" in out
