"""Which functions use what a module names outside of functions: a table of checks, a figure, a form of messages.

Such a name is made while modules are read, whatever is asked later; what hangs on it are the functions that mention it,
or mention another name that is made of it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from ludex.mutation.sources import ModuleSource, sources_of

Name = tuple[str, str]  # a module, and what it calls something
Function = tuple[str, int]  # a module, and the line on which a function begins


class Mentions(Struct, frozen=True):
    """The names that each function mentions, and those of which each name outside of functions is made."""

    functions: dict[Function, frozenset[Name]]
    made_of: dict[Name, frozenset[Name]]
    handed_on: frozenset[Name]


def users_of(game: str, module: str, name: str) -> frozenset[Function]:
    """The functions that use a name of a module; none where nobody does, or where a package hands it on to others."""
    found = mentions_in(tuple(sources_of(game).values()))
    wanted = {(module, name)}
    while more := {made for made, of in found.made_of.items() if of & wanted} - wanted:
        wanted |= more
    if wanted & found.handed_on:
        return frozenset()
    return frozenset(function for function, names in found.functions.items() if names & wanted)


@lru_cache(maxsize=8)
def mentions_in(sources: tuple[ModuleSource, ...]) -> Mentions:
    """What all modules of a reference, and of the shared rules, mention."""
    functions: dict[Function, frozenset[Name]] = {}
    made_of: dict[Name, frozenset[Name]] = {}
    handed_on: set[Name] = set()
    for source in sources:
        known = {**_own_names(source), **_imports_of(source)}
        if source.is_package:  # a package's own names, and those that it imports, are there for others
            handed_on |= {*known.values()}
        for node in source.tree.body:
            for function in _functions(node):
                functions[source.name, first_line(function)] = frozenset(_names_in(function, known))
            for name in _bound(node):
                made_of[source.name, name] = frozenset(_names_in(node, known)) - {(source.name, name)}
    return Mentions(functions, made_of, frozenset(handed_on))


def first_line(function: ast.FunctionDef) -> int:
    """The line on which a function begins, as its code says it: that of its first decorator."""
    return min([function.lineno, *(mark.lineno for mark in function.decorator_list)])


def _functions(node: ast.stmt) -> Iterator[ast.FunctionDef]:
    if isinstance(node, ast.FunctionDef):
        yield node
    elif isinstance(node, ast.ClassDef):
        yield from (one for one in node.body if isinstance(one, ast.FunctionDef))


def _bound(node: ast.stmt) -> Iterator[str]:
    """The names that a statement outside of functions gives to what it makes (a class counts as made of all in it)."""
    if isinstance(node, ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        yield from (one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name))


def _own_names(source: ModuleSource) -> dict[str, Name]:
    names = (name for node in source.tree.body for name in _bound(node))
    return {name: (source.name, name) for name in names}


def _imports_of(source: ModuleSource) -> dict[str, Name]:
    """What names that are imported stand for: a name of a module, or a module of a package."""
    taken = (node for node in source.tree.body if isinstance(node, ast.ImportFrom) and node.module)
    return {one.asname or one.name: (str(node.module), one.name) for node in taken for one in node.names}


def _names_in(node: ast.AST, known: dict[str, Name]) -> Iterator[Name]:
    for one in ast.walk(node):
        if isinstance(one, ast.Name) and one.id in known:
            yield known[one.id]
        elif isinstance(one, ast.Attribute) and isinstance(one.value, ast.Name) and one.value.id in known:
            package, module = known[one.value.id]
            yield f"{package}.{module}", one.attr
