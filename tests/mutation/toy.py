"""A tiny reference and a few vectors, to see campaigns at work without a game."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest

from ludex.mutation.sources import SHARED, ModuleSource, _modules
from tests import vector_files

GAME = "toygame"
CODE = '''
"""Countdown: take one to three; who takes the last has won."""

from ludex.rules import Edition, Entry, Illegal, Register, Unreadable, check, effect, require

REGISTER = Register((Edition("v1"),), (Entry("at-most", ("three", "two"), "three", ("TOY-TAK-2",), "How many."),))
PREFIX = "TOY"


@check("TOY-TAK-1")
def is_left(position, take, rules):
    return take <= position


@check("TOY-TAK-2")
def is_not_too_many(position, take, rules):
    return 0 < take <= (2 if rules.reads("at-most", "two") else 3)


CHECKS = (is_left, is_not_too_many)


@effect("TOY-TAK-3")
def taken(position, take):
    return position - take


def read_position(data, rules):
    return data


def show_position(position):
    return position


def apply(position, take, rules, by=None):
    require(Illegal, CHECKS, position, take, rules)
    return taken(position, take)


def legal(position, rules):
    return [take for take in (1, 2, 3) if all(check(position, take, rules) for check in CHECKS)]


def unused(position):
    return position < 3


OPERATIONS = {}
'''


def vector(
    name: str, position: int, action: int, expect: object, clause: str, holds: object = None
) -> dict[str, object]:
    told = {"holds": holds} if holds else {}
    asked = {"position": position, "action": action}
    return {"id": name, "why": name, "clauses": [clause], "input": asked, **told, "expect": expect}


def refused(*clauses: str) -> dict[str, object]:
    return {"illegal": {"broken": list(clauses), "moot": []}}


THREE, TWO = [{"at-most": ["three"]}], [{"at-most": ["two"]}]
VECTORS = [
    vector("take-one-00000001", 5, 1, {"position": 4}, "TOY-TAK-3"),
    vector("take-last-00000002", 2, 2, {"position": 0}, "TOY-TAK-1"),
    vector("take-more-00000003", 1, 2, refused("TOY-TAK-1"), "TOY-TAK-1"),
    vector("take-four-00000004", 9, 4, refused("TOY-TAK-2"), "TOY-TAK-2"),
    vector("take-three-00000005", 9, 3, {"position": 6}, "TOY-TAK-2", THREE),
    vector("take-three-00000005", 9, 3, refused("TOY-TAK-2"), "TOY-TAK-2", TWO),
]


def lay_down(root: Path, vectors: list[dict[str, object]]) -> None:
    """Write the vectors of the toy."""
    readings = {"at-most": {"choices": ["three", "two"], "default": "three"}}
    whole = {"edition": "v1", "topic": "takes", "kind": "apply", "operation": "apply", "vectors": vectors}
    vector_files.lay_down(root, GAME, [whole], {"v1": {"readings": readings}})


@cache
def shared() -> dict[str, ModuleSource]:
    """The shared rules, read once: what is known of a module's mutants is kept as long as the module is the same."""
    return {one.name: one for one in _modules(SHARED)}


@contextmanager
def toy(root: Path, monkeypatch: pytest.MonkeyPatch, vectors: list[dict[str, object]]) -> Iterator[None]:
    """A world in which the toy is a game like any other."""
    from ludex import where

    code = root / "toygame.py"
    code.write_text(CODE, encoding="utf-8")
    lay_down(root, vectors)
    tree = ast.parse(CODE)
    own = ModuleSource(
        f"ludex.games.{GAME}", code, "reference/toygame.py", False, tree, compile(tree, str(code), "exec")
    )
    known = {**shared(), own.name: own}
    for module in ("loading", "touching", "mutants", "mentioning"):
        monkeypatch.setattr(f"ludex.mutation.{module}.sources_of", lambda game: known)  # noqa: ARG005
    monkeypatch.setattr("ludex.mutation.loading.package_of", lambda layer, game: own.name)  # noqa: ARG005
    monkeypatch.setattr(where, "games", lambda: (GAME,))
    monkeypatch.setenv("LUDEX_VECTORS", str(root))
    monkeypatch.setattr("ludex.mutation.listing.SHARED_LIST", root / "shared.toml")
    yield
