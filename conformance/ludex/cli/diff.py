"""`ludex diff`: what changed from one results file to another, or from one set of rules to another."""

import argparse
import sys
from pathlib import Path
from typing import Any

from ludex import where
from ludex.cli._cache import add_no_cache
from ludex.cli._say import print_or_write
from ludex.fault import Fault

SAME_OR_BETTER, WORSE = 0, 1
FORMATS = ("terminal", "html")
MOST_NAMED = 1000  # of each kind, on a page
ABOUT = """Two results files: exit 0 when nothing got worse, 1 when something did, 2 when they cannot be compared.

With --rules two sets of rules (GAME@EDITION, GAME@EDITION+READING=CHOICE, either after REVISION:, or two revisions of
the repository, where a dot is the working tree): what the register and the rulebook say of the change, and which
answers differ, by which clause, with boards; exit 0 when none does, 1 when some do."""


def add(subparsers: Any) -> None:
    raw = argparse.RawDescriptionHelpFormatter
    help_ = "what changed from one results file, or one set of rules, to another"
    parser = subparsers.add_parser("diff", help=help_, description=ABOUT, formatter_class=raw)
    parser.add_argument("old", metavar="OLD", help="a results file (`ludex check --json FILE`), or rules")
    parser.add_argument("new", metavar="NEW", help="another one")
    parser.add_argument("--rules", action="store_true", help="OLD and NEW are rules, and not files")
    parser.add_argument("--game", help="with two revisions: this game only")
    parser.add_argument("--show", type=int, metavar="N", help="vectors to name (20), or examples to draw a clause (2)")
    formats = "of two results files: terminal (usual) or html"
    parser.add_argument("--format", default="terminal", metavar="F", help=formats)
    parser.add_argument("-o", "--output", metavar="FILE", type=Path, help="write here instead of to stdout")
    parser.add_argument("--play", type=int, default=48, metavar="N", help="rows of random play to look for more (48)")
    add_no_cache(parser, "with --rules: answer every question")
    parser.add_argument("--tree", type=Path, help=argparse.SUPPRESS)


def run(args: argparse.Namespace) -> int:
    if (args.show or 0) < 0 or args.play < 0:
        raise Fault("--show and --play must not be less than 0")
    if args.format not in FORMATS:
        raise Fault(f"no format {args.format!r}", f"Formats: {', '.join(FORMATS)}.")
    if args.rules and (args.format != FORMATS[0] or args.output):
        raise Fault("--format and --output are for two results files", "Leave them out, or --rules.")
    return _rules(args) if args.rules else _results(args)


def _results(args: argparse.Namespace) -> int:
    from ludex.report.diff import difference, lines
    from ludex.report.source import open_results

    paths = [Path(args.old), Path(args.new)]
    for path in paths:
        if path.is_dir():
            raise Fault(f"{path} is a folder", "Two results files can be compared: `ludex diff OLD.json NEW.json`.")
        if "@" in path.name and not path.exists():
            raise Fault(f"there is no file {path}", "To compare rules write `ludex diff --rules OLD NEW`.")
    old, new = map(open_results, paths)
    found = difference(old, new)
    if args.format == "html":
        from ludex.report.diffpage import html

        told = html(old, new, found, MOST_NAMED if args.show is None else args.show)
    else:
        told = lines(old, new, found, 20 if args.show is None else args.show)
    print_or_write(told, args.output)
    return WORSE if found.worse else SAME_OR_BETTER


def _rules(args: argparse.Namespace) -> int:
    from ludex.rulediff.asking import PlayAmount
    from ludex.rulediff.running import comparisons
    from ludex.rulediff.telling import lines

    root = args.tree or where.spec().parent
    play, differs = PlayAmount(rows=args.play), False
    for found, trees in comparisons(root, args.old, args.new, play, args.game, remembers=not args.no_cache):
        differs |= bool(found.flips or found.unseen)
        for line in lines(found, trees, 2 if args.show is None else args.show):
            print(line)
        sys.stdout.flush()
    return WORSE if differs else SAME_OR_BETTER
