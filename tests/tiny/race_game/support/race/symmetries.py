"""The race is the same for both players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludex.support import NoImage

SYMMETRIES = ("players",)
OTHER = {"a": "b", "b": "a"}


def question(_: str, __: str, asked: Any, ___: str) -> dict[str, Any]:
    if not isinstance(asked.get("position"), Mapping):
        raise NoImage("there is no position")
    return _seen(asked)


def result(_: str, __: str, ___: Any, expected: dict[str, Any], ____: str) -> dict[str, Any]:
    return _seen(expected)


def _seen(fields: Mapping[str, Any]) -> dict[str, Any]:
    position = fields.get("position")
    turned = {"position": {**position, "turn": OTHER[position["turn"]]}} if position else {}
    return {**fields, **turned}
