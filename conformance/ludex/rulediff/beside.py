"""What changed beside rules and answers, and says what is asked, excused or judged: a person has to look at it."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ludex.rulebook import Clause, outside_of_clauses, read_rulebook
from ludex.rulediff.kept import first_names
from ludex.rulediff.revisions import files_in
from ludex.rulediff.sides import Tree
from ludex.scenario.text_blocks import blocks_of

CHANGES = "changes/"


class Room(NamedTuple):
    """Files that say one thing, by how their paths begin."""

    what: str
    places: tuple[str, ...]


OF_A_GAME = (
    Room("excuses", ("vectors/{game}/power.toml", "spec/{game}/matrix.toml")),
    Room(
        "what stands for all vectors",
        ("vectors/{game}/core.json", "vectors/{game}/strangers.json", "vectors/{game}/pairs.json"),
    ),
    Room(
        "the form of questions and answers",
        (
            "spec/{game}/wire.schema.json",
            "spec/{game}/schema/",
            "spec/{game}/examples.json",
            "vectors/{game}/{game}.schema.json",
        ),
    ),
    Room("what is worth asking, and what is free", ("conformance/ludex/suites/{game}/", "spec/{game}/cases/")),
    Room(
        "how a game is read, shown and turned round",
        ("conformance/ludex/support/{game}/", "grammar/ludex/notation/{game}/"),
    ),
)
SHARED = (
    Room("the code that judges", ("conformance/ludex/", "grammar/")),
    Room("what all games are written in", ("conformance/PROTOCOL.md", "spec/language/", "vectors/schema/")),
    Room(
        "what runs before a merge",
        (
            ".ci/",
            ".git",  # .github, .gitattributes, .gitignore, .gitmodules
            ".pre-commit",
            "action.yml",
            "Makefile",
            "pyproject.toml",
            "tests/conftest.py",
            "tests/guards.py",
        ),
    ),
)
_SCENARIO = re.compile(r'(?:scenario|outline) "(?P<name>.*)"')


@dataclass(frozen=True)
class FilesChanged:
    """The files that differ between two trees, with what they held and hold; None where there is none."""

    trees: tuple[Tree, Tree]
    old: Mapping[str, bytes]
    new: Mapping[str, bytes]

    def below(self, *starts: str) -> Iterator[str]:
        """Those of them whose paths begin so."""
        yield from (path for path in sorted({*self.old, *self.new}) if path.startswith(starts))


def changed_between(old: Tree, new: Tree) -> FilesChanged:
    """What differs between a revision that is laid out and a checkout."""
    laid_out = (path for path in old.root.rglob("*") if path.is_file())
    was = {path.relative_to(old.root).as_posix(): path.read_bytes() for path in laid_out}
    now = files_in(new.root)
    differing = {path for path in {*was, *now} if was.get(path) != now.get(path)}
    return FilesChanged((old, new), *({path: tree[path] for path in differing & tree.keys()} for tree in (was, now)))


def of_game(changed: FilesChanged, game: str) -> Iterator[str]:
    """What changed beside the rules of a game."""
    for room in OF_A_GAME:
        yield from _lines_naming(
            f"{room.what} changed", changed.below(*(place.format(game=game) for place in room.places))
        )
    yield from _of_rulebook(changed, game)
    yield from _lines_naming("scenarios that are gone, or say less", _weaker_scenarios(changed, game))


def of_all(changed: FilesChanged, games: set[str]) -> Iterator[str]:
    """What changed of what all games share."""
    own = tuple(place.format(game=game) for room in OF_A_GAME for game in games for place in room.places)
    seen = set(changed.below(*own))
    for room in SHARED:
        yield from _lines_naming(
            f"{room.what} changed", (path for path in changed.below(*room.places) if path not in seen)
        )
    gone, other = _tests(changed)
    yield from _lines_naming("tests that are gone", gone)
    yield from _lines_naming("tests that say something else", other)


def history_rewritten(changed: FilesChanged) -> list[str]:
    """The declarations of earlier changes that are gone, or not what they were."""
    return [path for path in changed.below(CHANGES) if path in changed.old]


def _lines_naming(what: str, names: Iterable[str]) -> Iterator[str]:
    if found := list(names):
        yield f"{what}: {first_names(found)}"


# The rulebook


def _of_rulebook(changed: FilesChanged, game: str) -> Iterator[str]:
    chapters = list(changed.below(f"spec/{game}/rulebook/"))
    if not chapters:
        return
    old, new = (read_rulebook(tree.spec / game / "rulebook") for tree in changed.trees)
    beside = [clause for clause in old if clause in new and _beside(old[clause]) != _beside(new[clause])]
    yield from _lines_naming("what stands below the sentence of a clause changed", beside)
    outside = [path for path in chapters if len({outside_of_clauses(tree.root / path) for tree in changed.trees}) > 1]
    yield from _lines_naming("text outside of clauses changed", outside)


def _beside(clause: Clause) -> tuple[str, ...]:
    return clause.role, clause.title, clause.source, clause.notes


# Scenarios


def _weaker_scenarios(changed: FilesChanged, game: str) -> Iterator[str]:
    """The scenarios that lost more words than they got, or that are gone."""
    before, now = (_scenarios(held, changed, game) for held in (changed.old, changed.new))
    for name, words in before.items():
        others = now.get(name, Counter())
        if (words - others).total() > (others - words).total():
            yield name


def _scenarios(held: Mapping[str, bytes], changed: FilesChanged, game: str) -> dict[str, Counter[str]]:
    """The words of each scenario by file and name, without comments; what stands in none, by the file."""
    found: dict[str, Counter[str]] = {}
    for path in changed.below(f"spec/{game}/scenarios/"):
        text = held.get(path, b"").decode("utf-8", "replace")
        for block in blocks_of(text):
            named = _SCENARIO.match(block.text)
            lines = (line for line in block.text.splitlines() if not line.lstrip().startswith("--"))
            words = " ".join(lines).split()
            found.setdefault(f"{path}: {named['name']}" if named else path, Counter()).update(words)
    return found


# Tests


def _tests(changed: FilesChanged) -> tuple[list[str], list[str]]:
    """The tests that are gone, and those that say something else."""
    gone, other = [], []
    for path in changed.below("tests/"):
        old, new = (_functions(held.get(path, b"")) for held in (changed.old, changed.new))
        told = [f"{path}::{name}" for name in old if name.startswith("test_") and name not in new]
        gone += told
        other += [f"{path}::{name}" for name in old if name in new and old[name] != new[name]]
    return gone, other


def _functions(data: bytes) -> dict[str, str]:
    try:
        module = ast.parse(data)
    except (SyntaxError, ValueError):
        return {}
    return {node.name: ast.dump(node) for node in module.body if isinstance(node, ast.FunctionDef)}
