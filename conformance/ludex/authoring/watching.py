"""What is to be looked at again when an author saves a file: which files belong to a game, and what they touch."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

from ludex import where
from ludex.seam import GAMES, NOTATION, package_of
from ludex.suites.seam import SUITES
from ludex.support.seam import SUPPORT

SCENARIO = ".ludex"
WATCHED = (SCENARIO, ".py", ".lark", ".json", ".toml", ".md")
Stamps = dict[Path, tuple[int, int]]
Command = tuple[str, ...]


def folders_of(game: str) -> list[Path]:
    """Where all lies that vectors of a game are made of, as far as an author of rules writes it."""
    packages = ["ludex.rules", *(package_of(layer, game) for layer in (GAMES, NOTATION, SUPPORT, SUITES))]
    found = (find_spec(package) for package in packages if package is not None)
    places = (Path(spec.origin) for spec in found if spec is not None and spec.origin is not None)
    modules = (place.parent if place.name == "__init__.py" else place for place in places)
    return [*modules, where.spec_of(game)]


def stamps_of(folders: Iterable[Path]) -> Stamps:
    """The files in these folders: when each was written, and its size."""
    found: Stamps = {}
    for folder in folders:
        for path in [folder] if folder.is_file() else folder.rglob("*"):
            if path.suffix in WATCHED:
                try:
                    told = path.stat()
                except OSError:  # it is gone by now
                    continue
                found[path] = (told.st_mtime_ns, told.st_size)
    return found


def saves_of(games: Sequence[str], pause: Callable[[], object]) -> Iterator[dict[str, list[Path]]]:
    """For each time that something was saved, the files by their game; between two looks there is a pause."""
    folders = {game: folders_of(game) for game in games}
    before = {game: stamps_of(places) for game, places in folders.items()}
    while True:
        pause()
        now = {game: stamps_of(places) for game, places in folders.items()}
        unlike = {game: _unlike(before[game], now[game]) for game in games}
        before = now
        if changed := {game: paths for game, paths in unlike.items() if paths}:
            yield changed


def _unlike(before: Stamps, now: Stamps) -> list[Path]:
    return sorted(path for path in {*before, *now} if before.get(path) != now.get(path))


def commands(game: str, changed: Iterable[Path]) -> list[Command]:
    """What to run: of a scenario its file is played and linted, of all else every scenario; then the vectors."""
    paths = [*changed]
    scenarios = [str(path) for path in paths if path.suffix == SCENARIO and path.is_file()]
    only_scenarios = all(path.suffix == SCENARIO for path in paths)
    played = scenarios if only_scenarios else [str(path) for path in where.scenarios(game)]
    plays: list[Command] = [("run", *played)] if played else []
    lints: list[Command] = [("lint", *scenarios)] if scenarios else []
    return [*plays, *lints, ("generate", "--check", "--game", game)]
