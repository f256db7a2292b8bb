"""Who does the work of a campaign: processes of this machine, or with `--scheduler` the workers of a Dask cluster."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludex.crew import Crew

HELP = "have it done by the workers of the Dask scheduler at this address (tcp://host:8786; extra ludex[distributed])"


def add_scheduler(parser: argparse.ArgumentParser) -> None:
    """Describe the option."""
    parser.add_argument("--scheduler", metavar="ADDRESS", help=HELP)


def be_without_jobs(args: argparse.Namespace) -> None:
    """A Fault where the processes of this machine are counted, and those of others are to work."""
    from ludex.fault import Fault

    if args.scheduler and any(word.startswith(("-j", "--jobs")) for word in args.words):
        raise Fault("--jobs does not go with --scheduler: its workers are as many as there are", "Leave one out.")


def crew_of(args: argparse.Namespace, jobs: int) -> Crew:
    """The workers of `--scheduler`, or so many processes here."""
    from ludex.crew import Crew

    be_without_jobs(args)
    return Crew(jobs, args.scheduler or None, _note)


def _note(text: str) -> None:
    print(f"ludex: {text}", file=sys.stderr, flush=True)
