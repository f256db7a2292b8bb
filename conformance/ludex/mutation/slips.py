"""The matrix of slips held against the vectors: how many show each point on each side of each clause, and the gaps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from ludex.mutation.witnesses import sides_shown
from ludex.protocol.schema import wire_of
from ludex.seam import reference_of
from ludex.suites.matrix import (
    BROKEN,
    Expression,
    Facets,
    Matrix,
    Point,
    broken_in,
    kinds,
    read_matrix,
)
from ludex.suites.seam import suite_of
from ludex.vectors.format import Vector, full_id
from ludex.vectors.suite import Suite, open_suite
from ludex.wording import quantity

Key = tuple[str, str, str, str]  # clause, kind, point, side


class Filled(Struct, frozen=True):
    """A matrix with how many vectors show each point on each side, and what is missing, in words.

    ``unseen`` are names of facets that points use and no question has.
    """

    matrix: Matrix
    counts: Mapping[Key, int]
    gaps: tuple[str, ...]


def fill_of(game: str) -> Filled | None:
    """The matrix of a game over its vectors; None where it has no matrix."""
    matrix = read_matrix(game)
    return None if matrix is None else hold_against(matrix, open_suite(game))


def hold_against(matrix: Matrix, suite: Suite) -> Filled:
    """A matrix over these vectors."""
    counts, refuted, seen = Counter[Key](), dict[str, str](), set[str]()
    for shown in _questions(suite):
        seen |= shown.facets.keys()
        told: dict[int, bool] = {}
        counts.update(_cells_shown(matrix, shown, told))
        for clause in {*shown.vector.clauses}.intersection(matrix.rows):
            for unmet in matrix.rows[clause].unmet:
                if unmet.side in shown.sides and _is_so(unmet.never, shown.facets, told):
                    at = f"{clause}, {unmet.kind}, {unmet.name}, {unmet.side}"
                    refuted.setdefault(f"{at}: {unmet.why}", shown.vector.id)
    gaps = [*_gaps(matrix, counts), *(f"{what} But {name} shows it." for what, name in refuted.items())]
    return Filled(matrix, counts, (*gaps, *_unknown_names(matrix, seen)))


def vectors_by_cell(suite: Suite) -> dict[str, frozenset[str]]:
    """For each point of a game's matrix, and each side on which it is shown, the full ids of the vectors that show it;
    nothing where there is no matrix."""
    matrix, found = read_matrix(suite.game), dict[str, set[str]]()
    if matrix is None:
        return {}
    for shown in _questions(suite):
        for key in _cells_shown(matrix, shown, {}):
            found.setdefault(", ".join(key), set()).add(full_id(shown.vector, shown.edition))
    return {cell: frozenset(names) for cell, names in found.items()}


class _Shown(Struct, frozen=True):
    """A vector, what there is to say of it, and the sides on which it decides."""

    edition: str
    vector: Vector
    facets: Facets
    sides: tuple[str, ...]


def _questions(suite: Suite) -> Iterator[_Shown]:
    register, wire = reference_of(suite.game).REGISTER, wire_of(suite.game)
    facets_of, rules = suite_of(suite.game).facets, {}
    for edition in suite.editions:
        defaults = suite.facts(edition).defaults()
        for topic in suite.topics(edition):
            for vector in topic.vectors:
                chosen = tuple(
                    (entry, allowed[0]) for entry, allowed in (vector.holds[0] if vector.holds else {}).items()
                )
                if (edition, chosen) not in rules:
                    rules[edition, chosen] = register.rules(edition, {**defaults, **dict(chosen)})
                facets = facets_of(topic.operation, msgspec.json.decode(vector.input), rules[edition, chosen])
                if facets:
                    facets = {**facets, BROKEN: broken_in(msgspec.json.decode(vector.expect))}
                    yield _Shown(edition, vector, facets, tuple(sides_shown(topic, vector, wire)))


def _is_so(expression: Expression, facets: Facets, told: dict[int, bool]) -> bool:
    """Whether an expression is true of a question, asked once."""
    key = id(expression)
    if key not in told:
        told[key] = expression(facets)
    return told[key]


def _cells_shown(matrix: Matrix, shown: _Shown, told: dict[int, bool]) -> Iterator[Key]:
    """The points of the matrix that a question shows, on each of its sides."""
    turns = {*shown.vector.clauses}
    for clause in turns.union(shown.facets[BROKEN]).intersection(matrix.rows):
        named = (point for point in matrix.rows[clause].points if not point.any and (point.named or clause in turns))
        yield from _sides_shown(named, shown, told)
    yield from _sides_shown(matrix.anywhere, shown, told)


def _sides_shown(points: Iterable[Point], shown: _Shown, told: dict[int, bool]) -> Iterator[Key]:
    for point in points:
        sides = [side for side in shown.sides if side in point.sides]
        if sides and _is_so(point.when, shown.facets, told):
            yield from ((point.clause, point.kind, point.name, side) for side in sides)


def _gaps(matrix: Matrix, counts: Mapping[Key, int]) -> Iterator[str]:
    for clause, row in matrix.rows.items():
        yield from (f"{clause} has no points for {kind}: {kinds()[kind].says}" for kind in row.empty)
        for point in row.points:
            for side in point.sides:
                have = counts.get((clause, point.kind, point.name, side), 0)
                if have < point.least:
                    missing = f"{have} of {point.least} {side} vectors where {point.when.text}"
                    yield f"{clause}, {point.kind}, {point.name}: {missing}"


def _unknown_names(matrix: Matrix, seen: set[str]) -> Iterator[str]:
    """Points that no question can show, for nothing has a facet that they name."""
    expressions = {point.when for row in matrix.rows.values() for point in row.points}
    unknown = {name: one.text for one in expressions for name in sorted(one.names - seen)}
    yield from (f"no question has a facet {name!r}, which {text!r} names" for name, text in sorted(unknown.items()))


def table(filled: Filled) -> Iterator[str]:
    """A line for each clause: for each kind of slip the fewest vectors of any of its points and sides."""
    columns = list(kinds())
    yield f"{filled.matrix.game}: the matrix of slips, {quantity(len(filled.matrix.rows), 'clause')}"
    yield "  " + " ".join(f"{number:>2}={name}" for number, name in enumerate(columns, 1))
    yield f"  {'clause':12} " + " ".join(f"{number:>4}" for number in range(1, len(columns) + 1))
    for clause, row in filled.matrix.rows.items():
        cells = (_cell(row.points, clause, kind, filled.counts, kind in row.silent) for kind in columns)
        yield f"  {clause:12} " + " ".join(f"{cell:>4}" for cell in cells)
    yield "  The fewest vectors that show any of the points of a cell, on any of its sides; -: the clause speaks of"
    yield "  nothing of the kind, or it is excused; !: no point. --json FILE tells of every point and every excuse."


def _cell(points: Iterable[Point], clause: str, kind: str, counts: Mapping[Key, int], silent: bool) -> str:
    mine = [point for point in points if point.kind == kind]
    if not mine:
        return "-" if silent else "!"
    fewest = [counts.get((clause, kind, point.name, side), 0) for point in mine for side in point.sides]
    return str(min(fewest)) if fewest else "-"


def matrix_json(filled: Filled) -> dict[str, Any]:
    """Every point with its counts, and every excuse."""
    return {
        "kinds": {name: kind.says for name, kind in kinds().items()},
        "gaps": filled.gaps,
        "clauses": {
            clause: {
                "points": [
                    {
                        "kind": point.kind,
                        "point": point.name,
                        "when": point.when.text,
                        "least": point.least,
                        "vectors": {
                            side: filled.counts.get((clause, point.kind, point.name, side), 0) for side in point.sides
                        },
                    }
                    for point in row.points
                ],
                "excused": [
                    {"kind": one.kind, "point": one.name, "side": one.side, "why": one.why} for one in row.unmet
                ],
                "speaks of no": dict(row.silent),
            }
            for clause, row in filled.matrix.rows.items()
        },
    }
