"""Edits of TOML by which layout and comments stay; a comment above a table belongs, in TOML, to the table before it."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tomlkit import TOMLDocument


def put(table: Any, fields: dict[str, Any], others_stay: bool = False) -> None:
    """Gives a table these fields, and lets those be that it has already; others go, or stay."""
    import tomlkit

    tail = _cut(table)
    for name in () if others_stay else table.keys() - fields.keys():
        del table[name]
    for name, value in fields.items():
        if isinstance(value, dict):
            if name not in table:
                table[name] = tomlkit.inline_table()
            put(table[name], value)
        elif table.get(name) != value:
            table[name] = value
    _last_body(table).extend(tail)


def drop(document: TOMLDocument, name: str, number: int) -> None:
    """Takes one of the tables of a name out of a document, but no comment."""
    tables: Any = document[name]
    if tail := _cut(tables[number]):
        body = _last_body(tables[number - 1]) if number else document.body
        at = len(body) if number else next(place for place, (_, item) in enumerate(body) if item is tables)
        body[at:at] = tail
    del tables[number]


def _cut(table: Any) -> list[Any]:
    """Takes the empty lines and comments off the end of a table."""
    body = _last_body(table)
    tail = list(takewhile(lambda pair: pair[0] is None, reversed(body)))[::-1]
    del body[len(body) - len(tail) :]
    return tail


def _last_body(table: Any) -> list[Any]:
    """What a table ends with: the body of the last table in it, or its own; nothing for one in a line."""
    from tomlkit.items import Table

    if not isinstance(table, Table):
        return []
    body: list[Any] = table.value.body
    return _last_body(body[-1][1]) if body and isinstance(body[-1][1], Table) else body
