"""Modules whose functions say that they run: how they are compiled, and the digests by which a change is told."""

from __future__ import annotations

import ast
import marshal
import os
import sys
from hashlib import sha256
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, NamedTuple

from ludex import cache
from ludex.tracking import noting

FORM = 1  # of how modules are compiled here
PACKAGE = "ludex"
NOTE = "__note__"
RULES = f"{PACKAGE}.rules"
HERE = __name__.rpartition(".")[0]
UNNOTED = (HERE, cache.__name__, f"{PACKAGE}.cli", f"{PACKAGE}.crew")  # these run in threads, too


class NotedModule(NamedTuple):
    """A module: its code, a digest for each function in it, and one of all that is in no function.

    A name is that of a function or a method; what is defined inside of one belongs to it. The head of a function
    (name, arguments, marks) belongs to what is in none.
    """

    code: CodeType
    functions: dict[str, str]
    rest: str


BELOW = "./"  # how a path begins that is told as from the tree whose rules are noted
is_installed = False
_is_passing = False
_root = ""
_read: dict[tuple[str, str], NotedModule] = {}


def source_of(module: str, path: str) -> NotedModule:
    """A module as it was when this process first looked at it; raises OSError, SyntaxError."""
    if (module, path) not in _read:
        _read[module, path] = _known_or_compiled(module, path)
    return _read[module, path]


def read_source(module: str, path: Path) -> NotedModule:
    """A module as it is in a file, wherever that lies; raises OSError, SyntaxError."""
    return _compile(module, str(path), path.read_bytes())


def has_root() -> bool:
    """Whether paths are told as from the tree whose rules are noted."""
    return bool(_root)


def told_path(path: str) -> str:
    """A path as it is kept: below the root that ``install`` was given as from there, for the next may lie elsewhere."""
    return f"{BELOW}{path.removeprefix(_root)}" if _root and path.startswith(_root) else path


def path_of(told: str) -> str:
    """The path that was told so."""
    return f"{_root}{told.removeprefix(BELOW)}" if told.startswith(BELOW) else told


def _known_or_compiled(module: str, path: str) -> NotedModule:
    """A module is compiled once for each text of its file; of the last one it is kept what came of it.

    Not of one whose tree is gone the next time."""
    data = Path(path).read_bytes()
    if _is_passing and told_path(path) != path:
        return _compile(module, path, data)
    seal = sha256(f"{FORM} {sys.version} {module} {path}\n".encode() + data).hexdigest()
    kept = cache.folder() / "modules" / sha256(f"{module} {path}".encode()).hexdigest()
    try:
        head, _, body = kept.read_bytes().partition(b"\n")
        if head.decode() == f"{seal} {sha256(body).hexdigest()}":
            return NotedModule(*marshal.loads(body))
    except (OSError, ValueError, EOFError, TypeError):
        pass
    made = _compile(module, path, data)
    body = marshal.dumps(tuple(made))
    write(kept, f"{seal} {sha256(body).hexdigest()}\n".encode() + body)
    return made


def write(path: Path, data: bytes) -> None:
    """Keeps something in one step, or not at all where that cannot be: it can be made again."""
    beside = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_bytes(data)
        beside.replace(path)
    except OSError:
        beside.unlink(missing_ok=True)


def _compile(module: str, path: str, data: bytes) -> NotedModule:
    tree = ast.parse(data, path)
    functions: dict[str, str] = {}
    for name, node in _functions(tree, ""):
        functions[name] = _digest(functions.get(name, ""), *map(ast.dump, node.body))
    bodies = [(node, node.body) for _, node in _functions(tree, "")]
    for node, _ in bodies:
        node.body = []
    rest = _digest(ast.dump(tree))
    for node, body in bodies:
        node.body = body
    for name, node in _functions(tree, ""):
        _Notes(f"{module}:{name}").of(node)
    code = compile(ast.fix_missing_locations(_Imports().visit(tree)), path, "exec", dont_inherit=True)
    return NotedModule(code, functions, rest)


def _digest(*texts: str) -> str:
    return sha256("\0".join(texts).encode("utf-8", "surrogatepass")).hexdigest()[:24]


Function = ast.FunctionDef | ast.AsyncFunctionDef


def _functions(owner: Any, prefix: str) -> Any:
    """The functions of a module and the methods of its classes; one inside of another belongs to that."""
    for node in ast.iter_child_nodes(owner):
        if isinstance(node, Function):
            yield f"{prefix}{node.name}", node
        else:
            inner = f"{prefix}{node.name}." if isinstance(node, ast.ClassDef) else prefix
            yield from _functions(node, inner)


class _Notes(ast.NodeTransformer):
    """Has a function say its name when it runs, and all that is defined in it say the same."""

    def __init__(self, name: str) -> None:
        self.name = name

    def of(self, function: Any) -> None:
        function.body = [self.visit(node) for node in function.body]
        place = 1 if ast.get_docstring(function, clean=False) is not None else 0
        function.body.insert(place, ast.copy_location(ast.Expr(self._note()), function.body[0]))

    def _note(self) -> ast.Call:
        return ast.Call(ast.Name(NOTE, ast.Load()), [ast.Constant(self.name)], [])

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.of(node)
        return node

    visit_AsyncFunctionDef = visit_FunctionDef  # type: ignore[assignment]  # noqa: N815

    def visit_Lambda(self, node: ast.Lambda) -> ast.Lambda:
        self.generic_visit(node)
        both = ast.Tuple([self._note(), node.body], ast.Load())
        node.body = ast.copy_location(ast.Subscript(both, ast.Constant(1), ast.Load()), node.body)
        return node


class _Imports(ast.NodeTransformer):
    """Whoever remembers values does so by ``noting``, which knows what they were made of."""

    def visit_ImportFrom(self, node: ast.ImportFrom) -> Any:
        if node.module != "functools" or node.level:
            return node
        ours = [name for name in node.names if name.name in noting.REMEMBERING]
        theirs = [name for name in node.names if name.name not in noting.REMEMBERING]
        found = [(f"{HERE}.noting", ours), ("functools", theirs)]
        return [ast.copy_location(ast.ImportFrom(where, names, 0), node) for where, names in found if names]


class _Noting(SourceFileLoader):
    """Loads a module whose functions are noted; what runs while it is read is noted for all that the process makes."""

    def get_code(self, fullname: str) -> CodeType:  # what is noted keeps a cache of its own
        return source_of(fullname, self.path).code

    def exec_module(self, module: ModuleType) -> None:
        vars(module)[NOTE] = noting.note
        with noting.for_all():
            super().exec_module(module)


class _Finder(MetaPathFinder):
    def __init__(self, packages: frozenset[str]) -> None:
        self.packages = packages

    def find_spec(self, name: str, path: Any, target: ModuleType | None = None) -> ModuleSpec | None:
        if name.partition(".")[0] not in self.packages or name.startswith(UNNOTED):
            return None
        found = PathFinder.find_spec(name, path, target)
        if found is not None and isinstance(found.loader, SourceFileLoader):
            found.loader = _Noting(name, found.loader.path)
        return found


def noted_modules() -> dict[str, str]:
    """The modules of this process whose functions are noted, each with its file."""
    every = [(name, getattr(module, "__spec__", None)) for name, module in [*sys.modules.items()]]
    return {name: str(spec.origin) for name, spec in every if spec is not None and isinstance(spec.loader, _Noting)}


def others() -> list[tuple[str, int, int]]:
    """All other modules of this process that have a file: with its size, and when it was written."""
    files = {getattr(module, "__file__", None) for module in [*sys.modules.values()]} - {
        None,
        *noted_modules().values(),
    }
    return sorted((str(file), *stamp_of(str(file))) for file in files)


def stamp_of(path: str) -> tuple[int, int]:
    """The size of a file, and when it was written; zeros where there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return 0, 0
    return found.st_size, found.st_mtime_ns


def install(root: Path | None = None, is_passing: bool = False) -> None:
    """From now on this process notes what runs, and what is read; not one that has imported the rules already.

    ``root``: the tree of the rules, where the next may be another one; ``is_passing``: it is gone then."""
    global is_installed, _is_passing, _root
    if is_installed or RULES in sys.modules:
        return
    try:
        _unseen.append(f"{cache.folder()}/")
    except RuntimeError:  # there is no home to keep anything in
        return
    from importlib.metadata import entry_points

    layers = [group for group in entry_points().groups if group.startswith(f"{PACKAGE}.")]
    points = [point for layer in layers for point in entry_points(group=layer)]
    packages = frozenset({PACKAGE, *(point.module.partition(".")[0] for point in points)})
    sys.meta_path.insert(0, _Finder(packages))
    sys.addaudithook(_note_file)
    _root, _is_passing = f"{os.path.abspath(root)}/" if root else "", is_passing
    is_installed = True


def _note_file(event: str, args: tuple[Any, ...]) -> None:
    if event == "open" and isinstance(args[0], str | os.PathLike) and not args[2] & (os.O_WRONLY | os.O_RDWR):
        path = os.path.abspath(os.fspath(args[0]))
        if not path.startswith(tuple(_unseen)) and not path.endswith(_CODE):
            noting.note(f"file:{told_path(path)}")
    elif event in ("os.scandir", "os.listdir") and isinstance(args[0], str | os.PathLike):
        path = os.path.abspath(os.fspath(args[0]))
        if not path.startswith(tuple(_unseen)):
            noting.note(f"folder:{told_path(path)}")


# Modules are told apart by their code; what lies in a cache was made of what is noted.
_CODE = (".py", ".pyc", ".so")
_unseen = [f"{sys.prefix}/", f"{sys.base_prefix}/", "/proc/", "/dev/"]
