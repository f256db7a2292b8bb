"""Makes the vectors of a topic: asks each case, splits it by readings where they matter, names it, writes a line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Any

from ludex.generate.measuring import clauses_of
from ludex.generate.readings import AnswerGroup, groups, rules_of
from ludex.generate.sampling import Committed
from ludex.seam import Reference
from ludex.suites import Case, SuiteTopic
from ludex.vectors.freedom import free_fields

Vector = dict[str, Any]


def canonical(value: Any) -> str:
    """A JSON value in one way only: ASCII, fields sorted, no spaces."""
    return json.dumps(value, separators=(",", ":"), sort_keys=True, ensure_ascii=True)


def id_of(game: str, operation: str, case: Case) -> str:
    """The id of a case: its slug, and a hash of what is asked (not of the edition, nor of the readings)."""
    asked = canonical([game, operation, case.input])
    return f"{case.slug}-{sha256(asked.encode()).hexdigest()[:8]}"


def vectors_of(
    game: Reference, name: str, edition: str, topic: SuiteTopic, committed: Committed | None = None
) -> Iterator[Vector]:
    """Every vector of a topic in an edition; a case that depends on readings gives one for each answer.

    What a topic asks twice is asked once (or, where it may repeat itself, once under each name). Of ``committed``
    vectors those that need not be made anew are taken as they are.
    """
    asked = set[str]()
    for case in topic.cases():
        whole = id_of(name, topic.operation, case)
        known = whole if topic.repeats else whole.rpartition("-")[2]
        if known not in asked:
            asked.add(known)
            kept = committed.reuse(game, edition, topic, case, whole) if committed else None
            if kept is not None:
                yield from kept
                continue
            for group in groups(game, edition, topic.operation, case.input, case.under):
                yield _vector(game, name, edition, topic, case, group)


def _vector(game: Reference, name: str, edition: str, topic: SuiteTopic, case: Case, group: AnswerGroup) -> Vector:
    under = [rules_of(game.REGISTER, edition, choices) for choices in (group.choices, *group.others)]
    found = [clauses_of(game, topic.operation, topic.kind, case.input, rules, group.answer) for rules in under]
    return {
        "id": id_of(name, topic.operation, case),
        "why": case.why,
        **({"tags": sorted(case.tags)} if case.tags else {}),
        "clauses": sorted({clause for clauses in found for clause in clauses}),
        "input": dict(case.input),
        **({"holds": group.holds} if group.holds else {}),
        "expect": group.answer,
    }


def line_of(vector: Mapping[str, Any]) -> str:
    """A vector as one line."""
    return json.dumps(vector, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def file_of(
    game: str, edition: str, topic: SuiteTopic, vectors: Iterable[Mapping[str, Any]], why_free: Mapping[str, str]
) -> bytes:
    """The file of a topic: a head, which says why fields are free where some are, and one vector a line."""
    made = list(vectors)
    clauses = {clause for vector in made for clause in free_fields(vector["expect"]).values()}
    head = {
        "game": game,
        "edition": edition,
        "topic": topic.name,
        "kind": topic.kind,
        "operation": topic.operation,
        "about": topic.about,
        **({"free": {clause: why_free[clause] for clause in sorted(clauses)}} if clauses else {}),
    }
    lines = ",\n".join(map(line_of, made))
    return f'{line_of(head)[:-1]},"vectors":[\n{lines}\n]}}\n'.encode("ascii")


def id_with_readings(vector: Mapping[str, Any]) -> str:
    """The id of a vector with the readings it holds for, as a report prints it (without the edition)."""
    alternatives = vector.get("holds", [])
    return str(vector["id"]) + "".join(
        f"+{entry}={'|'.join(alternatives[0][entry])}" for entry in sorted(alternatives[0] if alternatives else ())
    )
