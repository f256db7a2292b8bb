"""No rule depends on a field that is free: other values are put into it, play goes on, and no later answer changes."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

import msgspec
import pytest

from ludex.generate.asking import answer
from ludex.generate.readings import rules_of
from ludex.protocol.schema import wire_of
from ludex.rulebook import rulebook
from ludex.rules import Refused, Rules
from ludex.seam import Reference, reference_of
from ludex.suites.dice import Dice
from ludex.suites.seam import suite_of
from ludex.support import support_of
from ludex.vectors.format import Topic, Vector
from ludex.vectors.freedom import bound_part, even_out, free_fields, written_free_fields
from ludex.vectors.suite import available, open_suite
from tests.guards import at_least_one

GAMES = available()
MOST_VECTORS = 24 if os.environ.get("LUDEX_ALL") else 3  # of a place in each topic, drawn by dice
MOST_ACTIONS = 40  # tried after a result, beside the legal ones
TURNS = 6
POSITION = "/position"
Fields = Mapping[str, Any]


class Freedom(NamedTuple):
    """A result of which a field is free, the question it answers, and rules under which it does."""

    game: str
    topic: Topic
    vector: Vector
    place: str
    rules: Rules

    @property
    def expected(self) -> Any:
        return msgspec.json.decode(self.vector.expect)


def freedoms(game: str) -> list[Freedom]:
    """Every free field of a game's vectors."""
    suite, register, found = open_suite(game), reference_of(game).REGISTER, []
    for edition in suite.editions:
        for topic in suite.topics(edition):
            for vector in topic.vectors:
                first = {entry: some[0] for entry, some in vector.holds[0].items()} if vector.holds else {}
                rules = rules_of(register, edition, first)
                free = written_free_fields(bytes(vector.expect))
                found += [Freedom(game, topic, vector, place, rules) for place in free]
    return found


def some_of(found: list[Freedom]) -> Iterator[Freedom]:
    """Some of each place and each topic."""
    by_place: dict[tuple[str, str, str], list[Freedom]] = {}
    for one in found:
        by_place.setdefault((one.place, one.topic.edition, one.topic.topic), []).append(one)
    for key, group in by_place.items():
        yield from islice(Dice(f"free {key}").shuffle(group), MOST_VECTORS)


def test_a_free_field_is_there_has_a_clause_and_a_reason() -> None:
    for one in at_least_one([one for game in GAMES for one in freedoms(game)]):
        clause = free_fields(one.expected)[one.place]
        assert clause in rulebook(one.game), one.vector.id
        assert one.topic.free[clause] == suite_of(one.game).FREE[clause]
        assert len(values_at(one.expected, one.place)) == 1, one.vector.id


# What is put into a field


def values_at(whole: Any, place: str) -> list[Any]:
    """What stands in a place: one value, or none where there is no such place."""
    for step in place.split("/")[1:]:
        if isinstance(whole, dict) and step in whole:
            whole = whole[step]
        elif isinstance(whole, list) and step.isdigit() and int(step) < len(whole):
            whole = whole[int(step)]
        else:
            return []
    return [whole]


def with_value(whole: Any, place: str, value: Any) -> Any:
    """A result with another value in a place."""
    changed = msgspec.json.decode(msgspec.json.encode(whole))
    *path, last = place.split("/")[1:]
    inner = changed
    for step in path:
        inner = inner[int(step)] if isinstance(inner, list) else inner[step]
    inner[int(last) if isinstance(inner, list) else last] = value
    return changed


def others(one: Freedom, seen: Mapping[str, list[Any]]) -> Iterator[Any]:
    """The result with other values that fit the wire's schema, can be read, and are seen in this place anywhere."""
    wire, expected, game = wire_of(one.game), bound_part(one.expected), reference_of(one.game)
    for value in seen[one.place]:
        other = with_value(expected, one.place, value)
        if other != expected and not any(wire.breaches(one.topic.operation, other)) and can_be_read(game, other, one):
            yield other


def can_be_read(game: Reference, result: Any, one: Freedom) -> bool:
    """Whether the position of a result is one: an engine that gives it has to go on with it."""
    try:
        game.read_position(result["position"], one.rules)
    except Refused:
        return False
    return True


def seen_at(game: str, places: set[str]) -> dict[str, list[Any]]:
    """The different values that the results of a game's vectors have in some places, and null, which may be one."""
    found: dict[str, dict[bytes, Any]] = {place: {b"null": None} for place in places}
    suite = open_suite(game)
    for edition in suite.editions:
        for topic in suite.topics(edition):
            for vector in topic.vectors[:: max(1, len(topic.vectors) // 60)]:
                whole = msgspec.json.decode(vector.expect)
                for place in places:
                    for value in values_at(whole, place):
                        found[place].setdefault(msgspec.json.encode(value), value)
    return {place: [*values.values()][:8] for place, values in found.items()}


# Playing on


def shown(result: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(result))


def actions_asked(game: str, edition: str, most: int = MOST_ACTIONS) -> list[Fields]:
    """What else is sent: actions of vectors of the edition, with who sends them."""
    suite, found = open_suite(game), []
    for topic in suite.topics(edition):
        if topic.operation == "apply":
            asked = (msgspec.json.decode(vector.input) for vector in topic.vectors[:: max(1, len(topic.vectors) // 9)])
            found += [{name: one[name] for name in ("action", "by") if name in one} for one in asked]
    return Dice(f"actions of {game} {edition}").shuffle(found)[:most]


def first_difference(one: Freedom, this: Any, other: Any, sent: list[Fields], turns: int = TURNS) -> str:
    """What a later question answers otherwise after the one result than after the other; nothing where none does."""
    game, replaying, dice = reference_of(one.game), support_of(one.game).replaying, Dice(one.vector.id)
    asked = msgspec.json.decode(one.vector.input)
    before, fields = asked.get("position"), asked
    for _ in range(turns):
        besides = [replaying.carried(before, fields, result["position"]) for result in (this, other)]
        questions = [
            {"position": result["position"], **more} for result, more in zip((this, other), besides, strict=True)
        ]

        def both(operation: str, more: Fields, questions: list[Any] = questions) -> tuple[Any, Any]:
            one_, two = (shown(answer(game, operation, {**each, **more}, one.rules)) for each in questions)
            return one_, even_out(two, {**one_, "free": {one.place: ""}} if values_at(one_, one.place) else one_)

        listed = both("legal", {})
        if listed[0] != listed[1]:
            return f"legal: {listed}"
        legal = [{"action": action} for action in listed[0].get("actions", ())]
        for action in (*dice.shuffle(legal)[:MOST_ACTIONS], *sent):
            answered = both("apply", action)
            if answered[0] != answered[1]:
                return f"apply {action}: {answered}"
        if not legal:
            return ""
        before, fields = this["position"], dice.pick(legal)
        this, other = (shown(answer(game, "apply", {**each, **fields}, one.rules)) for each in questions)
        if "position" not in this:
            return ""
    return ""


@pytest.mark.parametrize("game", [game for game in GAMES if suite_of(game).FREE])
def test_no_later_answer_depends_on_a_free_field(game: str) -> None:
    found = freedoms(game)
    seen = seen_at(game, {one.place for one in found})
    sent = {edition: actions_asked(game, edition) for edition in open_suite(game).editions}
    for one in at_least_one(some_of(found)):
        assert one.place.startswith(POSITION), "play shows results that are no positions at once"
        for other in at_least_one(others(one, seen)):
            told = first_difference(one, bound_part(one.expected), other, sent[one.topic.edition])
            assert not told, f"{one.vector.id}, {one.place}: {told}"


@pytest.mark.parametrize(
    ("game", "edition", "place"),
    [
        ("tribun", "2026-04", "/position/drawBlocked"),
        ("tribun", "2026-01", "/position/turn"),
        ("tactics", "v1", "/position/currentPlayer"),
    ],
)
def test_a_field_that_play_shows_is_found_out(game: str, edition: str, place: str) -> None:
    """What this page does notices a field that is not free."""
    suite, register = open_suite(game), reference_of(game).REGISTER
    topic = next(one for one in suite.topics(edition) if one.kind == "apply" and one.operation == "apply")
    seen, sent = seen_at(game, {place}), actions_asked(game, edition, most=10 * MOST_ACTIONS)
    accepted = [one for one in topic.vectors if not one.holds and values_at(msgspec.json.decode(one.expect), place)]
    found = (Freedom(game, topic, vector, place, rules_of(register, edition, {})) for vector in accepted)
    assert any(first_difference(one, one.expected, other, sent) for one in found for other in others(one, seen))
