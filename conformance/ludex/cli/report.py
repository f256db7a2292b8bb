"""`ludex report`: tells a results file again: for a terminal, JUnit readers or a CI page, or as a page with boards."""

import argparse
import sys
from pathlib import Path
from typing import Any

from ludex.cli._say import print_or_write
from ludex.fault import Fault


def add(subparsers: Any) -> None:
    parser = subparsers.add_parser("report", help="a results file as a report: terminal, JUnit XML, Markdown or HTML")
    parser.add_argument("results", metavar="FILE", type=Path, help="written by `ludex check --json FILE`")
    parser.add_argument("--format", default="terminal", metavar="F", help="terminal (usual), junit, markdown or html")
    parser.add_argument(
        "--show",
        type=int,
        metavar="N",
        help="failures to draw (terminal 5, markdown 10, junit 100; html 20 of each cause)",
    )
    parser.add_argument("-o", "--output", metavar="FILE", type=Path, help="write here instead of to stdout")


def run(args: argparse.Namespace) -> int:
    from ludex.report.formats import tell
    from ludex.report.source import open_results

    if args.show is not None and args.show < 0:
        raise Fault("--show must not be less than 0")
    source = open_results(args.results)
    if source.remark:
        print(f"note: {source.remark}", file=sys.stderr)
    print_or_write(tell(source, args.format, args.show), args.output)
    return 0
