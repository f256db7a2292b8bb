"""The worked examples that stand beside a rulebook, and what the rulebook says in its tables."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib import import_module
from typing import Any

from ludex import where
from ludex.rules.answering import answer

Example = dict[str, Any]
TABLE_RULE = re.compile(r"^\|[-|]+\|$")


@cache
def examples(game: str) -> tuple[Example, ...]:
    """The examples of spec/<game>/examples.json."""
    return tuple(json.loads((where.spec() / game / "examples.json").read_text(encoding="utf-8"))["examples"])


def example(game: str, name: str) -> Example:
    """The example of this name."""
    return next(one for one in examples(game) if one["name"] == name)


@cache
def book(game: str) -> str:
    """All chapters of a rulebook, one after the other."""
    return "\n".join(
        path.read_text(encoding="utf-8") for path in sorted((where.spec() / game / "rulebook").glob("*.md"))
    )


def plain(text: str) -> str:
    """A text with one blank wherever it has several, or a new line."""
    return " ".join(text.split())


def answered(game: str, one: Example) -> dict[str, Any]:
    """What the reference answers to an example."""
    module = import_module(f"ludex.games.{game}")
    return answer(module, one["operation"], one["input"], module.REGISTER.rules(one["edition"], one["readings"]))


def table(game: str, heading: str) -> list[list[str]]:
    """The rows of the table whose first line is this, each as its cells."""
    lines = book(game).partition(f"{heading}\n")[2].splitlines()
    assert lines, f"no table {heading!r}"
    assert TABLE_RULE.match(lines[0]), lines[0]
    rows = []
    for line in lines[1:]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def figure(cell: str) -> int:
    """A number as the rulebooks write it."""
    return int(cell.replace(",", ""))
