"""Answers that are known from earlier comparisons: what the gate says is what it says without them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ludex.rulediff.asking import PlayAmount
from ludex.rulediff.gate import gate, lines
from ludex.vectors.format import Topic, Vector
from tests import changes
from tests.guards import at_least_one
from tests.rulediff.repository import Repository

ALL = bool(os.environ.get("LUDEX_ALL"))
PLAY = PlayAmount(rows=2, moves=2)
ATTACKING = "reference/ludex/games/tactics/attacking.py"


def few(_: Topic, vector: Vector) -> bool:
    """A fiftieth of the vectors, whichever they are."""
    return int(vector.id[-2:], 16) % 50 == 0


def said(repository: Repository, remembers: bool) -> list[str]:
    """What the gate says, all of it."""
    return [*lines(gate(repository.root, "HEAD", PLAY, remembers=remembers), 8)]


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where answers are kept: a folder of its own."""
    monkeypatch.setenv("LUDEX_CACHE", str(tmp_path / "kept"))
    return tmp_path / "kept"


def written(kept: Path) -> dict[str, tuple[int, int]]:
    """The files of answers, by the side: each as it lies there, and when it was written."""
    files = kept.glob("made/*/*/answers.*.json")
    return {path.name.split(".")[1]: (path.stat().st_ino, path.stat().st_mtime_ns) for path in files}


def test_what_changed_is_answered_anew_and_all_else_is_known(tmp_path: Path, kept: Path) -> None:
    """Wherever a tree lies; of the base, which lies elsewhere each time, nothing is asked again."""
    one, other = (Repository(tmp_path / name, {"tactics": few}) for name in ("one", "other"))
    one.change(ATTACKING, "return len(strikers(q)) <= 1", "return len(strikers(q)) <= 2")
    other.change(ATTACKING, "return len(strikers(q)) <= 1", "return len(strikers(q)) > 1")
    first, before = said(one, remembers=True), written(kept)
    second, after = said(other, remembers=True), written(kept)
    assert second == said(other, remembers=False) != first
    assert before.keys() == after.keys() == {"old", "new"}
    assert before["old"] == after["old"]
    assert before["new"] != after["new"]


@pytest.mark.skipif(not ALL, reason="a proof, with LUDEX_ALL=1: minutes of the processor")
@pytest.mark.parametrize("game", ["tactics", "tribun", "minions"])
def test_random_changes_of_one_function_are_told_as_without_a_cache(game: str, tmp_path: Path, kept: Path) -> None:
    """Also with files that are cut, and with those of the other side."""
    repository = Repository(tmp_path / "tree", {game: few})
    said(repository, remembers=True)
    for number, change in enumerate(at_least_one(changes.drawn(game, "gate", 8))):
        path = repository.root / change.file
        text = path.read_text()
        path.write_text(change.text)
        spoil(sorted(kept.glob("made/*/*/answers.*.json")), number)
        assert said(repository, remembers=True) == said(repository, remembers=False), (
            f"{change.function}: {change.what}"
        )
        path.write_text(text)


def spoil(files: list[Path], number: int) -> None:
    """Every other time: cuts a file, or gives each the other's."""
    if number % 4 == 1:
        files[0].write_bytes(files[0].read_bytes()[:-100])
    elif number % 4 == 3:
        first, second = (path.read_bytes() for path in files)
        files[0].write_bytes(second)
        files[1].write_bytes(first)
