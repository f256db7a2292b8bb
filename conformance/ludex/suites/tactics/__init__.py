"""What is worth asking an engine of 5x5 Tactics."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludex.rules import Rules
    from ludex.suites import Case, SuiteTopic

VERSION = "3.4.0"


def topics(edition: str) -> Iterator[SuiteTopic]:
    """Every topic of an edition (imported when asked for: who only replays needs none of it)."""
    from ludex.suites.tactics import (
        counts,
        endings,
        lists,
        malformed,
        pairs,
        refusals,
        replays,
        slips,
        states,
        tables,
        turns,
        verdicts,
    )

    for chapter in (
        states,
        malformed,
        tables,
        turns,
        refusals,
        verdicts,
        pairs,
        endings,
        lists,
        replays,
        counts,
        slips,
    ):
        yield from chapter.topics(edition)


def _verdict(fields: Mapping[str, Any], rules: Rules) -> dict[str, Any]:
    from ludex.suites.tactics.expecting import verdict

    return verdict(fields, rules)


EXPECTED: Mapping[str, Callable[[Mapping[str, Any], Rules], dict[str, Any]]] = {"validate": _verdict}


def facets(operation: str, asked: Mapping[str, Any], rules: Rules) -> Mapping[str, Any]:
    """What there is to say of a question, for the matrix of slips."""
    from ludex.suites.tactics.facets import facets as facets_of

    return facets_of(operation, asked, rules)


def shapes(position: Any, rules: Rules) -> Mapping[str, Iterator[Any]]:
    """Every action of each type."""
    from ludex.suites.tactics.shapes import shapes as shapes_of

    return shapes_of(position, rules)


def narrow(operation: str, case: Case) -> Case | None:
    """The case; none of a state that the seed is silent about, but with what is refused in any."""
    from ludex.suites.tactics import silence

    return silence.narrow(operation, case)


def outside(operation: str, asked: Mapping[str, Any], expected: Mapping[str, Any]) -> Iterator[str]:
    """The promises that a vector lies outside of and that only the game can tell."""
    from ludex.suites.tactics import promises

    return promises.outside(operation, asked, expected)
