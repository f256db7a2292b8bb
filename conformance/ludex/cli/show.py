"""`ludex show`: a position, the steps of a scenario or a vector, as boards in the terminal, as SVG or as a page."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from ludex.cli._say import say

STDOUT = "-"
SHOWN, FALSE, AT_FAULT = 0, 1, 2


def add(subparsers: Any) -> None:
    """Describe the command."""
    about = (
        "show a position, each step of a scenario, or a vector; "
        "exit 0 if all of it is shown, 1 if something is expected that does not come out, which is marked, "
        "2 if something cannot be read or played, which is told"
    )
    parser: argparse.ArgumentParser = subparsers.add_parser("show", help=about.partition(";")[0], description=about)
    parser.add_argument("subject", metavar="POSITION|FILE[:LINE]|VECTOR", help="what to show")
    parser.add_argument("--game", metavar="G", help="the game of a position (needed where several could read it)")
    parser.add_argument("--edition", metavar="E", help="the edition to play a scenario in (the latest)")
    drawn = parser.add_mutually_exclusive_group()
    drawn.add_argument("--svg", nargs="?", const=STDOUT, metavar="FILE", help="as SVG, printed or into a file")
    drawn.add_argument("--html", nargs="?", const=STDOUT, metavar="FILE", help="as a page, printed or into a file")


def run(args: argparse.Namespace) -> int:
    """Show the subject."""
    from ludex.authoring.scenes import in_html, in_svg, in_text
    from ludex.authoring.subjects import plays_of

    plays, left_out = plays_of(args.subject, args.game, args.edition)
    for text in left_out:
        say(text, sys.stderr)
    if not plays:
        return AT_FAULT
    if args.svg is not None:
        _write(in_svg(plays), args.svg, "--svg")
    elif args.html is not None:
        _write(in_html(plays), args.html, "--html")
    else:
        told = ("\n\n" + "─" * 72 + "\n").join("\n".join(in_text(play)) for play in plays)
        say(told)
    if left_out:
        return AT_FAULT
    return FALSE if any(scene.wrong for play in plays for scene in play.scenes) else SHOWN


def _write(text: str, name: str, option: str) -> None:
    if name == STDOUT:
        print(text, end="")
        return
    from ludex.outlet import write

    write(name, [text.encode()], option)
    print(f"written to {name}")
