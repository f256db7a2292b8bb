"""The clauses that a game's reference carries, with their roles."""

from __future__ import annotations

import importlib
import pkgutil
from functools import lru_cache
from types import ModuleType


@lru_cache
def reference(game: str) -> ModuleType:
    """A game's reference, with all of its modules read."""
    package = importlib.import_module(f"ludex.games.{game}")
    for module in pkgutil.walk_packages(getattr(package, "__path__", ()), f"{package.__name__}."):
        importlib.import_module(module.name)
    return package


def marks_of(game: str) -> dict[str, set[str]]:
    """Every clause in code, with the roles that it is carried in."""
    from ludex.rules import MARKS

    prefix = f"{reference(game).PREFIX}-"
    return {clause: roles for clause, roles in MARKS.items() if clause.startswith(prefix)}
