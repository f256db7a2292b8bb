"""The command `ludex` itself: how it ends, what it says when all goes wrong, and the bar that shows how far it is."""

from __future__ import annotations

import argparse
import builtins
import errno
import io
import os
import runpy
import signal
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ludex import cli
from ludex.cli import _progress, failure_of, main, settle, subcommands, tell
from ludex.cli._progress import Progress, stage
from ludex.cli._tables import FilesDone
from ludex.crew import Crew
from ludex.fault import Fault
from ludex.tables import UserTable
from ludex.where import version, versions_of_vectors

Captured = pytest.CaptureFixture[str]
MISTAKE = "ludex: this is a mistake of Ludex, not of your engine; please report it.\n"


@pytest.fixture
def dropped(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Where the output goes instead of being dropped."""
    found: list[Any] = []
    fake = SimpleNamespace(devnull=os.devnull, O_WRONLY="write", open=lambda *words: words)
    fake.dup2 = lambda one, other: found.append((*one, other))
    monkeypatch.setattr("ludex.cli.os", fake)
    return found


@pytest.mark.parametrize(("words", "meant"), [(["chek"], "check"), (["smoke", "--timeuot", "3"], "--timeout")])
def test_a_word_that_was_meant_is_suggested(words: list[str], meant: str, capsys: Captured) -> None:
    with pytest.raises(SystemExit) as left:
        main(words)
    assert left.value.code == 2
    assert f"\n  Did you mean `{meant}`?" in capsys.readouterr().err


@pytest.mark.parametrize("reached", ["argparse", "ludex.fault"])
def test_an_interruption_before_all_is_read_is_told_as_any_other(
    reached: str, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    read = builtins.__import__

    def interrupted(name: str, *more: Any) -> Any:
        if name == reached:
            raise KeyboardInterrupt
        return read(name, *more)

    monkeypatch.setattr(builtins, "__import__", interrupted)
    with pytest.raises(SystemExit) as left:
        runpy.run_path(cli.__file__)
    monkeypatch.undo()
    assert left.value.code == 130
    assert capsys.readouterr() == ("", "ludex: interrupted\n")


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.EBADF])
def test_output_that_cannot_be_written_is_told_once(number: int, dropped: list[Any], capsys: Captured) -> None:
    assert tell(OSError(number, "no more")) == 2
    assert capsys.readouterr() == ("", "ludex: cannot write the output: no more\n")
    assert dropped == [(os.devnull, "write", 1)]


@pytest.mark.parametrize(
    "error", [OSError(errno.EACCES, "no"), OSError(errno.EIO, "no", "a-file"), ValueError("a bug"), TypeError()]
)
def test_a_mistake_of_ours_is_told_as_ours(error: Exception, dropped: list[Any], capsys: Captured) -> None:
    assert tell(error) == 2
    out, err = capsys.readouterr()
    assert (out, dropped) == ("", [])
    assert err.startswith(type(error).__name__)
    assert err.endswith(MISTAKE)


def test_each_end_has_its_status_and_its_words(dropped: list[Any], capsys: Captured) -> None:
    assert tell(Fault("it is wrong", "Mend it.")) == 2
    assert capsys.readouterr() == ("", "ludex: it is wrong\n  Mend it.\n")
    assert tell(KeyboardInterrupt()) == 130
    assert capsys.readouterr() == ("", "ludex: interrupted\n")
    assert dropped == []
    assert tell(BrokenPipeError()) == 141
    assert capsys.readouterr() == ("", "")
    assert dropped == [(os.devnull, "write", 1)]


def test_what_remains_is_told_after_the_fault(capsys: Captured) -> None:
    fault = Fault("it is wrong")
    fault.add_note("one thing is left")
    fault.add_note("and another")
    assert tell(fault) == 2
    assert capsys.readouterr().err == "ludex: it is wrong\nludex: one thing is left\nludex: and another\n"


def test_of_several_errors_all_are_told_and_the_last_is_raised(capsys: Captured) -> None:
    def fail(*words: str) -> None:
        if words:
            raise Fault(*words)

    assert failure_of(fail) is None
    errors = [error for error in (failure_of(fail, "one"), failure_of(fail, "two")) if error]
    settle([])
    with pytest.raises(Fault, match="two"):
        settle(errors)
    assert capsys.readouterr().err == "ludex: one\n"


def test_the_version_is_told_and_nothing_else_done(capsys: Captured) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version", "no-such-command"])
    assert ended.value.code == 0
    told = [f"ludex {version()}", *(f"  vectors of {game}: {one}" for game, one in versions_of_vectors().items())]
    assert len(told) > 1
    assert capsys.readouterr() == ("\n".join(told) + "\n", "")


def test_a_wrong_word_is_told_with_all_commands(capsys: Captured) -> None:
    for words in (["no-such-command"], []):
        with pytest.raises(SystemExit) as ended:
            main(words)
        assert ended.value.code == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith("usage: ludex [-h] [--version] [--table GAME=FILE] COMMAND ...\n")
        assert words or "the following arguments are required: COMMAND" in err
    with pytest.raises(SystemExit):
        main(["--help"])
    told = capsys.readouterr().out
    assert [name for name in subcommands() if f"\n    {name} " not in told] == []
    assert not [name for name in subcommands() if name.startswith("_")]


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Instead of the doctor, who runs, and how."""
    found: list[Any] = []

    def run(args: Any) -> bool:
        found.append(args)
        print("done", end="")
        return True

    monkeypatch.setattr("ludex.cli.doctor.run", run)
    return found


def test_what_comes_after_two_dashes_is_the_engines(ran: list[Any]) -> None:
    assert main(["doctor", "tribun", "--", "node", "--", "x"]) == 1
    (args,) = ran
    assert (args.words, args.command, args.game) == (["doctor", "tribun"], ["node", "--", "x"], "tribun")
    assert main(["doctor"]) == 1
    assert (ran[1].words, ran[1].command, ran[1].own_process) == (["doctor"], [], False)


def test_a_process_of_its_own_is_not_interrupted_when_all_is_done(
    ran: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["ludex", "doctor"])
    kept: list[Any] = []
    monkeypatch.setattr(signal, "signal", lambda *words: kept.append(words))
    written = io.BytesIO()
    out = io.TextIOWrapper(written, encoding="ascii", errors="strict")
    monkeypatch.setattr(sys, "stdout", out)
    assert main() == 1
    assert kept == [(signal.SIGINT, signal.SIG_IGN)]
    assert (out.encoding, out.errors) == ("utf-8", "backslashreplace")
    assert written.getvalue() == b"done"
    assert ran[0].own_process is True
    assert main(["doctor"]) == 1
    assert len(kept) == 1


@pytest.mark.parametrize("name", ["stdout", "stderr"])
def test_without_a_place_to_go_what_we_print_goes_nowhere(
    name: str, ran: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, name, None)
    assert main(["doctor"]) == 1
    stream = getattr(sys, name)
    assert (stream.name, stream.mode, stream.encoding) == (os.devnull, "w", "utf-8")
    stream.close()
    assert len(ran) == 1


def test_a_table_is_an_edition_of_the_command(ran: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    added: list[str] = []
    monkeypatch.setattr("ludex.tables.add_edition", lambda said, _: added.append(said))
    assert main(["--table", "tactics=a.toml", "--table", "tactics=b.toml", "doctor"]) == 1
    assert added == ["tactics=a.toml", "tactics=b.toml"]
    assert main(["doctor"]) == 1
    assert (len(added), len(ran)) == (2, 2)


# -- a new file is new to the last moment


def test_a_new_scenario_is_never_written_over_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    there, dangling, later = (tmp_path / name for name in ("there", "dangling", "later"))
    there.write_text("mine")
    dangling.symlink_to(tmp_path / "nothing")
    drawn = "ludex.authoring.skeletons.skeleton"
    monkeypatch.setattr(drawn, lambda *_: pytest.fail("drawn, though it cannot be written"))
    for path in (there, dangling):
        assert main(["new", "TRB-MOV-4", "-o", str(path)]) == 2
        remedy = "Choose another name for -o; nothing is ever written over."
        assert capsys.readouterr() == ("", f"ludex: {path} is there already\n  {remedy}\n")
    monkeypatch.setattr(drawn, lambda *_: later.write_text("mine") and "text")
    assert main(["new", "TRB-MOV-4", "-o", str(later)]) == 2
    assert "is there already" in capsys.readouterr().err
    assert (there.read_text(), later.read_text(), dangling.exists()) == ("mine", "mine", False)
    monkeypatch.setattr(drawn, lambda *_: "text\n")
    assert main(["new", "TRB-MOV-4", "-o", str(tmp_path / "new")]) == 0
    assert capsys.readouterr().out == f"written to {tmp_path / 'new'}\n"
    assert (tmp_path / "new").read_text() == "text\n"
    assert main(["new", "TRB-MOV-4"]) == 0
    assert capsys.readouterr().out == "text\n"


# -- how far it is


class Bar:
    """A bar that nobody sees."""

    def __init__(self) -> None:
        self.said: list[Any] = []

    def start(self) -> None:
        self.said.append("start")

    def stop(self) -> None:
        self.said.append("stop")

    def update(self, task: str, **fields: int) -> None:
        self.said.append((task, fields))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [100.0]
    monkeypatch.setattr(_progress, "time", SimpleNamespace(monotonic=lambda: now[0]))
    return now


def test_a_bar_is_shown_after_a_moment_and_drawn_as_often_as_an_eye_follows(
    clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    bar = Bar()
    monkeypatch.setattr(_progress, "bar_of", lambda _: (bar, "task"))
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with Progress() as progress:
        for seconds in (0.0, 0.59, 0.6, 0.65, 0.7, 0.75):
            clock[0] = 100.0 + seconds
            for number in range(64):
                progress.count(number, 500)
        progress.count(0, 500)
    drawn = [("task", {"completed": many, "total": 500}) for many in (64 * 3, 64 * 5)]
    assert bar.said == ["start", *drawn, "stop"]


def test_where_no_terminal_is_a_line_is_written_now_and_then(
    clock: list[float], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: False)
    with Progress() as progress:
        for seconds in (0.0, 29.9, 30.0, 59.9, 60.0):
            clock[0] = 100.0 + seconds
            for number in range(64):
                progress.count(number, 5_000)
    assert capsys.readouterr().err == (
        "ludex: 192 of 5,000 done, about 13 min left\nludex: 320 of 5,000 done, about 15 min left\n"
    )


def test_a_bar_is_taken_away_when_a_run_is_interrupted(clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    bar = Bar()
    monkeypatch.setattr(_progress, "bar_of", lambda _: (bar, "task"))
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)

    def interrupted() -> None:
        with Progress() as progress:
            clock[0] += 1
            for number in range(64):
                progress.count(number, 64)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert bar.said[-1] == "stop"


@pytest.mark.parametrize("terminal", [True, False])
def test_there_is_no_bar_but_on_a_terminal_and_for_what_takes_its_time(
    terminal: bool, clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_progress, "bar_of", lambda _: pytest.fail("a bar is drawn"))
    monkeypatch.setattr("sys.stderr.isatty", lambda: terminal)
    with Progress() as progress:
        clock[0] += 0.5 if terminal else 100
        for number in range(640):
            progress.count(number, 640)


def test_the_bar_shows_how_many_of_how_many_and_leaves_nothing_behind(
    clock: list[float], monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    for name, value in {"FORCE_COLOR": "1", "TERM": "xterm", "COLUMNS": "80"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with Progress() as progress:
        clock[0] += 1
        for number in range(64):
            progress.count(number, 128)
    out, err = capsys.readouterr()
    assert out == ""
    assert "64/128" in err
    assert "0:00:00" in err
    assert "━" in err
    assert err.endswith("\x1b[2K")  # the line is erased


@pytest.mark.parametrize("terminal", [True, False])
@pytest.mark.parametrize(("many", "is_said"), [(4_999, False), (5_000, True)])
def test_what_takes_its_time_is_said_while_it_is_done(
    many: int, is_said: bool, terminal: bool, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    for name, value in {"FORCE_COLOR": "1", "TERM": "xterm", "COLUMNS": "80"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.stderr.isatty", lambda: terminal)
    with stage("counting", many):
        before = capsys.readouterr()
        assert (before.err == "ludex: counting\n") == (is_said and not terminal)
    after = capsys.readouterr()
    assert before.out + after.out == ""
    assert ("counting" in before.err + after.err) == is_said
    assert bool(after.err) == (is_said and terminal), "the line is erased"


TABLE = UserTable("race", "mine", Path("mine.json"), "0" * 64)


@pytest.mark.parametrize("terminal", [True, False])
def test_how_far_the_vectors_of_a_table_are_is_a_bar_on_a_terminal_and_two_lines_anywhere(
    terminal: bool, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    bar = Bar()
    monkeypatch.setattr(_progress, "bar_of", lambda what: (bar, f"a task of {what}"))
    monkeypatch.setattr("sys.stderr.isatty", lambda: terminal)
    with FilesDone(TABLE) as done:
        done.note(1, 3)
        done.note(3, 3)
    steps = [("a task of files", {"completed": many, "total": 3}) for many in (1, 3)]
    assert bar.said == (["start", *steps, "stop"] if terminal else [])
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines() == [
        "ludex: making the vectors of the table mine of race, which takes some minutes, once",
        "ludex: the vectors of the table mine of race are made: 3 files",
    ]


def test_vectors_of_a_table_that_could_not_be_made_are_not_called_made(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    bar = Bar()
    monkeypatch.setattr(_progress, "bar_of", lambda _: (bar, "task"))
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with pytest.raises(Fault), FilesDone(TABLE):
        raise Fault("a full disk")
    assert bar.said == ["start", "stop"]
    assert "are made" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "is_there", "judged_by"),
    [
        ("check", True, "kept"),
        ("check", False, "made"),
        ("explain", False, "made"),
        ("report", True, "kept"),
        ("report", False, "shipped"),
        ("smoke", True, "kept"),
        ("smoke", False, "shipped"),
        ("engine", True, "shipped"),
    ],
)
def test_who_judges_by_a_table_makes_its_vectors_and_who_only_looks_does_not(
    command: str, is_there: bool, judged_by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDEX_VECTORS", "shipped")
    monkeypatch.setattr("ludex.tables.add_edition", lambda *_: TABLE)
    monkeypatch.setattr("ludex.generate.tabled.is_made", lambda _: is_there)
    monkeypatch.setattr("ludex.generate.tabled.folder_of", lambda _: Path("kept"))
    monkeypatch.setattr("ludex.generate.tabled.make_vectors", lambda *_: Path("made"))
    cli._add_tables(["race=mine.json"], argparse.Namespace(subcommand=command))
    assert os.environ["LUDEX_VECTORS"] == judged_by


def test_the_vectors_of_a_table_are_made_anew_and_as_a_whole(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    made: list[Any] = []

    def make_vectors(table: UserTable, _: Any, anew: bool, crew: Crew) -> Path:
        made.append((table, anew, crew.jobs))
        return Path("kept")

    monkeypatch.setattr("ludex.tables.add_edition", lambda *_: TABLE)
    monkeypatch.setattr("ludex.tables.ADDED", [TABLE])
    monkeypatch.setattr("ludex.generate.tabled.make_vectors", make_vectors)
    table = ["--table", "race=mine.json"]
    assert main(["generate", "-j", "3", *table]) == 0
    assert (made, capsys.readouterr().out) == ([(TABLE, True, 3)], "race mine: kept\n")
    for option in (["--check"], ["--stats"], ["--core"], ["--topic", "legal"], ["--game", "tribun"]):
        assert main(["generate", *option, *table]) == 2
        assert f"{option[0]} does not go with --table" in capsys.readouterr().err
    assert len(made) == 1
