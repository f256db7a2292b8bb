"""Which answers of a file lie outside of each promise that an engine may make.

What a request and its answer say by themselves is told here for all games: what is malformed, who submits, whether a
refusal has words that are fixed. What hangs on the rules the suite of the game tells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ludex.protocol.schema import Schema, Wire
from ludex.suites.seam import GameSuite
from ludex.vectors.promises import NO_REASONS, NO_SUBMITTER, PROMISES, WELL_FORMED, spans

UNREADABLE = "unreadable"
SUBMITTER = "by"


def outside_of(suite: GameSuite, wire: Wire, whole: Mapping[str, Any]) -> dict[str, str]:
    """Promise -> the answers of a file that lie outside of it, in short; without promises that all of them keep."""
    found: dict[str, list[int]] = {promise: [] for promise in PROMISES}
    answers = ((one["input"], answer["expect"]) for one in whole["questions"] for answer in one["answers"])
    for number, (asked, expected) in enumerate(answers):
        for promise in broken_promises(suite, wire, whole["operation"], asked, expected):
            found[promise].append(number)
    return {promise: spans(numbers) for promise, numbers in found.items() if numbers}


def broken_promises(
    suite: GameSuite, wire: Wire, operation: str, asked: Mapping[str, Any], expected: Mapping[str, Any]
) -> set[str]:
    """The promises that a question with this answer lies outside of."""
    told = suite.outside(operation, asked, expected)
    return {*_of_question(operation, asked, wire), *_of_answer(expected, wire.result(operation) or {}), *told}


def _of_question(operation: str, asked: Mapping[str, Any], wire: Wire) -> Iterator[str]:
    if not wire.fits_question(operation, asked):
        yield WELL_FORMED
    if SUBMITTER in asked:
        yield NO_SUBMITTER


def _of_answer(expected: Mapping[str, Any], result: Schema) -> Iterator[str]:
    if UNREADABLE in expected or expected.get("refused") == UNREADABLE:
        yield WELL_FORMED
    if any(expected.get(name) is not None for name in result.get("x-freeWhenNull", ())):
        yield NO_REASONS
