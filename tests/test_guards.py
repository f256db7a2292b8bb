"""No test passes because there was nothing to look at: each asserts outside of loops, or in one that is never empty."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from tests.guards import at_least_one

TESTS = Path(__file__).parent
FILES = sorted(TESTS.rglob("test_*.py"))
ALIKE = {"enumerate", "zip", "sorted", "reversed", "list", "tuple", "set"}  # as long as what they are given
PARTS = {"items", "values", "keys"}
Values = Mapping[str, ast.expr]


def unguarded(source: str) -> list[str]:
    """The tests whose every assertion stands in a loop that may be empty."""
    tree = ast.parse(source)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]
    constants = values_in(tree.body)
    return [one.name for one in functions if is_idle(one, {**constants, **values_in(one.body)})]


def values_in(body: Sequence[ast.stmt]) -> Values:
    """What the names are that a block gives once: a name that is given twice may be anything."""
    found: dict[str, list[ast.expr]] = {}
    for node in body:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                found.setdefault(ast.unparse(target), []).append(node.value)
    return {name: values[0] for name, values in found.items() if len(values) == 1}


def is_idle(function: ast.FunctionDef, values: Values) -> bool:
    """Whether no assertion is sure to be reached; without any, calls may be of functions that assert."""
    checks = [*checks_in(function.body, False, values)]
    reached = [idle for is_assertion, idle in checks if is_assertion] or [idle for _, idle in checks]
    return bool(reached) and all(reached)


def checks_in(body: Sequence[ast.stmt], idle: bool, values: Values) -> Iterator[tuple[bool, bool]]:
    """Assertions and calls: whether it is an assertion, and whether it may never be reached."""
    for node in body:
        if isinstance(node, ast.Assert) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)):
            yield isinstance(node, ast.Assert), idle
        elif isinstance(node, ast.For):
            yield from checks_in(node.body, idle or not is_never_empty(node.iter, values), values)
        elif isinstance(node, ast.While):
            yield from checks_in(node.body, True, values)
        else:
            if isinstance(node, ast.With) and any("raises" in ast.unparse(item.context_expr) for item in node.items):
                yield True, idle
            for part in ("body", "orelse", "finalbody"):
                yield from checks_in(getattr(node, part, []), idle, values)


def is_never_empty(node: ast.expr, values: Values) -> bool:
    match node:
        case ast.Tuple() | ast.List() | ast.Set():
            return any(not isinstance(one, ast.Starred) or is_never_empty(one.value, values) for one in node.elts)
        case ast.Dict():
            return bool(node.keys)
        case ast.Constant():
            return bool(node.value)
        case ast.IfExp():
            return is_never_empty(node.body, values) and is_never_empty(node.orelse, values)
        case ast.Name():
            rest = {name: value for name, value in values.items() if name != node.id}
            return node.id in values and is_never_empty(values[node.id], rest)
        case ast.Call(func=ast.Name("at_least_one")):
            return True
        case ast.Call(func=ast.Name("range")):
            return all(is_never_empty(one, values) for one in node.args)  # whose numbers are not 0
        case ast.Call(func=ast.Name(name)) if name in ALIKE:
            return all(is_never_empty(one, values) for one in node.args)
        case ast.Call(func=ast.Attribute(value=whole, attr=name)) if name in PARTS:
            return is_never_empty(whole, values)
    return False


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(TESTS)))
def test_no_test_asserts_only_in_a_loop_that_may_be_empty(path: Path) -> None:
    """Say ``for one in at_least_one(things)``, or assert of a list of what is wrong."""
    assert unguarded(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("body", "is_found"),
    [
        ("for one in things(): assert one", True),
        ("for one in things():\n  with raises(E): f(one)", True),
        ("for one in things(): agree(one)", True),
        ("begin()\n for one in things(): assert one", True),
        ("while more(): assert one", True),
        ("for one in (1, 2):\n  for two in things(one): assert two", True),
        ("if here:\n  for one in things(): assert one", True),
        ("FEW = things()\n for one in FEW: assert one", True),
        ("for one in at_least_one(things()): assert one", False),
        ("for one in (1, 2): assert one", False),
        ("few = {1: 2}\n for one, two in few.items(): assert one", False),
        ("few = [1, 2]\n for one, two in zip(few, [3, 4]): assert one", False),
        ("for one in things(): assert one\n assert things()", False),
        ("assert not [one for one in things() if not one]", False),
    ],
)
def test_idle_assertions_are_found(body: str, is_found: bool) -> None:
    assert unguarded(f"def test_it():\n {body}\n") == (["test_it"] if is_found else [])


def test_what_is_empty_fails() -> None:
    assert [*at_least_one(iter("ab"))] == ["a", "b"]
    with pytest.raises(AssertionError, match="nothing to look at"):
        list(at_least_one([]))
