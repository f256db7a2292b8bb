"""`ludex gate`: for CI, whether a change of rules is declared, and whether what is declared happens."""

import argparse
from typing import Any

from ludex import where
from ludex.cli._progress import Progress
from ludex.cli._say import say
from ludex.fault import Fault

PASSES, STOPPED = 0, 1
ABOUT = """Compares the rules of the working tree with those of a revision, by all vectors of that revision, by new
ones and by random play. Every changed answer must be declared in a file of changes/ that is new since then, with its
clause and a reason; every declared one must change; a vector that is gone needs an entry in renames.json, and one that
expects something else must be declared, too. A text, a register or code that changed without any answer is shown for
review.

Exit 0 when nothing stops the change, 1 when something does, 2 when it cannot be looked at."""


def add(subparsers: Any) -> None:
    raw = argparse.RawDescriptionHelpFormatter
    help_ = "for CI: is a change of rules declared, and does what is declared happen"
    parser = subparsers.add_parser("gate", help=help_, description=ABOUT, formatter_class=raw)
    parser.add_argument("--base", required=True, metavar="REVISION", help="the revision that the change starts from")
    parser.add_argument("--declare", action="store_true", help="write a declaration of the rest, to fill in")
    parser.add_argument("--show", type=int, default=8, metavar="N", help="undeclared changes to draw (8)")
    parser.add_argument("--play", type=int, default=48, metavar="N", help="rows of random play to look for more (48)")


def run(args: argparse.Namespace) -> int:
    from ludex.rulediff.asking import PlayAmount
    from ludex.rulediff.gate import declare, gate, lines

    if args.show < 0 or args.play < 0:
        raise Fault("--show and --play must not be less than 0")
    root = where.spec().parent
    if not (root / "reference").is_dir():
        raise Fault("the gate works in a checkout of Ludex", "Clone the repository, and run it there.")
    with Progress(at_once=0):
        findings = gate(root, args.base, PlayAmount(rows=args.play))
    for line in lines(findings, args.show):
        print() if not line else say(line)
    if args.declare:
        for path in declare(root, findings):
            print(f"written: {path.relative_to(root)} (fill in kind, name, clauses and reason)")
    return STOPPED if any(found.stops for found in findings) else PASSES
