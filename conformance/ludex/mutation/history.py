"""What killed before: the order in which questions are asked of the next mutant is learned from that."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from ludex.fault import Fault
from ludex.mutation.mutants import Mutant
from ludex.outlet import write

MOST_KILLERS_KEPT = 24  # of a key: those that killed most
Kills = dict[str, dict[str, int]]


class History:
    """How often a vector killed mutants of a function, of a clause, of all: the best of each come first.

    ``killers`` says of single mutants which vector killed them in an earlier campaign.
    """

    def __init__(self, kills: Kills | None = None, killers: Mapping[str, str] | None = None) -> None:
        self.kills: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for key, found in (kills or {}).items():
            self.kills[key].update(found)
        for mutant, killer in (killers or {}).items():
            self.kills[mutant][killer] += 1

    def learn(self, mutant: Mutant, killer: str) -> None:
        """Note a kill."""
        for key in _keys(mutant):
            self.kills[key][killer] += 1

    def best(self, mutant: Mutant) -> Iterator[str]:
        """The vectors to begin with, each once."""
        seen: set[str] = set()
        for key in _keys(mutant):
            for killer, _ in self.kills[key].most_common(MOST_KILLERS_KEPT) if key in self.kills else ():
                if killer not in seen:
                    seen.add(killer)
                    yield killer


def _keys(mutant: Mutant) -> tuple[str, ...]:
    return (mutant.hash, f"{mutant.file}:{mutant.function}", *mutant.clauses, mutant.file, "all")


def read_history(path: Path) -> dict[str, Kills]:
    """The kills of earlier campaigns by game; none where there is no such file yet."""
    if not path.is_file():
        return {}
    try:
        return msgspec.json.decode(path.read_bytes() or b"{}", type=dict[str, Kills])
    except OSError as error:
        raise Fault(f"cannot read {path}: {error.strerror}", "Name another file.") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as broken:
        raise Fault(f"{path} is no history of kills: {broken}", "Remove it, or name another file.") from None


def write_history(path: Path, histories: Mapping[str, History]) -> None:
    """Keep the kills for the next campaign; those of games that were not run stay."""
    kept = read_history(path)
    for game, history in histories.items():
        kept[game] = {key: dict(found.most_common(MOST_KILLERS_KEPT)) for key, found in sorted(history.kills.items())}
    write(path, [msgspec.json.encode(kept), b"\n"], "--history")
