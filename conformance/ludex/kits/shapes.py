"""The types of a game's positions and actions, read from the schema of its wire, for a template in any language.

What the required methods are asked and answer is what an engine must hold: those definitions are here, each after
the ones that it needs. Patterns are left to the engine.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from ludex.protocol.schema import Wire

Schema = Mapping[str, Any]
Kind = Literal["text", "whole", "flag", "any", "list", "enum", "struct", "union"]


@dataclass(frozen=True, slots=True)
class Shape:
    """What may stand in a field: a whole number or a text's or a list's length lies from `least` to `most`."""

    kind: Kind
    name: str = ""
    of: Shape | None = None
    nullable: bool = False
    least: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class FieldShape:
    """A field of an object; one that may be missing is read as null.

    It is left out where it is null, but for one that is `filled`: an answer of some method must have it, with null.
    """

    name: str
    type: Shape
    optional: bool
    filled: bool = False

    @property
    def left_out(self) -> bool:
        """Whether it is not written where it is null."""
        return self.optional and not self.filled


@dataclass(frozen=True, slots=True)
class EnumShape:
    """A text out of a few."""

    name: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StructShape:
    """An object; in a union its field `tag` is always `value`."""

    name: str
    about: str
    fields: tuple[FieldShape, ...]
    tag: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class UnionShape:
    """One object of several, told apart by the field `tag`."""

    name: str
    about: str
    tag: str
    variants: tuple[StructShape, ...]


@dataclass(frozen=True, slots=True)
class MethodShape:
    """A required method, the fields that it is asked with, and those of its result."""

    name: str
    fields: tuple[FieldShape, ...]
    result: tuple[FieldShape, ...]

    @property
    def gives(self) -> str:
        """What a result is, in words: `{"position": …}`; nothing where it is no object of fields."""
        needed = ", ".join(f'"{field.name}": …' for field in self.result if not field.optional)
        free = ", ".join(f'"{field.name}"' for field in self.result if field.optional)
        return f"{{{needed}}}{f', with or without {free}' if free else ''}" if self.result else ""


@dataclass(frozen=True, slots=True)
class Shapes:
    """The types of a game, in an order in which each can be defined, and the methods that need them."""

    enums: tuple[EnumShape, ...]
    types: tuple[StructShape | UnionShape, ...]
    methods: tuple[MethodShape, ...]

    @property
    def structs(self) -> list[StructShape]:
        return [one for one in self.types if isinstance(one, StructShape)]

    @property
    def unions(self) -> list[UnionShape]:
        return [one for one in self.types if isinstance(one, UnionShape)]

    @property
    def fields(self) -> list[FieldShape]:
        """The fields of the methods that hold objects, each once."""
        every = [field for method in self.methods for field in method.fields]
        return list({one.name: one for one in every if one.type.kind in ("struct", "union")}.values())

    @property
    def type_names(self) -> list[str]:
        """The types of objects that the methods are asked with, by name."""
        return sorted({field.type.name for field in self.fields})

    def unions_of(self, struct: StructShape) -> list[UnionShape]:
        """The unions that a struct is a variant of."""
        return [union for union in self.unions if struct in union.variants]


def shapes_of(wire: Wire) -> Shapes:
    """The types that the required methods of a game are asked with and answer with."""
    reader = _Reader(wire.definitions)
    stated = {name: wire.operations.get(name, {}) for name in wire.required}
    asked = {name: reader.fields(one.get("input", {}), "") for name, one in stated.items()}
    answered = {name: reader.result(one.get("result", {}), pascal(name)) for name, one in stated.items()}
    methods = [MethodShape(name, fields, answered[name]) for name, fields in asked.items()]
    enums, types = tuple(reader.enums), tuple(reader.types)
    for name, one in wire.operations.items():  # the others have no types of their own; they may answer with these
        if name not in stated:
            reader.result(one.get("result", {}), pascal(name))
    every = [one for one in reader.types if isinstance(one, StructShape)]
    return Shapes(enums, tuple(_fill_type(one, every) for one in types), tuple(methods))


def _fill_type(one: StructShape | UnionShape, every: list[StructShape]) -> StructShape | UnionShape:
    """A type with those fields marked that an answer must have."""
    if isinstance(one, UnionShape):
        return replace(one, variants=tuple(_fill_fields(variant, every) for variant in one.variants))
    return _fill_fields(one, every)


def _fill_fields(one: StructShape, every: list[StructShape]) -> StructShape:
    alike = [other for other in every if _written_alike(one, other)]
    needed = {field.name for other in alike for field in other.fields if not field.optional}
    fields = tuple(replace(field, filled=field.optional and field.name in needed) for field in one.fields)
    return replace(one, fields=fields)


def _written_alike(one: StructShape, other: StructShape) -> bool:
    """Whether two objects have fields of the same names and kinds, whichever of them may be missing."""
    of_one, of_other = ({it.name: (it.type.kind, it.type.nullable) for it in each.fields} for each in (one, other))
    return (one.tag, one.value, of_one) == (other.tag, other.value, of_other)


def pascal(name: str) -> str:
    """A name as most languages write types: `legalAction` and `end-turn` are LegalAction and EndTurn."""
    joined = "".join(part[:1].upper() + part[1:] for part in re.split(r"[^A-Za-z0-9]+", _lower_constant(name)))
    return f"N{joined}" if joined[:1].isdigit() else joined


def camel(name: str) -> str:
    """`endTurn`."""
    return pascal(name)[:1].lower() + pascal(name)[1:]


def snake(name: str) -> str:
    """`end_turn`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", pascal(name)).lower()


def _lower_constant(name: str) -> str:
    """What is all in capitals, as a constant is, in small letters."""
    return name.lower() if name.isupper() else name


class _Reader:
    """Reads schemas into types; what has the same fields is the same type, whatever it is called in the schema."""

    def __init__(self, definitions: Mapping[str, Schema]) -> None:
        self.definitions = definitions
        self.enums: list[EnumShape] = []
        self.types: list[StructShape | UnionShape] = []
        self.bounded = True

    def result(self, schema: Schema, name: str) -> tuple[FieldShape, ...]:
        """Reads what is answered: its bounds are not needed, as an engine that writes it need not check them."""
        self.bounded = False
        if "$ref" in schema:
            self._type(schema, name, "", True)
        return self.fields(schema, "")

    def fields(self, schema: Schema, owner: str, tag: str = "") -> tuple[FieldShape, ...]:
        """The fields of an object, but for the one that tells it apart in a union."""
        schema, owner = self._resolve(schema, owner)
        required = schema.get("required", ())
        return tuple(
            FieldShape(name, self._type(one, owner, name, name in required), name not in required)
            for name, one in schema.get("properties", {}).items()
            if name != tag
        )

    def _resolve(self, schema: Schema, name: str) -> tuple[Schema, str]:
        while "$ref" in schema:
            key = schema["$ref"].rpartition("/")[2]
            schema, name = self.definitions[key], pascal(key)
        return schema, name

    def _type(self, schema: Schema, owner: str, field: str, required: bool) -> Shape:
        schema, name = self._resolve(schema, owner + pascal(field))
        found = self._plain(schema, name)
        return found if required else replace(found, nullable=True)

    def _plain(self, schema: Schema, name: str) -> Shape:
        """The type of a schema that refers to no other; null is no type, but may stand there."""
        if "oneOf" in schema:
            return self._one_of(schema, name)
        if "enum" in schema:
            return self._enum(schema["enum"], name)
        if "const" in schema:
            return self._enum([schema["const"]], name)
        stated = schema.get("type", ())
        kinds = [stated] if isinstance(stated, str) else list(stated)
        found = self._of_kind([kind for kind in kinds if kind != "null"], schema, name)
        return replace(found, nullable="null" in kinds)

    def _of_kind(self, kinds: list[str], schema: Schema, name: str) -> Shape:
        match kinds:
            case ["integer"]:
                return Shape("whole", least=schema.get("minimum"), most=schema.get("maximum"))
            case ["string"]:
                return Shape("text", least=schema.get("minLength"), most=schema.get("maxLength"))
            case ["boolean"]:
                return Shape("flag")
            case ["array"]:
                of = self._type(schema.get("items", {}), name.removesuffix("s"), "", True)
                return Shape("list", of=of, least=schema.get("minItems"), most=schema.get("maxItems"))
            case ["object"] if "properties" in schema:
                return Shape("struct", self._struct(schema, name).name)
            case _:
                return Shape("any")

    def _enum(self, values: list[Any], name: str) -> Shape:
        known = [value for value in values if value is not None]
        if all(type(value) is int for value in known):
            found = Shape("whole", least=min(known), most=max(known))
        elif all(isinstance(value, str) for value in known):
            found = Shape("enum", self._enum_named(tuple(known), name))
        else:
            found = Shape("any")
        return replace(found, nullable=None in values)

    def _enum_named(self, values: tuple[str, ...], name: str) -> str:
        for known in self.enums:
            if known.values == values:
                return known.name
        self.enums.append(EnumShape(self._free(name), values))
        return self.enums[-1].name

    def _struct(self, schema: Schema, name: str, tag: str = "") -> StructShape:
        value = schema["properties"][tag]["const"] if tag else ""
        found = StructShape(name, schema.get("description", ""), self.fields(schema, name, tag), tag, value)
        for known in self.types:
            if isinstance(known, StructShape) and self._alike(known, found):
                return known
        found = replace(found, name=self._free(name))
        self.types.append(found)
        return found

    def _alike(self, known: StructShape, found: StructShape) -> bool:
        if (known.tag, known.value) != (found.tag, found.value):
            return False
        if self.bounded:
            return known.fields == found.fields
        return [*map(_without_bounds, known.fields)] == [*map(_without_bounds, found.fields)]

    def _one_of(self, schema: Schema, name: str) -> Shape:
        variants = list(self._variants(schema))
        tag = _tag_of(variants)
        if not tag:
            return Shape("any")
        structs = tuple(self._struct(one, pascal(one["properties"][tag]["const"]), tag) for one in variants)
        for known in self.types:
            if isinstance(known, UnionShape) and known.variants == structs:
                return Shape("union", known.name)
        found = UnionShape(self._free(name), schema.get("description", ""), tag, structs)
        self.types.append(found)
        return Shape("union", found.name)

    def _variants(self, schema: Schema) -> Iterator[Schema]:
        """The objects of a union, and of the unions in it."""
        for one in schema["oneOf"]:
            followed, _ = self._resolve(one, "")
            yield from self._variants(followed) if "oneOf" in followed else [followed]

    def _free(self, name: str) -> str:
        taken = {one.name for one in (*self.enums, *self.types)}
        return name if name not in taken else self._free(f"{name}2")


def _without_bounds(field: FieldShape) -> FieldShape:
    return replace(field, type=_bare(field.type))


def _bare(type_: Shape) -> Shape:
    return replace(type_, least=None, most=None, of=type_.of and _bare(type_.of))


def _tag_of(variants: list[Schema]) -> str:
    """The field that is another text in each of the variants; none where there is no such field."""
    names = variants[0].get("properties", {}) if variants else {}
    for name in names:
        values = [one.get("properties", {}).get(name, {}).get("const") for one in variants]
        if all(isinstance(value, str) for value in values) and len({*values}) == len(values):
            return str(name)
    return ""
