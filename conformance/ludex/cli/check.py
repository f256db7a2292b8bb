"""`ludex check`: judges an engine by the vectors of a game, and reports."""

import argparse
import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludex.cli._crew import add_scheduler
from ludex.fault import Fault
from ludex.outlet import be_apart, be_writable, seconds

if TYPE_CHECKING:
    from ludex.crew import Crew
    from ludex.judge.expected import Expected
    from ludex.report.results import Results
    from ludex.runner.address import Address
    from ludex.runner.limits import Limits
    from ludex.runner.run import Order
    from ludex.vectors.selection import Selection
    from ludex.vectors.suite import Suite

USAGE = "ludex check [--game G] [options] -- COMMAND…"
_SELECT = "glob on id, clause, clause group, kind, topic, edition or tag (repeatable: any of them)"


def add(subparsers: Any) -> None:
    parser = subparsers.add_parser("check", usage=USAGE, help="judge an engine by the vectors of a game")
    parser.add_argument("--game", metavar="G", help="the game (needed when there are vectors of several)")
    _add_selection(parser)
    _add_engine(parser)
    _add_scoring(parser)
    parser.add_argument("--json", metavar="FILE", help="write the results as JSON")
    parser.add_argument("--journal", metavar="FILE", help="where results are kept as they come (beside --json FILE)")
    parser.add_argument("--resume", action="store_true", help="go on with the run that the journal holds")
    add_scheduler(parser)
    parser.add_argument("--show", type=int, default=5, metavar="N", help="failures to draw (5)")


def _add_selection(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--edition", action="append", default=[], metavar="E", help="only this edition (repeatable)")
    parser.add_argument("--reading", action="append", default=[], metavar="R=C", help="judge under this reading")
    parser.add_argument("--all-readings", action="store_true", help="the default, then each declared reading in turn")
    parser.add_argument("--select", action="append", default=[], metavar="PATTERN", help=_SELECT)
    parser.add_argument("--skip", action="append", default=[], metavar="PATTERN", help="leave out, count as skipped")
    core = "only the game's core: a few vectors that kill every mutant that all kill"
    parser.add_argument("--core", action="store_true", help=core)
    images = "ask each vector in its images too: as the symmetries of the game show it"
    parser.add_argument("--images", action="store_true", help=images)
    sides = "ask only what is stored: hold no list against vectors of single actions, and apply no action of a list"
    parser.add_argument("--no-sides", action="store_true", help=sides)
    of_ones_own = "judge by the vectors in this folder, such as `ludex fuzz --into` keeps"
    parser.add_argument("--vectors", metavar="FOLDER", help=of_ones_own)
    parser.add_argument("--list", action="store_true", help="show what would run, and run nothing")
    parser.add_argument("--failed", metavar="RESULTS", help="only what did not pass in this results file")
    parser.add_argument("--fail-fast", action="store_true", help="stop at the first failure")
    parser.add_argument("--max-failures", type=int, metavar="N", help="stop at the Nth failure")
    again = "ask failures again N times, each time in a fresh process; what passes then is flaky, and no pass"
    parser.add_argument("--repeat", type=int, default=0, metavar="N", help=again)
    parser.add_argument("--anonymous", action="store_true", help="send no vector ids and clauses")


def _add_engine(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-j", "--jobs", type=int, default=1, metavar="N", help="engines side by side (1)")
    parser.add_argument("--connect", metavar="HOST:PORT", help="an engine that already runs, instead of a command")
    parser.add_argument("--allow-remote", action="store_true", help="--connect may reach another machine")
    parser.add_argument("--against", metavar="CMD2", help='a second engine ("node x.js"); tell where the two differ')
    parser.add_argument("--timeout", type=seconds, default=10.0, metavar="S", help="seconds of silence allowed (10)")
    parser.add_argument("--start-timeout", type=seconds, default=30.0, metavar="S", help="seconds for the hello (30)")
    parser.add_argument("--max-answer", type=int, default=4, metavar="MB", help="longest answer in megabytes (4)")
    parser.add_argument("--max-memory", type=int, default=4096, metavar="MB", help="memory of an engine (4096; 0: any)")
    parser.add_argument("--max-cpu", type=float, default=0, metavar="S", help="processor seconds of an engine (0: any)")
    parser.add_argument("--falls", type=int, default=25, metavar="N", help="vectors that may bring it down (25)")


def _add_scoring(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--require-all", action="store_true", help="operations that are not offered count too")
    parser.add_argument("--expected", metavar="FILE", help="failures that are expected (TOML or JSON lines)")
    parser.add_argument("--write-expected", metavar="FILE", help="write today's failures as expected ones")
    unfinished = "groups that are run and told apart, but not counted (repeatable)"
    parser.add_argument("--unfinished", action="append", default=[], metavar="PATTERN", help=unfinished)


def run(args: argparse.Namespace) -> int:
    be_apart({"--journal": args.journal, "--json": args.json, "--write-expected": args.write_expected})
    for option in ("json", "write_expected"):
        if (name := getattr(args, option)) is not None:
            be_writable(name, f"--{option.replace('_', '-')}")
    order = order_of(args)
    if args.list:
        return list_vectors(order)
    if not order.words:
        raise Fault("no engine to check", f"Usage: {USAGE}")
    return _check(args, order)


def _check(args: argparse.Namespace, order: "Order") -> int:
    from ludex.cli._progress import Progress
    from ludex.runner.checking import check
    from ludex.runner.interruption import interruptible
    from ludex.runner.journal import discard
    from ludex.runner.reaper import REAPER

    REAPER.sole = args.own_process
    renewed = Path(args.write_expected) if args.write_expected else None
    with interruptible():
        with Progress() as progress:
            done = check(order, progress.count, *_crew(args))
        status = finish(done, Path(args.json) if args.json else None, args.show, renewed, _resuming(args, order))
        if args.json and not args.journal and done.journal and not done.interrupted:
            discard(done.journal.path)
    return status


def _crew(args: argparse.Namespace) -> "list[Crew]":
    """Who asks the vectors, where that is not this process."""
    from ludex.cli._crew import crew_of

    for option in ("against", "connect", "vectors", "table"):
        if args.scheduler and getattr(args, option):
            raise Fault(f"--scheduler does not go with --{option}", "Leave one of them out.")
    return [crew_of(args, 1)] if args.scheduler else []


def _resuming(args: argparse.Namespace, order: "Order") -> str:
    """The command line that goes on from the journal."""
    more = [] if args.journal or not order.journal else ["--journal", str(order.journal)]
    more += [] if args.resume else ["--resume"]
    return shlex.join(["ludex", *args.words, *more, *(["--", *args.command] if args.command else [])])


def finish(done: Any, json: Path | None, show: int, renewed: Path | None = None, resuming: str = "") -> int:
    """Prints the report and writes the files, each whatever becomes of the others, and gives the exit status."""
    from ludex.cli import failure_of, settle
    from ludex.report.results import results_of, write_results

    try:
        results = results_of(done)
        untold = failure_of(_print, results, done.suite, show)
        unwritten = failure_of(write_results, results, json) if json else None
        not_renewed = failure_of(_renew, renewed, results, done.order.expected) if renewed else None
    except (Exception, KeyboardInterrupt) as error:
        error.add_note(_in_journal(done, resuming))
        raise
    if results.fault:
        print(f"ludex: {results.fault}", file=sys.stderr)
    errors = [error for error in (untold, unwritten, not_renewed) if error is not None]
    if errors and not isinstance(errors[-1], BrokenPipeError):
        errors[-1].add_note(_where_kept(done, results, None if unwritten else json, resuming))
    settle(errors)
    return results.score.status


def _print(results: "Results", suite: "Suite", show: int) -> None:
    from ludex.report.terminal import report

    for line in report(results, suite, show):
        print(line)
    sys.stdout.flush()


def _where_kept(done: Any, results: "Results", written: Path | None, resuming: str) -> str:
    """Where the results are, once something could not be told or written: in the last resort, in a file of its own."""
    from ludex.report.results import write_results

    if written is not None:
        return f"the results are in {written}"
    if done.journal is not None and not done.journal.trouble:
        return _in_journal(done, resuming)
    import tempfile  # rarely asked, and it takes its time at the start of a command

    instead = Path(tempfile.gettempdir()) / f"ludex-{os.getpid()}-{int(done.started)}.json"
    try:
        write_results(results, instead)
    except Fault as fault:
        return f"nor could the results be written elsewhere: {fault.message}"
    return f"the results were written to {instead} instead; `ludex report {instead}` tells them"


def _in_journal(done: Any, resuming: str) -> str:
    if done.journal is None:
        return "this run kept no journal (--journal FILE does)"
    path = done.journal.path
    return (
        f"what was judged is in the journal {path}; `ludex report {path}` tells it, and this goes on from there:\n"
        f"  {resuming}"
    )


def _renew(path: Path, results: "Results", before: "Expected | None") -> None:
    from ludex.judge.verdict import FLAKY
    from ludex.report.renewing import todays
    from ludex.runner.expected_file import write_expected

    entries = todays(results, before)
    write_expected(path, entries, before)
    print(f"Expected failures written to {path}: {len(entries):,}.")
    if flaky := results.score.counts[FLAKY]:
        print(f"Flaky, and so neither a failure to expect nor a pass: {flaky:,}.")


def order_of(args: argparse.Namespace) -> "Order":
    from ludex.judge.settings import RulesAsked
    from ludex.runner.run import Order

    _check_together(args)
    return Order(
        game=args.game or the_game(_root(args)),
        root=_root(args),
        command=tuple(args.command),
        asked=RulesAsked(tuple(args.edition), tuple(reading(text) for text in args.reading), args.all_readings),
        selection=_selection(args),
        limits=_limits(args),
        max_failures=_max_failures(args),
        repeat=args.repeat,
        require_all=args.require_all,
        anonymous=args.anonymous,
        jobs=_positive(args.jobs, "--jobs"),
        journal=_journal(args),
        needs_journal=bool(args.journal or args.resume),
        resume=args.resume,
        expected=_expected_failures(args),
        unfinished=tuple(args.unfinished),
        skip=tuple(args.skip),
        connect=_connect(args),
        against=command_of(args.against) if args.against is not None else (),
    )


def _check_together(args: argparse.Namespace) -> None:
    """A Fault for options that do not go together, or are out of range."""
    if args.show < 0:
        raise Fault("--show must be 0 or more", "It is the number of failures to draw; 0 draws none.")
    if args.repeat < 0:
        raise Fault("--repeat must be 0 or more", "It says how often the failures are asked again.")
    if args.connect and args.command:
        raise Fault("--connect and a command are two engines", "Leave out one; --against compares two.")
    if args.resume and not (args.journal or args.json):
        raise Fault("--resume needs a journal", "Name it with --journal FILE, or the results with --json FILE.")
    if args.against:
        for option in ("journal", "resume", "expected", "write_expected", "connect", "repeat"):
            if getattr(args, option):
                raise Fault(f"--against does not go with --{option.replace('_', '-')}")
        if args.jobs > 1:
            raise Fault("--against does not go with --jobs")


def _max_failures(args: argparse.Namespace) -> int:
    """At which failure to stop; 0 for none."""
    if args.max_failures is not None and args.max_failures < 1:
        raise Fault("--max-failures must be 1 or more", "Leave it out to judge every vector, whatever fails.")
    return 1 if args.fail_fast else args.max_failures or 0


def _limits(args: argparse.Namespace) -> "Limits":
    from ludex.runner.limits import Limits

    return Limits(
        timeout=args.timeout,
        start=args.start_timeout,
        answer=_positive(args.max_answer, "--max-answer") << 20,
        memory=args.max_memory << 20,
        cpu=args.max_cpu,
        falls=_positive(args.falls, "--falls"),
    )


def _positive(number: int, option: str) -> int:
    if number <= 0:
        raise Fault(f"{option} must be more than 0")
    return number


def _journal(args: argparse.Namespace) -> Path | None:
    """The journal that was named, else one beside the results (which may be no file: a pipe, say)."""
    if args.journal:
        return Path(args.journal)
    if not args.json or args.against or (Path(args.json).exists() and not Path(args.json).is_file()):
        return None
    return Path(args.json + ".journal")


def _expected_failures(args: argparse.Namespace) -> "Expected | None":
    if not args.expected:
        return None
    from ludex.runner.expected_file import read_expected

    return read_expected(Path(args.expected))


def _connect(args: argparse.Namespace) -> "Address | None":
    if not args.connect:
        return None
    from ludex.runner.tcp import address

    return address(args.connect, args.allow_remote)


def command_of(text: str) -> tuple[str, ...]:
    """The words of the second engine's command; a Fault for what is none."""
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        raise Fault(f"--against {text!r}: {error}", 'For example: --against "node x.js"') from None
    if not words:
        raise Fault("--against names no command", 'For example: --against "node x.js"')
    return words


def _root(args: argparse.Namespace) -> Path | None:
    """The folder of vectors of one's own; None for those that ship."""
    if args.vectors is None:
        return None
    for option in ("core", "table"):
        if getattr(args, option):
            raise Fault(f"--vectors does not go with --{option}", "Leave one of them out.")
    return Path(args.vectors)


def the_game(root: Path | None = None) -> str:
    """The only game that has vectors."""
    from ludex.vectors.suite import available

    games = available(root)
    if len(games) != 1:
        raise Fault("which game?", f"Say --game G; games with vectors: {', '.join(games) or 'none'}.")
    return games[0]


def reading(text: str) -> tuple[str, str]:
    entry, sign, choice = text.partition("=")
    if not (entry and sign and choice):
        raise Fault(f"--reading {text!r} is not R=C", "For example: --reading kill-mover=attack")
    return entry, choice


def _selection(args: argparse.Namespace) -> "Selection":
    from ludex.vectors.selection import Selection

    core = _core(args.game or the_game()) if args.core else None
    ids = _failed_ids(args.failed) if args.failed else None
    return Selection(tuple(args.select), ids, core, args.images, _sides(args))


def _failed_ids(path: str) -> frozenset[str]:
    from ludex.report.results import failed_ids
    from ludex.report.source import read_results

    ids = failed_ids(read_results(Path(path)))
    if not ids:
        raise Fault(f"nothing to rerun: {path} holds no failures")
    return ids


def _sides(args: argparse.Namespace) -> bool:
    """Whether sides are asked; of two engines that are compared no answer is expected, so that they say nothing."""
    return not args.no_sides and not args.against


def _core(game: str) -> frozenset[str]:
    from ludex.mutation.core import core_of
    from ludex.vectors.suite import available

    ids = frozenset(core_of(game))
    if not ids and game in available():  # of another game it is said later that there are no vectors
        raise Fault(f"the vectors of {game} have no core", "`ludex generate --core` writes one.")
    return ids


def list_vectors(order: "Order") -> int:
    """One line a vector: full id, kind, topic, clauses."""
    from ludex.judge.settings import check_readings, editions_asked
    from ludex.protocol.messages import GameOffer
    from ludex.vectors.format import full_id
    from ludex.vectors.selection import choose
    from ludex.vectors.suite import open_suite

    suite = open_suite(order.game, order.root)
    editions = editions_asked(suite, GameOffer([]), order.asked)
    check_readings(suite, editions, order.asked)
    for name, vectors in choose(suite, editions, order.selection).items():
        topic = suite.topic(name)
        for vector in vectors:
            clauses = " ".join(vector.clauses)
            print(f"{full_id(vector, topic.edition)}  {topic.kind}  {topic.topic}  {clauses}")
    return 0
