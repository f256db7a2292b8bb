"""Many engines side by side: a row for each clause, a column for each run, and how many of its vectors fail."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from ludex.fault import Fault
from ludex.judge.score import GREEN
from ludex.judge.verdict import PASS
from ludex.report.results import Results
from ludex.report.source import ResultsSource
from ludex.report.summary import engine_name
from ludex.rulebook import Clause, rulebook
from ludex.support import svg
from ludex.wording import quantity

GOOD, BAD, NONE = "good", "bad", "none"
COLUMN_LETTERS, CLAUSE_LETTERS, TITLE_LETTERS = 14, 12, 30


class ClauseCell(Struct, frozen=True):
    """What came of the vectors that turn on a clause, in one run."""

    passed: int
    failed: int

    @property
    def look(self) -> str:
        return BAD if self.failed else GOOD if self.passed else NONE

    @property
    def words(self) -> str:
        """`all 12`, `3 of 15 fail`, or a dot where nothing was judged."""
        if self.failed:
            return f"{self.failed:,} of {self.passed + self.failed:,} fail"
        return f"all {self.passed:,}" if self.passed else "·"


class ClauseRow(Struct, frozen=True):
    """A clause, and what came of it in each run."""

    clause: Clause
    cells: tuple[ClauseCell, ...]

    @property
    def is_bad(self) -> bool:
        return any(cell.failed for cell in self.cells)


class EngineMatrix(Struct, frozen=True):
    """Runs of one game: their names, what they come to, and a row for each clause that any of them was asked about."""

    game: str
    names: tuple[str, ...]
    sentences: tuple[str, ...]
    green: tuple[bool, ...]
    rows: tuple[ClauseRow, ...]
    warnings: tuple[str, ...]


def matrix_of(sources: Sequence[ResultsSource]) -> EngineMatrix:
    """The matrix of some runs; a Fault where they are not of one game."""
    runs = [source.results for source in sources]
    games = list(dict.fromkeys(run.suite.game for run in runs))
    if len(games) > 1:
        raise Fault(f"results of different games: {', '.join(games)}", "A matrix is of one game.")
    book = rulebook(games[0])
    asked = [clause for name, clause in book.items() if any(name in run.clauses for run in runs)]
    rows = tuple(ClauseRow(clause, tuple(_cell(run, clause.id) for run in runs)) for clause in asked)
    return EngineMatrix(
        games[0],
        tuple(_names(sources)),
        tuple(run.score.sentence for run in runs),
        tuple(run.score.status == GREEN for run in runs),
        rows,
        tuple(_warnings(runs)),
    )


def _cell(run: Results, clause: str) -> ClauseCell:
    return ClauseCell(*run.clauses.get(clause, (0, 0)))


def _names(sources: Sequence[ResultsSource]) -> Iterator[str]:
    """The engines' names; where two have one, with the names of their files."""
    names = [engine_name(source.results.engine) for source in sources]
    for name, source in zip(names, sources, strict=True):
        yield f"{name} ({source.path.name})" if names.count(name) > 1 else name


def _warnings(runs: Sequence[Results]) -> Iterator[str]:
    if len({run.suite.manifest for run in runs}) > 1:
        yield "the vectors of the runs are not the same"
    yield from (f"a run did not end: {run.stopped or 'interrupted'}" for run in runs if run.stopped or run.interrupted)


def lines(matrix: EngineMatrix, whole: bool = False) -> Iterator[str]:
    """The matrix for a terminal: the clauses that an engine fails, or (``whole``) all of them."""
    yield f"{matrix.game}: {quantity(len(matrix.names), 'engine')}"
    for number, (name, sentence) in enumerate(zip(matrix.names, matrix.sentences, strict=True), 1):
        yield f"  {number}  {name}: {sentence}"
    yield from (f"warning: {warning}" for warning in matrix.warnings)
    rows = [row for row in matrix.rows if whole or row.is_bad]
    yield ""
    if rows:
        heads = "".join(str(number).rjust(COLUMN_LETTERS) for number in range(1, len(matrix.names) + 1))
        yield f"{'clause'.ljust(CLAUSE_LETTERS)}{''.ljust(TITLE_LETTERS)}{heads}"
    for row in rows:
        told = "".join(cell.words.removesuffix(" fail").rjust(COLUMN_LETTERS) for cell in row.cells)
        title = row.clause.title[: TITLE_LETTERS - 1].ljust(TITLE_LETTERS)
        yield f"{row.clause.id.ljust(CLAUSE_LETTERS)}{title}{told}"
    good = len(matrix.rows) - sum(row.is_bad for row in matrix.rows)
    yield f"(failing of all that turn on the clause; {good:,} clauses of {len(matrix.rows):,} that no engine fails)"


def html(matrix: EngineMatrix) -> Iterator[str]:
    """The matrix as a page."""
    from ludex.report.html import clause_groups
    from ludex.report.pagemaking import page
    from ludex.report.pencil import Pencil

    title = f"{matrix.game}: {quantity(len(matrix.names), 'engine')}"
    engines = list(zip(matrix.names, matrix.sentences, matrix.green, strict=True))
    groups = clause_groups(rulebook(matrix.game))
    yield from page("matrix.html", Pencil(), title=title, matrix=matrix, engines=engines, rules=groups)


def badge(results: Results) -> str:
    """A small picture for a page about an engine: the game, and the share of its vectors that pass."""
    score = results.score
    passed = score.counts.get(PASS, 0)
    share = (
        "all"
        if score.status == GREEN
        else f"{passed * 1000 // score.selected / 10:.1f} %"
        if score.selected
        else "none"
    )
    words = (f"ludex {results.suite.game}", f"{share} of {score.selected:,}")
    widths = [len(one) * 11 * svg.LETTER_WIDTH_SHARE + 14 for one in words]
    whole, title = sum(widths), f"{words[0]}: {words[1]} pass"
    fill = "#14642b" if score.status == GREEN else "#a8071a"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{svg.number(whole)}" height="20" role="img" '
        f'aria-label="{svg.text_of(title)}" font-family="monospace"><title>{svg.text_of(title)}</title>'
        f'<rect width="{svg.number(whole)}" height="20" rx="3" fill="#333333"/>'
        f'<rect x="{svg.number(widths[0])}" width="{svg.number(widths[1])}" height="20" rx="3" fill="{fill}"/>'
        f"{svg.text(widths[0] / 2, 10, words[0], 11, svg.PAPER)}"
        f"{svg.text(widths[0] + widths[1] / 2, 10, words[1], 11, svg.PAPER)}</svg>\n"
    )
