"""`ludex smoke`: checks an adapter by itself, without vectors."""

import argparse
from typing import Any

from ludex.fault import Fault
from ludex.outlet import seconds


def add(subparsers: Any) -> None:
    usage = "ludex smoke [options] -- COMMAND…"
    parser = subparsers.add_parser("smoke", usage=usage, help="check an adapter by itself, without vectors")
    parser.add_argument("--timeout", type=seconds, default=10.0, metavar="S", help="seconds for an answer (10)")
    parser.add_argument("--start-timeout", type=seconds, default=30.0, metavar="S", help="seconds for the hello (30)")


def run(args: argparse.Namespace) -> int:
    from ludex.runner.process import Limits
    from ludex.runner.reaper import REAPER
    from ludex.runner.smoke import smoke

    if not args.command:
        raise Fault("no engine to try", "Usage: ludex smoke -- COMMAND…")
    REAPER.sole = args.own_process
    failed = 0
    for step in smoke(args.command, Limits(timeout=args.timeout, start=args.start_timeout)):
        failed += not step.passed
        print(f"{'ok  ' if step.passed else 'FAIL'}  {step.name}" + (f": {step.message}" if step.message else ""))
        if not step.passed and step.remedy:
            print(f"      {step.remedy}")
    print("The adapter is ready for `ludex check`." if not failed else f"{failed} to mend.")
    return 1 if failed else 0
