"""`ludex matrix`: many engines side by side, clause by clause; or a badge for each of them."""

import argparse
from pathlib import Path
from typing import Any

from ludex.cli._say import print_or_write
from ludex.fault import Fault

ALL_GOOD, SOME_FAIL = 0, 1
FORMATS = ("terminal", "html", "badge")


def add(subparsers: Any) -> None:
    about = (
        "many engines side by side, clause by clause; "
        "exit 0 when no engine fails anything, 1 when one does, 2 when the runs are of several games"
    )
    parser = subparsers.add_parser("matrix", help=about.partition(";")[0], description=about)
    parser.add_argument("results", metavar="FILE", type=Path, nargs="+", help="written by `ludex check --json FILE`")
    parser.add_argument(
        "--format", default="terminal", metavar="F", help="terminal (usual), html or badge (SVG, of one)"
    )
    parser.add_argument("--all", action="store_true", help="in a terminal: the clauses that no engine fails, too")
    parser.add_argument("-o", "--output", metavar="FILE", type=Path, help="write here instead of to stdout")


def run(args: argparse.Namespace) -> int:
    from ludex.report.matrix import badge, html, lines, matrix_of
    from ludex.report.source import open_results

    if args.format not in FORMATS:
        raise Fault(f"no format {args.format!r}", f"Formats: {', '.join(FORMATS)}.")
    sources = [open_results(path) for path in args.results]
    found = matrix_of(sources)
    if args.format == "badge":
        if len(sources) > 1:
            raise Fault("a badge is of one engine", "Name one results file.")
        print_or_write(badge(sources[0].results).splitlines(), args.output)
    else:
        print_or_write(html(found) if args.format == "html" else lines(found, args.all), args.output)
    return ALL_GOOD if all(found.green) else SOME_FAIL
