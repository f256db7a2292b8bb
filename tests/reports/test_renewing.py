"""Today's failures as a file of expected ones: what is new, what still holds, and what has become too wide."""

from __future__ import annotations

import pytest

from ludex.fault import Fault
from ludex.judge.expected import Expected, ExpectedFailure, Stale
from ludex.judge.settings import Setting
from ludex.report.renewing import todays
from ludex.report.results import Expectations, Result, Results
from tests.reports.made import results

FOUR = {"max": "four"}
TWO = (Setting("one", {"max": "three"}), Setting("one", FOUR, FOUR))


def made(*of: tuple[str, int, str], **other: object) -> Results:
    found = [Result(name, setting, verdict, message=f"{name} is wrong") for name, setting, verdict in of]
    return results(found, settings=TWO, **other)  # type: ignore[arg-type]


def entry(
    name: str, verdict: str = "fail", readings: dict[str, str] | None = None, reason: str = ""
) -> ExpectedFailure:
    return ExpectedFailure(name, reason or f"{name} is wrong", None, verdict, readings)


def known(*entries: ExpectedFailure) -> Expected:
    return Expected("e.toml", entries)


def test_what_fails_is_written_once_if_it_fails_alike_and_else_for_each_setting() -> None:
    of = made(
        ("d", 1, "fail"),
        ("d", 0, "pass"),
        ("c", 0, "fail"),
        ("c", 1, "error"),
        ("b", 0, "error"),
        ("b", 1, "error"),
        ("a", 0, "pass"),
    )
    assert todays(of, None) == [
        entry("b", "error"),
        entry("c", "error", FOUR),
        entry("c", "fail", {}),
        entry("d", "fail", FOUR),
    ]


def test_a_failure_without_words_is_called_by_its_verdict_and_long_words_are_cut() -> None:
    of = results([Result("a@one", 0, "error"), Result("b@one", 0, "fail", message="m" * 301)], settings=TWO)
    assert [(one.id, one.reason) for one in todays(of, None)] == [("a@one", "error"), ("b@one", "m" * 300)]


def test_what_was_known_stays_in_its_words_while_it_holds_or_was_not_judged() -> None:
    old = known(entry("a", reason="we know"), entry("not-judged", reason="some day"), entry("fixed"))
    of = made(("a", 0, "expected-fail"), ("a", 1, "expected-fail"), ("fixed", 0, "unexpected-pass"))
    assert todays(of, old) == [entry("a", reason="we know"), entry("not-judged", reason="some day")]
    stale = Expectations("e.toml", 3, (Stale("not-judged", "no such vector"),))
    assert todays(made(("a", 0, "expected-fail"), expected=stale), old) == [
        entry("a", reason="we know"),
        entry("fixed"),
    ]


def test_what_has_become_too_wide_is_narrowed_to_where_it_still_holds() -> None:
    wide, narrow = entry("a", reason="we know"), entry("a", readings=FOUR, reason="we know")
    partly = made(("a", 0, "unexpected-pass"), ("a", 1, "expected-fail"))
    assert todays(partly, known(wide)) == [narrow]
    assert todays(partly, known(narrow)) == [narrow]
    other = made(("a", 0, "expected-fail"), ("a", 1, "unexpected-pass"))
    assert todays(other, known(narrow)) == []
    for verdict, new in (("pass", []), ("fail", [entry("a")])):
        assert todays(made(("a", 1, verdict)), known(entry("a", readings={}, reason="we know"))) == new
    both = made(("a", 0, "expected-fail"), ("a", 1, "fail"))
    assert todays(both, known(wide)) == [wide, entry("a", readings=FOUR)]


@pytest.mark.parametrize("how", [{"interrupted": True}, {"stopped": "it fell"}])
def test_a_run_that_did_not_end_writes_nothing(how: dict[str, object]) -> None:
    with pytest.raises(Fault) as fault:
        todays(made(("a", 0, "fail"), **how), None)
    assert str(fault.value) == ("the run did not end, so nothing was written to --write-expected\n  Run it to the end.")


def test_entries_are_in_the_order_of_their_names_and_the_wide_one_first() -> None:
    every = [entry("a"), entry("a", readings={}), entry("a", readings=FOUR), entry("b")]
    wide, usual, four, other = every
    assert todays(made(("c", 0, "pass")), known(*reversed(every))) == [wide, four, usual, other]
