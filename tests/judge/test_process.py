"""A process as an engine: what is heard of it, how it goes down, what it may take, and how it is ended."""

from __future__ import annotations

import atexit
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ludex.judge.verdict import CLOSED, CPU, CRASH, EXIT, FLOOD, MEMORY, Down
from ludex.runner import ending
from ludex.runner.conversation import TAIL_BYTES
from ludex.runner.ending import TOKEN, end_all, process, runs
from ludex.runner.guard import Guard
from ludex.runner.limits import Limits
from ludex.runner.process import Process, _lying_in

Start = Callable[..., Process]
BUSY = Down(CPU, "the engine took more than 0.1 s of processor time")


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts a shell with this script."""
    started: list[Process] = []

    def run(script: str, **limits: Any) -> Process:
        started.append(Process(("sh", "-c", script), Limits(**{"grace": 5.0, **limits})))
        return started[-1]

    yield run
    for one in started:
        one.end()


def heard(engine: Process, many: int | None = None) -> list[bytes]:
    """What it says until it is down, or has said so many lines."""
    lines: list[bytes] = []
    last = time.monotonic() + 20
    while not engine.down and len(lines) != many and time.monotonic() < last:
        lines += engine.wait(0.05)
    return lines + engine.wait(0)


@pytest.mark.parametrize(
    ("script", "down"),
    [
        ("exit 0", Down(EXIT, "the engine exited with status 0")),
        ("exit 3", Down(CRASH, "the engine exited with status 3")),
        ("kill -9 $$", Down(CRASH, "the engine was ended by SIGKILL")),
        ("kill -40 $$", Down(CRASH, "the engine was ended by signal 40")),
        ("exec >&-; sleep 20", Down(CLOSED, "the engine closed its standard output and lives on")),
    ],
)
def test_how_an_engine_goes_down_is_told_after_all_that_it_said(start: Start, script: str, down: Down) -> None:
    engine = start(f"echo one; printf 'two\\nthree'; echo log >&2; {script}")
    assert heard(engine) == [b"one", b"two"]
    assert engine.down == down
    assert engine.unended_bytes() == b"three"
    assert (engine.tail, engine.logged) == (b"log\n", 4)


def test_a_line_that_is_too_long_is_told_though_the_engine_is_gone(start: Start) -> None:
    engine = start("echo one; printf 0123456789x; exit 3", answer=10)
    while not engine.has_exited():
        time.sleep(0.01)
    engine._note_exit()
    assert engine.down == Down(FLOOD, "one line of more than 10 bytes")


def test_one_that_closes_its_input_is_told_so(start: Start) -> None:
    engine = start("exec <&-; echo deaf; sleep 20")
    assert heard(engine, 1) == [b"deaf"]
    engine.send(b"x\n")
    assert engine.down == Down(CLOSED, "the engine closed its standard input and lives on")


def test_of_a_log_the_tail_is_kept_and_all_is_counted(start: Start) -> None:
    engine = start("printf '%09000d' 1 >&2; echo end >&2")
    heard(engine)
    assert (len(engine.tail), engine.logged) == (TAIL_BYTES, 9004)
    assert engine.tail.endswith(b"01end\n")


def test_a_log_that_is_closed_wakes_nobody(start: Start) -> None:
    engine = start("exec 2>&-; echo up; sleep 20")
    assert heard(engine, 1) == [b"up"]
    engine.wait(0.05)
    since = time.monotonic()
    assert engine.wait(0.2) == []
    assert time.monotonic() - since > 0.15


def test_the_input_is_closed_at_the_end_and_what_still_comes_is_heard(start: Start) -> None:
    engine = start("cat; echo bye; exit 4")
    engine.send(b"one\n")
    assert engine.finish(b"two\n") == [b"one", b"two", b"bye"]
    assert engine.down == Down(CRASH, "the engine exited with status 4")
    assert engine.left == 0


def test_one_that_does_not_end_is_ended_after_the_grace(start: Start) -> None:
    engine = start("trap '' TERM; while :; do sleep 0.1; done", grace=0.2)
    since = time.monotonic()
    assert engine.finish() == []
    assert 0.2 <= time.monotonic() - since < 5
    assert engine.down is None
    assert engine.has_exited()


@pytest.mark.parametrize(
    ("limits", "script", "down"),
    [
        ({"memory": 1 << 20}, "sleep 20; :", Down(MEMORY, "the engine took more than 1 MB of memory")),
        ({"cpu": 0.1, "memory": 0}, "while :; do :; done", BUSY),
        ({"cpu": 0.1, "memory": 0}, "sh -c 'while :; do :; done'; :", BUSY),
    ],
)
def test_one_that_takes_too_much_goes_down(start: Start, limits: Any, script: str, down: Down) -> None:
    engine = start(script, **limits)
    assert heard(engine) == []
    assert engine.down == down


def test_one_may_take_what_it_is_allowed(start: Start) -> None:
    engine = start("sleep 0.4; exit 0", memory=0, cpu=0.0)
    heard(engine)
    assert engine.down == Down(EXIT, "the engine exited with status 0")


def test_what_it_did_not_read_is_known(start: Start) -> None:
    engine = start("sleep 20")
    engine.send(b"x" * 100)
    assert engine.unread() == 100
    engine.send(b"x" * (1 << 21))
    assert engine.unread() == 100 + (1 << 21)


def test_a_crash_leaves_no_core_and_an_engine_has_a_session_of_its_own(start: Start) -> None:
    engine = start(f"ulimit -c; echo ${TOKEN}; sleep 20")
    core, token = heard(engine, 2)
    assert core == b"0"
    assert token.decode() == engine._token
    assert os.getsid(engine._popen.pid) == engine._popen.pid


def test_it_is_asked_to_end_and_has_a_moment_to_do_so(start: Start, tmp_path: Path) -> None:
    engine = start(f"trap 'echo bye > {tmp_path}/said; exit' TERM; echo up; while :; do sleep 0.02; done")
    heard(engine, 1)
    engine.end()
    engine.end()
    assert (tmp_path / "said").read_text() == "bye\n"
    assert engine.has_exited()


def test_all_that_it_started_is_ended_with_it_and_counted(start: Start) -> None:
    engine = start("setsid sleep 60 & echo $!; sleep 60 & echo $!; cat")
    pids = [int(line) for line in heard(engine, 2)]
    time.sleep(0.2)
    engine.wait(0.15)
    engine.end()
    assert [pid for pid in pids if (one := process(pid)) and runs(one)] == []
    assert engine.left >= 1
    alone = start("cat")
    alone.finish()
    assert alone.left == 0


def test_its_files_are_closed(start: Start) -> None:
    before = len(os.listdir("/proc/self/fd"))
    engine = start("cat")
    assert len(os.listdir("/proc/self/fd")) > before
    engine.end()
    assert len(os.listdir("/proc/self/fd")) == before


@pytest.mark.parametrize("told", [True, False])
def test_an_exit_is_noticed_though_a_grandchild_holds_the_pipes(
    start: Start, monkeypatch: pytest.MonkeyPatch, told: bool
) -> None:
    """Whether the system tells of it, or has to be asked."""
    if not told:
        monkeypatch.delattr(os, "pidfd_open")
    since = time.monotonic()
    engine = start("sleep 15 & echo up; exit 3")
    assert heard(engine) == [b"up"]
    assert engine.down == Down(CRASH, "the engine exited with status 3")
    assert time.monotonic() - since < 10


def test_the_guard_is_told_at_once_and_ends_what_is_left_when_the_runner_can_say_no_more() -> None:
    left = subprocess.Popen(["sleep", "20"], start_new_session=True)
    guard = Guard()
    try:
        assert os.getsid(guard.pid) == guard.pid  # an interruption at the terminal does not reach it
        guard.tell("+", left.pid, "of-this-test")
        assert guard._popen.stdin is not None
        os.close(guard._popen.stdin.fileno())  # as when the runner is killed
        assert left.wait(10) == -signal.SIGKILL
        assert guard._popen.wait(10) == 0
    finally:
        atexit.unregister(guard.dismiss)
        guard._popen.kill()
        left.kill()
        left.wait()


def test_a_guard_that_is_dismissed_is_waited_for_and_may_be_dismissed_twice() -> None:
    guard = Guard()
    try:
        guard.dismiss()
        assert guard._popen.returncode == 0
        guard.tell("+", 1, "of-this-test")  # nobody hears it, which is no fault
        guard.dismiss()
    finally:
        atexit.unregister(guard.dismiss)


@pytest.mark.parametrize("by_token", [True, False])
def test_engines_that_nobody_looks_after_are_ended_by_their_token_or_their_session(
    by_token: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ending, "END_SECONDS", 60.0)
    since = time.monotonic()
    environment = {**os.environ, TOKEN: "of-this-test" if by_token else "of-another"}
    left = subprocess.Popen(["sleep", "20"], env=environment, start_new_session=True)
    stays = subprocess.Popen(["sleep", "20"], start_new_session=True)
    try:
        end_all({(1 << 22) + 1 if by_token else left.pid: "of-this-test"})
        assert time.monotonic() - since < 30  # one that waits to be reaped is not waited for
        assert left.wait(5) == -signal.SIGKILL
        assert stays.poll() is None
    finally:
        for one in (left, stays):
            one.kill()
            one.wait()


def test_where_nobody_can_tell_what_lies_unread_in_a_pipe_nothing_does() -> None:
    assert _lying_in(-1) == 0
