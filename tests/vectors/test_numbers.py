"""What the page of the protocol says of numbers, of null and of what is missing is so in each question of a suite."""

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from ludex import where
from ludex.generate.stored import vectors_in
from ludex.protocol.server import Loop, perform
from tests.guards import at_least_one

GAMES = where.games()
OPTIONAL = {"by", "spent"}
DOUBLE, LONG = 1 << 53, 1 << 63
REFUSED = {"illegal", "unreadable"}
LARGE = re.compile("[^.][ -][0-9]{16}")
NOTHING_LESS = re.compile(r"[:,\[]-0[,\]}]")


def once(members: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(members)
    assert len(found) == len(members), members
    return found


def fraction(digits: str) -> float:
    assert not float(digits).is_integer(), digits
    return float(digits)


DECODER = json.JSONDecoder(object_pairs_hook=once, parse_float=fraction)


@cache
def vectors(game: str) -> list[tuple[str, str, dict[str, Any]]]:
    """Edition, operation and vector."""
    root = where.vectors() / game
    files = json.loads((root / "manifest.json").read_text())["files"]
    wholes = [read((root / name).read_text()) for name in files]
    return [(edition, whole["operation"], vector) for whole in wholes for edition, vector in vectors_in(whole)]


def read(text: str) -> Any:
    assert not NOTHING_LESS.search(text)
    return DECODER.decode(text)


def numbers(value: Any) -> Iterator[int | float]:
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from numbers(item)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield value


def rounded(value: Any) -> Any:
    """A value as one reads it who knows no numbers but doubles."""
    if isinstance(value, dict):
        return {name: rounded(item) for name, item in value.items()}
    if isinstance(value, list):
        return [rounded(item) for item in value]
    return int(float(value)) if type(value) is int else value


@pytest.mark.parametrize("game", GAMES)
def test_whole_numbers_are_written_as_such_and_no_member_twice(game: str) -> None:
    assert vectors(game)  # reading them has asked it of each


@pytest.mark.parametrize("text", ["1.0", "1e2", "-0", '{"x":1,"x":1}'])
def test_reading_them_would_have_noticed(text: str) -> None:
    with pytest.raises(AssertionError):
        read(f'[{{"a":{text}}}]')


@pytest.mark.parametrize("game", GAMES)
def test_what_no_double_holds_is_refused_also_when_it_is_rounded(game: str) -> None:
    found = 0
    for edition, operation, vector in vectors(game):
        if LARGE.search(json.dumps(vector)):
            assert all(abs(number) < DOUBLE for number in numbers(vector["expect"])), vector["id"]
            large = [abs(number) for number in numbers(vector["input"]) if abs(number) >= DOUBLE]
            assert max(large, default=0) <= LONG, vector["id"]
            asked = {"game": game, "edition": edition, **rounded(vector["input"])}
            assert not large or REFUSED & vector["expect"].keys() & perform(operation, asked).keys(), vector["id"]
            found += bool(large)
    assert found == {"tribun": 10, "tactics": 17, "minions": 3}.get(game, found)  # a game may have no numbers


@pytest.mark.parametrize("game", GAMES)
def test_no_question_lacks_a_field_and_nobody_is_null(game: str) -> None:
    shapes = defaultdict(set)
    for _, operation, vector in vectors(game):
        shapes[operation].add(frozenset(vector["input"].keys() - (OPTIONAL if operation != "clock" else set())))
        assert vector["input"].get("by", "server") in ("black", "white", "server"), vector["id"]
    assert {operation for operation, found in shapes.items() if len(found) > 1} == set()


@pytest.mark.parametrize("game", GAMES)
def test_a_question_without_a_field_is_a_broken_request_and_null_is_a_value(game: str) -> None:
    first = {operation: (edition, vector) for edition, operation, vector in reversed(vectors(game))}
    for operation, (edition, vector) in at_least_one(first.items()):
        for name in at_least_one(vector["input"]):
            head = {"game": game, "edition": edition}
            without = {field: value for field, value in vector["input"].items() if field != name}
            said = [asked(game, operation, {**head, **without, **more}) for more in ({}, {name: None})]
            assert name in OPTIONAL or said[0]["error"]["code"] == -32602, (operation, name)
            assert "result" in said[1], (operation, name)


def asked(game: str, operation: str, params: dict[str, Any]) -> Any:
    request = {"jsonrpc": "2.0", "id": 1, "method": operation, "params": params}
    return json.loads(Loop([game]).answer(json.dumps(request).encode()))
