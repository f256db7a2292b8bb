"""What of the code changed between two trees: files of the rules, functions by their clauses, and what judges."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from ludex.rulediff.sides import Tree

MARKS = frozenset({"check", "relation", "effect", "layout"})
JUDGING = ("rulediff", "judge", "runner", "protocol", "vectors")  # rooms of what says whether a change may pass


def files_changed(game: str, trees: tuple[Tree, Tree]) -> list[str]:
    """The files of the rules that differ: of the game's own, and of what all rulebooks are made of."""
    return _differing([Path("reference", "ludex", "rules"), Path("reference", "ludex", "games", game)], trees)


def judging_changed(trees: tuple[Tree, Tree]) -> list[str]:
    """The files that differ of the code that judges, which a change of rules has no need to touch."""
    return _differing([Path("conformance", "ludex", room) for room in JUDGING], trees)


def _differing(parts: list[Path], trees: tuple[Tree, Tree]) -> list[str]:
    old, new = ({path: data for part in parts for path, data in _files(tree, part)} for tree in trees)
    return sorted(path for path in {*old, *new} if old.get(path) != new.get(path))


def _files(tree: Tree, part: Path) -> Iterator[tuple[str, bytes]]:
    for path in (tree.root / part).rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path.relative_to(tree.root).as_posix(), path.read_bytes()


def code_changed(game: str, trees: tuple[Tree, Tree]) -> Iterator[tuple[str, str]]:
    """The functions that carry a clause and say something else than before: file and name, and the clause."""
    old, new = (_deciders(tree, game) for tree in trees)
    for place, (clause, code) in sorted(new.items()):
        if place in old and old[place] != (clause, code):
            yield place, clause


def _deciders(tree: Tree, game: str) -> dict[str, tuple[str, str]]:
    """By file and name the clause of each marked function, and what it says, without comments and docstrings."""
    folder = tree.reference / "ludex" / "games" / game
    found = {}
    for path in folder.rglob("*.py"):
        try:
            module = ast.parse(path.read_bytes())
        except SyntaxError:  # whoever runs the rules tells of it
            continue
        for node in ast.walk(module):
            if isinstance(node, ast.FunctionDef) and (clause := _clause_of(node)):
                found[f"{path.relative_to(folder).as_posix()}: {node.name}"] = (clause, _code_of(node))
    return found


def _clause_of(node: ast.FunctionDef) -> str:
    for mark in node.decorator_list:
        if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id in MARKS:
            (named,) = mark.args
            return str(named.value) if isinstance(named, ast.Constant) else ast.unparse(named)
    return ""


def _code_of(node: ast.FunctionDef) -> str:
    body = node.body[1:] if ast.get_docstring(node) is not None else node.body
    return "\n".join(ast.dump(part) for part in (node.args, *body))
