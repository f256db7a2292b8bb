"""`ludex generate`: makes the vectors anew, or checks that making them anew would change nothing."""

from __future__ import annotations

import argparse
import os
import sys
import time
from typing import TYPE_CHECKING, Any

from ludex.cli._cache import add_no_cache, remember
from ludex.cli._crew import add_scheduler, crew_of
from ludex.wording import quantity, time_left

MOST_TOLD = 20  # of ids that are not unique

if TYPE_CHECKING:
    from ludex.crew import Crew


def add(subparsers: Any) -> None:
    """Describe the command."""
    parser = subparsers.add_parser("generate", help="make the vectors anew from the reference, or check them for drift")
    parser.add_argument("--game", action="append", help="this game alone (default: every game that has a suite)")
    parser.add_argument("--topic", action="append", default=[], help="these topics alone")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 and name every vector that drifted")
    parser.add_argument(
        "--stats", action="store_true", help="count what the committed vectors turn on, clause by clause"
    )
    core = "choose a few vectors that kill every mutant that all kill, and tell what each topic has of its own"
    parser.add_argument("--core", action="store_true", help=core)
    parser.add_argument("--history", metavar="FILE", help="with --core: begin with the kills that `ludex power` kept")
    again = "with --core: without a campaign; what the core that is there knows of vectors that still are is believed"
    parser.add_argument("--again", action="store_true", help=again)
    sample = "with --check: make one case in N anew, and ask the others again (all are made anew without it)"
    parser.add_argument("--sample", type=_count, metavar="N", help=sample)
    add_no_cache(parser, "make every case")
    parser.add_argument("-j", "--jobs", type=_count, default=None, help="processes (default: one for each core)")
    add_scheduler(parser)


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError("a number, 1 or more")
    return int(text)


def _check_together(args: argparse.Namespace) -> None:
    """A Fault for options that do not go together: to ignore one in silence would mislead."""
    from ludex.fault import Fault

    asked = [option for option in ("core", "check", "stats") if getattr(args, option)]
    if len(asked) > 1:
        raise Fault(f"--{asked[0]} does not go with --{asked[1]}", "Ask for one after the other.")
    if args.topic and (args.core or args.stats):
        raise Fault(f"--{asked[0]} is of all topics", "Leave --topic out.")
    if args.history is not None and not args.core:
        raise Fault("--history goes only with --core", "Add --core, or leave --history out.")
    if args.again and not args.core:
        raise Fault("--again goes only with --core", "Add --core, or leave --again out.")
    if args.again and args.history is not None:
        raise Fault("--again runs no campaign, and learns from no history", "Leave one of them out.")
    if args.scheduler and (args.stats or args.again):
        raise Fault("--scheduler has nothing to do here: this takes a moment", "Leave it out.")
    if args.sample and not args.check:
        raise Fault("--sample goes only with --check", "Add --check: what is written is always the whole.")


def run(args: argparse.Namespace) -> int:
    """Run the command; the exit status is 1 if vectors drifted."""
    if not args.no_cache and not args.sample:  # of a sample nothing is kept, nor believed
        remember()
    from ludex.fault import Fault
    from ludex.generate import generating

    _check_together(args)
    if args.table:
        return _of_a_table(args)
    known = generating.games()
    for game in args.game or ():
        if game not in known:
            raise Fault(f"no suite for {game!r}", f"Games with a suite: {', '.join(known) or 'none'}.")
    return max([_game(game, args) for game in dict.fromkeys(args.game or known)], default=0)


def _of_a_table(args: argparse.Namespace) -> int:
    """Make the vectors of a table of one's own anew; the shipped ones are left alone."""
    from ludex.cli._tables import made_now
    from ludex.fault import Fault
    from ludex.tables import ADDED

    for option in ("check", "stats", "core", "topic", "game"):
        if getattr(args, option):
            raise Fault(f"--{option} does not go with --table", "The vectors of a table are made as a whole, anew.")
    for table in ADDED:
        print(f"{table.game} {table.edition}: {made_now(table, True, _crew(args))}")
    return 0


def _game(game: str, args: argparse.Namespace) -> int:
    if args.stats:
        from ludex.generate.statistics import counts_text

        print(counts_text(game))
        return 0
    if args.core:
        return _core(game, args)
    return _compare(game, args) if args.check else _write(game, args)


def _core(game: str, args: argparse.Namespace) -> int:
    """Choose the core and write it down; topics with nothing of their own that do not say why are faults."""
    from pathlib import Path

    from ludex.fault import Fault
    from ludex.mutation import core_file as core
    from ludex.mutation.stopping import stoppable
    from ludex.vectors.suite import open_suite

    if args.history is not None and not Path(args.history).is_file():
        raise Fault(f"there is no file {args.history!r}", "Name one that `ludex power --history FILE` wrote.")

    def note(text: str) -> None:
        if sys.stderr.isatty():
            print(f"  {text}", file=sys.stderr)

    suite = open_suite(game)
    with stoppable():
        history = Path(args.history) if args.history else None
        if args.again:
            made = core.renew_core(suite)
        else:
            made = core.make_core(suite, crew_of(args, args.jobs or 2), history, note)
    faults = list(core.faults_of(made, suite))
    for line in (*core.table(made), *core.held_out(made, suite), *(f"  {fault}" for fault in faults)):
        print(line)
    print(f"{game}: written to {core.lay_down(made)}")
    return 1 if faults else 0


def _crew(args: argparse.Namespace) -> Crew:
    return crew_of(args, args.jobs or os.cpu_count() or 1)


def _make(game: str, args: argparse.Namespace) -> dict[str, bytes]:
    from ludex.generate import generating

    one_in, since, done = args.sample or 1, time.monotonic(), 0
    jobs = [job._replace(one_in=one_in) for job in generating.jobs(game, args.topic)]

    def note(job: Any, seconds: float) -> None:
        nonlocal done
        done += 1
        print(f"  {job.name}  {seconds:.1f} s{time_left(done, len(jobs), time.monotonic() - since)}", file=sys.stderr)

    return generating.make(jobs, _crew(args), note)


def _write(game: str, args: argparse.Namespace) -> int:
    from ludex import where
    from ludex.generate import files, generating
    from ludex.outlet import be_ready
    from ludex.vectors.suite import MANIFEST

    folder = where.vectors_of(game)
    be_ready(folder, files.THE_VECTORS)
    new = _make(game, args)
    old = files.committed_files(folder)
    every = {**(old if args.topic else {}), **new}
    _no_doubles(every)
    for name, data in new.items():
        files.write(folder / name, data)
    for name in old.keys() - every.keys():
        (folder / name).unlink()
    files.write(folder / MANIFEST, generating.manifest(game, every))
    files.write(folder / files.schema_name(game), generating.schema(game))
    if not (folder / files.RENAMES).is_file():
        files.write(folder / files.RENAMES, b"{}\n")
    size, made = f"{sum(map(len, every.values())) / 1e6:.1f} MB", quantity(len(every), "file")
    print(f"{game}: {size} in {made}, {len(new)} of them made now")
    return 0


def _no_doubles(every: dict[str, bytes]) -> None:
    from ludex.fault import Fault
    from ludex.generate import generating

    if twice := generating.doubled_ids(every):
        raise Fault(
            "ids must be unique:\n  " + "\n  ".join(twice[:MOST_TOLD]), "Let the suite ask each case in one topic only."
        )


def _compare(game: str, args: argparse.Namespace) -> int:
    from ludex import where
    from ludex.generate import files, generating
    from ludex.vectors.suite import MANIFEST

    folder = where.vectors_of(game)
    new, old = _make(game, args), files.committed_files(folder)
    compared = sorted(new) if args.topic else sorted(new.keys() | old.keys())
    drifted = [line for name in compared for line in files.drift(name, old.get(name), new.get(name))]
    if not args.topic:
        drifted += _stale(folder / MANIFEST, generating.manifest(game, new))
    drifted += _stale(folder / files.schema_name(game), generating.schema(game))
    for line in drifted:
        print(f"{game}/{line}")
    one_in = args.sample or 1
    how = f" (one case in {one_in} made anew, the others asked again)" if one_in > 1 else ""
    whole = f"{game}: {quantity(len(new), 'file is as it', 'files are as they')} would be made{how}"
    print(f"{game}: {quantity(len(drifted), 'difference')}{how}" if drifted else whole)
    return 1 if drifted else 0


def _stale(path: Any, data: bytes) -> list[str]:
    if path.is_file() and path.read_bytes() == data:
        return []
    return [f"{path.name}: not as it would be made"]
