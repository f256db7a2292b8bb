"""Values inside values: what the facts of a notation, or JSON, hold at which path, and the same with a part changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

Path = tuple[str | int, ...]
SIMPLE = (str, int, float, bool, type(None))


def children(value: Any) -> Iterator[tuple[str | int, Any]]:
    """What a value holds directly, each with its name or its place."""
    if isinstance(value, SIMPLE):
        return
    if isinstance(value, dict):
        yield from value.items()
    elif isinstance(value, tuple) and hasattr(value, "_fields"):
        yield from zip(value._fields, value, strict=True)
    elif isinstance(value, tuple | list):
        yield from enumerate(value)
    elif is_dataclass(value):  # without what all facts of a kind share, which no fact holds
        yield from ((one.name, getattr(value, one.name)) for one in fields(value) if one.init)


def nodes(value: Any, path: Path = ()) -> list[tuple[Path, Any]]:
    """Everything inside a value with its path, what is outer first; without the value itself."""
    found = list[tuple[Path, Any]]()
    for name, child in children(value):
        inner = (*path, name)
        found.append((inner, child))
        if type(child) not in SIMPLE:
            found += nodes(child, inner)
    return found


def texts_in(value: Any) -> list[str]:
    """The texts inside a value, in order."""
    return [part for _, part in nodes(value) if isinstance(part, str)]


def with_part(value: Any, path: Path, part: Any) -> Any:
    """The value with another part at this path."""
    if not path:
        return part
    name, rest = path[0], path[1:]
    if isinstance(value, tuple) and not isinstance(name, str):
        return (*value[:name], with_part(value[name], rest, part), *value[name + 1 :])
    if isinstance(value, list) and not isinstance(name, str):
        return [*value[:name], with_part(value[name], rest, part), *value[name + 1 :]]
    if isinstance(value, dict):
        return {**value, name: with_part(value[name], rest, part)}
    changed = {str(name): with_part(getattr(value, str(name)), rest, part)}
    return value._replace(**changed) if hasattr(value, "_replace") else replace(value, **changed)


def without_members(value: Any, path: Path, first: int, many: int) -> Any:
    """The value without so many members of the sequence at this path."""
    held = at(value, path)
    return with_part(value, path, held[:first] + held[first + many :])


def at(value: Any, path: Path) -> Any:
    """The part at a path."""
    for name in path:
        value = getattr(value, name) if isinstance(name, str) and not isinstance(value, dict) else value[name]
    return value


def sequences(value: Any) -> Iterator[tuple[Path, Any]]:
    """The sequences inside a value that hold something, and itself if it is one, each with its path."""
    for path, held in (((), value), *nodes(value)):
        if held and (isinstance(held, list) or (isinstance(held, tuple) and not hasattr(held, "_fields"))):
            yield path, held


def kind_of(root: Any, path: Path) -> tuple[str, ...]:
    """Where a part stands, without the places in sequences: parts of one kind may take each other's place."""
    return (type(root).__name__, *(name for name in path if isinstance(name, str)))
