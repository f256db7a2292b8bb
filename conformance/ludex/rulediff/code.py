"""What of the code changed between two trees: files of the rules, what says otherwise in them, what they reach for."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import reduce
from pathlib import Path, PurePosixPath

from ludex.rulediff.sides import Tree

MARKS = frozenset({"check", "relation", "effect", "layout"})
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
GAMES = "reference/ludex/games"
# By these, code changes other code or looks at where it runs: what rules have no need of.
REACHING = frozenset(
    {
        "__import__",
        "compile",
        "delattr",
        "eval",
        "exec",
        "getattr",
        "globals",
        "input",
        "locals",
        "open",
        "setattr",
        "vars",
    }
)


def files_changed(game: str, trees: tuple[Tree, Tree]) -> list[str]:
    """The files that differ of what rules are made of: all of the reference but other games, and published figures."""
    others = {f"{GAMES}/{other}/" for tree in trees for other in tree.games() if other != game}
    old, new = (dict(_files(tree, (Path("reference"), Path("spec", game, "data")))) for tree in trees)
    differing = sorted(path for path in {*old, *new} if old.get(path) != new.get(path))
    return [path for path in differing if not path.startswith(tuple(others))]


def _files(tree: Tree, parts: Iterable[Path]) -> Iterator[tuple[str, bytes]]:
    for path in (path for part in parts for path in (tree.root / part).rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path.relative_to(tree.root).as_posix(), path.read_bytes()


def code_changed(game: str, trees: tuple[Tree, Tree], files: Iterable[str]) -> Iterator[tuple[str, str]]:
    """What says otherwise in these files, is new or gone: file and name, and its clause, "" where it carries none."""
    for file in files:
        shown = file.removeprefix(f"{GAMES}/{game}/")
        if PurePosixPath(file).suffix != ".py":
            yield shown, ""
            continue
        old, new = (_parts(tree.root / file) for tree in trees)
        for name in sorted({*old, *new}):
            if old.get(name) != new.get(name):
                yield f"{shown}: {name}", (new.get(name) or old[name])[0]


def _parts(path: Path) -> dict[str, tuple[str, str]]:
    """By its name the clause of each function, class and value of a module, and what it says."""
    module = _module(path)
    found: dict[str, tuple[str, str]] = {}
    for node in module.body if module else ():
        name = _name_of(node)
        before = found[name][1] if name in found else ""
        found[name] = (_clause_of(node), before + ast.dump(node))
    return found


def _module(path: Path) -> ast.Module | None:
    """A module without docstrings; None of what is not there, or is no Python (whoever runs the rules tells of it)."""
    try:
        module = ast.parse(path.read_bytes())
    except (OSError, SyntaxError, ValueError):
        return None
    for node in ast.walk(module):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            node.body = node.body[1:]
    return module


def _name_of(node: ast.stmt) -> str:
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return node.name
        case ast.Assign():
            return ", ".join(map(ast.unparse, node.targets))
        case ast.AnnAssign() | ast.AugAssign():
            return ast.unparse(node.target)
        case ast.Import() | ast.ImportFrom():
            return "imports"
        case _:
            return "statements"


def _clause_of(node: ast.stmt) -> str:
    for mark in node.decorator_list if isinstance(node, ast.FunctionDef) else ():
        if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id in MARKS and mark.args:
            named = mark.args[0]
            return str(named.value) if isinstance(named, ast.Constant) else ast.unparse(named)
    return ""


# What code reaches for


def newly_reached(game: str, trees: tuple[Tree, Tree], files: Iterable[str]) -> Iterator[str]:
    """What the files of the second tree reach for, and no file of the reference did before: the file, and what."""
    modules = [file for file in files if file.endswith(".py")]
    if not modules:
        return
    own = (f"imports ludex.games.{game}", "imports ludex.rules")
    foreign = "imports ludex.games."
    known = reduce(set.union, (_names_reached(path) for path in trees[0].reference.rglob("*.py")), set[str]())
    known = {what for what in known if not what.startswith(foreign)}
    for file in modules:
        for what in sorted(_names_reached(trees[1].root / file) - known):
            if not what.startswith(own):
                yield f"{file.removeprefix(f'{GAMES}/{game}/')} {what}"


def _names_reached(path: Path) -> set[str]:
    """What a module imports, what of the machinery of Python it uses, and what it changes of other modules."""
    module = _module(path)
    nodes = list(ast.walk(module)) if module else []
    imported = {name.asname or name.name.partition(".")[0] for node in nodes for name in _names(node)}
    found = set()
    for node in nodes:
        match node:
            case ast.Import(names=names):
                found |= {f"imports {name.name}" for name in names}
            case ast.ImportFrom(module=source, level=level):
                found.add(f"imports {'.' * level}{source or ''}")
            case ast.Name(id=name) if name in REACHING:
                found.add(f"uses {name}")
            case ast.Attribute(attr=name) if name.startswith("__"):
                found.add(f"uses {name}")
            case ast.Attribute(value=ast.Name(id=name), ctx=ast.Store() | ast.Del()) if name in imported:
                found.add(f"changes {ast.unparse(node)}")
            case _:
                pass
    return found


def _names(node: ast.AST) -> list[ast.alias]:
    return node.names if isinstance(node, ast.Import | ast.ImportFrom) else []
