"""The core: few vectors that kill what all kill; and what each topic has of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ludex.making.core import Made, Own, cover, faults_of, lay_down, make_core, stale, table
from ludex.power.core import Core, core_of, read_core
from ludex.vectors.suite import available, open_suite
from tests.power.toy import GAME, VECTORS, toy, vector

MORE = [vector(f"take-{n}-0000010{n}", 4 + n, 1, {"position": 3 + n}, "TOY-TAK-3") for n in (1, 2, 3)]
ALL = [*VECTORS, *MORE]


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    read_core.cache_clear()
    with toy(tmp_path, monkeypatch, ALL):
        monkeypatch.setattr("ludex.making.core.AT_MOST", 1.0)
        yield tmp_path
    read_core.cache_clear()


def test_the_vector_that_kills_most_comes_first_and_the_rest_is_covered() -> None:
    kills = {"m1": "ab", "m2": "a", "m3": "ac", "m4": "d", "m5": ""}
    assert cover({mutant: frozenset(vectors) for mutant, vectors in kills.items()}) == {"a", "d"}


def test_a_core_kills_all_that_the_whole_kills_and_is_laid_down(world: Path) -> None:
    made = make_core(GAME, 1, None, lambda _: None)
    assert made.core.of == len(ALL)
    assert 0 < len(made.core.vectors) < len(ALL)
    assert made.core.kills > 10
    path = lay_down(made)
    assert path == world / GAME / "core.json"
    read_core.cache_clear()
    assert core_of(GAME) == made.core.vectors
    assert stale(GAME, open_suite(GAME)) == []


def test_the_only_topic_has_all_for_its_own(world: Path) -> None:  # noqa: ARG001
    made = make_core(GAME, 1, None, lambda _: None)
    (own,) = made.topics
    assert own.topic == "takes"
    assert len(own.mutants) == made.core.kills
    assert own.clauses == ["TOY-TAK-1", "TOY-TAK-2", "TOY-TAK-3"]
    assert list(faults_of(made)) == []


def test_a_topic_with_nothing_of_its_own_says_why_it_stays() -> None:
    core = Core(GAME, 9, 9, ("a",))
    bare, argued = Own("bare", 4, [], []), Own("argued", 4, [], [], "games as they are played")
    assert ["bare" in fault for fault in faults_of(Made(core, [bare, argued]))] == [True]
    assert "games as they are played" in list(table(Made(core, [argued])))[-1]


@pytest.mark.parametrize("game", [game for game in available() if read_core(game)])
def test_cores_name_vectors_that_are_there_and_are_small(game: str) -> None:
    core = read_core(game)
    assert core is not None
    suite = open_suite(game)
    assert stale(game, suite) == []
    assert len(core.vectors) <= 0.05 * sum(facts.vectors for facts in suite.manifest.files.values())
