"""What is worth asking an engine of Tribun."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludex.suites import SuiteTopic

VERSION = "1.1.0"
CHAPTERS = (
    "codecs",
    "tables",
    "turns",
    "refusals",
    "malformed",
    "endings",
    "lasting",
    "openings",
    "lists",
    "replays",
    "counts",
    "clocks",
    "readable",
)


def topics(edition: str) -> Iterator[SuiteTopic]:
    """Every topic of an edition (imported when asked for: who only replays needs none of it)."""
    for chapter in CHAPTERS:
        yield from import_module(f"{__name__}.{chapter}").topics(edition)
