"""What is worth asking an engine of Minions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludex.rules import Rules
    from ludex.suites import Case, SuiteTopic

VERSION = "3.5.0"
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
    "edges",
    "figures",
    "entries",
    "limits",
    "crowds",
    "crossings",
    "twice",
    "replays",
)


def topics(edition: str) -> Iterator[SuiteTopic]:
    """Every topic of an edition (imported when asked for: who only replays needs none of it)."""
    for chapter in CHAPTERS:
        yield from import_module(f"{__name__}.{chapter}").topics(edition)


FREE = {
    "MIN-END-11": "How the boards look once the game is won: whether they go on is nowhere said, and no action "
    "can show it."
}


def free(fields: Mapping[str, Any], given: Mapping[str, Any], _: Rules) -> dict[str, str]:
    """The lines of the boards in an answer that ends the game."""
    after = given.get("position", {})
    if after.get("status") != "ended" or fields.get("position", {}).get("status") == "ended":
        return {}
    return {f"/position/boards/{index}": "MIN-END-11" for index in range(len(after["boards"]))}


def facets(operation: str, asked: Mapping[str, Any], rules: Rules) -> Mapping[str, Any]:
    """What there is to say of a question."""
    from ludex.suites.minions.traits import facets as facets_of

    return facets_of(operation, asked, rules)


def narrow(operation: str, case: Case) -> Case | None:
    """The case as far as play leads to it."""
    from ludex.suites.minions import reached

    return reached.narrow(operation, case)


def _apply(asked: Mapping[str, Any], rules: Rules) -> dict[str, Any]:
    from ludex.suites.minions.expecting import expect_apply

    return expect_apply(asked, rules)


def _list(asked: Mapping[str, Any], rules: Rules) -> dict[str, Any]:
    from ludex.suites.minions.expecting import expect_legal

    return expect_legal(asked, rules)


EXPECTED: Mapping[str, Callable[[Mapping[str, Any], Rules], dict[str, Any]]] = {"apply": _apply, "legal": _list}


def shapes(position: Any, rules: Rules) -> Mapping[str, Iterator[Any]]:
    """Every action of each kind."""
    from ludex.suites.minions.shapes import shapes as shapes_of

    return shapes_of(position, rules)


def outside(operation: str, asked: Mapping[str, Any], expected: Mapping[str, Any]) -> Iterator[str]:
    """The promises that a vector lies outside of and that only the game can tell."""
    from ludex.suites.minions import promises

    return promises.outside(operation, asked, expected)
