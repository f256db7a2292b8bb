"""The core: few vectors that kill what all kill; and what each topic has of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludex.making.core import cover, faults_of, lay_down, make_core, table
from ludex.power.core import Core, Own, core_of, killers_of, read_core
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
    assert cover({mutant: frozenset(vectors) for mutant, vectors in kills.items()}) == {
        "a": ("m1", "m2", "m3"),
        "d": ("m4",),
    }


def test_a_core_kills_all_that_the_whole_kills_and_is_laid_down(world: Path) -> None:
    made = make_core(GAME, 1, None, lambda _: None)
    assert made.of == len(ALL)
    assert 0 < len(made.vectors) < len(ALL)
    assert made.kills > 10
    path = lay_down(made)
    assert path == world / GAME / "core.json"
    read_core.cache_clear()
    assert core_of(GAME) == made.vectors.keys()
    assert len(killers_of(GAME)) == made.kills
    assert list(faults_of(made, open_suite(GAME))) == []


def test_the_only_topic_has_all_for_its_own(world: Path) -> None:  # noqa: ARG001
    made = make_core(GAME, 1, None, lambda _: None)
    (own,) = made.topics.values()
    assert [*made.topics] == ["takes"]
    assert len(own.mutants) == made.kills
    assert own.clauses == ("TOY-TAK-1", "TOY-TAK-2", "TOY-TAK-3")


STAYS = '[[stays]]\ntopic = "{}"\nwhy = "games as they are played"\n'


@pytest.mark.parametrize(
    ("vectors", "topics", "stays", "fault"),
    [
        ((), {"takes": Own(4, (), ())}, None, "takes kills and decides nothing alone"),
        ((), {"takes": Own(4, (), ())}, "takes", None),
        ((), {"takes": Own(4, ("m",), ())}, None, None),
        ((), {"takes": Own(4, ("m",), ())}, "takes", r"\[\[stays\]\] speaks of takes, and no such"),
        ((), {"takes": Own(4, (), ())}, "t*s", None),
        ((), {"takes": Own(4, ("m",), ())}, "t*s", r"\[\[stays\]\] speaks of t\*s, and no such"),
        ((), {"takes": Own(4, ("m",), ())}, "gone", r"\[\[stays\]\] speaks of gone, and no such"),
        ((), {}, None, "the topic takes is not known to the core"),
        ((), {"takes": Own(4, ("m",), ()), "gone": Own(4, ("m",), ())}, None, "the topic gone is no more"),
        (("gone-00000000@v1",), {"takes": Own(4, ("m",), ())}, None, "gone-00000000@v1 is no vector any more"),
    ],
)
def test_what_is_wrong_with_a_core_is_told(
    world: Path, vectors: tuple[str, ...], topics: dict[str, Own], stays: str | None, fault: str | None
) -> None:
    if stays:
        (world / GAME / "power.toml").write_text(STAYS.format(stays), encoding="utf-8")
    core = Core(GAME, 9, dict.fromkeys(vectors, ()), topics)
    found = list(faults_of(core, open_suite(GAME)))
    assert len(found) == (fault is not None)
    assert fault is None or re.match(fault, found[0])


def test_the_table_says_why_a_topic_stays(world: Path) -> None:
    (world / GAME / "power.toml").write_text(STAYS.format("takes"), encoding="utf-8")
    assert "games as they are played" in list(table(Core(GAME, 9, {}, {"takes": Own(4, (), ())})))[-1]


@pytest.mark.parametrize("game", available())
def test_each_game_has_a_core_that_is_in_order_and_small(game: str) -> None:
    core, suite = read_core(game), open_suite(game)
    assert core is not None
    assert list(faults_of(core, suite)) == []
    assert core.of == sum(facts.vectors for facts in suite.manifest.files.values())
    assert 0 < len(core.vectors) <= 0.05 * core.of
