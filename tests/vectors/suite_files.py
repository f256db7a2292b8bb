"""The committed vectors, read once for all tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from ludex.generate import handwritten
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


@cache
def written_by_hand() -> frozenset[str]:
    """The topics that ask the cases of files in ``spec/tribun/cases``."""
    return frozenset(of.name for edition in EDITIONS for of in handwritten.topics("tribun", edition))


def is_authored(whole: dict[str, Any]) -> bool:
    """Whether a topic is what authors of scenarios or cases chose, and no sample."""
    return str(whole["topic"]).startswith("scenarios-") or whole["topic"] in written_by_hand()


def meets(holds: list[dict[str, list[str]]], choices: dict[str, str]) -> bool:
    """Whether readings meet one of some alternatives."""
    return any(all(choices[entry] in allowed for entry, allowed in one.items()) for one in holds)
