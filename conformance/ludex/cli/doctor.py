"""`ludex doctor`: what a game has, layer by layer, what it lacks, and the remedy."""

import argparse
import re
from typing import Any

from ludex.fault import Fault

_GAME = re.compile(r"[a-z][a-z0-9_]*")


def add(subparsers: Any) -> None:
    parser = subparsers.add_parser("doctor", help="what a game has, layer by layer, what it lacks, and the remedy")
    parser.add_argument("game", metavar="GAME", nargs="?", help="(default: all)")


def run(args: argparse.Namespace) -> int:
    from ludex.authoring.doctor import examine, known_games, lines

    if args.game is not None and not _GAME.fullmatch(args.game):
        raise Fault(f"{args.game!r} cannot be the name of a game", "Use small letters, digits and _.")
    status = 0
    for number, game in enumerate([args.game] if args.game else known_games()):
        layers = examine(game)
        print("\n" * bool(number) + "\n".join(lines(game, layers)))
        status |= not all(layer.is_whole for layer in layers)
    return int(status)
