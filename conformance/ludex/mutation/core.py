"""The core of a game's vectors: a few that kill as many mutants as all of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec
from msgspec import Struct

from ludex import where
from ludex.fault import Fault

NAME = "core.json"
ANEW = "Remove it; `ludex generate --core` writes it anew."


class TopicShare(Struct, frozen=True, forbid_unknown_fields=True):
    """What a topic has of its own: mutants that it alone was found to kill, and clauses that only it decides."""

    vectors: int
    mutants: tuple[str, ...]
    clauses: tuple[str, ...]


class Core(Struct, frozen=True, forbid_unknown_fields=True):
    """The full ids of the vectors in a core, each with the mutants that it is there for; of how many they were chosen;
    and what each topic has of its own. ``besides``: those that are there as further witnesses of a clause on a side, or
    of mutants of other engines, with these reasons."""

    game: str
    of: int
    vectors: Mapping[str, tuple[str, ...]]
    topics: Mapping[str, TopicShare]
    besides: Mapping[str, tuple[str, ...]] = {}

    @property
    def ids(self) -> frozenset[str]:
        """All its vectors."""
        return frozenset(self.vectors) | frozenset(self.besides)

    @property
    def kills(self) -> int:
        """How many mutants the core kills."""
        return sum(len(mutants) for mutants in self.vectors.values())

    @property
    def killers(self) -> dict[str, str]:
        """For each mutant the vector that is there for it."""
        return {mutant: vector for vector, mutants in self.vectors.items() for mutant in mutants}


@lru_cache
def read_core(game: str) -> Core | None:
    """The core beside a game's vectors, if there is one."""
    path = where.vectors_of(game) / NAME
    if not path.exists():
        return None
    try:
        core = msgspec.json.decode(path.read_bytes(), type=Core)
    except OSError as error:
        raise Fault(f"cannot read {path}: {error.strerror}", ANEW) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as broken:
        raise Fault(f"{path}: {broken}", ANEW) from None
    if core.game != game:
        raise Fault(f"{path} is the core of {core.game!r}, and not of {game}", ANEW)
    return core


def core_of(game: str) -> frozenset[str]:
    """The full ids of a game's core; empty where there is none."""
    core = read_core(game)
    return core.ids if core else frozenset()


def killers_of(game: str) -> dict[str, str]:
    """For each mutant that a game's core kills the vector that does it; empty where there is no core."""
    core = read_core(game)
    return core.killers if core else {}
