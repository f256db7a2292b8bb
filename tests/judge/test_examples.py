"""Example engines: what a machine lacks for one, how one is built, and how a slip is planted into a copy of it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from ludex.fault import Fault
from ludex.runner.examples import (
    ExampleEngine,
    PlantedSlip,
    Quick,
    build,
    examples,
    lacking,
    read,
    slip_of_reference,
    spoil,
    spoil_reference,
)

SLIP = PlantedSlip("it is off", "NIM-*", "rules.py", "right", "wrong")
GAME = "tribun"


def tool(folder: Path, said: str, status: int = 0) -> str:
    """A program that says so of its version."""
    path = folder / "tool"
    path.write_text(f"#!/bin/sh\n{said}\nexit {status}\n", encoding="utf-8")
    path.chmod(0o755)
    return str(path)


@pytest.mark.parametrize(
    ("said", "minimum", "lack"),
    [
        ("echo v18.2.1", "18.2", ""),
        ("echo v18.2", "18.2", ""),
        ("echo 'tool 9.9 of 2020'", "18", "TOOL is 9.9; 18 or later is needed"),
        ("echo 1.10", "1.9", ""),  # numbers, and not letters
        ("echo 2.1 >&2", "2.0", ""),
        ("echo none", "1", "TOOL is unknown; 1 or later is needed"),
        ("echo 1", "", ""),
    ],
)
def test_a_tool_has_a_version(said: str, minimum: str, lack: str, tmp_path: Path) -> None:
    needed = tool(tmp_path, said)
    assert lacking(ExampleEngine("x", "nim", ("x",), needed, minimum)) == lack.replace("TOOL", needed)


def test_a_tool_that_cannot_be_asked_has_an_unknown_version(tmp_path: Path) -> None:
    needed = tool(tmp_path, "echo 7")
    Path(needed).write_text("\0", encoding="utf-8")
    assert lacking(ExampleEngine("x", "nim", ("x",), needed, "1")) == f"{needed} is unknown; 1 or later is needed"


@pytest.mark.parametrize(
    ("needs", "build", "lack"),
    [
        ("", ("no-such-tool",), ""),  # it needs nothing that could lack
        ("sh", ("no-such-tool", "all"), "no-such-tool, which builds it, is not on PATH"),
        ("sh", ("sh",), ""),
        ("sh", (), ""),
        ("no-such-tool", ("sh",), "no-such-tool is not on PATH"),
    ],
)
def test_what_builds_an_engine_is_needed_too(needs: str, build: tuple[str, ...], lack: str) -> None:
    assert lacking(ExampleEngine("x", "nim", ("x",), needs, build=build)) == lack


def test_an_engine_is_built_in_its_folder(tmp_path: Path) -> None:
    build(ExampleEngine("x", "nim", ("x",), build=("sh", "-c", "echo made > made"), folder=str(tmp_path)))
    assert (tmp_path / "made").read_text() == "made\n"
    build(ExampleEngine("x", "nim", ("x",), folder=str(tmp_path / "nowhere")))
    broken = ExampleEngine("x", "nim", ("x",), build=("sh", "-c", "echo no >&2; exit 3"), folder=str(tmp_path))
    with pytest.raises(Fault) as caught:
        build(broken)
    assert (caught.value.message, caught.value.remedy) == ("building x failed: no\n", f"See {tmp_path}.")


def described(folder: Path, name: str, **more: Any) -> Path:
    (folder / name).mkdir(parents=True)
    path = folder / name / "engine.json"
    path.write_text(json.dumps({"name": name, "game": "nim", "command": ["run", "there"], **more}), encoding="utf-8")
    return path


def test_a_folder_says_how_its_engine_is_built_and_started(tmp_path: Path) -> None:
    path = described(tmp_path, "b", quick={"build": ["make", "quick"], "command": ["./quick"]}, sources=["*.c"])
    described(tmp_path, "a")
    (tmp_path / "b" / "there").touch()
    assert [one.name for one in examples(tmp_path)] == ["a", "b"]
    found = read(path)
    assert (found.folder, found.sources) == (str(tmp_path / "b"), ("*.c",))
    assert found.quick == Quick(("make", "quick"), ("./quick",))
    assert found.run == ("run", str(tmp_path / "b" / "there"))


@pytest.mark.parametrize("text", ["{", '{"name":"x","game":"nim"}', '{"name":1,"game":"nim","command":[]}'])
def test_a_folder_that_says_it_wrongly_is_told_of(text: str, tmp_path: Path) -> None:
    (tmp_path / "engine.json").write_text(text, encoding="utf-8")
    with pytest.raises(Fault) as caught:
        read(tmp_path / "engine.json")
    assert caught.value.message.startswith(f"{tmp_path / 'engine.json'}: ")
    assert caught.value.remedy == (
        'It holds "name", "game", "command", and perhaps "needs", "minimum", "build", "sources", "without", "quick".'
    )


def test_a_slip_is_planted_into_a_copy_of_an_engine(tmp_path: Path) -> None:
    example = read(described(tmp_path / "all", "x"))
    folder = Path(example.folder)
    (folder / "rules.py").write_text("this is right", encoding="utf-8")
    (folder / "node_modules").mkdir()
    spoilt = spoil(example, SLIP, tmp_path / "copy")
    assert (spoilt.name, spoilt.folder) == ("x with a slip", str(tmp_path / "copy" / "x"))
    assert (spoilt.command, spoilt.game) == (example.command, "nim")
    assert sorted(path.name for path in Path(spoilt.folder).iterdir()) == ["engine.json", "rules.py"]
    assert Path(spoilt.folder, "rules.py").read_text() == "this is wrong"
    assert (folder / "rules.py").read_text() == "this is right"


@pytest.mark.parametrize("text", ["right and right", "left"])
def test_a_slip_stands_in_one_place(text: str, tmp_path: Path) -> None:
    example = read(described(tmp_path / "all", "x"))
    Path(example.folder, "rules.py").write_text(text, encoding="utf-8")
    with pytest.raises(Fault) as caught:
        spoil(example, SLIP, tmp_path)
    path = tmp_path / "x" / "rules.py"
    assert caught.value.message == f"the slip of {path} replaces what does not stand there once"
    assert caught.value.remedy == "Write its `right` as it stands."


def test_a_slip_of_the_reference_is_planted_into_a_copy_of_all_games(tmp_path: Path) -> None:
    slip = PlantedSlip("it is off", "TRB-*", "__init__.py", '"""', "x = 7\n'''", GAME)
    folder = tmp_path / "copy"
    with pytest.raises(Fault, match="replaces what does not stand there once"):
        spoil_reference(slip, folder)
    assert {"tribun", "tactics", "minions"} <= {path.name for path in (folder / "ludex" / "games").iterdir()}
    assert not [*folder.rglob("__pycache__")]
    with pytest.raises(Fault) as caught:
        spoil_reference(PlantedSlip("", "", "", "", "", "chess"), tmp_path)
    assert caught.value.message == "the slip of the reference is in chess, which is no game here"
    assert caught.value.remedy == "See reference-slip.json."


def test_the_spoilt_reference_plays_the_copy(tmp_path: Path) -> None:
    slip = slip_of_reference()
    assert slip is not None
    spoilt = spoil_reference(slip, tmp_path)
    start = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from ludex.cli import main; main(['engine'])"
    assert (spoilt.name, spoilt.game) == ("the reference with a slip", slip.game)
    assert spoilt.command == (sys.executable, "-c", start)


def test_without_a_slip_of_its_own_the_reference_has_none(tmp_path: Path) -> None:
    assert slip_of_reference(tmp_path) is None
