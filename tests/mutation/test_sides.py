"""A slip of one side is in what that side runs by itself: whoever acts asks the list whether a turn is left."""

from __future__ import annotations

from ludex.mutation.mentioning import first_line
from ludex.mutation.questions import Probe, ProbeMaker
from ludex.mutation.sides import ACTS, LISTS, Sides, side_of
from ludex.mutation.sources import sources_of
from ludex.mutation.touching import touch
from ludex.vectors.suite import Suite, TopicName, open_suite
from tests.guards import at_least_one

GAME = "tribun"


def first_of(suite: Suite, name: str) -> Probe:
    """The first question of a topic, under the usual readings."""
    topic = suite.topic(TopicName("2026-01", name))
    return ProbeMaker(suite).question(topic, topic.vectors[0], suite.facts(topic.edition).defaults())


def sides_by_function(*questions: Probe) -> dict[str, frozenset[str]]:
    """The sides of each function, where only these questions are asked."""
    sides = Sides(questions, touch(GAME, questions, range(len(questions))))
    return {
        f"{name.rpartition('.')[2]}.{node.name}": sides._of_function(name, first_line(node))
        for name, source in sources_of(GAME).items()
        for node in source.tree.body
        if hasattr(node, "decorator_list") and hasattr(node, "args")
    }


def test_what_acts_asks_of_the_list_is_of_the_side_that_lists() -> None:
    suite = open_suite(GAME)
    ends, lists = first_of(suite, "ending-no-turn"), first_of(suite, "legal-mixed")
    assert [side_of(ends), side_of(lists)] == [ACTS, LISTS]
    alone, both = sides_by_function(ends), sides_by_function(ends, lists)
    assert (alone["play.has_no_turn"], both["play.has_no_turn"]) == ({ACTS}, {ACTS})
    assert (alone["attacks._attacks"], both["attacks._attacks"]) == (frozenset(), {LISTS})
    assert alone["attacks._enslavings"] == frozenset()  # which is closed by who only looks for a first turn
    assert both["position.read_position"] >= {LISTS}
    assert any(of == {ACTS, LISTS} for of in at_least_one(both.values()))


def test_a_count_is_of_no_side() -> None:
    suite = open_suite(GAME)
    assert side_of(first_of(suite, "perft")) == ""
