"""The example engines of the checkout: each folder of conformance/engines with an engine.json, and what it needs."""

import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import msgspec
from msgspec import Struct

from ludex import where
from ludex.fault import Fault
from ludex.seam import GAMES, package_of


class PlantedSlip(Struct, frozen=True):
    """A slip that is planted into a copy of an engine: what is replaced by what in a file, and what that comes to.

    `select` are the vectors that are asked of it, as `ludex check --select` takes them.
    """

    told: str
    select: str
    file: str
    right: str
    wrong: str
    game: str = ""


NAME = "engine.json"
MAX_CHARACTERS_TOLD = 400  # of what a build said that failed: its end


class Quick(Struct, frozen=True):
    """Another way to build and start an engine that is built quickly and for one run alone."""

    build: tuple[str, ...] = ()
    command: tuple[str, ...] = ()


class ExampleEngine(Struct, frozen=True):
    """How an engine is built and started, as its folder says it.

    ``sources`` are patterns of the files that hold its rules, ``without`` of those among them that do not, and
    ``quick`` is how it is built where it is built often: for mutants (`ludex power --engine`).
    """

    name: str
    game: str
    command: tuple[str, ...]
    needs: str = ""
    minimum: str = ""
    build: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    quick: Quick = Quick()
    slip: PlantedSlip | None = None
    folder: str = ""

    @property
    def run(self) -> tuple[str, ...]:
        """The command with what stands in the engine's folder named in full."""
        return tuple(self._locate(word) for word in self.command)

    def _locate(self, word: str) -> str:
        path = Path(self.folder) / word
        return str(path) if path.exists() else word


def examples(root: Path | None = None) -> list[ExampleEngine]:
    """All example engines, by name."""
    return sorted((read(path) for path in (root or where.engines()).glob(f"*/{NAME}")), key=lambda one: one.name)


def read(path: Path) -> ExampleEngine:
    try:
        example = msgspec.json.decode(path.read_bytes(), type=ExampleEngine)
    except msgspec.DecodeError as broken:
        optional = ("needs", "minimum", "build", "sources", "without", "quick")
        remedy = 'It holds "name", "game", "command", and perhaps ' + ", ".join(f'"{name}"' for name in optional) + "."
        raise Fault(f"{path}: {broken}", remedy) from None
    return msgspec.structs.replace(example, folder=str(path.parent))


def slip_of_reference(root: Path | None = None) -> PlantedSlip | None:
    """A slip for a copy of the reference, for where no example engine can run; none in what is installed."""
    path = (root or where.engines()) / "reference-slip.json"
    return msgspec.json.decode(path.read_bytes(), type=PlantedSlip) if path.is_file() else None


def spoil(example: ExampleEngine, slip: PlantedSlip, folder: Path) -> ExampleEngine:
    """A copy of an example engine in a folder, with its slip."""
    copy = shutil.copytree(example.folder, folder / example.name, ignore=shutil.ignore_patterns("node_modules"))
    _plant(slip, Path(copy))
    return msgspec.structs.replace(example, name=f"{example.name} with a slip", folder=str(copy))


def spoil_reference(slip: PlantedSlip, folder: Path) -> ExampleEngine:
    """A copy of the rules of the reference in a folder, with a slip, and the command that plays by it."""
    package = package_of(GAMES, slip.game)
    found = find_spec(package) if package else None
    if found is None or found.origin is None:
        raise Fault(f"the slip of the reference is in {slip.game}, which is no game here", "See reference-slip.json.")
    games = folder / "ludex" / "games"
    shutil.copytree(Path(found.origin).parents[1], games, ignore=shutil.ignore_patterns("__pycache__"))
    _plant(slip, games / slip.game)
    start = f"import sys; sys.path.insert(0, {str(folder)!r}); from ludex.cli import main; main(['engine'])"
    return ExampleEngine("the reference with a slip", slip.game, (sys.executable, "-c", start))


def _plant(slip: PlantedSlip, folder: Path) -> None:
    path = folder / slip.file
    text = path.read_text(encoding="utf-8")
    if text.count(slip.right) != 1:
        raise Fault(f"the slip of {path} replaces what does not stand there once", "Write its `right` as it stands.")
    path.write_text(text.replace(slip.right, slip.wrong), encoding="utf-8")


def lacking(example: ExampleEngine) -> str:
    """What this machine lacks for an example, in words; nothing when it can run."""
    if not example.needs:
        return ""
    if example.build and shutil.which(example.build[0]) is None:
        return f"{example.build[0]}, which builds it, is not on PATH"
    tool = shutil.which(example.needs)
    if tool is None:
        return f"{example.needs} is not on PATH"
    found = _version(tool) if example.minimum else ()
    if example.minimum and found < _numbers(example.minimum):
        shown = ".".join(map(str, found)) or "unknown"
        return f"{example.needs} is {shown}; {example.minimum} or later is needed"
    return ""


def _version(tool: str) -> tuple[int, ...]:
    try:
        done = subprocess.run([tool, "--version"], capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ()
    return _numbers(done.stdout or done.stderr)


def _numbers(text: str) -> tuple[int, ...]:
    found = re.search(r"\d+(\.\d+)*", text)
    return tuple(map(int, found.group().split("."))) if found else ()


def build(example: ExampleEngine) -> None:
    """Builds an example that must be built."""
    if not example.build:
        return
    done = subprocess.run(example.build, cwd=example.folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Fault(f"building {example.name} failed: {done.stderr[-MAX_CHARACTERS_TOLD:]}", f"See {example.folder}.")
