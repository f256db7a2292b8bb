"""How single questions are put to an engine by its hello: which it is asked, by which method, and under which rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ludex.judge.case import ScheduledVector
from ludex.judge.settings import Setting
from ludex.judge.verdict import Judgement
from ludex.mutation.engines.asking import NotPassed
from ludex.mutation.engines.campaign import difference_in
from ludex.protocol.messages import EditionOffer, GameOffer
from ludex.runner.framing import Framing
from ludex.vectors import open_suite
from ludex.vectors.suite import TopicName

USUAL = {"max": "three"}


def framing(root: Path, editions: Any = None, methods: tuple[str, ...] = ("legal", "apply"), **more: Any) -> Framing:
    offered = editions and {name: EditionOffer(readings) for name, readings in editions.items()}
    return Framing(open_suite("nim", root), GameOffer([*methods], offered, **more))


@pytest.mark.parametrize(
    ("methods", "offered"),
    [
        (("legal", "apply"), {"legal", "apply", "perft", "replay"}),
        (("legal", "apply", "word"), {"legal", "apply", "perft", "replay", "word"}),
        (("perft", "apply"), {"apply", "perft", "replay"}),
        (("legal",), {"legal"}),
    ],
)
def test_what_the_runner_can_play_with_what_is_offered_is_offered(
    methods: tuple[str, ...], offered: set[str], toy_root: Path
) -> None:
    made = framing(toy_root, methods=methods)
    assert {name for name in ("legal", "apply", "perft", "replay", "word") if made.is_offered(name)} == offered


@pytest.mark.parametrize(
    ("editions", "flips", "made"),
    [
        (None, {}, Setting("one", USUAL)),
        (None, {"max": "four"}, None),  # it declares the defaults
        ({"one": {}}, {}, Setting("one", USUAL)),
        ({"one": {}}, {"max": "three"}, Setting("one", USUAL, {"max": "three"})),
        ({"one": {}}, {"max": "four"}, None),
        ({"two": {}}, {}, None),
        ({"one": {"max": ["three", "four"]}}, {}, Setting("one", USUAL)),
        ({"one": {"max": ["three", "four"]}}, {"max": "four"}, Setting("one", {"max": "four"}, {"max": "four"})),
        ({"one": {"max": ["four"]}}, {"max": "four"}, Setting("one", {"max": "four"}, {"max": "four"})),
        ({"one": {"max": ["four"]}}, {"max": "three"}, None),
        ({"one": {"max": ["four"]}}, {}, None),  # it cannot follow the default
        ({"one": {"max": []}}, {}, Setting("one", USUAL)),
    ],
)
def test_a_question_goes_only_under_rules_that_the_engine_declares(
    editions: Any, flips: dict[str, str], made: Setting | None, toy_root: Path
) -> None:
    assert framing(toy_root, editions).setting("one", flips) == made


def test_the_questions_of_a_topic_share_a_frame(toy_root: Path) -> None:
    made = framing(toy_root, methods=("legal", "apply"), tells=["unreadable"], lists={"turn": ["a"]})
    legal, perft = (made.suite.topic(TopicName("one", topic)) for topic in ("legal-small", "perft-small"))
    usual, four = Setting("one", USUAL), Setting("one", {"max": "four"}, {"max": "four"})
    frame = made.frame(legal, usual)
    assert made.frame(legal, Setting("one", USUAL)) is frame
    assert [made.frame(*other) is frame for other in ((legal, four), (perft, usual))] == [False, False]
    assert (frame.setting, frame.choices, made.frame(legal, four).choices) == (0, USUAL, {"max": "four"})
    assert (frame.tells, frame.anonymous, frame.lists) == (True, False, {"turn": ["a"]})
    assert framing(toy_root).frame(legal, usual).tells is False


@pytest.mark.parametrize(("choice", "told"), [("three", {}), ("four", {"max": "four"})])
def test_a_question_is_told_with_the_readings_that_are_not_the_usual(
    choice: str, told: dict[str, str], toy_root: Path
) -> None:
    made = framing(toy_root)
    legal = made.suite.topic(TopicName("one", "legal-small"))
    case = ScheduledVector(0, legal.vectors[2], made.frame(legal, Setting("one", {"max": choice}, told)))
    question = difference_in(NotPassed(case, Judgement("fail", got=b'{"actions":[]}')))
    assert (question.operation, question.edition, question.readings) == ("legal", "one", told)
    assert (question.got, json.loads(question.input)["position"]["heap"]) == ('{"actions":[]}', 2)


@pytest.mark.parametrize(("methods", "played"), [(("legal", "apply"), True), (("legal", "apply", "perft"), False)])
def test_only_what_is_not_offered_is_played(methods: tuple[str, ...], played: bool, toy_root: Path) -> None:
    made = framing(toy_root, methods=methods)
    topics = [made.suite.topic(TopicName("one", topic)) for topic in ("legal-small", "perft-small")]
    frames = [made.frame(topic, Setting("one", USUAL)) for topic in topics]
    assert [frame.player is not None for frame in frames] == [False, played]
