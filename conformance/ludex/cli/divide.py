"""`ludex divide`: follows a wrong count of lines of play down to the answer that is wrong."""

import argparse
import shutil
from typing import Any

from ludex.fault import Fault
from ludex.outlet import seconds

EQUAL, DIFFERENT = 0, 1
WIDTH = 100  # of a report that nobody reads in a terminal


def add(subparsers: Any) -> None:
    usage = "ludex divide POSITION --depth N [options] -- COMMAND…"
    about = (
        "follow a wrong perft down to the answer that is wrong; "
        "exit 0 if the engine counts as the rules do, 1 if not, 2 if the position cannot be read or the engine asked. "
        "An engine without `perft` is counted through `legal` and `apply`."
    )
    parser = subparsers.add_parser("divide", usage=usage, help=about.partition(";")[0], description=about)
    parser.add_argument("subject", metavar="POSITION|FILE[:LINE]|VECTOR", help="where to count from")
    parser.add_argument("--depth", type=int, metavar="N", help="actions in a line of play (of a vector: its own depth)")
    parser.add_argument("--game", metavar="G", help="the game of a position (needed where several could read it)")
    parser.add_argument("--edition", metavar="E", help="the edition (of a position: the latest)")
    parser.add_argument("--reading", action="append", default=[], metavar="R=C", help="under this reading")
    parser.add_argument("--timeout", type=seconds, default=60.0, metavar="S", help="seconds for an answer (60)")
    parser.add_argument("--start-timeout", type=seconds, default=30.0, metavar="S", help="seconds for the hello (30)")


def run(args: argparse.Namespace) -> int:
    from ludex.authoring.starting import starting_point
    from ludex.cli.check import reading
    from ludex.report.dividing import division
    from ludex.runner.dividing import Divider
    from ludex.runner.process import Limits
    from ludex.runner.reaper import REAPER
    from ludex.wording import quantity

    if not args.command:
        raise Fault("no engine to ask", "Usage: ludex divide POSITION --depth N -- COMMAND…")
    named = dict(reading(text) for text in args.reading)
    start = starting_point(args.subject, args.game, args.edition, named)
    depth = start.depth if args.depth is None else args.depth
    if depth is None or depth < 1:
        raise Fault("a count is divided from depth 1 on", "Say --depth N.")
    REAPER.sole = args.own_process
    limits = Limits(timeout=args.timeout, start=args.start_timeout)
    divider = Divider(start.game, start.setting, args.command, limits)
    try:
        if start.name:
            print(f"From {start.name}:", flush=True)
        told = list[str]()
        width = shutil.get_terminal_size((WIDTH, WIDTH)).columns
        for line in division(start.game, start.setting, divider.divide(start.fields, depth), width):
            print(line, flush=True)
            told.append(line)
    finally:
        divider.end()
    if not told:
        counted = quantity(divider.counted, "line of play", "lines of play")
        print(f"The engine counts as the rules do, {depth} deep, under {start.setting.label}: {counted}.")
    return DIFFERENT if told else EQUAL
