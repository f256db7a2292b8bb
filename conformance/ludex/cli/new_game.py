"""`ludex new-game`: a small game that is complete, to be changed into another, clause by clause."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any


def add(subparsers: Any) -> None:
    """Describe the command."""
    about = "a small game that is complete in every layer, to begin another with"
    parser: argparse.ArgumentParser = subparsers.add_parser("new-game", help=about, description=about)
    parser.add_argument("name", metavar="NAME", help="the name of its folders: small letters, digits and _")
    parser.add_argument("prefix", metavar="PREFIX", help="what its clauses begin with: three capital letters")
    into = "write a package of its own, which pip installs, into a new folder (default: a folder in each layer here)"
    parser.add_argument("--into", type=Path, metavar="FOLDER", help=into)


def run(args: argparse.Namespace) -> int:
    """Write the game, and say how to go on."""
    from ludex.authoring.new_game import found_as_package, found_in_checkout

    inside = args.into is None
    made = found_in_checkout(args.name, args.prefix) if inside else found_as_package(args.name, args.prefix, args.into)
    for folder in made:
        print(f"wrote {folder}")
    if not inside:
        print(f"\n  pip install -e {args.into}")
    print(f"\n  ludex doctor {args.name}\n  ludex run -k {args.prefix}\n  ludex generate --check --game {args.name}")
    return 0
