"""Measures what a case turns on: each clause that was asked is turned round, and counts if the answer changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludex.generate.asking import Answer, answer, refusal_of, shape_of, would_pass
from ludex.protocol.schema import Schema
from ludex.rules import MARKS, Rules, recording
from ludex.rules.answering import turned_round
from ludex.rules.clauses import Inputs
from ludex.seam import Reference

CODEC, REPLAY, LAYOUT = "codec", "replay", {"layout"}


def clauses_of(
    game: Reference, operation: str, kind: str, fields: Mapping[str, Any], rules: Rules, given: Answer
) -> list[str]:
    """The clauses that decide this answer, sorted.

    That a well-formed input could have been called unreadable says nothing about it, except where reading is what the
    case is about: so a change to "unreadable" counts for codecs, and for the layouts of what a replay reads.
    """
    inputs: Inputs = {}
    with recording(keep_steps=False, spares_reading=True, inputs=inputs) as once_read:
        plain = answer(game, operation, fields, rules)
    asked = once_read.clauses.union(*(first.clauses for *_, first in inputs.values()))
    if "conditional" in given:  # the list of all readings in one: these rules list what holds under them
        given = plain
    shape = shape_of(game.__name__, operation)

    def decides(clause: str) -> bool:
        reads = _reads(kind, clause)
        as_read = None if clause in once_read.clauses else plain  # it decides nothing but how the input is read
        turned = turned_round(lambda: answer(game, operation, fields, rules), clause, reads, inputs, as_read)
        return _counts(reads, given, turned, shape)

    return sorted(filter(decides, asked))


def _reads(kind: str, clause: str) -> bool:
    """Whether a case of this kind is about how this clause reads its input."""
    return kind == CODEC or (kind == REPLAY and MARKS[clause] == LAYOUT)


def _counts(reads: bool, given: Answer, turned: Answer | None, shape: Schema) -> bool:
    if turned is None:
        return True
    if refusal_of(turned) == "unreadable" and not reads:
        return False
    return not would_pass(turned, given, shape)
