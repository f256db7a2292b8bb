"""`ludex power`: makes slips in the reference on purpose, and tells which of them the vectors notice."""

from __future__ import annotations

import argparse
import math
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from ludex.cli._crew import add_scheduler, crew_of
from ludex.outlet import be_apart, seconds
from ludex.wording import quantity

MOST_LETTERS_OF_A_DIFFERENCE = 2000
MUTANT_SECONDS = 60.0  # a mutant that takes longer does not come to an end
CAMPAIGN = ("sample", "minutes", "limit", "json", "history", "earlier", "all", "journal", "keep")
# What each thing that the command does has no use for: to ignore it in silence would mislead.
IDLE = {
    "--list": (*CAMPAIGN, "scheduler", "seed", "check_equivalents", "record", "seconds"),
    "--check-equivalents": (*CAMPAIGN, "mutant", "since"),
    "--mutant": ("sample", "seed", "since"),
    "--since": ("sample", "seed"),
    "--engine": (
        *("since", "scheduler", "limit", "history", "earlier", "all"),
        *("check_equivalents", "record", "seconds"),
    ),
}
ONLY_WITH = {
    "record": "--check-equivalents",
    "seconds": "--check-equivalents",
    "build": "--engine",
    "sources": "--engine",
    "keep": "--engine",
}
LEGEND = """
  A mutant counts for each clause of the function around it; --all also shows clauses of which every one was killed.
  killed: a judge fails it. told: a judge has to pass it, and `ludex generate --check` tells. survived, late: nobody
  tells, or not in time. open: listed as a survivor. equivalent: listed as the same game by another name. unasked: no
  request reaches it. stillborn: it does not load. CONTRIBUTING.md says more, `ludex power --list` shows each slip."""


ENGINE_LEGEND = """
  killed: a vector fails it. survived: none does. equivalent: listed in the folder's mutants.toml as the same game by
  another name. other-hello: it declares other readings or methods, so that it is asked something else. stillborn: it
  does not build. The power is the share of killed among killed and survived; CONTRIBUTING.md says more."""
ENGINE = """ludex power --engine FOLDER [--game G --build CMD --sources GLOB -- CMD ARGS]. FOLDER says in engine.json
how it is built and started; else the command line does. Each slip is made in a copy of the folder, built, and asked the
vectors under all readings that it declares. Whatever passes them is asked 20,000 drawn questions, too."""


def add(subparsers: Any) -> None:
    """Describe the command."""
    parser = subparsers.add_parser("power", help="make mutants of the reference, and see which the vectors kill")
    parser.add_argument("--game", action="append", metavar="G", help="this game alone (default: all that have vectors)")
    parser.add_argument("--sample", type=_count, metavar="N", help="at most so many mutants of each game")
    parser.add_argument("--minutes", type=_minutes, metavar="M", help="begin no mutant after so many minutes")
    parser.add_argument("--seed", metavar="TEXT", help="which sample, or which games are played (the same: the same)")
    parser.add_argument("--mutant", action="append", default=[], metavar="HASH", help="this mutant alone (repeatable)")
    changed = "mutants alone of what changed in the rules since this revision: of functions that say something else"
    parser.add_argument("--since", metavar="REV", help=changed)
    parser.add_argument("--limit", type=seconds, metavar="S", help=f"seconds for one mutant ({MUTANT_SECONDS:g})")
    parser.add_argument("-j", "--jobs", type=_count, default=2, metavar="N", help="processes side by side (2)")
    parser.add_argument("--json", metavar="FILE", help="write every mutant, and the vector that told first")
    parser.add_argument("--history", metavar="FILE", help="learn from the kills kept here, and keep those of this run")
    earlier = "an earlier --json: also tell what came of its survivors: vectors, excuses, or other code"
    parser.add_argument("--earlier", metavar="FILE", help=earlier)
    parser.add_argument("--all", action="store_true", help="show every clause, and whom a judge passes")
    parser.add_argument("--list", action="store_true", help="list the mutants (or those of --mutant), and run none")
    check = "play each mutant that is listed as equivalent against the original; fail when one differs or is stale"
    parser.add_argument("--check-equivalents", action="store_true", help=check)
    record = "with --check-equivalents: play those that have not been played so long, and note it in their list"
    parser.add_argument("--record", action="store_true", help=record)
    how_long = "how long each is played, in seconds of the processor (1; to record, 60)"
    parser.add_argument("--seconds", type=seconds, metavar="S", help=how_long)
    kept = "keep what came of each mutant here, and go on with what it holds"
    parser.add_argument("--journal", metavar="FILE", help=kept)
    add_scheduler(parser)
    _add_engine(parser)


def _add_engine(parser: argparse.ArgumentParser) -> None:
    """What is said of an engine that is not ours."""
    engine = "make mutants of the engine in this folder, in whatever language, instead of the reference"
    group = parser.add_argument_group("an engine of your own", ENGINE)
    group.add_argument("--engine", metavar="FOLDER", help=engine)
    group.add_argument("--build", metavar="CMD", help="how it is built (default: as its engine.json says)")
    sources = "files that hold its rules, as a pattern within the folder (repeatable; default: as its engine.json says)"
    group.add_argument("--sources", action="append", default=[], metavar="GLOB", help=sources)
    keep = "keep beside the vectors which of them told of which mutant, for `ludex generate --core`"
    group.add_argument("--keep", action="store_true", help=keep)


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError("a number, 1 or more")
    return int(text)


def _minutes(text: str) -> float:
    try:
        minutes = float(text)
    except ValueError:
        minutes = 0.0
    if not math.isfinite(minutes) or minutes <= 0:
        raise argparse.ArgumentTypeError("a number of minutes above 0")
    return minutes


def run(args: argparse.Namespace) -> int:
    """Run the command; the exit status is 1 if a mutant survives that is not listed, or a list is not in order."""
    from ludex.mutation.stopping import stoppable

    _check_together(args)
    if args.engine is not None:
        return _engine(args)
    if args.command:
        raise _idle_command()
    games = _games(args.game)
    if args.mutant:
        _check_known(games, args.mutant, args.list)
    if args.since is not None:
        args.mutant = _mutants_since(games, args.since)
        if not args.mutant:
            print(f"no rule of {', '.join(games)} says anything else since {args.since}")
            return 0
    if args.list:
        return _list(games, args.mutant)
    with stoppable():
        return _equivalents(games, args) if args.check_equivalents else _campaign(games, args)


def _check_together(args: argparse.Namespace) -> None:
    """A Fault for options that do not go together."""
    from ludex.fault import Fault

    for asked, idle in IDLE.items():
        for option in idle if getattr(args, _name(asked)) else ():
            if getattr(args, option):
                raise Fault(f"{asked} does not go with --{option.replace('_', '-')}", "Leave one of them out.")
    for option, with_ in ONLY_WITH.items():
        if getattr(args, option) and not getattr(args, _name(with_)):
            raise Fault(f"--{option} goes only with {with_}", f"Add {with_}, or leave --{option} out.")
    if args.seed and not (args.sample or args.minutes or args.check_equivalents):
        raise Fault("--seed chooses nothing here: all mutants are run", "Add --sample N, or leave --seed out.")
    if args.json and args.history and os.path.realpath(args.json) == os.path.realpath(args.history):
        raise Fault("--json and --history name the same file", "Name two files: the one is read again, the other not.")
    be_apart({"--json": args.json, "--journal": args.journal})


def _idle_command() -> Exception:
    from ludex.fault import Fault

    return Fault("a command starts an engine, and none was asked for", "Add --engine FOLDER, or leave it out.")


def _engine(args: argparse.Namespace) -> int:
    """Mutants of an engine; 1 if one survives that its folder does not list, or that list is not in order."""
    import time

    from ludex.cli import failure_of, settle
    from ludex.mutation.engines import account, folder, kept, running
    from ludex.mutation.engines.campaign import SlipPlan
    from ludex.outlet import be_writable
    from ludex.runner.interruption import interruptible

    if args.json is not None:
        be_writable(args.json, "--json")
    root = Path(args.engine)
    engine = folder.describe(root, _one_game(args.game), args.build, args.sources, args.command)
    if args.list:
        return _list_slips(folder.slips_of(engine), args.mutant)
    until = time.monotonic() + 60 * args.minutes if args.minutes else None
    plan = SlipPlan(args.jobs, args.sample, args.seed or "", until, frozenset(args.mutant))
    journal = _path(args.journal)
    with interruptible() as interruption:
        found = running.account_of(engine, plan, journal, interruption, _note)
    if not found.made:
        raise _not_run(args, args.mutant)
    text = "\n".join(account.table(found, root))
    steps = (failure_of(print, text), failure_of(_write_json, account.account_json(found), args.json))
    settle([error for error in steps if error is not None])
    if args.keep:
        print(f"  kept in {kept.keep(found)}")
    print(ENGINE_LEGEND)
    return 1 if found.survivors or found.faults else 0


def _one_game(games: list[str] | None) -> str | None:
    from ludex.fault import Fault

    if games and len(games) > 1:
        raise Fault("an engine is asked about one game at a time", "Give --game once.")
    return games[0] if games else None


def _list_slips(slips: list[Any], only: list[str]) -> int:
    for slip in slips:
        if not only or slip.hash in only:
            print(f"{slip.hash}  {slip.where} {slip.function}  {slip.what}")
    return 0


def _name(option: str) -> str:
    return option.lstrip("-").replace("-", "_")


def _check_known(games: tuple[str, ...], asked: list[str], only_listed: bool) -> None:
    """A Fault for the name of a mutant that these games do not have."""
    from ludex.fault import Fault
    from ludex.mutation.mutants import mutants_of
    from ludex.mutation.running import with_vectors

    known = {mutant.hash: mutant for game in games for mutant in mutants_of(game)}
    for name in asked:
        if name not in known:
            remedy = "`ludex power --list` shows those that there are; a name changes with the code that it stands for."
            raise Fault(f"no mutant is called {name!r} in {', '.join(games)}", remedy)
        if known[name].is_shared and not only_listed and {*games} != {*with_vectors()}:
            remedy = "All games together tell of those: leave --game out."
            raise Fault(f"{name} is a mutant of the rules that all games share", remedy)


def _mutants_since(games: tuple[str, ...], revision: str) -> list[str]:
    """The mutants of what changed since a revision; those of the shared rules only where all games tell of them."""
    from ludex import where
    from ludex.mutation.changed import mutants_since
    from ludex.mutation.running import with_vectors
    from ludex.rulediff.revisions import lay_out

    is_every = {*games} == {*with_vectors()}
    with lay_out(where.spec().parent, revision) as tree:
        found = [mutant for game in games for mutant in mutants_since(game, tree.root)]
    return sorted({mutant.hash for mutant in found if is_every or not mutant.is_shared})


def _games(asked: list[str] | None) -> tuple[str, ...]:
    from ludex.fault import Fault
    from ludex.mutation.running import with_vectors

    known = with_vectors()
    for game in asked or ():
        if game not in known:
            raise Fault(f"no vectors and reference for {game!r}", f"Games: {', '.join(known) or 'none'}.")
    if not known:
        raise Fault("no game has both a reference and vectors here", "`ludex generate` makes vectors.")
    return tuple(dict.fromkeys(asked or known))


def _list(games: tuple[str, ...], only: list[str]) -> int:
    """A line for each mutant; those of the shared rules, which are the same in each game, once."""
    from ludex.mutation.mutants import mutants_of

    every = {mutant.hash: mutant for game in games for mutant in mutants_of(game)}
    for mutant in every.values():
        if not only or mutant.hash in only:
            print(f"{mutant.hash}  {mutant.where} {mutant.function}  {' '.join(mutant.clauses)}  {mutant.what}")
    return 0


def _campaign(games: tuple[str, ...], args: argparse.Namespace) -> int:
    import time

    from ludex.cli import failure_of, settle
    from ludex.mutation.earlier import survivors_in
    from ludex.mutation.running import Plan, accounts_of
    from ludex.outlet import be_writable

    before = survivors_in(Path(args.earlier)) if args.earlier else None

    for option in ("json", "history"):
        if getattr(args, option) is not None:
            be_writable(getattr(args, option), f"--{option}")
    until = time.monotonic() + 60 * args.minutes if args.minutes else None
    limit = args.limit or MUTANT_SECONDS
    plan = Plan(
        crew_of(args, args.jobs),
        args.sample,
        until,
        args.seed or "",
        limit,
        frozenset(args.mutant),
        _path(args.journal),
    )
    histories = _histories(games, args.history)
    history, out = _path(args.history), _path(args.json)
    try:
        accounts = accounts_of(games, plan, histories, _note)
    except BaseException:
        _keep(histories, history)  # what was learned is kept, also by a run that is interrupted
        raise
    shown = [account for account in accounts if account.lines or not args.mutant]
    steps = (
        failure_of(_print, shown, args.all, before),
        failure_of(_keep, histories, history),
        failure_of(_write, accounts, out),
    )
    settle([error for error in steps if error is not None])
    run = {line.mutant for account in accounts for line in account.lines}
    if not run or not (args.since or run.issuperset(args.mutant)):
        raise _not_run(args, sorted({*args.mutant} - run))
    print(LEGEND)
    return 0 if all(account.is_enough for account in accounts) else 1


def _path(name: str | None) -> Path | None:
    return Path(name) if name else None


def _not_run(args: argparse.Namespace, left: list[str]) -> Exception:
    """What is to be said of mutants that were asked for, or of all, and came to nothing."""
    from ludex.fault import Fault

    named = " ".join(left) or "any mutant"
    if args.minutes:
        return Fault(f"there was no time in {args.minutes:g} minutes for {named}", "Give more --minutes.")
    return Fault(f"no vector reaches the code around {named}", "`ludex power --list` shows where that is.")


def _note(text: str) -> None:
    if sys.stderr.isatty():
        print(f"  {text}", file=sys.stderr)


def _histories(games: tuple[str, ...], name: str | None) -> dict[str, Any]:
    from ludex.mutation.core import killers_of
    from ludex.mutation.history import History, read_history

    kept = read_history(Path(name)) if name else {}
    return {game: History(kept.get(game), killers_of(game)) for game in games}


def _print(accounts: list[Any], every: bool, before: Any) -> None:
    from ludex.mutation.account import table
    from ludex.mutation.earlier import told_since

    for account in accounts:
        print("\n".join(table(account, every)))
        if before is not None:
            print(told_since(before, account))
    sys.stdout.flush()


def _keep(histories: dict[str, Any], path: Path | None) -> None:
    from ludex.mutation.history import write_history

    if path is not None:
        write_history(path, histories)


def _write(accounts: list[Any], path: Path | None) -> None:
    from ludex.mutation.account import accounts_json

    if path is not None:
        _write_json(accounts_json(accounts), path)


def _write_json(data: Any, path: Path | str | None) -> None:
    import msgspec

    from ludex.outlet import write

    if path is not None:
        write(Path(path), [msgspec.json.format(msgspec.json.encode(data), indent=1), b"\n"], "--json")


def _equivalents(games: tuple[str, ...], args: argparse.Namespace) -> int:
    """Play what each game lists, and what is listed of the shared rules where all games are asked."""
    from ludex.mutation.equivalents import replay, replay_shared
    from ludex.mutation.listing import SHARED_LIST, path_of
    from ludex.mutation.mutants import mutants_of
    from ludex.mutation.running import SHARED, with_vectors

    status, every = 0, 0
    for game in games:
        own = [mutant for mutant in mutants_of(game) if not mutant.is_shared]
        every += len(own)
        status |= _replay(game, path_of(game), own, len(own), partial(replay, game), args)
    if {*games} == {*with_vectors()}:
        shared = [mutant for mutant in mutants_of(games[0]) if mutant.is_shared]
        every += len(shared)
        status |= _replay(SHARED, SHARED_LIST, shared, every, partial(replay_shared, games), args)
    return status


def _replay(
    name: str, path: Path, mutants: list[Any], of: int, play: Callable[..., Any], args: argparse.Namespace
) -> int:
    from ludex.mutation.equivalents import mutants_on
    from ludex.mutation.listing import MIN_SECONDS_PLAYED, faults_of, read_listing
    from ludex.outlet import be_writable

    seconds = args.seconds or (MIN_SECONDS_PLAYED if args.record else 1.0)
    chosen = mutants_on(read_listing(path), mutants, seconds if args.record else None)
    if args.record and chosen:
        be_writable(path, "the list of mutants")
    asked, faults = 0, []
    for mutant, found in play(chosen, seconds, args.seed or "", crew_of(args, args.jobs)):
        asked += found.asked
        if found.difference:
            differs = found.difference[:MOST_LETTERS_OF_A_DIFFERENCE]
            faults.append(f"{mutant.hash} ({mutant.where}: {mutant.what}) is another game: {differs}")
        elif args.record:
            _record(path, mutant.hash, seconds, found.asked)
    faults += faults_of(read_listing(path), mutants, of)
    for fault in faults:
        print(f"{name}: {fault}")
    what = f"{quantity(len(chosen), 'listed mutant')} played, {seconds:g} s each, {quantity(asked, 'question')}"
    print(f"{name}: {what}, {quantity(len(faults), 'fault')}")
    return 1 if faults else 0


def _record(path: Path, mutant: str, seconds: float, questions: int) -> None:
    from ludex.mutation.listing import note_play
    from ludex.outlet import write

    text = note_play(path.read_text(encoding="utf-8"), mutant, seconds, questions)
    write(path, [text.encode()], "the list of mutants")
