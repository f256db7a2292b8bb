"""One function answers a request: behind the wire, where vectors are made, of a mutant, and of another revision."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from ludex import where
from ludex.generate import asking
from ludex.mutation.loading import load
from ludex.protocol.schema import wire_of
from ludex.protocol.server import game_module, perform
from ludex.rulediff import worker
from ludex.rules import Illegal, Unreadable, reading, reading_once, replaying
from ludex.rules.answering import answer, operations_of


def requests(game: str) -> dict[str, tuple[str, dict[str, Any]]]:
    """A list, an action that applies, and some that are refused, from the start of a game."""
    module = game_module(game)
    rules = module.REGISTER.rules(module.REGISTER.editions[-1])
    start = {"position": module.show_position(module.start(rules))}
    (action, *_) = module.legal(module.start(rules), rules)
    refused = {
        f"refused {number}": ("apply", {**start, "action": bad}) for number, bad in enumerate(wire_of(game).bad_actions)
    }
    return {
        "listed": ("legal", start),
        "applied": ("apply", {**start, "action": action}),
        "counted": ("perft", {**start, "depth": 1}),
        "unreadable": ("legal", {"position": 0}),
        **refused,
    }


def in_order(given: dict[str, Any]) -> Any:
    """An answer as it would be read; a list of actions, which has no order, in one."""
    read = msgspec.json.decode(msgspec.json.encode(given))
    return {**read, "actions": sorted(map(msgspec.json.encode, read.get("actions", ())))}


EVERY = [(game, name) for game in where.games() for name in requests(game)]


@pytest.mark.parametrize(("game", "name"), EVERY)
def test_every_road_leads_to_the_same_answer(game: str, name: str) -> None:
    operation, fields = requests(game)[name]
    module = game_module(game)
    edition = module.REGISTER.editions[-1]
    ours = answer(module, operation, fields, module.REGISTER.rules(edition))
    assert set(ours) & {"actions", "position", "nodes", "illegal", "unreadable"}
    question = {"game": game, "edition": edition, "choices": {}, "operation": operation, "fields": fields}
    roads: dict[str, Any] = {
        "the wire": perform(operation, {"game": game, "edition": edition, **fields}),
        "vectors": asking.answer(module, operation, fields, module.REGISTER.rules(edition)),
        "a mutant": msgspec.json.decode(load(game).answer(operation, edition, {}, fields)),
        "a revision": worker.answer_question(question)["answer"],
    }
    assert {road: in_order(given) for road, given in roads.items()} == dict.fromkeys(roads, in_order(ours))


def counter(**own: Any) -> Any:
    """A game of one number, which goes up to three; ``own`` are operations of its own."""

    def read(data: Any, _: Any) -> int:
        if type(data) is not int:
            raise Unreadable(("NUM-1",))
        return data

    def apply(number: int, action: int, _: Any, by: str | None = None) -> int:
        if number + action > 3 or by == "nobody":
            raise Illegal(("NUM-3", "NUM-2"), ("NUM-4",))
        return number + action

    def legal(number: int, _: Any) -> range:
        return range(1, 4 - number)

    return SimpleNamespace(OPERATIONS=own, read_position=read, show_position=int, legal=legal, apply=apply)


@pytest.mark.parametrize(
    ("operation", "fields", "expected"),
    [
        ("legal", {"position": 1}, {"actions": [1, 2]}),
        ("legal", {"position": "1"}, {"unreadable": {"broken": ["NUM-1"], "moot": []}}),
        ("apply", {"position": 1, "action": 2}, {"position": 3}),
        ("perft", {"position": 0, "depth": 0}, {"nodes": 1}),
        ("perft", {"position": 0, "depth": 1}, {"nodes": 3}),
        ("perft", {"position": 0, "depth": 2}, {"nodes": 3}),
        ("perft", {"position": 0, "depth": 4}, {"nodes": 0}),
        ("perft", {"position": 0, "depth": -1}, {"unreadable": {"broken": [], "moot": []}}),
        ("perft", {"position": 0, "depth": True}, {"unreadable": {"broken": [], "moot": []}}),
        ("perft", {"position": "0", "depth": 1}, {"unreadable": {"broken": ["NUM-1"], "moot": []}}),
        ("replay", {"position": 0, "actions": [1, 2]}, {"applied": 2, "position": 3, "refused": None}),
        ("replay", {"position": 0, "actions": [1, 3, 1]}, {"applied": 1, "position": 1, "refused": "illegal"}),
        ("replay", {"position": 0, "actions": "12"}, {"unreadable": {"broken": [], "moot": []}}),
        ("apply", {"position": 1, "action": 3}, {"illegal": {"broken": ["NUM-2", "NUM-3"], "moot": ["NUM-4"]}}),
        (
            "apply",
            {"position": 1, "action": 1, "by": "nobody"},
            {"illegal": {"broken": ["NUM-2", "NUM-3"], "moot": ["NUM-4"]}},
        ),
    ],
)
def test_a_game_that_says_nothing_of_its_own_lists_and_applies(operation: str, fields: Any, expected: Any) -> None:
    assert answer(counter(), operation, fields, None) == expected


@pytest.mark.parametrize("game", [game for game in where.games() if "perft" in game_module(game).OPERATIONS])
def test_a_game_that_counts_itself_counts_as_every_game_does(game: str) -> None:
    operation, fields = requests(game)["counted"]
    module = game_module(game)
    rules = module.REGISTER.rules(module.REGISTER.editions[-1])
    assert answer(module, operation, fields, rules) == replaying.counted(module, fields, rules)


def test_what_a_game_says_itself_comes_first_and_its_refusals_are_answers() -> None:
    def double(fields: Any, _: Any) -> dict[str, Any]:
        if fields["number"] < 0:
            raise Unreadable(("NUM-5",))
        return {"double": 2 * fields["number"]}

    game = counter(legal=lambda *_: {"actions": ["none"]}, double=double)
    assert operations_of(game) == ["apply", "perft", "replay", "legal", "double"]
    assert answer(game, "legal", {}, None) == {"actions": ["none"]}
    assert answer(game, "double", {"number": 4}, None) == {"double": 8}
    assert answer(game, "double", {"number": -4}, None) == {"unreadable": {"broken": ["NUM-5"], "moot": []}}


def test_a_field_that_is_missing_is_named() -> None:
    with pytest.raises(KeyError, match="action"):
        answer(counter(), "apply", {"position": 1}, None)


def test_the_same_object_is_read_once_and_a_refusal_is_one_each_time() -> None:
    read: list[Any] = []

    @reading
    def read_it(data: Any) -> Any:
        read.append(data)
        if data is bad:
            raise Unreadable(("TST-ONE-1",))
        return [data]

    good, bad = object(), object()
    with reading_once({}):
        assert read_it(good) is read_it(good)
        for _ in range(2):
            with pytest.raises(Unreadable):
                read_it(bad)
    assert read == [good, bad]
    assert read_it(good) == [good]
    assert read == [good, bad, good]
