"""What is said to be shared by failures is in them and not in what passes; the pass beside a failure differs least."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from ludex.judge.settings import Setting
from ludex.report.beside import _is_telling, nearest_pass, phrases_of, tell_neighbour, tell_what_is_shared
from ludex.report.causes import causes
from ludex.report.drawing import Easel
from ludex.report.html import _Failures
from ludex.report.pencil import Pencil
from ludex.report.results import Result, Results
from ludex.report.summary import Index
from ludex.vectors.format import full_id
from ludex.vectors.suite import open_suite
from tests.reports import made

MOST = 240  # vectors of a topic: so many are enough
Wrong = Callable[[str, tuple[str, ...]], bool]  # whether an engine fails, by the action and the facts of the position


def run(game: str, name: str, is_wrong: Wrong, most: int = MOST) -> tuple[Results, list[Result], Index]:
    """What an engine comes to on a topic that it answers wrongly exactly where that is said of a vector."""
    suite = open_suite(game)
    edition = suite.editions[0]
    setting = Setting(edition, suite.facts(edition).defaults(), {})
    topic = suite.topic(next(one for one in suite.names_of(edition) if one.topic == name))
    easel, of = Easel(game, edition, setting.choices), list[Result]()
    for vector in topic.vectors[:: -(-len(topic.vectors) // most)]:
        asked = msgspec.json.decode(vector.input)
        fails = is_wrong(easel.action(asked.get("action")), easel.facts(topic.operation, asked))
        verdict = "fail" if fails else "pass"
        of.append(Result(full_id(vector, edition), 0, verdict, topic=name, clauses=tuple(vector.clauses)))
    found = made.results(of, game, settings=(setting,))
    return found, [one for one in of if one.verdict == "fail"], Index(suite, found)


def test_the_words_of_a_sentence_are_told_alone_and_in_pairs_and_how_far_it_leads() -> None:
    assert phrases_of("move (1,2) -> (0, 4)") == {
        "move", "(1,2)", "->", "(0, 4)",
        "move (1,2)", "(1,2) ->", "-> (0, 4)",
        "a step by (-1, 2)",
    }  # fmt: skip
    assert "a step by (1, -2)" in phrases_of("move a3 -> b1 on board 2")
    assert not any("step" in one for one in phrases_of("backstab (0,-5) up"))


@pytest.mark.parametrize(
    ("game", "topic", "phrase", "where"),
    [
        ("tribun", "slips-move", "a step by (-1, -1)", "actions"),
        ("tribun", "slips-backstabb", "left-down", "actions"),
        ("tactics", "validate-attack", "dead at", "positions"),
    ],
)
def test_what_all_failures_share_and_few_passes_have_is_said(game: str, topic: str, phrase: str, where: str) -> None:
    def is_wrong(action: str, facts: tuple[str, ...]) -> bool:
        return phrase in phrases_of(action) if where == "actions" else any(phrase in one for one in facts)

    results, failed, index = run(game, topic, is_wrong)
    said = [line for line in tell_what_is_shared(failed, results, index) if f" {where} that fail" in line]
    assert said == [line for line in said if line.startswith(f"`{phrase}` is in all ")]
    assert len(said) == 1
    assert "and in none of " in said[0]


@pytest.mark.parametrize(
    ("bad", "good", "passes", "phrases", "is_telling"),
    [
        (50, 1, 6, 1, True),  # in a quarter of what passes, as one more and one less of it would be
        (50, 1, 5, 1, False),
        (4, 0, 2, 1, True),  # four of four by a chance of a quarter each
        (3, 0, 2, 1, False),
        (4, 0, 2, 2, False),  # any of two by chance
        (5, 0, 2, 6, True),
        (5, 0, 2, 7, False),
    ],
)
def test_a_phrase_tells_what_is_hardly_chance(bad: int, good: int, passes: int, phrases: int, is_telling: bool) -> None:
    assert _is_telling(bad, good, passes, phrases) == is_telling


def test_an_answer_is_wrong_about_the_action_that_is_sent_or_about_some_of_a_list() -> None:
    suite = open_suite("tactics")
    easel = Easel("tactics", "v1", suite.facts("v1").defaults())
    topic = suite.topic(next(one for one in suite.names_of("v1") if one.topic == "scenarios-legal"))
    lists = [(msgspec.json.decode(one.input), msgspec.json.decode(one.expect)["actions"]) for one in topic.vectors]
    asked, expected = next(one for one in lists if 4 <= len(one[1]) <= 10)
    lacking, *found = expected
    extra = next(one for _, actions in lists for one in actions if one not in expected)

    def judged(asked: dict[str, Any], got: list[Any] | None, failed: bool) -> tuple[list[str], list[str]]:
        answer = "" if got is None else msgspec.json.encode({"actions": got}).decode()
        of = easel.actions_judged("legal", asked, {"actions": expected}, answer, failed)
        return [one.words for one in of.wrong], [one.words for one in of.right]

    assert judged(asked, [*found, extra], True) == ([*map(easel.action, (lacking, extra))], [*map(easel.action, found)])
    assert judged(asked, None, False) == ([], [*map(easel.action, expected)])
    assert judged(asked, None, True) == ([], [])  # what came is no list
    sent = {**asked, "action": extra}
    assert [judged(sent, None, failed) for failed in (True, False)] == [
        ([easel.action(extra)], []),
        ([], [easel.action(extra)]),
    ]


def test_what_failures_share_with_what_passes_or_by_chance_is_not_said() -> None:
    seen: list[str] = []

    def every_third(action: str, _: tuple[str, ...]) -> bool:
        seen.append(action)
        return len(seen) % 3 == 0

    results, failed, index = run("tribun", "slips-move", every_third)
    assert [*tell_what_is_shared(failed, results, index)] == []
    assert [*tell_what_is_shared(failed[:2], results, index)] == []


def test_the_pass_beside_a_failure_differs_least_and_says_in_what() -> None:
    results, failed, index = run("tribun", "slips-backstabb", lambda action, _: "left-down" in action)
    found = nearest_pass(failed[0], results, index)
    assert found is not None
    assert next(one.verdict for one in results.results if one.id == found.id) == "pass"
    assert "left-down" in found.here[0]
    assert "left-down" not in found.there[0]
    assert [*tell_neighbour(found)] == [f"passes, and differs least: {found.id} ({found.vector.why})"]
    near = [*tell_neighbour(replace(found, here=("a",), there=("b", "c")))]
    assert near == [f"passes, and differs least: {found.id}", "what fails: a", "what passes: b; c"]
    alone = made.results(failed, "tribun", settings=results.settings)
    assert nearest_pass(failed[0], alone, index) is None


def test_a_page_shows_a_pass_beside_the_first_failure_of_each_of_the_first_causes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    results, _, index = run("tribun", "slips-backstabb", lambda action, _: "left-down" in action, 60)

    def shown() -> list[tuple[list[str], bool]]:
        """The passes beside the first failure of each cause, and whether it is said what all failures share."""
        return [
            (
                [panel.words[0] for panel in cause.drawn[0].panels if panel.name == "passes, and differs least"],
                any("is in all " in line for line in cause.words),
            )
            for cause in _Failures(results, open_suite("tribun"), Pencil(), 1).by_cause()
        ]

    beside = [nearest_pass(cause.results[0], results, index) for cause in causes(results, index)]
    found = shown()
    assert [passes for passes, _ in found] == [[one.id] for one in beside if one]
    assert len(found) > 1
    assert found[0][1]
    monkeypatch.setattr("ludex.report.html.MOST_COMPARED", 1)
    assert shown() == [found[0], *[([], False)] * (len(found) - 1)]
