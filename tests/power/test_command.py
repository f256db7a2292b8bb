"""The command `ludex power`: exit status, table, JSON, and words for who asks wrongly."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludex.cli import main
from ludex.power.history import History
from ludex.power.mutants import mutants_of
from tests.power.toy import GAME, VECTORS, toy


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with toy(tmp_path, monkeypatch, VECTORS):
        yield tmp_path


def dropped_check() -> str:
    found = (m for m in mutants_of(GAME) if m.change.operator == "drop a check" and m.function == "is_left")
    return next(found).hash


def test_a_mutant_that_is_killed_is_success_and_is_written_down(
    world: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = world / "power.json"
    assert main(["power", "--mutant", dropped_check(), "--json", str(report), "-j", "1"]) == 0
    assert "1 of" in capsys.readouterr().out
    line = json.loads(report.read_text())["games"][0]["lines"][0]
    assert (line["outcome"], line["vector"]) == ("killed", "take-more-00000003@v1")


def test_a_mutant_that_survives_fails_and_is_named(world: Path, capsys: pytest.CaptureFixture[str]) -> None:  # noqa: ARG001
    survivor = next(m for m in mutants_of(GAME) if m.function == "unused")
    assert main(["power", "--mutant", survivor.hash, "-j", "1"]) == 1
    out = capsys.readouterr().out
    assert f"survived {survivor.hash}  reference/toygame.py:{survivor.line}" in out


def test_what_killed_is_kept_and_read_again(world: Path) -> None:
    history = world / "history.json"
    for _ in range(2):
        assert main(["power", "--mutant", dropped_check(), "--history", str(history), "-j", "1"]) == 0
    assert json.loads(history.read_text())[GAME]["TOY-TAK-1"] == {"take-more-00000003@v1": 2}


def test_the_list_names_every_mutant(world: Path, capsys: pytest.CaptureFixture[str]) -> None:  # noqa: ARG001
    assert main(["power", "--list"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(mutants_of(GAME))


def test_a_stale_entry_of_the_list_fails_the_check(world: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = '[[equivalent]]\nmutant = "000000000000"\nwhere = "x"\nslip = "y"\nwhy = "nobody could ever tell of it"\n'
    (world / GAME / "power.toml").write_text(text, encoding="utf-8")
    assert main(["power", "--check-equivalents", "-j", "1"]) == 1
    assert "000000000000 (x: y) is stale" in capsys.readouterr().out


def test_an_unknown_game_is_told_with_those_that_there_are(world: Path, capsys: pytest.CaptureFixture[str]) -> None:  # noqa: ARG001
    assert main(["power", "--game", "chess"]) == 2
    assert f"Games: {GAME}" in capsys.readouterr().err


def test_a_history_that_is_none_is_told(world: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (world / "h.json").write_text("[1]", encoding="utf-8")
    assert main(["power", "--mutant", dropped_check(), "--history", str(world / "h.json")]) == 2
    assert "h.json is no history of kills" in capsys.readouterr().err


def test_what_was_played_long_enough_is_noted_and_not_played_again(
    world: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    same = next(m for m in mutants_of(GAME) if m.function == "unused" and m.change.after.endswith("4"))
    listed = world / GAME / "power.toml"
    about = f'where = "{same.where}"\nslip = "a spare number"\nwhy = "Nothing ever asks for that number."\n'
    listed.write_text(f'[[equivalent]]\nmutant = "{same.hash}"\n{about}', encoding="utf-8")
    command = ["power", "--check-equivalents", "--record", "-j", "1", "--seconds"]
    assert main([*command, "0.2"]) == 1
    assert "has not been played for 60 s" in capsys.readouterr().out
    noted = listed.read_text(encoding="utf-8")
    assert "seconds = 0.2\nquestions = " in noted
    assert main([*command, "0.1"]) == 1
    assert f"{GAME}: 0 listed mutants" in capsys.readouterr().out
    assert listed.read_text(encoding="utf-8") == noted


def test_what_killed_is_kept_when_a_campaign_is_interrupted(world: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from ludex.power import running

    def interrupted(games: object, plan: object, histories: dict[str, History], note: object) -> None:  # noqa: ARG001
        histories[GAME].learn(mutants_of(GAME)[0], "take-more-00000003@v1")
        raise KeyboardInterrupt

    monkeypatch.setattr(running, "accounts_of", interrupted)
    history = world / "history.json"
    assert main(["power", "--history", str(history)]) == 130
    assert "take-more-00000003@v1" in history.read_text()
