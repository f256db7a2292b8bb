"""One is told as one: no message counts a single thing in the plural."""

import html
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from ludex.judge.score import conclude
from ludex.judge.verdict import PASS, VERDICTS
from ludex.report.causes import NO_CLAUSE, NOT_LOOKED_INTO, TURNING_ON_NONE
from ludex.report.diff import difference, lines
from ludex.report.junit import junit
from ludex.report.markdown import markdown
from ludex.report.results import Result, Results, results_of
from ludex.report.source import ResultsSource
from ludex.report.terminal import report
from ludex.runner.limits import Limits
from ludex.runner.run import Order, Run
from ludex.vectors import open_suite
from ludex.vectors.selection import Selection
from ludex.wording import first, quantity, shorten
from tests.guards import at_least_one
from tests.reports.made import forged, results

Judged = Callable[..., Results]
SEVERAL = re.compile(r"(?<![\d.,:\w])1 (?:[a-z]+ ){0,2}?[a-z]+s\b")
VERBS = re.compile(r"(pass|passes|matches|is|was)$")


def plurals(text: str) -> list[str]:
    """Whatever is told of one thing as of several."""
    return [found for found in SEVERAL.findall(html.unescape(text)) if not VERBS.search(found)]


def test_a_single_thing_in_the_plural_is_noticed() -> None:
    assert plurals("All 1 selected vectors pass; 1 fail, 21 times.") == ["1 selected vectors"]
    assert plurals("The only selected vector passes; 1 vector is left, 1 passes") == []


@pytest.mark.parametrize(("number", "told"), [(0, "0 vectors"), (1, "1 vector"), (5489, "5,489 vectors")])
def test_a_number_goes_with_its_noun(number: int, told: str) -> None:
    assert quantity(number, "vector") == told


@pytest.mark.parametrize(
    ("tally", "sentence"),
    [
        ({"pass": 1}, "The only selected vector passes."),
        ({"pass": 2}, "All 2 selected vectors pass."),
        ({"fail": 1}, "0 of 1 selected vector passes; 1 fail."),
        ({"pass": 1, "fail": 1}, "1 of 2 selected vectors passes; 1 fail."),
        ({"pass": 2, "error": 2}, "2 of 4 selected vectors pass; 2 error."),
        ({"pass": 2, "expected-fail": 1}, "2 of 3 selected vectors pass; 1 expected failure."),
        ({"pass": 2, "expected-fail": 2}, "2 of 4 selected vectors pass; 2 expected failures."),
        ({"pass": 2, "unexpected-pass": 1}, "2 of 3 selected vectors pass; 1 unexpected pass."),
        ({}, "Nothing was judged, and nothing is not a pass."),
    ],
)
def test_a_score_is_told_by_its_number(tally: dict[str, int], sentence: str) -> None:
    assert conclude(tally).sentence == sentence


@pytest.mark.parametrize(
    ("tally", "sentence"),
    [
        ({"pass": 1}, "The only selected vector is answered alike."),
        ({"pass": 3}, "All 3 selected vectors are answered alike."),
        ({"pass": 2, "fail": 1}, "2 of 3 selected vectors are answered alike; 1 fail."),
    ],
)
def test_of_two_engines_nobody_says_that_they_pass(tally: dict[str, int], sentence: str) -> None:
    assert conclude(tally, pair=True).sentence == sentence


@pytest.mark.parametrize("verdict", VERDICTS)
def test_a_report_of_one_vector_speaks_of_one(verdict: str, toy_root: Path) -> None:
    one = results([Result("legal-3@one", 0, verdict, message="m", topic="legal-small", clauses=("NIM-LEG-1",))])
    other = results([Result("legal-3@one", 0, "fail" if verdict == PASS else PASS, clauses=("NIM-LEG-1",))])
    suite = open_suite("nim", toy_root)
    here, there = ResultsSource(Path("1"), one, suite), ResultsSource(Path("2"), other, suite)
    told = [tell(one, suite, 5) for tell in (report, markdown, junit)]
    told += [lines(here, there, difference(here, there), 0), lines(there, here, difference(there, here), 0)]
    for text in at_least_one(told):
        assert plurals("\n".join(text)) == []


def test_a_report_that_says_everything_once_speaks_of_one(toy_root: Path) -> None:
    said = forged("x")
    for tell in (report, markdown, junit):
        assert plurals("\n".join(tell(said, open_suite("nim", toy_root), 5))) == []


def test_equal_failures_are_summed_up_by_what_is_said_of_them(toy_root: Path) -> None:
    said = [("error", "reported", "boom")] * 1200 + [("fail", "", "nodes")] * 3 + [("fail", "", "boom")]
    listed = [Result(f"{number}@one", 0, *one) for number, one in enumerate(said)]
    listed += [Result("x@one", 0, "error", "reported", "boom", unfinished=True), Result("y@one", 0, "unsupported")]
    found = results(listed)
    text = "\n".join(report(found, open_suite("nim", toy_root)))
    assert "1. error (reported): 1,200\n" in text
    assert "these 1,200 fail alike: boom\n" in text
    assert f"2. {NO_CLAUSE}: 4\n     {TURNING_ON_NONE}\n     {NOT_LOOKED_INTO}: 4.\n     for instance: nodes\n" in text
    page = html.unescape("\n".join(markdown(found, open_suite("nim", toy_root), 5)))
    assert "<code>these 1,200 fail alike: boom</code>" in page


def test_failures_that_differ_are_not_called_alike(toy_root: Path) -> None:
    found = results([Result("a@one", 0, "fail", "", "m"), Result("b@one", 0, "fail", "", "n")])
    assert "alike" not in "\n".join(report(found, open_suite("nim", toy_root)))


def test_equal_remarks_are_summed_up(toy_root: Path) -> None:
    run = Run(Order("nim", ()), open_suite("nim", toy_root))
    for text in (*["again"] * 1000, "once", *map(str, range(100)), "again"):
        run.remark(text)
    assert results_of(run).times.remarks[:3] == ("1,001 times: again", "once", "0")
    assert len(run.remarks) == 40


def test_a_run_that_fell_too_often_names_the_vectors_and_the_remedies(judged: Judged, toy_root: Path) -> None:
    fallen = judged("crashes_on_some", limits=Limits(falls=2))
    assert fallen.stopped == "2 vectors brought the engine down (--skip ID leaves one out, --falls N allows more)"
    assert [one.id for one in fallen.results if one.fell] == ["apply-3-3@one", "apply-4-3@one"]
    suite = open_suite("nim", toy_root)
    terminal, page, xml = (html.unescape("\n".join(tell(fallen, suite, 5))) for tell in (report, markdown, junit))
    assert "2 vectors brought the engine down:\n  apply-3-3@one (crash)\n  apply-4-3@one (crash)\n" in terminal
    for told in (page, xml):
        assert "2 vectors brought the engine down: apply-3-3@one (crash), apply-4-3@one (crash)" in told
    for told in (terminal, page, xml):
        assert "--skip ID leaves one out, --falls N allows more" in told


def test_a_run_that_fell_once_was_restarted_once(judged: Judged, toy_root: Path) -> None:
    fallen = judged("crash", selection=Selection(("apply-7-2",)), repeat=1)
    assert fallen.times.restarts == 2
    fallen = replace(fallen, times=replace(fallen.times, restarts=1))
    for tell in (report, markdown, junit):
        text = "\n".join(tell(fallen, open_suite("nim", toy_root), 5))
        assert "restarted 1 time." in text
        assert plurals(text) == []


@pytest.mark.parametrize(
    ("many", "words", "told"),
    [
        (3, (), ["a", "b", "c"]),
        (2, (), ["a", "b", "… and 1 more"]),
        (2, ("reason",), ["a", "b", "… and 1 more reason"]),
        (1, ("reason",), ["a", "… and 2 more reasons"]),
        (1, ("that is", "that are"), ["a", "… and 2 more that are"]),
    ],
)
def test_what_is_left_out_is_counted(many: int, words: tuple[str, ...], told: list[str]) -> None:
    assert list(first(["a", "b", "c"], many, *words)) == told


def test_a_share_is_never_rounded_up() -> None:
    from ludex.wording import share

    assert [share(part) for part in (1.0, 0.99999, 0.5, 2 / 3, 0.0)] == [
        "100.00 %",
        "99.99 %",
        "50.00 %",
        "66.66 %",
        "0.00 %",
    ]


@pytest.mark.parametrize(("text", "shown"), [("", ""), ("abc", "abc"), ("abcd", "abc…")])
def test_a_text_is_shortened_where_it_is_longer(text: str, shown: str) -> None:
    assert shorten(text, 3) == shown
