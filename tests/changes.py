"""Single functions of a game's rules, changed one at a time, in a copy of the tree."""

from __future__ import annotations

import ast
import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from ludex.mutation.mutants import Mutant, mutants_of
from ludex.mutation.sources import sources_of

ROOT = Path(__file__).parents[1]
LAYERS = ("reference", "grammar", "conformance")
PARTS = ("reference", "grammar", "conformance/ludex", "spec", "vectors", "pyproject.toml")
MAIN = "import sys; from ludex.cli import main; sys.exit(main())"


class Change(NamedTuple):
    """A file of the rules with one slip in one function."""

    file: str
    function: str
    what: str
    text: str


def copied(folder: Path) -> Path:
    """A copy of the tree, as far as vectors are made of it."""
    for part in PARTS:
        source, target = ROOT / part, folder / part
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)
    return folder


def env_of(tree: Path, kept: Path, site: Path | None = None) -> Mapping[str, str]:
    """The environment in which a command runs by the code of a copied tree, and keeps what it makes in a folder."""
    paths = [*(str(tree / layer) for layer in LAYERS), *([str(site)] if site else ())]
    return {**os.environ, "PYTHONPATH": ":".join(paths), "LUDEX_CACHE": str(kept), "PYTHONDONTWRITEBYTECODE": "1"}


def drawn(game: str, seed: str, many: int, site: Path = ROOT) -> list[Change]:
    """The first of these changes, drawn by a process for which the game is installed there."""
    env = {**os.environ, "PYTHONPATH": str(site), "PYTHONDONTWRITEBYTECODE": "1"}
    words = [sys.executable, "-m", "tests.changes", game, seed, str(many)]
    told = subprocess.run(words, cwd=ROOT, env=env, capture_output=True, check=True).stdout
    return [Change(*one) for one in json.loads(told)]


def command(*words: str) -> list[str]:
    """A command, as a process of its own runs it."""
    return [sys.executable, "-c", MAIN, *words]


def changes(game: str, seed: str) -> Iterator[Change]:
    """Slips in functions of a game's own rules, no function twice, drawn by the seed."""
    sources_of.cache_clear()
    able = [one for one in mutants_of(game) if one.begins and not one.is_shared]
    random.Random(seed).shuffle(able)
    first = {(one.module, one.function): number for number, one in reversed([*enumerate(able)])}
    for number in sorted(first.values()):
        sources_of.cache_clear()  # a slip stays in the tree in which it is made
        again = {one.hash: one for one in mutants_of(game)}
        yield _change(again[able[number].hash])


def _change(mutant: Mutant) -> Change:
    source = sources_of(mutant.game)[mutant.module]
    lines = source.path.read_text(encoding="utf-8").splitlines(keepends=True)
    mutant.change.make()
    function = next(
        node
        for node in ast.walk(source.tree)
        if isinstance(node, ast.FunctionDef)
        and mutant.begins == min([node.lineno, *(mark.lineno for mark in node.decorator_list)])
    )
    begin, end, indent = mutant.begins - 1, function.end_lineno, " " * function.col_offset
    made = "".join(f"{indent}{line}\n" for line in ast.unparse(function).splitlines())
    return Change(source.shown, mutant.function, mutant.what, "".join([*lines[:begin], made, *lines[end:]]))


if (
    __name__ == "__main__"
):  # GAME SEED NUMBER: so many changes as JSON, told by a process that the game is installed for
    print(json.dumps([*islice(changes(*sys.argv[1:3]), int(sys.argv[3]))]))
