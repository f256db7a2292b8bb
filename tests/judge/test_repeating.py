"""Failures are asked again: what fails in one run and passes in another is flaky, and never a pass."""

import html
from collections.abc import Callable
from pathlib import Path

import pytest

from ludex.cli import main
from ludex.report.junit import junit
from ludex.report.markdown import markdown
from ludex.report.results import Result, Results, write_results
from ludex.report.source import read_results
from ludex.report.terminal import report
from ludex.runner.run import Repeats
from ludex.vectors import open_suite
from ludex.vectors.selection import Selection
from tests.judge.conftest import command

Judged = Callable[..., Results]
FLAKY = {"legal-5@one": "2 of 3", "apply-9-2@one": "1 of 3"}


@pytest.fixture(autouse=True)
def trial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LUDEX_TRIAL", str(tmp_path))
    return tmp_path


def bad(results: Results) -> dict[str, Result]:
    return {result.id: result for result in results.results if result.verdict not in ("pass", "not-offered")}


def test_what_passes_when_it_is_asked_again_is_flaky(judged: Judged) -> None:
    results = judged("flaky", repeat=2)
    found = bad(results)
    assert {name: one.verdict for name, one in found.items()} == {
        "apply-7-1@one": "fail",
        **dict.fromkeys(FLAKY, "flaky"),
    }
    for name, times in FLAKY.items():
        assert found[name].message.startswith(f"passed in {times} runs; else: refused as illegal")
        assert found[name].got == '{"illegal": {}}'
    assert results.score.counts["pass"] == 202
    assert results.score.status == 1
    assert "1 fail, 2 flaky" in results.score.sentence


def test_a_flaky_vector_alone_makes_a_run_red(judged: Judged) -> None:
    results = judged("flaky", repeat=1, selection=Selection(("legal-5",)))
    assert [result.verdict for result in results.results] == ["flaky"]
    assert results.score.status == 1
    assert results.score.sentence == "0 of 1 selected vector passes; 1 flaky."


def test_without_it_nothing_is_asked_again(judged: Judged, trial: Path) -> None:
    assert {one.verdict for one in bad(judged("flaky")).values()} == {"fail"}
    assert (trial / "runs").read_text() == "x"


def test_where_nothing_failed_no_engine_is_started_again(judged: Judged, toy_root: Path, trial: Path) -> None:
    results = judged("flaky", repeat=3, selection=Selection(("apply-1-1",)))
    assert (trial / "runs").read_text() == "x"
    assert "No vector failed that could be asked again." in "\n".join(report(results, open_suite("nim", toy_root)))


def test_a_fall_at_a_vector_is_asked_again_too(judged: Judged) -> None:
    results = judged("crash", repeat=1)
    assert [(one.id, one.verdict, one.cause) for one in bad(results).values()] == [("apply-7-2@one", "error", "crash")]


def test_what_lies_within_a_run_that_ended_early_is_asked_again(judged: Judged) -> None:
    results = judged("flaky", repeat=1, max_failures=1)
    assert [one.id for one in bad(results).values() if one.verdict == "fail"] == ["apply-7-1@one"]
    assert results.stopped == "stopped after 1 failing vector"
    assert results.repeats == Repeats(vectors=1, times=1)


def test_an_engine_that_does_not_start_again_ends_the_asking_and_not_the_report(judged: Judged) -> None:
    results = judged("flaky", repeat=9)
    assert {name for name, one in bad(results).items() if one.verdict == "flaky"} == FLAKY.keys()
    assert results.repeats == Repeats(vectors=3, times=2)
    assert "the failures were asked again 2 times, and not 9: the engine exited with" in results.times.remarks[-1]
    assert results.stopped == ""


def test_every_report_names_what_is_flaky(judged: Judged, toy_root: Path, tmp_path: Path) -> None:
    results = judged("flaky", repeat=2)
    write_results(results, tmp_path / "r.json")
    assert read_results(tmp_path / "r.json") == results
    suite = open_suite("nim", toy_root)
    told = "3 failing vectors asked again 2 times: 2 flaky, for what passes in one run and fails in another is no pass."
    terminal, xml, page = ("\n".join(tell(results, suite, 5)) for tell in (report, junit, markdown))
    page = html.unescape(page)
    assert told in terminal
    assert told in xml
    assert told in page
    for name in FLAKY:
        assert f"  flaky: {name} · one (default readings)" in terminal
        assert f"<code>{name}</code> · flaky · one" in page
        assert f'name="{name}" time="0.000">\n<failure type="flaky" message="passed in {FLAKY[name]} runs' in xml
    assert 'tests="207" failures="4" errors="0"' in xml


def test_a_journal_keeps_what_is_flaky(
    judged: Judged, toy_root: Path, trial: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged("flaky", repeat=1, journal=trial / "j")
    monkeypatch.setenv("LUDEX_VECTORS", str(toy_root))
    then = read_results(trial / "j")
    assert {name for name, one in bad(then).items() if one.verdict == "flaky"} == {"legal-5@one"}


def test_flaky_vectors_are_not_written_as_expected_failures(
    toy_root: Path, trial: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDEX_VECTORS", str(toy_root))
    written = trial / "expected.toml"
    main(["check", "--repeat", "2", "--write-expected", str(written), "--", *command("flaky")])
    assert "apply-7-1@one" in written.read_text()
    assert "legal-5@one" not in written.read_text()
    assert "Flaky, and so neither a failure to expect nor a pass: 2." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--repeat", "-1"), "--repeat must be 0 or more"),
        (("--repeat", "1", "--against", "true"), "--against does not go with --repeat"),
    ],
)
def test_a_repetition_that_makes_no_sense_is_refused(
    words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", "--game", "nim", *words, "--", "true"]) == 2
    assert said in capsys.readouterr().err
