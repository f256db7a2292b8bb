"""`ludex diff`: what got worse and what got better from one results file to another, for people and for CI."""

import argparse
import sys
from pathlib import Path
from typing import Any

from ludex.fault import Fault

SAME_OR_BETTER, WORSE = 0, 1


def add(subparsers: Any) -> None:
    about = "exit 0 when nothing got worse, 1 when something did, 2 when the files cannot be compared"
    parser = subparsers.add_parser("diff", help="what changed from one results file to another", description=about)
    parser.add_argument("old", metavar="OLD", type=Path, help="a results file (`ludex check --json FILE`)")
    parser.add_argument("new", metavar="NEW", type=Path, help="another one")
    parser.add_argument("--show", type=int, default=20, metavar="N", help="vectors to name of each kind (20)")


def run(args: argparse.Namespace) -> int:
    from ludex.report.difference import difference, lines
    from ludex.report.source import open_results

    if args.show < 0:
        raise Fault("--show must not be less than 0")
    for path in (args.old, args.new):
        if path.is_dir():
            raise Fault(f"{path} is a folder", "Two results files can be compared: `ludex diff OLD.json NEW.json`.")
    old, new = open_results(args.old), open_results(args.new)
    found = difference(old, new)
    for line in lines(old, new, found, args.show):
        print(line)
    sys.stdout.flush()
    return WORSE if found.worse else SAME_OR_BETTER
