"""The command `ludex generate`: which games and files it makes, with how many processes, and what it says of them."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ludex import where
from ludex.cli import main
from ludex.crew import Crew
from ludex.generate import generating
from ludex.generate.generating import Job
from tests.vectors.suite_files import FOLDER, GAME

Said = Callable[..., tuple[int, str, str]]
TOPICS = ("codec-cid", "codec-unit")
TOPIC = TOPICS[0]
FILES = {f"topics/{topic}.json" for topic in TOPICS}


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[Job], int]]:
    """Instead of making a file each is as it was committed; what was to be made, and by how many processes."""
    made: list[tuple[list[Job], int]] = []

    def make(jobs: list[Job], crew: Crew, note: Callable[[Job, float], None]) -> dict[str, bytes]:
        made.append((jobs, crew.jobs))
        for job in jobs:
            note(job, 1.25)
        return {job.name: (GAME / job.name).read_bytes() for job in jobs}

    monkeypatch.setattr(generating, "make", make)
    return made


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: list[Any]) -> Path:  # noqa: ARG001
    """Vectors of Tribun, whose suite is here of two topics; with a file that belongs to no topic."""
    every = generating.jobs

    def few(game: str, wanted: Any = ()) -> list[Job]:
        return every(game, wanted or TOPICS)

    monkeypatch.setattr(generating, "jobs", few)
    monkeypatch.setenv("LUDEX_VECTORS", str(tmp_path))
    shutil.copytree(FOLDER / "schema", tmp_path / "schema")
    (tmp_path / "tribun" / "topics").mkdir(parents=True)
    shutil.copy(GAME / "topics" / "clock.json", tmp_path / "tribun" / "topics" / "clock.json")
    return tmp_path / "tribun"


@pytest.fixture
def generate(capsys: pytest.CaptureFixture[str]) -> Said:
    def run(*words: str) -> tuple[int, str, str]:
        status = main(["generate", "--game", "tribun", *words])
        return (status, *capsys.readouterr())

    return run


def names(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_the_whole_is_made_and_what_belongs_to_nothing_goes(folder: Path, generate: Said) -> None:
    status, said, told = generate("-j", "3")
    assert (status, said) == (0, "tribun: 0.1 MB in 2 files, 2 of them made now\n")
    assert re.sub(r", about \d+ s left", "", told) == "".join(f"  {name}  1.2 s\n" for name in sorted(FILES))
    assert names(folder) == {*FILES, "manifest.json", "tribun.schema.json", "renames.json"}
    assert (folder / "renames.json").read_text() == "{}\n"
    assert set(json.loads((folder / "manifest.json").read_text())["files"]) == FILES
    assert generate("--check")[:2] == (0, "tribun: 2 files are as they would be made\n")


def test_what_is_renamed_stays_so(folder: Path, generate: Said) -> None:
    (folder / "renames.json").write_text('{"a": "b"}')
    assert generate()[0] == 0
    assert (folder / "renames.json").read_text() == '{"a": "b"}'


def test_a_topic_alone_leaves_the_others_and_is_vouched_for_with_them(folder: Path, generate: Said) -> None:
    status, said, _ = generate("--topic", TOPIC)
    assert (status, said.partition(" MB ")[2]) == (0, "in 2 files, 1 of them made now\n")
    files = json.loads((folder / "manifest.json").read_text())["files"]
    assert set(files) == {f"topics/{TOPIC}.json", "topics/clock.json"}
    assert generate("--check", "--topic", TOPIC)[0] == 0


def test_a_check_of_all_names_what_does_not_belong_and_writes_nothing(folder: Path, generate: Said) -> None:
    before = names(folder)
    status, said, _ = generate("--check")
    assert status == 1
    assert said.splitlines() == [
        "tribun/topics/clock.json: does not belong here",
        *(f"tribun/{name}: missing" for name in sorted(FILES)),
        "tribun/manifest.json: not as it would be made",
        "tribun/tribun.schema.json: not as it would be made",
        "tribun: 5 differences",
    ]
    assert names(folder) == before


def test_a_check_of_a_topic_looks_at_its_files_alone(folder: Path, generate: Said) -> None:
    assert generate()[0] == 0
    (folder / "topics" / "clock.json").write_text("{}")
    (folder / "manifest.json").write_text("{}")
    assert generate("--check", "--topic", TOPIC)[0] == 0
    assert generate("--check")[0] == 1


def test_ids_that_are_there_twice_are_written_nowhere(folder: Path, generate: Said) -> None:
    shutil.copy(GAME / "topics" / f"{TOPIC}.json", folder / "topics" / "again.json")
    before = names(folder)
    status, said, told = generate("--topic", TOPIC)
    assert (status, said) == (2, "")
    assert "ids must be unique:\n  " in told
    assert told.count(f"in topics/again.json and in topics/{TOPIC}.json") == 20
    assert "Let the suite ask each case in one topic only." in told
    assert names(folder) == before


@pytest.mark.parametrize(
    ("words", "one_in", "processes", "how"),
    [
        ([], 1, None, ""),
        (["--sample", "1"], 1, None, ""),
        (["-j3"], 1, 3, ""),
        (["--sample", "2", "-j", "1"], 2, 1, " (one case in 2 made anew, the others asked again)"),
    ],
)
def test_a_sample_and_the_processes_are_as_asked_for(
    words: list[str],
    one_in: int,
    processes: int | None,
    how: str,
    folder: Path,
    generate: Said,
    asked: list[tuple[list[Job], int]],
) -> None:
    assert generate()[0] == 0
    assert generate("--check", *words)[:2] == (0, f"tribun: 2 files are as they would be made{how}\n")
    assert asked[1] == ([Job("tribun", topic, one_in) for topic in TOPICS], processes or os.cpu_count())
    (folder / "topics" / f"{TOPIC}.json").unlink()
    assert generate("--check", *words)[1].endswith(f"tribun: 1 difference{how}\n")


def test_each_game_is_made_once_and_the_worst_of_them_is_the_status(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    looked_at = []

    def jobs(game: str, wanted: Any) -> list[Job]:  # noqa: ARG001
        looked_at.append(game)
        return []

    monkeypatch.setattr(generating, "make", lambda *_: {})

    def files(folder: Path) -> dict[str, bytes]:
        return {"topics/old.json": b"{}"} if folder.name == "tactics" else {}

    monkeypatch.setattr(generating, "jobs", jobs)
    monkeypatch.setattr("ludex.generate.files.committed_files", files)
    monkeypatch.setattr(generating, "manifest", lambda game, _: (GAME.parent / game / "manifest.json").read_bytes())
    both = ["generate", "--check", "--game", "tactics", "--game", "tribun"]
    assert main([*both, "--game", "tactics"]) == 1
    assert looked_at == ["tactics", "tribun"]
    assert main(["generate", "--check", "--game", "tribun"]) == 0
    assert "tactics/topics/old.json: does not belong here" in capsys.readouterr().out
    assert main(["generate", "--check"]) == 1
    assert looked_at[3:] == list(where.games())


@pytest.mark.parametrize(("faults", "status"), [([], 0), (["nothing of its own"], 1)])
def test_a_core_is_told_and_its_faults_are_the_status(
    faults: list[str], status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    given = []

    def make_core(*words: Any) -> Any:
        given.append((words[0].game, words[1].jobs, words[2]))
        return SimpleNamespace(game="tribun")

    monkeypatch.setattr("ludex.mutation.core_file.make_core", make_core)
    monkeypatch.setattr("ludex.mutation.core_file.faults_of", lambda *_: iter(faults))
    monkeypatch.setattr("ludex.mutation.core_file.table", lambda _: iter(["a core"]))
    monkeypatch.setattr("ludex.mutation.core_file.held_out", lambda *_: iter(()))
    monkeypatch.setattr("ludex.mutation.core_file.lay_down", lambda core: f"{core.game}/core.json")
    history = tmp_path / "history.json"
    history.write_text("{}")
    words = ["generate", "--core", "--game", "tribun"]
    assert main(words) == status
    assert main([*words, "-j", "3", "--history", str(history)]) == status
    lines = ["a core", *(f"  {fault}" for fault in faults), "tribun: written to tribun/core.json"]
    assert capsys.readouterr().out.splitlines() == lines * 2
    assert given == [("tribun", 2, None), ("tribun", 3, history)]


def test_statistics_are_told_of_each_game(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("ludex.generate.statistics.counts_text", lambda game: f"counts of {game}")
    assert main(["generate", "--stats", "--game", "tribun", "--game", "tactics"]) == 0
    assert capsys.readouterr().out == "counts of tribun\ncounts of tactics\n"
