"""`ludex gate`: for CI, whether a change of rules is declared, and whether what is declared happens."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludex import where
from ludex.cli._cache import add_no_cache
from ludex.cli._progress import Progress
from ludex.cli._say import say
from ludex.fault import Fault

if TYPE_CHECKING:
    from ludex.rulediff.gate import Findings

PASSES, STOPPED = 0, 1
ABOUT = """Compares the rules of the working tree with those of a revision, by all vectors of that revision, by new
ones and by random play. Every changed answer must be declared in a file of changes/ that is new since then, with its
clause and a reason; every declared one must change; a vector that is gone is declared (removed) or has a new name in
renames.json, that of a vector that asks the same; one that expects something else must be declared, too. What only a
person can judge is shown for review: a text, a register or code that changed without any answer, excuses, tests, what
runs before a merge, the code that judges, a declared change that no scenario shows.
On GitHub it stands as warnings beside the change and in the summary of the run.

Exit 0 when nothing stops the change, 1 when something does, 2 when it cannot be looked at."""


def add(subparsers: Any) -> None:
    raw = argparse.RawDescriptionHelpFormatter
    help_ = "for CI: is a change of rules declared, and does what is declared happen"
    parser = subparsers.add_parser("gate", help=help_, description=ABOUT, formatter_class=raw)
    parser.add_argument("--base", required=True, metavar="REVISION", help="the revision that the change starts from")
    parser.add_argument("--strict", action="store_true", help="what is to be looked at stops the change, too")
    tree = "the checkout to be judged (this one): so that a revision that is trusted judges another"
    parser.add_argument("--tree", type=Path, metavar="FOLDER", help=tree)
    parser.add_argument("--declare", action="store_true", help="write a declaration of the rest, to fill in")
    parser.add_argument("--show", type=int, default=8, metavar="N", help="undeclared changes to draw (8)")
    parser.add_argument("--play", type=int, default=48, metavar="N", help="rows of random play to look for more (48)")
    add_no_cache(parser, "answer every question")


def run(args: argparse.Namespace) -> int:
    from ludex.rulediff.asking import PlayAmount
    from ludex.rulediff.gate import declare, gate, lines

    if args.show < 0 or args.play < 0:
        raise Fault("--show and --play must not be less than 0")
    root = args.tree.absolute() if args.tree else where.spec().parent
    if not (root / "reference").is_dir():
        raise Fault("the gate works in a checkout of Ludex", "Clone the repository, and run it there.")
    remembers = not args.no_cache and not args.tree  # of what somebody else wrote nothing is believed
    with Progress(at_once=0):
        findings = gate(root, args.base, PlayAmount(rows=args.play), propose=args.declare, remembers=remembers)
    for line in lines(findings, args.show):
        print() if not line else say(line)
    if args.declare:
        for path in declare(root, findings):
            print(f"written: {path.relative_to(root)} (fill in kind, name, clauses and reason)")
    _tell_github(findings)
    stops = any(found.stops or (args.strict and found.review) for found in findings)
    return STOPPED if stops else PASSES


def _tell_github(findings: list[Findings]) -> None:
    """Where a workflow of GitHub runs this, errors and warnings beside the change, and the summary of the run."""
    from ludex.rulediff.gate import headline

    if not os.environ.get("GITHUB_ACTIONS"):
        return
    said = [(level, found, text) for found in findings for level, texts in _levels(found) for text in texts]
    for level, found, text in said:
        print(f"::{level} title=Ludex gate, {found.game}::{_one_line(text)}")
    summary = os.environ.get("GITHUB_STEP_SUMMARY")
    if summary:
        rows = [f"- **{level}**, {found.game}: `{text.splitlines()[0]}`" for level, found, text in said]
        told = ["## The gate of rules", "", *(f"- {headline(found)}" for found in findings), *rows, ""]
        with Path(summary).open("a", encoding="utf-8") as file:
            file.write("\n".join(told))


def _levels(found: Findings) -> tuple[tuple[str, list[str]], ...]:
    return ("error", found.stops), ("warning", found.review)


def _one_line(text: str) -> str:
    """A text as the commands of a workflow take it."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
