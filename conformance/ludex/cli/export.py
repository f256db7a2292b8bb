"""`ludex export`: the vectors as lines of JSON or as a database of SQLite, for tools that know nothing of ours."""

import argparse
import sys
from pathlib import Path
from typing import Any

from ludex.fault import Fault

FORMATS = ("jsonl", "sqlite")


def add(subparsers: Any) -> None:
    parser = subparsers.add_parser("export", help="the vectors as JSON lines or as a database of SQLite")
    parser.add_argument("--game", action="append", metavar="G", help="a game (usually all that have vectors)")
    parser.add_argument("--format", choices=FORMATS, default="jsonl", help="jsonl (usual) or sqlite")
    parser.add_argument("-o", "--output", metavar="FILE", type=Path, help="write here instead of to stdout")


def run(args: argparse.Namespace) -> int:
    from ludex.outlet import be_writable, write
    from ludex.vectors.exporting import as_json_lines, as_sqlite
    from ludex.vectors.suite import available, open_suite

    if args.format == "sqlite" and args.output is None:
        raise Fault("a database is no text for a terminal", "Say -o FILE.")
    if args.output is not None:
        be_writable(args.output, "--output")
    suites = [open_suite(game) for game in args.game or available()]
    if not suites:
        raise Fault("there are no vectors", "`ludex generate` makes them.")
    lines = as_json_lines(suites) if args.format == "jsonl" else [as_sqlite(suites)]
    if args.output is None:
        sys.stdout.flush()
        sys.stdout.buffer.writelines(lines)
        sys.stdout.buffer.flush()
    else:
        write(args.output, lines, "--output")
    return 0
