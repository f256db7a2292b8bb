"""The core of a game's vectors: a few that still kill every mutant that all of them kill."""

from __future__ import annotations

from functools import lru_cache

import msgspec
from msgspec import Struct

from ludex import where
from ludex.fault import Fault

NAME = "core.json"


class Core(Struct, frozen=True, forbid_unknown_fields=True):
    """The full ids of the vectors in a core, and of how many they were chosen."""

    game: str
    of: int
    kills: int
    vectors: tuple[str, ...]


@lru_cache
def read_core(game: str) -> Core | None:
    """The core beside a game's vectors, if there is one."""
    path = where.vectors() / game / NAME
    if not path.is_file():
        return None
    try:
        return msgspec.json.decode(path.read_bytes(), type=Core)
    except msgspec.DecodeError as broken:
        raise Fault(f"{path}: {broken}", "`ludex generate --core` writes it anew.") from None


def core_of(game: str) -> tuple[str, ...]:
    """The full ids of a game's core; empty where there is none."""
    core = read_core(game)
    return core.vectors if core else ()
