"""Which clauses explain failures best, by what the answers speak against and by what passes beside them.

Each failure has one vote, which is shared out among the clauses that it points at: those that its answer speaks
against, or those that its message names; where there are none, all that the vector turns on. A clause on which many
vectors turn that pass has a smaller share (Ochiai). That is how faults are located by
spectra, where there may be several.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from ludex.report.results import Result, Results
from ludex.rulebook import Rulebook, rulebook

_CLAUSE = re.compile(r"\b[A-Z]{3}-[A-Z]{3}-[0-9]+\b")
MOST_RANKED = 3  # clauses of one cause


def ochiai(passed: int, bad: int, all_bad: int) -> float:
    """How well something explains the failures: 1 when all of them have it and no pass does."""
    return bad / math.sqrt(all_bad * (passed + bad)) if bad else 0.0


def named_clauses(message: str, book: Rulebook) -> list[str]:
    """The clauses of a rulebook that a message names: those that an engine gives as its reasons are among them."""
    return [clause for clause in dict.fromkeys(_CLAUSE.findall(message)) if clause in book]


class Ranking:
    """Shares out the votes of failures among clauses; ``failures`` are all of a run."""

    def __init__(self, results: Results, failures: Sequence[Result]) -> None:
        self.failures = failures
        self._book: Rulebook = rulebook(results.suite.game)
        self._passed: Mapping[str, int] = {clause: counts[0] for clause, counts in results.clauses.items()}
        self._many = len(failures)
        self._pointed = {id(one): self._points(one) for one in failures}
        self._bad = Counter(clause for one in failures for clause in {*one.clauses, *self.pointed_at(one)})

    def _points(self, one: Result) -> tuple[str, ...]:
        return tuple(dict.fromkeys(one.contradicts or named_clauses(one.message, self._book)))

    def pointed_at(self, one: Result) -> tuple[str, ...]:
        """The clauses that a failure points at; nothing where it does not say."""
        return self._pointed[id(one)]

    def votes(self, failures: Sequence[Result]) -> dict[str, float]:
        """For each clause, the votes of these failures, most first."""
        found: dict[str, float] = {}
        for one in failures:
            for clause, part in self._shares(one):
                found[clause] = found.get(clause, 0.0) + part
        return dict(sorted(found.items(), key=lambda pair: (-round(pair[1], 9), -self.suspicion(pair[0]), pair[0])))

    def _shares(self, one: Result) -> Iterator[tuple[str, float]]:
        clauses = self.pointed_at(one) or tuple(dict.fromkeys(one.clauses))
        whole = sum(map(self.suspicion, clauses))
        yield from ((clause, self.suspicion(clause) / whole) for clause in clauses)

    def by_spectrum(self, failures: Sequence[Result]) -> list[str]:
        """The clauses on which these failures turn, those first on which nearly all of them do and few passes."""
        bad = Counter(clause for one in failures for clause in {*one.clauses})
        near = {clause: ochiai(self._passed.get(clause, 0), many, len(failures)) for clause, many in bad.items()}
        return sorted(near, key=lambda clause: (-near[clause], clause))

    def suspicion(self, clause: str) -> float:
        """How well a clause alone explains the failures (Ochiai)."""
        return ochiai(self._passed.get(clause, 0), self._bad[clause], self._many)
