"""Chooses vectors that hold for engines that nobody has seen: with several witnesses, and within a share of all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from hashlib import sha256

from ludex.mutation.deciding import vectors_of
from ludex.vectors.suite import Suite

MOST_SHARE = 0.02  # of all vectors that a core may have
WITNESSES = 2
Reasons = dict[str, tuple[str, ...]]
Killers = Mapping[str, frozenset[str]]


def witnesses_of(suite: Suite) -> dict[str, frozenset[str]]:
    """For each clause, and each of the sides on which vectors decide by it, all of these vectors by their full ids."""
    found: dict[str, set[str]] = {}
    operations = {
        (edition, topic.topic): topic.operation for edition in suite.editions for topic in suite.topics(edition)
    }
    for witness in vectors_of(suite):
        answers = "refuses" if witness.refuses else "accepts"
        side = "lists" if operations[witness.edition, witness.topic] == "legal" else answers
        for clause in witness.clauses:
            found.setdefault(f"{clause} {side}", set()).add(witness.name)
    return {name: frozenset(vectors) for name, vectors in found.items()}


def more_for(before: Collection[str], wanted: Killers, most: int, times: int = WITNESSES) -> Reasons:
    """Vectors besides those that are there, so that for each reason so many are, or as many as it has.

    Those that serve most reasons come first, and ``most`` at the most; each with the reasons that it serves.
    """
    chosen: dict[str, tuple[str, ...]] = {}
    have = {*before}
    for round_ in range(1, times + 1):
        left = {reason: vectors for reason, vectors in wanted.items() if _lacks(vectors, have, round_)}
        for vector in _most_first(left, have, round_):
            if len(chosen) >= most:
                return dict(sorted(chosen.items()))
            have.add(vector)
            chosen[vector] = tuple(sorted(reason for reason, vectors in left.items() if vector in vectors))
    return dict(sorted(chosen.items()))


def _lacks(vectors: frozenset[str], have: set[str], times: int) -> bool:
    return len(vectors & have) < min(times, len(vectors))


def _most_first(left: Killers, have: set[str], times: int) -> Iterator[str]:
    """The vector that serves most of those that lack one, then the one that serves most of the rest, and so on."""
    waiting = dict(left)
    counts = Counter(vector for vectors in waiting.values() for vector in vectors - have)
    while waiting and counts:
        best = min(counts, key=lambda vector: (-counts[vector], vector))
        if counts[best] <= 0:
            return
        yield best
        del counts[best]
        for reason in [reason for reason, vectors in waiting.items() if best in vectors]:
            if not _lacks(waiting[reason], have, times):  # whoever took it has put it there
                counts.subtract(waiting.pop(reason) - {best})


def halves(kills: Killers) -> tuple[dict[str, frozenset[str]], dict[str, frozenset[str]]]:
    """Two halves of some mutants, by their names."""
    first = {name for name in kills if int(sha256(name.encode()).hexdigest(), 16) % 2}
    return (
        {name: vectors for name, vectors in kills.items() if name in first},
        {name: vectors for name, vectors in kills.items() if name not in first},
    )


def share_found(core: Collection[str], kills: Killers) -> tuple[int, int]:
    """How many of these mutants a core finds, and how many all vectors find."""
    return sum(1 for vectors in kills.values() if not vectors.isdisjoint(core)), len(kills)


def fill(base: Collection[str], wanted: Sequence[Killers], most: int) -> Reasons:
    """What is added to a core for each of these in turn, and then, as long as there is room, more witnesses of all."""
    found: Reasons = {}
    for reasons in wanted:
        found |= more_for({*base, *found}, reasons, most - len(found))
    every = {name: vectors for reasons in wanted for name, vectors in reasons.items()}
    for times in range(WITNESSES + 1, 9):
        found |= more_for({*base, *found}, every, most - len(found), times)
    return dict(sorted(found.items()))
