"""What is worth asking an engine of 5x5 Tactics."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludex.rules import Rules
    from ludex.suites import SuiteTopic

VERSION = "2.0.0"


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
    ):
        yield from chapter.topics(edition)


def _verdict(fields: Mapping[str, Any], rules: Rules) -> dict[str, Any]:
    from ludex.suites.tactics.expecting import verdict

    return verdict(fields, rules)


EXPECTED: Mapping[str, Callable[[Mapping[str, Any], Rules], dict[str, Any]]] = {"validate": _verdict}
