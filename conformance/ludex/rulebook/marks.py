"""The clauses that a game's reference carries, with their roles, and the functions that decide them."""

from __future__ import annotations

import importlib
import pkgutil
from functools import lru_cache
from inspect import getsource, unwrap
from pathlib import Path
from textwrap import dedent
from types import CodeType

from ludex import where
from ludex.seam import GAMES, Reference, module_of, reference_of


@lru_cache
def reference(game: str) -> Reference:
    """A game's reference, with all of its modules read."""
    package = module_of(GAMES, game)
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.") if package else ():
        importlib.import_module(module.name)
    return reference_of(game)


def marks_of(game: str) -> dict[str, set[str]]:
    """Every clause in code, with the roles that it is carried in."""
    from ludex.rules import MARKS

    prefix = f"{reference(game).PREFIX}-"
    return {clause: roles for clause, roles in MARKS.items() if clause.startswith(prefix)}


def deciders_of(clause: str, game: str) -> list[str]:
    """Where each function is that decides a clause, and its name; by file and line."""
    rules = _codes(clause, game)
    places = sorted((where.nearby(rule.co_filename), rule.co_firstlineno, rule.co_qualname) for rule in rules)
    return [f"{file}:{line} {name}" for file, line, name in places]


def sources_of(clause: str, game: str) -> list[tuple[str, str]]:
    """The functions that decide a clause: each name with its module, and its text; by these."""
    found = [(f"{Path(rule.co_filename).stem}.{rule.co_qualname}", getsource(rule)) for rule in _codes(clause, game)]
    return sorted((name, dedent(text)) for name, text in found)


def _codes(clause: str, game: str) -> set[CodeType]:
    from ludex.rules import DECIDERS

    reference(game)
    return {unwrap(rule).__code__ for rule in DECIDERS.get(clause, ())}
