"""Values with one thing wrong, as the wire's schema says what is right: what engines take that they should not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from ludex.protocol.fitting import Fit
from ludex.protocol.schema import Schema, fits_in, resolve, wire_of
from ludex.suites.dice import Dice
from ludex.tracking import Steps, repeat, with_steps

VALUES: tuple[Any, ...] = (None, False, True, 0, 1, -1, 1.5, "", "1", "null", [], {}, [1])  # JSON of every type
BIG_NUMBERS = (2**31, 2**32, 2**53, 2**63, -(2**31), -(10**9))  # where the integers of an engine may end
SHARE_INSIDE, SHARE_OF_FIELDS = 0.7, 0.4  # of what is drawn, by levels: of a part, or else of the fields there are
ANYTHING: Schema = {}
MOST_ITEMS = 10  # a list that may be longer is not filled up, as the vector would be long, too


Path = tuple[str | int, ...]


class Slip(NamedTuple):
    """A value with one thing wrong: its kind (where, items of a list not told apart, and how), and what it is."""

    kind: str
    why: str
    value: Any


class PartSlip(NamedTuple):
    """A slip in a part of a value, and where that is: few of all are ever put there."""

    at: Path
    slip: Slip

    def whole(self, good: Any) -> Slip:
        """The slip of the whole value."""
        return self.slip._replace(value=_put(good, self.at, self.slip.value))


class WireShape(NamedTuple):
    """One thing that a value may be, and whether a value is it."""

    schema: Schema
    fits: Fit


class WireShapes:
    """What values may be, one by one, for the schemas of a document, which are looked at once."""

    def __init__(self, root: Schema) -> None:
        self._root = root
        self._fits = fits_in(root)
        self._known: dict[
            int, tuple[Schema, list[WireShape], Steps]
        ] = {}  # with the schema, so that no other has its id

    def of(self, schema: Schema) -> list[WireShape]:
        """What a value of this schema may be."""
        if id(schema) not in self._known:
            shapes, steps = with_steps(lambda: [WireShape(one, self._fits.of(one)) for one in self._each(schema)])
            self._known[id(schema)] = schema, shapes, steps
        _, shapes, steps = self._known[id(schema)]
        repeat(steps)
        return shapes

    def _each(self, schema: Schema) -> Iterator[Schema]:
        schema = resolve(schema, self._root)
        if "oneOf" not in schema:
            yield schema
        for one in schema.get("oneOf", ()):
            yield from self._each(one)


@lru_cache
def _own_shapes(game: str) -> WireShapes:
    return WireShapes(wire_of(game).game)


def spoil(dice: Dice, game: str, shape: str, good: Any, is_wanted: Callable[[Any], bool]) -> tuple[str, Any]:
    """A wanted way to spoil what the wire calls so, every kind as likely; the value itself, where there is none."""
    kinds: dict[str, list[PartSlip]] = {}
    for one in _slips(good, wire_of(game).definitions[shape], _own_shapes(game), shape):
        kinds.setdefault(one.slip.kind, []).append(one)
    for kind in dice.shuffle(sorted(kinds)):
        for one in dice.shuffle(kinds[kind]):
            if is_wanted((slip := one.whole(good)).value):
                return slip.why, slip.value
    return "as it should be", good


def slips(game: str, shape: str, good: Any) -> Iterator[Slip]:
    """Every way in which a value can depart from what the wire of a game calls so, one at a time."""
    every = _slips(good, wire_of(game).definitions[shape], _own_shapes(game), shape)
    return (one.whole(good) for one in every)


def slips_of_request(game: str, operation: str, fields: Any) -> Iterator[Slip]:
    """Every way in which a request can depart from what the wire of a game says of it, one at a time."""
    stated = wire_of(game).operations.get(operation, {}).get("input")
    if stated is not None:
        yield from (one.whole(fields) for one in _slips(fields, stated, _own_shapes(game), operation))


def _put(good: Any, at: Path, value: Any) -> Any:
    """The whole with another value at a place."""
    if not at:
        return value
    first, inner = at[0], _put(good[at[0]], at[1:], value)
    if isinstance(first, str):
        return {**good, first: inner}
    return [*good[:first], inner, *good[first + 1 :]]


def draw_slip(dice: Random, game: str, operation: str, fields: Any) -> Any:
    """One such request, drawn without looking at all the others; perhaps the request itself."""
    stated = wire_of(game).operations.get(operation, {}).get("input")
    return fields if stated is None else _draw_spoiled(dice, fields, stated, _own_shapes(game))


def _draw_spoiled(dice: Random, good: Any, schema: Schema, document: WireShapes) -> Any:
    shapes = document.of(schema)
    own = shapes[0].schema
    if len(shapes) > 1:
        own = next((shape.schema for shape in shapes if shape.fits(good)), own)
    if good and isinstance(good, dict | list) and dice.random() < SHARE_INSIDE:
        return _drawn_inside(dice, good, own, document)
    if isinstance(good, dict) and dice.random() < SHARE_OF_FIELDS:
        return dice.choice([slip.value for slip in _of_own_fields(good, own, shapes, "")] or [good])
    spoilt = dice.choice((*VALUES, *_near(good, own)))
    return good if any(shape.fits(spoilt) for shape in shapes) else spoilt


def _drawn_inside(dice: Random, good: Any, own: Schema, document: WireShapes) -> Any:
    if isinstance(good, list):
        at = dice.randrange(len(good))
        return [*good[:at], _draw_spoiled(dice, good[at], own.get("items", ANYTHING), document), *good[at + 1 :]]
    name = dice.choice(list(good))
    return {**good, name: _draw_spoiled(dice, good[name], own.get("properties", {}).get(name, ANYTHING), document)}


def _slips(good: Any, schema: Schema, document: WireShapes, field: str, at: Path = ()) -> Iterator[PartSlip]:
    shapes = document.of(schema)
    own = next((shape.schema for shape in shapes if shape.fits(good)), None)
    if own is None:
        return
    for value in {repr(value): value for value in (*VALUES, *_near(good, own))}.values():
        if not any(shape.fits(value) for shape in shapes):
            yield PartSlip(at, Slip(f"{field} is", f"{field} is {value!a:.60}", value))
    if isinstance(good, dict):
        yield from (PartSlip(at, slip) for slip in _of_own_fields(good, own, shapes, field))
        for name, value in good.items():
            stated = own.get("properties", {}).get(name, ANYTHING)
            yield from _slips(value, stated, document, f"{field}.{name}", (*at, name))
    elif isinstance(good, list):
        yield from (PartSlip(at, slip) for slip in _of_own_items(good, own, field))
        for place, item in enumerate(good):
            yield from _slips(item, own.get("items", ANYTHING), document, f"{field}[]", (*at, place))


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


def _of_own_fields(good: dict[str, Any], own: Schema, shapes: list[WireShape], field: str) -> Iterator[Slip]:
    for name in own.get("required", ()):
        less = {key: value for key, value in good.items() if key != name}
        yield Slip(f"{field} without", f"{field} without {name}", less)
    if own.get("additionalProperties", True) is False:
        others = {name for shape in shapes for name in shape.schema.get("properties", {})}
        for name in sorted({*others, *map(str.capitalize, good), "id", ""} - {*own["properties"]}):
            for value in (None, 0):
                yield Slip(f"{field} with", f"{field} with {name!a}", {**good, name: value})


def _of_own_items(good: list[Any], own: Schema, field: str) -> Iterator[Slip]:
    fewest, most = own.get("minItems", 0), own.get("maxItems", MOST_ITEMS + 1)
    if fewest:
        yield Slip(f"few of {field}", f"{fewest - 1} of {field}", good[: fewest - 1])
    if good and most <= MOST_ITEMS:
        yield Slip(f"many of {field}", f"{most + 1} of {field}", [*good, *[good[-1]] * (most + 1 - len(good))])
    if good and own.get("uniqueItems"):
        yield Slip(f"twice {field}", f"one of {field} twice", [*good, good[-1]])
