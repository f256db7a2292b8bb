"""What of a reference is not as it was in an earlier tree: the functions whose mutants are to be looked at again."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from ludex.mutation.mutants import Mutant, mutants_of
from ludex.mutation.sources import ModuleSource, sources_of
from ludex.tracking.sources import NotedModule, read_source


class ChangedModule(NamedTuple):
    """The functions of a module that are new or say something else; and whether what is in no function does."""

    functions: frozenset[str]
    rest: bool

    def has(self, mutant: Mutant) -> bool:
        """Whether a mutant is a slip in what changed."""
        if not mutant.begins:
            return self.rest
        return any(mutant.function == name or mutant.function.startswith(f"{name}.") for name in self.functions)


def mutants_since(game: str, root: Path) -> list[Mutant]:
    """The mutants of what is not as it was in the tree below this folder; comments change nothing."""
    changed = {name: _compare(source, root / source.shown) for name, source in sources_of(game).items()}
    return [mutant for mutant in mutants_of(game) if changed[mutant.module].has(mutant)]


def _compare(source: ModuleSource, before: Path) -> ChangedModule:
    new = read_source(source.name, source.path)
    try:
        old = read_source(source.name, before)
    except (OSError, SyntaxError, ValueError):  # it was not there, or nobody could read it: all of it is new
        return ChangedModule(frozenset(new.functions), True)
    return ChangedModule(_unlike(old, new), old.rest != new.rest)


def _unlike(old: NotedModule, new: NotedModule) -> frozenset[str]:
    return frozenset(name for name, digest in new.functions.items() if old.functions.get(name) != digest)
