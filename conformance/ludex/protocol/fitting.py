"""Whether a value has the shape of a schema, for schemas that are asked of many values: yes or no, and no words.

A schema is made into a function once, which then looks up nothing in it. `breaches` of `schema` says what is wrong; a
test holds the two equal.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import Any

from ludex.tracking import Steps, repeat, with_steps

Schema = Mapping[str, Any]
Fit = Callable[[Any], bool]
Resolve = Callable[[Schema], Schema]
Doubt = Callable[[Any, Schema], bool]
BY_VALUE = ("enum", "const")
PLAIN = (str, int, type(None))  # values that are the same where they are equal


class Fits:
    """The functions of the schemas in one document, which outlives them.

    ``resolve`` follows references; ``slowly`` decides where a schema says what few do, and of values that are rare.
    """

    def __init__(self, resolve: Resolve, slowly: Doubt) -> None:
        self._resolve = resolve
        self._slowly = slowly
        self._made: dict[int, Fit] = {}
        self._steps: dict[int, Steps] = {}

    def of(self, schema: Schema) -> Fit:
        """The function of a schema."""
        place = id(schema)
        if place not in self._made:
            self._made[place] = lambda value: self._made[place](value)  # for a shape that holds itself
            self._made[place], self._steps[place] = with_steps(lambda: self._make(self._resolve(schema)))
        if place in self._steps:
            repeat(self._steps[place])
        return self._made[place]

    def _make(self, schema: Schema) -> Fit:
        kind = schema.get("type")
        if any(name in schema for name in BY_VALUE):
            return self._one_of_few(schema)
        if isinstance(kind, list):
            return self._any_of([self._make({**schema, "type": one}) for one in kind])
        if kind == "null":
            return lambda value: value is None
        if kind == "boolean":
            return lambda value: type(value) is bool
        if kind == "integer":
            return self._whole_number(schema)
        if kind == "string":
            return self._text(schema)
        if kind == "array":
            return self._list(schema)
        if kind == "object":
            return self._object(schema)
        return lambda value: self._slowly(value, schema)

    def _one_of_few(self, schema: Schema) -> Fit:
        """What is written as the schema has it is known at once."""
        few = [one for one in schema.get("enum", [schema.get("const")]) if type(one) in PLAIN]
        known = {(type(one), one) for one in few if self._slowly(one, schema)}
        return lambda value: (type(value) in PLAIN and (type(value), value) in known) or self._slowly(value, schema)

    def _any_of(self, kinds: list[Fit]) -> Fit:
        return lambda value: any(fits(value) for fits in kinds)

    def _whole_number(self, schema: Schema) -> Fit:
        least, most = schema.get("minimum", -math.inf), schema.get("maximum", math.inf)
        return lambda value: least <= value <= most if type(value) is int else self._slowly(value, schema)

    def _text(self, schema: Schema) -> Fit:
        found, least = re.compile(schema.get("pattern", "")).search, schema.get("minLength", 0)
        return lambda value: type(value) is str and len(value) >= least and found(value) is not None

    def _list(self, schema: Schema) -> Fit:
        if "items" not in schema:
            return lambda value: type(value) is list
        item = self.of(schema["items"])
        return lambda value: type(value) is list and all(map(item, value))

    def _object(self, schema: Schema) -> Fit:
        known = {name: self.of(one) for name, one in schema.get("properties", {}).items()}
        required, others = frozenset(schema.get("required", ())), schema.get("additionalProperties", True)
        other = self.of(others) if isinstance(others, dict) else lambda _: others is not False

        def fits(value: Any) -> bool:
            return (
                type(value) is dict
                and required <= value.keys()
                and all(known.get(name, other)(item) for name, item in value.items())
            )

        return fits
