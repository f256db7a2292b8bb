"""Vectors come out alike each time; readings are found however deep they hide; and drift is told by name."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ludex.cli import main
from ludex.crew import Crew
from ludex.fault import Fault
from ludex.generate import generating
from ludex.generate.asking import shape_of, would_pass
from ludex.generate.conditions import Space
from ludex.generate.generating import Job, make, make_file
from ludex.generate.readings import explore
from ludex.suites.dice import Dice
from tests.vectors.suite_files import EDITIONS, FOLDER, GAME

OPENED = {"a": ("x", "y"), "b": ("x", "y", "z"), "c": ("x", "y"), "d": ("x", "y")}
SMALL = ("codec-cid", "clock")


@pytest.mark.parametrize("topic", SMALL)
def test_a_topic_is_made_alike_each_time(topic: str) -> None:
    assert make_file(Job("tribun", topic))[0] == (GAME / "topics" / f"{topic}.json").read_bytes()


def test_processes_make_what_one_process_makes() -> None:
    jobs = [Job("tribun", topic) for topic in SMALL]
    assert make(jobs, Crew(2)) == make(jobs, Crew(1))


@pytest.mark.parametrize("seed", ["1", "2"])
def test_nothing_hangs_on_the_order_of_sets(seed: str) -> None:
    ask = (
        "from ludex.generate.generating import Job, make_file; print(make_file(Job(*sys.argv[1:]))[0].decode(), end='')"
    )
    command = [sys.executable, "-c", f"import sys; {ask}", "tribun", "refusal-word"]
    done = subprocess.run(command, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True)
    assert done.stdout == (GAME / "topics" / "refusal-word.json").read_bytes()


def test_dice_fall_alike_everywhere() -> None:
    dice = Dice("tribun")
    assert [dice.below(1000) for _ in range(6)] == [514, 980, 194, 568, 79, 472]
    assert dice.shuffle(range(6)) == [0, 3, 1, 5, 2, 4]


# Conditions


def test_a_set_of_combinations_is_named_by_the_fewest_alternatives() -> None:
    space = Space(OPENED, "abc")
    every = frozenset(space)
    assert space.alternatives(every) == []
    assert space.alternatives(frozenset(one for one in every if one[0] == "y")) == [{"a": ["y"]}]
    either = frozenset(one for one in every if one[0] == "y" or one[1] != "x")
    assert space.alternatives(either) == [{"b": ["y", "z"]}, {"a": ["y"]}]


@pytest.mark.parametrize("number", range(40))
def test_alternatives_name_exactly_their_set(number: int) -> None:
    space, dice = Space(OPENED, "abcd"), Dice(f"alternatives {number}")
    some = frozenset(one for one in space if dice.chance(20 + number))
    alternatives = space.alternatives(some)
    named = {one for one in space if not alternatives or meets(space.choices_of(one), alternatives)}
    assert named == some or not some


def meets(chosen: dict[str, str], alternatives: list[dict[str, list[str]]]) -> bool:
    return any(all(chosen[name] in allowed for name, allowed in one.items()) for one in alternatives)


def test_a_reading_that_only_a_flip_brings_up_is_flipped_too() -> None:
    def run(chosen: dict[str, str]) -> tuple[dict[str, object], set[str]]:
        if chosen.get("a", "x") == "x":
            return {"answer": 0}, {"a"}
        if chosen.get("b", "x") != "z":
            return {"answer": 0}, {"a", "b"}
        return {"answer": chosen.get("c", "x")}, {"a", "b", "c"}

    space, answers = explore(OPENED, run)
    assert space.names == ("a", "b", "c")
    deep = frozenset(one for one, given in answers.items() if given == {"answer": "y"})
    assert space.alternatives(deep) == [{"a": ["y"], "b": ["z"], "c": ["y"]}]


# The command


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(FOLDER / "schema", tmp_path / "schema")
    shutil.copytree(GAME, tmp_path / "tribun")
    monkeypatch.setenv("LUDEX_VECTORS", str(tmp_path))
    return tmp_path / "tribun"


def check(*topics: str) -> int:
    chosen = [word for topic in topics for word in ("--topic", topic)]
    return main(["generate", "--game", "tribun", "--check", "-j", "1", *chosen])


def test_check_is_quiet_where_nothing_drifted(elsewhere: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert elsewhere.is_dir()
    assert check("codec-cid") == 0
    assert "1 file is as it would be made" in capsys.readouterr().out


def test_check_names_every_vector_that_drifted(elsewhere: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = elsewhere / "topics" / "codec-cid.json"
    whole = json.loads(path.read_text())
    first, second, third = (question["id"] for question in whole["questions"][:3])
    whole["questions"][0]["answers"] = [{"clauses": [], "expect": {"x": 0, "y": 0}}]
    whole["questions"][1]["id"] = "cid-renamed-00000000"
    del whole["questions"][2]
    path.write_text(json.dumps(whole))
    assert check("codec-cid") == 1
    told = capsys.readouterr().out
    for edition in EDITIONS:
        gone, new = f"cid-renamed-00000000@{edition} is gone", [f"{one}@{edition} is new" for one in (second, third)]
        for line in (f"{first}@{edition} changed", gone, *new):
            assert f"topics/codec-cid.json: {line}" in told


def test_check_of_a_file_that_is_missing_or_cut_off(elsewhere: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (elsewhere / "topics" / "codec-cid.json").unlink()
    path = elsewhere / "topics" / "clock.json"
    path.write_bytes(path.read_bytes()[:5000])
    assert check("codec-cid", "clock") == 1
    told = capsys.readouterr().out
    assert "topics/codec-cid.json: missing" in told
    assert "topics/clock.json: the committed file cannot be read" in told


def test_check_names_a_schema_that_is_not_the_derived_one(elsewhere: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = elsewhere / "tribun.schema.json"
    path.write_text(path.read_text("ascii").replace('"maximum": 120', '"maximum": 121'), "ascii")
    assert check("codec-cid") == 1
    assert "tribun/tribun.schema.json: not as it would be made\n" in capsys.readouterr().out


def test_generate_mends_what_drifted(elsewhere: Path) -> None:
    path, schema = elsewhere / "topics" / "codec-cid.json", elsewhere / "tribun.schema.json"
    path.write_bytes(b"")
    schema.write_bytes(b"{}")
    assert main(["generate", "--game", "tribun", "--topic", "codec-cid", "-j", "1"]) == 0
    assert path.read_bytes() == (GAME / "topics" / "codec-cid.json").read_bytes()
    assert schema.read_bytes() == (GAME / "tribun.schema.json").read_bytes()
    assert (elsewhere / "manifest.json").read_bytes() == (GAME / "manifest.json").read_bytes()
    assert not list(elsewhere.rglob("*.new"))


def test_a_topic_that_is_unknown_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "--game", "tribun", "--check", "--topic", "no-such-topic"]) == 2
    assert "no-such-topic" in capsys.readouterr().err


@pytest.mark.parametrize(("words", "topics", "one_in"), [(SMALL, SMALL, 1), (SMALL[:1], SMALL[:1], 7), ((), None, 7)])
def test_no_more_is_made_than_is_asked_for(
    words: tuple[str, ...], topics: tuple[str, ...] | None, one_in: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Job] = []

    def making(jobs: list[Job], *_: object) -> dict[str, bytes]:
        asked.extend(jobs)
        raise Fault("enough")

    monkeypatch.setattr(generating, "make", making)
    named = [word for topic in words for word in ("--topic", topic)]
    sample = ["--sample", str(one_in)] if one_in > 1 else []
    assert main(["generate", "--game", "tribun", "--check", *named, *sample]) == 2
    assert {job.one_in for job in asked} == {one_in}
    assert len(asked) > 2 if topics is None else {job.topic for job in asked} == {*topics}


def test_what_a_verdict_turns_on_does_not_hang_on_where_its_reasons_hold() -> None:
    verdict = {"isValid": False, "errorMessage": None, "kinds": ["occupied"], "moot": []}
    hanging = {**verdict, "onlyUnder": {"occupied": [{"dead-blocks": ["yes"]}]}}
    assert would_pass(verdict, hanging, shape_of("ludex.games.tactics", "validate"))
    assert not would_pass({**verdict, "isValid": True}, hanging, shape_of("ludex.games.tactics", "validate"))
