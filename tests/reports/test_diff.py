"""Two runs are compared vector by vector: what got worse, what got better, and the exit status for CI."""

from pathlib import Path

import pytest

from ludex.cli import main
from ludex.judge.settings import Setting
from ludex.judge.verdict import VERDICTS
from ludex.protocol.messages import Identity
from ludex.report.diff import ABSENT, GONE, KINDS, Change, difference, kind_of
from ludex.report.results import Result, write_results
from ludex.report.source import ResultsSource, no_vectors
from ludex.vectors import open_suite
from ludex.vectors.suite import Suite
from tests.reports.conftest import Written
from tests.reports.made import results

Captured = pytest.CaptureFixture[str]


# Every pair of verdicts: from the one that begins the line to the one above the word; in capitals: got worse.
TABLE = """
                pass    fail   error  unsupp n-offer skipped n-run  x-fail  u-pass flaky  absent
pass            -       FAIL   FAIL   UNSUP  UNOFF   SKIP    UNRUN  NOWEXP  entry  FLAKY  UNRUN
fail            fixed   still  still  unsup  unoff   skip    unrun  excuse  fixed  still  unrun
error           fixed   still  still  unsup  unoff   skip    unrun  excuse  fixed  still  unrun
unsupported     new     FAIL   FAIL   -      idle    idle    idle   found   new    FAIL   idle
not-offered     new     FAIL   FAIL   idle   -       idle    idle   found   new    FAIL   -
skipped         new     FAIL   FAIL   idle   idle    -       idle   found   new    FAIL   idle
not-run         new     FAIL   FAIL   idle   idle    idle    -      found   new    FAIL   idle
expected-fail   fixed   BARE   BARE   UNSUP  UNOFF   SKIP    UNRUN  -       fixed  BARE   UNRUN
unexpected-pass gone    FAIL   FAIL   UNSUP  UNOFF   SKIP    UNRUN  NOWEXP  -      FLAKY  UNRUN
flaky           lucky   still  still  unsup  unoff   skip    unrun  excuse  lucky  still  unrun
absent          new     FAIL   FAIL   idle   -       idle    idle   found   new    FAIL   -
"""
KIND = {
    "fail": "New failures",
    "flaky": "Passed, and are now flaky",
    "bare": "Still failing, and no longer expected to",
    "nowexp": "Passed, and are now expected to fail",
    "unsup": "Newly unsupported",
    "unoff": "Not offered any more",
    "skip": "Newly skipped",
    "unrun": "Not run any more",
    "still": "Still failing",
    "excuse": "Still failing, and now expected to",
    "found": "Newly judged, and expected to fail",
    "idle": "Not judged, as before, but otherwise",
    "fixed": "Fixed",
    "lucky": "Were flaky, and pass this time",
    "new": "New passes",
    "entry": "Still pass, and are now expected to fail",
    "gone": "Still pass, and are no longer expected to fail",
}
ALL = [*VERDICTS, ABSENT]
ROWS = {row.split()[0]: row.split()[1:] for row in TABLE.strip().splitlines()[1:]}
CHANGES = [(before, after, word) for before in ALL for after, word in zip(ALL, ROWS[before], strict=True)]


@pytest.mark.parametrize(("before", "after", "word"), CHANGES)
def test_a_change_has_one_kind(before: str, after: str, word: str) -> None:
    wanted = None if word == "-" else (KIND[word.lower()], word.isupper())
    assert kind_of(before, after, same=True) == wanted
    assert kind_of(before, after, same=False) == ((GONE, False) if wanted and after == ABSENT else wanted)


def test_every_kind_of_change_is_told() -> None:
    assert {*KIND.values(), GONE} == {*KINDS}


def test_what_became_an_expected_failure_is_not_called_fixed(tmp_path: Path, capsys: Captured) -> None:
    one = write(tmp_path / "1.json", Result("a@one", 0, "fail"), Result("b@one", 0, "unexpected-pass"))
    other = write(tmp_path / "2.json", Result("a@one", 0, "expected-fail"), Result("b@one", 0, "pass"))
    status, said = diff(capsys, one, other)
    assert status == 0
    assert "Fixed" not in said
    assert "a@one · one (default readings) · fail → expected to fail" in said
    assert "b@one · one (default readings) · unexpected pass → pass" in said


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
    assert said == (
        f"ludex: results of different suites: {one} is of nim, {other} of chess\n  Compare two runs of the same game.\n"
    )


def test_other_vectors_are_a_warning(tmp_path: Path, capsys: Captured) -> None:
    one = write(tmp_path / "1.json", Result("a@one", 0, "pass"), Result("b@one", 0, "pass"))
    other = write(tmp_path / "2.json", Result("a@one", 0, "pass"), manifest="f" * 64)
    status, said = diff(capsys, one, other)
    assert status == 0
    assert "warning: the vectors are not the same" in said
    assert "No longer among the vectors: 1" in said


def failing(name: str, verdict: str = "fail", setting: int = 0, **more: object) -> Result:
    return Result(f"{name}@one", setting, verdict, clauses=("NIM-A-1",), **more)  # type: ignore[arg-type]


def test_the_whole_of_a_difference_is_told(tmp_path: Path, capsys: Captured) -> None:
    two = (Setting("one", {}), Setting("one", {"max": "four"}, {"max": "four"}))
    old = write(
        tmp_path / "1.json",
        failing("a", "pass"),
        failing("b", message="was wrong"),
        failing("c", message="was wrong"),
        failing("d", "pass"),
        failing("e", "pass", unfinished=True),
        failing("f", "pass", unfinished=True),
        failing("g", "pass"),
        engine=Identity("ours", "1"),
        interrupted=True,
    )
    new = write(
        tmp_path / "2.json",
        failing("a", message="is wrong"),
        failing("b", "pass", message="never told"),
        failing("c", message="is wrong"),
        failing("e", message="is wrong", unfinished=True),
        failing("f", message="is wrong"),
        failing("g", message="is wrong", unfinished=True),
        failing("a", message="is wrong", setting=1),
        Result("x@one", 1, "fail", message="of no clause"),
        engine=None,
        stopped="it fell",
        settings=two,
    )
    status, said = diff(capsys, old, new)
    assert status == 1
    _, _, *told = said.splitlines()
    flipped = two[1].label
    assert told == [
        "warning: the engines are not the same: ours and no hello",
        "warning: the first run did not end: interrupted",
        "warning: the second run did not end: it fell",
        "",
        "New failures: 6",
        "  NIM-A-1          5",
        "  a@one · one (default readings) · pass → fail: is wrong",
        "  e@one · one (default readings) · pass → fail: is wrong",
        "  f@one · one (default readings) · pass → fail: is wrong",
        "  g@one · one (default readings) · pass → fail: is wrong",
        f"  a@one · {flipped} · absent → fail: is wrong",
        f"  x@one · {flipped} · absent → fail: of no clause",
        "",
        "Not run any more: 1",
        "  NIM-A-1          1",
        "  d@one · one (default readings) · pass → absent",
        "",
        "Still failing: 1",
        "  NIM-A-1          1",
        "  c@one · one (default readings) · fail → fail: is wrong",
        "",
        "Fixed: 1",
        "  NIM-A-1          1",
        "  b@one · one (default readings) · fail → pass: was wrong",
        "",
        "6 got worse.  Exit status 1.",
    ]


def source(name: str, *of: Result, suite: Suite | None = None, **other: object) -> ResultsSource:
    return ResultsSource(Path(name), results(of, **other), suite or no_vectors("nim"))  # type: ignore[arg-type]


def test_what_no_run_says_of_a_clause_the_newer_vectors_say(toy_root: Path) -> None:
    """Also of a setting that only the older run had."""
    suite, names = open_suite("nim", toy_root), ("apply-3-1@one", "take-4-of-9@one+max=four", "gone-1@one")
    flipped = Setting("one", {"max": "four"}, {"max": "four"})
    old = source("old", *(Result(name, 0, "pass") for name in names), settings=(flipped,))
    changes = difference(old, source("new", suite=suite)).changes
    assert [change.clauses for change in changes] == [("NIM-TAK-1", "NIM-APP-1"), ("NIM-TAK-1",), ()]
    assert {change.setting for change in changes} == {flipped.label}
    assert not any(change.clauses for change in difference(old, source("new")).changes)


def test_what_is_new_and_passes_has_no_words_and_what_is_unfinished_is_no_loss_while_it_is_there() -> None:
    unfinished = Result("a@one", 0, "pass", unfinished=True)
    (new,) = difference(source("old"), source("new", unfinished)).changes
    assert new == Change("New passes", Setting("one", {}).label, "a@one", ABSENT, "pass", False, "", ())
    (gone,) = difference(source("old", unfinished), source("new")).changes
    assert (gone.kind, gone.worse) == ("Not run any more", True)
    (fails,) = difference(source("old", unfinished), source("new", Result("a@one", 0, "fail", unfinished=True))).changes
    assert (fails.kind, fails.worse) == ("New failures", False)


@pytest.mark.parametrize(
    ("same", "kind"), [(True, ("Not judged, as before, but otherwise", False)), (False, (GONE, False))]
)
def test_what_was_not_judged_and_left_the_suite_is_gone(same: bool, kind: tuple[str, bool]) -> None:
    assert kind_of("skipped", ABSENT, same=same) == kind
    assert kind_of("not-offered", ABSENT, same=same) is None
