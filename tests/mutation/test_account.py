"""Coverage both ways: what a clause wants, who gives it, and clauses without a partner."""

from __future__ import annotations

import msgspec
import pytest

from ludex.mutation import coverage as account
from ludex.mutation import partners
from ludex.mutation.deciding import Witness
from ludex.rulebook import Clause


def clause(name: str, role: str = "check", notes: str = "") -> Clause:
    return Clause(name, "must", role, "Title", "It must.", "a source", notes, "book.md", 3)


def vector(name: str, refuses: bool, *clauses: str, named: tuple[str, ...] = ()) -> Witness:
    return Witness(name, "v1", "topic", refuses, clauses, named)


YES, NO = vector("yes", False, "A-B-1"), vector("no", True, "A-B-1")


def untested(book: Clause, *tests: Witness) -> list[str]:
    return list(account._gaps_in_tests({book.id: book}, list(account._cover({book.id: book}, tests))))


def test_a_check_wants_a_test_of_either_kind() -> None:
    assert untested(clause("A-B-1"), YES, NO) == []
    assert ["no refusing" in gap for gap in untested(clause("A-B-1"), YES)] == [True]
    assert ["no accepting" in gap for gap in untested(clause("A-B-1"), NO)] == [True]
    assert len(untested(clause("A-B-1"))) == 2


def test_a_gap_names_the_place_in_the_rulebook_and_the_remedy() -> None:
    (gap,) = untested(clause("A-B-1"), YES)
    assert "book.md:3" in gap
    assert "`Refuses nothing:`" in gap


def test_an_effect_and_a_relation_refuse_nothing() -> None:
    for role in ("effect", "relation", "layout"):
        assert untested(clause("A-B-1", role), YES) == []


@pytest.mark.parametrize(
    ("note", "tests"),
    [("Refuses nothing: it ends.", (YES,)), ("Accepts nothing: it reads.", (NO,)), ("Not decided: x", ())],
)
def test_the_rulebook_may_say_why_a_test_cannot_be(note: str, tests: tuple[Witness, ...]) -> None:
    assert untested(clause("A-B-1", notes=note), *tests) == []


def test_a_withdrawn_clause_wants_no_test_and_no_code() -> None:
    gone = msgspec.structs.replace(clause("A-B-1"), level="withdrawn")
    assert untested(gone) == []
    assert list(partners.strangers({"A-B-1": gone}, {}, [])) == []
    assert list(partners.strangers({"A-B-1": gone}, {"A-B-1": {"check"}}, [])) != []


def test_a_check_that_is_never_alone_is_refused_by_whoever_names_it() -> None:
    named = vector("named", True, named=("A-B-1",))
    assert untested(clause("A-B-1", notes="Not alone: A-B-2 is broken with it."), YES, named) == []
    assert untested(clause("A-B-1"), YES, named) != []


def test_a_scenario_counts_as_a_test() -> None:
    scenario = Witness("a story", "v1", "moves.ludex", True, ("A-B-1",), ("A-B-1",))
    assert untested(clause("A-B-1"), YES, scenario) == []


def test_a_clause_in_code_alone_in_the_book_alone_and_in_a_vector_alone_are_strangers() -> None:
    book = {"A-B-1": clause("A-B-1"), "A-B-2": clause("A-B-2")}
    found = list(partners.strangers(book, {"A-B-1": {"check"}, "A-B-9": {"check"}}, [vector("v", False, "A-B-7")]))
    assert [line.split()[0] for line in found] == ["A-B-9", "A-B-2", "A-B-7"]


def test_a_role_that_differs_is_told() -> None:
    (line,) = partners.strangers({"A-B-1": clause("A-B-1", "effect")}, {"A-B-1": {"check"}}, [])
    assert "effect in the rulebook, and check in code" in line
