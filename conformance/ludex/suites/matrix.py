"""The matrix of slips of a game: for each clause that decides and each kind of slip, the points that vectors must show.

It is data beside the rulebook, ``spec/<game>/matrix.toml``; the kinds are those of ``slips.toml``. A *point* is an
expression over the facets of a question, which the suite of the game gives, wanted on some *sides* of a clause: that
an action is accepted or refused, and that a list holds it or does not. Where a point cannot be, an *excuse* says so
and why, and is refuted by the first vector that shows it.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cached_property, lru_cache
from importlib.resources import files
from pathlib import Path
from types import CodeType
from typing import Any

import msgspec
from msgspec import Struct, field

from ludex import where
from ludex.fault import Fault
from ludex.rulebook import Clause, rulebook, wanted

ACCEPTED, REFUSED, LISTED, UNLISTED = SIDES = ("accepted", "refused", "listed", "unlisted")
READ = (ACCEPTED, REFUSED)  # of a clause that says how something is read
LEAST = 3  # vectors that show a point, on each side
FILE = "matrix.toml"
BROKEN = "broken"
LISTING = ("check", "relation")  # roles of clauses that decide what a list holds
REMEDY = "CONTRIBUTING, 'The matrix of slips', says what may stand in it."
Facets = Mapping[str, Any]
_FUNCTIONS = (
    *(abs, all, any, bool, dict, enumerate, frozenset, int, isinstance, len, list),
    *(max, min, range, set, sorted, str, sum, tuple, zip),
)
SAFE: Mapping[str, Any] = {one.__name__: one for one in _FUNCTIONS}
_FORBIDDEN = (ast.Lambda, ast.NamedExpr, ast.Await, ast.Yield, ast.YieldFrom)


class SlipKind(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of slip, in a sentence; ``needs`` is what a clause must speak of for it to make sense."""

    says: str
    needs: str = ""


class WrittenPoint(Struct, frozen=True, forbid_unknown_fields=True):
    """A point as it stands in the file: an expression alone is one that is wanted on all sides of its clause.

    ``named`` counts refusals, too, that name the clause among others; ``any`` counts every vector.
    """

    when: str
    sides: tuple[str, ...] = SIDES
    least: int = LEAST
    named: bool = False
    any: bool = False


class WrittenCell(Struct, frozen=True, forbid_unknown_fields=True):
    """Points of some clauses under some kinds, in place of those that the kinds have by default."""

    clauses: tuple[str, ...]
    kinds: tuple[str, ...]
    points: dict[str, str | WrittenPoint]


class Excuse(Struct, frozen=True, forbid_unknown_fields=True):
    """What cannot be: points of some clauses under some kinds, on some sides, and why.

    Without points it is all of them. ``never`` is an expression that no vector of these clauses shows, on these sides;
    where it is missing it is the point itself.
    """

    clauses: tuple[str, ...]
    kinds: tuple[str, ...]
    why: str
    points: tuple[str, ...] = ("*",)
    sides: tuple[str, ...] = SIDES
    never: str = ""


class FewWitnesses(Struct, frozen=True, forbid_unknown_fields=True):
    """Why fewer vectors turn on these clauses alone, on these sides, than on others."""

    clauses: tuple[str, ...]
    sides: tuple[str, ...]
    why: str


class WrittenMatrix(Struct, frozen=True, forbid_unknown_fields=True):
    """A matrix as it stands in its file.

    ``reads``: clauses that say how something is read, of which no list can tell. ``speaks``: for what kinds need, the
    clauses that speak of it. ``points``: for each kind, what is wanted of every clause that has it. ``cells`` say
    otherwise for some clauses. ``few`` says why few vectors turn on a clause alone.
    """

    reads: tuple[str, ...] = ()
    speaks: dict[str, tuple[str, ...]] = {}
    points: dict[str, dict[str, str | WrittenPoint]] = {}
    cells: tuple[WrittenCell, ...] = field(default=(), name="cell")
    excuses: tuple[Excuse, ...] = field(default=(), name="excuse")
    few: tuple[FewWitnesses, ...] = ()


class Expression:
    """An expression over facets; what it names and a question does not have makes it false."""

    def __init__(self, text: str, where_: str) -> None:
        self.text = text
        self.names = _names_in(text, where_)
        self._code: CodeType = compile(text.strip(), where_, "eval")
        self._where = where_

    def __call__(self, facets: Facets) -> bool:
        if not self.names <= facets.keys():
            return False
        try:
            return bool(eval(self._code, {"__builtins__": SAFE, **facets}))  # our own data, of names and calls alone
        except Exception as error:
            raise Fault(f"{self._where}: {self.text!r}: {type(error).__name__}: {error}", REMEDY) from error


def _names_in(text: str, where_: str) -> frozenset[str]:
    """The facets that an expression names; a Fault for one that is more than an expression."""
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except SyntaxError as error:
        raise Fault(f"{where_}: {text!r} is no expression: {error.msg}", REMEDY) from None
    for node in ast.walk(tree):
        if isinstance(node, _FORBIDDEN) or (isinstance(node, ast.Attribute) and node.attr.startswith("_")):
            raise Fault(f"{where_}: {text!r} is more than an expression over facets", REMEDY)
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    bound = {name.id for name in names if isinstance(name.ctx, ast.Store)}
    return frozenset({name.id for name in names} - bound - SAFE.keys())


class Point(Struct, frozen=True):
    """Something that vectors of a clause must show, at least so often on each of these sides."""

    clause: str
    kind: str
    name: str
    when: Expression
    sides: tuple[str, ...]
    least: int
    named: bool
    any: bool


class Unmet(Struct, frozen=True):
    """A point of which a side cannot be, by an excuse; ``never`` is what no vector may show."""

    clause: str
    kind: str
    name: str
    side: str
    never: Expression
    why: str


class MatrixRow(Struct, frozen=True):
    """What a clause has in the matrix: its points by kind, what is excused, and kinds that it does not speak of."""

    clause: str
    points: tuple[Point, ...]
    unmet: tuple[Unmet, ...]
    silent: Mapping[str, str]
    empty: tuple[str, ...]


@lru_cache
def kinds() -> Mapping[str, SlipKind]:
    """The kinds of slips, in order."""
    text = files("ludex.suites").joinpath("slips.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, SlipKind])


class Matrix:
    """The matrix of one game; ``deciding`` are its clauses that decide something, each with the sides that it has."""

    def __init__(self, game: str, written: WrittenMatrix, deciding: Mapping[str, tuple[str, ...]], path: Path) -> None:
        self.game = game
        self.written = written
        self.deciding = {
            clause: tuple(side for side in sides if side in READ or not _is_one_of(clause, written.reads))
            for clause, sides in deciding.items()
        }
        self.path = path

    @cached_property
    def rows(self) -> Mapping[str, MatrixRow]:
        """A row for each clause that decides."""
        return {clause: self._row(clause, sides) for clause, sides in self.deciding.items()}

    @cached_property
    def anywhere(self) -> tuple[Point, ...]:
        """The points that a vector shows whether it turns on the clause or not."""
        return tuple(point for row in self.rows.values() for point in row.points if point.any)

    def _row(self, clause: str, sides: tuple[str, ...]) -> MatrixRow:
        points, unmet, silent, empty = list[Point](), list[Unmet](), dict[str, str](), list[str]()
        for name, kind in kinds().items():
            stated = self._points_stated(clause, name)
            if not stated and kind.needs and not self._speaks(clause, kind.needs):
                silent[name] = kind.needs
                continue
            if not stated:
                empty.append(name)
            for point in self._points(clause, name, stated, sides):
                excused = list(self._excuses_of(point))
                unmet += excused
                left = tuple(side for side in point.sides if side not in {one.side for one in excused})
                points.append(msgspec.structs.replace(point, sides=left))
        return MatrixRow(clause, tuple(points), tuple(unmet), silent, tuple(empty))

    def _points_stated(self, clause: str, kind: str) -> Mapping[str, str | WrittenPoint]:
        """The points of a cell: its own, or else those of the kind, if the clause has the kind."""
        own = [cell for cell in self.written.cells if kind in cell.kinds and _is_one_of(clause, cell.clauses)]
        if own:
            return {name: point for cell in own for name, point in cell.points.items()}
        needs = kinds()[kind].needs
        return self.written.points.get(kind, {}) if not needs or self._speaks(clause, needs) else {}

    def _speaks(self, clause: str, of: str) -> bool:
        return _is_one_of(clause, self.written.speaks.get(of, ()))

    def _points(
        self, clause: str, kind: str, stated: Mapping[str, str | WrittenPoint], sides: tuple[str, ...]
    ) -> Iterator[Point]:
        for name, one in stated.items():
            point = WrittenPoint(one) if isinstance(one, str) else one
            wanted = tuple(side for side in SIDES if side in point.sides and side in sides)
            yield Point(clause, kind, name, self._expression(point.when), wanted, point.least, point.named, point.any)

    def _excuses_of(self, point: Point) -> Iterator[Unmet]:
        for excuse in self.written.excuses:
            if point.kind in excuse.kinds and _is_one_of(point.clause, excuse.clauses):
                if not _is_one_of(point.name, excuse.points):
                    continue
                never = self._expression(excuse.never) if excuse.never else point.when
                for side in point.sides:
                    if side in excuse.sides:
                        yield Unmet(point.clause, point.kind, point.name, side, never, excuse.why)

    def _expression(self, text: str) -> Expression:
        return _expression(text, str(self.path))

    def faults(self) -> Iterator[str]:
        """What is wrong with the file: words that mean nothing, and what nothing has a use for."""
        known, needed = kinds(), {kind.needs for kind in kinds().values()}
        for part in (self.written.cells, self.written.excuses):
            for one in part:
                yield from (f"no kind of slip is called {kind!r}" for kind in one.kinds if kind not in known)
        yield from (f"no kind of slip is called {kind!r}" for kind in self.written.points if kind not in known)
        yield from (f"no kind needs {of!r}" for of in self.written.speaks if of not in needed)
        patterns = [*self.written.reads]
        patterns += [pattern for of in self.written.speaks.values() for pattern in of]
        patterns += [pattern for cell in self.written.cells for pattern in cell.clauses]
        patterns += [pattern for excuse in self.written.excuses for pattern in excuse.clauses]
        patterns += [clause for few in self.written.few for clause in few.clauses]
        for pattern in dict.fromkeys(patterns):
            if not any(fnmatchcase(clause, pattern) for clause in self.deciding):
                yield f"{pattern} is no clause that decides"
        for side in dict.fromkeys(self._sides_named()):
            if side not in SIDES:
                yield f"no side is called {side!r}: there are {', '.join(SIDES)}"
        used = {one.why for row in self.rows.values() for one in row.unmet}
        yield from (f"an excuse excuses nothing: {one.why}" for one in self.written.excuses if one.why not in used)

    def _sides_named(self) -> Iterator[str]:
        stated = [*self.written.points.values(), *(cell.points for cell in self.written.cells)]
        for points in stated:
            yield from (side for one in points.values() if isinstance(one, WrittenPoint) for side in one.sides)
        for excuse in self.written.excuses:
            yield from excuse.sides
        for few in self.written.few:
            yield from few.sides


def _is_one_of(word: str, patterns: Iterable[str]) -> bool:
    return any(fnmatchcase(word, pattern) for pattern in patterns)


@lru_cache(maxsize=4096)
def _expression(text: str, where_: str) -> Expression:
    return Expression(text, where_)


def broken_in(answer: Any) -> tuple[str, ...]:
    """The clauses that a refusal names as broken; a facet of every question (``broken``)."""
    refused: Mapping[str, Any] = next((answer[kind] for kind in ("illegal", "unreadable") if kind in answer), {})
    return tuple(refused.get("broken", ()))


def path_of(game: str) -> Path:
    """Where the matrix of a game lies, or would lie."""
    return where.spec_of(game) / FILE


def sides_of(clause: Clause) -> tuple[str, ...]:
    """On which sides a clause decides: what it gives is no refusal, and an effect shows in no list."""
    accepting, refusing = wanted.wants(clause)
    listing = clause.role in LISTING
    refusing = refusing and wanted.alone(clause)
    has = {ACCEPTED: accepting, REFUSED: refusing, LISTED: accepting and listing, UNLISTED: refusing and listing}
    return tuple(side for side in SIDES if has[side])


@lru_cache
def read_matrix(game: str) -> Matrix | None:
    """The matrix of a game; None where it has none; a Fault for a file that cannot be read."""
    path = path_of(game)
    if not path.is_file():
        return None
    try:
        written = msgspec.convert(tomllib.loads(path.read_text("utf-8")), WrittenMatrix)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, UnicodeDecodeError) as broken:
        raise Fault(f"{path}: {broken}", REMEDY) from None
    deciding = {clause.id: sides for clause in rulebook(game).values() if (sides := sides_of(clause))}
    matrix = Matrix(game, written, deciding, path)
    if wrong := next(matrix.faults(), ""):
        raise Fault(f"{path}: {wrong}", REMEDY)
    return matrix
