"""Checks committed vectors without making all of them: one in so many is made anew, the others are asked again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from ludex.generate.asking import answer, shape_of, would_pass
from ludex.generate.readings import rules_of
from ludex.generate.stored import Vector, vectors_in
from ludex.judge.weigh import in_force, key
from ludex.seam import Reference
from ludex.suites import Case, SuiteTopic


class Committed:
    """The committed vectors of one topic and edition by id. Outside of the sample they are asked again."""

    def __init__(self, one_in: int) -> None:
        self._one_in = one_in
        self._by_id: dict[str, list[Vector]] = {}

    def add(self, vector: Vector) -> None:
        self._by_id.setdefault(vector["id"], []).append(vector)

    def reuse(self, game: Reference, edition: str, topic: SuiteTopic, case: Case, name: str) -> list[Vector] | None:
        """The committed vectors of a case, or None where they must be made: in the sample, and where they fail."""
        vectors = self._by_id.get(name, [])
        if not vectors or int(sha256(name.encode()).hexdigest(), 16) % self._one_in == 0:
            return None
        holds = all(_holds(vector, game, edition, topic, case) for vector in vectors)
        return vectors if holds else None


def read_committed(path: Path, one_in: int) -> dict[str, Committed]:
    """What a committed file holds for each edition; what cannot be read is made anew, and then differs."""
    found: dict[str, Committed] = {}
    try:
        for edition, vector in vectors_in(json.loads(path.read_bytes())):
            found.setdefault(edition, Committed(one_in)).add(vector)
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return {}
    return found


def _holds(vector: Mapping[str, Any], game: Reference, edition: str, topic: SuiteTopic, case: Case) -> bool:
    """Whether a vector asks what its case asks, and the reference still answers what it expects."""
    said = {"why": case.why, "tags": sorted(case.tags), "input": json.loads(json.dumps(dict(case.input)))}
    if said != {"why": vector["why"], "tags": vector.get("tags", []), "input": vector["input"]}:
        return False
    chosen = {entry: allowed[0] for entry, allowed in vector["holds"][0].items()} if vector.get("holds") else {}
    rules = rules_of(game.REGISTER, edition, chosen)
    given = json.loads(json.dumps(answer(game, topic.operation, case.input, rules)))
    wanted = in_force(vector["expect"], rules.choices)
    if topic.operation == "legal" and "actions" in given and "actions" in wanted:
        return set(map(key, given["actions"])) == set(map(key, wanted["actions"]))
    return would_pass(given, wanted, shape_of(game.__name__, topic.operation))
