"""`ludex lint`: what is wrong with scenarios that can be read."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ludex.cli._progress import Progress
from ludex.cli._say import say
from ludex.wording import quantity


def add(subparsers: Any) -> None:
    """Describe the command."""
    about = (
        "find clauses that are unknown, withdrawn or never reached, scenarios told twice, and reasons left out; "
        "exit 0 if there is nothing to mend, 1 if there is, 2 if a file cannot be read or a scenario not be played"
    )
    parser: argparse.ArgumentParser = subparsers.add_parser("lint", help="what to mend in scenarios", description=about)
    parser.add_argument("paths", nargs="*", type=Path, metavar="FILE|DIR", help="default: every game's scenarios")
    parser.add_argument("--json", action="store_true", help="print the findings as a JSON list")


def run(args: argparse.Namespace) -> int:
    """Print the findings, and give the exit status."""
    from ludex.authoring.files import read_all
    from ludex.authoring.linting import as_json, lint, status

    files = read_all(args.paths)
    with Progress(at_once=4) as progress:
        found = lint(files, progress.count)
    if args.json:
        print(as_json(found))
        return status(found)
    for one in found:
        say(one.show())
    scenarios = sum(len(file.scenarios) for file in files)
    told = f"{len(found)} to mend" if found else "nothing to mend"
    say(f"{quantity(scenarios, 'scenario')}: {told}")
    return status(found)
