"""The example engines of the checkout: each folder of conformance/engines with an engine.json, and what it needs."""

import re
import shutil
import subprocess
from pathlib import Path

import msgspec
from msgspec import Struct

from ludex import where
from ludex.fault import Fault


class ExampleEngine(Struct, frozen=True):
    """How one example engine is started."""

    name: str
    game: str
    command: tuple[str, ...]
    needs: str = ""
    minimum: str = ""
    build: tuple[str, ...] = ()
    folder: str = ""

    @property
    def run(self) -> tuple[str, ...]:
        """The command with what stands in the engine's folder named in full."""
        return tuple(self._locate(word) for word in self.command)

    def _locate(self, word: str) -> str:
        path = Path(self.folder) / word
        return str(path) if self.folder and path.exists() else word


def examples(root: Path | None = None) -> list[ExampleEngine]:
    """All example engines, by name."""
    return sorted((_read(path) for path in (root or where.engines()).glob("*/engine.json")), key=lambda one: one.name)


def _read(path: Path) -> ExampleEngine:
    try:
        example = msgspec.json.decode(path.read_bytes(), type=ExampleEngine)
    except msgspec.DecodeError as broken:
        remedy = 'It holds "name", "game", "command", and perhaps "needs", "minimum", "build".'
        raise Fault(f"{path}: {broken}", remedy) from None
    return msgspec.structs.replace(example, folder=str(path.parent))


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
        raise Fault(f"building {example.name} failed: {done.stderr[-400:]}", f"See {example.folder}.")
