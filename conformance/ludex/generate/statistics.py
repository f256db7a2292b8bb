"""Counts what the committed vectors of a game turn on: clause by clause, reading by reading, topic by topic."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ludex import where
from ludex.fault import Fault
from ludex.generate.asking import refusal_of
from ludex.generate.files import committed_files
from ludex.generate.stored import vectors_in


@dataclass
class Counts:
    """The counts of one edition.

    For each clause: the vectors that turn on it whose answer is a result, and those whose answer is a refusal; the
    refusals that name it among the broken, and those that it makes alone (without it the answer would be another, under
    the readings that were measured; or nothing else is named). For each reading: the vectors whose
    result it decides.
    """

    accepted: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    broken: Counter[str] = field(default_factory=Counter)
    alone: Counter[str] = field(default_factory=Counter)
    readings: Counter[str] = field(default_factory=Counter)
    topics: Counter[str] = field(default_factory=Counter)
    sizes: Counter[str] = field(default_factory=Counter)

    @property
    def clauses(self) -> list[str]:
        """Every clause that some vector turns on, or names."""
        return sorted(self.accepted | self.refused | self.broken)


def counts(game: str) -> dict[str, Counts]:
    """The counts of every edition of a game."""
    found: dict[str, Counts] = {}
    for data in committed_files(where.vectors_of(game)).values():
        whole = json.loads(data)
        for edition, vector in vectors_in(whole):
            of = found.setdefault(edition, Counts())
            of.topics[whole["topic"]] += 1
            of.sizes[whole["topic"]] = len(data)
            _count(of, vector)
    if not found:
        raise Fault(f"no vectors for {game}", "`ludex generate` makes them.")
    return found


def _count(of: Counts, vector: Mapping[str, Any]) -> None:
    kind = refusal_of(vector["expect"])
    (of.refused if kind else of.accepted).update(vector["clauses"])
    if kind:
        broken = vector["expect"][kind]["broken"]
        of.broken.update(broken)
        of.alone.update({*vector["clauses"], *(broken if len(broken) == 1 else ())} & {*broken})
    of.readings.update(readings_of(vector))


def readings_of(vector: Mapping[str, Any]) -> set[str]:
    """The choices that a vector, or some action in its list, holds for: ``kill-mover=attack``."""
    conditions = [
        *vector.get("holds", ()),
        *(one for _, some in vector["expect"].get("conditional", ()) for one in some),
    ]
    return {f"{entry}={choice}" for one in conditions for entry, choices in one.items() for choice in choices}


def counts_text(game: str) -> str:
    """The counts of a game as a table for people."""
    return "\n\n".join("\n".join(_table(edition, of)) for edition, of in sorted(counts(game).items()))


def _table(edition: str, of: Counts) -> Iterator[str]:
    yield f"{edition}: {of.topics.total()} vectors in files of {of.sizes.total() / 1e6:.2f} MB"
    for topic, count in sorted(of.topics.items()):
        yield f"  {topic:32} {count:6} vectors {of.sizes[topic] / 1e3:8.0f} kB"
    yield f"  {'clause':32} {'accepted':>9} {'refused':>9} {'named':>9} {'alone':>9}"
    for clause in of.clauses:
        row = (of.accepted[clause], of.refused[clause], of.broken[clause], of.alone[clause])
        yield f"  {clause:32} " + " ".join(f"{number:9}" for number in row)
    for reading, count in sorted(of.readings.items()):
        yield f"  {reading:32} {count:9} vectors"
