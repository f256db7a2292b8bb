"""``ludex run``: play the scenarios of rule authors against the reference."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludex.authoring.failures import report
from ludex.authoring.files import NAME_A_FILE, scenario_files
from ludex.cli._progress import Progress
from ludex.cli._say import say
from ludex.fault import Fault
from ludex.wording import quantity

if TYPE_CHECKING:
    from ludex.notation import Place
    from ludex.scenario import File, Scenario, ScenarioResult
    from ludex.scenario.selecting import Chosen

ALL_PASS, SOME_FAIL, AT_FAULT = 0, 1, 2
ABOUT = """\
Play scenarios against the reference. A scenario of a game line without an edition is played in each edition.

exit status: 0 if all pass, 1 if some fail, 2 if some cannot be read or played, or the command line is at fault.
"""
CHOOSING = """\
choosing with -k:
  -k "walks off"                 a part of a name, whatever its capitals
  -k TRB-MOV, -k TRB-MOV-3       clauses that are cited: a whole group, or one
  -k opening                     a tag
  -k "TRB-MOV and not (slow or opening)"
  -k '"this and that"'           quotation marks around a name with and, or, not in it
"""


def add(subparsers: Any) -> None:
    """Tell the command line about ``run``."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "run",
        help="play scenarios",
        description=ABOUT,
        epilog=CHOOSING,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("paths", nargs="*", type=Path, metavar="FILE|DIR", help="default: every game's scenarios")
    parser.add_argument("-k", dest="text", default="", metavar="EXPR", help="only scenarios that EXPR chooses")
    accept = "show both boards of each failure, ask, and rewrite its then to what came out; never in CI"
    parser.add_argument("--accept", action="store_true", help=accept)
    parser.add_argument("--yes", action="store_true", help="with --accept: do not ask")


def run(args: argparse.Namespace) -> int:
    """Play the scenarios, print what failed and a summary, and give the exit status."""
    from ludex.scenario import read_file

    chosen = _selector(args.text)
    if args.accept or args.yes:
        from ludex.cli._accept import accept, require_a_person

        require_a_person(args.accept, args.yes)
    try:
        paths = scenario_files(args.paths)
        if args.accept:
            for path in paths:
                accept(path, chosen, args.yes)
        files = [read_file(path) for path in paths]
    except OSError as error:
        raise Fault(f"{error.filename or 'a file'} cannot be read: {error.strerror or error}", NAME_A_FILE) from error
    return _played_and_told(files, chosen, args.text)


def _selector(text: str) -> Chosen:
    from ludex.scenario.selecting import NotAnExpression, chosen_by

    try:
        return chosen_by(text)
    except NotAnExpression as error:
        raise Fault(
            f"-k cannot be read: {error}", "Put a name with `and`, `or`, `not` in it in quotation marks."
        ) from None


def _played_and_told(files: Sequence[File], chosen: Chosen, text: str) -> int:
    for file in files:
        for problem in file.problems:
            say(problem.show(file.path))
    unknown = [line for file in files for scenario in file.scenarios for line in _unknown_clauses(file, scenario)]
    for line in unknown:
        say(line)
    with Progress(at_once=4) as progress:
        played = list(_play_all(files, chosen, progress.count))
    malformed = sum(len(file.problems) for file in files) + len(unknown)
    if not played and not malformed:  # a file that can be read has a scenario
        raise Fault(f"no scenario found with {text!r} in its name, clauses or tags", "Leave out -k for all of them.")
    for file, results in played:
        say("\n".join(report(file, results)))
    return _summary([result for _, results in played for result in results], malformed)


def _unknown_clauses(file: File, scenario: Scenario) -> Iterator[str]:
    """A message for each clause that a scenario names, and that its rulebook does not have."""
    from ludex.rulebook import rulebook, with_rulebooks
    from ludex.rulebook.unknown import suggestion

    game = scenario.setting.game
    book = rulebook(game)
    for clause, place in _named_clauses(scenario) if book else ():
        if clause not in book:
            remedy = suggestion(clause, {name: rulebook(name) for name in with_rulebooks()}, game)
            told = place.show(f"expected a clause of the rulebook, which `{clause}` is not", file.path)
            yield f"{told}\n    {remedy}"


def _named_clauses(scenario: Scenario) -> Iterator[tuple[str, Place]]:
    """The clauses that are cited, and those that are expected to be broken, with their places."""
    from ludex.notation.expectations import clauses_in

    yield from zip(scenario.cites, scenario.cites_at, strict=True)
    for phrase in (phrase for step in scenario.steps for phrase in step.then):
        for clause in clauses_in(phrase.value):
            before, _, _ = phrase.text.partition(clause)
            yield clause, phrase.place.further(len(before)) if phrase.place.row is None else phrase.place


def _play_all(
    files: Sequence[File], chosen: Chosen, count: Callable[[int, int], None]
) -> Iterator[tuple[File, tuple[ScenarioResult, ...]]]:
    from ludex.scenario import run as play

    wanted = [(file, scenario) for file in files for scenario in filter(chosen, file.scenarios)]
    for number, (file, scenario) in enumerate(wanted, start=1):
        yield file, play(scenario)
        count(number, len(wanted))


def _summary(results: Sequence[ScenarioResult], malformed: int) -> int:
    count = {status: sum(result.status == status for result in results) for status in ("pass", "fail", "error")}
    scenarios = len({id(result.scenario) for result in results})
    said = [f"{count['pass']} pass", f"{count['fail']} fail"]
    said += [f"{count['error']} cannot be played"] if count["error"] else []
    said += [f"{quantity(malformed, 'error')} in files"] if malformed else []
    say(f"{quantity(scenarios, 'scenario')}, {len(results)} with each edition: {', '.join(said)}")
    if count["error"] or malformed:
        return AT_FAULT
    return SOME_FAIL if count["fail"] else ALL_PASS
