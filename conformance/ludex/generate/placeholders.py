"""Placeholders in what is written by hand: ``{name}`` stands for a value of this name, ``{*name}`` for those of a list.

Alone in a text it is the value itself; within a text it is shown: ``{name}`` plainly, ``{name!a}`` as Python writes the
value in ASCII, ``{name:.40}`` or ``{name!a:.40}`` with a format. ``{name.part}`` is a part of a named value, and
``{ repeat = ..., times = 3 }`` a list of the same value. Other braces are what they are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

_NAME = r"[a-z][a-z0-9_]*(?:\.[A-Za-z0-9_-]+)*"
_ALONE = re.compile(rf"\{{({_NAME})\}}")
_SHOWN = re.compile(rf"\{{({_NAME})(!a)?(?::([^{{}}]*))?\}}")
_SPREAD = re.compile(rf"\{{\*({_NAME})\}}")
REPEATED = {"repeat", "times"}


class NoSuchName(Exception):  # noqa: N818 - reads as what it is
    """A name that nothing has, in words."""


def fill(value: Any, names: Mapping[str, Any]) -> Any:
    """A value with every placeholder in it filled."""
    if isinstance(value, str):
        alone = _ALONE.fullmatch(value)
        return _value_of(alone[1], names) if alone else show(value, names)
    if isinstance(value, list):
        return [item for one in value for item in _items(one, names)]
    if isinstance(value, dict) and value.keys() == REPEATED:
        return [fill(value["repeat"], names)] * int(fill(value["times"], names))
    if isinstance(value, dict):
        return {name: fill(item, names) for name, item in value.items()}
    return value


def show(text: str, names: Mapping[str, Any]) -> str:
    """A text with the values of its placeholders shown in it."""

    def fill_in(found: re.Match[str]) -> str:
        value = _value_of(found[1], names)
        try:
            return format(ascii(value) if found[2] else value, found[3] or "")
        except (TypeError, ValueError) as error:
            raise NoSuchName(f"{found[0]} cannot be shown: {error}") from None

    return _SHOWN.sub(fill_in, text)


def _items(value: Any, names: Mapping[str, Any]) -> list[Any]:
    spread = _SPREAD.fullmatch(value) if isinstance(value, str) else None
    return list(_value_of(spread[1], names)) if spread else [fill(value, names)]


def _value_of(name: str, names: Mapping[str, Any]) -> Any:
    value: Any = names
    for part in name.split("."):
        if not isinstance(value, Mapping) or part not in value:
            near = get_close_matches(part, value if isinstance(value, Mapping) else (), n=1)
            raise NoSuchName(f"nothing is called {name!r}" + (f"; did you mean {near[0]!r}?" if near else ""))
        value = value[part]
    return value
