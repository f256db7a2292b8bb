"""Whatever an engine does, the run ends by itself, blames only what fails alone, and leaves no process behind."""

import json
import os
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ludex.report.drawing import Easel
from ludex.report.results import Result, Results, results_of
from ludex.report.terminal import report
from ludex.runner.checking import check
from ludex.runner.run import Order
from ludex.vectors import open_suite

Judged = Callable[..., Results]
NUMBER = 205
BLAMED = "apply-7-2@one"


def bad(results: Results) -> list[Result]:
    return [result for result in results.results if result.verdict not in ("pass", "not-offered")]


def test_just_the_vector_that_fails_alone_is_blamed(judged: Judged) -> None:
    """The table of the hostile engines says it of each of them; here it is said of a run within this process."""
    results = judged("crash")
    assert [(result.id, result.verdict, result.cause) for result in bad(results)] == [(BLAMED, "error", "crash")]
    assert results.score.counts["pass"] == NUMBER - 1
    assert results.score.status == 1


def test_errors_and_unsupported_are_told_apart(judged: Judged) -> None:
    results = judged("picky")
    told = {result.id: (result.verdict, result.cause, result.message) for result in bad(results)}
    assert told[BLAMED] == ("error", "reported", "JSON-RPC error -32603: not yet")
    assert told["apply-7-1@one"] == ("unsupported", "", "sevens")


def test_an_engine_that_exits_at_once_has_its_log_in_the_report(judged: Judged, toy_root: Any) -> None:
    lines = list(report(judged("exits"), open_suite("nim", toy_root)))
    assert "  | no config" in lines


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


@pytest.mark.parametrize("engine", ["escapes", "markup"])
def test_nothing_an_engine_sends_steers_a_terminal(judged: Judged, toy_root: Any, engine: str) -> None:
    results = judged(engine)
    text = "\n".join(report(results, open_suite("nim", toy_root), show=3))
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", text)
    assert not re.search("[\x00-\x1f\x7f-\x9f\u202e]", msgspec.json.encode(results).decode())


def test_what_an_engine_sends_changes_no_report_but_for_its_words(
    judged: Judged, toy_root: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Line by line the report on hostile words is the report on plain words."""
    hostile = judged("markup")
    monkeypatch.setenv("NIM_TEXT", "plain")
    plain = judged("markup")
    lines, usual = (list(report(one, open_suite("nim", toy_root), show=4)) for one in (hostile, plain))
    assert len(lines) == len(usual)
    changed = [(line, other) for line, other in zip(lines, usual, strict=True) if line != other]
    changed = [pair for pair in changed if "in flight" not in pair[0]]
    assert len(changed) > 3
    assert all("<script>" in line and "plain" in other for line, other in changed)
    assert [result.verdict for result in hostile.results] == [result.verdict for result in plain.results]
    assert hostile.score == plain.score


NASTY: list[Any] = [
    None,
    5,
    [],
    {"illegal": 5},
    {"illegal": {"broken": 5}},
    {"illegal": {"broken": [{}, None]}},
    {"actions": [{}, [], None]},
    {"actions": 5},
    {"position": 5},
    {"position": {"board": "\x1b[2J"}},
    {"unsupported": None},
]


@pytest.mark.parametrize("answer", NASTY, ids=range(len(NASTY)))
@pytest.mark.parametrize("expected", [{"position": {"heap": 1}}, {"actions": [1]}, {"illegal": {"broken": ["X"]}}])
def test_whatever_came_can_be_drawn(answer: Any, expected: Any) -> None:
    easel = Easel("nim", "one", {})
    asked = {"position": {"heap": 2}, "action": 1}
    text = "\n".join(easel.failure("apply", asked, expected, json.dumps(answer)))
    assert "\x1b" not in text


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


@pytest.mark.parametrize(("number", "told"), [(9, "SIGKILL"), (40, "signal 40")])
def test_a_signal_is_told_by_its_name_if_it_has_one(toy_root: Path, number: int, told: str) -> None:
    command = ("sh", "-c", f"kill -{number} $$")
    results = results_of(check(Order("nim", command, root=toy_root)))
    assert results.stopped.startswith(f"no hello: the engine was ended by {told}")
    assert results.score.status == 1
