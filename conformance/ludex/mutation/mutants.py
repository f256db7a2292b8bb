"""Every mutant of a game's reference: one slip each, with a name that stays while the code around it changes."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from msgspec import Struct

from ludex.mutation.changing import Edit
from ludex.mutation.mentioning import first_line
from ludex.mutation.operators import SETTLED, UNREACHED, Known, NodePlace, changes_of, marks_of, only_impossible
from ludex.mutation.sources import ModuleSource, sources_of

MODULE = "<module>"
# What only describes: the register's points for people, names handed on, and a line that no input reaches.
DESCRIBING = {"Entry", "Ruling"}


class Mutant(Struct, frozen=True):
    """One slip: its lasting name, where it is made, and the clauses of the function around it.

    ``begins`` is the line on which that function begins (0 outside of any), ``statement`` that of the statement;
    ``entries`` are the points of the register that the function asks about.
    """

    hash: str
    game: str
    module: str
    file: str
    line: int
    function: str
    begins: int
    statement: int
    clauses: tuple[str, ...]
    entries: tuple[str, ...]
    change: Edit

    @property
    def is_shared(self) -> bool:
        """Whether it is a mutant of the rules that all games share."""
        return sources_of(self.game)[self.module].is_shared

    @property
    def where(self) -> str:
        """File and line."""
        return f"{self.file}:{self.line}"

    @property
    def what(self) -> str:
        """The slip in words."""
        return edit_in_words(self.change)

    def tree(self) -> dict[str, ast.Module]:
        """The changed module by its name; to be called once, where the change may stay."""
        self.change.make()
        return {self.module: sources_of(self.game)[self.module].tree}


def edit_in_words(change: Edit) -> str:
    """`drop a sign: not x -> x`: the kind of a slip, and the code before and after it."""
    before, after = _brief(change.before, change.after)
    return f"{change.operator}: {before or 'nothing'} -> {after or 'nothing'}"


def _brief(before: str, after: str, room: int = 60, beside: int = 20) -> tuple[str, str]:
    """Two texts on one line each, cut down to where they differ and a little beside it."""
    one, other = " ".join(before.split()), " ".join(after.split())
    alike = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    start = alike - beside if max(len(one), len(other)) > room and alike > beside else 0
    return _cut(one, start, room), _cut(other, start, room)


def _cut(text: str, start: int, room: int) -> str:
    rest = text[start:]
    return ("…" if start else "") + (rest if len(rest) <= room else rest[: room - 1] + "…")


def mutants_of(game: str) -> list[Mutant]:
    """All mutants of a game's reference and of the shared rules, file by file.

    Those of the shared rules are the same whatever the game.
    """
    sources = tuple(sources_of(game).values())
    shared = tuple(one for one in sources if one.is_shared)
    own = tuple(one for one in sources if not one.is_shared)
    return [*_mutants_in(game, shared, shared), *_mutants_in(game, own, sources)]


@lru_cache(maxsize=16)
def _mutants_in(game: str, sources: tuple[ModuleSource, ...], beside: tuple[ModuleSource, ...]) -> tuple[Mutant, ...]:
    """The mutants of some modules, whose types are known from those beside them; a campaign asks for them often."""
    known = known_of(beside)
    return tuple(mutant for source in sources for mutant in _of_source(game, source, known))


def changes_in(function: ast.FunctionDef, known: Known) -> Iterator[Edit]:
    """Every slip in one function."""
    place = NodePlace(ast.Module([function], []), "body", 0, None, known)
    yield from (change for change, _ in _node(function, place, _enter(function, _Spot())))


def names_in(game: str) -> frozenset[str]:
    """What can be named in a reference: ``file:name`` of every function and of all that has a name outside of one."""
    return frozenset(f"{source.shown}:{name}" for source in sources_of(game).values() for name in _names(source.tree))


def _names(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        if isinstance(node, ast.ClassDef):
            yield from (f"{node.name}.{one.name}" for one in node.body if isinstance(one, ast.FunctionDef))
        if isinstance(node, ast.Assign | ast.AnnAssign):
            yield from _bound(node)


def known_of(sources: Iterable[ModuleSource]) -> Known:
    """Which fields and which arguments have the same type."""
    fields: dict[str, list[tuple[str, ...]]] = {}
    signatures: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for node in (node for source in sources for node in ast.walk(source.tree)):
        if isinstance(node, ast.ClassDef):
            types = _types_of(node)
            signatures.setdefault(node.name, []).append((tuple(types.values()), node.name))
            for name, kind in types.items():
                fields.setdefault(name, []).append(tuple(o for o, k in types.items() if k == kind and o != name))
        elif isinstance(node, ast.FunctionDef):
            signatures.setdefault(node.name, []).append(_signature(node))
    return Known(
        {name: found[0] for name, found in fields.items() if len(found) == 1 and found[0]},
        {name: found[0] for name, found in signatures.items() if len({*found}) == 1},
    )


def _types_of(node: ast.ClassDef) -> dict[str, str]:
    """The fields of a class with their types."""
    stated = [one for one in node.body if isinstance(one, ast.AnnAssign)]
    return {one.target.id: ast.unparse(one.annotation) for one in stated if isinstance(one.target, ast.Name)}


def _signature(node: ast.FunctionDef) -> tuple[tuple[str, ...], str]:
    taken = [argument for argument in node.args.args if argument.arg != "self"]
    return tuple(_type(argument.annotation) for argument in taken), _type(node.returns)


def _type(node: ast.expr | None) -> str:
    return "" if node is None else ast.unparse(node)


def _sorters(tree: ast.Module) -> frozenset[str]:
    """The functions by which a module only sorts what it lists: an order decides nothing."""
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    keys = (key for call in calls if _called_name(call) == "sorted" for key in call.keywords if key.arg == "key")
    return frozenset(key.value.id for key in keys if isinstance(key.value, ast.Name))


def _called_name(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else ""


def _of_source(game: str, source: ModuleSource, known: Known) -> Iterator[Mutant]:
    count = Counter[str]()
    sorters = _sorters(source.tree)
    for change, at in _children(source.tree, _Spot(), known):
        if not sorters.isdisjoint(at.path):
            continue
        function = ".".join(at.path) or MODULE
        parts = (source.shown, function, change.operator, change.before, change.after)
        key = "\0".join(parts)
        count[key] += 1
        name = sha256(f"{key}\0{count[key]}".encode()).hexdigest()[:12]
        begins = first_line(at.function) if at.function else 0
        line = change.line or at.statement
        asks = _asks(at.function)
        yield Mutant(
            name, game, source.name, source.shown, line, function, begins, at.statement, at.clauses, asks, change
        )


def _asks(function: ast.FunctionDef | None) -> tuple[str, ...]:
    """The points of the register that a function asks about by name."""
    found = set[str]()
    for node in ast.walk(function) if function else ():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "reads":
            found |= {a.value for a in node.args[:1] if isinstance(a, ast.Constant) and isinstance(a.value, str)}
    return tuple(sorted(found))


class _Spot(NamedTuple):
    """How far a walk has come: names of classes and functions, the clauses of the nearest mark, and the statement."""

    path: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    function: ast.FunctionDef | None = None
    statement: int = 0


def _children(owner: ast.AST, at: _Spot, known: Known) -> Iterator[tuple[Edit, _Spot]]:
    for name, value in ast.iter_fields(owner):
        if name in UNTOUCHED.get(type(owner), ()):
            continue
        several = isinstance(value, list)
        for index, node in enumerate(value if several else [value]):
            if isinstance(node, ast.AST) and not _describes(node, owner):
                place = NodePlace(owner, name, index if several else None, at.function, known)
                yield from _node(node, place, _enter(node, at))


def _is_union(node: ast.AST) -> bool:
    """One type or another: ``Move | Attack``."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return _is_union(node.left) and _is_union(node.right)
    return isinstance(node, ast.Name) and node.id[0].isupper() and not node.id.isupper()


def _enter(node: ast.AST, at: _Spot) -> _Spot:
    if isinstance(node, ast.stmt):
        at = at._replace(statement=node.lineno)
    if not at.path and isinstance(node, ast.Assign | ast.AnnAssign):
        at = at._replace(path=_bound(node))
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        at = at._replace(path=(*at.path, node.name))
    if isinstance(node, ast.FunctionDef):
        at = at._replace(clauses=tuple(clause for _, clause in marks_of(node)) or at.clauses, function=node)
    return at


def _bound(node: ast.Assign | ast.AnnAssign) -> tuple[str, ...]:
    """The name that a statement outside of functions gives to what it makes, by which it is known in reports."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return tuple(target.id for target in targets if isinstance(target, ast.Name))[:1]


def _node(node: ast.AST, place: NodePlace, at: _Spot) -> Iterator[tuple[Edit, _Spot]]:
    yield from ((change, at) for change in changes_of(node, place))
    yield from _children(node, at, place.known)


# Fields in which there are no rules: types, marks, names that are bound.
UNTOUCHED: dict[type[ast.AST], tuple[str, ...]] = {
    ast.FunctionDef: ("decorator_list", "returns"),
    ast.ClassDef: ("decorator_list", "bases", "keywords"),
    ast.AnnAssign: ("annotation", "target"),
    ast.Assign: ("targets",),
    ast.arg: ("annotation",),
    ast.For: ("target",),
    ast.comprehension: ("target",),
    ast.Raise: ("cause",),
}


def _describes(node: ast.AST, owner: ast.AST) -> bool:
    """Whether a node says nothing that the rules turn on."""
    if isinstance(node, ast.Import | ast.ImportFrom | ast.alias | ast.FormattedValue | ast.JoinedStr):
        return True
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True
    if isinstance(node, ast.Assign):
        return any(isinstance(target, ast.Name) and target.id == "__all__" for target in node.targets)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id in DESCRIBING or node.func.id == UNREACHED
    if isinstance(node, ast.keyword):
        return node.arg in SETTLED
    if isinstance(owner, ast.Assign | ast.AnnAssign) and isinstance(owner.value, ast.Tuple) and node is owner.value:
        return all(isinstance(member, ast.Call) and _describes(member, node) for member in node.elts)
    return _is_type(node, owner) or only_impossible(node) or _records(node)


def _records(node: ast.AST) -> bool:
    """What keeps the record of what was asked, and the words of an exception: no rule."""
    if isinstance(node, ast.If):
        return isinstance(node.test, ast.Compare) and _is_record(node.test.left)
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        called = ast.walk(node.value.func)
        return any(_is_record(one) or (isinstance(one, ast.Name) and one.id == "super") for one in called)
    return False


def _is_record(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id == "trace"


def _is_type(node: ast.AST, owner: ast.AST) -> bool:
    """The second argument of isinstance, and types in a subscript: ``set[str]()``, ``Callable[..., bool]``."""
    if isinstance(owner, ast.Call) and isinstance(owner.func, ast.Name) and owner.func.id == "isinstance":
        return node is owner.args[1]
    if isinstance(owner, ast.Assign) and _is_union(node):
        return True
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
        return node.value.id[0].isupper() or node.value.id in ("set", "dict", "list", "tuple", "frozenset")
    return False
