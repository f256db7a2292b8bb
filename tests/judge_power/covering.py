"""Which tests run a line, in their own process or in one that they start: found by running every test once."""

from __future__ import annotations

import ast
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import msgspec
from coverage import CoverageData
from coverage.exceptions import DataError

from tests.judge_power.copies import Copy
from tests.judge_power.recording import VARIABLE
from tests.judge_power.rooms import CODE, ROOMS, ROOT, TESTS, sources

SETTINGS = """[run]
parallel = true
context = ${{{variable}-}}
data_file = {folder}/.coverage
include = {include}
disable_warnings = no-data-collected,module-not-measured
patch = _exit
"""
HOUR = 3600.0
PYTHON = re.compile(r".*\.py")  # and not a template, which is run as Python, too


@dataclass(frozen=True)
class Covering:
    """Which ``tests`` (by number) run which function, and how long each takes.

    A function is called ``file.py:Class.function``, without its room, which may be renamed.
    """

    tests: list[str]
    seconds: list[float]
    functions: dict[str, list[int]]

    @cached_property
    def breadths(self) -> Counter[int]:
        """How many functions each test runs: one that runs few looks at these closely."""
        return Counter(test for tests in self.functions.values() for test in tests)

    def of(self, file: str, function: str) -> list[int]:
        """The tests that run a function, those first that are quick and run little else. What is run when a module is
        read concerns all of its tests, and those of the modules that import it."""
        name = Path(file).name
        found = {*self.functions.get(f"{name}:{function}", ())}
        if _is_read_with_its_module(function):
            files = tuple(f"{one}:" for one in {name, *importers().get(name, ())})
            found = {test for name, tests in self.functions.items() if name.startswith(files) for test in tests}
        return sorted(found, key=lambda test: (1 + self.seconds[test]) * self.breadths[test])

    def joined(self, newer: Covering) -> Covering:
        """This, and what was found by running some tests anew: of their files only that holds."""
        files = {test.partition("::")[0] for test in newer.tests}
        kept = [number for number, test in enumerate(self.tests) if test.partition("::")[0] not in files]
        tests = [self.tests[number] for number in kept] + newer.tests
        seconds = [self.seconds[number] for number in kept] + newer.seconds
        place = {number: at for at, number in enumerate(kept)}
        names = {*self.functions, *newer.functions}
        functions = {
            name: [place[test] for test in self.functions.get(name, ()) if test in place]
            + [len(kept) + test for test in newer.functions.get(name, ())]
            for name in names
        }
        return Covering(tests, seconds, functions)

    def save(self, path: Path) -> None:
        """Keep it for the next run."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(msgspec.json.encode(self))


@cache
def importers() -> dict[str, set[str]]:
    """For each file of the rooms, the files that import from it."""
    found: dict[str, set[str]] = defaultdict(set)
    for file in sources():
        for node in ast.walk(ast.parse((ROOT / file).read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                found[f"{node.module.rpartition('.')[2]}.py"].add(file.name)
    return found


def _is_read_with_its_module(function: str) -> bool:
    """Whether what stands there is run when the module is read: it is in no function, or in a class alone."""
    return not function or function.rpartition(".")[2].lstrip("_")[:1].isupper()


def read_covering(path: Path) -> Covering:
    """What was kept."""
    return msgspec.json.decode(path.read_bytes(), type=Covering)


def files_of(folder: Path, tests: Sequence[str] = TESTS) -> list[str]:
    """The files in which these tests stand."""
    found = ((folder / test).rglob("test_*.py") if (folder / test).is_dir() else [folder / test] for test in tests)
    return sorted(str(file.relative_to(folder)) for some in found for file in some)


def cover(copy: Copy, tests: Sequence[str]) -> Covering:
    """Run every test once. One that fails where nothing is wrong would kill whatever it meets: it is no judge."""
    folder = copy.folder
    include = ",".join(f"{folder}/{CODE}/{room}/*" for room in ROOMS)
    settings = folder / "recording.rc"
    settings.write_text(SETTINGS.format(variable=VARIABLE, folder=folder, include=include), encoding="utf-8")
    words = ["-p", "tests.judge_power.recording", *tests]
    status, said = copy.pytest_alone(words, HOUR, COVERAGE_PROCESS_START=str(settings), **{VARIABLE: ""})
    if status not in (0, 1, 5):  # 5: none are left in this file
        raise SystemExit(f"The tests cannot be run where nothing was changed (exit {status}):\n{said[-4000:]}")
    noted = json.loads((folder / "seconds.json").read_text(encoding="utf-8"))
    for test in noted["failed"]:
        print(f"{test} fails where nothing was changed, and judges nothing")
    seconds = {test: spent for test, spent in noted["seconds"].items() if test not in noted["failed"]}
    users = defaultdict(list)
    for test, fixtures in noted["uses"].items():
        for fixture in fixtures:
            users[fixture].append(test)
    functions: dict[str, set[str]] = defaultdict(set)
    for name, context in _ran(folder):
        functions[name].update(users.get(context, [context] if context in seconds else []))
    number = {test: at for at, test in enumerate(sorted(seconds))}
    packed = {name: sorted(number[test] for test in found if test in number) for name, found in functions.items()}
    return Covering([*number], [seconds[test] for test in number], packed)


def _ran(folder: Path) -> Iterator[tuple[str, str]]:
    """Each function that was run, and by what."""
    names: dict[str, list[str]] = {}
    for path in folder.glob(".coverage.*"):
        data = CoverageData(str(path))
        try:
            data.read()
        except DataError:  # of a process that was ended while it wrote
            continue
        for measured in filter(PYTHON.fullmatch, data.measured_files()):
            file = str(Path(measured).relative_to(folder))
            if file not in names:
                names[file] = functions_by_line(Path(measured).read_text(encoding="utf-8"))
            for line, contexts in data.contexts_by_lineno(measured).items():
                for context in {part for joined in contexts for part in joined.split("|")}:
                    yield f"{Path(file).name}:{names[file][line]}", context
        path.unlink()


def functions_by_line(source: str) -> list[str]:
    """For each line the function in which it stands; nothing for what is run when the module is read."""
    names = [""] * (source.count("\n") + 2)

    def enter(node: ast.AST, path: tuple[str, ...]) -> None:
        for child in ast.iter_child_nodes(node):
            inner = path
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                inner = (*path, child.name)
            if isinstance(child, ast.FunctionDef):
                for line in range(child.body[0].lineno, (child.end_lineno or 0) + 1):
                    names[line] = ".".join(inner)
            enter(child, inner)

    enter(ast.parse(source), ())
    return names
