"""What is worth asking an engine of Tribun."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ludex.games.tribun.operations import OPERATIONS
from ludex.games.tribun.replay import WORD_BYTES

if TYPE_CHECKING:
    from ludex.rules import Rules
    from ludex.suites import SuiteTopic

VERSION = "3.5.0"
OFFER, BLOCK = "/position/drawOfferBy", "/position/drawBlocked"
FREE = {
    "TRB-END-8": "No word applies after the end and none is listed, so nothing shows who has offered or is blocked."
}
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
    "slips",
    "stacks",
)


def topics(edition: str) -> Iterator[SuiteTopic]:
    """Every topic of an edition (imported when asked for: who only replays needs none of it)."""
    for chapter in CHAPTERS:
        yield from import_module(f"{__name__}.{chapter}").topics(edition)


def free(fields: Mapping[str, Any], given: Mapping[str, Any], rules: Rules) -> Mapping[str, str]:
    """After the end: an offer that was pending, and a block."""
    after = given.get("position")
    if after is None or after["status"] != "ended":
        return {}
    before = _before_the_end(fields, given, rules)
    places = ((OFFER, before["drawOfferBy"]), (BLOCK, before["drawBlocked"]))
    return {place: "TRB-END-8" for place, stood in places if stood is not None}


def facets(operation: str, asked: Mapping[str, Any], rules: Rules) -> Mapping[str, Any]:
    """What the points of the matrix of slips may speak of."""
    return dict(import_module(f"{__name__}.describing").facets(operation, asked, rules))


def _before_the_end(fields: Mapping[str, Any], given: Mapping[str, Any], rules: Rules) -> Mapping[str, Any]:
    """The position in which the last word of a result was sent."""
    if "snapshot" not in fields:
        return dict(fields["position"])
    words = b64decode(fields["actions"])[: WORD_BYTES * (given["applied"] - 1)]
    shorter = {**fields, "actions": b64encode(words).decode()}
    return dict(OPERATIONS["replay"](shorter, rules)["position"])


def shapes(position: Any, rules: Rules) -> Mapping[str, Iterator[Any]]:
    """Every word of each opcode of a turn."""
    found: Mapping[str, Iterator[Any]] = import_module(f"{__name__}.shapes").shapes(position, rules)
    return found


def outside(_: str, asked: Mapping[str, Any], __: Mapping[str, Any]) -> Iterator[str]:
    """The promises that a vector lies outside of and that only the game can tell."""
    from ludex.suites.tribun import promises

    return promises.outside(asked)
