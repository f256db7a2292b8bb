"""The slips in source: the same kinds in every language, named lastingly, and none where nothing is decided."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludex.mutation.engines.grammars import LANGUAGES, language_of
from ludex.mutation.engines.slips import slips_in

SOURCES = {
    "a.py": "def f(a, b):\n    if a < b and not g(a, b):\n        h(1)\n    return True\n",
    "a.js": "function f(a, b) { if (a < b && !g(a, b)) { h(1); } return true; }\n",
    "a.ts": "function f(a: number, b: number) { if (a < b && !g(a, b)) { h(1); } return true; }\n",
    "a.tsx": "function f(a: number, b: number) { if (a < b && !g(a, b)) { h(1); } return true; }\n",
    "A.java": "class A { boolean f(int a, int b) { if (a < b && !g(a, b)) { h(1); } return true; } }\n",
    "a.rs": "fn f(a: u8, b: u8) -> bool { if a < b && !g(a, b) { h(1); } true }\n",
    "a.go": "package a\nfunc f(a int, b int) bool { if a < b && !g(a, b) { h(1) }\n return true }\n",
    "a.c": "int f(int a, int b) { if (a < b && !g(a, b)) { h(1); } return true; }\n",
    "a.cpp": "bool f(int a, int b) { if (a < b && !g(a, b)) { h(1); } return true; }\n",
    "A.cs": "class A { bool f(int a, int b) { if (a < b && !g(a, b)) { h(1); } return true; } }\n",
}
KINDS = {
    "shift a bound",
    "swap and with or",
    "drop a part of a condition",
    "negate a condition",
    "forget a condition",
    "forget a case",
    "drop a sign",
    "off by one",
    "flip a constant",
    "forget a statement",
    "swap two arguments",
}


def slips(name: str, text: str) -> list[tuple[str, str, str]]:
    language = language_of(Path(name))
    assert language is not None
    return [(one.operator, one.before, one.after) for one in slips_in(name, text.encode(), language)]


def test_each_language_has_an_example_here() -> None:
    assert {language_of(Path(name)) for name in SOURCES} == {*LANGUAGES}


@pytest.mark.parametrize("name", SOURCES)
def test_the_same_kinds_of_slips_are_made_in_every_language(name: str) -> None:
    assert {operator for operator, _, _ in slips(name, SOURCES[name])} == KINDS


@pytest.mark.parametrize("name", SOURCES)
def test_every_mutant_of_the_examples_can_be_read(name: str) -> None:
    from ludex.mutation.engines.grammars import parse

    language = language_of(Path(name))
    assert language is not None
    made = slips_in(name, SOURCES[name].encode(), language)
    assert len(made) > 10
    for slip in made:
        assert not parse(slip.put(SOURCES[name].encode()), language).has_error, slip.what


def test_what_a_slip_puts_where() -> None:
    text = "x = min(a.x, 3) - 1\nif a == b: pass\n"
    assert slips("a.py", text) == [
        ("swap an operation", "-", "+"),
        ("off by one", "3", "4"),
        ("off by one", "3", "2"),
        ("off by one", "1", "2"),
        ("off by one", "1", "0"),
        ("forget a condition", "a == b", "True"),
        ("forget a case", "a == b", "False"),
        ("swap a comparison", "==", "!="),
    ]


def test_a_member_is_taken_for_its_other_only_where_that_is_a_name_of_the_file() -> None:
    assert ("the other of a pair", "x", "y") not in slips("a.js", "f(a.x);")
    assert ("the other of a pair", "x", "y") in slips("a.js", "f(a.x, b.y);")


def test_comments_texts_and_the_steps_of_loops_are_left_alone() -> None:
    text = "// a < 1\nfor (let i = 0; i !== n; i++) f(`a` + b, 'c < 1');\n"
    assert {operator for operator, _, _ in slips("a.js", text)} == {"swap a comparison", "off by one"}


def test_a_pattern_that_binds_a_name_has_no_opposite() -> None:
    assert slips("a.rs", "fn f() { if let Some(x) = y { g(); } }") == [("forget a statement", "g();", "")]


def test_a_name_of_a_slip_stays_while_code_elsewhere_changes() -> None:
    language = language_of(Path("a.py"))
    assert language is not None
    before = slips_in("a.py", SOURCES["a.py"].encode(), language)
    after = slips_in("a.py", b"import os\n\n\n" + SOURCES["a.py"].encode(), language)
    assert [one.hash for one in before] == [one.hash for one in after]
    assert [one.line + 3 for one in before] == [one.line for one in after]
    assert len({one.hash for one in before}) == len(before)
