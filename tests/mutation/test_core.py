"""The core: few vectors that kill what all kill; and what each topic has of its own."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex.cli import main
from ludex.crew import Crew
from ludex.fault import Fault
from ludex.mutation.core import Core, TopicShare, core_of, killers_of, read_core
from ludex.mutation.core_file import cover, faults_of, held_out, lay_down, make_core, renew_core, table
from ludex.vectors.selection import Selection, choose
from ludex.vectors.suite import available, open_suite
from tests.guards import at_least_one
from tests.mutation.toy import GAME, VECTORS, toy, vector

MORE = [vector(f"take-{n}-0000010{n}", 4 + n, 1, {"position": 3 + n}, "TOY-TAK-3") for n in (1, 2, 3)]
ALL = [*VECTORS, *MORE]


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    read_core.cache_clear()
    with toy(tmp_path, monkeypatch, ALL):
        yield tmp_path
    read_core.cache_clear()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Core:
    """The core of a whole campaign, which takes its time."""
    read_core.cache_clear()
    with pytest.MonkeyPatch.context() as patch, toy(tmp_path_factory.mktemp("core"), patch, ALL):
        return make_core(open_suite(GAME), Crew(1), None, lambda _: None)


def test_the_vector_that_kills_most_comes_first_and_the_rest_is_covered() -> None:
    kills = {"m1": "ab", "m2": "a", "m3": "ac", "m4": "d", "m5": ""}
    assert cover({mutant: frozenset(vectors) for mutant, vectors in kills.items()}) == {
        "a": ("m1", "m2", "m3"),
        "d": ("m4",),
    }


def test_who_kills_nothing_alone_is_left_out() -> None:
    """The one that kills most is not needed any more once two others have come, of which each is."""
    kills = {"m1": "ab", "m2": "ab", "m3": "ac", "m4": "ac", "m5": "b", "m6": "c"}
    assert cover({mutant: frozenset(vectors) for mutant, vectors in kills.items()}) == {
        "b": ("m1", "m2", "m5"),
        "c": ("m3", "m4", "m6"),
    }


@given(st.dictionaries(st.integers(0, 20), st.frozensets(st.sampled_from("abcdefgh")), max_size=20))
def test_a_core_kills_all_that_all_kill_and_each_of_it_is_needed(kills: dict[int, frozenset[str]]) -> None:
    by_name = {f"m{number}": vectors for number, vectors in kills.items()}
    core = cover(by_name)
    killable = [vectors for vectors in by_name.values() if vectors]
    assert all(vectors & core.keys() for vectors in killable)
    assert all(any(vectors & core.keys() == {vector} for vectors in killable) for vector in core)
    assert sorted(chain.from_iterable(core.values())) == sorted(name for name, found in by_name.items() if found)
    assert all(vector in by_name[mutant] for vector, mutants in core.items() for mutant in mutants)


def test_a_core_kills_all_that_the_whole_kills_and_is_laid_down(made: Core, world: Path) -> None:
    assert made.of == len(ALL)
    assert 0 < len(made.vectors) < len(ALL)
    assert made.kills > 10
    path = lay_down(made)
    assert path == world / GAME / "core.json"
    read_core.cache_clear()
    assert core_of(GAME) == made.vectors.keys()
    assert len(killers_of(GAME)) == made.kills
    assert list(faults_of(made, open_suite(GAME))) == []


def test_the_only_topic_has_all_for_its_own(made: Core) -> None:
    (own,) = made.topics.values()
    assert [*made.topics] == ["takes"]
    assert len(own.mutants) == made.kills
    assert own.clauses == ("TOY-TAK-1", "TOY-TAK-2", "TOY-TAK-3")


def test_a_core_is_renewed_without_a_campaign_by_what_it_knows_of_what_is_still_there(made: Core, world: Path) -> None:
    gone = Core(GAME, made.of, {**made.vectors, "gone-00000000@v1": ("m",)}, made.topics)
    lay_down(gone)
    read_core.cache_clear()
    assert renew_core(open_suite(GAME)) == made
    (world / GAME / "core.json").unlink()
    read_core.cache_clear()
    with pytest.raises(Fault, match="has no core yet"):
        renew_core(open_suite(GAME))


def test_a_core_grows_by_what_other_engines_and_clauses_want_and_says_what_it_finds_unseen(
    made: Core, world: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay_down(made)
    monkeypatch.setattr("ludex.mutation.core_file.MOST_SHARE", 1.0)
    ids = [f"take-{n}-0000010{n}@v1" for n in (1, 2, 3)]
    kills = {f"{number:012x}": [number % 3] for number in range(8)}
    whole = {"game": GAME, "vectors": ids, "engines": {"theirs": kills}}
    (world / GAME / "strangers.json").write_text(json.dumps(whole), encoding="utf-8")
    grown = renew_core(open_suite(GAME))
    assert grown.ids.issuperset(ids)
    assert any(reason.startswith("theirs ") for reasons in grown.besides.values() for reason in reasons)
    said = list(held_out(grown, open_suite(GAME)))
    assert [line.rpartition(", ")[2] for line in said] == [
        "chosen by the other half of its mutants",
        "chosen without any of its mutants",
    ]
    assert "of 8 mutants of theirs" in said[1]


STAYS = '[[stays]]\ntopic = "{}"\nwhy = "games as they are played"\n'


@pytest.mark.parametrize(
    ("vectors", "topics", "stays", "fault"),
    [
        ((), {"takes": TopicShare(4, (), ())}, None, "takes kills and decides nothing alone"),
        ((), {"takes": TopicShare(4, (), ())}, "takes", None),
        ((), {"takes": TopicShare(4, ("m",), ())}, None, None),
        ((), {"takes": TopicShare(4, ("m",), ())}, "takes", r"\[\[stays\]\] speaks of takes, and no such"),
        ((), {"takes": TopicShare(4, (), ())}, "t*s", None),
        ((), {"takes": TopicShare(4, ("m",), ())}, "t*s", r"\[\[stays\]\] speaks of t\*s, and no such"),
        ((), {"takes": TopicShare(4, ("m",), ())}, "gone", r"\[\[stays\]\] speaks of gone, and no such"),
        ((), {}, None, "the topic takes is not known to the core"),
        (
            (),
            {"takes": TopicShare(4, ("m",), ()), "gone": TopicShare(4, ("m",), ())},
            None,
            "the topic gone is no more",
        ),
        (("gone-00000000@v1",), {"takes": TopicShare(4, ("m",), ())}, None, "gone-00000000@v1 is no vector any more"),
    ],
)
def test_what_is_wrong_with_a_core_is_told(
    world: Path, vectors: tuple[str, ...], topics: dict[str, TopicShare], stays: str | None, fault: str | None
) -> None:
    if stays:
        (world / GAME / "power.toml").write_text(STAYS.format(stays), encoding="utf-8")
    core = Core(GAME, 9, dict.fromkeys(vectors, ()), topics)
    found = list(faults_of(core, open_suite(GAME)))
    assert len(found) == (fault is not None)
    assert fault is None or re.match(fault, found[0])


def test_the_table_says_why_a_topic_stays(world: Path) -> None:
    (world / GAME / "power.toml").write_text(STAYS.format("takes"), encoding="utf-8")
    assert "games as they are played" in list(table(Core(GAME, 9, {}, {"takes": TopicShare(4, (), ())})))[-1]


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"{", "truncated"),
        (b'{"\xff":1}', "(?i)utf-8"),
        (b'{"game":"chess","of":1,"vectors":{},"topics":{}}', "is the core of 'chess', and not of toygame"),
        (None, "Is a directory"),
    ],
)
def test_a_core_that_is_none_is_told(world: Path, data: bytes | None, told: str) -> None:
    path = world / GAME / "core.json"
    path.mkdir() if data is None else path.write_bytes(data)
    with pytest.raises(Fault, match=told) as fault:
        read_core(GAME)
    assert "core.json" in fault.value.message
    assert "`ludex generate --core`" in fault.value.remedy


def test_a_core_that_cannot_be_written_is_told_before_any_work(world: Path) -> None:
    (world / GAME / "core.json").mkdir()
    with pytest.raises(Fault, match=r"core\.json: it is a folder"):
        make_core(open_suite(GAME), Crew(1), None, lambda text: pytest.fail(text))


@pytest.mark.parametrize(
    ("core", "patterns", "told"),
    [
        ("take-one-00000001@v1", ("take-last-00000002",), "matches no vector of the core\n  Without it: 1."),
        ("take-one-00000001@v1", ("TOY-TAK-1",), "matches no vector of the core\n  Without it: 2."),
        ("take-one-00000001@v1", ("chess",), "the pattern 'chess' matches no vector\n"),
        ("gone-00000000@v1", (), "the selection is empty: no vector would run\n  Leave --core out"),
    ],
)
def test_a_pattern_that_the_core_has_nothing_of_is_told_from_one_that_matches_nothing(
    world: Path,  # noqa: ARG001
    core: str,
    patterns: tuple[str, ...],
    told: str,
) -> None:
    with pytest.raises(Fault) as fault:
        choose(open_suite(GAME), ["v1"], Selection(patterns, core=frozenset({core})))
    assert told in str(fault.value)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("--core --check", "--core does not go with --check"),
        ("--check --stats", "--check does not go with --stats"),
        ("--core --topic x", "--core is of all topics"),
        ("--core --game tactics --history nowhere.json", "there is no file 'nowhere.json'"),
        ("--history x", "--history goes only with --core"),
        ("--sample 3", "--sample goes only with --check"),
    ],
)
def test_no_option_is_ignored_in_silence(capsys: pytest.CaptureFixture[str], words: str, told: str) -> None:
    assert main(["generate", *words.split()]) == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize("game", list(at_least_one([game for game in available() if read_core(game)])))
def test_the_core_of_each_game_is_in_order_and_holds_nothing_in_vain(game: str) -> None:
    core, suite = read_core(game), open_suite(game)
    assert core is not None
    assert list(faults_of(core, suite)) == []
    assert core.of == sum(map(suite.count, suite.names))
    chosen_for = list(chain.from_iterable(at_least_one(core.vectors.values())))
    assert all(core.vectors.values())
    assert len(set(chosen_for)) == len(chosen_for)
