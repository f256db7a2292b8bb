"""After a change of one function vectors come out as a run without a cache makes them, byte for byte; coverage, too."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from pathlib import Path
from typing import NamedTuple

import pytest

from tests import changes
from tests.guards import at_least_one
from tests.newcomer.installing import link

ALL = bool(os.environ.get("LUDEX_ALL"))
SEED = "loop"
TEMPLATE = changes.ROOT / "template"
SMALL, SMALL_SEED = {"hexapawn": ("scenarios-refusal", "games")}, "loop 2"  # by which coverage changes, too
TOPICS = {
    "hexapawn": ("moves", "refusals", "lists", "games", "counts", "malformed"),
    "tactics": ("refusal-action", "tiles-move", "corners-replay", "scenarios-apply"),
    "tribun": ("refusal-reading", "clock", "codec-word", "scenarios-refusal"),
    "minions": ("corners-owed", "refusal-tech", "codec-map", "scenarios-apply"),
}


class Bench(NamedTuple):
    """A game in a copy of its tree, of which each test changes something, and puts it back."""

    game: str
    tree: Path
    vectors: Path
    env: dict[str, str]
    topics: tuple[str, ...]

    def made(self, *options: str) -> tuple[str, dict[str, bytes]]:
        """How a run ends, and the files that it leaves."""
        topics = [word for topic in self.topics for word in ("--topic", topic)]
        words = changes.command("generate", "--game", self.game, "-j", "1", *topics, *options)
        done = subprocess.run(words, env=self.env, capture_output=True, text=True, check=False, cwd=self.tree)
        said = done.stdout + "".join(done.stderr.splitlines(keepends=True)[-2:] if done.returncode else [])
        return said, {path.name: path.read_bytes() for path in sorted(self.vectors.rglob("*.json"))}

    def covered(self, *options: str) -> str:
        """What `ludex coverage` says of the vectors as they are, by the rules as they are."""
        words = changes.command("coverage", "--game", self.game, *options)
        done = subprocess.run(words, env=self.env, capture_output=True, text=True, check=False, cwd=self.tree)
        return done.stdout + "".join(done.stderr.splitlines(keepends=True)[-2:] if done.returncode else [])


def bench(game: str, folder: Path, topics: tuple[str, ...]) -> Bench:
    """A game in a copy of its tree, whose vectors have been made once."""
    if game == "hexapawn":
        tree = folder / "template"
        shutil.copytree(TEMPLATE, tree, ignore=shutil.ignore_patterns("__pycache__"))
        link(game, tree, tree)
        vectors, env = (
            tree / "ludex_hexapawn/games/hexapawn/vectors",
            changes.env_of(changes.ROOT, folder / "kept", tree),
        )
    else:
        tree = changes.copied(folder / "tree")
        vectors, env = tree / "vectors" / game, changes.env_of(tree, folder / "kept")
    return Bench(game, tree, vectors, dict(env), topics)


def is_as_without(bench: Bench, change: changes.Change) -> None:
    """With a cache of the rules as they were, changed rules make what they make without one; and so does going back."""
    path = bench.tree / change.file
    (said, before), covered, text = bench.made(), bench.covered(), path.read_text()
    assert "made now" in said
    path.write_text(change.text)
    changed = f"{change.file} {change.function}: {change.what}"
    try:
        assert bench.made() == bench.made("--no-cache"), changed
        assert bench.covered() == bench.covered("--no-cache"), changed
    finally:
        path.write_text(text)
    assert bench.made()[1] == before
    assert bench.covered() == covered


def test_a_change_of_one_function_in_the_small_game(tmp_path: Path) -> None:
    site = tmp_path / "template"
    one = bench("hexapawn", tmp_path, SMALL["hexapawn"])
    (change,) = changes.drawn("hexapawn", SMALL_SEED, 1, site)
    is_as_without(one, change)


def test_files_that_were_made_before_an_end_are_not_made_again(tmp_path: Path) -> None:
    one, kept = bench("hexapawn", tmp_path, TOPICS["hexapawn"]), tmp_path / "kept"
    as_it_was = {path: path.read_bytes() for path in one.vectors.rglob("*.json")}
    words = changes.command("generate", "--game", one.game, "-j", "1", "--check")
    with subprocess.Popen(words, env=one.env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=one.tree) as begun:
        while not any(kept.rglob("*.file.json")):
            assert begun.poll() is None
            time.sleep(0.01)
        begun.kill()
    done = {path: path.stat().st_mtime_ns for path in kept.rglob("*.file.json")}
    assert {path: path.read_bytes() for path in one.vectors.rglob("*.json")} == as_it_was
    made = one.made()
    assert {path: path.stat().st_mtime_ns for path in done} == done
    assert len([*kept.rglob("*.file.json")]) > len(done)
    assert made == one.made("--no-cache")


@pytest.mark.skipif(not ALL, reason="a proof, with LUDEX_ALL=1: minutes of the processor")
@pytest.mark.parametrize("game", TOPICS)
def test_random_changes_of_one_function(tmp_path: Path, game: str) -> None:
    one = bench(game, tmp_path, TOPICS[game])
    for change in at_least_one(changes.drawn(game, SEED, 8, one.tree if game == "hexapawn" else changes.ROOT)):
        is_as_without(one, change)
