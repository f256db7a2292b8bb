"""Which rules an engine is judged by: the editions and readings that it declares, or those that were asked for."""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import Raw

from ludex.fault import Fault
from ludex.judge.settings import RulesAsked, settings
from ludex.protocol.messages import EditionOffer, GameOffer
from ludex.report.results import Results
from ludex.vectors import EditionFacts, Manifest, Suite, Topic, Vector
from ludex.vectors.format import Holds
from ludex.vectors.selection import Selection
from ludex.vectors.suite import EntryFacts, FileFacts, TopicName

Judged = Callable[..., Results]


def test_without_a_word_the_declared_editions_run_with_their_defaults(judged: Judged) -> None:
    assert [setting.label for setting in judged("right").settings] == ["one (default readings)"]


def test_a_reading_selects_the_vectors_that_hold_under_it(judged: Judged) -> None:
    results = judged("right", asked=RulesAsked(readings=(("max", "four"),)))
    ids = {result.id for result in results.results}
    assert "take-4-of-9@one+max=four" in ids
    assert "perft-5-3@one+max=three" not in ids
    assert results.score.status == 0


def test_all_readings_are_the_default_and_each_flip(judged: Judged) -> None:
    results = judged("right", asked=RulesAsked(all_readings=True))
    assert [setting.flipped for setting in results.settings] == [{}, {"max": "four"}]
    assert results.score.status == 0


def test_a_legal_list_depends_on_the_reading_in_force(judged: Judged) -> None:
    """The wrong engine leaves out 3; under max=four its lists of four lose nothing, for `, 3]` is not their end."""
    results = judged("wrong_legal", asked=RulesAsked(readings=(("max", "four"),)))
    assert {result.id for result in results.results if result.verdict == "fail"} == {"legal-3@one"}


def test_an_unknown_edition_or_reading_is_our_fault(judged: Judged) -> None:
    with pytest.raises(Fault, match="no edition 'two'"):
        judged("right", asked=RulesAsked(editions=("two",)))
    with pytest.raises(Fault, match="unknown reading: 'mx'"):
        judged("right", asked=RulesAsked(readings=(("mx", "four"),)))
    with pytest.raises(Fault, match="unknown choice of max: 'five'"):
        judged("right", asked=RulesAsked(readings=(("max", "five"),)))
    with pytest.raises(Fault, match=r"Did you mean max\? Known: max\."):
        judged("right", asked=RulesAsked(readings=(("mxa", "four"),)))
    with pytest.raises(Fault, match=r"Did you mean four\? Known: four, three\."):
        judged("right", asked=RulesAsked(readings=(("max", "foru"),)))
    with pytest.raises(Fault, match=r"Did you mean one\? Editions: one\."):
        judged("right", asked=RulesAsked(editions=("oen",)))


def test_what_is_not_offered_is_red_only_where_all_is_required(judged: Judged) -> None:
    assert judged("right").score.status == 0
    assert judged("right", require_all=True).score.status == 1


def test_vectors_that_hold_elsewhere_are_no_empty_pass(judged: Judged) -> None:
    with pytest.raises(Fault, match="none of the selected vectors speaks of"):
        judged("right", selection=Selection(("take-4-of-9@*",)))


def pair() -> tuple[Suite, EditionOffer]:
    """A suite whose only vector holds under two readings at once, and an engine that declares both."""
    both: Holds = [{"max": ["four"], "last": ["loses"]}]
    vector = Vector("x", "why", [], Raw(b"{}"), Raw(b"{}"), holds=both)
    facts = {"max": EntryFacts(["three", "four"], "three"), "last": EntryFacts(["wins", "loses"], "wins")}
    manifest = Manifest("x", {"topics/x.json": FileFacts("", {"one": 1})}, {"one": EditionFacts(facts)})
    suite = Suite("nim", Path("/nowhere"), manifest, "")
    suite._read[TopicName("one", "x")] = Topic("nim", "one", "x", "apply", "apply", [vector])
    return suite, EditionOffer({"max": ["three", "four"], "last": ["wins", "loses"]})


def test_a_combination_that_only_some_vector_asks_for_is_judged_too() -> None:
    suite, offer = pair()
    made = settings(suite, GameOffer(["apply"], {"one": offer}), RulesAsked(all_readings=True))
    flipped = [setting.flipped for setting in made]
    assert flipped == [{}, {"max": "four"}, {"last": "loses"}, {"max": "four", "last": "loses"}]


def test_a_combination_that_the_engine_does_not_declare_is_not() -> None:
    suite, _ = pair()
    offer = EditionOffer({"max": ["three", "four"]})
    made = settings(suite, GameOffer(["apply"], {"one": offer}), RulesAsked(all_readings=True))
    assert [setting.flipped for setting in made] == [{}, {"max": "four"}]


def test_a_declared_choice_that_an_edition_does_not_have_is_not_judged_by() -> None:
    suite, _ = pair()
    made = settings(suite, GameOffer(["apply"], {"one": EditionOffer({"max": ["five"]})}), RulesAsked())
    assert [setting.choices["max"] for setting in made] == ["three"]
