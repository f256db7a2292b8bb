"""Where the rulebooks, the vectors and the example engines lie: in the checkout, or inside the installed package."""

import os
from pathlib import Path

from ludex.seam import GAMES, games_in

_HERE = Path(__file__).resolve().parent
_CHECKOUT = _HERE.parents[1]


def _folder(name: str) -> Path:
    in_checkout = _CHECKOUT / name
    return in_checkout if (_CHECKOUT / "pyproject.toml").is_file() else _HERE / name


def spec() -> Path:
    """The folder of the rulebooks, one folder a game."""
    return _folder("spec")


def scenarios(game: str) -> list[Path]:
    """The files of a game's scenarios."""
    return sorted((spec() / game / "scenarios").rglob("*.ludex"))


def vectors() -> Path:
    """The folder of the vectors, one folder a game; the variable LUDEX_VECTORS names another."""
    other = os.environ.get("LUDEX_VECTORS")
    return Path(other) if other else _folder("vectors")


def engines() -> Path:
    """The folder of the example engines (only in a checkout)."""
    return _CHECKOUT / "conformance" / "engines"


def games() -> tuple[str, ...]:
    """The games that this installation has a reference for."""
    return games_in(GAMES)
