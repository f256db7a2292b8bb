"""Two runs are compared vector by vector: what got worse, what got better, and the exit status for CI."""

from pathlib import Path

import pytest

from ludex.cli import main
from ludex.judge.results import Result, write_results
from ludex.judge.verdict import VERDICTS
from ludex.report.difference import (
    ABSENT,
    FIXED,
    GONE,
    NEW_FAILURES,
    NEW_PASSES,
    NEWLY_EXPECTED,
    NEWLY_NOT_RUN,
    NEWLY_SKIPPED,
    STILL_FAILING,
    kind_of,
)
from tests.reports.conftest import Written
from tests.reports.made import results

Captured = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("before", "after", "kind", "worse"),
    [
        ("pass", "fail", NEW_FAILURES, True),
        ("pass", "error", NEW_FAILURES, True),
        ("not-run", "fail", NEW_FAILURES, True),
        (ABSENT, "error", NEW_FAILURES, True),
        ("expected-fail", "fail", NEW_FAILURES, True),
        ("fail", "error", STILL_FAILING, False),
        ("fail", "pass", FIXED, False),
        ("expected-fail", "pass", FIXED, False),
        ("expected-fail", "unexpected-pass", FIXED, False),
        ("fail", "expected-fail", FIXED, False),
        ("pass", "expected-fail", NEWLY_EXPECTED, True),
        ("pass", "unsupported", NEWLY_SKIPPED, True),
        ("pass", "not-offered", NEWLY_SKIPPED, True),
        ("fail", "unsupported", NEWLY_SKIPPED, False),
        ("pass", "not-run", NEWLY_NOT_RUN, True),
        ("fail", "not-run", NEWLY_NOT_RUN, False),
        ("pass", ABSENT, NEWLY_NOT_RUN, True),
        (ABSENT, "pass", NEW_PASSES, False),
        ("unsupported", "pass", NEW_PASSES, False),
        ("not-run", "pass", NEW_PASSES, False),
    ],
)
def test_a_change_has_one_kind(before: str, after: str, kind: str, worse: bool) -> None:
    assert kind_of(before, after, same=True) == (kind, worse)


@pytest.mark.parametrize("verdict", [*VERDICTS, ABSENT])
def test_what_stays_got_no_worse(verdict: str) -> None:
    found = kind_of(verdict, verdict, same=True)
    assert found in (None, (STILL_FAILING, False))


@pytest.mark.parametrize("before", ["pass", "expected-fail"])
@pytest.mark.parametrize("after", [verdict for verdict in [*VERDICTS, ABSENT] if not verdict.endswith("pass")])
def test_whatever_is_lost_is_worse(before: str, after: str) -> None:
    found = kind_of(before, after, same=True)
    assert before == after or (found is not None and found[1])


def test_a_vector_that_left_the_suite_is_no_loss() -> None:
    assert kind_of("pass", ABSENT, same=False) == (GONE, False)


def diff(capsys: Captured, *paths: Path, show: int = 20) -> tuple[int, str]:
    status = main(["diff", *map(str, paths), "--show", str(show)])
    said = capsys.readouterr()
    return status, said.out + said.err


def test_new_failures_are_named_by_id_and_clause(written: Written, capsys: Captured) -> None:
    status, said = diff(capsys, written("right"), written("wrong_legal"), show=2)
    assert status == 1
    assert "New failures: 18" in said
    assert "NIM-LEG-1       18" in said
    assert "legal-3@one · one (default readings) · pass → fail: actions: 1 missing: 3" in said
    assert "… and 16 more (--show 18)" in said
    assert "18 got worse.  Exit status 1." in said


def test_the_way_back_is_green(written: Written, capsys: Captured) -> None:
    status, said = diff(capsys, written("wrong_legal"), written("right"))
    assert status == 0
    assert "Fixed: 18" in said
    assert "Nothing got worse." in said


def test_like_runs_do_not_differ(written: Written, capsys: Captured) -> None:
    status, said = diff(capsys, written("picky"), written("picky", "again"))
    assert status == 0
    assert "Still failing: 1" in said


def test_an_engine_that_fell_leaves_vectors_not_run(written: Written, capsys: Captured) -> None:
    status, said = diff(capsys, written("right"), written("exits"))
    assert status == 1
    assert "Not run any more: 205" in said
    assert "NIM-TAK-1      204" in said
    assert "warning: the second run did not end" in said


def write(path: Path, *of: Result, **other: object) -> Path:
    write_results(results(of, **other), path)  # type: ignore[arg-type]
    return path


def test_results_of_different_games_cannot_be_compared(tmp_path: Path, capsys: Captured) -> None:
    one = write(tmp_path / "1.json", Result("a@one", 0, "pass"))
    other = write(tmp_path / "2.json", Result("a@one", 0, "pass"), game="chess")
    status, said = diff(capsys, one, other)
    assert status == 2
    assert "results of different suites" in said


def test_other_vectors_are_a_warning(tmp_path: Path, capsys: Captured) -> None:
    one = write(tmp_path / "1.json", Result("a@one", 0, "pass"), Result("b@one", 0, "pass"))
    other = write(tmp_path / "2.json", Result("a@one", 0, "pass"), manifest="f" * 64)
    status, said = diff(capsys, one, other)
    assert status == 0
    assert "warning: the vectors are not the same" in said
    assert "No longer among the vectors: 1" in said
