"""Makes the vectors of a topic: asks each case, splits it by readings where they matter, and names it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from typing import Any

from ludex.generate.measuring import clauses_of
from ludex.generate.readings import AnswerGroup, groups, rules_of
from ludex.generate.sampling import Committed
from ludex.generate.sides import mark_of
from ludex.generate.stored import Vector, line_of
from ludex.seam import Reference
from ludex.suites import Case, SuiteTopic
from ludex.tracking.memo import NOTHING_KEPT, Memo


def canonical(value: Any) -> str:
    """A JSON value in one way only: ASCII, fields sorted, no spaces."""
    return json.dumps(value, separators=(",", ":"), sort_keys=True, ensure_ascii=True)


def id_of(game: str, operation: str, case: Case) -> str:
    """The id of a case: its slug, and a hash of what is asked (not of the edition, nor of the readings)."""
    asked = canonical([game, operation, case.input])
    return f"{case.slug}-{sha256(asked.encode()).hexdigest()[:8]}"


def vectors_of(
    game: Reference,
    name: str,
    edition: str,
    topic: SuiteTopic,
    committed: Committed | None = None,
    memo: Memo = NOTHING_KEPT,
) -> Iterator[Vector]:
    """Every vector of a topic in an edition; a case that depends on readings gives one for each answer.

    What a topic asks twice is asked once (or, where it may repeat itself, once under each name). Of ``committed``
    vectors those that need not be made anew are taken as they are; what ``memo`` knows is believed.
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
            answers = memo.of(_question(edition, topic, case), partial(_answers, game, name, edition, topic, case))
            yield from (_vector(whole, case, answer) for answer in answers)


def _question(edition: str, topic: SuiteTopic, case: Case) -> str:
    """What is asked, and how it is weighed: whatever it is called, and why ever it is asked."""
    asked = [edition, topic.operation, topic.kind, dict(case.under), case.input]
    return sha256(line_of({"asked": asked}).encode()).hexdigest()


def _vector(whole: str, case: Case, answer: Vector) -> Vector:
    return {
        "id": whole,
        "why": case.why,
        **({"tags": sorted(case.tags)} if case.tags else {}),
        "clauses": answer["clauses"],
        "input": dict(case.input),
        **{field: value for field, value in answer.items() if field != "clauses"},
    }


def _answers(game: Reference, name: str, edition: str, topic: SuiteTopic, case: Case) -> list[Vector]:
    """What of the vectors of a case is the rules' affair."""
    found = groups(game, edition, topic.operation, case.input, case.under)
    return [_answer(game, name, edition, topic, case, group) for group in found]


def _answer(game: Reference, name: str, edition: str, topic: SuiteTopic, case: Case, group: AnswerGroup) -> Vector:
    under = [rules_of(game.REGISTER, edition, choices) for choices in (group.choices, *group.others)]
    found = [clauses_of(game, topic.operation, topic.kind, case.input, rules, group.answer) for rules in under]
    return {
        "clauses": sorted({clause for clauses in found for clause in clauses}),
        **({"holds": group.holds} if group.holds else {}),
        **mark_of(name, edition, topic.operation, case.input, group),
        "expect": group.answer,
    }
