"""`ludex adopt`: a finding of fuzzing becomes a scenario of its game."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any


def add(subparsers: Any) -> None:
    """Describe the command."""
    about = "put a finding of `ludex fuzz --into` into the scenarios of its game, once it can be played and holds"
    parser: argparse.ArgumentParser = subparsers.add_parser("adopt", help=about, description=about)
    parser.add_argument("finding", metavar="FINDING", type=Path, help="the JSON of a finding")
    parser.add_argument("--name", default="", metavar="TEXT", help="what happens in it (the id of the finding)")
    parser.add_argument("--why", default="", metavar="TEXT", help="the reason (the sentence of its clause)")
    parser.add_argument("--into", metavar="FOLDER", type=Path, help="another folder than the scenarios of the game")


def run(args: argparse.Namespace) -> int:
    """Write the scenario, and say what comes next."""
    from ludex.fuzz.adopting import adopt
    from ludex.fuzz.findings import read_finding

    finding = read_finding(args.finding)
    path = adopt(finding, args.name, args.why, args.into)
    print(f"written to {path}; `ludex generate --game {finding.game}` makes a vector of it")
    return 0
