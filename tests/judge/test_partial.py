"""An engine that offers any of a game's methods is judged to the end; a number is a number however it is written.

A few vectors of each topic for every subset; of Tribun's 4,096 only those in which something hangs on something else,
unless LUDEX_ALL=1, with which the whole suites are asked as well.
"""

import json
import os
import sys
from collections.abc import Iterator
from functools import cache
from itertools import chain, combinations
from pathlib import Path
from typing import Any

import pytest

from ludex import where
from ludex.judge.verdict import NOT_OFFERED, PASS
from ludex.protocol.schema import wire_of
from ludex.protocol.server import game_module
from ludex.report.results import results_of
from ludex.rules.answering import operations_of
from ludex.runner.checking import check
from ludex.runner.playing import NEEDS, carried_beside
from ludex.runner.run import Order
from ludex.support import support_of
from tests.judge.near import PLAYED, Near, is_refused, judged, write_few

ALL = bool(os.environ.get("LUDEX_ALL"))
GAMES = where.games()
MANY = 1 << 8
SCRIPT = Path(__file__).parent / "hostile" / "partial.py"
Methods = tuple[str, ...]


@pytest.fixture(scope="session")
def few(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("few")
    for game in GAMES:
        write_few(game, root)
    return root


@cache
def offered(game: str) -> Methods:
    return tuple(operations_of(game_module(game)))


def subsets_of(words: Methods) -> Iterator[Methods]:
    return chain.from_iterable(combinations(words, size) for size in range(len(words) + 1))


def telling(game: str) -> Iterator[Methods]:
    """Every subset of the methods that the judge plays or plays with, with none, one, and all of the others."""
    apart = tuple(method for method in offered(game) if method in ("legal", "apply", *PLAYED))
    others = tuple(method for method in offered(game) if method not in apart)
    for subset in subsets_of(apart):
        yield from ((*subset, *more) for more in dict.fromkeys(((), others[:1], others)))


def subsets(game: str) -> list[Methods]:
    return list(subsets_of(offered(game)) if ALL or 1 << len(offered(game)) < MANY else telling(game))


def breaches(game: str, subset: Methods, root: Path | None) -> Iterator[str]:
    """What is not as it must be in the run of an engine that offers just these methods."""
    run, asked = judged(game, subset, root)
    score = run.score()
    if not asked <= {*subset}:
        yield f"asked for {asked}"
    if score.counts[PASS] + score.counts[NOT_OFFERED] != sum(score.counts.values()):
        yield f"{score.counts}"
    if score.status != (0 if score.counts[PASS] else 1) or bool(score.counts[PASS]) != bool(asked):
        yield f"exit status {score.status}, and {score.counts[PASS]} pass"
    for case, outcome in run.settled_vectors():
        operation = case.frame.operation
        playable = operation in NEEDS and {*NEEDS[operation]} <= {*subset}
        form = is_refused(case.expects()) or case.asks().get("depth") == 0 or case.asks().get("actions") in ([], "")
        must = PASS if operation in subset or (playable and not form) else NOT_OFFERED
        if outcome.verdict != must:
            yield f"{case.id}: {outcome.verdict}, not {must}"


@pytest.mark.parametrize("game", GAMES)
def test_an_engine_with_any_of_the_methods_is_judged_to_the_end(game: str, few: Path) -> None:
    wrong = {subset: told for subset in subsets(game) if (told := list(breaches(game, subset, few)))}
    assert wrong == {}


@pytest.mark.skipif(not ALL, reason="whole suites, hundreds of times: LUDEX_ALL=1")
@pytest.mark.parametrize("game", GAMES)
def test_so_it_is_with_the_whole_suite(game: str) -> None:
    chosen = list(telling(game) if 1 << len(offered(game)) > MANY else subsets_of(offered(game)))
    assert {subset: told for subset in chosen if (told := list(breaches(game, subset, None)))} == {}


@pytest.mark.parametrize("game", GAMES)
def test_no_vector_is_lost_or_added_by_what_is_offered(game: str, few: Path) -> None:
    totals = {sum(judged(game, subset, few)[0].score().counts.values()) for subset in ((), offered(game))}
    assert len(totals) == 1
    assert min(totals)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("whole", [True, False], ids=["all", "required"])
def test_a_number_is_a_number_however_it_is_written(game: str, whole: bool, few: Path) -> None:
    """The reference writes 1 as 1.0 or 1e0, and 0 as -0.0; with few methods these come back in what the judge asks."""
    subset = offered(game) if whole else tuple(dict.fromkeys((*wire_of(game).required, "legal")))
    command = (sys.executable, str(SCRIPT), game, *subset, "--floats")
    results = results_of(check(Order(game, command, root=None if ALL else few)))
    told = [(one.id, one.verdict, one.message) for one in results.results if one.verdict not in (PASS, NOT_OFFERED)]
    assert told == []
    assert results.score.status == 0
    assert results.score.counts[PASS]


def test_a_missing_method_and_one_too_many_are_told(few: Path) -> None:
    notes = " ".join(judged("minions", ("legal", "aply"), few)[0].notes)
    assert "does not offer `apply`, which is required" in notes
    assert "a method that the game does not have: aply" in notes
    assert "required" not in " ".join(judged("minions", offered("minions"), few)[0].notes)


ODD_LISTS: list[Any] = [
    [],
    [None],
    [[]],
    [{}],
    [0],
    [True],
    ["x"],
    [1e300],
    list(range(4096)),
    [{"type": "MOVE"}] * 3000,
]
ODD_STATES: list[Any] = [None, 5, "", [], {}, {"units": 5}]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "answers", [*({"actions": odd} for odd in ODD_LISTS), *({"position": odd} for odd in ODD_STATES)]
)
def test_whatever_is_answered_to_what_the_judge_plays_the_run_goes_to_its_end(
    game: str, answers: Any, few: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An engine that answers oddly to one of the two methods, and rightly to the other."""
    right, operation = Near._answered, "legal" if "actions" in answers else "apply"

    def answered(near: Near, line: bytes) -> bytes:
        said = right(near, line)
        if b'"method":"%b"' % operation.encode() not in line:
            return said
        return json.dumps({**json.loads(said), "result": answers}).encode()

    monkeypatch.setattr(Near, "_answered", answered)
    counts = judged(game, ("legal", "apply"), few)[0].score().counts
    assert counts["not-run"] == 0
    assert counts["fail"] + counts["error"] > 8


def test_what_goes_beside_a_state_is_nothing_where_the_engine_s_states_do_not_fit_together() -> None:
    units = [{"id": "u1", "position": {"x": 0, "y": 0}}]
    action = {"action": {"type": "ATTACK", "targetUnitId": "u9"}}
    before, after = {"currentPlayer": "P1", "units": units}, {"currentPlayer": "P1", "units": [{"id": ["u2"]}]}
    for one, other in ((before, after), (before, before), (before, {}), ({}, after), (before, None)):
        assert carried_beside(support_of("tactics").replaying, one, action, other) == {}
