"""The files of scenarios that a command line names, read; whatever cannot be opened is a fault of that line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ludex.cli._paths import NAME_A_FILE, SCENARIOS, scenario_files
from ludex.fault import Fault
from ludex.scenario import File, read_file

SUFFIX = SCENARIOS[0]


def read_all(paths: Sequence[Path]) -> list[File]:
    """What the files and folders hold; without any, the scenarios of every game; a Fault where there is nothing."""
    return [read(path) for path in scenario_files(paths)]


def read(path: Path, remedy: str = NAME_A_FILE) -> File:
    """What a file says; a Fault where there is nothing to open."""
    try:
        return read_file(path)
    except OSError as error:
        raise Fault(f"{path} cannot be read: {error.strerror or error}", remedy) from None
