"""What the tests of kits share: an adapter in each language, written and built once."""

import os
import subprocess
from pathlib import Path

import pytest
from msgspec import Struct

from ludex.kits import kit_of, languages, write_kit


class Built(Struct, frozen=True):
    """An adapter that can be run: its folder, and the command, to be started there."""

    folder: Path
    command: tuple[str, ...]


def able(language: str) -> None:
    """Skips where a toolchain is missing; in CI that is a failure."""
    lacking = kit_of(language).lacking
    if lacking and os.environ.get("LUDEX_CI"):
        pytest.fail(f"{language}: {lacking}")
    if lacking:
        pytest.skip(f"{language}: {lacking}")


def built(language: str, game: str, folder: Path) -> Built:
    """Writes a kit into a folder and builds it."""
    able(language)
    write_kit(language, game, folder)
    return compiled(language, folder)


def compiled(language: str, folder: Path) -> Built:
    """Builds what was written into a folder."""
    kit = kit_of(language)
    if kit.build:
        done = subprocess.run(kit.build, cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert "warning" not in done.stderr, done.stderr
    return Built(folder, tuple(_found(word, folder) for word in kit.run))


def _found(word: str, folder: Path) -> str:
    """A word of the command, in full where it names something in the folder."""
    return str(folder / word) if (folder / word).exists() else word


@pytest.fixture(scope="session", params=languages())
def adapter(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Each language's adapter for the first game that has codecs of its own."""
    return built(request.param, "tribun", tmp_path_factory.mktemp("kits") / request.param)
