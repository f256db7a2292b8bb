"""What is wrong with the shape of a result is told in words: each place, what must be there, and what is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex import where
from ludex.fault import Fault
from ludex.protocol.schema import (
    Wire,
    breaches,
    describe,
    fits_in,
    in_order_of,
    json_text,
    plain,
    protocol_schema,
    resolve,
    wire_of,
)

SHARED = {
    "$defs": {
        "die": {"type": "integer", "minimum": 1, "maximum": 6},
        "pair": {"$ref": "#/$defs/two", "title": "of two"},
    }
}
SHARED["$defs"]["two"] = {"type": "array", "items": {"$ref": "#/$defs/die"}}
LETTERS = {"type": "string", "pattern": "^[a-c]+$", "minLength": 2}
BOX = {
    "type": "object",
    "properties": {"die": {"$ref": "#/$defs/die"}, "name": {"type": ["string", "null"]}},
    "required": ["die", "name"],
    "additionalProperties": False,
}


DIE, THIRD, ODD = "result.die must be", "result[2] must be an integer, is", "result has a field"


@pytest.mark.parametrize(
    ("value", "schema", "told"),
    [
        (7, {}, []),
        (None, {"type": "null"}, []),
        (0, {"type": "null"}, ["result must be null, is 0"]),
        ("x", {"type": ["integer", "null"]}, ['result must be an integer or null, is "x"']),
        ([1], {"type": "object"}, ["result must be an object, is a list of 1"]),
        ({"a": 1, "b": 2}, {"type": "array"}, ["result must be an array, is an object of 2"]),
        ({}, {"type": "string"}, ["result must be a string, is {}"]),
        ([], {"type": "number"}, ["result must be a number, is []"]),
        (True, {"type": "integer"}, ["result must be an integer, is true"]),
        (False, {"type": "number"}, ["result must be a number, is false"]),
        (True, {"type": "boolean"}, []),
        (1, {"type": "boolean"}, ["result must be a boolean, is 1"]),
        (1, {"type": "integer"}, []),
        (1.0, {"type": "integer"}, []),
        (1.5, {"type": "integer"}, ["result must be an integer, is 1.5"]),
        ("1", {"type": "integer"}, ['result must be an integer, is "1"']),
        (1, {"type": "number"}, []),
        (1.5, {"type": "number"}, []),
        ("a", {"type": "string"}, []),
        # -- values
        ("b", {"enum": ["a", "b"]}, []),
        (1.0, {"enum": [1, 2]}, []),
        ("c", {"enum": ["a", 1]}, ['result must be one of ["a",1], is "c"']),
        (1.0, {"const": 1}, []),
        (None, {"const": "a"}, ['result must be "a", is null']),
        (3, {"enum": [1], "const": 2}, ["result must be one of [1], is 3", "result must be 2, is 3"]),
        # -- texts
        ("ab", LETTERS, []),
        ("abx", LETTERS, ['result must be text like ^[a-c]+$, is "abx"']),
        ("a", LETTERS, ["result must not be empty"]),
        ("", LETTERS, ['result must be text like ^[a-c]+$, is ""', "result must not be empty"]),
        ("", {"minLength": 0}, []),
        ("", {"pattern": "^$"}, []),
        ("x", {"pattern": "^$", "description": "nothing"}, ['result must be nothing, is "x"']),
        (7, {"pattern": "^a", "minLength": 3}, []),
        # -- numbers
        (1, {"minimum": 1, "maximum": 1}, []),
        (0, {"minimum": 1}, ["result must be at least 1, is 0"]),
        (2.5, {"maximum": 2}, ["result must be at most 2, is 2.5"]),
        (3, {"minimum": 4, "maximum": 2}, ["result must be at least 4, is 3", "result must be at most 2, is 3"]),
        (True, {"minimum": 4, "maximum": 0}, []),
        ("a", {"minimum": 4}, []),
        # -- what has parts
        ({"die": 6, "name": None}, BOX, []),
        ({"die": 7, "name": 1}, BOX, [f"{DIE} at most 6, is 7", "result.name must be a string or null, is 1"]),
        ({}, BOX, ["result.die is missing", "result.name is missing"]),
        ({"die": 1, "name": "", "more": 1}, BOX, [f"{ODD} 'more' that does not belong there"]),
        ({"die": 1, "name": "", "dice": 1}, BOX, [f"{ODD} 'dice' that does not belong there; did you mean 'die'?"]),
        ({"die": 1, "name": "", "die" * 20: 1}, BOX, [f"{ODD} '{'die' * 20}' that does not belong there"]),
        ({"a": 0}, {"additionalProperties": {"$ref": "#/$defs/die"}}, ["result.a must be at least 1, is 0"]),
        ({"a": 0}, {}, []),
        ({"a": 0}, {"additionalProperties": True}, []),
        ([1, 0, "x"], {"$ref": "#/$defs/pair"}, ["result[1] must be at least 1, is 0", f'{THIRD} "x"']),
        ([[], [0]], {"items": {"$ref": "#/$defs/pair"}}, ["result[1][0] must be at least 1, is 0"]),
        ([0], {}, []),
        ({"items": 1}, {"items": {"type": "string"}}, []),
        (7, {"items": {"type": "string"}, "required": ["a"]}, []),
    ],
)  # fmt: skip
def test_each_departure_is_told_with_its_place(value: Any, schema: dict[str, Any], told: list[str]) -> None:
    assert list(breaches(value, schema, SHARED)) == told
    assert fits_in(SHARED).of(schema)(value) == (not told)


def test_a_reference_is_followed_to_its_end_and_what_stands_beside_it_stays() -> None:
    assert resolve(SHARED["$defs"]["pair"], SHARED) == {**SHARED["$defs"]["two"], "title": "of two"}
    assert resolve({"$ref": "#/$defs/die", "maximum": 9}, SHARED) == SHARED["$defs"]["die"]
    assert resolve({"type": "null"}, SHARED) == {"type": "null"}


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 8) | st.sampled_from([1.0, 1.5]) | st.text("abx", max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["die", "name", "more"]), inner),
    max_leaves=6,
)
SCHEMAS: list[dict[str, Any]] = [
    BOX,
    {**BOX, "additionalProperties": {"type": "integer"}},
    {"$ref": "#/$defs/pair"},
    {"type": ["array", "boolean"], "items": BOX},
    {"type": "string", "pattern": "^a", "minLength": 1},
    {"type": "number", "minimum": 1, "maximum": 2},
    {"enum": [1, "a", None]},
    {"enum": [1, "a", "b", None], "type": ["string", "null"], "pattern": "^a"},
    {"type": ["integer", "null", "boolean"], "minimum": 3},
    {"const": 1.5},
]


def test_of_a_shape_that_holds_itself_it_is_told_how_deep_it_fits() -> None:
    nest = {"$defs": {"nest": {"type": "array", "items": {"$ref": "#/$defs/nest"}}}}
    fits = fits_in(nest).of({"$ref": "#/$defs/nest"})
    assert fits([[], [[[]]]])
    assert not fits([[], [[[1]]]])


def test_what_stands_beside_a_reference_counts_at_that_place_alone() -> None:
    whole: dict[str, Any] = {
        "type": "object",
        "properties": {"few": {"$ref": "#/$defs/text"}, "many": {"$ref": "#/$defs/text"}},
    }
    whole["properties"]["many"]["minLength"] = 2
    fits = fits_in({"$defs": {"text": {"type": "string"}}}).of(whole)
    assert fits({"few": "a", "many": "ab"})
    assert not fits({"few": "ab", "many": "a"})


@given(value=VALUES, schema=st.sampled_from(SCHEMAS))
def test_a_shape_is_wrong_where_json_schema_says_so(value: Any, schema: dict[str, Any]) -> None:
    whole = {**schema, **SHARED} if "$ref" not in schema else {"allOf": [schema], **SHARED}
    fits = fits_in(SHARED).of(schema)(value)
    assert (not list(breaches(value, schema, SHARED))) == fits == jsonschema.Draft202012Validator(whole).is_valid(value)


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ([], "[]"),
        ({}, "{}"),
        ([1, 2], "a list of 2"),
        ({"a": 1}, "an object of 1"),
        ("a" * 78, '"' + "a" * 78 + '"'),
        ("a" * 79, '"' + "a" * 79 + "…"),
        ("a" * 200, '"' + "a" * 79 + "…"),
        (1.5, "1.5"),
        (None, "null"),
    ],
)
def test_a_value_is_described_in_a_few_words(value: Any, told: str) -> None:
    assert describe(value) == told


def test_whole_numbers_are_plain_wherever_they_stand() -> None:
    made = plain({"a": [1.0, 1.5, True, "1.0", {"b": -0.0}], "c": 1e3})
    assert str(made) == "{'a': [1, 1.5, True, '1.0', {'b': 0}], 'c': 1000}"


# -- the wire of a game


GAME = {
    "x-requiredMethods": ["legal"],
    "x-badActions": [7],
    "x-operations": {"legal": {"result": {"$ref": "#/$defs/list"}}, "word": {"input": {}}},
    "$defs": {"list": {"type": "array", "items": {"type": "integer"}}},
}


def told(wire: Wire, operation: str, value: Any) -> list[str]:
    return list(wire.breaches(operation, value))


def test_where_a_game_states_nothing_the_protocol_holds() -> None:
    bare, common = Wire({}, protocol_schema()), protocol_schema()["$defs"]
    assert bare.required == ("legal", "apply")
    assert (bare.bad_actions, bare.operations, bare.definitions) == ((), {}, {})
    for operation in ("legal", "apply", "perft"):
        assert bare.result(operation) == common[operation]
        assert bare.root(common[operation]) is bare.protocol
    assert bare.result("word") is None
    assert told(bare, "word", {"any": "thing"}) == []
    assert told(bare, "perft", {"nodes": -1}) == ["result.nodes must be at least 0, is -1"]
    assert told(bare, "apply", {}) == ["result.position is missing"]
    assert told(bare, "legal", {"actions": 1}) == ["result.actions must be an array, is 1"]


def test_what_a_game_states_holds_and_is_looked_up_there() -> None:
    wire = Wire(GAME, protocol_schema())
    assert (wire.required, wire.bad_actions, wire.definitions) == (("legal",), (7,), GAME["$defs"])
    assert wire.root({"$ref": "#/$defs/list"}) is GAME
    assert told(wire, "legal", ["x"]) == ['result[0] must be an integer, is "x"']
    assert told(wire, "word", 7) == []
    assert wire.result("apply") == protocol_schema()["$defs"]["apply"]


@pytest.mark.parametrize("kind", ["illegal", "unreadable", "unsupported"])
def test_a_refusal_has_its_own_shape_whatever_was_asked(kind: str) -> None:
    wire = Wire(GAME, protocol_schema())
    assert told(wire, "legal", {kind: {"reason": "so"} if kind == "unsupported" else {}}) == []
    assert told(wire, "legal", {kind: 7}) == [f"result.{kind} must be an object, is 7"]


def test_a_game_without_a_schema_has_the_bare_wire_and_a_broken_one_is_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(where, "spec_of", lambda game: tmp_path / game)
    assert wire_of("without-a-schema").game == {}
    for name, text in (("a-list", "[]"), ("cut-short", "{")):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "wire.schema.json").write_text(text)
        with pytest.raises(Fault) as fault:
            wire_of(folder.name)
        assert str(fault.value).startswith(f"{folder}/wire.schema.json: ")
        assert fault.value.remedy == "Fetch the file again."


@pytest.mark.parametrize(
    ("model", "value", "ordered"),
    [
        ({"b": 1, "a": {"d": 1, "c": 2}}, {"a": {"c": 3, "d": 4}, "x": 5, "b": 6}, '{"b":6,"a":{"d":4,"c":3},"x":5}'),
        ({"b": 1, "a": 2}, {"a": 3}, '{"a":3}'),
        ([{"b": 1, "a": 2}], [{"a": 3, "b": 4}, {"a": 5, "b": 6}], '[{"b":4,"a":3},{"a":5,"b":6}]'),
        ([{"b": 1}, 2], [7], "[7]"),
        (None, {"a": 1, "b": 2}, '{"a":1,"b":2}'),
        (["b", "a"], {"a": 1, "b": 2}, '{"a":1,"b":2}'),
        ({"b": 1}, ["a", "b"], '["a","b"]'),
        ({"b": 1}, None, "null"),
        ("text", "other", '"other"'),
    ],
)
def test_members_are_put_into_the_order_of_a_model_where_it_has_one(model: Any, value: Any, ordered: str) -> None:
    assert json_text(in_order_of(model, value)) == ordered
