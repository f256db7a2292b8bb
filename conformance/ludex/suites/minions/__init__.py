"""What is worth asking an engine of Minions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludex.rules import Rules
    from ludex.suites import SuiteTopic

VERSION = "1.0.0"
CHAPTERS = (
    "codecs",
    "terrain",
    "setups",
    "malformed",
    "reaching",
    "attacks",
    "turns",
    "refusals",
    "register",
    "wholes",
    "lists",
    "counts",
    "endings",
    "corners",
    "replays",
)


def topics(edition: str) -> Iterator[SuiteTopic]:
    """Every topic of an edition (imported when asked for: who only replays needs none of it)."""
    for chapter in CHAPTERS:
        yield from import_module(f"{__name__}.{chapter}").topics(edition)


def _apply(asked: Mapping[str, Any], rules: Rules) -> dict[str, Any]:
    from ludex.suites.minions.expecting import expect_apply

    return expect_apply(asked, rules)


def _list(asked: Mapping[str, Any], rules: Rules) -> dict[str, Any]:
    from ludex.suites.minions.expecting import expect_legal

    return expect_legal(asked, rules)


EXPECTED: Mapping[str, Callable[[Mapping[str, Any], Rules], dict[str, Any]]] = {"apply": _apply, "legal": _list}
