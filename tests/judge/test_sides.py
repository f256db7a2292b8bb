"""Sides: what a vector says of one operation, another is held to; made when run, and told of as any other vector."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ludex.authoring.explain import find
from ludex.cli import main
from ludex.judge.expected import Expected, ExpectedFailure
from ludex.judge.settings import RulesAsked
from ludex.report.formats import tell
from ludex.report.results import Results, failed_ids, write_results
from ludex.report.source import open_results, read_results
from ludex.report.terminal import report
from ludex.vectors import open_suite
from ludex.vectors.selection import Selection, choose
from tests.judge import toy

Judged = Callable[..., Results]
LISTED, APPLIED = 184, 54  # that hold by default


@pytest.fixture(scope="session")
def with_sides(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return toy.write(tmp_path_factory.mktemp("sides"), sides=True)


def sides_in(results: Results, name: str = "") -> list[str]:
    return [one.id for one in results.results if f"~{name}" in one.id]


def test_the_list_of_each_position_is_held_against_what_vectors_say_of_actions(
    judged: Judged, with_sides: Path
) -> None:
    results = judged("right", root=with_sides)
    assert results.score.status == 0, results.score.sentence
    assert len(sides_in(results, "listed")) == LISTED
    assert len(sides_in(results, "applied")) == APPLIED
    assert f"Sides among them, made of stored vectors: {LISTED + APPLIED}." in results.score.sentence
    assert results.score.sides == LISTED + APPLIED


def test_without_sides_only_what_is_stored_is_asked(judged: Judged, with_sides: Path) -> None:
    results = judged("lists_short", root=with_sides, selection=Selection(sides=False))
    assert sides_in(results) == []
    assert results.score.status == 0
    assert "Sides" not in results.score.sentence


def test_vectors_that_do_not_say_how_many_sides_they_have_have_none(judged: Judged) -> None:
    assert sides_in(judged("lists_short")) == []


def test_a_list_that_lacks_what_apply_vectors_show_to_be_legal_fails(judged: Judged, with_sides: Path) -> None:
    results = judged("lists_short", root=with_sides)
    assert failed_ids(results) == {f"apply-{heap}-3~listed@one" for heap in range(21, 60)}
    lines = "\n".join(report(results, open_suite("nim", with_sides), 1))
    assert "── 1. apply-21-3~listed@one · fail · one (default readings)" in lines
    assert "the list lacks what is legal: 3" in lines
    assert "why: the list holds what is asked here: Taking lowers the heap." in lines
    assert "expected: a list with it" in lines
    assert "got: a list of 2 actions, without it" in lines
    assert "--select 'apply-21-3~listed@one' -- " in lines


def test_a_list_that_holds_what_is_refused_fails(judged: Judged, with_sides: Path) -> None:
    results = judged("lists_long", root=with_sides)
    assert "refuse-9-4~listed@one+max=three" in failed_ids(results)
    failed = next(one for one in results.results if one.id == "refuse-9-4~listed@one+max=three")
    assert failed.message == "the list holds what is not legal: 4"
    assert failed.clauses == ("NIM-TAK-1",)


def test_what_some_list_holds_must_be_accepted(judged: Judged, with_sides: Path) -> None:
    assert judged("applies_short", root=with_sides, selection=Selection(sides=False)).score.status == 0
    results = judged("applies_short", root=with_sides)
    failed = failed_ids(results)
    assert len(failed) == 10
    assert all(one.startswith("legal-") and "~applied-" in one for one in failed)
    messages = {one.message for one in results.results if one.id in failed}
    assert messages == {"refused as illegal (NIM-TAK-1), but must be accepted"}


def test_pairs_of_one_position_are_asked_once(
    judged: Judged, with_sides: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = tmp_path / "heard"
    monkeypatch.setenv("NIM_HEARD", str(heard))
    results = judged("right", root=with_sides, selection=Selection(("*~listed",)))
    assert len(results.results) == LISTED
    assert heard.read_text().count('"method": "legal"') == 59 + 10  # heaps of player b, and those of a


def test_an_engine_that_falls_over_a_list_fails_all_its_pairs_and_fell_once(judged: Judged, with_sides: Path) -> None:
    results = judged("crashes_on_lists", root=with_sides, selection=Selection(("apply-30-*~listed",)))
    assert [one.verdict for one in results.results] == ["error"] * 3
    assert [one.fell for one in results.results] == [True, False, False]


def test_an_engine_without_lists_is_not_asked_for_them(judged: Judged, with_sides: Path) -> None:
    results = judged("only_applies", root=with_sides)
    verdicts = {one.verdict for one in results.results if "~listed" in one.id}
    assert verdicts == {"not-offered"}
    assert results.score.sides == APPLIED


def test_a_side_is_listed_selected_and_found_by_its_name(with_sides: Path) -> None:
    suite = open_suite("nim", with_sides)
    chosen = choose(suite, ["one"], Selection(("apply-9-3~listed",)))
    assert [vector.id for vectors in chosen.values() for vector in vectors] == ["apply-9-3~listed"]
    chosen = choose(suite, ["one"], Selection(("apply-9-3",)))
    assert [vector.id for vectors in chosen.values() for vector in vectors] == ["apply-9-3"]
    assert {name.topic for name in choose(suite, ["one"], Selection(("listed",)))} == {"listed"}
    (found,) = find("apply-9-3~listed", [suite])
    assert bytes(found[2].expect) == b'{"listed":[3]}'


def test_a_side_may_be_expected_to_fail(judged: Judged, with_sides: Path) -> None:
    entries = [ExpectedFailure(f"apply-{heap}-3~listed@one", "no 3 yet") for heap in range(21, 60)]
    results = judged("lists_short", root=with_sides, expected=Expected("e.toml", tuple(entries)))
    assert results.score.status == 0, results.score.sentence
    assert results.score.counts["expected-fail"] == len(entries)


def test_the_first_failure_of_a_list_ends_a_run_that_shall_end_there(judged: Judged, with_sides: Path) -> None:
    results = judged("lists_short", root=with_sides, max_failures=1)
    assert [one.verdict for one in results.results].count("fail") == 1
    assert "stopped after 1 failing vector" in results.stopped


def test_what_was_settled_before_a_run_was_cut_off_is_not_asked_again(
    judged: Judged, with_sides: Path, tmp_path: Path
) -> None:
    whole = judged("lists_short", root=with_sides, journal=tmp_path / "j")
    lines = (tmp_path / "j").read_bytes().splitlines(keepends=True)
    (tmp_path / "cut").write_bytes(b"".join(lines[: len(lines) // 2]))
    resumed = judged("lists_short", root=with_sides, journal=tmp_path / "cut", resume=True)
    assert resumed.results == whole.results


def test_sides_follow_the_readings_of_their_vectors(judged: Judged, with_sides: Path) -> None:
    asked = RulesAsked(readings=(("max", "four"),))
    results = judged("right", root=with_sides, asked=asked)
    assert results.score.status == 0, results.score.sentence
    assert "take-4-of-9~listed@one+max=four" in sides_in(results)
    shown = judged("plays_four", root=with_sides, selection=Selection(("*~listed",)))
    assert {one.shown for one in shown.shown} <= {"four"}


def test_a_side_stands_in_every_report(
    judged: Judged, with_sides: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDEX_VECTORS", str(with_sides))
    write_results(judged("lists_short", root=with_sides), tmp_path / "r.json")
    assert read_results(tmp_path / "r.json").score.sides == LISTED + APPLIED
    source = open_results(tmp_path / "r.json")
    for how in ("terminal", "junit", "markdown"):
        assert "apply-21-3~listed@one" in "\n".join(tell(source, how)), how


def test_the_command_line_asks_sides_unless_told_not_to(
    with_sides: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LUDEX_VECTORS", str(with_sides))
    assert main(["check", "--game", "nim", "--list"]) == 0
    assert "apply-9-3~listed@one  listed  listed  NIM-TAK-1" in capsys.readouterr().out
    assert main(["check", "--game", "nim", "--list", "--no-sides"]) == 0
    assert "~" not in capsys.readouterr().out
