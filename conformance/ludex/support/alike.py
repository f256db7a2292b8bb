"""When two values of JSON are the same value."""

from typing import Any


def same(one: Any, other: Any) -> bool:
    """Equality of JSON values: 1 is 1.0 and is not true."""
    if one != other:
        return False
    if isinstance(one, dict):
        return all(same(item, other[name]) for name, item in one.items())
    if isinstance(one, list):
        return all(map(same, one, other))
    return isinstance(one, bool) == isinstance(other, bool)
