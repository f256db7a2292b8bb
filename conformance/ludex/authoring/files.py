"""The files of scenarios that a command line names, found and read; what cannot be opened is a fault of that line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ludex.fault import Fault
from ludex.where import games, spec, spec_of

if TYPE_CHECKING:
    from ludex.scenario import File

SCENARIOS = (".ludex",)
PARTS = (".ludex-part",)
NAME_A_FILE = "Name a file that ends with .ludex, or a folder with some; leave it out for all that ship."
SUFFIX = SCENARIOS[0]


def scenario_files(paths: Sequence[Path], suffixes: Sequence[str] = SCENARIOS) -> list[Path]:
    """The files named, and those in the folders named, by their suffixes; without any, those of every game.

    A Fault where there is none."""
    found = list(dict.fromkeys(file for path in paths or folders_of_games() for file in _files_of(path, suffixes)))
    if not found:
        raise Fault(f"no file of scenarios in {', '.join(map(str, paths)) or spec()}", NAME_A_FILE)
    return found


def folders_of_games() -> list[Path]:
    """The folders of the scenarios of every game, of those that are installed beside the shipped ones, too."""
    installed = (spec_of(game) / "scenarios" for game in games())
    return sorted({*shipped_folders(), *(folder for folder in installed if folder.is_dir())})


def shipped_folders() -> list[Path]:
    """The folders of the scenarios of the games that ship."""
    return sorted(spec().glob("*/scenarios"))


def _files_of(path: Path, suffixes: Sequence[str]) -> list[Path]:
    if not path.is_dir():
        return [path]
    return sorted(file for file in path.rglob("*") if file.suffix in suffixes and file.is_file())


def read_all(paths: Sequence[Path]) -> list[File]:
    """What the files and folders hold; without any, the scenarios of every game; a Fault where there is nothing."""
    return [read(path) for path in scenario_files(paths)]


def read(path: Path, remedy: str = NAME_A_FILE) -> File:
    """What a file says; a Fault where there is nothing to open."""
    from ludex.scenario import read_file  # slower to load than all else of a command's help

    try:
        return read_file(path)
    except OSError as error:
        raise Fault(f"{path} cannot be read: {error.strerror or error}", remedy) from None
