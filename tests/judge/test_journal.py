"""Nothing is lost: a run that was cut off leaves a valid partial result, and goes on to the same end."""

import json
import os
import resource
import signal
import subprocess
import time
import tracemalloc
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludex.fault import Fault
from ludex.judge.verdict import FAIL, PASSED, Judgement
from ludex.report.results import Results, results_of
from ludex.report.source import read_results
from ludex.runner.checking import check
from ludex.runner.journal import PASSES_A_LINE, Chosen, What, begin, discard, read_journal
from ludex.runner.limits import Limits
from ludex.runner.run import Order
from ludex.runner.session import run_so_far
from tests.judge.test_doors import LUDEX, ludex

Judged = Callable[..., Results]
Command = Callable[[str], tuple[str, ...]]
QUICK = ("--timeout", "0.5")
WHAT = What("nim", "seal", ("engine",), Chosen((), (), None), (), (), False, False)
HELLO = b'{"protocol":1,"engine":{"name":"made"},"games":{}}'


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


def test_a_run_that_was_cut_off_is_begun_anew_only_beside_its_results(
    toy_root: Path, tmp_path: Path, engine_command: Command
) -> None:
    journal = cut_off(toy_root, tmp_path / "r.json", engine_command("medley"), signal.SIGKILL)
    kept = journal.read_bytes()
    engine = ("--", *engine_command("right"))
    named = ("check", "--journal", str(journal))
    refused = ludex(toy_root, *named, *engine)
    assert refused.returncode == 2
    assert f"{journal} is the journal of a run that can go on; it is left as it is\n  Add --resume" in refused.stderr
    assert journal.read_bytes() == kept
    assert ludex(toy_root, "check", "--json", str(tmp_path / "r.json"), *engine).returncode == 0
    assert not journal.exists()
    for _ in range(2):  # of a run that came to its end nothing is left to go on with
        assert ludex(toy_root, *named, *engine).returncode == 0


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


def test_results_that_go_to_no_file_have_no_journal_beside_them(toy_root: Path, engine_command: Command) -> None:
    done = ludex(toy_root, "check", "--json", "/dev/null", "--", *engine_command("right"))
    assert done.returncode == 0, done.stderr
    assert not Path("/dev/null.journal").exists()
    assert Path("/dev/null").is_char_device()


# -- what a disk does


def settled(path: Path) -> dict[int, Judgement]:
    return read_journal(path).outcomes


@pytest.fixture
def medley(judged: Judged, tmp_path: Path) -> tuple[Path, Results]:
    """The journal of a run that found all sorts of things, and its results."""
    path = tmp_path / "medley.journal"
    return path, judged("medley", timeout=0.5, journal=path)


@pytest.mark.parametrize("room", [600, 1500, 2222])
def test_a_full_disk_ends_the_journal_and_not_the_run(
    toy_root: Path, tmp_path: Path, engine_command: Command, room: int
) -> None:
    """The limit on file sizes stops a write in the middle of a line, as a full disk does."""
    journal = tmp_path / "j"
    words = ("check", *QUICK, "--journal", str(journal), "--", *engine_command("medley"))
    full = ludex(toy_root, *words, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)))
    assert full.returncode == 1, full.stderr
    assert f"the journal does not hold all of it: cannot write {journal}: File too large" in full.stdout
    assert journal.stat().st_size == room
    past = read_journal(journal)
    assert 0 < len(past.outcomes) < 205
    assert past.bad == 1
    resumed = ludex(toy_root, *words[:-3], "--resume", *words[-3:])
    assert resumed.returncode == 1, resumed.stderr
    assert "1 line of the journal could not be read" in resumed.stdout
    assert len(settled(journal)) == 205


def test_a_disk_that_is_full_for_a_moment_tears_no_line(tmp_path: Path) -> None:
    journal = begin(tmp_path / "j", WHAT, HELLO, 0.0)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    room = (tmp_path / "j").stat().st_size + 50
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
    try:
        for place in range(300):
            journal.add(place, Judgement(FAIL, "", f"wrong {place}") if place % 7 == 0 else PASSED)
        journal.flush()
        assert "File too large" in journal.trouble
        assert (tmp_path / "j").stat().st_size == room
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    journal.add(300, PASSED)
    journal.close()
    assert journal.trouble == ""
    past = read_journal(tmp_path / "j")
    assert (sorted(past.outcomes), past.bad) == (list(range(301)), 0)


def test_only_so_much_is_held_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludex.runner.journal.MAX_BYTES_HELD_BACK", 1000)
    journal = begin(tmp_path / "j", WHAT, HELLO, 0.0)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, ((tmp_path / "j").stat().st_size, before[1]))
    try:
        for place in range(100):
            journal.add(place, Judgement(FAIL, "", "wrong"))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    journal.close()
    assert "does not hold all of it" in journal.remark
    assert settled(tmp_path / "j") == {}


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(data=st.data())
def test_what_is_changed_in_a_journal_is_dropped_and_all_else_stays(
    medley: tuple[Path, Results], data: st.DataObject
) -> None:
    path, _ = medley
    whole = path.read_bytes()
    known, head = settled(path), whole.index(b"\n") + 1
    place = data.draw(st.integers(head, len(whole) - 1))
    spoilt = bytearray(whole)
    spoilt[place] ^= data.draw(st.integers(1, 255))
    other = path.with_name("spoilt")
    other.write_bytes(spoilt)
    past = read_journal(other)
    assert 1 <= past.bad <= 2, "a line end that is gone costs two lines"
    assert past.outcomes.items() <= known.items()
    assert len(known) - len(past.outcomes) <= 2 * PASSES_A_LINE


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(data=st.data())
def test_a_piece_that_is_missing_costs_no_line_beside_it(medley: tuple[Path, Results], data: st.DataObject) -> None:
    path, _ = medley
    whole = path.read_bytes()
    head = whole.index(b"\n") + 1
    start = data.draw(st.integers(head, len(whole)))
    end = data.draw(st.integers(start, len(whole)))
    other = path.with_name("spoilt")
    other.write_bytes(whole[:start] + data.draw(st.binary(max_size=40)) + whole[end:])
    past = read_journal(other)
    left = [line for line in whole[head:start].splitlines(True) if line.endswith(b"\n")]
    left += whole[end:].splitlines(True)[1:]
    left = [line for line in left if not line.startswith(b'{"ended"')]
    assert past.outcomes.items() <= settled(path).items()
    assert len(past.outcomes) >= len(left)


def test_only_what_was_spoilt_is_asked_again(
    toy_root: Path, engine_command: Command, medley: tuple[Path, Results]
) -> None:
    path, whole = medley
    lines = path.read_bytes().splitlines(True)
    lines[2] = b"[" + lines[2][1:]
    path.write_bytes(b"".join(lines))
    missing = 205 - len(settled(path))
    assert missing > 0
    asked: list[int] = []
    order = Order("nim", engine_command("medley"), limits=Limits(timeout=0.5), root=toy_root, journal=path, resume=True)
    resumed = results_of(check(order, lambda place, _: asked.append(place)))
    assert resumed.results == whole.results
    assert 0 < len(asked) <= missing + 1
    assert "1 line of the journal could not be read; what stood there counts as not asked" in resumed.times.remarks


@pytest.mark.parametrize(
    "line",
    [
        {"passed": [[0, 999_999_999]]},
        {"passed": [[0, 10], [100, 200]]},
        {"passed": [[-3, 1]]},
        {"passed": [[0.5, 1]]},
        {"passed": [[0, 1 << 60]]},
        {"place": 3, "outcome": {"verdict": "fine"}},
        {"place": 3, "outcome": {"verdict": "not-run"}},
        {"place": 3, "outcome": {"verdict": "error", "cause": "bad luck"}},
        {"place": -1, "outcome": {"verdict": "fail"}},
        {"place": 3, "outcome": {"verdict": "fail"}, "more": 1},
        [],
        {"passed": None},
        {"ended": -1, "failures": 0, "falls": 25, "stopped": ""},
        {"ended": 1e12, "failures": 0, "falls": 25, "stopped": ""},
        {"ended": 1, "failures": -1, "falls": 25, "stopped": ""},
        {"ended": 1, "failures": 0, "falls": 0, "stopped": ""},
        {"ended": 1},
        {"ended": 1, "failures": 0, "falls": 25, "stopped": "", "more": 1},
    ],
    ids=str,
)
def test_a_line_that_no_run_wrote_is_dropped_though_its_sum_is_right(tmp_path: Path, line: object) -> None:
    path = tmp_path / "j"
    begin(path, WHAT, HELLO, 0.0).close()
    head = path.read_bytes()
    data = json.dumps(line, separators=(",", ":")).encode()
    path.write_bytes(head + b"%b %08x\n" % (data, zlib.crc32(data, zlib.crc32(head[:-10]))))
    tracemalloc.start()
    past = read_journal(path)
    assert tracemalloc.get_traced_memory()[1] < 1 << 20
    tracemalloc.stop()
    assert (past.outcomes, past.bad, past.ended) == ({}, 1, None)


@pytest.mark.parametrize(
    ("engine", "limits", "stopped"),
    [
        ("picky", {}, ""),
        ("picky", {"max_failures": 1}, "stopped after 1 failing vector"),
        ("always_crashes", {"limits": Limits(falls=2)}, "2 vectors brought the engine down (--skip ID leaves one out"),
        ("mute", {"timeout": 0.2}, "the engine answered nothing in 3 starts"),
    ],
)
def test_the_journal_of_a_run_that_came_to_its_end_tells_it_as_it_was(
    judged: Judged,
    toy_root: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    engine: str,
    limits: dict[str, Any],
    stopped: str,
) -> None:
    monkeypatch.setenv("LUDEX_VECTORS", str(toy_root))
    path = tmp_path / "j"
    whole = judged(engine, journal=path, **limits)
    told = results_of(run_so_far(path))
    assert told.stopped[: len(stopped)] == stopped == whole.stopped[: len(stopped)]
    assert (told.interrupted, told.score, told.results) == (False, whole.score, whole.results)
    mark = read_journal(path).ended
    assert mark is not None
    assert told.times.started < told.times.ended == mark.ended <= time.time()


def test_a_run_that_is_taken_up_again_has_not_ended_until_it_does(tmp_path: Path) -> None:
    path = tmp_path / "j"
    journal = begin(path, WHAT, HELLO, 0.0)
    journal.add(0, PASSED)
    journal.end(0, 25, "stopped")
    ended = read_journal(path).ended
    assert ended is not None
    assert ended.stopped == "stopped"
    journal.add(1, Judgement(FAIL, "", "wrong"))
    past = read_journal(path)
    assert (sorted(past.outcomes), past.bad, past.ended) == ([0, 1], 0, None)
    journal.end(0, 25, "")
    journal.close()
    assert (read_journal(path).ended or ended).stopped == ""


def test_a_line_of_another_run_does_not_count(tmp_path: Path) -> None:
    """As a disk may give back what once lay there, or as two files may be put together by hand."""
    for name, started in (("one", 1.0), ("two", 2.0)):
        journal = begin(tmp_path / name, WHAT, HELLO, started)
        journal.add(1, Judgement(FAIL, "", name))
        journal.close()
    whole = (tmp_path / "one").read_bytes() + (tmp_path / "two").read_bytes()
    (tmp_path / "both").write_bytes(whole)
    past = read_journal(tmp_path / "both")
    assert (past.outcomes, past.bad) == ({1: Judgement(FAIL, "", "one")}, 2)


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda data: data.replace(b"nim", b"min", 1), "its first line was changed, or torn"),
        (lambda data: data[:50], "its first line was changed, or torn"),
        (lambda _: b"", "it is empty"),
        (lambda data: data.replace(b'"journal":2', b'"journal":1', 1).replace(data.split(b" ")[-1], b"\n"), "format 1"),
        (lambda _: b'{"journal":1,"what":{},"hello":{},"started":0}\n{"passed":[[0,3]]}\n', "of format 1; this Ludex"),
    ],
)
@pytest.mark.parametrize("subcommand", ["report", "check"])
def test_without_its_first_line_a_journal_is_refused_with_the_reason(
    toy_root: Path,
    tmp_path: Path,
    engine_command: Command,
    spoil: Callable[[bytes], bytes],
    said: str,
    subcommand: str,
) -> None:
    path = tmp_path / "j"
    begin(path, WHAT, HELLO, 0.0).close()
    path.write_bytes(spoil(path.read_bytes()))
    resume = ("check", "--journal", str(path), "--resume", "--", *engine_command("right"))
    done = ludex(toy_root, *(resume if subcommand == "check" else ("report", str(path))))
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert said in done.stderr or (subcommand == "report" and "is no results file" in done.stderr)


def test_a_report_of_a_journal_of_other_vectors_is_refused(
    toy_root: Path, own_root: Path, tmp_path: Path, engine_command: Command
) -> None:
    journal = tmp_path / "j"
    assert ludex(toy_root, "check", "--journal", str(journal), "--", *engine_command("right")).returncode == 0
    assert "205 pass" in ludex(toy_root, "report", str(journal)).stdout
    manifest = own_root / "nim" / "manifest.json"
    manifest.write_text(manifest.read_text() + "\n")
    done = ludex(own_root, "report", str(journal))
    assert (done.returncode, done.stdout) == (2, "")
    assert "is of a run with other vectors than those here" in done.stderr


# -- two runs at once


@pytest.fixture
def running(toy_root: Path, tmp_path: Path, engine_command: Command) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Starts a slow run, and waits until its journal, which is named, is there."""
    started: list[subprocess.Popen[str]] = []

    def start(journal: Path, *words: str) -> subprocess.Popen[str]:
        environment = {**os.environ, "LUDEX_VECTORS": str(toy_root), "NIM_PAUSE": "0.01"}
        command = [*LUDEX, "check", *QUICK, *words, "--", *engine_command("medley")]
        pipe = subprocess.PIPE
        run = subprocess.Popen(command, env=environment, stdout=pipe, stderr=pipe, text=True, cwd=tmp_path)
        started.append(run)
        until = time.monotonic() + 20
        while (not journal.is_file() or journal.stat().st_size < 1200) and time.monotonic() < until:
            time.sleep(0.01)
        return run

    yield start
    for run in started:
        run.kill()
        run.wait()


def test_a_second_run_with_the_same_journal_is_refused_until_the_first_ends(
    toy_root: Path, tmp_path: Path, engine_command: Command, running: Callable[..., subprocess.Popen[str]]
) -> None:
    journal = tmp_path / "j"
    first = running(journal, "--journal", str(journal))
    words = ("check", *QUICK, "--journal", str(journal))
    engine = ("--", *engine_command("medley"))
    for again in ((), ("--resume",)):
        second = ludex(toy_root, *words, *again, *engine)
        assert second.returncode == 2
        assert f"another run is writing {journal}" in second.stderr
        assert "Wait for its end, or choose another file with --journal." in second.stderr
    assert first.wait(30) == 1
    assert len(settled(journal)) == 205
    assert ludex(toy_root, *words, "--resume", *engine).returncode == 1


def test_a_run_that_was_killed_keeps_no_journal_locked(
    toy_root: Path, tmp_path: Path, engine_command: Command, running: Callable[..., subprocess.Popen[str]]
) -> None:
    journal = tmp_path / "j"
    first = running(journal, "--journal", str(journal))
    first.kill()
    first.wait()
    known = len(settled(journal))
    assert 0 < known < 205
    words = ("check", *QUICK, "--journal", str(journal), "--resume")
    done = ludex(toy_root, *words, "--", *engine_command("medley"))
    assert done.returncode == 1, done.stderr


def test_two_runs_with_one_results_file_both_end_well(
    tmp_path: Path, running: Callable[..., subprocess.Popen[str]]
) -> None:
    runs = [running(tmp_path / "r.json.journal", "--json", "r.json") for _ in range(2)]
    said = [run.communicate(timeout=60) for run in runs]
    assert [run.returncode for run in runs] == [1, 1], said
    assert sum("another run is writing r.json.journal, so this run keeps no journal" in out for out, _ in said) == 1
    assert len(read_results(tmp_path / "r.json").results) == 206
    assert [path.name for path in tmp_path.iterdir()] == ["r.json"]


def test_a_journal_that_another_run_has_begun_is_not_removed(tmp_path: Path) -> None:
    journal = begin(tmp_path / "j", WHAT, HELLO, 0.0)
    discard(tmp_path / "j")
    assert (tmp_path / "j").is_file()
    journal.close()
    discard(tmp_path / "j")
    assert not (tmp_path / "j").exists()
