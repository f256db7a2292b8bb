"""``ludex run``: play the scenarios of rule authors against the reference."""

from __future__ import annotations

import argparse
import shlex
import shutil
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludex.fault import Fault

if TYPE_CHECKING:
    from ludex.scenario import Failure, File, Result, Scenario

ALL_PASS, SOME_FAIL, AT_FAULT = 0, 1, 2
SUFFIX = ".ludex"


def add(subparsers: Any) -> None:
    """Tell the command line about ``run``."""
    about = "play scenarios against the reference; exit 0 if all pass, 1 if some fail, 2 if some cannot be played"
    parser: argparse.ArgumentParser = subparsers.add_parser("run", help="play scenarios", description=about)
    parser.add_argument("paths", nargs="*", type=Path, metavar="FILE|DIR", help="default: every game's scenarios")
    parser.add_argument("-k", dest="text", default="", metavar="TEXT", help="only scenarios whose name has TEXT in it")


def run(args: argparse.Namespace) -> int:
    """Play the scenarios, print what failed and a summary, and give the exit status."""
    from ludex.scenario import read_file

    try:
        files = [read_file(path) for path in _files(args.paths)]
    except OSError as error:
        raise Fault(f"{error.filename or 'a file'} cannot be read: {error.strerror or error}") from error
    for file in files:
        for problem in file.problems:
            _say(problem.show(file.path))
    unknown = [line for file in files for scenario in file.scenarios for line in _unknown_clauses(file, scenario)]
    for line in unknown:
        _say(line)
    played = list(_played(files, args.text))
    malformed = sum(len(file.problems) for file in files) + len(unknown)
    if not played and not malformed:
        named = f" with {args.text!r} in its name" if args.text else ""
        raise Fault(f"no scenario found{named}", "Name a file or folder of scenarios, or leave it out for all of them.")
    for file, result in played:
        _report(file, result)
    return _summary([result for _, result in played], malformed)


def _files(paths: Sequence[Path]) -> list[Path]:
    return [file for path in paths or _everything() for file in _files_of(path)]


def _everything() -> list[Path]:
    from ludex.where import spec

    return sorted(spec().glob("*/scenarios"))


def _files_of(path: Path) -> Iterable[Path]:
    return sorted(path.rglob(f"*{SUFFIX}")) if path.is_dir() else [path]


def _say(text: str) -> None:
    """Print what may hold an author's text, which steers no terminal."""
    from ludex.judge.escape import visible

    print(visible(text, max(len(text), 1), lines=True))


def _unknown_clauses(file: File, scenario: Scenario) -> Iterator[str]:
    """A line for each clause that a scenario cites, or expects to be broken, and that its rulebook does not have."""
    from difflib import get_close_matches

    from ludex.rulebook import rulebook

    book = rulebook(scenario.setting.game)
    expected = [clause for step in scenario.steps for phrase in step.then for clause in _clauses_in(phrase.value)]
    for clause in sorted({*scenario.cites, *expected} - book.keys()) if book else ():
        close = get_close_matches(clause, book, n=1)
        hint = f"  (did you mean {close[0]}?)" if close else ""
        place = scenario.place
        yield (
            f"{file.path}:{place.line}:{place.column}: expected clauses of the rulebook; {clause} is none{hint}\n"
            f"    {place.text}\n    {' ' * (place.column - 1)}^"
        )


def _clauses_in(value: object) -> tuple[str, ...]:
    clauses = getattr(value, "clauses", ())
    return tuple(clauses) if isinstance(clauses, tuple | list) else ()


def _played(files: Sequence[File], text: str) -> Iterator[tuple[File, Result]]:
    from ludex.scenario import run as play

    for file in files:
        for scenario in file.scenarios:
            if text.lower() in scenario.name.lower():
                yield from ((file, result) for result in play(scenario))


def _report(file: File, result: Result) -> None:
    if result.error:
        _say(f'"{result.scenario.name}" cannot be played:\n{result.error.show(file.path)}')
    if result.failures:
        _say("\n".join(_failed(file, result)))


def _failed(file: File, result: Result) -> Iterator[str]:
    scenario = result.scenario
    yield f'FAIL "{scenario.name}", edition {result.edition}'
    if scenario.why:
        yield f"  why    {scenario.why}"
    if scenario.cites:
        yield f"  cites  {' '.join(scenario.cites)}"
    for failure in result.failures:
        yield from _shown(file, scenario.setting.game, failure)
    yield f"  rerun  ludex run {shlex.quote(file.path)} -k {shlex.quote(scenario.name)}\n"


def _shown(file: File, game: str, failure: Failure) -> Iterator[str]:
    place = failure.place
    yield f"{file.path}:{place.line}:{place.column}: {failure.what}"
    yield f"    {place.text}\n    {' ' * (place.column - 1)}^"
    if failure.action:
        yield f"  after  {failure.action}"
    if failure.before is not None:
        yield _boards(game, failure)


def _boards(game: str, failure: Failure) -> str:
    from importlib import import_module

    pictures = import_module(f"ludex.pictures.{game}")
    if failure.expected is None:
        drawn: str = pictures.board(failure.before)
    else:
        width = shutil.get_terminal_size((80, 24)).columns
        drawn = pictures.compare(failure.before, failure.expected, failure.got, width)
    return drawn


def _summary(results: Sequence[Result], malformed: int) -> int:
    count = {status: sum(result.status == status for result in results) for status in ("pass", "fail", "error")}
    scenarios = len({id(result.scenario) for result in results})
    said = [f"{count['pass']} pass", f"{count['fail']} fail"]
    said += [f"{count['error']} cannot be played"] if count["error"] else []
    said += [f"{malformed} error{'' if malformed == 1 else 's'} in files"] if malformed else []
    many = "" if scenarios == 1 else "s"
    print(f"{scenarios} scenario{many}, {len(results)} with each edition: {', '.join(said)}")
    if count["error"] or malformed:
        return AT_FAULT
    return SOME_FAIL if count["fail"] else ALL_PASS
