"""The reference is one more engine: it greets, answers, refuses by results, and shrugs at broken lines."""

import json
from typing import Any

import jsonschema
import pytest

from ludex import where
from ludex.protocol.schema import breaches, protocol_schema, wire_of
from ludex.protocol.server import Loop, game_module
from tests.guards import at_least_one

PROTOCOL: Any = protocol_schema()


def asked(line: str | bytes | dict[str, Any]) -> Any:
    if isinstance(line, dict):
        line = json.dumps({"jsonrpc": "2.0", "id": 7, **line})
    data = line.encode() if isinstance(line, str) else line
    return json.loads(Loop(where.games()).answer(data))


def valid(value: Any, name: str) -> None:
    schema = {"$ref": f"#/$defs/{name}", "$defs": PROTOCOL["$defs"]}
    jsonschema.Draft202012Validator(schema).validate(value)


def start(game: str, edition: str) -> dict[str, Any]:
    module = game_module(game)
    rules = module.REGISTER.rules(edition)
    position = module.show_position(module.start(rules))
    return {"game": game, "edition": edition, "readings": dict(rules.choices), "position": position}


EDITIONS = [(game, edition) for game in where.games() for edition in game_module(game).REGISTER.editions]


def test_the_hello_fits_the_protocol() -> None:
    answer = asked({"method": "initialize", "params": {"protocol": 1}})
    valid(answer, "answer")
    valid(answer["result"], "hello")
    assert set(answer["result"]["games"]) == set(where.games())


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_each_game_lists_applies_and_refuses(game: str, edition: str) -> None:
    common = start(game, edition)
    actions = asked({"method": "legal", "params": common})["result"]["actions"]
    assert actions
    after = asked({"method": "apply", "params": {**common, "action": actions[0]}})["result"]
    assert not list(wire_of(game).breaches("apply", after))
    for bad in wire_of(game).bad_actions:
        refused = asked({"method": "apply", "params": {**common, "action": bad}})["result"]
        assert set(refused) <= {"illegal", "unreadable"}
        valid(refused, next(iter(refused)))


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("{", -32700),
        ("nonsense", -32700),
        (b"\xff\xfe", -32700),
        ("[" * 5000, -32700),
        ("[1]", -32600),
        ("{}", -32600),
        ('{"jsonrpc":"2.0","id":1}', -32600),
        ('{"jsonrpc":"1.0","id":1,"method":"legal"}', -32600),
        ('{"jsonrpc":"2.0","method":"legal"}', -32600),
        ('{"jsonrpc":"2.0","id":1,"method":"legal","params":[]}', -32602),
        ('{"jsonrpc":"2.0","id":1,"method":"legal","params":{}}', -32602),
        ('{"jsonrpc":"2.0","id":1,"method":"legal","params":{"game":3,"edition":"x"}}', -32602),
    ],
)
def test_a_broken_line_is_an_error_and_no_more(line: str | bytes, code: int) -> None:
    answer = asked(line)
    valid(answer, "answer")
    assert answer["error"]["code"] == code


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_what_is_not_known_is_unsupported_or_an_error(game: str, edition: str) -> None:
    common = start(game, edition)
    assert asked({"method": "no_such", "params": common})["error"]["code"] == -32601
    assert "unsupported" in asked({"method": "legal", "params": {**common, "game": "chess"}})["result"]
    assert "unsupported" in asked({"method": "legal", "params": {**common, "edition": "0"}})["result"]
    assert "unsupported" in asked({"method": "legal", "params": {**common, "readings": {"no-such": "x"}}})["result"]
    without = {name: value for name, value in common.items() if name != "position"}
    assert asked({"method": "legal", "params": without})["error"]["code"] == -32602


def test_ids_are_echoed_as_they_came() -> None:
    assert asked('{"jsonrpc":"2.0","id":"a","method":"shutdown"}') == {"jsonrpc": "2.0", "id": "a", "result": {}}


POSITION = {
    "board": "A" * 162 + "==",
    "turn": "black",
    "drawOfferBy": None,
    "drawBlocked": None,
    "status": "active",
    "winner": None,
}
VALUES: list[Any] = [
    {"position": POSITION},
    {"position": {**POSITION, "turn": "red"}},
    {"position": {**POSITION, "board": "AA"}},
    {"position": {**POSITION, "more": 1}},
    {"position": {name: value for name, value in POSITION.items() if name != "winner"}},
    {"position": None},
    {"position": POSITION, "illegal": {}},
    {"illegal": {}},
    {"illegal": {"broken": ["X"]}},
    {"illegal": {"broken": "X"}},
    {"illegal": {"why": []}},
    {"unreadable": {"broken": [1]}},
    {"unsupported": {"reason": ""}},
    {"unsupported": {}},
    {"unsupported": {"reason": "not yet"}},
    [],
    None,
    3,
    {"actions": [1, 2.0, True]},
    {"actions": [1, -1]},
    {"actions": [1, 2.0]},
    {"nodes": 1.5},
    {"unit": {"p": 5, "s": 0, "color": "black", "tribun": False}},
    {"unit": {"p": 2, "s": 0, "color": "black", "tribun": 0}},
    {"moves": [1], "attacks": [121]},
]


@pytest.mark.parametrize("operation", ["apply", "legal", "perft", "unit", "relations", "replay"])
@pytest.mark.parametrize("value", VALUES, ids=range(len(VALUES)))
def test_the_quick_reader_of_shapes_agrees_with_jsonschema(value: Any, operation: str) -> None:
    wire = wire_of("tribun")
    schema: Any = {**wire.game, "$ref": f"#/x-operations/{operation}/result"}
    without_sets = json.loads(json.dumps(schema).replace('"uniqueItems": true', '"uniqueItems": false'))
    theirs = jsonschema.Draft202012Validator(without_sets).is_valid(value)
    assert theirs == (not list(breaches(value, schema, schema)))
    for kind in ("illegal", "unreadable", "unsupported"):
        ours = not list(breaches(value, PROTOCOL["$defs"][kind], PROTOCOL))
        kinds = {"$ref": f"#/$defs/{kind}", "$defs": PROTOCOL["$defs"]}
        assert ours == jsonschema.Draft202012Validator(kinds).is_valid(value)


def test_the_schemas_are_schemas() -> None:
    jsonschema.Draft202012Validator.check_schema(PROTOCOL)
    for path in where.spec().glob("*/wire.schema.json"):
        jsonschema.Draft202012Validator.check_schema(json.loads(path.read_text()))


@pytest.mark.parametrize("game", where.games())
def test_no_field_of_an_operation_is_a_word_of_the_wire(game: str) -> None:
    common = {"game", "edition", "readings", "vector", "clauses"}
    for name, operation in at_least_one(wire_of(game).operations.items()):
        assert not common & operation["input"]["properties"].keys(), name
