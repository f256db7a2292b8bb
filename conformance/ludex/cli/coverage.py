"""`ludex coverage`: for every clause the tests that decide by it, for every vector its clauses, and the gaps."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludex.cli._cache import add_no_cache, remember
from ludex.wording import quantity

LEGEND = """
  accepting, refusing: tests that accept and that refuse something, and whose answer changes when this one decision is
  turned round. named: vectors whose refusal names the clause among others. Only a check has to have a refusing test.
  alone on each side: vectors that turn on this clause and name no other, of those accepted / refused / listed / not
  listed (a clause has those sides that it decides on); 3 at least, or a reason in the matrix of slips.
  In words at the end: tests that a clause cannot have; the clause says why. `ludex explain CLAUSE` shows it with its
  vectors (accepting and refusing together) and the scenarios that cite it; --json FILE names all tests, both ways."""

if TYPE_CHECKING:
    from ludex.mutation.lines import Gaps


def add(subparsers: Any) -> None:
    """Describe the command."""
    parser = subparsers.add_parser("coverage", help="which tests decide by which clause, both ways; and the gaps")
    parser.add_argument("--game", action="append", metavar="G", help="this game alone (default: all that have vectors)")
    parser.add_argument("--json", metavar="FILE", help="write both ways as JSON: clause to tests, test to clauses")
    parser.add_argument("--lines", action="store_true", help="show the lines and branches that no vector runs")
    matrix = "the matrix of slips: for each clause, how many vectors show the points of each kind of slip"
    parser.add_argument("--matrix", action="store_true", help=matrix)
    check = "for CI: show gaps alone, those of lines and branches too, and exit 1 if there is one"
    parser.add_argument("--check", action="store_true", help=check)
    add_no_cache(parser, "measure every scenario")


def run(args: argparse.Namespace) -> int:
    """Run the command; with --check the exit status is 1 if anything is not covered."""
    by_lines = args.lines or (args.check and not args.matrix)
    if not by_lines and not args.no_cache:  # lines are counted in modules that note nothing
        remember()
    from ludex.cli._progress import stage
    from ludex.fault import Fault
    from ludex.mutation.lines import gaps_of
    from ludex.mutation.running import with_vectors
    from ludex.mutation.stopping import stoppable
    from ludex.outlet import be_writable

    known = with_vectors()
    for game in args.game or ():
        if game not in known:
            raise Fault(f"no vectors and reference for {game!r}", f"Games: {', '.join(known) or 'none'}.")
    if args.json is not None:
        be_writable(args.json, "--json")
    games = list(dict.fromkeys(args.game or known))
    if not games:
        raise Fault("no game has both a reference and vectors here", "`ludex generate` makes vectors.")
    with stage("which lines of the rules the vectors run", sum(map(_size, games)) if by_lines else 0), stoppable():
        files = gaps_of(games) if by_lines else {}  # first, as it forks: before anything else is read
    found, missing = [], 0
    for game in games:
        shown, gaps = _matrix(game) if args.matrix else _game(game, files.get(game, []), args.check)
        found.append(shown)
        missing += gaps
    if args.json:
        _write(found, args.json)
    if not args.check and not args.matrix:
        print(LEGEND)
    return 1 if args.check and missing else 0


def _size(game: str) -> int:
    """How many vectors a game has, by its manifest."""
    from ludex.vectors.suite import open_suite

    suite = open_suite(game)
    return sum(map(suite.count, suite.names))


def _game(game: str, files: list[Gaps], only_gaps: bool) -> tuple[dict[str, Any], int]:
    from ludex.cli._progress import stage
    from ludex.mutation.coverage import coverage_json, coverage_of, table
    from ludex.mutation.slips import fill_of

    size = _size(game)
    with stage(f"{game}: what {size:,} vectors and all scenarios turn on", size):
        coverage = coverage_of(game)
    with stage(f"{game}: the matrix of slips", size if only_gaps else 0):
        filled = fill_of(game) if only_gaps else None
    gaps = [*coverage.gaps, *(line for file in files for line in file.in_words()), *(filled.gaps if filled else ())]
    if not only_gaps:
        print("\n".join(table(coverage)))
    if files:
        print(f"{game}: {sum(file.statements for file in files)} statements of the reference, run by vectors alone")
    _print_gaps(game, gaps)
    return {**coverage_json(coverage), "gaps": gaps}, len(gaps)


def _matrix(game: str) -> tuple[dict[str, Any], int]:
    from ludex.cli._progress import stage
    from ludex.mutation.slips import fill_of, matrix_json, table

    with stage(f"{game}: the matrix of slips", _size(game)):
        filled = fill_of(game)
    if filled is None:
        print(f"{game}: no matrix of slips")
        return {"game": game, "matrix": None}, 0
    print("\n".join(table(filled)))
    _print_gaps(game, filled.gaps)
    return {"game": game, "matrix": matrix_json(filled)}, len(filled.gaps)


def _print_gaps(game: str, gaps: Sequence[str]) -> None:
    for gap in gaps:
        print(f"  {gap}")
    print(f"{game}: {quantity(len(gaps), 'gap') if gaps else 'no gaps'}")


def _write(found: list[dict[str, Any]], name: str) -> None:
    import msgspec

    from ludex.outlet import write

    write(Path(name), [msgspec.json.encode({"games": found}), b"\n"], "--json")
