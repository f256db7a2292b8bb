"""Expected failures are strict both ways; what is unfinished or skipped is told apart and makes nothing green."""

import datetime
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from ludex.cli import main
from ludex.fault import Fault
from ludex.judge.expected import Expected, ExpectedFailure
from ludex.judge.settings import RulesAsked
from ludex.report.renewing import todays
from ludex.report.results import Results
from ludex.report.terminal import report
from ludex.runner.expected_file import read_expected, renewed_text, write_expected
from ludex.vectors import open_suite
from ludex.vectors.selection import Selection

Judged = Callable[..., Results]
LISTS = [*(f"legal-{heap}@one" for heap in range(3, 20)), "perft-5-3@one+max=three"]
YESTERDAY = datetime.date.today() - datetime.timedelta(days=1)


def expecting(*entries: ExpectedFailure) -> Expected:
    return Expected("expected.toml", entries)


def all_lists(**other: object) -> Expected:
    return expecting(*(ExpectedFailure(name, "three is forgotten", **other) for name in LISTS))  # type: ignore[arg-type]


def verdicts(results: Results) -> dict[str, str]:
    return {result.id: result.verdict for result in results.results}


def test_expected_failures_make_a_run_green_and_are_counted_by_name(judged: Judged) -> None:
    results = judged("wrong_legal", expected=all_lists())
    assert results.score.status == 0
    assert results.score.counts["expected-fail"] == 18
    assert results.score.sentence.startswith("187 of 205 selected vectors pass; 18 expected failures.")
    failed = next(result for result in results.results if result.id == "legal-9@one")
    assert (failed.verdict, failed.reason) == ("expected-fail", "three is forgotten")
    assert failed.message == "actions: 1 missing: 3"


def test_a_pass_that_was_expected_to_fail_makes_it_red(judged: Judged) -> None:
    results = judged("right", expected=expecting(ExpectedFailure("legal-9@one", "hopeless")))
    assert results.score.status == 1
    assert verdicts(results)["legal-9@one"] == "unexpected-pass"


def test_a_failure_that_is_not_expected_stays_one(judged: Judged) -> None:
    results = judged("wrong_legal", expected=expecting(*all_lists().entries[1:]))
    assert results.score.status == 1
    assert verdicts(results)["legal-3@one"] == "fail"


def test_an_entry_that_matches_nothing_makes_it_red(judged: Judged, toy_root: Path) -> None:
    results = judged(
        "right",
        expected=expecting(ExpectedFailure("legal-99@one", "gone"), ExpectedFailure("word-0@one", "not offered")),
    )
    assert results.score.status == 1
    assert results.score.stale == 2
    assert results.expected is not None
    assert [one.id for one in results.expected.stale] == ["legal-99@one", "word-0@one"]
    text = "\n".join(report(results, open_suite("nim", toy_root)))
    assert "matches nothing: legal-99@one (no vector has this id)" in text


def test_an_entry_for_what_is_not_selected_is_let_be(judged: Judged) -> None:
    results = judged(
        "right", selection=Selection(("apply-7-2",)), expected=expecting(ExpectedFailure("legal-9@one", "later"))
    )
    assert results.score.status == 0


def test_an_entry_whose_last_day_is_over_excuses_nothing(judged: Judged) -> None:
    results = judged("wrong_legal", expected=all_lists(until=YESTERDAY))
    assert results.score.status == 1
    assert results.score.counts["fail"] == 18
    failed = next(result for result in results.results if result.verdict == "fail")
    assert f"was expected to fail until {YESTERDAY}, which is over" in failed.message
    assert judged("wrong_legal", expected=all_lists(until=datetime.date.today())).score.status == 0


def test_a_crash_is_not_the_failure_that_was_expected(judged: Judged) -> None:
    narrow = expecting(ExpectedFailure("apply-7-2@one", "off by one", verdict="fail"))
    assert verdicts(judged("crash", expected=narrow))["apply-7-2@one"] == "error"
    wide = expecting(ExpectedFailure("apply-7-2@one", "falls over"))
    assert judged("crash", expected=wide).score.status == 0


def test_an_entry_may_speak_of_one_setting(judged: Judged) -> None:
    entries = [ExpectedFailure(name, "x") for name in LISTS if name != "legal-3@one"]
    entries.append(ExpectedFailure("legal-3@one", "under the default alone", readings={}))
    results = judged("wrong_legal", asked=RulesAsked(all_readings=True), expected=expecting(*entries))
    found = {result.setting: result.verdict for result in results.results if result.id == "legal-3@one"}
    assert found == {0: "expected-fail", 1: "fail"}


@pytest.mark.parametrize("turned", [False, True])
def test_an_entry_that_names_the_readings_goes_before_one_that_does_not(judged: Judged, turned: bool) -> None:
    of_all, of_one = (
        ExpectedFailure("legal-3@one", why, readings=of) for why, of in (("in general", None), ("just here", {}))
    )
    entries = [of_one, of_all] if turned else [of_all, of_one]
    results = judged("wrong_legal", asked=RulesAsked(all_readings=True), expected=expecting(*entries))
    found = {result.setting: result.reason for result in results.results if result.id == "legal-3@one"}
    assert found == {0: "just here", 1: "in general"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[[expected]]\nid = 'a'\n", "entry 1: Object missing required field `reason`"),
        ("[[expected]]\nid = 'a'\nreason = ' '\n", "gives no reason"),
        ("[[expected]]\nid = 'a'\nreason = 'b'\nwhy = 'c'\n", "unknown field `why`"),
        ("[[expected]]\nid = 'a'\nreason = 'b'\nverdict = 'pass'\n", "'pass' is no failure"),
        ("[[expected]]\nid = 'a'\nreason = 'b'\nuntil = 'soon'\n", "entry 1"),
        ("[[known]]\nid = 'a'\n", "no table 'known'"),
        ("[[expected]\n", "not TOML"),
        ('{"id":"a","reason":"b"}\n{"id":"a","reason":"c"}\n', "two entries for a"),
        ('{"id":"a"}\n', "x.toml:1: Object missing"),
    ],
)
def test_what_is_no_entry_is_named(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "x.toml").write_text(text)
    with pytest.raises(Fault) as caught:
        read_expected(tmp_path / "x.toml")
    assert words in str(caught.value)


def test_entries_are_read_as_they_were_written(tmp_path: Path) -> None:
    entries = (
        ExpectedFailure("a@one", 'said "no"\\', datetime.date(2031, 12, 31), "fail", {"max": "four"}),
        ExpectedFailure("b@one+max=three", "Größe", None, "", {}),
        ExpectedFailure("c@one", "plain"),
    )
    write_expected(tmp_path / "x.toml", entries)
    assert read_expected(tmp_path / "x.toml").entries == entries
    lines = '{"id":"c@one","reason":"plain","until":"2031-12-31"}\n\n'
    (tmp_path / "x.jsonl").write_text(lines)
    assert read_expected(tmp_path / "x.jsonl").entries == (
        ExpectedFailure("c@one", "plain", datetime.date(2031, 12, 31)),
    )


WRITTEN_BY_PEOPLE = """\
# Ours.

# Since spring.
[[expected]]  # odd
reason = 'no time'  # yet
id     = "a@one"

# To be narrowed.
[[expected]]
id = "b@one"
reason = '''\
wide'''
# Goes.

[[expected]]
id = "c@one"
reason = "mended"
# The last one.

[[expected]]
id = "d@one"
reason = "stays"
[expected.readings]
max = "four"  # hard
"""


def test_what_people_wrote_into_the_file_stays(tmp_path: Path) -> None:
    """Order, layout and comments of what stays; no comment goes, for it may speak of the next entry."""
    (tmp_path / "x.toml").write_text(WRITTEN_BY_PEOPLE)
    before = read_expected(tmp_path / "x.toml")
    a, b, _, d = before.entries
    narrowed = [ExpectedFailure("b@one", b.reason, readings={"max": max_}) for max_ in ("three", "four")]
    now = [ExpectedFailure("a9@one", "new"), a, *narrowed, d]
    write_expected(tmp_path / "x.toml", now, before)
    written = (tmp_path / "x.toml").read_text()
    expected = WRITTEN_BY_PEOPLE.replace('[[expected]]\nid = "c@one"\nreason = "mended"\n', "")
    expected = expected.replace("wide'''\n", "wide'''\nreadings = {max = \"three\"}\n")
    new = '\n[[expected]]\nid = "a9@one"\nreason = "new"\n'
    new += '\n[[expected]]\nid = "b@one"\nreason = "wide"\nreadings = {max = "four"}\n'
    assert written == expected + new
    assert sorted(map(repr, read_expected(tmp_path / "x.toml").entries)) == sorted(map(repr, now))


def test_a_file_of_lines_is_written_in_lines(tmp_path: Path) -> None:
    entries = (ExpectedFailure("a@one", "x", datetime.date(2031, 12, 31)), ExpectedFailure("b@one", "y", readings={}))
    write_expected(tmp_path / "x.jsonl", entries)
    assert read_expected(tmp_path / "x.jsonl").entries == entries


def test_a_file_can_lose_all_entries_and_get_new_ones() -> None:
    empty = renewed_text(WRITTEN_BY_PEOPLE, [])
    assert [line for line in empty.splitlines() if line and not line.startswith("#")] == []
    assert "# The last one." in empty
    new = '[[expected]]\nid = "z@one"\nreason = "z"\n'
    assert renewed_text(empty, [ExpectedFailure("z@one", "z")]) == empty + new
    assert renewed_text("expected = []\n", [ExpectedFailure("z@one", "z")]) == new


def test_todays_failures_are_written_and_make_the_next_run_green(judged: Judged, tmp_path: Path) -> None:
    order = {"asked": RulesAsked(all_readings=True)}
    write_expected(tmp_path / "x.toml", todays(judged("wrong_legal", **order), None))
    written = read_expected(tmp_path / "x.toml")
    assert len(written.entries) == 18
    assert {entry.id for entry in written.entries if entry.readings is None} == {"legal-3@one", LISTS[-1]}
    again = judged("wrong_legal", expected=written, **order)
    assert again.score.status == 0
    assert tuple(todays(again, written)) == written.entries


def test_old_entries_keep_their_words_and_stale_ones_go(judged: Judged) -> None:
    old = expecting(
        ExpectedFailure("legal-3@one", "known since spring"),
        ExpectedFailure("legal-1@one", "mended"),
        ExpectedFailure("gone@one", "no vector"),
    )
    entries = {entry.id: entry for entry in todays(judged("wrong_legal", expected=old), old)}
    assert entries["legal-3@one"].reason == "known since spring"
    assert entries["legal-4@one"].reason == "actions: 1 missing: 3"
    assert "legal-1@one" not in entries
    assert "gone@one" not in entries


def test_a_run_that_did_not_end_writes_no_expectations(judged: Judged) -> None:
    with pytest.raises(Fault, match="did not end"):
        todays(judged("wrong_legal", max_failures=1), None)


def test_the_command_line_writes_and_heeds_expectations(
    toy_root: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    engine_command: Callable[[str], tuple[str, ...]],
) -> None:
    monkeypatch.setenv("LUDEX_VECTORS", str(toy_root))
    file, engine = str(tmp_path / "x.toml"), engine_command("wrong_legal")
    assert main(["check", "--write-expected", file, "--", *engine]) == 1
    assert f"Expected failures written to {file}: 18." in capsys.readouterr().out
    assert main(["check", "--expected", file, "--", *engine]) == 0
    assert main(["check", "--expected", file, "--", *engine_command("right")]) == 1
    commented = Path(file).read_text().replace("[[expected]]", "# ours\n[[expected]]", 1)
    Path(file).write_text(commented)
    assert main(["check", "--expected", file, "--write-expected", file, "--", *engine]) == 0
    assert Path(file).read_text() == commented


# -- unfinished and skipped


def test_what_is_unfinished_runs_and_is_told_apart(judged: Judged, toy_root: Path) -> None:
    results = judged("wrong_legal", unfinished=("NIM-LEG",))
    assert results.score.status == 0
    assert results.score.unfinished == {"pass": 3, "fail": 18}
    assert results.score.counts["fail"] == 0
    assert "NIM-LEG" not in results.groups
    text = "\n".join(report(results, open_suite("nim", toy_root)))
    assert "unfinished: 3 pass, 18 fail" in text
    assert "Declared unfinished, and not counted: 3 pass, 18 fail." in text
    assert "Failures shown" not in text


def test_what_is_unfinished_makes_no_run_green_alone(judged: Judged) -> None:
    results = judged("right", selection=Selection(("legal",)), unfinished=("legal",))
    assert results.score.status == 1
    assert results.score.sentence.startswith("Nothing was judged, and nothing is not a pass.")


def test_unfinished_failures_do_not_stop_a_run(judged: Judged) -> None:
    assert judged("wrong_legal", max_failures=1, unfinished=("NIM-LEG",)).stopped == ""


def test_what_is_skipped_is_counted_by_name_and_not_asked(judged: Judged) -> None:
    results = judged("crash", skip=("apply-7-2",))
    assert results.score.counts["skipped"] == 1
    assert results.times.restarts == 0
    assert results.score.status == 1


@pytest.mark.parametrize("option", ["skip", "unfinished"])
def test_a_pattern_that_matches_nothing_is_an_error(judged: Judged, option: str) -> None:
    with pytest.raises(Fault, match="matches no vector"):
        judged("right", **{option: ("NIM-NOPE",)})


def test_results_with_everything_fit_the_schema(judged: Judged) -> None:
    import importlib.resources

    import jsonschema
    import msgspec

    results = judged("wrong_legal", expected=all_lists(), unfinished=("apply-7-2",), skip=("apply-7-1",))
    schema = json.loads(importlib.resources.files("ludex.report").joinpath("results.schema.json").read_bytes())
    jsonschema.validate(json.loads(msgspec.json.encode(results)), schema)
