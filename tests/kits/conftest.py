"""What the tests of kits share: an adapter in each language for each game, written and built once."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import Struct

from ludex import where
from ludex.kits import kit_of, languages, write_kit
from ludex.support import support_of

BUILD_SECONDS = 120
ALL = bool(os.environ.get("LUDEX_ALL"))
# A language with a game: every one in the long tests; else each language once, and the games in turn.
PAIRS = [
    (language, game)
    for number, language in enumerate(languages())
    for place, game in enumerate(where.games())
    if ALL or number % len(where.games()) == place
]


class Built(Struct, frozen=True):
    """An adapter that can be run: its language, its folder, and the command, to be started there."""

    language: str
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
    """Builds what was written into a folder; no compiler has a warning."""
    kit = kit_of(language)
    if kit.build:
        command = {"cwd": folder, "capture_output": True, "text": True, "check": False, "timeout": BUILD_SECONDS}
        done = subprocess.run(kit.build, **command)  # type: ignore[call-overload]
        if done.returncode and kit.fetches and not os.environ.get("LUDEX_CI"):
            pytest.skip(
                f"{language}: {kit.build[0]} could not fetch what it needs, or not compile: {done.stderr[-300:]}"
            )
        assert done.returncode == 0, done.stderr + done.stdout
        assert "warning" not in done.stderr, done.stderr
    return Built(language, folder, tuple(_found(word, folder) for word in kit.run))


def _found(word: str, folder: Path) -> str:
    """A word of the command, in full where it names something in the folder."""
    return str(folder / word) if (folder / word).exists() else word


@pytest.fixture(scope="session")
def kits(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str], Built]:
    """An adapter of a language and a game, built when it is first asked for."""
    known: dict[tuple[str, str], Built] = {}

    def of(language: str, game: str) -> Built:
        able(language)
        if (language, game) not in known:
            known[language, game] = built(language, game, tmp_path_factory.mktemp("kits") / f"{language}-{game}")
        return known[language, game]

    return of


def with_codecs(game: str) -> list[str]:
    """The languages in which a game has codecs written by hand."""
    folder = support_of(game).kit
    assert folder is not None
    return [one for one in languages() if any((folder / of).is_dir() for of in (one, kit_of(one).base) if of)]


@pytest.fixture(params=with_codecs("tribun"))
def adapter(request: pytest.FixtureRequest, kits: Callable[[str, str], Built]) -> Built:
    """Each language's adapter for the first game that has codecs of its own."""
    return kits(request.param, "tribun")
