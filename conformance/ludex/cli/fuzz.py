"""`ludex fuzz`: asks an engine what no vector asks, and makes of what differs findings that can be kept."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludex.cli._crew import add_scheduler
from ludex.fault import Fault
from ludex.outlet import be_apart, be_makeable, be_writable, minutes, seconds, write

if TYPE_CHECKING:
    from ludex.crew import Crew
    from ludex.fuzz.campaign import FuzzAccount
    from ludex.fuzz.findings import FuzzFinding
    from ludex.fuzz.order import FuzzOrder, Token
    from ludex.runner.limits import Limits

USAGE = "ludex fuzz [--game G] [--minutes M | --questions N] [options] -- COMMAND…"
MOST_AGAINST = 2
QUESTIONS = 20_000  # where nobody says how long
SECONDS_A_MINUTE = 60


def add(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "fuzz", usage=USAGE, help="ask an engine what no vector asks, and shrink what differs"
    )
    parser.add_argument("--game", metavar="G", help="the game (needed when there are vectors of several)")
    parser.add_argument("--minutes", type=minutes, metavar="M", help="ask for so many minutes")
    parser.add_argument("--questions", type=int, metavar="N", help=f"ask so many questions ({QUESTIONS:,})")
    parser.add_argument("--seed", metavar="TEXT", help="which questions are drawn: the same asks the same")
    parser.add_argument("--replay", metavar="TOKEN", help="run the campaign of a finding again, up to where it was met")
    into = "keep what is found in this folder, as scenarios, JSON and vectors (`ludex check --vectors FOLDER`)"
    parser.add_argument("--into", metavar="FOLDER", help=into)
    parser.add_argument("-j", "--jobs", type=int, default=1, metavar="N", help="engines side by side (1)")
    add_scheduler(parser)
    parser.add_argument("--journal", metavar="FILE", help="keep what is done in this file, share by share")
    parser.add_argument("--resume", action="store_true", help="go on with the campaign that the journal holds")
    against = 'another engine ("node x.js"), in the place of the reference; with two of them, the three vote'
    parser.add_argument("--against", metavar="CMD2", action="append", default=[], help=against)
    corpus = "begin with the questions of this file, and add what is new to it"
    parser.add_argument("--corpus", metavar="FILE", help=corpus)
    parser.add_argument("--html", metavar="FILE", help="write the findings as a page with boards")
    parser.add_argument("--junit", metavar="FILE", help="write the findings as JUnit XML")
    unguided = "change nothing further because it was new, to compare"
    parser.add_argument("--unguided", action="store_true", help=unguided)
    parser.add_argument("--timeout", type=seconds, default=10.0, metavar="S", help="seconds of silence allowed (10)")
    parser.add_argument("--start-timeout", type=seconds, default=30.0, metavar="S", help="seconds for the hello (30)")
    parser.add_argument("--max-memory", type=int, default=4096, metavar="MB", help="memory of an engine (4096; 0: any)")
    parser.add_argument("--falls", type=int, default=25, metavar="N", help="questions that may bring it down (25)")


def run(args: argparse.Namespace) -> int:
    """Run the command; the exit status is 1 if anything differs, 130 if it was interrupted."""
    from ludex.cli import STATUS_INTERRUPTED
    from ludex.cli._progress import Progress
    from ludex.cli._say import say
    from ludex.fuzz.campaign import Campaign
    from ludex.fuzz.findings import finding_of
    from ludex.fuzz.telling import lines
    from ludex.runner.interruption import interruptible
    from ludex.runner.reaper import REAPER

    token = _token(args)
    order = _order(args, token)
    be_ready_for(args, order.game)
    REAPER.sole = args.own_process
    with interruptible() as heeded:
        with Progress() as progress:
            account = Campaign(order, heeded, progress.count, _crew(args)).run(token)
        name = account.hello.engine.name if account.hello else ""
        findings = [finding_of(order.game, name, found, order.against) for found in account.found]
        say("\n".join(lines(account, findings, order.command)))
        _write(args, order, account, findings)
    if account.interrupted:
        return STATUS_INTERRUPTED
    return 1 if findings or account.stopped else 0


def _crew(args: argparse.Namespace) -> Crew:
    from ludex.cli._crew import crew_of

    for option in ("table", "replay"):
        if args.scheduler and getattr(args, option):
            raise Fault(f"--scheduler does not go with --{option}", "Leave one of them out.")
    return crew_of(args, args.jobs)


def be_ready_for(args: argparse.Namespace, game: str) -> None:
    """A Fault, before anything is asked, for a file or a folder that cannot be written, or not beside what is there."""
    be_apart({f"--{option}": getattr(args, option) for option in ("journal", "corpus", "html", "junit")})
    for option in ("html", "junit", "journal"):
        if getattr(args, option) is not None:
            be_writable(getattr(args, option), f"--{option}")
    if args.into is not None:
        from ludex.fuzz.findings import kept_in

        be_makeable(args.into, "--into")
        be_makeable(Path(args.into) / game, "--into")
        kept_in(Path(args.into) / game)


def _write(args: argparse.Namespace, order: FuzzOrder, account: FuzzAccount, findings: list[FuzzFinding]) -> None:
    """What was asked for, each whatever becomes of the others."""
    from ludex.cli import failure_of, settle

    steps = [(_keep, args.into, order, findings)] if args.into and findings else []
    errors = [failure_of(*step) for step in steps]
    for option in ("html", "junit"):
        if path := getattr(args, option):
            errors.append(failure_of(_write_report, option, path, account, findings, order))
    settle([error for error in errors if error is not None])


def _keep(folder: str, order: FuzzOrder, findings: list[FuzzFinding]) -> None:
    from ludex.fuzz.findings import keep

    keep(Path(folder), order.game, findings)
    print(f"\nKept in {folder}: `ludex check --game {order.game} --vectors {folder} -- …` asks them again.")


def _write_report(option: str, path: str, account: FuzzAccount, findings: list[FuzzFinding], order: FuzzOrder) -> None:
    from ludex.fuzz import pages

    make = pages.html if option == "html" else pages.junit
    told = make(account, findings, order.command, order.game)
    write(Path(path), (f"{line}\n".encode() for line in told), f"--{option}")


def _token(args: argparse.Namespace) -> Token | None:
    from ludex.fuzz.order import read_token

    for option in ("game", "minutes", "questions", "seed", "journal", "resume") if args.replay else ():
        if getattr(args, option):
            raise Fault(f"--replay does not go with --{option}", "The token says all of it.")
    return read_token(args.replay) if args.replay else None


def _order(args: argparse.Namespace, token: Token | None) -> FuzzOrder:
    from ludex.cli.check import command_of, the_game
    from ludex.fuzz.order import FuzzOrder, may_be_seed

    if not args.command:
        raise Fault("no engine to fuzz", f"Usage: {USAGE}")
    if args.minutes and args.questions is not None:
        raise Fault("--minutes does not go with --questions", "Leave one of them out.")
    if args.questions is not None and args.questions < 1:
        raise Fault("--questions must be 1 or more")
    if args.falls < 1:
        raise Fault("--falls must be 1 or more")
    if args.jobs < 1:
        raise Fault("--jobs must be 1 or more")
    if args.resume and not args.journal:
        raise Fault("--resume needs a journal", "Name it with --journal FILE.")
    if len(args.against) > MOST_AGAINST:
        raise Fault("--against is given more than twice", "Two engines, or three that vote.")
    if args.seed is not None and not may_be_seed(args.seed):
        raise Fault(f"--seed {args.seed!r} cannot stand in a token", "Use letters and figures.")
    return FuzzOrder(
        game=token.game if token else args.game or the_game(),
        command=tuple(args.command),
        questions=0 if args.minutes else args.questions or QUESTIONS,
        seconds=(args.minutes or 0.0) * SECONDS_A_MINUTE,
        seed=token.seed if token else args.seed or "0",
        limits=_limits(args),
        guided=not args.unguided,
        jobs=args.jobs,
        against=tuple(map(command_of, args.against)),
        corpus=Path(args.corpus) if args.corpus else None,
        journal=Path(args.journal) if args.journal else None,
        resume=args.resume,
    )


def _limits(args: argparse.Namespace) -> Limits:
    from ludex.runner.limits import Limits

    memory = args.max_memory << 20
    return Limits(timeout=args.timeout, start=args.start_timeout, memory=memory, falls=args.falls)
