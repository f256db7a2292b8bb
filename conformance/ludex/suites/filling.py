"""Draws cases until the points of the matrix of slips are shown: keeps those that fill a point that is still open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from itertools import islice
from typing import Any

from ludex.fault import Fault
from ludex.protocol.schema import Wire, wire_of
from ludex.rules import Rules, answering, recording
from ludex.seam import reference_of
from ludex.suites import Case
from ludex.suites.matrix import ACCEPTED, BROKEN, LISTED, REFUSED, UNLISTED, Point, broken_in, read_matrix
from ludex.suites.seam import suite_of
from ludex.vectors.sides import is_accepted

MOST_DRAWN = 20_000  # of the cases drawn for a topic; a point that none of them shows stays open
OTHER_SIDE = {LISTED: ACCEPTED, UNLISTED: REFUSED}  # a list is held to the vectors of its position


class PointFilling:
    """The points of some clauses and kinds (globs) that are open yet, and what has been drawn for them."""

    def __init__(
        self,
        game: str,
        rules: Rules,
        operation: str = "apply",
        clauses: Iterable[str] = ("*",),
        kinds: Iterable[str] = ("*",),
    ) -> None:
        matrix = read_matrix(game)
        if matrix is None:
            raise Fault(f"{game} has no matrix of slips to be filled", "Write it in spec/<game>/matrix.toml.")
        self.game = reference_of(game)
        self.suite = suite_of(game)
        self.wire: Wire = wire_of(game)
        self.rules = rules
        self.operation = operation
        wanted = [
            point
            for clause, row in matrix.rows.items()
            if any(fnmatchcase(clause, pattern) for pattern in clauses)
            for point in row.points
            if any(fnmatchcase(point.kind, pattern) for pattern in kinds)
        ]
        self.left: Counter[tuple[Point, str]] = Counter()
        for point in wanted:
            for side in {OTHER_SIDE.get(side, side) for side in point.sides}:
                self.left[point, side] = point.least

    def of(self, drawn: Iterable[Case], most: int = MOST_DRAWN) -> Iterator[Case]:
        """Of cases, those that show a point that is open, until none is or so many were drawn."""
        for case in islice(drawn, most):
            if not self.left:
                return
            if self.takes(case.input):
                yield case

    def takes(self, fields: Mapping[str, Any]) -> bool:
        """Whether a question shows a point that is open; it is then counted."""
        facets = self.suite.facets(self.operation, fields, self.rules)
        if not facets:
            return False
        with recording(keep_steps=False) as trace:
            given = self._answer(fields)
        named = broken_in(given)
        side = ACCEPTED if is_accepted(self.wire, self.operation, given) else REFUSED
        asked = [key for key in self.left if key[1] == side and (key[0].any or key[0].clause in trace.clauses)]
        mine = _shown_by(asked, {**facets, BROKEN: named})
        turning = {clause: self._turns(fields, given, clause) for clause in {key[0].clause for key in mine}}
        shown = [
            key for key in mine if key[0].any or turning[key[0].clause] or (key[0].named and key[0].clause in named)
        ]
        for key in shown:
            self.left[key] -= 1
            if not self.left[key]:
                del self.left[key]
        return bool(shown)

    def _answer(self, fields: Mapping[str, Any]) -> dict[str, Any]:
        return answering.answer(self.game, self.operation, fields, self.rules)

    def _turns(self, fields: Mapping[str, Any], given: Mapping[str, Any], clause: str) -> bool:
        """Whether the answer would be another if this clause decided the other way."""
        turned = answering.turned_round(lambda: self._answer(fields), clause)
        if turned is None:  # the rules fall apart, which nobody could overlook
            return True
        if "unreadable" in turned and "unreadable" not in given:
            return False
        kinds = [next((kind for kind in ("illegal", "unreadable") if kind in one), one) for one in (turned, given)]
        return kinds[0] != kinds[1]

    @property
    def open_points(self) -> list[str]:
        """What is still open, in words."""
        return [f"{point.clause}, {point.kind}, {point.name}, {side}: {n}" for (point, side), n in self.left.items()]


def _shown_by(asked: Iterable[tuple[Point, str]], facets: Mapping[str, Any]) -> list[tuple[Point, str]]:
    """Points that a question shows; an expression of many points is asked once."""
    keys = list(asked)
    told = {when: when(facets) for when in {point.when for point, _ in keys}}
    return [key for key in keys if told[key[0].when]]
