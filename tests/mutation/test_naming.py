"""Branches of a reference are decided by a clause, or say why they are mechanical."""

from __future__ import annotations

import ast
import textwrap
from pathlib import Path

import pytest

from ludex.mutation.naming import Unnamed, _of_source
from ludex.mutation.sources import ModuleSource


def found(tmp_path: Path, code: str) -> list[Unnamed]:
    text = textwrap.dedent(code)
    path = tmp_path / "rules.py"
    path.write_text(text, encoding="utf-8")
    tree = ast.parse(text)
    return list(
        _of_source(ModuleSource("some.rules", path, "rules.py", False, tree, compile(tree, "rules.py", "exec")))
    )


DECIDES = "def f(q):\n    return 1 if q else 2\n"
NAMED = {
    "a marked function": f"@check('A-B-1')\n{DECIDES}",
    "a function in a marked one": "@check('A-B-1')\ndef f(q):\n    def g(x):\n        return 1 if x else 2\n    q(g)\n",
    "a note before the function": f"# mechanical: A-B-1 asks it\n{DECIDES}",
    "a note on its first line": "def f(q):  # mechanical: A-B-1 asks it\n    return 1 if q else 2\n",
    "a note before the branch": "def f(q):\n    x = 1\n    # mechanical: only counts\n    if x:\n        q()\n",
    "a note on the branch": "def f(q):\n    x = 1\n    if x:  # mechanical: only counts\n        q()\n",
    "a module that says so": f'"""Reads.\n\nMechanical: it only reads what is there.\n"""\n{DECIDES}',
    "no branch": "def f(q):\n    return q and q.x\n",
    "a guard against the impossible": "def f(q):\n    if not q:\n        raise Impossible('no q')\n    return q\n",
}


@pytest.mark.parametrize("code", NAMED.values(), ids=NAMED.keys())
def test_a_branch_that_is_named_is_no_gap(code: str, tmp_path: Path) -> None:
    assert found(tmp_path, code) == []


UNNAMED = {
    "an expression": (DECIDES, (2,)),
    "a statement": ("def f(q):\n    if q:\n        return 1\n    return 2\n", (2,)),
    "a filter": ("def f(q):\n    return [x for x in q if x]\n", (2,)),
    "a loop with a condition": ("def f(q):\n    while q:\n        q = q.next\n", (2,)),
    "an exception": ("def f(q):\n    try:\n        q()\n    except Moot:\n        return 1\n", (2,)),
    "a note without a reason": (f"# mechanical:\n{DECIDES}", (3,)),
    "a note on another branch": (
        "def f(q):\n    if q:  # mechanical: it counts\n        q()\n    if q.x:\n        q()\n",
        (4,),
    ),
}


@pytest.mark.parametrize(("code", "lines"), UNNAMED.values(), ids=UNNAMED.keys())
def test_a_branch_without_a_clause_is_a_gap(code: str, lines: tuple[int, ...], tmp_path: Path) -> None:
    (gap,) = found(tmp_path, code)
    assert gap.function == "f"
    assert gap.branches == lines
