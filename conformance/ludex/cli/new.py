"""`ludex new`: a scenario to begin with, for a clause."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any


def add(subparsers: Any) -> None:
    """Describe the command."""
    about = "a scenario to begin with, drawn from the smallest vector that turns on a clause"
    parser: argparse.ArgumentParser = subparsers.add_parser("new", help=about, description=about)
    parser.add_argument("clause", metavar="CLAUSE", help="the clause that it is to show, such as ABC-DEF-1")
    accepted = "of a clause that is a check, show what it accepts; else what it refuses"
    parser.add_argument("--accepted", action="store_true", help=accepted)
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="write a new file (never over an old one)")


def run(args: argparse.Namespace) -> int:
    """Print the skeleton, or write it."""
    from ludex.authoring.skeletons import clause_of, skeleton
    from ludex.outlet import write

    if args.output is not None:
        _be_new(args.output)
    text = skeleton(*clause_of(args.clause), args.accepted)
    if args.output is None:
        print(text, end="")
        return 0
    _be_new(args.output)  # still
    write(args.output, [text.encode()], "-o")
    print(f"written to {args.output}")
    return 0


def _be_new(path: Path) -> None:
    from ludex.fault import Fault

    if path.exists() or path.is_symlink():
        raise Fault(f"{path} is there already", "Choose another name for -o; nothing is ever written over.")
