"""The command `ludex kit`: what it writes, and what it says is to be done next."""

from pathlib import Path

import pytest

from ludex.cli import main
from ludex.cli.kit import LANGUAGES
from ludex.kits import Kit, kit_of, languages


def said_of(capsys: pytest.CaptureFixture[str], folder: Path, *words: str) -> list[str]:
    """The lines after those of the files, and that there is a line for each file."""
    assert main(["kit", *words, str(folder)]) == 0
    lines = capsys.readouterr().out.splitlines()
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert {f"wrote {path}" for path in files} == {*lines[: len(files)]} != set()
    return lines[len(files) :]


@pytest.mark.parametrize(
    ("language", "build", "run"),
    [("python", [], "python3 adapter.py"), ("rust", ["  cargo build --release --quiet"], "target/release/adapter")],
)
@pytest.mark.parametrize("lacking", ["", "cargo not on PATH"])
def test_the_next_steps_are_those_of_the_language_and_the_game(
    language: str,
    build: list[str],
    run: str,
    lacking: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(Kit, "lacking", lacking)
    minimum = {"python": "Python 3.9", "rust": "Rust 1.70"}[language]
    assert said_of(capsys, tmp_path / "new", language, "--game", "tactics") == [
        "",
        f"  cd {tmp_path / 'new'}",
        *build,
        f"  ludex smoke -- {run}",
        f"  ludex check --game tactics -- {run}",
        *(["", f"note: {lacking}; this kit needs {minimum}."] if lacking else []),
    ]


@pytest.mark.parametrize(
    ("script", "lacking"),
    [
        ("echo cargo 1.80.0", ""),
        ("echo 'no toolchain is chosen' >&2; exit 1", "`cargo --version` fails: no toolchain is chosen"),
        ("exit 3", "`cargo --version` fails: exit status 3"),
    ],
)
def test_a_tool_with_no_toolchain_behind_it_is_lacking(
    script: str, lacking: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cargo = tmp_path / "cargo"
    cargo.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    cargo.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert kit_of("rust").lacking == lacking


def test_where_there_is_one_game_it_need_not_be_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("ludex.where.games", lambda: ("tactics",))
    assert said_of(capsys, tmp_path / "new", "python")[-1] == "  ludex check --game tactics -- python3 adapter.py"


def test_where_there_is_no_game_none_is_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("ludex.where.games", lambda: ())
    assert main(["kit", "python", str(tmp_path / "new")]) == 2
    assert "Say --game G; games: none." in capsys.readouterr().err


def test_the_help_names_every_language() -> None:
    assert ", ".join(languages()) == LANGUAGES
