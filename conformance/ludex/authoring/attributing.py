"""Whose mistake it is, where a command falls over: that of a game whose files are missing or wrong, or ours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from traceback import extract_tb
from types import ModuleType

from ludex import where
from ludex.authoring.doctor import FOLDERS, known_games
from ludex.fault import Fault
from ludex.seam import module_of


def fault_of_game(error: Exception) -> Fault | None:
    """What is to be said of an error that comes from the files of a game; None where it comes from none."""
    places = [*_places_elsewhere(error), *((frame.filename, frame.lineno) for frame in extract_tb(error.__traceback__))]
    named = [(name, "") for name in (getattr(error, "filename", None), _file_of(error)) if isinstance(name, str)]
    folders = {folder: game for game in known_games() for folder in _folders_of(game)}
    for name, line in [*named, *((name, f":{line}") for name, line in reversed(places))]:
        game = next((folders[one] for one in Path(name).parents if one in folders), None)
        if game is not None:
            said = f"{type(error).__name__}: {error}"
            remedy = f"`ludex doctor {game}` tells what is missing."
            return Fault(f"the files of {game} are not in order, at {where.nearby(name)}{line}: {said}", remedy)
    return None


def _places_elsewhere(error: Exception) -> Iterator[tuple[str, str]]:
    """The places in the note that an error brings from another process, whose frames do not come along."""
    for note in getattr(error, "__notes__", ()):
        yield from re.findall(r'^  File "(.+)", line (\d+)', note, re.MULTILINE)


def _file_of(error: Exception) -> str | None:
    """The file of the module that lacks a name."""
    lacking = getattr(error, "obj", None)
    return lacking.__file__ if isinstance(lacking, ModuleType) else None


def _folders_of(game: str) -> set[Path]:
    folders = {where.spec_of(game), where.vectors_of(game)}
    for layer in FOLDERS:
        try:
            module = module_of(layer, game)
        except Fault:
            continue  # told when it is asked for
        if module is not None and module.__file__:
            folders.add(Path(module.__file__).parent)
    return folders
