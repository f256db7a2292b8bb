"""`ludex check`: judges an engine by the vectors of a game, and reports."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludex.fault import Fault

if TYPE_CHECKING:
    from ludex.judge.run import Order
    from ludex.vectors.selection import Selection

USAGE = "ludex check [--game G] [options] -- COMMAND…"


def add(subparsers: Any) -> None:
    parser = subparsers.add_parser("check", usage=USAGE, help="judge an engine by the vectors of a game")
    parser.add_argument("--game", metavar="G", help="the game (needed when there are vectors of several)")
    parser.add_argument("--edition", action="append", default=[], metavar="E", help="only this edition (repeatable)")
    parser.add_argument("--reading", action="append", default=[], metavar="R=C", help="judge under this reading")
    parser.add_argument("--all-readings", action="store_true", help="the default, then each declared reading in turn")
    parser.add_argument("--select", action="append", default=[], metavar="PATTERN", help=_SELECT)
    parser.add_argument("--list", action="store_true", help="show what would run, and run nothing")
    parser.add_argument("--failed", metavar="RESULTS", help="only what did not pass in this results file")
    parser.add_argument("--fail-fast", action="store_true", help="stop at the first failure")
    parser.add_argument("--max-failures", type=int, default=0, metavar="N", help="stop at the Nth failure")
    parser.add_argument("--require-all", action="store_true", help="optional operations not offered count too")
    parser.add_argument("--anonymous", action="store_true", help="send no vector ids and clauses")
    parser.add_argument("--timeout", type=float, default=10.0, metavar="S", help="seconds of silence allowed (10)")
    parser.add_argument("--start-timeout", type=float, default=30.0, metavar="S", help="seconds for the hello (30)")
    parser.add_argument("--max-answer", type=int, default=4, metavar="MB", help="longest answer in megabytes (4)")
    parser.add_argument("--restarts", type=int, default=25, metavar="N", help="restarts after a fall (25)")
    parser.add_argument("--json", metavar="FILE", help="write the results as JSON")
    parser.add_argument("--show", type=int, default=5, metavar="N", help="failures to draw (5)")


_SELECT = "glob on id, clause, clause group, kind, topic, edition or tag (repeatable: any of them)"


def run(args: argparse.Namespace) -> int:
    from ludex.cli._progress import Progress
    from ludex.judge.run import check

    order = order_of(args)
    if args.list:
        return list_vectors(order)
    if not order.command:
        raise Fault("no engine to check", f"Usage: {USAGE}")
    with Progress() as progress:
        done = check(order, progress.settled)
    return finish(done, Path(args.json) if args.json else None, args.show)


def finish(done: Any, json: Path | None, show: int) -> int:
    """Writes the results file and the report, and gives the exit status."""
    from ludex.judge.report import report
    from ludex.judge.results import results_of, write_results

    results = results_of(done)
    if json is not None:
        write_results(results, json)
    for line in report(results, done.suite, show):
        print(line)
    sys.stdout.flush()
    return results.score.status


def order_of(args: argparse.Namespace) -> "Order":
    from ludex.judge.process import Limits
    from ludex.judge.run import Order
    from ludex.judge.settings import Asked

    limits = Limits(
        timeout=_positive(args.timeout, "--timeout"),
        start=_positive(args.start_timeout, "--start-timeout"),
        answer=int(_positive(args.max_answer, "--max-answer")) << 20,
        restarts=args.restarts,
    )
    return Order(
        game=args.game or the_game(),
        command=tuple(args.command),
        asked=Asked(tuple(args.edition), tuple(_reading(text) for text in args.reading), args.all_readings),
        selection=_selection(args),
        limits=limits,
        max_failures=1 if args.fail_fast else args.max_failures,
        require_all=args.require_all,
        anonymous=args.anonymous,
    )


def _positive(number: float, option: str) -> float:
    if number <= 0:
        raise Fault(f"{option} must be more than 0")
    return number


def the_game() -> str:
    """The only game that has vectors."""
    from ludex.vectors.suite import available

    games = available()
    if len(games) != 1:
        raise Fault("which game?", f"Say --game G; games with vectors: {', '.join(games) or 'none'}.")
    return games[0]


def _reading(text: str) -> tuple[str, str]:
    entry, sign, choice = text.partition("=")
    if not (entry and sign and choice):
        raise Fault(f"--reading {text!r} is not R=C", "For example: --reading kill-mover=attack")
    return entry, choice


def _selection(args: argparse.Namespace) -> "Selection":
    from ludex.vectors.selection import Selection

    if not args.failed:
        return Selection(tuple(args.select))
    from ludex.judge.results import failed_ids, read_results

    ids = failed_ids(read_results(Path(args.failed)))
    if not ids:
        raise Fault(f"nothing to rerun: {args.failed} holds no failures")
    return Selection(tuple(args.select), ids)


def list_vectors(order: "Order") -> int:
    """One line a vector: full id, kind, topic, clauses."""
    from ludex.judge.settings import editions_asked
    from ludex.vectors.format import full_id
    from ludex.vectors.selection import choose
    from ludex.vectors.suite import open_suite
    from ludex.wire.messages import GameOffer

    suite = open_suite(order.game, order.root)
    editions = editions_asked(suite, GameOffer([], None), order.asked)
    for name, vectors in choose(suite, editions, order.selection).items():
        topic = suite.topic(name)
        for vector in vectors:
            clauses = " ".join(vector.clauses)
            print(f"{full_id(vector, topic.edition)}  {topic.kind}  {topic.topic}  {clauses}")
    return 0
