"""By which clauses each vector and each scenario decides, and whether it accepts or refuses."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from itertools import chain
from typing import Any, NamedTuple

import msgspec

from ludex import where
from ludex.generate.generating import kept_in
from ludex.tracking import noting
from ludex.vectors.format import full_id
from ludex.vectors.freedom import free_fields
from ludex.vectors.suite import Suite

REFUSALS = ("illegal", "unreadable")


class Witness(NamedTuple):
    """One vector or scenario: the clauses it turns on, those that it only names as broken, and whether it refuses.

    ``free`` are the clauses by which fields of its answer are free, one for each field.
    """

    name: str
    edition: str
    topic: str
    refuses: bool
    clauses: tuple[str, ...]
    named: tuple[str, ...]
    free: tuple[str, ...] = ()

    @property
    def is_scenario(self) -> bool:
        """Whether an author wrote it."""
        return self.topic.endswith(".ludex")


def vectors_of(suite: Suite) -> Iterator[Witness]:
    """Every vector; what it turns on was measured when it was made."""
    for edition in suite.editions:
        for topic in suite.topics(edition):
            for vector in topic.vectors:
                expected = msgspec.json.decode(vector.expect)
                broken, free = _broken_clauses(expected), tuple(free_fields(expected).values())
                refuses = broken is not None
                clauses, named = tuple(vector.clauses), tuple(broken or ())
                yield Witness(full_id(vector, edition), edition, topic.topic, refuses, clauses, named, free)


def _broken_clauses(expected: Any) -> list[str] | None:
    """The clauses that a refusal names; None for a result that is none."""
    if not isinstance(expected, dict):
        return None
    for kind in REFUSALS:
        if kind in expected:
            return list(expected[kind].get("broken", ()))
    return [] if expected.get("isValid") is False or expected.get("refused") else None


def scenarios_of(game: str) -> Iterator[Witness]:
    """Every scenario of a game in each of its editions, measured like a vector: each clause that it asks is turned
    round, and counts if the scenario then fails. What was measured before is believed where nothing of it changed."""
    from ludex.scenario import read_file

    written = [(path.name, scenario) for path in where.scenarios(game) for scenario in read_file(path).scenarios]
    noting.begin()  # reading is no part of what is kept: what was read is in its name
    memo = kept_in(game, "scenarios")
    found = [memo.of(_name_of(*one), partial(_decisions, *one)) for one in written]
    memo.save()
    for name, edition, topic, refuses, clauses, named in chain.from_iterable(found):
        yield Witness(name, edition, topic, refuses, tuple(clauses), tuple(named))


def _name_of(file: str, scenario: Any) -> str:
    return sha256(f"{file} {scenario!r}".encode()).hexdigest()


def _decisions(file: str, scenario: Any) -> list[Any]:
    """Of each edition of a scenario the fields of its witness."""
    from ludex.rules import recording
    from ludex.scenario import run

    with recording(keep_steps=False) as trace:
        results = run(scenario)
    clauses = sorted(clause for clause in trace.clauses if _turns(scenario, clause))
    named = sorted(set(_expected_clauses(scenario)))
    return [(scenario.name, result.edition, file, bool(named), clauses, named) for result in results]


def _turns(scenario: Any, clause: str) -> bool:
    from ludex.rules import recording
    from ludex.scenario import run

    with recording(invert=clause, keep_steps=False):
        try:
            return any(result.status != "pass" for result in run(scenario))
        except Exception:  # the rules fall apart, which nobody could overlook
            return True


def _expected_clauses(scenario: Any) -> list[str]:
    """The clauses by which a scenario expects a refusal (one word for a refusal that names none)."""
    from ludex.notation.expectations import clauses_in, refuses

    said = (phrase.value for step in scenario.steps for phrase in step.then)
    return [clause for value in said if refuses(value) for clause in clauses_in(value) or ("unnamed",)]
