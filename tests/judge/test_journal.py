"""Nothing is lost: a run that was cut off leaves a valid partial result, and goes on to the same end."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ludex.fault import Fault
from ludex.judge.journal import read_journal
from ludex.judge.results import Results, read_results
from tests.judge.test_doors import LUDEX, ludex

Judged = Callable[..., Results]
Command = Callable[[str], tuple[str, ...]]
QUICK = ("--timeout", "0.5")


def timeless(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(path.read_text())
    del data["times"]
    return data


def cut_off(root: Path, out: Path, engine: tuple[str, ...], number: int, *words: str) -> Path:
    """Starts a slow run and ends it in the middle; gives its journal."""
    journal = out.with_name(out.name + ".journal")
    environment = {**os.environ, "LUDEX_VECTORS": str(root), "NIM_PAUSE": "0.01"}
    command = [*LUDEX, "check", "--json", str(out), *QUICK, *words, "--", *engine]
    running = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while not journal.is_file() or journal.stat().st_size < 2500:
        time.sleep(0.01)
    running.send_signal(number)
    running.wait(10)
    return journal


@pytest.fixture(scope="module")
def undisturbed(toy_root: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The results of the medley, run from end to end."""
    from tests.judge.conftest import command

    out = tmp_path_factory.mktemp("undisturbed") / "r.json"
    done = ludex(toy_root, "check", "--json", str(out), *QUICK, "--", *command("medley"))
    assert done.returncode == 1, done.stderr
    return timeless(out)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_run_that_was_cut_off_goes_on_to_the_same_results(
    toy_root: Path, tmp_path: Path, engine_command: Command, undisturbed: dict[str, Any], number: int
) -> None:
    out, engine = tmp_path / "r.json", engine_command("medley")
    journal = cut_off(toy_root, out, engine, number)
    known = read_journal(journal).outcomes
    assert 0 < len(known) < 205
    assert out.is_file() == (number != signal.SIGKILL)
    done = ludex(toy_root, "check", "--json", str(out), "--resume", *QUICK, "--", *engine)
    assert done.returncode == 1, done.stderr
    assert timeless(out) == undisturbed
    assert json.loads(out.read_text())["times"]["resumed"] is True
    assert not journal.exists()


@pytest.mark.parametrize("jobs", ["2", "3"])
def test_engines_side_by_side_give_the_same_report(
    toy_root: Path, tmp_path: Path, engine_command: Command, undisturbed: dict[str, Any], jobs: str
) -> None:
    out = tmp_path / "r.json"
    ludex(toy_root, "check", "--json", str(out), "-j", jobs, *QUICK, "--", *engine_command("medley"))
    assert timeless(out) == undisturbed
    assert json.loads(out.read_text())["times"]["jobs"] == int(jobs)


def test_side_by_side_and_cut_off_too(
    toy_root: Path, tmp_path: Path, engine_command: Command, undisturbed: dict[str, Any]
) -> None:
    out, engine = tmp_path / "r.json", engine_command("medley")
    cut_off(toy_root, out, engine, signal.SIGKILL, "-j", "2")
    ludex(toy_root, "check", "--json", str(out), "--resume", "-j", "2", *QUICK, "--", *engine)
    assert timeless(out) == undisturbed


def test_a_journal_is_a_valid_partial_result(
    toy_root: Path, tmp_path: Path, engine_command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = cut_off(toy_root, tmp_path / "r.json", engine_command("medley"), signal.SIGKILL)
    monkeypatch.setenv("LUDEX_VECTORS", str(toy_root))
    results = read_results(journal)
    assert len(results.results) == 206
    assert results.interrupted
    assert results.score.status == 130
    assert results.score.counts["not-run"] > 0
    assert results.score.counts["pass"] > 0
    assert results.stopped == "the runner was ended; this is what its journal holds"
    assert sum(results.score.counts.values()) == 206


@pytest.mark.parametrize("cut", [1, 2, 30, 57])
def test_a_torn_last_line_is_no_loss(judged: Judged, tmp_path: Path, cut: int) -> None:
    journal = tmp_path / "j"
    whole = judged("picky", journal=journal)
    journal.write_bytes(journal.read_bytes()[:-cut])
    resumed = judged("picky", journal=journal, resume=True)
    assert resumed.results == whole.results
    assert judged("picky", journal=journal, resume=True).results == whole.results


def test_what_the_journal_knows_is_not_asked_again(judged: Judged, tmp_path: Path) -> None:
    journal = tmp_path / "j"
    judged("crash", journal=journal)
    results = judged("crash", journal=journal, resume=True)
    assert results.times.restarts == 0
    assert results.score.counts["error"] == 1


@pytest.mark.parametrize(
    ("words", "engine", "named"),
    [
        (("--select", "apply"), "right", "the selection was"),
        (("--reading", "max=four"), "right", "the readings was"),
        (("--anonymous",), "right", "the anonymous was"),
        ((), "picky", "the command was"),
    ],
)
def test_a_journal_of_another_run_is_refused(
    toy_root: Path, tmp_path: Path, engine_command: Command, words: tuple[str, ...], engine: str, named: str
) -> None:
    journal = ("--journal", str(tmp_path / "j"))
    ludex(toy_root, "check", *journal, "--", *engine_command("right"))
    done = ludex(toy_root, "check", *journal, "--resume", *words, "--", *engine_command(engine))
    assert done.returncode == 2
    assert "is the journal of another run" in done.stderr
    assert named in done.stderr


def test_a_journal_of_other_vectors_is_refused(
    toy_root: Path, own_root: Path, tmp_path: Path, engine_command: Command
) -> None:
    journal = ("--journal", str(tmp_path / "j"))
    ludex(toy_root, "check", *journal, "--", *engine_command("right"))
    manifest = own_root / "nim" / "manifest.json"
    manifest.write_text(manifest.read_text() + "\n")
    done = ludex(own_root, "check", *journal, "--resume", "--", *engine_command("right"))
    assert done.returncode == 2
    assert "the vectors was" in done.stderr


def test_without_a_journal_there_is_nothing_to_resume(toy_root: Path, tmp_path: Path, engine_command: Command) -> None:
    engine = engine_command("right")
    assert "--resume needs a journal" in ludex(toy_root, "check", "--resume", "--", *engine).stderr
    missing = ludex(toy_root, "check", "--resume", "--journal", str(tmp_path / "j"), "--", *engine)
    assert missing.returncode == 2
    assert "there is no journal to resume" in missing.stderr
    (tmp_path / "k").write_text("hello\n")
    with pytest.raises(Fault, match="is no journal"):
        read_journal(tmp_path / "k")


def test_runs_end_at_the_same_place_side_by_side(judged: Judged) -> None:
    """The Nth failure in order ends a run, whichever engine found it first."""
    one, two = (judged("medley", timeout=0.5, max_failures=3, jobs=jobs) for jobs in (1, 2))
    assert one.results == two.results
    assert one.stopped == two.stopped == "stopped after 3 failing vectors"
    assert one.score.counts["not-run"] > 150


@pytest.mark.parametrize("engine", ["mute", "always_crashes", "no_game", "exits"])
def test_hopeless_engines_are_judged_alike_side_by_side(judged: Judged, engine: str) -> None:
    one, two = (judged(engine, timeout=0.3, jobs=jobs) for jobs in (1, 2))
    assert one.results == two.results
    assert (one.stopped, one.notes) == (two.stopped, two.notes)


def test_a_journal_that_cannot_be_begun_is_our_fault(judged: Judged) -> None:
    with pytest.raises(Fault, match="cannot write /dev/full"):
        judged("right", journal=Path("/dev/full"))


def test_a_disk_that_fills_up_ends_the_journal_and_not_the_run(
    judged: Judged, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise Fault("cannot write j: No space left on device")

    monkeypatch.setattr("ludex.judge.journal.Journal.add", full)
    results = judged("right", journal=tmp_path / "j")
    assert results.score.status == 0
    assert results.times.remarks == ("the journal ends here: cannot write j: No space left on device",)


def test_results_that_go_to_no_file_have_no_journal_beside_them(toy_root: Path, engine_command: Command) -> None:
    done = ludex(toy_root, "check", "--json", "/dev/null", "--", *engine_command("right"))
    assert done.returncode == 0, done.stderr
    assert not Path("/dev/null.journal").exists()
    assert Path("/dev/null").is_char_device()
