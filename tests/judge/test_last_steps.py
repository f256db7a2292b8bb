"""What was judged is never lost, whatever happens at the end: the report comes, and what cannot be written is said."""

import contextlib
import os
import resource
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludex.cli import main
from ludex.fault import Fault
from ludex.report.source import read_results
from ludex.runner.interruption import STOPS, TOLD, Interruption, interruptible
from ludex.runner.journal import read_journal
from tests.judge.conftest import HERE, command
from tests.judge.test_doors import LUDEX, ludex

pytestmark = pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="there is no /dev/full here")
MEDLEY = ("--", *command("medley"))
QUICK = ("--timeout", "0.5")
ROOM = 9000
"""Enough for the journal of the medley, and not for its results."""


def little_room() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, ROOM))


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary files go."""
    (tmp_path / "tmp").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    return tmp_path / "tmp"


def reported(done: subprocess.CompletedProcess[str]) -> bool:
    return "Failures shown: 5" in done.stdout and "Exit status 1.\n" in done.stdout


def test_results_that_no_device_takes_are_put_elsewhere(toy_root: Path, scratch: Path) -> None:
    done = ludex(toy_root, "check", "--json", "/dev/full", *QUICK, *MEDLEY)
    assert done.returncode == 2
    assert reported(done)
    assert "cannot write /dev/full: No space left on device" in done.stderr
    (instead,) = scratch.iterdir()
    assert f"the results were written to {instead} instead" in done.stderr
    assert len(read_results(instead).results) == 206


def test_a_full_disk_leaves_the_report_and_a_journal_to_go_on_from(
    toy_root: Path, tmp_path: Path, scratch: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "r e s.json"
    done = ludex(toy_root, "check", "--json", str(out), *QUICK, *MEDLEY, preexec_fn=little_room)
    assert done.returncode == 2
    assert reported(done)
    assert f"cannot write {out}: File too large" in done.stderr
    assert f"what was judged is in the journal {out}.journal; `ludex report {out}.journal` tells it" in done.stderr
    assert [path.name for path in tmp_path.iterdir() if path != scratch] == ["r e s.json.journal"]
    program, *words = shlex.split(done.stderr.splitlines()[-1])
    assert program == "ludex"
    monkeypatch.setenv("NIM_PAUSE", "1000")  # nothing is asked again
    again = ludex(toy_root, *words)
    assert (again.returncode, reported(again)) == (1, True), again.stderr
    assert len(read_results(out).results) == 206


def test_expected_failures_that_cannot_be_written_cost_neither_report_nor_results(
    toy_root: Path, tmp_path: Path
) -> None:
    out = tmp_path / "r.json"
    words = ("check", "--json", str(out), "--write-expected", "/dev/full", *QUICK, *MEDLEY)
    done = ludex(toy_root, *words)
    assert (done.returncode, reported(done)) == (2, True)
    assert "cannot write /dev/full: No space left on device\n  Choose another file for --write-expected." in done.stderr
    assert f"the results are in {out}" in done.stderr
    assert len(read_results(out).results) == 206


def test_a_report_that_cannot_be_printed_costs_no_results(toy_root: Path, tmp_path: Path) -> None:
    words = [*LUDEX, "check", "--json", str(tmp_path / "r.json"), *QUICK, *MEDLEY]
    environment = {**os.environ, "LUDEX_VECTORS": str(toy_root)}
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(words, env=environment, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert "cannot write the output: No space left on device" in done.stderr
    assert f"the results are in {tmp_path / 'r.json'}" in done.stderr
    assert "Traceback" not in done.stderr
    assert len(read_results(tmp_path / "r.json").results) == 206


def test_a_report_that_goes_nowhere_is_kept_all_the_same(toy_root: Path, scratch: Path) -> None:
    environment = {**os.environ, "LUDEX_VECTORS": str(toy_root)}
    words = [*LUDEX, "check", *QUICK, *MEDLEY]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(words, env=environment, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    (instead,) = scratch.iterdir()
    assert str(instead) in done.stderr
    assert len(read_results(instead).results) == 206


def test_a_reader_that_goes_away_costs_no_results(toy_root: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "LUDEX_VECTORS": str(toy_root)}
    words = [*LUDEX, "check", "--json", str(tmp_path / "r.json"), *QUICK, *MEDLEY]
    away, pipe = os.pipe()
    os.close(away)
    done = subprocess.run(words, env=environment, stdout=pipe, stderr=subprocess.PIPE, text=True, check=False)
    os.close(pipe)
    assert (done.returncode, done.stderr) == (141, "")
    assert len(read_results(tmp_path / "r.json").results) == 206


def test_a_mistake_of_ours_in_the_report_costs_no_results(
    toy_root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def mistaken(*_: object) -> Iterator[str]:
        yield "the first line"
        raise ZeroDivisionError("division by zero")

    monkeypatch.setenv("LUDEX_VECTORS", str(toy_root))
    monkeypatch.setattr("ludex.report.terminal.report", mistaken)
    assert main(["check", "--json", str(tmp_path / "r.json"), "--", *command("picky")]) == 2
    assert "this is a mistake of Ludex" in capsys.readouterr().err
    assert len(read_results(tmp_path / "r.json").results) == 206


def test_a_command_that_is_not_utf_8_is_judged_and_reported(toy_root: Path, tmp_path: Path) -> None:
    engine = os.fsencode(tmp_path) + b"/engine-\xff.py"
    Path(os.fsdecode(engine)).write_bytes((HERE / "hostile" / "picky.py").read_bytes())
    out = tmp_path / "r.json"
    words = [*LUDEX, "check", "--select", "NIM*", "--json", str(out), "--", sys.executable, engine]
    environment = {**os.environ, "LUDEX_VECTORS": str(toy_root), "PYTHONPATH": str(HERE / "hostile")}
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "")
    assert "engine-\\udcff.py" in done.stdout
    assert read_results(out).command[1].endswith("engine-\\udcff.py")


@pytest.mark.parametrize("option", ["--json", "--write-expected", "--journal"])
def test_a_circle_of_links_is_refused_in_a_line(toy_root: Path, tmp_path: Path, option: str) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    done = ludex(toy_root, "check", option, str(tmp_path / "a"), "--", *command("right"))
    assert done.returncode == 2
    assert f"cannot write {tmp_path / 'a'}" in done.stderr
    assert f"Choose another file for {option}." in done.stderr
    assert "Traceback" not in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b"]


@pytest.mark.parametrize("many", ["2", "2 at once"])
@pytest.mark.parametrize("wait", [0.0, 0.2, 0.5, 0.8, 1.1, 1.6])
def test_two_quick_interruptions_never_lose_the_report(toy_root: Path, tmp_path: Path, wait: float, many: str) -> None:
    out = tmp_path / "r.json"
    environment = {**os.environ, "LUDEX_VECTORS": str(toy_root), "NIM_PAUSE": "0.002"}
    words = [*LUDEX, "check", "--json", str(out), *QUICK, *MEDLEY]
    pipe = subprocess.PIPE
    running = subprocess.Popen(words, env=environment, stdout=pipe, stderr=pipe, text=True)
    while not (tmp_path / "r.json.journal").is_file():
        time.sleep(0.005)
    time.sleep(wait)
    for _ in range(2):
        running.send_signal(signal.SIGINT)
        time.sleep(0 if many == "2 at once" else 0.05)
    said, errors = running.communicate(timeout=30)
    if "Interrupted." in said:
        assert running.returncode == 130
        assert "asked to stop; what was judged is reported" in errors
    else:  # it had come to its end before
        assert running.returncode == 1
    assert "Exit status" in said
    assert "Traceback" not in errors
    assert len(read_results(out).results) == 206


LATE = """
import atexit, os, signal, sys
from ludex.cli import main
atexit.register(lambda: os.kill(os.getpid(), signal.SIGINT))
sys.exit(main())
"""


def test_an_interruption_after_the_end_changes_nothing(toy_root: Path) -> None:
    words = [sys.executable, "-c", LATE, "check", *QUICK, *MEDLEY]
    environment = {**os.environ, "LUDEX_VECTORS": str(toy_root)}
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == ""


def test_each_request_to_stop_is_told_though_the_next_comes_before(monkeypatch: pytest.MonkeyPatch) -> None:
    interruption, told = Interruption(), list[bytes]()

    @contextlib.contextmanager
    def suppress(*_: type) -> Iterator[None]:
        if interruption.asked == 1:
            interruption()
        yield

    with monkeypatch.context() as patched:
        patched.setattr(contextlib, "suppress", suppress)
        patched.setattr(os, "write", lambda _, line: told.append(line))
        interruption()
    assert told == [TOLD[2], TOLD[1]]


def test_signals_mean_afterwards_what_they_meant_before() -> None:
    def meanings() -> list[object]:
        return [signal.getsignal(number) for number in STOPS]

    before = meanings()
    with interruptible() as outer:
        assert meanings() == [outer] * 3
        with interruptible() as inner:
            assert inner is outer
        assert meanings() == [outer] * 3
    assert meanings() == before
    with pytest.raises(Fault), interruptible():
        raise Fault("enough")
    assert meanings() == before
    found: list[Interruption] = []

    def elsewhere() -> None:
        with interruptible() as interruption:
            found.append(interruption)

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert [one.asked for one in found] == [0]
    assert meanings() == before


def test_what_is_told_of_a_request_to_stop_goes_to_the_log(capfd: pytest.CaptureFixture[str]) -> None:
    interruption = Interruption()
    interruption.heed()
    for line in TOLD.values():
        interruption()
        assert capfd.readouterr() == ("", line.decode())
    with pytest.raises(KeyboardInterrupt):
        interruption.heed()
    with pytest.raises(KeyboardInterrupt):
        interruption()


CLOSING = """
import os, signal, sys
import ludex.report.terminal as reports
from ludex.cli import main
told = reports.report
def interrupted(*args):
    for number, line in enumerate(told(*args)):
        if number == 1:
            for _ in range({many}):
                os.kill(os.getpid(), signal.SIGINT)
        yield line
reports.report = interrupted
sys.exit(main())
"""


@pytest.mark.parametrize(("many", "status"), [(1, 1), (2, 1), (3, 130)])
def test_what_is_being_reported_is_reported_unless_asked_three_times(
    toy_root: Path, tmp_path: Path, many: int, status: int
) -> None:
    out = tmp_path / "r.json"
    environment = {**os.environ, "LUDEX_VECTORS": str(toy_root)}
    words = [sys.executable, "-c", CLOSING.format(many=many), "check", "--json", str(out), *QUICK, *MEDLEY]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stderr
    assert ("Exit status 1." in done.stdout) == (status == 1)
    assert out.is_file() == (status == 1)
    if status == 130:
        assert "ludex: interrupted\nludex: what was judged is in the journal" in done.stderr
        assert len(read_journal(tmp_path / "r.json.journal").outcomes) == 205


def test_a_journal_of_an_earlier_run_outlives_an_engine_that_does_not_greet(toy_root: Path, tmp_path: Path) -> None:
    out, journal = tmp_path / "r.json", tmp_path / "r.json.journal"
    assert ludex(toy_root, "check", "--journal", str(journal), *QUICK, *MEDLEY).returncode == 1
    before = journal.read_bytes()
    words = ("check", "--json", str(out), "--", "true")
    assert ludex(toy_root, *words).returncode == 1
    assert journal.read_bytes() == before
