"""`ludex smoke`: checks an adapter by itself, without vectors."""

import argparse
from typing import TYPE_CHECKING, Any

from ludex import where
from ludex.fault import Fault
from ludex.outlet import seconds

if TYPE_CHECKING:
    from ludex.runner.limits import Limits


def add(subparsers: Any) -> None:
    usage = "ludex smoke [options] -- COMMAND…"
    parser = subparsers.add_parser("smoke", usage=usage, help="check an adapter by itself, without vectors")
    parser.add_argument("--game", metavar="G", help="only this game of those that the hello declares")
    parser.add_argument("--timeout", type=seconds, default=10.0, metavar="S", help="seconds for an answer (10)")
    parser.add_argument("--start-timeout", type=seconds, default=30.0, metavar="S", help="seconds for the hello (30)")


def _suggest(command: list[str], limits: "Limits", game: str | None) -> None:
    """Tell what the hello might promise, so that a check asks no more than the engine is for."""
    from ludex.runner.suggesting import suggestions
    from ludex.vectors.promises import PROMISES

    for one in suggestions(command, limits, game):
        print(f"hint  {one.game}: what lies outside of `{one.promise}` is never answered rightly ({one.seen})")
        told = f'"promises": ["{one.promise}"]'
        print(f"      Is the engine not for it? Then put {told} beside `methods`: {PROMISES[one.promise]}.")


def run(args: argparse.Namespace) -> int:
    from ludex.runner.process import Limits
    from ludex.runner.reaper import REAPER
    from ludex.runner.smoke import smoke

    if not args.command:
        raise Fault("no engine to try", "Usage: ludex smoke -- COMMAND…")
    REAPER.sole = args.own_process
    if args.game is not None and args.game not in where.games():
        raise Fault(f"no game {args.game!r}", f"Games: {', '.join(where.games()) or 'none'}.")
    failed, limits = 0, Limits(timeout=args.timeout, start=args.start_timeout)
    for step in smoke(args.command, limits, args.game):
        failed += not step.passed
        print(f"{'ok  ' if step.passed else 'FAIL'}  {step.name}" + (f": {step.message}" if step.message else ""))
        if not step.passed and step.remedy:
            print(f"      {step.remedy}")
    if not failed:
        _suggest(args.command, limits, args.game)
    print("The adapter is ready for `ludex check`." if not failed else f"{failed} to mend.")
    return 1 if failed else 0
