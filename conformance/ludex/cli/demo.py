"""`ludex demo`: the main job at once: checks real engines and one with a slip, and prints the reports."""

import argparse
import sys
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any

from ludex.fault import Fault

if TYPE_CHECKING:
    from ludex.report.results import Results
    from ludex.runner.examples import ExampleEngine
    from ludex.vectors.suite import Suite


SHOWN_OF_A_CAUSE = 20
PAGE = "ludex-demo.html"


def add(subparsers: Any) -> None:
    parser = subparsers.add_parser("demo", help="the main job at once: check an example engine, print the report")
    parser.add_argument("--json", metavar="FILE", help="write the results as JSON (of the last engine without a slip)")
    parser.add_argument("--html", metavar="FILE", default=PAGE, help=f"where the last report goes as a page ({PAGE})")


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
        return _with_slip(_reference(skipped, args.json), [], args.html)
    status = 0
    for example in able:
        build(example)
        status = max(status, _example(example, args.json))
    for line in skipped:
        print(line)
    return _with_slip(status, able, args.html)


def _reference(skipped: list[str], json: str | None) -> int:
    """Where no example engine can run: the reference, which proves little, and says so first."""
    from ludex.report.summary import NO_CHECK
    from ludex.vectors.suite import available

    print(NO_CHECK)
    print("\n".join([*skipped, "No example engine can run here; the reference is checked instead.\n"]))
    command = (sys.executable, "-c", "from ludex.cli import main; main(['engine'])")
    return max(_check(game, command, json) for game in available())


def _with_slip(status: int, able: "list[ExampleEngine]", page: str) -> int:
    """What a failure looks like: an engine with a planted slip, its report, and the same as a page.

    The exit status stays that of the engines without one, unless nobody notices the slip. The engine stays where it
    is, as its report says how to ask it again.
    """
    from ludex.runner.examples import slip_of_reference, spoil, spoil_reference

    example = next((one for one in able if one.slip and not one.build), None)
    slip = example.slip if example else slip_of_reference()
    if slip is None:
        return status
    folder = Path(mkdtemp(prefix="ludex-demo-"))
    spoilt = spoil(example, slip, folder) if example else spoil_reference(slip, folder)
    print(f"\nAnd now {spoilt.name}, planted for this demo: {slip.told}.\n")
    results, suite = _judge(spoilt, slip.select)
    told = _tell(results, suite, 2)
    print(f"\nThe engine with the slip stays in {folder}, so that it can be asked again.")
    _write_page(results, suite, page)
    if told == 0:
        raise Fault("no vector noticed the slip that was planted", "Plant another one, or mend the vectors.")
    return status


def _judge(spoilt: "ExampleEngine", select: str) -> "tuple[Results, Suite]":
    from ludex.cli._progress import Progress
    from ludex.judge.settings import RulesAsked
    from ludex.report.results import results_of
    from ludex.runner.checking import check
    from ludex.runner.interruption import interruptible
    from ludex.runner.run import Order
    from ludex.vectors.selection import Selection

    sys.stdout.flush()
    with interruptible(), Progress() as progress:
        done = check(Order(spoilt.game, spoilt.run, RulesAsked(), Selection((select,), sides=False)), progress.count)
    return results_of(done), done.suite


def _tell(results: "Results", suite: "Suite", show: int) -> int:
    from ludex.report.terminal import report

    for line in report(results, suite, show):
        print(line)
    return results.score.status


def _write_page(results: "Results", suite: "Suite", name: str) -> None:
    from ludex.outlet import write
    from ludex.report.html import html

    write(Path(name), (f"{line}\n".encode() for line in html(results, suite, SHOWN_OF_A_CAUSE)), "--html")
    print(f"\nThe same as a page, with boards: {Path(name).resolve().as_uri()}")


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
