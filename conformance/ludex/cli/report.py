"""`ludex report`: tells a results file again: for a terminal, JUnit readers or a CI page, or as a page with boards."""

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ludex.fault import Fault
from ludex.outlet import write


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
    lines = tell(source, args.format, args.show)
    if args.output is None:
        _print(lines)
    else:
        _write(lines, args.output)
    return 0


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)


def _write(lines: Iterable[str], path: Path) -> None:
    write(path, (f"{line}\n".encode() for line in lines), "--output")
