"""Promises: what an engine is not for, by its hello, so that nobody asks it; and which answers lie outside of each.

A manifest counts the answers of a file from 0, through all of its questions, and says of each promise which lie
outside: ``"0-88,91"``. Everybody who reads the files can so leave out what `ludex check` leaves out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ludex.fault import Fault

WELL_FORMED = "well-formed"
REACHABLE = "reachable"
NO_SUBMITTER = "no-submitter"
NO_REASONS = "no-reasons"
WHOLE_TURNS = "whole-turns"
ONE_REFUSAL = "one-refusal"

PROMISES: Mapping[str, str] = {
    WELL_FORMED: "only requests, positions and actions that can be read",
    REACHABLE: "only positions that keep to what all play keeps to",
    NO_SUBMITTER: "nobody says who submits an action (`by`)",
    NO_REASONS: "no reason and no fixed words for a refusal",
    WHOLE_TURNS: "only whole turns: no position within one, no single action of several",
    ONE_REFUSAL: "unreadable and illegal are one refusal, and never told apart",
}
"""Each promise, in the order in which a vector is said to lie outside of it, with what is then asked."""

INSIDE: frozenset[str] = frozenset()


def spans(numbers: Iterable[int]) -> str:
    """Rising numbers in short: ``0-88,91``."""
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][-1] + 1:
            found[-1][1:] = [number]
        else:
            found.append([number])
    return ",".join("-".join(map(str, ends)) for ends in found)


def numbers_in(said: str) -> Iterator[int]:
    """The numbers that were said in short; a ValueError where it is no such text."""
    for part in said.split(",") if said else ():
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


def by_answer(outside: Mapping[str, str], answers: int, place: str) -> Sequence[frozenset[str]]:
    """For each answer of a file the promises that it lies outside of; a Fault where the manifest names others."""
    found: list[frozenset[str]] = [INSIDE] * answers
    sets: dict[frozenset[str], frozenset[str]] = {}
    for promise, said in outside.items():
        try:
            for number in numbers_in(said):
                more = found[number] | {promise}
                found[number] = sets.setdefault(more, more)
        except (ValueError, IndexError):
            raise Fault(
                f"{place}: the manifest says of {promise!r} {said[:80]!r}, and the file has {answers} answers",
                "Fetch the manifest again, or make it anew with `ludex generate`.",
            ) from None
    return found
