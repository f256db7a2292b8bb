"""Which vectors told of which mutants of engines that are not ours, kept beside the vectors for choosing a core."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from ludex import where
from ludex.fault import Fault
from ludex.mutation.engines.account import EngineAccount
from ludex.mutation.engines.campaign import KILLED
from ludex.outlet import write

NAME = "strangers.json"
ANEW = "Remove it; `ludex power --engine FOLDER --keep` writes it anew."


class StrangersKills(Struct, frozen=True, forbid_unknown_fields=True):
    """The vectors of a game, each named once, and for each engine its mutants, with the numbers of those that told."""

    game: str
    vectors: tuple[str, ...] = ()
    engines: Mapping[str, Mapping[str, tuple[int, ...]]] = {}

    def kills(self, engine: str) -> dict[str, frozenset[str]]:
        """For each mutant of an engine the full ids of the vectors that told of it."""
        found = self.engines[engine]
        return {name: frozenset(self.vectors[number] for number in numbers) for name, numbers in found.items()}


def path_of(game: str) -> Path:
    """Where they are kept."""
    return where.vectors_of(game) / NAME


def read_strangers(game: str) -> StrangersKills:
    """What is kept of a game; nothing where there is no file."""
    path = path_of(game)
    if not path.is_file():
        return StrangersKills(game)
    try:
        return msgspec.json.decode(path.read_bytes(), type=StrangersKills)
    except (msgspec.DecodeError, UnicodeDecodeError) as broken:
        raise Fault(f"{path}: {broken}", ANEW) from None


def keep(account: EngineAccount) -> Path:
    """Keep who told of the mutants of one engine; those of others stay."""
    before, path = read_strangers(account.game), path_of(account.game)
    every = {name: before.kills(name) for name in before.engines}
    every[account.name] = {
        one.hash: frozenset(one.killers) for _, one in account.made if one.outcome == KILLED and one.killers
    }
    names = sorted({vector for kills in every.values() for vectors in kills.values() for vector in vectors})
    numbers = {name: number for number, name in enumerate(names)}
    engines = {
        engine: {mutant: tuple(sorted(numbers[v] for v in vectors)) for mutant, vectors in sorted(kills.items())}
        for engine, kills in sorted(every.items())
    }
    lines = msgspec.json.encode(StrangersKills(account.game, tuple(names), engines))
    write(path, [lines.replace(b'],"', b'],\n"').replace(b'","', b'",\n"'), b"\n"], "the kills of other engines")
    return path
