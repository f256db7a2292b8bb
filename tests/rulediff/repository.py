"""A small repository with the rules of the checkout and few of its vectors, to change rules in."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from ludex import where
from ludex.vectors.format import Topic, Vector
from ludex.vectors.suite import open_suite
from tests.vector_files import lay_down

ROOT = where.spec().parent
IGNORED = shutil.ignore_patterns("__pycache__")


AUTHOR = ("-c", "user.name=A", "-c", "user.email=a@example.org")
Keeps = Callable[[Topic, Vector], bool]


def git(root: Path, *words: str) -> None:
    """Runs git in a repository."""
    subprocess.run(["git", "-C", str(root), *words], check=True, capture_output=True)


def commit(root: Path, message: str) -> None:
    """Commits whatever there is, if only a message."""
    git(root, "add", ".")
    git(root, *AUTHOR, "commit", "--quiet", "--allow-empty", "-m", message)


@cache
def _base(games: tuple[tuple[str, Keeps], ...]) -> TemporaryDirectory[str]:
    """What every repository of these games begins as: made once, and copied."""
    made = TemporaryDirectory()
    folder, names = Path(made.name), {game for game, _ in games}
    shutil.copytree(ROOT / "reference", folder / "reference", ignore=IGNORED)
    for path in (folder / "reference" / "ludex" / "games").iterdir():
        if path.is_dir() and path.name not in names:
            shutil.rmtree(path)
    for game, keeps in games:
        shutil.copytree(ROOT / "spec" / game, folder / "spec" / game)
        thin(game, folder / "vectors" / game, keeps)
    git(folder, "init", "--quiet")
    commit(folder, "Base")
    return made


class Repository:
    """The folder, with everything committed; ``HEAD`` is the base of every change."""

    def __init__(self, folder: Path, games: dict[str, Keeps]) -> None:
        self.root = folder
        shutil.copytree(_base(tuple(games.items())).name, folder, dirs_exist_ok=True)

    def git(self, *words: str) -> None:
        git(self.root, *words)

    def commit(self, message: str) -> None:
        """Commits whatever there is, if only a message."""
        commit(self.root, message)

    def change(self, path: str, old: str, new: str) -> None:
        """Replaces a text that stands in a file once."""
        file = self.root / path
        text = file.read_text(encoding="utf-8")
        assert text.count(old) == 1, (path, text.count(old))
        file.write_text(text.replace(old, new), encoding="utf-8")

    def declare(self, **changed: object) -> None:
        """Fills in the declaration that the gate has written."""
        (path,) = (self.root / "changes").glob("*.toml")
        lines = path.read_text(encoding="utf-8")
        for name, value in changed.items():
            start = lines.index(f"\n{name} = ") + 1
            end = (
                lines.index("]\n", start) + 1 if lines[start:].startswith(f"{name} = [\n") else lines.index("\n", start)
            )
            lines = f"{lines[:start]}{name} = {json.dumps(value)}{lines[end:]}"
        path.write_text(lines, encoding="utf-8")


def as_it_is(vector: Vector) -> Vector:
    """The vector."""
    return vector


def thin(
    game: str,
    folder: Path,
    keeps: Keeps,
    altered: Callable[[Vector], Vector] = as_it_is,
    named: Callable[[str], str] = str,
) -> None:
    """The vectors of a game that are kept, with a manifest that vouches for them; ``named`` names their topics."""
    suite = open_suite(game)
    manifest = json.loads((suite.folder / "manifest.json").read_text(encoding="utf-8"))
    wholes = []
    for name in suite.names:
        topic = suite.topic(name)
        kept = [altered(vector) for vector in topic.vectors if keeps(topic, vector)]
        if kept:
            other = msgspec.structs.replace(topic, topic=named(topic.topic), vectors=kept)
            wholes.append(json.loads(msgspec.json.encode(other)))
            for vector in wholes[-1]["vectors"]:
                del vector["outside"]  # the manifest says that of whole files
    shutil.rmtree(folder, ignore_errors=True)
    lay_down(folder.parent, game, wholes, manifest["editions"])
    (folder / "renames.json").write_text("{}", encoding="utf-8")
