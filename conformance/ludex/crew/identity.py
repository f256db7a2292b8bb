"""Which Ludex this is: two of the same version, rulebooks and vectors do the same work."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

from msgspec import Struct

import ludex
from ludex import where

CODE = (".py", ".lark", ".toml", ".json")
NOT_OF_IT = ("bench", "kits", "spec", "template", "vectors")  # folders that no work reads, or that are read below
DIGITS = 12


class WhichLudex(Struct, frozen=True):
    """A Ludex: its version, and a digest of its code and of each game's rulebook and vectors."""

    version: str
    code: str
    games: dict[str, str]

    def differs_from(self, other: WhichLudex) -> str:
        """What is another here than there, in words; nothing where they are the same."""
        if self.version != other.version:
            return f"it is Ludex {self.version}, and {other.version} is here"
        if self.code != other.code:
            return f"it is Ludex {self.version} with other code ({self.code}, and {other.code} is here)"
        names = sorted(self.games.keys() | other.games.keys())
        others = [name for name in names if self.games.get(name) != other.games.get(name)]
        return f"the rules or vectors of {', '.join(others)} are others" if others else ""


@cache
def identity() -> WhichLudex:
    """The Ludex of this process, as it was when it was first asked."""
    return identity_now()


def identity_now() -> WhichLudex:
    """The Ludex that lies on the disk now."""
    return WhichLudex(where.version(), _digest(_code()), {game: _of_game(game) for game in where.games()})


def _code() -> dict[str, Path]:
    roots = [Path(root) for root in ludex.__path__]
    files = {path.relative_to(root).as_posix(): path for root in roots for path in root.rglob("*")}
    return {
        name: path
        for name, path in files.items()
        if path.suffix in CODE and name.partition("/")[0] not in NOT_OF_IT and path.is_file()
    }


def _of_game(game: str) -> str:
    """Of its rulebook, and of the manifest of its vectors, which seals them."""
    spec = {path.relative_to(where.spec_of(game)).as_posix(): path for path in where.spec_of(game).rglob("*.*")}
    manifest = where.vectors_of(game) / "manifest.json"
    sealed = {"manifest.json": manifest} if manifest.is_file() else {}
    return _digest({**{f"spec/{name}": path for name, path in spec.items() if path.is_file()}, **sealed})


def _digest(files: dict[str, Path]) -> str:
    whole = sha256()
    for name, path in sorted(files.items()):
        whole.update(f"{name}\0{sha256(path.read_bytes()).hexdigest()}\n".encode())
    return whole.hexdigest()[:DIGITS]
