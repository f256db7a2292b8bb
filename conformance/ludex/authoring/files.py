"""The files of scenarios that a command line names, read; whatever cannot be opened is a fault of that line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ludex.cli._paths import SCENARIOS, scenario_files
from ludex.fault import Fault
from ludex.scenario import File, read_file

SUFFIX = SCENARIOS[0]


def read_all(paths: Sequence[Path]) -> list[File]:
    """What the files and folders hold; without any, the scenarios of every game; a Fault where there is nothing."""
    found = scenario_files(paths)
    if not found:
        named = ", ".join(map(str, paths)) or "spec"
        raise Fault(f"no file of scenarios in {named}", f"Name a file that ends with {SUFFIX}, or a folder with some.")
    return [read(path) for path in found]


def read(path: Path) -> File:
    """What a file says; a Fault where there is nothing to open."""
    try:
        return read_file(path)
    except OSError as error:
        raise Fault(f"{path} cannot be read: {error.strerror or error}", "Name a file of scenarios.") from None
