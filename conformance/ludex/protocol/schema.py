"""Whether a value has the shape that a schema asks for: the small part of JSON Schema that the wire needs.

jsonschema itself is slow to import and to run; the tests hold this reader equal to it on our schemas.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cached_property, lru_cache
from typing import Any

import msgspec

from ludex import where
from ludex.fault import Fault
from ludex.protocol.fitting import Fit, Fits
from ludex.support.alike import same
from ludex.tracking import Steps, repeat, with_steps
from ludex.wording import shorten

Schema = Mapping[str, Any]

_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "null": (type(None),),
    "boolean": (bool,),
    "number": (int, float),
}
_NAMES = {dict: "an object", list: "a list", str: "a string", bool: "a boolean", int: "an integer", float: "a number"}


class Wire:
    """The schema of one game's wire, with the protocol's own operations where the game says nothing."""

    def __init__(self, game: Schema, protocol: Schema) -> None:
        self.game = game
        self.protocol = protocol
        self._fits: dict[str, tuple[Fit, Steps]] = {}

    @property
    def required(self) -> tuple[str, ...]:
        return tuple(self.game.get("x-requiredMethods", ("legal", "apply")))

    @property
    def bad_actions(self) -> tuple[Any, ...]:
        return tuple(self.game.get("x-badActions", ()))

    @property
    def operations(self) -> Mapping[str, Schema]:
        """What can be asked in this game, each with its input and result; empty where nobody states it."""
        stated: Mapping[str, Schema] = self.game.get("x-operations", {})
        return stated

    @property
    def definitions(self) -> Mapping[str, Schema]:
        """The shapes that the game's operations share."""
        shared: Mapping[str, Schema] = self.game.get("$defs", {})
        return shared

    def fields_without_use(self, operation: str, choices: Mapping[str, str]) -> list[str]:
        """The fields of an operation that no rule asks for under these readings, and that are then not sent."""
        stated = self.operations.get(operation, {}).get("input", {}).get("properties", {})
        return [name for name, schema in stated.items() if not _meets_one(schema.get(ONLY_UNDER), choices)]

    def not_counted(self, choices: Mapping[str, str]) -> int:
        """Of how many kinds of text in answers a part does not count under these readings."""
        return sum(_meets_one(when, choices) for when in self._when_not_counted)

    @cached_property
    def _when_not_counted(self) -> list[Any]:
        """For each such kind the readings, as alternatives."""
        return [when for schema in schemas_in(self.game) for when in schema.get(NOT_COUNTED, {}).values()]

    def result(self, operation: str) -> Schema | None:
        """The shape of an operation's result, or None where nobody states one."""
        stated: Schema | None = self.operations.get(operation, {}).get("result")
        common: Schema | None = self.protocol["$defs"].get(_COMMON.get(operation, ""))
        return stated if stated is not None else common

    def breaches(self, operation: str, value: Any) -> Iterator[str]:
        """What is wrong with the shape of a result, in words; nothing when it is right."""
        named = _kind(value)
        schema = self.result(operation) if named is None else self.protocol["$defs"][named]
        if schema is not None and not self._fit(named or operation, schema)(value):
            yield from breaches(value, schema, self.root(schema))

    def fits_question(self, operation: str, fields: Mapping[str, Any]) -> bool:
        """Whether the fields of a question have the shape that the game states; any have it where it states none."""
        stated = self.operations.get(operation, {}).get("input")
        return stated is None or self._fit(f"question of {operation}", stated)(fields)

    def _fit(self, name: str, schema: Schema) -> Fit:
        if name not in self._fits:
            self._fits[name] = with_steps(lambda: fits_in(self.root(schema)).of(schema))
        fit, steps = self._fits[name]
        repeat(steps)
        return fit

    def root(self, schema: Schema) -> Schema:
        """The document in which the references of a schema are looked up."""
        return self.protocol if schema in self.protocol["$defs"].values() else self.game


def _meets_one(alternatives: Any, choices: Mapping[str, str]) -> bool:
    """Whether one of the alternatives is met in all its readings, or there are none."""
    if alternatives is None:
        return True
    return any(all(choices.get(entry) in allowed for entry, allowed in one.items()) for one in alternatives)


NOT_COUNTED = "x-notCounted"  # of a text: what of it no rule asks for, and the readings under which that is so
ONLY_UNDER = "x-onlyUnder"  # of a field of a question: the readings under which a rule asks for it
_COMMON = {"legal": "legal", "apply": "apply", "perft": "perft"}
_KINDS = ("illegal", "unreadable", "unsupported")
LONGEST_SLIP = 40  # letters of a field that somebody may have misspelt: what is longer was sent to do harm


def schemas_in(value: Any) -> Iterator[Schema]:
    """The objects of a schema, and of all schemas in it."""
    if isinstance(value, Mapping):
        yield value
    if isinstance(value, Mapping | list):
        for inner in value.values() if isinstance(value, Mapping) else value:
            yield from schemas_in(inner)


def _kind(value: Any) -> str | None:
    if not isinstance(value, dict):
        return None
    return next((kind for kind in _KINDS if kind in value), None)


@lru_cache
def protocol_schema() -> Schema:
    from importlib.resources import files

    data = files("ludex.protocol").joinpath("protocol.schema.json").read_bytes()
    return msgspec.json.decode(data, type=dict[str, Any])


@lru_cache
def wire_of(game: str) -> Wire:
    """The wire of a game: spec/<game>/wire.schema.json, or the bare protocol where there is none."""
    path = where.spec_of(game) / "wire.schema.json"
    if not path.is_file():
        return Wire({}, protocol_schema())
    try:
        stated = msgspec.json.decode(path.read_bytes(), type=dict[str, Any])
    except msgspec.DecodeError as broken:
        raise Fault(f"{path}: {broken}", "Fetch the file again.") from None
    for ref in sorted(_references(stated)):
        if not any(_is_there(ref, root) for root in (stated, protocol_schema())):
            raise Fault(f"{path}: {ref} is asked for, and is not there", "Write it, or ask for another.")
    return Wire(stated, protocol_schema())


def _references(document: Schema) -> set[str]:
    """Every `$ref` within a document, wherever it stands."""
    return {one["$ref"] for one in schemas_in(document) if isinstance(one.get("$ref"), str)}


def _is_there(ref: str, root: Schema) -> bool:
    try:
        resolve({"$ref": ref}, root)
    except (KeyError, TypeError):
        return False
    return True


def resolve(schema: Schema, root: Schema) -> Schema:
    """The schema with its own `$ref`, if any, followed within the document."""
    while "$ref" in schema:
        target: Any = root
        for step in schema["$ref"].removeprefix("#/").split("/"):
            target = target[step]
        schema = {**{key: value for key, value in schema.items() if key != "$ref"}, **target}
    return schema


def breaches(value: Any, schema: Schema, root: Schema, at: str = "result") -> Iterator[str]:
    """Every place where a value departs from a schema, in words."""
    schema = resolve(schema, root)
    named = _wrong_type(value, schema)
    if named:
        yield f"{at} must be {named}, is {describe(value)}"
        return
    yield from _wrong_value(value, schema, at)
    if isinstance(value, dict):
        yield from _wrong_fields(value, schema, root, at)
    elif isinstance(value, list) and "items" in schema:
        for place, item in enumerate(value):
            yield from breaches(item, schema["items"], root, f"{at}[{place}]")


def fits_in(root: Schema) -> Fits:
    """Which values have no breaches, for the schemas of a document."""
    return Fits(lambda schema: resolve(schema, root), lambda value, schema: not any(breaches(value, schema, root)))


def _wrong_type(value: Any, schema: Schema) -> str:
    allowed = schema.get("type")
    if allowed is None:
        return ""
    names = [allowed] if isinstance(allowed, str) else list(allowed)
    return "" if any(_is(value, name) for name in names) else " or ".join(_article(name) for name in names)


def _is(value: Any, name: str) -> bool:
    if isinstance(value, bool):
        return name == "boolean"
    if name == "integer":
        return isinstance(value, int) or (isinstance(value, float) and value.is_integer())
    return isinstance(value, _TYPES[name])


def _article(name: str) -> str:
    return name if name == "null" else f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def _wrong_value(value: Any, schema: Schema, at: str) -> Iterator[str]:
    if "enum" in schema and not any(same(value, allowed) for allowed in schema["enum"]):
        yield f"{at} must be one of {json_text(schema['enum'])}, is {describe(value)}"
    if "const" in schema and not same(value, schema["const"]):
        yield f"{at} must be {json_text(schema['const'])}, is {describe(value)}"
    if isinstance(value, str):
        yield from _wrong_text(value, schema, at)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield from _wrong_number(value, schema, at)


def _wrong_text(value: str, schema: Schema, at: str) -> Iterator[str]:
    if "pattern" in schema and not re.search(schema["pattern"], value):
        what = schema.get("description", f"text like {schema['pattern']}")
        yield f"{at} must be {what}, is {describe(value)}"
    if "minLength" in schema and len(value) < schema["minLength"]:
        yield f"{at} must not be empty"


def _wrong_number(value: float, schema: Schema, at: str) -> Iterator[str]:
    if value < schema.get("minimum", value):
        yield f"{at} must be at least {schema['minimum']}, is {value}"
    if value > schema.get("maximum", value):
        yield f"{at} must be at most {schema['maximum']}, is {value}"


def _near_miss(name: str, known: Iterable[str]) -> str:
    close = get_close_matches(name, known, n=1) if len(name) <= LONGEST_SLIP else []
    return f"; did you mean {close[0]!r}?" if close else ""


def _wrong_fields(value: dict[str, Any], schema: Schema, root: Schema, at: str) -> Iterator[str]:
    known = schema.get("properties", {})
    for name in schema.get("required", ()):
        if name not in value:
            yield f"{at}.{name} is missing"
    others = schema.get("additionalProperties", True)
    for name, item in value.items():
        if name in known:
            yield from breaches(item, known[name], root, f"{at}.{name}")
        elif others is False:
            yield f"{at} has a field {name!r} that does not belong there{_near_miss(name, known)}"
        elif isinstance(others, dict):
            yield from breaches(item, others, root, f"{at}.{name}")


def refuses(result: Any, schema: Schema) -> bool:
    """Whether a result of this shape says no by one of its own fields, as a verdict does."""
    when: Mapping[str, Any] = schema.get("x-refusesWhen", {})
    return bool(when) and isinstance(result, dict) and all(result.get(name) == value for name, value in when.items())


def plain(value: Any) -> Any:
    """The same value with its whole numbers as such: 1.0 as 1."""
    if isinstance(value, dict):
        return {name: plain(item) for name, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def json_text(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def in_order_of(model: Any, value: Any) -> Any:
    """The same value with the members of its objects in the order that they have in a model: the order means nothing,
    and shown side by side it would look like a difference."""
    if isinstance(model, dict) and isinstance(value, dict):
        ordered = {name: in_order_of(model[name], value[name]) for name in model if name in value}
        return ordered | {name: item for name, item in value.items() if name not in model}
    if isinstance(model, list) and isinstance(value, list):
        return [*map(in_order_of, model, value), *value[len(model) :]]
    return value


def describe(value: Any, limit: int = 80) -> str:
    """A value in a few words, never more than a line."""
    if isinstance(value, dict | list) and value:
        return f"{_NAMES[type(value)]} of {len(value)}"
    return shorten(json_text(value), limit)
