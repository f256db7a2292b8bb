"""Images: each vector is asked as the symmetries of the game show it, and an image is told of as any other vector."""

from collections.abc import Callable, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from ludex.authoring.explain import find
from ludex.cli import main
from ludex.fault import Fault
from ludex.judge.expected import Expected, ExpectedFailure
from ludex.judge.settings import RulesAsked
from ludex.report.formats import tell
from ludex.report.results import Results, failed_ids, write_results
from ludex.report.source import open_results, read_results
from ludex.report.terminal import report
from ludex.support import NoImage, support_of
from ludex.vectors import open_suite
from ludex.vectors.images import split_symmetry
from ludex.vectors.selection import Selection, choose
from tests.judge import toy

Judged = Callable[..., Results]
Command = Callable[[str], tuple[str, ...]]
OTHER = {"a": "b", "b": "a"}
STORED, WORDS = 206, 1  # the vectors that hold by default, and those that say nothing of players
EVERY = Selection(images=True)


def question(_: str, operation: str, asked: Mapping[str, Any], __: str) -> dict[str, Any]:
    if operation == "word":
        raise NoImage("a word names no player")
    position = asked["position"]
    return {**asked, "position": {**position, "turn": OTHER[position["turn"]]}}


def result(_: str, __: str, ___: Any, expected: dict[str, Any], ____: str) -> dict[str, Any]:
    if "position" not in expected:
        return expected
    position = expected["position"]
    return {**expected, "position": {**position, "turn": OTHER[position["turn"]]}}


@pytest.fixture(autouse=True)
def players(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nim looks the same to both players."""
    seam = SimpleNamespace(SYMMETRIES=("players",), question=question, result=result)
    monkeypatch.setitem(vars(support_of("nim")), "symmetries", seam)


@pytest.fixture
def here(toy_root: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The toy game's vectors, as those of this installation."""
    monkeypatch.setenv("LUDEX_VECTORS", str(toy_root))
    return toy_root


def images_in(results: Results) -> list[str]:
    return [one.id for one in results.results if "~" in one.id]


def test_every_vector_is_asked_as_it_is_stored_and_in_each_of_its_images(judged: Judged) -> None:
    results = judged("right", selection=EVERY)
    ids = [one.id for one in results.results]
    assert len(ids) == 2 * STORED - WORDS
    assert len(images_in(results)) == STORED - WORDS
    assert ids[ids.index("apply-7-2@one") + 1] == "apply-7-2~players@one"
    assert results.score.status == 0
    assert "All 410 selected vectors pass. Images among them: 205; vectors without any: 1." in results.score.sentence
    assert not any("symmetries" in note for note in results.notes)


def test_without_images_nothing_of_them_is_said(judged: Judged, tmp_path: Path) -> None:
    results = judged("right")
    write_results(results, tmp_path / "r.json")
    assert images_in(results) == []
    assert b"image" not in (tmp_path / "r.json").read_bytes()
    assert results.score.sentence.startswith("All 205 selected vectors pass. Not offered")


def test_why_vectors_have_no_image_is_told(judged: Judged, toy_root: Path) -> None:
    results = judged("right", selection=EVERY)
    lines = list(report(results, open_suite("nim", toy_root)))
    assert "Images of vectors by players" in lines
    assert "  none: 1 — a word names no player" in lines


def test_a_game_that_names_no_symmetries_has_no_images_and_it_is_said(
    judged: Judged, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(vars(support_of("nim")), "symmetries")
    results = judged("right", selection=EVERY)
    assert results.notes == ("nim names no symmetries, so its vectors have no images",)
    assert "Images among them: 0; vectors without any: 206." in results.score.sentence
    assert results.score.status == 0


def test_an_engine_that_is_wrong_where_no_vector_is_stored_fails_in_the_images(judged: Judged, toy_root: Path) -> None:
    assert judged("one_sided").score.status == 0
    results = judged("one_sided", selection=EVERY)
    assert failed_ids(results) == {f"legal-{heap}~players@one" for heap in range(6, 20)}
    lines = "\n".join(report(results, open_suite("nim", toy_root), 1))
    assert "── 1. legal-6~players@one · fail · one (default readings)" in lines
    assert "actions: 1 missing: 3" in lines
    assert "why: the image by players of this: All that may be taken." in lines
    assert '"turn":"b"' in lines
    assert "--select 'legal-6~players@one' -- " in lines


@pytest.mark.usefixtures("here")
def test_an_image_stands_in_every_report(judged: Judged, tmp_path: Path) -> None:
    write_results(judged("one_sided", selection=EVERY), tmp_path / "r.json")
    source = open_results(tmp_path / "r.json")
    for how in ("terminal", "junit", "markdown"):
        text = "\n".join(tell(source, how))
        assert "legal-6~players@one" in text, how
        assert "the image by players of this" in text, how
    assert 'name="images by" value="players"' in "\n".join(tell(source, "junit"))


@pytest.mark.usefixtures("here")
def test_what_failed_is_asked_again_and_nothing_else(
    tmp_path: Path, engine_command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "r.json"
    assert main(["check", "--images", "--json", str(file), "--show", "0", "--", *engine_command("one_sided")]) == 1
    assert "396 of 410 selected vectors pass; 14 fail. Images among them: 205" in capsys.readouterr().out
    assert main(["check", "--failed", str(file), "--list"]) == 0
    listed = {line.split()[0] for line in capsys.readouterr().out.splitlines()}
    assert listed == {f"legal-{heap}~players@one" for heap in range(6, 20)}
    assert main(["check", "--failed", str(file), "--select", "legal-1?", "--select", "apply-take", "--list"]) == 2
    assert "the pattern 'apply-take' matches no vector" in capsys.readouterr().err
    assert main(["check", "--failed", str(file), "--select", "legal-1?", "--list"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 10
    assert main(["check", "--failed", str(file), "--", *engine_command("right")]) == 0
    assert "All 14 selected vectors pass. Images among them: 14." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("pattern", "images", "chosen"),
    [
        ("apply-7-2~players", False, ["apply-7-2~players"]),
        ("apply-7-2~players@one", True, ["apply-7-2~players"]),
        ("apply-7-2", False, ["apply-7-2"]),
        ("apply-7-2", True, ["apply-7-2", "apply-7-2~players"]),
        ("apply-7-?~*", False, ["apply-7-1~players", "apply-7-2~players", "apply-7-3~players"]),
        ("NIM-WRD", True, ["word-0"]),
        ("apply-7-[12] apply-7-3~*", False, ["apply-7-1", "apply-7-2", "apply-7-3~players"]),
    ],
)
def test_patterns_choose_images(toy_root: Path, pattern: str, images: bool, chosen: list[str]) -> None:
    found = choose(open_suite("nim", toy_root), ["one"], Selection(tuple(pattern.split()), images=images))
    assert [one.id for vectors in found.values() for one in vectors] == chosen


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("word-0~players", "word-0 has no image 'players': a word names no player."),
        ("apply-7-2~mirror", "no symmetry of nim has this name; it has players."),
        ("apply-99-2~players", "matches no vector"),
    ],
)
def test_a_pattern_of_an_image_that_is_not_there_is_refused(toy_root: Path, pattern: str, message: str) -> None:
    with pytest.raises(Fault) as refused:
        choose(open_suite("nim", toy_root), ["one"], Selection((pattern,)))
    assert message in str(refused.value)


def test_a_core_is_asked_with_its_images(judged: Judged) -> None:
    core = frozenset({"apply-7-2@one", "legal-5@one"})
    results = judged("right", selection=Selection(core=core, images=True))
    assert sorted(one.id.partition("@")[0] for one in results.results) == [
        "apply-7-2",
        "apply-7-2~players",
        "legal-5",
        "legal-5~players",
    ]


def test_skipped_and_unfinished_go_for_images_too(judged: Judged) -> None:
    results = judged("one_sided", selection=EVERY, skip=("legal-6",), unfinished=("legal-7~players",))
    verdicts = {one.id: (one.verdict, one.unfinished) for one in results.results}
    assert verdicts["legal-6@one"] == verdicts["legal-6~players@one"] == ("skipped", False)
    assert verdicts["legal-7@one"] == ("pass", False)
    assert verdicts["legal-7~players@one"] == ("fail", True)


def test_images_can_be_expected_to_fail_and_an_entry_without_an_image_is_stale(judged: Judged) -> None:
    wrong = [ExpectedFailure(f"legal-{heap}~players@one", "b is coming") for heap in range(6, 20)]
    expected = Expected("x.toml", tuple(wrong))
    results = judged("one_sided", selection=EVERY, expected=expected)
    assert results.score.status == 0
    assert results.score.counts["expected-fail"] == 14
    assert judged("one_sided", expected=expected).score.status == 0  # not asked, and known
    stale = Expected(
        "x.toml",
        (
            ExpectedFailure("word-0~players@one", "?"),
            ExpectedFailure("legal-6~x@one", "?"),
            ExpectedFailure("no~x@one", "?"),
        ),
    )
    assert [one.why for one in judged("right", expected=stale).expected.stale] == [  # type: ignore[union-attr]
        "there is no such image: a word names no player",
        "there is no such image: no symmetry of nim has this name; it has players",
        "no vector has this id",
    ]


def test_a_run_with_images_that_was_cut_off_goes_on_and_only_with_images(judged: Judged, tmp_path: Path) -> None:
    journal = tmp_path / "j"
    whole = judged("one_sided", selection=EVERY, journal=journal)
    data = journal.read_bytes()
    journal.write_bytes(data[: len(data) * 2 // 3])
    with pytest.raises(Fault, match="the selection was"):
        judged("one_sided", journal=journal, resume=True)
    resumed = judged("one_sided", selection=EVERY, journal=journal, resume=True)
    assert resumed.results == whole.results
    assert resumed.score == whole.score


@pytest.mark.usefixtures("here")
def test_a_journal_is_a_partial_result_with_images(judged: Judged, tmp_path: Path) -> None:
    journal = tmp_path / "j"
    whole = judged("one_sided", selection=EVERY, journal=journal)
    partial = read_results(journal)
    assert images_in(partial) == images_in(whole)
    assert partial.images == whole.images


def test_engines_side_by_side_are_asked_the_same_images(judged: Judged) -> None:
    one, two = (judged("one_sided", selection=EVERY, jobs=jobs) for jobs in (1, 2))
    assert one.results == two.results


def test_two_engines_are_compared_by_images_too(judged: Judged, engine_command: Command) -> None:
    results = judged("one_sided", selection=EVERY, against=engine_command("right"))
    assert failed_ids(results) == {f"legal-{heap}~players@one" for heap in range(6, 20)}


def test_the_rules_that_an_engine_shows_are_shown_by_images_too(judged: Judged) -> None:
    results = judged(
        "mixes", selection=Selection(("legal",), images=True), asked=RulesAsked(readings=(("max", "three"),))
    )
    stored, seen = (
        {one.id for one in results.results if one.like and ("~" in one.id) == side} for side in (False, True)
    )
    assert stored
    assert {name.replace("~players", "") for name in seen} == stored


def test_a_conditional_list_keeps_its_conditions(toy_root: Path) -> None:
    ((_, _, vector),) = find("legal-9~players", [open_suite("nim", toy_root)])
    assert msgspec.json.decode(vector.expect) == {"actions": [1, 2, 3], "conditional": [[4, [{"max": ["four"]}]]]}
    assert msgspec.json.decode(vector.input) == {"position": {"heap": 9, "turn": "b"}}


@pytest.mark.usefixtures("here")
def test_an_image_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "legal-9~players"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("legal-9~players@one · legal · legal-small\nwhy: the image by players of this: All that")
    assert main(["explain", "word-0~players"]) == 2
    assert "word-0 has no image 'players': a word names no player" in capsys.readouterr().err


@pytest.mark.usefixtures("here")
def test_images_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--list", "--images", "--select", "legal-9"]) == 0
    listed = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert listed == ["legal-9@one", "legal-9~players@one"]


def test_an_image_that_asks_what_its_vector_asks_is_none(toy_root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    still = SimpleNamespace(SYMMETRIES=("still", "players", "again"), question=_moved, result=result)
    monkeypatch.setitem(vars(support_of("nim")), "symmetries", still)
    found = choose(open_suite("nim", toy_root), ["one"], Selection(("legal-9",), images=True))
    assert [one.id for vectors in found.values() for one in vectors] == ["legal-9", "legal-9~players"]


def _moved(name: str, operation: str, asked: Mapping[str, Any], edition: str) -> dict[str, Any]:
    return dict(asked) if name == "still" else question(name, operation, asked, edition)


@pytest.mark.parametrize(
    ("wanted", "parts"),
    [
        ("legal-9", ("legal-9", "")),
        ("legal-9@one", ("legal-9@one", "")),
        ("legal-9~xy+turn", ("legal-9", "xy+turn")),
        ("legal-9~xy+turn@one+max=four", ("legal-9@one+max=four", "xy+turn")),
    ],
)
def test_an_id_says_which_image_it_is_of_which_vector(wanted: str, parts: tuple[str, str]) -> None:
    assert split_symmetry(wanted) == parts


def test_what_one_name_means_in_two_editions_is_explained_one_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LUDEX_VECTORS", str(toy.write(tmp_path, split=True)))
    assert main(["explain", "four-20"]) == 0
    told = [part.split()[0].partition("+")[0] for part in capsys.readouterr().out.split("\n" + "─" * 72 + "\n")]
    assert {*told} == {"four-20@one", "four-20@two"}
