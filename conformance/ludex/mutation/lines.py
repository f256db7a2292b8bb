"""Which lines and branches of a reference the vectors run, by themselves; lines that raise Impossible are exempt."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from ludex.crew import Crew
from ludex.fault import Fault
from ludex.mutation.campaign import ranks
from ludex.mutation.listing import listing_of
from ludex.mutation.loading import Engine, load
from ludex.mutation.questions import Probe, ProbeMaker, questions_of
from ludex.mutation.sources import ModuleSource, sources_of
from ludex.vectors.suite import Suite, open_suite

QUESTIONS_A_PART = 1000  # questions that are asked before the first look whether anything is left
QUESTIONS_A_FILE = 40  # questions of a file that are asked under other readings, too
EXEMPT = ["raise Impossible", "if TYPE_CHECKING:"]


class Gaps(Struct, frozen=True):
    """What no vector runs of one file: lines, and branches as pairs of lines (from, to)."""

    file: str
    lines: list[int]
    branches: list[tuple[int, int]]
    statements: int

    def in_words(self) -> Iterator[str]:
        """A line for each gap, with the remedy."""
        for line in self.lines:
            yield f"{self.file}:{line} is run by no vector: add one that leads there, or remove the line"
        for source, target in self.branches:
            to = f"line {target}" if target > 0 else "the end"
            yield f"{self.file}:{source} never goes to {to}: add a vector that does"


def gaps_of(games: Sequence[str], jobs: int = 2) -> dict[str, list[Gaps]]:
    """Ask the vectors of each game, and see what of its reference was not run (each in a process of its own)."""
    files: dict[str, list[Gaps]] = {}
    for game, found in Crew(jobs).each(games, measure):
        if found is None or found.fault:
            why, remedy = (found.fault, found.remedy) if found else ("its process came to an end", "")
            raise Fault(f"the lines of {game} could not be measured: {why}", remedy)
        files[game] = found.files
    return files


MISSING = "Install the extras of the tests: pip install 'ludex[test]'."


class Measured(Struct, frozen=True):
    """The gaps of all files, or why there are none, and the remedy."""

    files: list[Gaps]
    fault: str = ""
    remedy: str = ""


def measure(game: str) -> Measured:
    """The gaps of a game; a Fault is handed over as a value, for it is found in a process of its own."""
    try:
        import coverage  # noqa: F401 - it comes with the extras of the tests
    except ModuleNotFoundError:
        return Measured([], "the package coverage is missing", MISSING)
    try:
        return Measured(_measure(game))
    except Fault as fault:
        return Measured([], fault.message, fault.remedy)


def _measure(game: str) -> list[Gaps]:
    """Measure, from the reading of the first module on, until everything has been run or every vector was asked."""
    import coverage

    suite = open_suite(game)
    questions = questions_of(suite)
    own = [source for source in sources_of(game).values() if not source.is_shared]
    watch = coverage.Coverage(
        data_file=None, branch=True, include=[str(source.path) for source in own], config_file=False
    )
    watch.config.exclude_list = [*watch.config.exclude_list, *EXEMPT]
    engine: Engine | None = None
    found: list[Gaps] = []
    for asked in _in_parts(suite, questions):
        watch.start()
        try:
            engine = engine or load(game)
            for question in asked:
                question.answer_of(engine)
        finally:
            watch.stop()
        found = list(_gaps(watch, own, game))
        if not any(file.lines or file.branches for file in found):
            break  # what has been run stays so, whatever the rest would run
    return found


def _in_parts(suite: Suite, questions: Sequence[Probe]) -> Iterator[Iterable[Probe]]:
    """The questions of all files in turns, small ones first, in parts that grow; at last those under other readings."""
    place = ranks(questions)
    ordered = sorted(range(len(questions)), key=place.__getitem__)
    begun, size = 0, QUESTIONS_A_PART
    while begun < len(ordered):
        yield [questions[number] for number in ordered[begun : begun + size]]
        begun, size = begun + size, 2 * size
    yield _under_other_readings(suite, questions)


def _under_other_readings(suite: Suite, questions: Sequence[Probe]) -> Iterator[Probe]:
    """The smallest of each file, under each other choice of each entry under which their vectors hold as well."""
    maker = ProbeMaker(suite)
    for question, rank in zip(questions, ranks(questions), strict=True):
        for entry in suite.facts(question.topic.edition).readings if rank < QUESTIONS_A_FILE else ():
            yield from maker.flips_of(question, (entry,))


def _gaps(watch: Any, own: list[ModuleSource], game: str) -> Iterator[Gaps]:
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "coverage.json"
        watch.json_report(outfile=str(report))
        files = {str(Path(name).resolve()): facts for name, facts in _read(report)["files"].items()}
    unasked = listing_of(game).functions
    for source in own:
        facts = files.get(str(source.path.resolve()))
        if facts is None:
            if source.tree.body:  # a module that nobody reads
                yield Gaps(source.shown, [1], [], 0)
            continue
        excused = _excused_lines(source, unasked)
        yield Gaps(
            source.shown,
            [line for line in facts["missing_lines"] if line not in excused],
            [(a, b) for a, b in facts["missing_branches"] if a not in excused],
            facts["summary"]["num_statements"],
        )


def _read(path: Path) -> Any:
    return msgspec.json.decode(path.read_bytes())


def _excused_lines(source: ModuleSource, unasked: frozenset[str]) -> set[int]:
    """The lines of functions that no request reaches, by the game's own list, which says who vouches for them."""
    import ast

    found = set[int]()
    for node in source.tree.body:
        if isinstance(node, ast.FunctionDef) and f"{source.shown}:{node.name}" in unasked:
            found |= {*range(node.lineno, (node.end_lineno or node.lineno) + 1)}
    return found
