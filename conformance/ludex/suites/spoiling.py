"""Values with one thing wrong, as the wire's schema says what is right: what engines take that they should not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from ludex.protocol.schema import Schema, breaches, resolve, wire_of
from ludex.suites.dice import Dice

VALUES: tuple[Any, ...] = (None, False, True, 0, 1, -1, 1.5, "", "1", "null", [], {}, [1])  # JSON of every type
BIG_NUMBERS = (2**31, 2**32, 2**53, 2**63, -(2**31), -(10**9))  # where the integers of an engine may end
SHARE_INSIDE, SHARE_OF_FIELDS = 0.7, 0.4  # of what is drawn, by levels: of a part, or else of the fields there are
MOST_ITEMS = 10  # a list that may be longer is not filled up, as the vector would be long, too


class Slip(NamedTuple):
    """A value with one thing wrong: its kind (where, items of a list not told apart, and how), and what it is."""

    kind: str
    why: str
    value: Any


def spoil(dice: Dice, game: str, shape: str, good: Any, is_wanted: Callable[[Any], bool]) -> tuple[str, Any]:
    """A wanted way to spoil what the wire calls so, every kind as likely; the value itself, where there is none."""
    kinds: dict[str, list[Slip]] = {}
    for slip in slips(game, shape, good):
        kinds.setdefault(slip.kind, []).append(slip)
    for kind in dice.shuffle(sorted(kinds)):
        for slip in dice.shuffle(kinds[kind]):
            if is_wanted(slip.value):
                return slip.why, slip.value
    return "as it should be", good


def slips(game: str, shape: str, good: Any) -> Iterator[Slip]:
    """Every way in which a value can depart from what the wire of a game calls so, one at a time."""
    wire = wire_of(game)
    yield from _slips(good, wire.definitions[shape], wire.game, shape)


def slips_of_request(game: str, operation: str, fields: Any) -> Iterator[Slip]:
    """Every way in which a request can depart from what the wire of a game says of it, one at a time."""
    wire = wire_of(game)
    stated = wire.operations.get(operation, {}).get("input")
    if stated is not None:
        yield from _slips(fields, stated, wire.root(stated), operation)


def draw_slip(dice: Random, game: str, operation: str, fields: Any) -> Any:
    """One such request, drawn without looking at all the others; perhaps the request itself."""
    wire = wire_of(game)
    stated = wire.operations.get(operation, {}).get("input")
    return fields if stated is None else _draw_spoiled(dice, fields, stated, wire.root(stated))


def _draw_spoiled(dice: Random, good: Any, schema: Schema, root: Schema) -> Any:
    shapes = _shapes(schema, root)
    own = shapes[0]
    if len(shapes) > 1:
        own = next((shape for shape in shapes if not any(breaches(good, shape, root))), own)
    if good and isinstance(good, dict | list) and dice.random() < SHARE_INSIDE:
        return _drawn_inside(dice, good, own, root)
    if isinstance(good, dict) and dice.random() < SHARE_OF_FIELDS:
        return dice.choice([slip.value for slip in _of_own_fields(good, own, shapes, "")] or [good])
    spoilt = dice.choice((*VALUES, *_near(good, own)))
    return spoilt if all(any(breaches(spoilt, shape, root)) for shape in shapes) else good


def _drawn_inside(dice: Random, good: Any, own: Schema, root: Schema) -> Any:
    if isinstance(good, list):
        at = dice.randrange(len(good))
        return [*good[:at], _draw_spoiled(dice, good[at], own.get("items", {}), root), *good[at + 1 :]]
    name = dice.choice(list(good))
    return {**good, name: _draw_spoiled(dice, good[name], own.get("properties", {}).get(name, {}), root)}


def _slips(good: Any, schema: Schema, root: Schema, field: str) -> Iterator[Slip]:
    shapes = _shapes(schema, root)
    own = next((shape for shape in shapes if not any(breaches(good, shape, root))), None)
    if own is None:
        return
    for value in {repr(value): value for value in (*VALUES, *_near(good, own))}.values():
        if all(any(breaches(value, shape, root)) for shape in shapes):
            yield Slip(f"{field} is", f"{field} is {value!a:.60}", value)
    if isinstance(good, dict):
        yield from _of_fields(good, own, shapes, root, field)
    elif isinstance(good, list):
        yield from _of_items(good, own, root, field)


def _shapes(schema: Schema, root: Schema) -> list[Schema]:
    """What a value may be, one by one."""
    schema = resolve(schema, root)
    if "oneOf" not in schema:
        return [schema]
    return [shape for one in schema["oneOf"] for shape in _shapes(one, root)]


def _near(good: Any, schema: Schema) -> Iterator[Any]:
    """What looks like a value: in another spelling, as another type, or just beyond a bound."""
    yield [good]
    if isinstance(good, str):
        yield from (good.upper(), good.lower(), good.capitalize(), f" {good}", f"{good} ", len(good))
    elif isinstance(good, bool):
        yield from (int(good), str(good).lower())
    elif isinstance(good, int):
        beyond = schema.get("minimum", good) - 1, schema.get("maximum", good) + 1
        yield from (str(good), good + 0.5, *beyond, *BIG_NUMBERS)
    elif isinstance(good, dict):
        yield list(good.values())


def _of_fields(good: dict[str, Any], own: Schema, shapes: list[Schema], root: Schema, field: str) -> Iterator[Slip]:
    yield from _of_own_fields(good, own, shapes, field)
    for name, value in good.items():
        for slip in _slips(value, own.get("properties", {}).get(name, {}), root, f"{field}.{name}"):
            yield slip._replace(value={**good, name: slip.value})


def _of_own_fields(good: dict[str, Any], own: Schema, shapes: list[Schema], field: str) -> Iterator[Slip]:
    for name in own.get("required", ()):
        less = {key: value for key, value in good.items() if key != name}
        yield Slip(f"{field} without", f"{field} without {name}", less)
    if own.get("additionalProperties", True) is False:
        others = {name for shape in shapes for name in shape.get("properties", {})}
        for name in sorted({*others, *map(str.capitalize, good), "id", ""} - {*own["properties"]}):
            for value in (None, 0):
                yield Slip(f"{field} with", f"{field} with {name!a}", {**good, name: value})


def _of_items(good: list[Any], own: Schema, root: Schema, field: str) -> Iterator[Slip]:
    fewest, most = own.get("minItems", 0), own.get("maxItems", MOST_ITEMS + 1)
    if fewest:
        yield Slip(f"few of {field}", f"{fewest - 1} of {field}", good[: fewest - 1])
    if good and most <= MOST_ITEMS:
        yield Slip(f"many of {field}", f"{most + 1} of {field}", [*good, *[good[-1]] * (most + 1 - len(good))])
    if good and own.get("uniqueItems"):
        yield Slip(f"twice {field}", f"one of {field} twice", [*good, good[-1]])
    for at, item in enumerate(good):
        for slip in _slips(item, own.get("items", {}), root, f"{field}[]"):
            yield slip._replace(value=[*good[:at], slip.value, *good[at + 1 :]])
