"""What is looked at again when an author saves a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ludex import where
from ludex.authoring import watching
from ludex.cli import main
from ludex.cli.watch import MAX_LINES, _shorten


def test_a_scenario_brings_its_own_file_and_the_vectors(tmp_path: Path) -> None:
    file = tmp_path / "moving.ludex"
    file.touch()
    assert watching.commands("tactics", [file]) == [
        ("run", str(file)),
        ("lint", str(file)),
        ("generate", "--check", "--game", "tactics"),
    ]


def test_a_scenario_that_is_gone_is_not_played(tmp_path: Path) -> None:
    assert watching.commands("tactics", [tmp_path / "gone.ludex"]) == [("generate", "--check", "--game", "tactics")]


def test_a_rule_brings_every_scenario(tmp_path: Path) -> None:
    play, vectors = watching.commands("tactics", [tmp_path / "moving.py"])
    assert play == ("run", *map(str, where.scenarios("tactics")))
    assert vectors == ("generate", "--check", "--game", "tactics")


def test_what_belongs_to_a_game_is_watched() -> None:
    found = watching.stamps_of(watching.folders_of("tactics"))
    shown = {path.relative_to(where.spec().parent).as_posix() for path in found}
    assert {
        "reference/ludex/games/tactics/moving.py",
        "reference/ludex/rules/clauses.py",
        "conformance/ludex/suites/tactics/__init__.py",
        "spec/tactics/scenarios/moving.ludex",
    } <= shown
    assert not [name for name in shown if "tribun" in name]


def rewrite(path: Path) -> None:
    path.write_text("something longer")


@pytest.mark.parametrize("change", [rewrite, Path.unlink, lambda path: rewrite(path.with_name("b.py"))])
def test_what_was_saved_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: Callable[[Path], object]
) -> None:
    file = tmp_path / "a.py"
    file.write_text("1")
    monkeypatch.setattr(watching, "folders_of", lambda _: [tmp_path])
    pauses = iter([lambda: None, lambda: change(file), lambda: None, KeyboardInterrupt])

    def pause() -> None:
        if (now := next(pauses)) is KeyboardInterrupt:
            raise KeyboardInterrupt
        now()

    told = watching.saves_of(["game"], pause)
    assert [path.parent for path in next(told)["game"]] == [tmp_path]
    with pytest.raises(KeyboardInterrupt):
        next(told)


def test_a_game_that_is_not_there_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", "--game", "chess"]) == 2
    assert "no suite for 'chess'" in capsys.readouterr().err


def test_each_command_is_run_and_one_that_cannot_go_on_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = tmp_path / "a.ludex"
    monkeypatch.setattr(watching, "saves_of", lambda *_: iter([{"tactics": [saved]}]))
    monkeypatch.setattr(watching, "commands", lambda *_: [("--version",), ("watch", "--game", "chess")])
    assert main(["watch", "--game", "tactics"]) == 0
    begun, told, version, *_, why, _, ended = capsys.readouterr().out.splitlines()
    assert begun == "watching tactics; Ctrl-C ends it"
    assert told == f"tactics: {saved}"
    assert version.startswith("ludex ")
    assert "no suite for 'chess'" in why
    assert ended.startswith("looked at in ")


def test_what_a_command_says_is_cut_in_the_middle() -> None:
    lines = [f"{number}" for number in range(100)]
    cut = _shorten(lines)
    assert len(cut) == MAX_LINES
    assert cut[-3:] == ["27", "… and 71 more", "99"]
    assert _shorten(lines[:MAX_LINES]) == lines[:MAX_LINES]
