"""The worked examples of each rulebook are those of the text, and the reference answers them so."""

from __future__ import annotations

from typing import Any

import pytest

from ludex import where
from ludex.rulebook import read_rulebook
from tests.examples import answered, book, examples, plain

WITH_EXAMPLES = sorted(path.parent.name for path in where.spec().glob("*/examples.json"))
ALL = [(game, one) for game in WITH_EXAMPLES for one in examples(game)]
FIELDS = {"name", "clause", "says", "edition", "readings", "operation", "input", "expect"}


def of_each(game_and_one: tuple[str, dict[str, Any]]) -> str:
    return f"{game_and_one[0]}-{game_and_one[1]['name']}"


def test_some_rulebook_has_examples() -> None:
    assert WITH_EXAMPLES


@pytest.mark.parametrize("game", WITH_EXAMPLES)
def test_each_example_has_a_name_of_its_own_and_a_clause_that_is_there(game: str) -> None:
    clauses = read_rulebook(where.spec() / game / "rulebook")
    named = examples(game)
    assert len({one["name"] for one in named}) == len(named) > 0
    assert {one["clause"] for one in named} <= set(clauses)
    assert all(set(one) == FIELDS for one in named)


@pytest.mark.parametrize("game", WITH_EXAMPLES)
def test_the_first_page_of_the_rulebook_tells_of_the_examples(game: str) -> None:
    first = min((where.spec() / game / "rulebook").glob("*.md"))
    assert "(../examples.json)" in first.read_text(encoding="utf-8")


@pytest.mark.parametrize(("game", "one"), ALL, ids=map(of_each, ALL))
def test_what_an_example_says_stands_in_the_text(game: str, one: dict[str, Any]) -> None:
    assert one["says"]
    assert plain(one["says"]) in plain(book(game))


@pytest.mark.parametrize(("game", "one"), ALL, ids=map(of_each, ALL))
def test_the_reference_answers_an_example_as_it_expects(game: str, one: dict[str, Any]) -> None:
    got = answered(game, one)
    if "actions" in got:
        got = {"actions": sorted(got["actions"], key=str)}
        one = {**one, "expect": {"actions": sorted(one["expect"]["actions"], key=str)}}
    assert got == one["expect"]
