"""Where the rulebooks, the vectors and the example engines lie: in the checkout, or inside the installed package.

The seam is imported by the functions that ask it: it would make the help of every command slower to appear.
"""

import os
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from ludex import cache

_HERE = Path(__file__).resolve().parent
_CHECKOUT = _HERE.parents[1]


def _folder(name: str) -> Path:
    in_checkout = _CHECKOUT / name
    return in_checkout if (_CHECKOUT / "pyproject.toml").is_file() else _HERE / name


def spec() -> Path:
    """The folder of the rulebooks, one folder a game."""
    return _folder("spec")


def spec_of(game: str) -> Path:
    """The folder of a game's rulebook; that of an installed game is in the package of its rules."""
    own, package = spec() / game, _package_folder(game)
    return own if own.is_dir() or package is None else package / "spec"


def _package_folder(game: str) -> Path | None:
    """The folder of the package of an installed game's rules; None of a game that ships, or that is not there."""
    from ludex.seam import GAMES, package_of

    package = package_of(GAMES, game)
    if package is None or package == f"{GAMES}.{game}":
        return None
    try:
        found = find_spec(package)
    except ImportError:  # an entry point of what is not there
        return None
    return Path(found.origin).parent if found and found.origin else None


def scenarios(game: str) -> list[Path]:
    """The files of a game's scenarios."""
    return sorted((spec_of(game) / "scenarios").rglob("*.ludex"))


def vectors() -> Path:
    """The folder of the vectors, one folder a game; the variable LUDEX_VECTORS names another."""
    other = os.environ.get("LUDEX_VECTORS")
    return Path(other) if other else shipped_vectors()


def vectors_of(game: str) -> Path:
    """The folder of a game's vectors; that of an installed game is in the package of its rules."""
    own, package = vectors() / game, None if os.environ.get("LUDEX_VECTORS") else _package_folder(game)
    return own if own.is_dir() or package is None else package / "vectors"


def shipped_vectors() -> Path:
    """The folder of the vectors that come with Ludex."""
    return _folder("vectors")


def template() -> Path:
    """The folder of the game that others begin with."""
    return _folder("template")


def tables() -> Path:
    """The folder of the vectors that are made of tables of somebody's own: a folder each, which holds one game."""
    return cache.folder() / "tables"


def memory_of(game: str) -> Path:
    """The folder of what is known of a game from earlier: apart for each checkout."""
    return cache.folder() / "made" / sha256(str(spec_of(game)).encode()).hexdigest()[:12] / game


def engines() -> Path:
    """The folder of the example engines (only in a checkout)."""
    return _CHECKOUT / "conformance" / "engines"


def versions_of_vectors() -> dict[str, str]:
    """The version of each game's vectors, as its manifest says it; a game without vectors has none."""
    import json

    manifests = {game: vectors_of(game) / "manifest.json" for game in games()}
    readable = {game: path for game, path in manifests.items() if path.is_file()}
    return {game: str(json.loads(path.read_bytes()).get("version", "?")) for game, path in readable.items()}


def games() -> tuple[str, ...]:
    """The games that this installation has a reference for."""
    from ludex.seam import GAMES, games_in

    return games_in(GAMES)


def nearby(path: str) -> str:
    """A path as it is typed in the current folder, where it lies below that."""
    try:
        return Path(path).relative_to(Path.cwd()).as_posix()
    except ValueError:
        return path


def version() -> str:
    """The version of the installed package."""
    from importlib.metadata import PackageNotFoundError  # slower to load than all else at the start of a command
    from importlib.metadata import version as installed

    try:
        return installed("ludex")
    except PackageNotFoundError:
        return "0"
