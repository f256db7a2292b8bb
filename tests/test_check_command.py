"""The end of `ludex check`, whatever can go wrong there: what is told, what is written, and what says how to go on."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ludex.cli import main
from ludex.cli.check import finish
from ludex.fault import Fault
from ludex.judge.expected import Expected, ExpectedFailure
from ludex.report.results import Result, Results
from ludex.report.source import no_vectors, read_results
from ludex.report.terminal import report
from ludex.runner.reaper import REAPER
from tests.judge.conftest import toy_root
from tests.reports.made import results

__all__ = ["toy_root"]
Captured = pytest.CaptureFixture[str]
CHECK = ("check", "--game", "nim")
ENGINE = ("--", "node", "an engine.js")
MADE = results([Result("a@one", 0, "fail", message="it is wrong"), Result("b@one", 0, "pass")])


class World:
    """A run that is not run: what was ordered, and what it is said to have come to."""

    def __init__(self) -> None:
        self.orders: list[Any] = []
        self.discarded: list[Any] = []
        self.made: Any = MADE
        self.done = SimpleNamespace(
            suite=no_vectors("nim"),
            order=SimpleNamespace(expected=None),
            journal=None,
            interrupted=False,
            started=1234.9,
            independent=True,
        )

    def check(self, order: Any, settled: Callable[[int, int], None]) -> Any:
        self.orders.append(order)
        settled(0, 2)
        return self.done

    def results(self, done: Any) -> Results:
        assert done is self.done
        if isinstance(self.made, BaseException):
            raise self.made
        return self.made  # type: ignore[no-any-return]

    def keep_journal(self, path: Path, trouble: str = "") -> None:
        self.done.journal = SimpleNamespace(path=path, trouble=trouble)


@pytest.fixture
def world(toy_root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    made = World()
    monkeypatch.setenv("LUDEX_VECTORS", str(toy_root))
    monkeypatch.setattr("ludex.runner.checking.check", made.check)
    monkeypatch.setattr("ludex.report.results.results_of", made.results)
    monkeypatch.setattr("ludex.runner.journal.discard", made.discarded.append)
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path / "tmp"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tmp").mkdir()
    return made


def told(show: int) -> str:
    return "".join(f"{line}\n" for line in report(MADE, no_vectors("nim"), show))


@pytest.mark.parametrize(("words", "show"), [((), 5), (("--show", "0"), 0)])
def test_the_report_is_printed_and_its_status_is_the_commands(
    words: tuple[str, ...], show: int, world: World, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(REAPER, "sole", None)
    assert main([*CHECK, *words, *ENGINE]) == 1
    assert capsys.readouterr() == (told(show), "")
    assert ("again: ludex check" in told(show)) == bool(show)
    assert REAPER.sole is False
    (order,) = world.orders
    assert (order.game, order.command, order.journal) == ("nim", ("node", "an engine.js"), None)
    assert world.discarded == []


def test_a_fault_of_the_vectors_is_told_beside_the_report(world: World, capsys: Captured) -> None:
    world.made = results([Result("a@one", 0, "pass")], fault="a file is broken")
    assert main([*CHECK, *ENGINE]) == 2
    assert capsys.readouterr().err == "ludex: a file is broken\n"


def test_results_are_written_as_they_are_and_over_old_ones(world: World, tmp_path: Path) -> None:
    for _ in range(2):
        assert main([*CHECK, "--json", "r.json", *ENGINE]) == 1
        assert read_results(tmp_path / "r.json") == MADE
    assert world.orders[0].journal == Path("r.json.journal")


@pytest.mark.parametrize(
    ("words", "kept", "interrupted", "gone"),
    [
        (("--json", "r.json"), True, False, True),
        (("--json", "r.json"), True, True, False),
        (("--json", "r.json"), False, False, False),
        (("--json", "r.json", "--journal", "j"), True, False, False),
        (("--journal", "j"), True, False, False),
        ((), True, False, False),
    ],
)
def test_a_journal_goes_when_the_results_say_all(
    words: tuple[str, ...], kept: bool, interrupted: bool, gone: bool, world: World
) -> None:
    world.done.interrupted = interrupted
    if kept:
        world.keep_journal(Path("j"))
    assert main([*CHECK, *words, *ENGINE]) == 1
    assert world.discarded == [Path("j")] * gone


def test_results_that_cannot_be_written_leave_the_journal(
    world: World, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.keep_journal(Path("j"))
    monkeypatch.setattr("ludex.report.results.write_results", refuse)
    assert main([*CHECK, "--json", "r.json", *ENGINE]) == 2
    assert world.discarded == []
    out, err = capsys.readouterr()
    assert out == told(5)
    assert err.startswith("ludex: no room for r.json\nludex: what was judged is in the journal j; ")


def refuse(_: object, path: Path, *__: object) -> None:
    raise Fault(f"no room for {path}")


@pytest.mark.parametrize(
    ("words", "engine", "resuming"),
    [
        ((), ENGINE, "ludex check --game nim --resume -- node 'an engine.js'"),
        (("--json", "r.json"), ENGINE, "--json r.json --journal r.json.journal --resume -- node 'an engine.js'"),
        (("--json", "r.json", "--journal", "j"), ENGINE, "--json r.json --journal j --resume -- node 'an engine.js'"),
        (("--journal", "j", "--resume"), ENGINE, "--journal j --resume -- node 'an engine.js'"),
        (("--connect", "127.0.0.1:4000", "--journal", "j"), (), "--connect 127.0.0.1:4000 --journal j --resume"),
    ],
)
def test_an_end_before_the_report_says_how_to_go_on(
    words: tuple[str, ...], engine: tuple[str, ...], resuming: str, world: World, capsys: Captured
) -> None:
    world.made = KeyboardInterrupt()
    world.keep_journal(Path("j"))
    assert main([*CHECK, *words, *engine]) == 130
    first, second, third = capsys.readouterr().err.splitlines()
    assert first == "ludex: interrupted"
    journal = "what was judged is in the journal j; `ludex report j` tells it, and this goes on from there:"
    assert second == f"ludex: {journal}"
    assert third.endswith(f" {resuming}")
    assert third.startswith("  ludex check --game nim ")
    assert third.count("--") == resuming.count("--") + 1 - (not words)


def test_an_end_without_a_journal_says_so(world: World, capsys: Captured) -> None:
    world.made = ValueError("a bug")
    assert main([*CHECK, *ENGINE]) == 2
    assert capsys.readouterr().err.endswith("\nludex: this run kept no journal (--journal FILE does)\n")


# -- where the results are


def ended(world: World, json: Path | None, renewed: Path | None = None) -> tuple[int | str, list[str]]:
    """The status, or what was raised; and what is added to it."""
    try:
        return finish(world.done, json, 0, renewed, "go on"), []
    except Fault as fault:
        return fault.message, getattr(fault, "__notes__", [])


IN_JOURNAL = "what was judged is in the journal j; `ludex report j` tells it, and this goes on from there:\n  go on"


@pytest.mark.usefixtures("capsys")
def test_where_the_report_cannot_be_told_the_results_are_where_they_were_written(
    world: World, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def untold(*_: object) -> Any:
        raise Fault("no paper")

    monkeypatch.setattr("ludex.report.terminal.report", untold)
    world.keep_journal(Path("j"))
    assert ended(world, Path("r.json")) == ("no paper", ["the results are in r.json"])
    assert ended(world, None) == ("no paper", [IN_JOURNAL])
    instead = tmp_path / "tmp" / f"ludex-{os.getpid()}-1234.json"
    said = f"the results were written to {instead} instead; `ludex report {instead}` tells them"
    for trouble in (True, False):
        world.keep_journal(Path("j"), "no room")
        if not trouble:
            world.done.journal = None
        assert ended(world, None) == ("no paper", [said])
        assert read_results(instead) == MADE
        instead.unlink()
    (tmp_path / "tmp").rmdir()
    (message, (note,)) = ended(world, None)
    assert message == "no paper"
    assert note.startswith(f"nor could the results be written elsewhere: cannot write {instead}")


def test_each_file_is_written_whatever_becomes_of_the_others(
    world: World, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Captured
) -> None:
    monkeypatch.setattr("ludex.runner.expected_file.write_expected", lambda path, *_: refuse(None, path))
    world.keep_journal(Path("j"))
    assert ended(world, Path("r.json"), Path("e.toml")) == ("no room for e.toml", ["the results are in r.json"])
    assert read_results(tmp_path / "r.json") == MADE
    assert capsys.readouterr() == (told(0), "")
    monkeypatch.setattr("ludex.report.results.write_results", refuse)
    assert ended(world, Path("r.json"), Path("e.toml")) == ("no room for e.toml", [IN_JOURNAL])
    assert capsys.readouterr() == (told(0), "ludex: no room for r.json\n")


def test_a_reader_that_went_away_is_told_nothing_but_of_other_faults(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_: object) -> Any:
        raise BrokenPipeError

    monkeypatch.setattr("ludex.report.terminal.report", gone)
    with pytest.raises(BrokenPipeError) as left:
        finish(world.done, None, 0)
    assert getattr(left.value, "__notes__", []) == []
    monkeypatch.setattr("ludex.report.results.write_results", refuse)
    world.keep_journal(Path("j"))
    assert ended(world, Path("r.json")) == ("no room for r.json", [IN_JOURNAL])


def test_expected_failures_are_written_anew_and_counted(world: World, tmp_path: Path, capsys: Captured) -> None:
    assert main([*CHECK, "--write-expected", "e.toml", *ENGINE]) == 1
    assert capsys.readouterr().out == f"{told(5)}Expected failures written to e.toml: 1.\n"
    assert 'id = "a@one"' in (tmp_path / "e.toml").read_text()
    world.made = results([Result(f"{name}@one", 0, "flaky") for name in "ab"])
    world.done.order.expected = Expected("e.toml", (ExpectedFailure("c@one", "known"),))
    assert main([*CHECK, "--write-expected", "e.toml", *ENGINE]) == 1
    assert capsys.readouterr().out.endswith(
        "Expected failures written to e.toml: 1.\nFlaky, and so neither a failure to expect nor a pass: 2.\n"
    )
    assert 'reason = "known"' in (tmp_path / "e.toml").read_text()


# -- what is refused before an engine is started


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--json", "", *ENGINE), "ludex: --json names no file\n"),
        (("--write-expected", "", *ENGINE), "ludex: --write-expected names no file\n"),
        ((), "ludex: no engine to check\n  Usage: ludex check [--game G] [options] -- COMMAND…\n"),
        (("--show", "-1", "--repeat", "-1"), "ludex: --show must be 0 or more\n  It is the number of failures to draw"),
        (("--repeat", "-1", "--connect", "a:1", *ENGINE), "ludex: --repeat must be 0 or more\n  It says how often"),
        (("--connect", "a:1", "--resume", *ENGINE), "ludex: --connect and a command are two engines\n  Leave out one"),
        (("--resume", "--against", "x", *ENGINE), "ludex: --resume needs a journal\n  Name it with --journal FILE"),
        (("--against", "x", "--repeat", "1", *ENGINE), "ludex: --against does not go with --repeat\n"),
        (("--against", "x", "-j", "2", *ENGINE), "ludex: --against does not go with --jobs\n"),
        (
            ("--reading", "max", *ENGINE),
            "ludex: --reading 'max' is not R=C\n  For example: --reading kill-mover=attack",
        ),
        (("--max-failures", "0", *ENGINE), "ludex: --max-failures must be 1 or more\n  Leave it out to judge every"),
        (("--max-answer", "0", *ENGINE), "ludex: --max-answer must be more than 0\n"),
        (("--falls", "0", "-j", "0", *ENGINE), "ludex: --falls must be more than 0\n"),
        (("-j", "0", *ENGINE), "ludex: --jobs must be more than 0\n"),
        (("--core", *ENGINE), "ludex: the vectors of nim have no core\n  `ludex generate --core` writes one.\n"),
        (("--against", " ", *ENGINE), 'ludex: --against names no command\n  For example: --against "node x.js"\n'),
        (("--against", "'", *ENGINE), 'ludex: --against "\'": No closing quotation\n  For example'),
    ],
)
def test_what_cannot_be_checked_is_told_with_a_remedy(
    words: tuple[str, ...], told: str, world: World, capsys: Captured
) -> None:
    assert main([*CHECK, *words]) == 2
    out, err = capsys.readouterr()
    assert (out, world.orders) == ("", [])
    assert err.startswith(told), err


def test_what_did_not_pass_is_asked_again_and_where_nothing_is_left_that_is_told(
    world: World, capsys: Captured
) -> None:
    assert main([*CHECK, "--json", "r.json", *ENGINE]) == 1
    assert main([*CHECK, "--failed", "r.json", "--select", "apply", "--images", *ENGINE]) == 1
    selection = world.orders[-1].selection
    assert (selection.patterns, selection.ids, selection.images) == (("apply",), frozenset({"a@one"}), True)
    assert selection.sides
    assert main([*CHECK, "--failed", "r.json", "--no-sides", *ENGINE]) == 1
    selection = world.orders[-1].selection
    assert (selection.ids, selection.images, selection.sides) == (frozenset({"a@one"}), False, False)
    capsys.readouterr()
    world.made = results([Result("a@one", 0, "pass"), Result("b@one", 0, "not-offered")])
    assert main([*CHECK, "--json", "r.json", *ENGINE]) == 0
    capsys.readouterr()
    assert main([*CHECK, "--failed", "r.json", *ENGINE]) == 2
    assert capsys.readouterr().err == "ludex: nothing to rerun: r.json holds no failures\n"


def test_the_game_need_not_be_said_where_there_is_one(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    assert main(["check", *ENGINE]) == 1
    assert world.orders[0].game == "nim"
    monkeypatch.setenv("LUDEX_VECTORS", str(tmp_path / "none"))
    capsys.readouterr()
    assert main(["check", *ENGINE]) == 2
    assert capsys.readouterr().err == "ludex: which game?\n  Say --game G; games with vectors: none.\n"


def test_a_list_names_each_vector_with_kind_topic_and_clauses(world: World, capsys: Captured) -> None:
    assert main([*CHECK, "--list", "--select", "perft", "--select", "codec"]) == 0
    assert capsys.readouterr().out == (
        "word-0@one  codec  codec-word  NIM-WRD-1\nperft-5-3@one+max=three  perft  perft-small  NIM-LEG-1\n"
    )
    assert main([*CHECK, "--list", "--edition", "two"]) == 2
    assert main([*CHECK, "--list", "--reading", "max=five"]) == 2
    assert main([*CHECK, "--list", "--select", "apply-7-*"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3
    assert world.orders == []
