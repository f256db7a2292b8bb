"""Which readings and editions a wrong answer follows, and which of them another answer contradicts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Raw, structs

from ludex.judge.case import ScheduledVector
from ludex.judge.likeness import Likeness
from ludex.judge.settings import RulesAsked
from ludex.vectors.suite import TopicName
from tests.judge import toy
from tests.judge.played import PlayedSession, order

Cases = Callable[..., dict[str, ScheduledVector]]


@pytest.fixture(scope="module")
def split_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return toy.write(tmp_path_factory.mktemp("split"), split=True)


def cases(root: Path, *editions: str, **readings: str) -> dict[str, ScheduledVector]:
    """What is asked of an engine, by its id."""
    session = PlayedSession(order(root, asked=RulesAsked(editions, tuple(readings.items()))))
    return {case.vector.id: case for case in session.judge().cases}


def said(what: Any) -> bytes:
    return msgspec.json.encode(what)


FOUR = {"position": {"heap": 16, "turn": "b"}}
REFUSED: dict[str, Any] = {"illegal": {}}


@pytest.mark.parametrize(
    ("editions", "readings", "name", "got", "like"),
    [
        (("one",), {}, "four-20", FOUR, ("max=four", "two")),
        (("one",), {}, "four-20", {"position": {"turn": "b", "heap": 16.0}}, ("max=four", "two")),
        (("one",), {}, "four-20", {"position": {"heap": 15, "turn": "b"}}, ()),
        (("one",), {"max": "four"}, "four-20", REFUSED, ("max=three",)),
        (("one",), {"max": "four"}, "four-20", {"illegal": {"broken": ["NIM-TAK-1"]}}, ("max=three",)),
        (("one",), {"max": "four"}, "four-20", {"illegal": {"broken": ["NIM-X-1"]}}, ()),
        (("one",), {}, "none-of-9", {"position": {"heap": 9, "turn": "b"}}, ("two",)),
        (("two",), {}, "four-20", REFUSED, ("one",)),
        (("two",), {}, "none-of-9", REFUSED, ("one",)),
        (("one",), {}, "legal-9", {"actions": [4, 3, 2, 1]}, ("max=four",)),
        (("one",), {"max": "four"}, "legal-9", {"actions": [3, 2, 1]}, ("max=three",)),
        (("one",), {}, "apply-9-1", REFUSED, ()),
    ],
)
def test_what_a_wrong_answer_follows(
    split_root: Path, editions: tuple[str, ...], readings: dict[str, str], name: str, got: Any, like: tuple[str, ...]
) -> None:
    case = cases(split_root, *editions, **readings)[name]
    likeness = case_likeness(split_root)
    assert likeness.of(case, said(got)) == like


def case_likeness(root: Path) -> Likeness:
    return PlayedSession(order(root)).run.likeness


@pytest.mark.parametrize("broken", [b"{", b"\xff", b"[" * 100_000])
def test_what_is_no_answer_follows_nothing(split_root: Path, broken: bytes) -> None:
    assert case_likeness(split_root).of(cases(split_root, "one")["four-20"], broken) == ()


@pytest.mark.parametrize(
    ("name", "labels", "differing"),
    [
        ("four-20", ["max=four", "two", "one"], ["max=four", "two"]),
        ("four-20", ["two"], ["two"]),
        ("four-20", [], []),
        ("none-of-9", ["max=four", "two"], ["two"]),
        ("legal-9", ["max=four", "two"], ["max=four"]),
        ("legal-2", ["max=four", "two"], []),
        ("word-0", ["max=four", "two"], []),
    ],
)
def test_which_rules_a_right_answer_contradicts(
    split_root: Path, name: str, labels: list[str], differing: list[str]
) -> None:
    assert case_likeness(split_root).differs(cases(split_root, "one")[name], labels) == differing


def test_the_same_name_for_another_question_says_nothing(split_root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    case, likeness = cases(split_root, "one")["four-20"], case_likeness(split_root)
    usual = likeness.suite.topic
    other = usual(TopicName("two", "apply-split"))
    asked = Raw(b'{"position":{"heap":21,"turn":"a"},"action":4}')
    changed = structs.replace(other, vectors=[structs.replace(vector, input=asked) for vector in other.vectors])
    monkeypatch.setattr(likeness.suite, "topic", lambda name: changed if name.edition == "two" else usual(name))
    assert likeness.of(case, said(FOUR)) == ("max=four",)
