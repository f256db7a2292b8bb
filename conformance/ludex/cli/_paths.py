"""The scenario files that a command line names."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

SCENARIOS = (".ludex",)
PARTS = (".ludex-part",)


def scenario_files(paths: Sequence[Path], suffixes: Sequence[str] = SCENARIOS) -> list[Path]:
    """The files named, and those in the folders named, by their suffixes; without any, all scenarios that ship."""
    found = (file for path in paths or shipped() for file in _files_of(path, suffixes))
    return list(dict.fromkeys(found))


def shipped() -> list[Path]:
    """The folders of the scenarios of every game."""
    from ludex.where import spec

    return sorted(spec().glob("*/scenarios"))


def _files_of(path: Path, suffixes: Sequence[str]) -> list[Path]:
    if not path.is_dir():
        return [path]
    return sorted(file for file in path.rglob("*") if file.suffix in suffixes and file.is_file())
