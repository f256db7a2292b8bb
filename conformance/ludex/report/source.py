"""Opens a results file that may come from anywhere: checked, made harmless, and with the vectors that it speaks of."""

from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from ludex.fault import Fault
from ludex.judge.escape import visible
from ludex.outlet import system_words
from ludex.protocol.messages import BROKEN
from ludex.report.recount import recount
from ludex.report.results import FORMAT, Results, results_of
from ludex.runner.journal import is_journal
from ludex.runner.session import run_so_far
from ludex.vectors.suite import Manifest, Suite, open_sealed, open_suite

MOST_LETTERS_SHOWN = 20_000  # of a string in a file that somebody else may have written
WRITTEN_BY = "Name a results file; `ludex check --json FILE` writes one."
MOST_LETTERS_OF_A_NAME = 200  # of a member


class ResultsSource(Struct, frozen=True):
    """A results file, and the vectors to draw its failures from; `remark` when these are others or missing."""

    path: Path
    results: Results
    suite: Suite
    remark: str = ""


class _Format(Struct, frozen=True):
    format: int


def read_results(path: Path) -> Results:
    """The results of an earlier run, also from the journal that a killed one left; a Fault where they cannot be."""
    try:
        if is_journal(path):
            return results_of(run_so_far(path))
        data = path.read_bytes()
        found = msgspec.json.decode(data, type=_Format).format
        if found != FORMAT:
            raise Fault(f"{path} has format {found}; this Ludex reads {FORMAT}", "Use the Ludex that wrote it.")
        return recount(msgspec.json.decode(data, type=Results))
    except OSError as error:
        raise Fault(f"cannot read {path}: {system_words(error)}", WRITTEN_BY) from None
    except BROKEN as broken:
        raise Fault(f"{path} is no results file: {broken}", WRITTEN_BY) from None


def open_results(path: Path) -> ResultsSource:
    """The results of a file, with whatever vectors of the game are here."""
    results = msgspec.convert(harmless(msgspec.to_builtins(read_results(path))), Results)
    return ResultsSource(path, results, *_vectors(results))


def harmless(value: Any, lines: bool = False) -> Any:
    """A JSON value in which no string can steer a terminal (only a `log` may have lines)."""
    if isinstance(value, str):
        return visible(value, MOST_LETTERS_SHOWN, lines)
    if isinstance(value, dict):
        return {visible(name, MOST_LETTERS_OF_A_NAME): harmless(item, name == "log") for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [harmless(item) for item in value]
    return value


def _vectors(results: Results) -> tuple[Suite, str]:
    game = results.suite.game
    try:
        found = open_sealed(game, results.suite.manifest)
        suite = found or open_suite(game)
    except Fault:
        remark = f"There are no vectors of {game} here: failures are told without boards."
        return no_vectors(game), remark + _by_its_table(results)
    if found is None:
        here = f"{suite.manifest.version} ({suite.seal[:12]})"
        remark = f"The vectors here are {here}, not those of the run: where a vector changed there is no board."
        return suite, remark + _by_its_table(results)
    return suite, ""


def _by_its_table(results: Results) -> str:
    """How the vectors are made anew that a run by a table was judged by."""
    table = results.suite.table
    return f" `ludex generate --table {results.suite.game}={table.path}` makes them anew." if table else ""


def no_vectors(game: str) -> Suite:
    """A suite without a file."""
    return Suite(game, Path(), Manifest("", {}), "")
