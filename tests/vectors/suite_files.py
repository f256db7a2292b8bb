"""The committed vectors, read once for all tests of this folder."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[2] / "vectors"
GAME = FOLDER / "tribun"
EDITIONS = ("2026-01", "2026-04")


@cache
def topic(edition: str, name: str) -> dict[str, Any]:
    """One file."""
    return json.loads((GAME / edition / f"{name}.json").read_bytes())  # type: ignore[no-any-return]


@cache
def topics(edition: str) -> tuple[dict[str, Any], ...]:
    """Every file of an edition."""
    return tuple(topic(edition, path.stem) for path in sorted((GAME / edition).glob("*.json")))


def vectors(edition: str, *kinds: str) -> Iterator[dict[str, Any]]:
    """Every vector of an edition, or those of some kinds."""
    for whole in topics(edition):
        if not kinds or whole["kind"] in kinds:
            yield from whole["vectors"]


def is_authored(whole: dict[str, Any]) -> bool:
    """Whether a topic is what the authors of scenarios chose, and no sample."""
    return str(whole["topic"]).startswith("scenarios-")


def meets(holds: list[dict[str, list[str]]], choices: dict[str, str]) -> bool:
    """Whether readings meet one of some alternatives."""
    return any(all(choices[entry] in allowed for entry, allowed in one.items()) for one in holds)
