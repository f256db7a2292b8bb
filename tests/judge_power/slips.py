"""Every slip that can be made in the judge's code: one change each, with a name that stays while other code changes."""

from __future__ import annotations

import ast
import difflib
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from ludex.mutation.changing import Edit
from ludex.mutation.mutants import UNTOUCHED as OF_RULES
from ludex.mutation.mutants import known_of
from ludex.mutation.operators import Known, NodePlace
from ludex.mutation.sources import ModuleSource
from tests.judge_power.operators import FOR_PEOPLE, Constants, constants_of, machine_changes
from tests.judge_power.rooms import ROOT, sources

NOTHING = Known()
BOUND = re.compile("_?(MAX|MIN|MOST)_.*|.*_(BYTES|SECONDS)")
Nodes = Iterator[tuple[Edit, tuple[str, ...], int]]
# Fields in which there is nothing to go wrong that types and imports do not tell: annotations, names that are bound.
UNTOUCHED = {**OF_RULES, ast.ExceptHandler: ("type",)}


@dataclass(frozen=True)
class Slip:
    """One change: its lasting name, where it stands, the whole file with it, and both as a difference."""

    hash: str
    file: str
    line: int
    function: str
    operator: str
    text: str
    diff: str

    @property
    def where(self) -> str:
        """File, line and function."""
        return f"{self.file}:{self.line} {self.function}"


@dataclass(frozen=True)
class Site:
    """A change that was not made yet."""

    hash: str
    file: Path
    line: int
    function: str
    change: Edit
    tree: ast.Module

    def slip(self) -> Slip:
        """Make it, and take it back."""
        before = ast.unparse(self.tree)
        self.change.make()
        try:
            after = ast.unparse(self.tree)
        finally:
            self.change.undo()
        lines = [*difflib.unified_diff(before.splitlines(), after.splitlines(), n=1, lineterm="")][3:]
        diff = "\n".join(line for line in lines if not line.startswith("@@"))
        return Slip(self.hash, str(self.file), self.line, self.function, self.change.operator, after, diff)


def sites() -> list[Site]:
    """All of them, file by file."""
    files = [*sources()]
    trees = {file: ast.parse((ROOT / file).read_text(encoding="utf-8")) for file in files}
    read = [
        ModuleSource(str(file), file, str(file), False, tree, compile("", "", "exec")) for file, tree in trees.items()
    ]
    known = known_of(read)
    return [site for file, tree in trees.items() for site in of_file(file, tree, known)]


def of_file(file: Path, tree: ast.Module, known: Known = NOTHING) -> Iterator[Site]:
    """The slips of one file."""
    count = Counter[str]()
    for change, path, line in _inside(tree, (), 0, None, known, constants_of(tree)):
        function = ".".join(path)
        key = "\0".join((file.name, function, change.operator, change.before, change.after))  # a room may be renamed
        count[key] += 1
        name = sha256(f"{key}\0{count[key]}".encode()).hexdigest()[:12]
        yield Site(name, file, change.line or line, function, change, tree)


def _inside(
    owner: ast.AST,
    path: tuple[str, ...],
    line: int,
    function: ast.FunctionDef | None,
    known: Known,
    constants: Constants,
) -> Nodes:
    for name, value in ast.iter_fields(owner):
        if name in UNTOUCHED.get(type(owner), ()):
            continue
        several = isinstance(value, list)
        for number, node in enumerate(value if several else [value]):
            if not isinstance(node, ast.AST) or _decides_nothing(node, owner):
                continue
            at = node.lineno if isinstance(node, ast.stmt) else line
            named = isinstance(node, ast.FunctionDef | ast.ClassDef)
            inner = (*path, node.name) if named else path  # type: ignore[attr-defined]
            around = node if isinstance(node, ast.FunctionDef) else function
            place = NodePlace(owner, name, number if several else None, around, known)
            yield from ((change, inner, at) for change in machine_changes(node, place, constants))
            yield from _inside(node, inner, at, around, known, constants)


def _decides_nothing(node: ast.AST, owner: ast.AST) -> bool:
    """Imports, documentation, help, what only the type checker reads, and the text around a value in it."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        return True
    if isinstance(node, ast.keyword) and node.arg in FOR_PEOPLE:
        return True
    if isinstance(owner, ast.JoinedStr) and isinstance(node, ast.Constant):
        return True
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True
    if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
        return True
    if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "__all__" for t in node.targets):
        return True
    if isinstance(owner, ast.Assign) and _is_a_bound(owner):
        return True
    if _names_an_encoding(node, owner):
        return True
    if isinstance(owner, ast.Call) and isinstance(owner.func, ast.Name) and owner.func.id in ("isinstance", "cast"):
        return node is owner.args[0 if owner.func.id == "cast" else 1]
    return False


def _names_an_encoding(node: ast.AST, owner: ast.AST) -> bool:
    """Whether a word is the name of an encoding, which Python reads whatever signs stand in it."""
    if isinstance(owner, ast.keyword):
        return owner.arg == "encoding"
    if not isinstance(owner, ast.Call) or not isinstance(owner.func, ast.Attribute):
        return False
    return owner.func.attr in ("encode", "decode") and isinstance(node, ast.Constant) and node in owner.args[:1]


def _is_a_bound(made: ast.Assign) -> bool:
    """Whether a bound of memory, time or length gets its number: which number is a choice, and no promise. What happens
    at the bound and one beyond it is tested by its name."""
    target = made.targets[0]
    named = isinstance(target, ast.Name) and BOUND.fullmatch(target.id)
    return bool(named) and not any(isinstance(node, ast.Call | ast.Name) for node in ast.walk(made.value))
