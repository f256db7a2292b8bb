"""The committed vectors, read once for all tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests import vector_files
from tests.vector_files import VECTORS as FOLDER

GAME = FOLDER / "tribun"
EDITIONS = ("2026-01", "2026-04")


def topic(edition: str, name: str) -> dict[str, Any]:
    """One topic of an edition."""
    return vector_files.topic("tribun", edition, name)


def topics(edition: str) -> tuple[dict[str, Any], ...]:
    """Every topic of an edition."""
    return vector_files.topics("tribun", edition)


def vectors(edition: str, *kinds: str) -> Iterator[dict[str, Any]]:
    """Every vector of an edition, or those of some kinds."""
    for whole in topics(edition):
        if not kinds or whole["kind"] in kinds:
            yield from whole["vectors"]


def is_authored(whole: dict[str, Any]) -> bool:
    """Whether a topic is what the authors of scenarios chose, and no sample."""
    return str(whole["topic"]).startswith("scenarios-")


def is_sampled(whole: dict[str, Any]) -> bool:
    """Whether a topic is a sample: neither what authors chose, nor what was kept for single points of the matrix."""
    return not is_authored(whole) and not str(whole["topic"]).startswith("slips-")


def meets(holds: list[dict[str, list[str]]], choices: dict[str, str]) -> bool:
    """Whether readings meet one of some alternatives."""
    return any(all(choices[entry] in allowed for entry, allowed in one.items()) for one in holds)
