"""`ludex kit`: writes a starter adapter in some language, which passes `ludex smoke` as it stands."""

import argparse
from pathlib import Path
from typing import Any

from ludex.fault import Fault

LANGUAGES = "cpp, csharp, go, java, javascript, javascript-commonjs, python, rust, typescript"


def add(subparsers: Any) -> None:
    parser = subparsers.add_parser("kit", help="a starter adapter, in one of many languages")
    parser.add_argument("language", metavar="LANG", help=f"one of {LANGUAGES}")
    parser.add_argument("--game", metavar="G", help="the game (needed when there are several)")
    parser.add_argument("folder", metavar="DIR", type=Path, help="a new or empty folder")


def run(args: argparse.Namespace) -> int:
    from shlex import join

    from ludex.kits import kit_of, write_kit
    from ludex.kits.figures import option_of
    from ludex.tables import ADDED, hold_to

    for table in ADDED:
        hold_to(table, args.game, ())
    kit, game = kit_of(args.language), args.game or _the_game()
    for path in write_kit(args.language, game, args.folder):
        print(f"wrote {path}")
    print(f"\n  cd {args.folder}")
    if kit.build:
        print(f"  {join(kit.build)}")
    figures = option_of(game)
    print(f"  ludex smoke{figures} -- {join(kit.run)}\n  ludex check --game {game}{figures} -- {join(kit.run)}")
    if kit.lacking:
        print(f"\nnote: {kit.lacking}; this kit needs {kit.minimum}.")
    return 0


def _the_game() -> str:
    from ludex import where
    from ludex.tables import ADDED

    games = tuple({table.game: table for table in ADDED}) or where.games()
    if len(games) != 1:
        raise Fault("which game?", f"Say --game G; games: {', '.join(games) or 'none'}.")
    return games[0]
