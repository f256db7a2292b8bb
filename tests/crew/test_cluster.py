"""Pieces of work done by real workers of a real scheduler: some die, some are others, and the scheduler ends."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from ludex.crew import Crew, Prepared
from ludex.fault import Fault
from tests.crew.clusters import Cluster, cluster, free_port, wait_for
from tests.crew.works import DYING, FAULTY, ended_once, noted, prepared, squared

pytest.importorskip("distributed", reason="the extra ludex[distributed] is not installed")
ALL = bool(os.environ.get("LUDEX_ALL"))
long_proof = pytest.mark.skipif(not ALL, reason="several clusters are started: LUDEX_ALL=1")
WORK = Prepared(squared, prepared, 7)
PIECES = 30


def told_to() -> tuple[list[str], Callable[[str], None]]:
    notes: list[str] = []
    return notes, notes.append


def test_workers_give_what_this_machine_gives(two: Cluster) -> None:
    notes, note = told_to()
    pieces = [*range(20), DYING]
    there = sorted(Crew(scheduler=two.address, note=note).each(pieces, WORK))
    assert there == sorted(Crew(2).each(pieces, WORK))
    assert notes == ["2 workers, 2 threads"]


def test_much_that_is_shared_is_laid_down_at_the_workers(two: Cluster) -> None:
    work = Prepared(squared, len, b"0" * 1_000_000)
    assert sorted(Crew(scheduler=two.address).each([1, 2, 3], work)) == [(1, 1000001), (2, 1000004), (3, 1000009)]


def test_what_a_piece_raises_there_is_raised_here(two: Cluster) -> None:
    with pytest.raises(Fault, match="a fault"):
        list(Crew(scheduler=two.address).each([1, FAULTY, 2], WORK))


def test_a_child_that_somebody_ended_there_is_begun_again(two: Cluster, tmp_path: Path) -> None:
    work = Prepared(ended_once, str, str(tmp_path))
    assert list(Crew(scheduler=two.address).each([5], work)) == [(5, 5)]


def test_after_a_stop_or_an_interruption_nothing_is_waited_for(two: Cluster, tmp_path: Path) -> None:
    done: list[int] = []

    def interrupted() -> bool:
        return bool(done)

    work = Prepared(noted, str, str(tmp_path))
    for piece, result in Crew(scheduler=two.address).each(range(500), work, interrupted=interrupted):
        done += [piece] if result is not None else []
    assert 1 <= len(done) < 10


def test_a_worker_that_dies_loses_nothing(two: Cluster, tmp_path: Path) -> None:
    third = two.add_worker()
    two.await_workers(3)
    done: list[int] = []
    for piece, _ in Crew(scheduler=two.address).each(range(PIECES), Prepared(noted, str, str(tmp_path))):
        done.append(piece)
        if len(done) == 5:
            third.kill()
            third.wait()
    assert sorted(done) == [*range(PIECES)]
    two.await_only(2)


def test_a_worker_with_another_ludex_is_refused_by_name(two: Cluster, tmp_path: Path) -> None:
    notes, note = told_to()
    other = two.add_worker(LUDEX_VECTORS=str(tmp_path / "none"))
    two.await_workers(3)
    try:
        there = dict(Crew(scheduler=two.address, note=note).each(range(9), WORK))
    finally:
        other.kill()
        other.wait()
    assert there == dict(Crew(1).each(range(9), WORK))
    assert re.search(r"the worker tcp://\S+ is refused: the rules or vectors of .*tribun are others", "\n".join(notes))
    two.await_only(2)


@long_proof
def test_where_all_workers_have_another_ludex_they_are_named(tmp_path: Path) -> None:
    with cluster(0) as ours:
        ours.add_worker(LUDEX_VECTORS=str(tmp_path / "none"))
        ours.await_workers(1)
        with pytest.raises(Fault, match=r"no worker has the same Ludex \(tcp://.*the rules or vectors of .*tribun"):
            list(Crew(scheduler=ours.address).each([1], WORK))


@long_proof
def test_a_scheduler_that_is_started_again_loses_nothing(tmp_path: Path) -> None:
    notes, note = told_to()
    with cluster(1) as ours:

        def restart() -> None:
            wait_for(tmp_path, 5)
            ours.scheduler.kill()
            ours.scheduler.wait()
            ours.begin()
            ours.add_worker()

        other = threading.Thread(target=restart)
        other.start()
        work = Prepared(noted, str, str(tmp_path))
        done = [piece for piece, _ in Crew(scheduler=ours.address, note=note).each(range(PIECES), work)]
        other.join()
    assert sorted(done) == [*range(PIECES)]
    assert [text for text in notes if "went away" in text] != []


def test_where_no_scheduler_is_nothing_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludex.crew.cluster.CONNECT_SECONDS", 0.5)
    address = f"tcp://127.0.0.1:{free_port()}"
    with pytest.raises(Fault, match=f"no scheduler of Dask answers at {address}") as raised:
        list(Crew(scheduler=address).each([1], WORK))
    assert raised.value.remedy == "`dask scheduler` starts one, and says its address."
