"""The rooms of the tree: who may import whom, dynamic imports included, and that the map of the rooms is true."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LAYERS = ("reference", "grammar", "conformance")
MAP = ROOT / "conformance" / "ludex" / "README.md"


def rooms_in_order() -> list[str]:
    """The rooms as the map lists them, the lowest first: each may import those before it, and itself."""
    _, _, table = MAP.read_text(encoding="utf-8").partition("## The rooms")
    return [room for line in table.splitlines() for room in re.findall(r"^\| `(\w+)/?` \|", line)]


def modules() -> Iterator[tuple[str, Path]]:
    """Every module of the three layers: its dotted name after `ludex.`, and its file."""
    for layer in LAYERS:
        root = ROOT / layer / "ludex"
        for path in sorted(root.rglob("*.py")):
            parts = path.relative_to(root).with_suffix("").parts
            if "kit" not in parts and "kits" not in parts[:-2]:  # those are written into somebody else's folder
                yield ".".join(part for part in parts if part != "__init__"), path


FILES = list(modules())


def room_of(name: str) -> str:
    return name.split(".")[0]


def room_of_path(path: Path) -> str:
    return path.relative_to(next(ROOT / layer / "ludex" for layer in LAYERS if layer in path.parts)).parts[0]


def imports(path: Path) -> Iterator[str]:
    """What a file imports of the tree, after `ludex.`: by statements wherever they stand, and by names in strings."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name.removeprefix("ludex.") for name in node.names if name.name.startswith("ludex."))
        elif isinstance(node, ast.ImportFrom) and node.module == "ludex":
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("ludex."):
            yield node.module.removeprefix("ludex.")
            yield from (f"{node.module.removeprefix('ludex.')}.{name.name}" for name in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            named = re.findall(r"^ludex\.([a-z_]+(?:\.[a-z_]+)*)$", node.value)
            yield from (name for name in named if name != room_of_path(path))  # a package may say its own name


def test_the_map_lists_every_room_once_and_no_other() -> None:
    listed = Counter(rooms_in_order())
    assert set(listed) == {room_of(name) for name, _ in FILES}
    assert set(listed.values()) == {1}


@pytest.mark.parametrize(("name", "path"), FILES, ids=[name for name, _ in FILES])
def test_no_arrow_points_up(name: str, path: Path) -> None:
    order = rooms_in_order()
    here = order.index(room_of(name))
    up = sorted({found for found in imports(path) if room_of(found) in order[here + 1 :]})
    assert not up, f"{name} is in a room below what it imports"


def circles(arrows: dict[str, set[str]]) -> list[list[str]]:
    """The groups of modules that lead to each other."""
    reached: dict[str, set[str]] = {}
    for name in arrows:
        found, left = set[str](), [*arrows[name]]
        while left:
            one = left.pop()
            if one not in found:
                found.add(one)
                left += arrows[one]
        reached[name] = found
    groups = {
        frozenset(one for one in found if name in reached[one]) for name, found in reached.items() if name in found
    }
    return sorted(map(sorted, groups))


def test_circles_are_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"d"}}) == [["b", "c"], ["d"]]


def test_no_modules_import_each_other_in_a_circle() -> None:
    names = {name for name, _ in FILES}
    arrows: dict[str, set[str]] = {}
    for name, path in FILES:
        found = {one for one in imports(path) if one in names}
        arrows[name] = {one for one in found if one != name and not any(other.startswith(f"{one}.") for other in found)}
    assert len(arrows) > 100
    assert circles(arrows) == []


def test_every_module_that_the_map_names_is_there() -> None:
    text = MAP.read_text(encoding="utf-8")
    named = re.findall(r"`((?:[a-z_]+/)*[a-z_]+\.py)(?:::\w+)?`", re.sub("`tests/[a-z_]+.py`", "", text))
    assert len(named) > 10
    roots = [ROOT / layer / "ludex" for layer in LAYERS]
    assert not [name for name in named if not any((root / name).is_file() for root in roots)]


def test_every_function_that_the_map_names_is_there() -> None:
    text = MAP.read_text(encoding="utf-8")
    named = re.findall(r"`((?:[a-z_]+/)*[a-z_]+\.py)::(\w+)`", text)
    assert len(named) > 10
    roots = [ROOT / layer / "ludex" for layer in LAYERS]
    for module, name in named:
        source = "".join((root / module).read_text(encoding="utf-8") for root in roots if (root / module).is_file())
        assert re.search(rf"^ *(?:def|class) {name}\b|^{name}\b", source, re.MULTILINE), f"{module} has no {name}"


PURE = {"judge": {"subprocess", "socket", "signal", "select", "selectors", "time", "threading", "os", "shutil"}}


@pytest.mark.parametrize("path", [path for name, path in FILES if room_of(name) in PURE], ids=lambda path: path.stem)
def test_the_judge_has_no_process_clock_file_or_printing(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imported = {
        name.split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module or ""] if isinstance(node, ast.ImportFrom) else [one.name for one in node.names])
    }
    called = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    touched = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert not imported & PURE["judge"]
    assert not called & {"print", "open", "input"}
    assert not touched & {"read_text", "read_bytes", "write_text", "write_bytes", "today", "now", "stdout", "stderr"}


def test_a_public_class_name_occurs_once() -> None:
    """Once in what serves all games, and never there what a game calls its own; a game's words are its rulebook's.

    Games may use the same word (each has units): a new game must not be made to avoid the words of the others.
    """
    found: dict[tuple[str, str], list[str]] = {}
    games = sorted({name.split(".")[1] for name, _ in FILES if name.startswith("games.")})
    for name, path in FILES:
        game = next((part for part in name.split(".")[1:2] if part in games), "")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found.setdefault((game, node.name), []).append(f"{name}.{node.name}")
    assert len(found) > 200
    twice = [places for places in found.values() if len(places) > 1]
    shared = {name for game, name in found if not game}
    clashing = [places for (game, name), places in found.items() if game and name in shared]
    assert not twice + clashing
