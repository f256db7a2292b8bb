"""Copies of an engine's folder, in which it is changed and built; the folder itself stays as it is."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from ludex.fault import Fault

LINKED = {"node_modules", ".venv", "venv"}  # what an engine stands on: large, and nothing that a build writes into
LEFT_OUT = {".git", "target", "__pycache__", ".gradle", "obj"}  # what is made, or is of no use to an engine
MOST_LEVELS = 6  # folders above that a copy shows, for what an engine reads beside its own folder
MAX_TOLD = 600  # bytes of what a build says


class EngineCopy:
    """One copy, in a mirror of the folders around it: what is beside it are links, so that ``../spec`` is the same."""

    def __init__(self, room: Path, source: Path) -> None:
        self.source = source
        self.folder = _mirror(room, source)

    def put(self, file: str, text: bytes) -> None:
        """Another text for a file."""
        (self.folder / file).write_bytes(text)

    def command(self, words: Sequence[str]) -> tuple[str, ...]:
        """A command with what stands in the copy named in full."""
        return tuple(str(self.folder / word) if self._is_here(word) else word for word in words)

    def _is_here(self, word: str) -> bool:
        with contextlib.suppress(OSError, ValueError):
            return not Path(word).is_absolute() and (self.folder / word).exists()
        return False

    def build(self, words: Sequence[str], seconds: float) -> str | None:
        """Build it; None if that went well, else what was said."""
        if not words:
            return None
        try:
            return _run(words, self.folder, seconds)
        except FileNotFoundError:
            raise Fault(
                f"{words[0]}, which builds the engine, is not on PATH", "Install it, or name another."
            ) from None
        except OSError as error:
            raise Fault(f"cannot build the engine: {words[0]}: {error.strerror}", "Look at its `build`.") from None


def _run(words: Sequence[str], folder: Path, seconds: float) -> str | None:
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    with tempfile.TemporaryFile() as told:
        build = subprocess.Popen(
            words,
            cwd=folder,
            stdout=told,
            stderr=told,
            stdin=subprocess.DEVNULL,
            env=environment,
            start_new_session=True,
        )
        try:
            build.wait(seconds)
        except BaseException as error:
            os.killpg(build.pid, signal.SIGKILL)
            build.wait()
            if isinstance(error, subprocess.TimeoutExpired):
                return f"not done after {seconds:g} s"
            raise
        told.seek(0)
        said = told.read()[-MAX_TOLD:].decode(errors="replace").strip()
    return (said or f"exit status {build.returncode}") if build.returncode else None


def _mirror(room: Path, source: Path) -> Path:
    """A copy of a folder below a room, with links to all that stands beside it and above, up to its repository."""
    source = source.resolve()
    chain = [*_levels(source), source]
    place = room if len(chain) > 1 else room / source.name
    for folder, below in pairwise(chain):
        place.mkdir(parents=True, exist_ok=True)
        for other in folder.iterdir():
            if other != below and other.name != ".git":
                (place / other.name).symlink_to(other)
        place = place / below.name
    shutil.copytree(source, place, symlinks=True, ignore=_not_to_copy, dirs_exist_ok=True)
    for name in LINKED:
        if (source / name).is_dir():
            (place / name).symlink_to(source / name)
    return place


def _not_to_copy(_: str, names: list[str]) -> set[str]:
    return (LINKED | LEFT_OUT).intersection(names)


def _levels(source: Path) -> Iterator[Path]:
    """The folders above that belong to the same repository, outermost first; just the nearest where there is none."""
    above = [*source.parents][:MOST_LEVELS]
    roots = [place for place, folder in enumerate(above) if (folder / ".git").exists()]
    if (source / ".git").exists() or not roots:
        return iter(())
    return reversed(above[: roots[0] + 1])
