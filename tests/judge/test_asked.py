"""What an engine hears: who is started, what is sent and what is kept from it, and what is asked once more."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ludex.judge.settings import RulesAsked
from ludex.report.results import Results, results_of
from ludex.runner.checking import check
from ludex.runner.limits import Limits
from ludex.runner.run import Order
from ludex.vectors.selection import Selection
from tests.guards import at_least_one
from tests.judge import toy
from tests.judge.test_doors import ludex

Command = Callable[[str], tuple[str, ...]]
Judged = Callable[..., Results]


class Heard:
    """What engines heard, by the process that did."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __iter__(self) -> Iterator[tuple[int, dict[str, Any]]]:
        for line in self.path.read_text(encoding="utf-8").splitlines():
            process, request = json.loads(line)
            yield process, request

    @property
    def sessions(self) -> list[list[dict[str, Any]]]:
        """The requests of each process, without the hello and the shutdown."""
        found: dict[int, list[dict[str, Any]]] = {}
        for process, request in self:
            found.setdefault(process, []).append(request)
        return [
            [one for one in session if one["method"] not in ("initialize", "shutdown")] for session in found.values()
        ]


@pytest.fixture
def heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Heard:
    path = tmp_path / "heard"
    monkeypatch.setenv("NIM_HEARD", str(path))
    return Heard(path)


def test_each_question_is_asked_in_order_with_its_vector_and_its_rules(judged: Judged, heard: Heard) -> None:
    results = judged("right")
    (session,) = heard.sessions
    asked = [one["params"]["vector"] for one in session if not one["params"]["vector"].startswith("perft")]
    assert asked == [one.id for one in results.results if one.verdict == "pass" and "perft" not in one.id]
    for request in at_least_one(session):
        assert (request["params"]["game"], request["params"]["edition"]) == ("nim", "one")
        assert request["params"]["readings"] == {"max": "three"}
        assert request["params"]["clauses"][0].startswith("NIM-")


def test_an_anonymous_run_names_no_vector_and_no_clause(toy_root: Path, engine_command: Command, heard: Heard) -> None:
    done = ludex(toy_root, "check", "--anonymous", "--", *engine_command("right"))
    assert done.returncode == 0, done.stderr
    (session,) = heard.sessions
    for request in at_least_one(session):
        assert request["params"]["vector"] is None
        assert request["params"]["clauses"] == []
        assert not {"id", "why"} & request["params"].keys()


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_as_many_engines_are_started_as_are_wanted(
    toy_root: Path, engine_command: Command, heard: Heard, jobs: int
) -> None:
    done = ludex(toy_root, "check", "-j", str(jobs), "--", *engine_command("right"))
    assert done.returncode == 0, done.stderr
    assert len(heard.sessions) == jobs
    asked = [one["params"]["vector"] for session in heard.sessions for one in session]
    once = [name for name in asked if not name.startswith("perft")]  # which is played step by step
    assert len(once) == len(set(once)) == 204


def test_nothing_is_asked_under_a_reading_that_was_not_declared(
    toy_root: Path, engine_command: Command, heard: Heard
) -> None:
    asked = RulesAsked(readings=(("max", "four"),))
    results = results_of(check(Order("nim", engine_command("plays_three"), asked, root=toy_root)))
    assert {one.verdict for one in results.results if one.verdict != "not-offered"} == {"unsupported"}
    assert {one.message for one in results.results if one.verdict == "unsupported"} == {
        "the engine does not declare max=four"
    }
    assert results.score.status == 1
    assert heard.sessions == [[]]


def test_what_was_not_declared_is_not_asked_either_where_the_default_is_meant(judged: Judged, heard: Heard) -> None:
    """An engine that declares no choice of an entry plays the default."""
    asked = RulesAsked(readings=(("max", "three"),))
    assert judged("plays_default", asked=asked).score.status == 0
    assert len({one["params"]["vector"] for one in heard.sessions[0]}) == 205


def test_a_request_that_is_passed_over_is_late_though_others_are_answered(
    toy_root: Path, engine_command: Command, heard: Heard
) -> None:
    """It is not waited for to the end: after twice the window of later answers the engine is started anew."""
    limits = Limits(timeout=0.5, start=5.0, window=4)
    results = results_of(check(Order("nim", engine_command("drops"), limits=limits, root=toy_root)))
    first, second, *_ = [[one["params"]["vector"] for one in session] for session in heard.sessions]
    since = first.index("apply-7-2@one")
    assert 2 * limits.window <= len(first[since:]) <= 3 * limits.window
    assert second == ["apply-7-2@one"]
    assert {one.id: one.cause for one in results.results if one.verdict == "error"} == {"apply-7-2@one": "timeout"}
    assert results.score.counts["pass"] == 204


def test_all_is_required_of_who_says_so(toy_root: Path, engine_command: Command) -> None:
    plain, strict = (
        ludex(toy_root, "check", *words, "--", *engine_command("right")) for words in ((), ("--require-all",))
    )
    assert (plain.returncode, strict.returncode) == (0, 1)
    assert "All 205 selected vectors pass." in plain.stdout
    assert "not offered" in strict.stdout


def test_no_more_than_a_window_of_requests_is_in_flight(toy_root: Path, engine_command: Command, heard: Heard) -> None:
    limits = Limits(timeout=0.5, start=5.0, window=7, barren=1)
    run = check(Order("nim", engine_command("hears_only"), limits=limits, root=toy_root))
    assert [len(session) for session in heard.sessions] == [7]
    assert "answered nothing in 1 start" in run.stopped


def test_what_lies_beyond_the_end_is_not_run_but_what_is_not_offered_stays_so(judged: Judged) -> None:
    whole, ended = judged("only_applies"), judged("only_applies", max_failures=1)
    aside = {one.id for one in whole.results if one.verdict == "not-offered"}
    assert aside
    assert {one.id for one in ended.results if one.verdict == "not-offered"} == aside
    failing = [one.verdict for one in whole.results].index("fail")
    assert [one.verdict for one in ended.results[: failing + 1]] == [
        one.verdict for one in whole.results[: failing + 1]
    ]
    rest = {one.verdict for one in ended.results[failing + 1 :]} - {"not-offered"}
    assert rest == {"not-run"}
    assert "not-offered" in {one.verdict for one in ended.results[failing + 1 :]}


@pytest.mark.parametrize("jobs", [1, 2])
def test_answers_are_kept_of_the_first_thousand_failures(
    tmp_path: Path, engine_command: Command, monkeypatch: pytest.MonkeyPatch, jobs: int
) -> None:
    """In order of place, whoever came first; the verdicts are kept of all."""
    monkeypatch.setitem(toy.TOPICS, "apply-take", ("apply", "apply", lambda: toy.apply_vectors(350)))
    root = toy.write(tmp_path)
    order = Order("nim", engine_command("always_wrong"), selection=Selection(("apply-take",)), root=root, jobs=jobs)
    results = results_of(check(order)).results
    failed = [one for one in results if one.verdict == "fail"]
    assert len(failed) > 1020
    assert [bool(one.got) for one in failed] == [number < 1000 for number in range(len(failed))]


def test_an_engine_that_answers_may_be_late_as_often_as_it_may_fall(judged: Judged, heard: Heard) -> None:
    """Only who never answers anything is given up after three starts."""
    results = judged("drops_sevens", timeout=0.4)
    late = {one.id for one in results.results if one.cause == "timeout"}
    assert late == {f"apply-{heap}-{take}@one" for heap in (7, 17) for take in (1, 2, 3)}
    assert results.score.counts["pass"] == 205 - len(late)
    assert results.stopped == ""
    assert len(heard.sessions) > 6


def test_after_a_fall_the_engine_is_started_again_for_the_rest(judged: Judged, heard: Heard) -> None:
    results = judged("crash")
    first, alone, rest = heard.sessions
    assert [one["params"]["vector"] for one in alone][-1:] == ["apply-7-2@one"]
    assert {one["params"]["vector"] for one in rest} > {"legal-3@one"}
    assert results.times.restarts == 2
    assert len(results.times.remarks) == 1
    assert f"with {len(first) - 1} in flight" not in results.times.remarks[0]
    assert "in flight, each was rerun alone: the engine was ended by SIGSEGV" in results.times.remarks[0]


def test_long_words_of_an_engine_are_cut(judged: Judged) -> None:
    messages = {
        one.verdict: one.message for one in judged("wordy", selection=Selection(("legal",))).results if one.message
    }
    assert messages["unsupported"] == ("because " * 25_000)[:300] + "..."
    assert messages["error"].startswith("JSON-RPC error -1: no no ")
    assert len(messages["error"]) == 303
