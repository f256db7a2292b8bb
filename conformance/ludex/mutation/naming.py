"""Whether every branch of a reference is decided by a clause, or says why it is mechanical.

A branch lies in a function that carries a clause; or a comment ``# mechanical: why`` stands on it, on the line before
it, or on the lines of its function before the first statement; or the module's docstring says ``Mechanical:``.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ludex.mutation.operators import marks_of, only_impossible
from ludex.mutation.sources import ModuleSource, sources_of

NOTE = re.compile(r"#\s*mechanical:\s*\S+(\s+\S+)+", re.IGNORECASE)
WHOLE = re.compile(r"^Mechanical:\s*\S+(\s+\S+)+", re.MULTILINE)
Function = ast.FunctionDef | ast.AsyncFunctionDef


class Unnamed(NamedTuple):
    """A function whose branches no clause decides, and the lines of these."""

    file: str
    line: int
    function: str
    branches: tuple[int, ...]


def unnamed_functions(game: str) -> list[Unnamed]:
    """Every function of a game's reference that decides without saying by which clause, or why by none."""
    return [one for source in sources_of(game).values() if not source.is_shared for one in _of_source(source)]


def _of_source(source: ModuleSource) -> Iterator[Unnamed]:
    if WHOLE.search(ast.get_docstring(source.tree) or ""):
        return
    notes = _notes(source.path)
    for function, path in _functions(source.tree, ()):
        if any(True for _ in marks_of(function)) or notes.intersection(_head(function)):
            continue
        lines = {line for line in _branches(function) if not {line, line - 1} & notes}
        if lines:
            yield Unnamed(source.shown, function.lineno, ".".join(path), tuple(sorted(lines)))


def _notes(path: Path) -> set[int]:
    """The lines on which a comment says why something is mechanical."""
    tokens = tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline)
    return {token.start[0] for token in tokens if token.type == tokenize.COMMENT and NOTE.search(token.string)}


def _head(function: Function) -> range:
    """The lines of a function up to its first statement that does something, decorators and docstring included."""
    first = min([function.lineno, *(mark.lineno for mark in function.decorator_list)])
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    return range(first - 1, max(body[0].lineno if body else 0, function.lineno + 1))


def _functions(node: ast.AST, path: tuple[str, ...]) -> Iterator[tuple[Function, tuple[str, ...]]]:
    """All functions with their names; one that stands inside a marked one belongs to it."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield child, (*path, child.name)
            if not any(True for _ in marks_of(child)):
                yield from _functions(child, (*path, child.name))
        else:
            yield from _functions(child, (*path, child.name) if isinstance(child, ast.ClassDef) else path)


def _branches(function: Function) -> Iterator[int]:
    """The lines on which a function decides something: statements, and expressions that choose; not those of functions
    inside it, and no guard against the impossible."""
    waiting: list[ast.AST] = list(ast.iter_child_nodes(function))
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or only_impossible(node):
            continue
        if _chooses(node):
            yield getattr(node, "lineno", 0) or getattr(node.iter, "lineno", 0)  # type: ignore[attr-defined]
        waiting += ast.iter_child_nodes(node)


def _chooses(node: ast.AST) -> bool:
    if isinstance(node, ast.comprehension):
        return bool(node.ifs)
    return isinstance(node, ast.If | ast.IfExp | ast.While | ast.Try | ast.Match)
