"""Mutants: each changes one thing, has a name that lasts, and is one that an author of an engine might write."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludex import where
from ludex.mutation.mutants import Mutant, _of_source, known_of, mutants_of
from ludex.mutation.sources import ModuleSource, sources_of
from tests.guards import at_least_one

GAMES = where.games()


def made(code: str) -> list[Mutant]:
    """The mutants of a module."""
    tree = ast.parse(textwrap.dedent(code))
    source = ModuleSource("some.rules", Path("rules.py"), "rules.py", False, tree, compile(tree, "rules.py", "exec"))
    return list(_of_source("some", source, known_of([source])))


def slips(code: str, operator: str) -> list[str]:
    """What a module becomes by one kind of slip."""
    return [mutant.change.after for mutant in made(code) if mutant.change.operator == operator]


EXAMPLES: list[tuple[str, str, list[str]]] = [
    ("CHECKS = (one, two, three)", "drop a member", ["(two, three)", "(one, three)", "(one, two)"]),
    ("def f(a):\n    return a < 3", "shift a bound", ["a <= 3", "a >= 3"]),
    ("def f(a):\n    return a == 3", "swap a comparison", ["a != 3"]),
    ("def f(a):\n    return a[1]", "off by one", ["a[2]", "a[0]"]),
    ("def f(a):\n    return a[0]", "off by one", ["a[1]"]),
    ("def f(r):\n    return r.reads('x', 'y')", "flip a reading", ["not r.reads('x', 'y')"]),
    ("def f(r):\n    return r.reads('x', 'y')", "never by a reading", ["False"]),
    (
        "def f(a):\n    return replace(a, turn=1, spent=0)",
        "forget a reset",
        ["replace(a, spent=0)", "replace(a, turn=1)"],
    ),
    ("def f(a, b, c):\n    return a and b and c", "swap and with or", ["a or b or c"]),
    ("def f(a, b):\n    return a and b", "drop a part of a condition", ["b", "a"]),
    ("def f(a):\n    return min(a)", "min or max, any or all", ["max(a)"]),
    ("def f(a: U, b: U, c: V):\n    return a.hp - c", "use the other", ["b.hp"]),
    ("class U(NamedTuple):\n    p: int\n    s: int\n    n: str\ndef f(u):\n    return u.p", "another field", ["u.s"]),
    (
        "def f(a: P) -> P: ...\ndef g(a: P, b: int) -> P: ...\ndef h(x):\n    return f(g(x, 7))",
        "swap two steps",
        ["g(f(x), 7)"],
    ),
    (
        "def other(a: str) -> str: ...\ndef h(x):\n    return other(x)",
        "leave out a step",
        ["x"],
    ),
    (
        "def f(mover: U, target: U): ...\ndef h(a, b):\n    return f(a, b)",
        "swap two arguments",
        ["f(b, a)"],
    ),
    ("@check('A-B-1')\ndef f(q):\n    return q.x", "drop a check", ["return True"]),
    ("@effect('A-B-1')\ndef f(board, by):\n    return board.put(by)", "drop an effect", ["return board"]),
    ("def f(a):\n    for x in a:\n        x.hit()\n        x.end()", "swap two statements", ["x.end(); x.hit()"]),
    ("def f(a):\n    return [x for x in a if x.alive]", "drop a filter", [" for x in a"]),
    ("def f(a, b):\n    return g((a, b))", "swap the members of a pair", ["(b, a)"]),
    ("def f(a, b):\n    return (a, b) in g", "swap the members of a pair", ["(b, a)"]),
    ("def f(a):\n    return a not in ('x', 'y')", "swap the members of a pair", []),  # nothing turns on the order
    ("def f(q):\n    require(Illegal, (one, two), q)", "swap the members of a pair", []),
]


@pytest.mark.parametrize(("code", "operator", "after"), EXAMPLES, ids=[f"{e[1]}: {e[0][:30]}" for e in EXAMPLES])
def test_each_operator_makes_its_slips(code: str, operator: str, after: list[str]) -> None:
    assert slips(code, operator) == after


DESCRIBING = (
    "ENTRIES = (Entry('a', ('x', 'y'), 'x', ('A-B-1',), 'What it is about.'),)",
    "__all__ = ['a', 'b', 'c']",
    '"""A module."""',
    "def f(x: tuple[int, str]) -> int:\n    'What it does.'",
    "def f(x):\n    if x != 3:\n        raise Impossible(f'{x} is not {3}')",
    "def key(x):\n    return x.a, x.b or 3\ndef f(xs):\n    sorted(xs, key=key)",
    "from a import b, c",
)


@pytest.mark.parametrize("code", DESCRIBING)
def test_what_only_describes_has_no_mutants(code: str) -> None:
    assert [mutant.what for mutant in made(code) if mutant.function != "f" or "sorted" not in code] == []


def test_a_mutant_keeps_its_name_when_the_code_around_it_moves() -> None:
    code = "def f(a):\n    return a < 3\n"
    before, after = made(code), made("import x\n\nA = 1\n\n" + code)
    assert {one.hash for one in before} < {one.hash for one in after}
    assert {one.line for one in before}.isdisjoint(one.line for one in after)


def test_two_slips_that_look_alike_have_two_names() -> None:
    found = [one.hash for one in made("def f(a, b):\n    return (a < 3, b, a < 3)")]
    assert len(found) == len(set(found))


@pytest.mark.parametrize("game", GAMES)
def test_names_are_unique_and_every_mutant_can_be_undone(game: str) -> None:
    before = {name: ast.dump(source.tree) for name, source in sources_of(game).items()}
    mutants = mutants_of(game)
    assert len({mutant.hash for mutant in mutants}) == len(mutants) > 0
    assert {name: ast.dump(source.tree) for name, source in sources_of(game).items()} == before


@pytest.mark.parametrize("game", GAMES)
def test_every_mutant_differs_from_the_original_and_compiles(game: str) -> None:
    for mutant in at_least_one(list(mutants_of(game))[::31]):
        tree = sources_of(game)[mutant.module].tree
        before = ast.dump(tree)
        mutant.change.make()
        try:
            assert ast.dump(tree) != before, mutant.what
            compile(tree, "mutant", "exec")
        finally:
            mutant.change.undo()
        assert ast.dump(tree) == before


def clauses() -> Iterator[str]:
    yield from {clause for game in GAMES for mutant in mutants_of(game) for clause in mutant.clauses}


def test_mutants_in_marked_functions_name_their_clause() -> None:
    assert len({*clauses()}) > 50
