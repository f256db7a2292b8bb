"""Mutants of what changed since a revision: those of the functions that say something else."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from ludex.mutation.changed import mutants_since
from ludex.mutation.mutants import mutants_of

ROOT = Path(__file__).parents[2]
TURNS = "reference/ludex/games/tactics/turns.py"


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The rules in a tree of their own."""
    folder = tmp_path_factory.mktemp("before")
    for part in ("reference/ludex/rules", "reference/ludex/games/tactics"):
        shutil.copytree(ROOT / part, folder / part)
    return folder


def functions_of(before: Path, change: Callable[[str], str]) -> set[str]:
    """Where the mutants are that are looked at when this was otherwise before."""
    path = before / TURNS
    text = path.read_text()
    assert change(text) != text
    path.write_text(change(text))
    try:
        return {f"{one.module.rpartition('.')[2]}.{one.function}" for one in mutants_since("tactics", before)}
    finally:
        path.write_text(text)


def test_where_nothing_changed_there_is_nothing_to_look_at(before: Path) -> None:
    assert mutants_since("tactics", before) == []


def test_a_function_that_changed_has_all_its_mutants(before: Path) -> None:
    found = functions_of(before, lambda text: text.replace("return q.action.type is not None", "return True"))
    assert found == {"turns.type_is_given"}


def test_a_comment_is_no_change(before: Path) -> None:
    assert functions_of(before, lambda text: text.replace("\n\n\n", "\n\n\n# A remark.\n", 1)) == set()


def test_a_module_that_was_not_there_is_new(before: Path) -> None:
    path = before / TURNS
    text = path.read_text()
    path.unlink()
    try:
        found = {one.module for one in mutants_since("tactics", before)}
        assert found == {"ludex.games.tactics.turns"}
        every = [one.hash for one in mutants_of("tactics") if one.module in found]
        assert [one.hash for one in mutants_since("tactics", before)] == every
    finally:
        path.write_text(text)
