"""Pieces of work in processes of this machine."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from ludex.crew import Crew, Prepared
from ludex.fault import Fault
from ludex.mutation.stopping import stoppable
from ludex.wording import time_left
from tests.crew.works import DYING, FAULTY, ended_once, long, prepared, squared

PATIENCE_SECONDS = 60.0
WORK = Prepared(squared, prepared, 7)


@pytest.fixture(autouse=True)
def others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Children that other tests of this process have are not ours."""
    monkeypatch.setattr(f"{__name__}.OTHERS", frozenset(psutil.Process().children()))


OTHERS: frozenset[psutil.Process] = frozenset()


def children() -> list[psutil.Process]:
    return [one for one in psutil.Process().children() if one not in OTHERS]


@pytest.mark.parametrize("jobs", [1, 3])
def test_each_piece_is_handed_over_once_with_its_result(jobs: int) -> None:
    assert sorted(Crew(jobs).each(range(20), WORK)) == [(piece, 7 + piece * piece) for piece in range(20)]
    assert children() == []


def test_a_child_that_dies_is_the_end_of_one_piece_alone() -> None:
    assert dict(Crew(2).each([1, DYING, 2], WORK)) == {1: 8, DYING: None, 2: 11}


def test_a_child_that_somebody_ended_is_begun_again(tmp_path: Path) -> None:
    assert list(Crew(1).each([5], Prepared(ended_once, str, str(tmp_path)))) == [(5, 5)]


def test_what_a_piece_raises_is_raised_here_with_its_remedy() -> None:
    with pytest.raises(Fault, match="a fault") as raised:
        list(Crew(2).each([1, FAULTY], WORK))
    assert raised.value.remedy == "A remedy."
    with pytest.raises(ZeroDivisionError) as mistake:
        list(Crew(1).each([0], lambda piece: 1 // piece))
    assert "in <lambda>" in mistake.value.__notes__[0]


def test_a_piece_may_wait_for_results() -> None:
    seen: list[int] = []

    def pieces() -> Iterator[int | None]:
        yield from (1, 2)
        while len(seen) < 2:
            yield None
        yield 3

    for piece, _ in Crew(4).each(pieces(), WORK):
        seen.append(piece)
    assert (sorted(seen[:2]), seen[2:]) == ([1, 2], [3])


def test_none_is_begun_after_a_stop() -> None:
    done: list[int] = []
    for piece, _ in Crew(1).each(range(100), WORK, lambda: len(done) >= 3):
        done.append(piece)
    assert done == [0, 1, 2]


def test_those_at_work_are_asked_to_end_by_an_interruption() -> None:
    assert sorted(Crew(2).each([1, 2], long, interrupted=lambda: bool(children()))) == [(1, None), (2, None)]


def test_a_run_that_is_asked_to_end_leaves_no_child_behind() -> None:
    def pieces() -> Iterator[int]:
        yield 1
        while not children():
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGTERM)  # while the first is at work
        yield 2

    before = signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        with pytest.raises(KeyboardInterrupt), stoppable():
            list(Crew(2).each(pieces(), long))
    finally:
        signal.signal(signal.SIGTERM, before)
    assert children() == []


def test_children_end_with_the_process_that_began_them() -> None:
    script = "from ludex.crew import Crew; from tests.crew.works import long; list(Crew(2).each([1, 2], long))"
    run = subprocess.Popen([sys.executable, "-c", script])
    until = time.monotonic() + PATIENCE_SECONDS
    while len(begun := psutil.Process(run.pid).children()) < 2 and time.monotonic() < until:
        time.sleep(0.02)
    run.kill()
    run.wait()
    gone, alive = psutil.wait_procs(begun, PATIENCE_SECONDS)
    assert (len(gone), alive) == (2, [])


@pytest.mark.parametrize(
    ("done", "seconds", "told"),
    [(0, 10.0, ""), (100, 10.0, ""), (10, 5.0, ", about 45 s left"), (10, 60.0, ", about 9 min left")],
)
def test_how_long_is_left_is_told_by_what_was_done(done: int, seconds: float, told: str) -> None:
    assert time_left(done, 100, seconds) == told
