"""When two values of JSON are the same value, and in which fields two are not."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

ABSENT = "nothing at all"


def same(one: Any, other: Any) -> bool:
    """Equality of JSON values: 1 is 1.0 and is not true."""
    if one != other:
        return False
    if isinstance(one, dict):
        return all(same(item, other[name]) for name, item in one.items())
    if isinstance(one, list):
        return all(map(same, one, other))
    return isinstance(one, bool) == isinstance(other, bool)


def field_differences(expected: Any, got: Any) -> Iterator[str]:
    """A line for each field in which two positions differ; one for two that are no objects."""
    if not isinstance(expected, Mapping) or not isinstance(got, Mapping):
        yield from [] if same(expected, got) else [f"expected {_text(expected)}, got {_text(got)}"]
        return
    for name in dict.fromkeys([*expected, *got]):
        one, other = expected.get(name, ABSENT), got.get(name, ABSENT)
        if not same(one, other):
            yield f"{name}: expected {_text(one)}, got {_text(other)}"


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=repr)
