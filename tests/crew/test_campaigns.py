"""Campaigns whose work goes to real workers come to what they come to on this machine, byte for byte."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from ludex.fuzz.journal import read_past
from tests.crew.clusters import Cluster, cluster, free_port
from tests.newcomer.installing import MAIN, Done, link, run_ludex

pytest.importorskip("distributed", reason="the extra ludex[distributed] is not installed")
ALL = bool(os.environ.get("LUDEX_ALL"))
long_proof = pytest.mark.skipif(not ALL, reason="a campaign twice, with real workers: LUDEX_ALL=1")
GAME = "sawdon"
REFERENCE = ("--", sys.executable, "-c", MAIN, "engine")


class World:
    """Commands on this machine, and the same by workers."""

    def __init__(self, folder: Path, workers: Cluster, path: str = "") -> None:
        self.folder, self.workers, self.path = folder, workers, path

    def here(self, *words: str) -> Done:
        """A command on this machine."""
        return run_ludex(words, {"PYTHONPATH": self.path}, self.folder)

    def there(self, *words: str) -> Done:
        """The same by the workers."""
        at = words.index("--") if "--" in words else len(words)
        done = self.here(*words[:at], "--scheduler", self.workers.address, *words[at:])
        assert "2 workers, 2 threads\n" in done.said, done.said
        return done

    def results(self, name: str) -> Any:
        """A file of results, but for its times."""
        return without_times(json.loads((self.folder / name).read_text(encoding="utf-8")))


def without_times(data: Any) -> Any:
    """Without what hangs on a clock: how many were asked of a mutant of which not all sides were told in time, too."""
    if isinstance(data, dict):
        late = any(one.get("outcome") not in ("killed", "told") for one in (data, *data.get("sides", {}).values()))
        clock = ("seconds", "times", "tried") if "tried" in data and late else ("seconds", "times")
        return {key: without_times(one) for key, one in data.items() if key not in clock}
    return [without_times(one) for one in data] if isinstance(data, list) else data


@pytest.fixture
def world(two: Cluster, tmp_path: Path) -> World:
    return World(tmp_path, two)


@long_proof
def test_vectors_are_made_alike(world: World) -> None:
    found = world.there("generate", "--check", "--game", "tribun", "--topic", "codec-cid", "--topic", "clock")
    assert (found.status, "tribun: 2 files are as they would be made\n" in found.said) == (0, True)


def test_a_check_comes_to_the_same(world: World) -> None:
    words = ("check", "--game", "tribun", "--edition", "2026-01", "--no-sides", "--select", "codec-cid")
    here = world.here(*words, "--json", "here.json", *REFERENCE)
    there = world.there(*words, "--json", "there.json", "--journal", "kept", *REFERENCE)
    assert here.status == there.status == 0
    assert world.results("here.json") == world.results("there.json")
    kept = (world.folder / "kept").read_bytes().splitlines(keepends=True)
    (world.folder / "kept").write_bytes(b"".join(kept[: len(kept) // 2]))
    again = world.there(*words, "--json", "again.json", "--journal", "kept", "--resume", *REFERENCE)
    assert again.status == 0
    assert world.results("again.json")["score"] == world.results("here.json")["score"]


@long_proof
def test_a_fuzz_comes_to_the_same(world: World) -> None:
    words = ("fuzz", "--game", "tactics", "--questions", "100")
    here = world.here(*words, "--journal", "here", *REFERENCE)
    there = world.there(*words, "--journal", "there", *REFERENCE)
    assert here.status == there.status == 0
    past = [read_past(world.folder / name) for name in ("here", "there")]
    assert past[0].opening == past[1].opening
    assert past[0].tallies == past[1].tallies
    assert [tally.asked for tally in past[0].tallies.values()] == [100]


@long_proof
def test_mutants_come_to_the_same_and_a_journal_goes_on_anywhere(tmp_path: Path) -> None:
    assert run_ludex(("new-game", GAME, "SAW", "--into", GAME), {}, tmp_path).status == 0
    link(GAME, tmp_path / GAME, tmp_path / "site")
    path = f"{tmp_path / GAME}:{tmp_path / 'site'}"
    assert run_ludex(("generate", "--game", GAME), {"PYTHONPATH": path}, tmp_path).status == 0
    with cluster(0) as workers:
        for _ in range(2):
            workers.add_worker(PYTHONPATH=f"{workers.path}:{path}")
        workers.await_workers(2)
        hold_mutants(World(tmp_path, workers, path))


def hold_mutants(world: World) -> None:
    words = ("power", "--game", GAME, "--sample", "12", "--seed", "s", "--limit", "5")
    here, there = world.here(*words, "-j", "1", "--json", "here.json"), world.there(*words, "--json", "there.json")
    assert world.results("here.json") == world.results("there.json")
    assert here.status == there.status
    kept = world.folder / "journal"
    assert world.there(*words, "--journal", "journal").status == there.status
    lines = kept.read_bytes().splitlines(keepends=True)
    assert len(lines) == 13
    kept.write_bytes(b"".join(lines[:7]) + lines[7][:20])
    world.here(*words, "-j", "1", "--journal", "journal", "--json", "again.json")
    assert world.results("again.json") == world.results("here.json")
    assert len(kept.read_bytes().splitlines()) == 14
    other = world.here(*words[:-2], "--journal", "journal")
    assert other.status == 2
    assert "is the journal of another run: the seconds was 5.0, and is now 60.0" in other.said


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("power", "-j", "2"), "--jobs does not go with --scheduler"),
        (("generate", "--stats"), "--scheduler has nothing to do here"),
        (("power", "--list"), "--list does not go with --scheduler"),
        (("check", "--game", "tribun", "--against", "x"), "--scheduler does not go with --against"),
        (("fuzz", "--replay", "tribun:0:1:00000000"), "--scheduler does not go with --replay"),
    ],
)
def test_what_does_not_go_together_is_said(words: tuple[str, ...], told: str, tmp_path: Path) -> None:
    engine = ("--", "true") if words[0] in ("check", "fuzz") else ()
    done = run_ludex((*words, "--scheduler", f"tcp://127.0.0.1:{free_port()}", *engine), {}, tmp_path)
    assert (done.status, told in done.said) == (2, True), done.said


def test_without_the_extra_it_is_named(tmp_path: Path) -> None:
    (tmp_path / "distributed.py").write_text("raise ModuleNotFoundError('distributed')\n", encoding="utf-8")
    done = run_ludex(("generate", "--check", "--scheduler", "tcp://x:1"), {"PYTHONPATH": str(tmp_path)}, tmp_path)
    assert (done.status, done.said.splitlines()[:2]) == (
        2,
        ["ludex: --scheduler needs Dask", "  Install the extra: pip install 'ludex[distributed]'."],
    )
