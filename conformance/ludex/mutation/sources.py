"""The sources that a game is decided by: its reference, and the rules that all games share, each as a tree."""

from __future__ import annotations

import ast
import importlib.util
from functools import lru_cache
from pathlib import Path
from types import CodeType

from msgspec import Struct

from ludex.fault import Fault
from ludex.seam import GAMES, games_in, package_of

SHARED = "ludex.rules"


class ModuleSource(Struct, frozen=True):
    """One module: its dotted name, its file, how the file is called in reports, and its tree."""

    name: str
    path: Path
    shown: str
    is_package: bool
    tree: ast.Module
    code: CodeType

    @property
    def is_shared(self) -> bool:
        """Whether all games share it."""
        return self.name.split(".")[:2] == SHARED.split(".")


@lru_cache
def sources_of(game: str) -> dict[str, ModuleSource]:
    """The modules of a game's reference and of the shared rules, by name."""
    package = package_of(GAMES, game)
    if package is None:
        raise Fault(f"no reference for {game!r}", f"Games: {', '.join(games_in(GAMES)) or 'none'}.")
    return {source.name: source for name in (SHARED, package) for source in _modules(name)}


def _modules(package: str) -> list[ModuleSource]:
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        raise Fault(f"the package {package} is not installed")
    root = Path(spec.origin)
    if root.name != "__init__.py":
        return [_source(package, root, False)]
    found = []
    for path in sorted(root.parent.rglob("*.py")):
        parts = path.relative_to(root.parent).with_suffix("").parts
        is_package = parts[-1] == "__init__"
        found.append(_source(".".join((package, *(parts[:-1] if is_package else parts))), path, is_package))
    return found


def _source(name: str, path: Path, is_package: bool) -> ModuleSource:
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    below = name.split(".")[:-1] if not is_package else name.split(".")
    shipped = ("reference",) if below[0] == "ludex" else ()  # another package lies wherever it is installed
    shown = "/".join((*shipped, *below, path.name))
    return ModuleSource(name, path, shown, is_package, tree, compile(tree, str(path), "exec"))
