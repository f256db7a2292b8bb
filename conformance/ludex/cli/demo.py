"""`ludex demo`: the main job at once: checks a real engine in another process, and prints the report."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludex.fault import Fault

if TYPE_CHECKING:
    from ludex.runner.examples import ExampleEngine


def add(subparsers: Any) -> None:
    parser = subparsers.add_parser("demo", help="the main job at once: check an example engine, print the report")
    parser.add_argument("--json", metavar="FILE", help="write the results as JSON (of the last engine)")


def run(args: argparse.Namespace) -> int:
    from ludex.outlet import be_writable
    from ludex.runner.examples import build, examples, lacking
    from ludex.runner.reaper import REAPER
    from ludex.vectors.suite import available

    if args.json is not None:
        be_writable(args.json, "--json")
    REAPER.sole = args.own_process
    if not available():
        raise Fault("there are no vectors", "`ludex generate` makes them.")
    lacks = {example: lacking(example) for example in examples() if example.game in available()}
    skipped = [f"Skipped: the engine {one.name} cannot run here: {lack}." for one, lack in lacks.items() if lack]
    able = [example for example, lack in lacks.items() if not lack]
    if not able:
        return _reference(skipped, args.json)
    status = 0
    for example in able:
        build(example)
        status = max(status, _example(example, args.json))
    for line in skipped:
        print(line)
    return status


def _reference(skipped: list[str], json: str | None) -> int:
    """Where no example engine can run: the reference, which proves little, and says so first."""
    from ludex.report.summary import NO_CHECK
    from ludex.vectors.suite import available

    print(NO_CHECK)
    print("\n".join([*skipped, "No example engine can run here; the reference is checked instead.\n"]))
    command = (sys.executable, "-c", "from ludex.cli import main; main(['engine'])")
    return max(_check(game, command, json) for game in available())


def _example(example: "ExampleEngine", json: str | None) -> int:
    print(f"Checking the example engine {example.name}, in a process of its own: {' '.join(example.run)}\n")
    return _check(example.game, example.run, json)


def _check(game: str, command: tuple[str, ...], json: str | None) -> int:
    from ludex.cli._progress import Progress
    from ludex.cli.check import finish
    from ludex.judge.settings import RulesAsked
    from ludex.runner.checking import check
    from ludex.runner.interruption import interruptible
    from ludex.runner.run import Order

    sys.stdout.flush()
    with interruptible():
        with Progress() as progress:
            done = check(Order(game, command, RulesAsked()), progress.count)
        return finish(done, Path(json) if json else None, 5)
