"""Holds every file against its schemas: the one that all games share, and the strict one of its game."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from ludex import where
from ludex.fault import Fault

REMEDY = "Install the extras of the tests: pip install 'ludex[test]'."


def schema_files(game: str) -> tuple[Path, Path]:
    """The schema of all vector files, and the game's."""
    return where.vectors() / "schema" / "vectors.schema.json", where.vectors() / game / f"{game}.schema.json"


@lru_cache
def _validators(game: str) -> tuple[Any, ...]:
    try:
        import jsonschema
    except ModuleNotFoundError:
        raise Fault(
            "vectors are held against their schema when they are made, and jsonschema is missing", REMEDY
        ) from None
    schemas = [json.loads(path.read_text("ascii")) for path in schema_files(game)]
    return tuple(jsonschema.Draft202012Validator(schema) for schema in schemas)


def breach(game: str, data: bytes) -> str | None:
    """The first place where a file departs from a schema, in words."""
    value = json.loads(data)
    for validator in _validators(game):
        for error in validator.iter_errors(value):
            return f"{_place(value, list(error.absolute_path))}: {error.message[:400]}"
    return None


def _place(value: Any, path: list[Any]) -> str:
    if len(path) > 1 and path[0] == "vectors":
        return f"vector {value['vectors'][path[1]].get('id', path[1])}, {'/'.join(map(str, path[2:])) or 'as a whole'}"
    return "/".join(map(str, path)) or "the file"
