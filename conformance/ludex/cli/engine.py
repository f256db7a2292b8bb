"""`ludex engine`: the reference as an engine, over standard input and output."""

import argparse
from typing import Any

from ludex import where
from ludex.fault import Fault


def add(subparsers: Any) -> None:
    parser = subparsers.add_parser("engine", help="the reference as an engine, over stdin and stdout")
    parser.add_argument("--game", action="append", metavar="G", help="serve only this game (may be repeated)")


def run(args: argparse.Namespace) -> int:
    from ludex.protocol.server import Loop, serve

    for game in args.game or ():
        if game not in where.games():
            raise Fault(f"no game {game!r}", f"Games: {', '.join(where.games()) or 'none'}.")
    try:
        serve(Loop(args.game or where.games()))
    except (BrokenPipeError, KeyboardInterrupt):
        return 1
    return 0
