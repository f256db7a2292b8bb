"""The strict schema of a game's vector files, derived from the schema of its wire, and files held against it.

What a vector asks and expects is what goes over the wire, so the wire's schema states it. Where a file of vectors is
stricter or looser, `x-inVectors` holds keywords that stand in place of those beside it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from importlib.util import find_spec
from typing import Any

from ludex import where
from ludex.fault import Fault
from ludex.protocol.schema import Schema, resolve, wire_of
from ludex.rules import Register
from ludex.vectors.format import ONLY_UNDER
from ludex.vectors.freedom import FREE

REMEDY = "Install the extras of the tests: pip install 'ludex[test]'."
DESCRIPTION = (
    "Where the expected result is a refusal as unreadable the input may be anything with the right fields,"
    " because that is what is tested."
)
Kinds = Mapping[str, Iterable[str]]


def shared_schema() -> Schema:
    """The schema of what all vector files share."""
    path = where.shipped_vectors() / "schema" / "vectors.schema.json"
    return dict(json.loads(path.read_text("ascii")))


def derive(game: str, title: str, prefix: str, register: Register, kinds: Kinds) -> Schema:
    """The schema of a game's vector files; ``kinds`` says what operations the vectors of each kind ask."""
    wire, shared = wire_of(game), shared_schema()
    asked = sorted({operation for operations in kinds.values() for operation in operations})
    stated = [name for name in asked if name in wire.operations]
    question, answer = shared["$defs"]["question"], shared["$defs"]["answer"]
    own = {
        **shared["$defs"],
        "clause": {"type": "string", "pattern": f"^{prefix}-[A-Z]{{3}}-[0-9]+$"},
        "condition": _condition(shared["$defs"]["condition"], register),
        "illegal": _refusal("illegal", {}),
        "unreadable": _refusal("unreadable", {"maxItems": 0}),
        **{f"{name}Question": _question(question, name, wire.operations[name]) for name in stated},
        **{f"{name}Answer": _answer(answer, register, name, wire.operations[name], wire.game) for name in stated},
    }
    if taken := sorted(own.keys() & wire.definitions.keys()):
        raise Fault(f"{taken[0]!r} of the wire's schema of {game} is a word of vector files", "Name it otherwise.")
    return {
        "$schema": shared["$schema"],
        "$id": f"https://ludex.example/{game}/{game}.schema.json",
        "title": f"{title}: a file of vectors, strict for each kind and operation",
        "description": DESCRIPTION,
        "type": "object",
        "properties": {
            **shared["properties"],
            "game": {"const": game},
            "editions": _of(register.editions),
            "kind": {"enum": list(kinds)},
            "operation": {"enum": asked},
        },
        "required": shared["required"],
        "additionalProperties": False,
        "allOf": [
            *(_when("kind", kind, "operation", {"enum": list(operations)}) for kind, operations in kinds.items()),
            *(_when("operation", name, "questions", {"items": _ref(f"{name}Question")}) for name in stated),
        ],
        "$defs": {**own, **{name: _in_vectors(schema) for name, schema in wire.definitions.items()}},
    }


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _when(field: str, value: str, other: str, then: Schema) -> Schema:
    """What a field asks of another one when it has a value."""
    return {"if": {"properties": {field: {"const": value}}}, "then": {"properties": {other: then}}}


def _condition(shared: Schema, register: Register) -> Schema:
    """Conditions on the entries of the register; who lists all readings of one sets no condition."""
    choices = shared["items"]["additionalProperties"]
    entries = {
        entry.id: {**choices, "items": {"enum": list(entry.readings)}, "maxItems": len(entry.readings) - 1}
        for entry in register.entries
    }
    return {**shared, "items": {**shared["items"], "properties": entries, "additionalProperties": False}}


def _refusal(kind: str, moot: Schema) -> Schema:
    """A refusal for at least one reason; reasons that are moot may be limited."""
    reasons = {"type": "array", "items": _ref("clause"), "uniqueItems": True}
    lists: Schema = {"broken": {**reasons, "minItems": 1}, "moot": {**reasons, **moot}}
    return _fields({kind: _fields({**lists, **_ONLY_UNDER}, lists)})


# Of reasons that not all readings in question know: the readings under which each of them is one.
_ONLY_UNDER: Schema = {ONLY_UNDER: {"type": "object", "minProperties": 1, "additionalProperties": _ref("condition")}}


def _fields(properties: Schema, required: Iterable[str] | None = None) -> Schema:
    """An object of these fields and no others, all of them required unless said otherwise."""
    needed = list(properties if required is None else required)
    return {"type": "object", "properties": properties, "required": needed, "additionalProperties": False}


def _of(editions: Iterable[str]) -> Schema:
    """Some of these editions."""
    return {"type": "array", "items": {"enum": list(editions)}, "minItems": 1, "uniqueItems": True}


def _question(shared: Schema, name: str, operation: Schema) -> Schema:
    """A question of one operation; what can never be read may hold anything in the fields that it must have."""
    asked = operation["input"]
    anything = _fields(dict.fromkeys(asked["properties"], True), asked["required"])
    answers = {**shared["properties"]["answers"], "items": _ref(f"{name}Answer")}
    unreadable = {"properties": {"expect": {"required": ["unreadable"]}}}
    return {
        **shared,
        "properties": {**shared["properties"], "answers": answers},
        "if": {"properties": {"answers": {"items": unreadable}}},
        "then": {"properties": {"input": anything}},
        "else": {"properties": {"input": _fields(_in_vectors(asked["properties"]), asked["required"])}},
    }


def _answer(shared: Schema, register: Register, name: str, operation: Schema, root: Schema) -> Schema:
    """An answer to a question of one operation: a result, or a refusal that the operation has."""
    refusals = [_ref(kind) for kind in operation.get("refusals", ("unreadable",))]
    result = _expected_result(resolve(operation["result"], root))
    if name == "legal":
        result = _with_conditions(result)
    own = {"editions": _of(register.editions), "expect": {"oneOf": [result, *refusals]}}
    return {**shared, "properties": {**shared["properties"], **own}}


def _with_conditions(result: Schema) -> Schema:
    """A list of actions, some of which may be legal under conditions alone."""
    pair = {"type": "array", "prefixItems": [result["properties"]["actions"]["items"], _ref("condition")]}
    pairs = {"type": "array", "minItems": 1, "items": {**pair, "minItems": 2, "maxItems": 2, "items": False}}
    return {**result, "properties": {**result["properties"], "conditional": pairs}}


def _expected_result(result: Schema) -> Schema:
    """The result that a vector expects: nothing is left out, and beside a list of reasons stands one of moot ones."""
    plain = _in_vectors(result)
    fixed = {name: {"enum": [None, *texts]} for name, texts in result.get("x-freeWhenNull", {}).items()}
    properties = {**plain["properties"], **fixed}
    moot = {other: properties[name] for name, other in result.get("x-reasons", {}).items()}
    optional = [name for name in result.get("x-optional", ()) if name not in result["required"]]
    whole = {
        **plain,
        "properties": {**properties, **moot, **(_ONLY_UNDER if moot else {}), FREE: _ref(FREE)},
        "required": [*result["required"], *optional, *moot],
    }
    return {**whole, **_refusing(result)} if "x-refusesWhen" in result else whole


def _refusing(result: Schema) -> Schema:
    """What refuses has reasons; what does not has none, and no fixed words."""
    when = {"properties": {name: {"const": value} for name, value in result["x-refusesWhen"].items()}}
    reasons: Schema = result.get("x-reasons", {})
    none = {name: {"maxItems": 0} for name in (*reasons, *reasons.values())}
    wordless = {name: {"type": "null"} for name in result.get("x-freeWhenNull", ())}
    some = {name: {"minItems": 1} for name in reasons}
    return {"if": when, "then": {"properties": some}, "else": {"properties": {**none, **wordless}}}


def _in_vectors(value: Any) -> Any:
    """A part of the wire's schema as a file of vectors asks it, without what is private to the wire."""
    if isinstance(value, list):
        return [_in_vectors(item) for item in value]
    if not isinstance(value, dict):
        return value
    plain = {name: item for name, item in value.items() if not name.startswith("x-")}
    return {name: _in_vectors(item) for name, item in {**plain, **value.get("x-inVectors", {})}.items()}


def can_validate() -> bool:
    """Whether what holds files against their schema is installed; it comes with the extras of the tests."""
    return find_spec("jsonschema") is not None


def validator_of(schema: Schema) -> Any:
    """What holds values against a schema."""
    try:
        import jsonschema
    except ModuleNotFoundError:
        raise Fault(
            "vectors are held against their schema when they are made, and jsonschema is missing", REMEDY
        ) from None
    return jsonschema.Draft202012Validator(schema)


def breach(validator: Any, data: bytes) -> str | None:
    """The first place where a file departs from its schema, in words."""
    value = json.loads(data)
    if quick_check(json.dumps(validator.schema))(value):
        return None
    for error in validator.iter_errors(value):
        return f"{_place(value, list(error.absolute_path))}: {error.message[:400]}"
    return None


@lru_cache
def quick_check(schema: str) -> Callable[[Any], bool]:
    """Says in a hundredth of the time that a file is as it should be; what is wrong jsonschema has words for."""
    try:
        import jsonschema_rs
    except ModuleNotFoundError:
        return lambda _: False
    return jsonschema_rs.Draft202012Validator(json.loads(schema)).is_valid


def _place(value: Any, path: list[Any]) -> str:
    if len(path) > 1 and path[0] == "questions":
        name = value["questions"][path[1]].get("id", path[1])
        return f"question {name}, {'/'.join(map(str, path[2:])) or 'as a whole'}"
    return "/".join(map(str, path)) or "the file"
