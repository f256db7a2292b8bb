"""Facts in JSON, for a position that no other words fit: all of it, some of its fields, and fields that are missing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ludex.notation.reading import Contradiction, as_typed
from ludex.notation.sentences import says
from ludex.notation.written import TOO_DEEP, NoSentence, json_text, value_of


@dataclass
class Said:
    """What facts said so far: each topic once, with the number of its fact; and fields in JSON."""

    said: dict[object, int] = field(default_factory=dict)
    replaced: dict[str, Any] = field(default_factory=dict)
    missing: set[str] = field(default_factory=set)

    def say(self, topic: object, index: int, what: str) -> None:
        if topic in self.said:
            raise Contradiction(index, f"only one sentence on {what}")
        self.said[topic] = index

    def with_fields(self, position: Mapping[str, Any]) -> dict[str, Any]:
        """A position with its fields replaced, or missing, as was said."""
        changed = {**position, **self.replaced}
        return {name: value for name, value in changed.items() if name not in self.missing}


@dataclass
class Found:
    """A position that was found where facts were expected."""

    position: Any


@says("replaced")
@dataclass(frozen=True, slots=True)
class With:
    """Fields of the position as JSON, in place of what they would be."""

    json: str

    def put(self, claims: Said, index: int) -> None:
        claims.say("with", index, "the fields to replace")
        claims.replaced = value_of(self.json)

    def instead(self, found: Found) -> list[With | Without]:
        """The same fields as they are."""
        names = value_of(self.json)
        there = {name: found.position[name] for name in names if name in found.position}
        missing = [Without(name) for name in names if name not in found.position]
        return [*([With(json_text(there))] if there else []), *missing]


@says("missing")
@dataclass(frozen=True, slots=True)
class Without:
    """A field of the position is missing."""

    field: str

    def put(self, claims: Said, index: int) -> None:
        claims.say(("without", self.field), index, f"whether {as_typed(self.field)} is missing")
        claims.missing.add(self.field)

    def instead(self, found: Found) -> list[With | Without]:
        """The field as it is, if it is there."""
        if self.field not in found.position:
            return [self]
        return [With(json_text({self.field: found.position[self.field]}))]


def in_json(position: Mapping[str, Any], composed: Mapping[str, Any]) -> list[With | Without]:
    """In JSON, whatever of a position was composed otherwise."""
    if same(dict(position), dict(composed)):
        return []
    odd = {name: value for name, value in position.items() if name not in composed or not same(composed[name], value)}
    said = [With(json_text(odd))] if odd else []
    return [*said, *(Without(name) for name in composed if name not in position)]


def same(one: Any, other: Any) -> bool:
    """Equal also in the kind of number, which a comparison of values overlooks; the order of fields is nothing."""
    return _in_order(one) == _in_order(other)


def _in_order(value: Any) -> str:
    try:
        return json.dumps(value, sort_keys=True, allow_nan=False)
    except RecursionError:
        raise NoSentence(TOO_DEEP) from None
    except (TypeError, ValueError) as error:
        raise NoSentence(str(error)) from None
