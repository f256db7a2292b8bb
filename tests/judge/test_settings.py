"""Under which editions and readings a run is judged, by what the hello declares and what was asked for."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from ludex.fault import Fault
from ludex.judge.promised import values_unlisted
from ludex.judge.settings import (
    RulesAsked,
    Setting,
    check_readings,
    editions_asked,
    known_edition,
    settings,
    strange_claims,
    unknown_readings,
)
from ludex.protocol.messages import EditionOffer, GameOffer
from ludex.vectors.suite import EditionFacts, EntryFacts

ONE = EditionFacts({"a": EntryFacts(["x", "y", "z"], "x"), "b": EntryFacts(["p", "q"], "p")})
TWO = EditionFacts({"a": EntryFacts(["x", "y"], "y")})
FACTS = {"one": ONE, "two": TWO}


class Vectors:
    """Two editions, and vectors that hold only under some readings."""

    game = "nim"
    editions = ("one", "two")
    manifest = SimpleNamespace(table=None)

    def __init__(self, *holds: Any) -> None:
        self.holds = holds

    def facts(self, edition: str) -> EditionFacts:
        return FACTS[edition]

    def topics(self, edition: str) -> Iterator[Any]:
        found = [SimpleNamespace(holds=list(one), expect=msgspec.Raw(b"{}")) for one in self.holds]
        yield SimpleNamespace(vectors=found if edition == "one" else [])


def offer(editions: Any, *methods: str) -> GameOffer:
    return GameOffer([*methods], editions and {name: EditionOffer(of) for name, of in editions.items()})


def made(editions: Any, /, *holds: Any, **asked: Any) -> list[tuple[str, str]]:
    """Each setting by its label, and why it is not judged."""
    found = settings(Vectors(*holds), offer(editions), RulesAsked(**asked))  # type: ignore[arg-type]
    return [(one.label, one.undeclared) for one in found]


PLAIN = [("one (default readings)", ""), ("two (default readings)", "")]
EVERY = {"one": {"a": ["x", "y", "z"], "b": ["p", "q"]}}
ABROAD = "the engine does not declare this edition"


@pytest.mark.parametrize(
    ("editions", "asked", "expected"),
    [
        (None, {}, PLAIN),
        ({"two": {}, "one": {}}, {}, PLAIN),
        ({"two": {}}, {}, PLAIN[1:]),
        ({"three": {}}, {}, []),
        ({"two": {}}, {"editions": ("two", "one")}, [PLAIN[1], ("one (default readings)", ABROAD)]),
        (None, {"readings": (("a", "y"),)}, [("one with a=y", "the engine does not declare a=y"), PLAIN[1]]),
        (EVERY, {"readings": (("a", "y"),)}, [("one with a=y", "")]),
        (EVERY, {"readings": (("b", "q"), ("a", "z"))}, [("one with a=z, b=q", "")]),
        ({"one": {}}, {"readings": (("a", "x"),)}, PLAIN[:1]),
        ({"two": {}}, {"readings": (("a", "x"),)}, [("two with a=x", "the engine does not declare a=x")]),
        ({"one": {"a": ["y", "z"]}}, {}, [("one with a=y", "")]),
        ({"one": {"a": ["y", "x"]}}, {}, PLAIN[:1]),
        ({"one": {"a": ["no", "z"]}}, {}, [("one with a=z", "")]),
        ({"one": {"a": ["no"]}}, {}, PLAIN[:1]),
        ({"one": {"a": []}}, {"readings": (("a", "x"),)}, PLAIN[:1]),
        (
            {"one": {"a": ["z"]}},
            {"readings": (("a", "x"),)},
            [("one (default readings)", "the engine does not declare a=x")],
        ),
        ({"two": {}}, {"editions": ("one",), "readings": (("a", "z"),)}, [("one with a=z", ABROAD)]),
        (
            EVERY,
            {"all_readings": True},
            [PLAIN[0], ("one with a=y", ""), ("one with a=z", ""), ("one with b=q", "")],
        ),
        (
            EVERY,
            {"all_readings": True, "readings": (("a", "y"),)},
            [("one with a=y", ""), PLAIN[0], ("one with a=z", ""), ("one with a=y, b=q", "")],
        ),
        (
            {"one": {"a": ["y", "z", "no"], "odd": ["x"]}},
            {"all_readings": True},
            [("one with a=y", ""), ("one with a=z", "")],
        ),
        ({"two": {}}, {"all_readings": True, "editions": ("one",)}, [("one (default readings)", ABROAD)]),
        (None, {"all_readings": True}, PLAIN),
    ],
)
def test_the_settings_of_a_run(editions: Any, asked: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    assert made(editions, **asked) == expected


def test_a_setting_holds_a_choice_for_every_entry_and_those_that_are_flipped() -> None:
    found = settings(Vectors(), offer({"one": {"a": ["y"]}}), RulesAsked())  # type: ignore[arg-type]
    assert found == [Setting("one", {"a": "y", "b": "p"}, {"a": "y"})]
    flipped = settings(Vectors(), offer({"one": {"a": ["y"], "b": ["p", "q"]}}), RulesAsked(all_readings=True))  # type: ignore[arg-type]
    assert flipped[1:] == [Setting("one", {"a": "y", "b": "q"}, {"a": "y", "b": "q"})]
    (abroad,) = settings(Vectors(), offer({}), RulesAsked(("one",), (("a", "z"),)))  # type: ignore[arg-type]
    assert abroad == Setting("one", {"a": "z", "b": "p"}, {"a": "z"}, ABROAD)


def test_without_an_offer_every_edition_is_undeclared() -> None:
    found = settings(Vectors(), None, RulesAsked(("two", "one")))  # type: ignore[arg-type]
    assert [(one.edition, one.undeclared) for one in found] == [("two", ABROAD), ("one", ABROAD)]
    assert editions_asked(Vectors(), None, RulesAsked()) == []  # type: ignore[arg-type]


BOTH = [{"a": ["z", "y"], "b": ["q"]}]


@pytest.mark.parametrize(
    ("editions", "holds", "more"),
    [
        (EVERY, [BOTH], ["one with a=z, b=q"]),
        (EVERY, [BOTH, BOTH], ["one with a=z, b=q"]),
        (EVERY, [BOTH, [{"a": ["y"], "b": ["q"]}]], ["one with a=z, b=q", "one with a=y, b=q"]),
        (EVERY, [[{"a": ["y"]}]], []),
        (EVERY, [[]], []),
        (EVERY, [[{"a": ["no"], "b": ["q"]}, *BOTH]], ["one with a=z, b=q"]),
        ({"one": {"a": ["x", "y"], "b": ["p", "q"]}}, [BOTH], ["one with a=y, b=q"]),
        ({"one": {"a": ["x", "y"]}}, [BOTH], []),
        ({"one": {"a": ["x", "z"], "b": ["q"]}}, [[{"a": ["z"], "b": ["q"]}]], []),
        (EVERY, [[{"a": ["y"], "odd": ["1"]}]], []),
        ({"one": {"a": ["x", "y"], "b": ["p", "q"]}}, [[{"a": ["y", "x"], "b": ["q"]}]], []),
    ],
)
def test_what_holds_under_no_single_reading_gets_a_setting_if_the_engine_declares_one(
    editions: Any, holds: list[Any], more: list[str]
) -> None:
    single = made(editions, all_readings=True)
    assert made(editions, *holds, all_readings=True) == [*single, *((label, "") for label in more)]
    assert made(editions, *holds) == made(editions)


@pytest.mark.parametrize(
    ("asked", "message", "remedy"),
    [
        ("on", "no edition 'on' of nim", "Did you mean one? Editions: one, two."),
        ("9", "no edition '9' of nim", "Editions: one, two."),
    ],
)
def test_an_edition_that_is_not_there(asked: str, message: str, remedy: str) -> None:
    with pytest.raises(Fault) as caught:
        known_edition(Vectors(), asked)  # type: ignore[arg-type]
    assert (caught.value.message, caught.value.remedy) == (message, remedy)
    assert known_edition(Vectors(), "two") == "two"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("editions", "reading", "message", "remedy"),
    [
        (("one", "two"), ("aa", "x"), "unknown reading: 'aa'", "Did you mean a? Known: a, b."),
        (("two",), ("b", "p"), "unknown reading: 'b'", "Known: a."),
        ((), ("b", "p"), "unknown reading: 'b'", "Known: none."),
        (("two",), ("a", "z"), "unknown choice of a: 'z'", "Known: x, y."),
        (("two", "one"), ("a", "zz"), "unknown choice of a: 'zz'", "Did you mean z? Known: x, y, z."),
    ],
)
def test_a_reading_that_no_edition_has(
    editions: tuple[str, ...], reading: tuple[str, str], message: str, remedy: str
) -> None:
    with pytest.raises(Fault) as caught:
        check_readings(Vectors(), editions, RulesAsked(readings=(reading,)))  # type: ignore[arg-type]
    assert (caught.value.message, caught.value.remedy) == (message, remedy)


def test_a_reading_that_one_of_the_editions_has_is_known() -> None:
    for reading in (("a", "z"), ("b", "q")):
        check_readings(Vectors(), ("one", "two"), RulesAsked(readings=(reading,)))  # type: ignore[arg-type]


LONG = "m" * 81


def test_what_is_strange_in_a_hello_is_told_in_order() -> None:
    claims = offer({"one": {"a": ["y", LONG], LONG: ["x", "z"]}, LONG: {"a": ["no"]}}, "legal", LONG)
    assert (
        [*strange_claims(Vectors(), claims)]
        == [  # type: ignore[arg-type]
            "the hello does not offer `apply`, which is required: what it does offer was judged, and no more",
            f"the hello declares an unknown reading in one: a={LONG[:80]}",
            f"the hello declares an unknown reading in one: {LONG[:80]}=x",
            f"the hello declares an unknown reading in one: {LONG[:80]}=z",
            f"the hello declares an edition that has no vectors: {LONG[:80]}",
        ]
    )
    assert [*strange_claims(Vectors(), offer(None, "apply", "legal"))] == []  # type: ignore[arg-type]
    tribun = Vectors()
    tribun.game = "tribun"
    said = [*strange_claims(tribun, offer(None, "apply", "legal", LONG, "perft"))]  # type: ignore[arg-type]
    assert said == [f"the hello offers a method that the game does not have: {LONG[:80]}"]
    assert [*unknown_readings(ONE, EditionOffer({"a": ["x"], "c": ["x"]}))] == ["c=x"]


class OfATable(Vectors):
    """Vectors of a table of figures that somebody gave."""

    manifest = SimpleNamespace(table="mine.toml")


@pytest.mark.parametrize(
    ("editions", "labels"),
    [
        ({"other": {"a": ["y"]}}, ["one with a=y", "two (default readings)"]),
        ({"one": {"a": ["y"]}}, ["one with a=y"]),
        ({}, []),
        (None, ["one (default readings)", "two (default readings)"]),
    ],
)
def test_by_a_table_that_a_hello_does_not_name_an_engine_is_judged_all_the_same(
    editions: Any, labels: list[str]
) -> None:
    found = settings(OfATable(), offer(editions), RulesAsked())  # type: ignore[arg-type]
    assert [(one.label, one.undeclared) for one in found] == [(label, "") for label in labels]
    assert settings(OfATable(), None, RulesAsked()) == []  # type: ignore[arg-type]


def test_a_table_that_a_hello_does_not_name_is_noted() -> None:
    told = [*strange_claims(OfATable(), offer({"other": {}}, "legal", "apply"))]  # type: ignore[arg-type]
    assert told == ["the hello does not declare one, and is asked by this table as if it were other"]


class OfThree(Vectors):
    """Vectors of rules with three entries."""

    def facts(self, edition: str) -> EditionFacts:
        return EditionFacts({**ONE.readings, "c": EntryFacts(["r", "s"], "r")}) if edition == "one" else TWO


def test_a_further_setting_keeps_what_the_engine_plays_in_place_of_a_default() -> None:
    declared = offer({"one": {"a": ["y"], "b": ["p", "q"], "c": ["r", "s"]}})
    found = settings(OfThree([{"b": ["q"], "c": ["s"]}]), declared, RulesAsked(all_readings=True))  # type: ignore[arg-type]
    assert [one.label for one in found] == [
        "one with a=y",
        "one with a=y, b=q",
        "one with a=y, c=s",
        "one with a=y, b=q, c=s",
    ]
    assert found[-1] == Setting("one", {"a": "y", "b": "q", "c": "s"}, {"a": "y", "b": "q", "c": "s"})


@pytest.mark.parametrize(
    ("lists", "unlisted", "read"),
    [
        ({}, set(), 0),  # nobody asked: no file of vectors is read
        ({"type": ["MOVE"]}, set(), 2),
        ({"type": ["MOVE", "ATTACK"]}, set(), 3),
        ({"type": ["MOVE", "FLY"]}, {("type", "FLY")}, 3),
        ({"type": ["END_TURN"]}, {("type", "END_TURN")}, 3),  # which only an answer of another operation has
        ({"kind": ["MOVE"], "type": ["ATTACK"]}, {("kind", "MOVE")}, 3),
    ],
)
def test_a_part_that_no_list_has_is_found_by_reading_no_more_lists_than_that_takes(
    lists: dict[str, list[str | int]], unlisted: set[tuple[str, str]], read: int
) -> None:
    seen: list[int] = []

    def vectors(*expects: str) -> Iterator[Any]:
        for expect in expects:
            seen.append(1)
            yield SimpleNamespace(expect=msgspec.Raw(expect.encode()))

    def topics(edition: str) -> Iterator[Any]:
        if edition == "two":
            yield SimpleNamespace(
                operation="apply", vectors=[SimpleNamespace(expect=b'{"actions":[{"type":"END_TURN"}]}')]
            )
            listed = '{"actions":[],"conditional":[[{"type":"ATTACK"},[]]]}', '{"illegal":{}}'
            yield SimpleNamespace(operation="legal", vectors=vectors(*listed))
        else:
            yield SimpleNamespace(operation="legal", vectors=vectors('{"actions":[{"type":"MOVE"}]}'))

    suite: Any = SimpleNamespace(game="tactics", topics=topics)
    assert values_unlisted(GameOffer([], lists=lists), suite, ["one", "two"]) == unlisted
    assert len(seen) == read, "and the one at which that was known"
