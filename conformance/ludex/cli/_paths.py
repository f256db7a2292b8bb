"""The scenario files that a command line names."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ludex.fault import Fault
from ludex.where import spec

SCENARIOS = (".ludex",)
PARTS = (".ludex-part",)
NAME_A_FILE = "Name a file that ends with .ludex, or a folder with some; leave it out for all that ship."


def scenario_files(paths: Sequence[Path], suffixes: Sequence[str] = SCENARIOS) -> list[Path]:
    """The files named, and those in the folders named, by their suffixes; without any, all scenarios that ship.

    A Fault where there is none."""
    found = list(dict.fromkeys(file for path in paths or shipped() for file in _files_of(path, suffixes)))
    if not found:
        raise Fault(f"no file of scenarios in {', '.join(map(str, paths)) or spec()}", NAME_A_FILE)
    return found


def shipped() -> list[Path]:
    """The folders of the scenarios of every game."""
    return sorted(spec().glob("*/scenarios"))


def _files_of(path: Path, suffixes: Sequence[str]) -> list[Path]:
    if not path.is_dir():
        return [path]
    return sorted(file for file in path.rglob("*") if file.suffix in suffixes and file.is_file())
