"""Whatever an engine does, the run ends by itself, blames only what fails alone, and leaves no process behind."""

import os
import re
import time
from collections.abc import Callable
from typing import Any

import pytest

from ludex.judge.report import report
from ludex.judge.results import Result, Results
from ludex.vectors import open_suite

Judged = Callable[..., Results]
NUMBER = 205
BLAMED = "apply-7-2@one"


def bad(results: Results) -> list[Result]:
    return [result for result in results.results if result.verdict not in ("pass", "not-offered")]


@pytest.mark.parametrize("engine", ["right", "banner", "later", "stubborn"])
def test_an_engine_that_plays_rightly_passes(judged: Judged, engine: str) -> None:
    results = judged(engine, grace=0.3)
    assert results.score.status == 0
    assert results.score.counts["pass"] == NUMBER
    assert results.score.counts["not-offered"] == 1
    assert bad(results) == []


@pytest.mark.parametrize(
    ("engine", "cause", "words"),
    [
        ("garbage", "garbage", "not one JSON value"),
        ("garbage_with_id", "garbage", "not one JSON value"),
        ("shapeless", "garbage", "position is missing"),
        ("crash", "crash", "SIGSEGV; the last of its log: out of cheese"),
        ("hang", "timeout", "no answer for 1 s"),
        ("drops", "timeout", "no answer for 1 s"),
        ("flood", "flood", "one line of more than"),
        ("log_flood", "flood", "MB of log"),
        ("grandchild", "crash", "exited with status 3"),
        ("twice", "garbage", "a second answer to the same id"),
    ],
)
def test_just_the_vector_that_fails_alone_is_blamed(judged: Judged, engine: str, cause: str, words: str) -> None:
    results = judged(engine)
    assert [(result.id, result.verdict, result.cause) for result in bad(results)] == [(BLAMED, "error", cause)]
    assert words in bad(results)[0].message
    assert results.score.counts["pass"] == NUMBER - 1
    assert results.score.status == 1


def test_two_answers_in_one_line_are_blamed_on_both(judged: Judged) -> None:
    results = judged("two_in_a_line")
    assert [result.id for result in bad(results)] == ["apply-7-1@one", BLAMED]
    assert {result.cause for result in bad(results)} == {"garbage"}


def test_errors_and_unsupported_are_told_apart(judged: Judged) -> None:
    results = judged("picky")
    told = {result.id: (result.verdict, result.cause, result.message) for result in bad(results)}
    assert told[BLAMED] == ("error", "reported", "JSON-RPC error -32603: not yet")
    assert told["apply-7-1@one"] == ("unsupported", "", "sevens")


@pytest.mark.parametrize(
    ("engine", "cause"), [("mute", "timeout"), ("wrong_id", "garbage"), ("one_shot", "crash"), ("deaf", "closed")]
)
def test_an_engine_that_never_answers_is_given_up(judged: Judged, engine: str, cause: str) -> None:
    results = judged(engine, timeout=0.5)
    assert results.stopped.startswith("the engine answered nothing in 3 starts")
    assert {result.cause for result in bad(results) if result.verdict == "error"} == {cause}
    assert results.score.counts["not-run"] == NUMBER - 2
    assert results.score.status == 1


@pytest.mark.parametrize(
    ("engine", "why"),
    [("exits", "exited with status 1"), ("chatty", "more than 10 lines before the hello")],
)
def test_without_a_hello_nothing_was_run(judged: Judged, engine: str, why: str) -> None:
    results = judged(engine)
    assert why in results.stopped
    assert results.score.counts["not-run"] == NUMBER + 1
    assert results.score.status == 1
    assert results.engine is None


def test_an_engine_that_exits_at_once_has_its_log_in_the_report(judged: Judged, toy_root: Any) -> None:
    lines = list(report(judged("exits"), open_suite("nim", toy_root)))
    assert "  | no config" in lines


def test_a_banner_is_noted(judged: Judged) -> None:
    assert any("NimEngine 3000" in note for note in judged("banner").notes)


def test_no_grandchild_is_left_behind(judged: Judged) -> None:
    message = bad(judged("grandchild"))[0].message
    found = re.search(r"grandchild (\d+)", message)
    assert found is not None
    for _ in range(50):
        if not _alive(int(found.group(1))):
            return
        time.sleep(0.02)
    pytest.fail("the grandchild lives on")


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    with open(f"/proc/{pid}/stat") as stat:
        return stat.read().rpartition(")")[2].split()[0] != "Z"


def test_nothing_an_engine_sends_steers_the_report(judged: Judged, toy_root: Any) -> None:
    results = judged("escapes")
    text = "\n".join(report(results, open_suite("nim", toy_root), show=3))
    assert results.engine is not None
    assert results.engine.name == r"\x1b[31mred\x1b[0m[bold]"
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", text)


def test_a_report_tells_the_clause_group_and_how_to_run_again(judged: Judged, toy_root: Any) -> None:
    lines = list(report(judged("wrong_legal"), open_suite("nim", toy_root)))
    assert any(line.startswith("! NIM-LEG") for line in lines)
    assert not any(line.startswith("! NIM-APP") for line in lines)
    assert any("--select legal-3@one -- " in line for line in lines)
    assert any("1 missing: 3" in line for line in lines)


def test_a_run_may_stop_at_the_first_failure(judged: Judged) -> None:
    results = judged("wrong_legal", max_failures=1)
    assert results.score.counts["fail"] == 1
    assert results.score.counts["not-run"] > 0
    assert sum(results.score.counts.values()) == NUMBER + 1


def test_verdicts_do_not_hang_on_names(judged: Judged) -> None:
    named, anonymous = judged("wrong_legal"), judged("wrong_legal", anonymous=True)
    assert named.results == anonymous.results
