"""What a folder says of the engine in it, and how it is built and started: ``engine.json``, or the command line."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import msgspec

from ludex.fault import Fault
from ludex.mutation.engines.grammars import LANGUAGES, language_of
from ludex.mutation.engines.slips import SourceSlip, slips_in
from ludex.runner.examples import NAME, ExampleEngine, lacking, read

HOW = (
    f'Put a file {NAME} into it: {{"name": "mine", "game": "GAME", "build": ["make"], "command": ["./mine"], '
    '"sources": ["src/*.c"]}, or say so: --game GAME --build "make" --sources "src/*.c" -- ./mine'
)


def describe(
    folder: Path, game: str | None, build: str | None, sources: Sequence[str], command: Sequence[str]
) -> ExampleEngine:
    """The engine of a folder; the command line goes before what its file says. A Fault says what is missing."""
    if not folder.is_dir():
        raise Fault(f"{folder} is no folder", "--engine names the folder of an engine's source.")
    path = folder / NAME
    if path.is_file():
        found = read(path)
    elif game and command:
        found = ExampleEngine(folder.resolve().name, game, tuple(command), folder=str(folder))
    else:
        raise Fault(f"{folder} does not say how the engine is built and started", HOW)
    stated = msgspec.structs.replace(
        found,
        game=game or found.game,
        command=tuple(command) or found.quick.command or found.command,
        build=tuple(build.split()) if build else found.quick.build or found.build,
        sources=tuple(sources) or found.sources,
    )
    _be_able(stated)
    return stated


def _be_able(engine: ExampleEngine) -> None:
    lack = lacking(engine)
    if not lack and engine.build and shutil.which(engine.build[0]) is None and "/" not in engine.build[0]:
        lack = f"{engine.build[0]}, which builds it, is not on PATH"
    if lack:
        raise Fault(f"the engine {engine.name} cannot be built or started here: {lack}", "Install it.")


def slips_of(engine: ExampleEngine) -> list[SourceSlip]:
    """Every slip in the sources of an engine, file by file; a Fault where there is nothing to change."""
    root = Path(engine.folder)
    patterns = engine.sources or tuple(f"**/*{ending}" for language in LANGUAGES for ending in language.endings)
    without = {path for pattern in engine.without for path in root.glob(pattern)}
    files = sorted({path for pattern in patterns for path in root.glob(pattern) if path.is_file()} - without)
    known = [(path, language) for path in files if (language := language_of(path)) is not None]
    if not known:
        endings = " ".join(ending for language in LANGUAGES for ending in language.endings)
        raise Fault(
            f"no source to change in {root}: {' '.join(patterns) if engine.sources else 'no file of a known language'}",
            f"Name patterns of its sources (--sources, or `sources` in {NAME}); known endings: {endings}.",
        )
    found = [
        slip
        for path, language in known
        for slip in slips_in(path.relative_to(root).as_posix(), path.read_bytes(), language)
    ]
    if not found:
        raise Fault(f"there is nothing to change in the sources of {engine.name}", "Name others with --sources.")
    return found
