"""The contract of each layer of a game, as the tutorial shows it: one table, made of the protocols."""

from __future__ import annotations

from ludex.seam import GAMES, NOTATION, Name, Notation, Reference, names_of
from ludex.suites.seam import SUITES, GameSuite
from ludex.support.seam import PIECES, SUPPORT

MODULES = {
    f"{GAMES}.<game>": Reference,
    f"{NOTATION}.<game>": Notation,
    f"{SUITES}.<game>": GameSuite,
    **{f"{SUPPORT}.<game>.{piece}": protocol for piece, protocol in PIECES.items()},
}


def contract() -> str:
    """The table."""
    rows = [
        f"| `{module}` | {_cell(protocol, True)} | {_cell(protocol, False)} |" for module, protocol in MODULES.items()
    ]
    return "\n".join(["| module | must hold | may hold |", "|---|---|---|", *rows])


def _cell(protocol: type, required: bool) -> str:
    return ", ".join(f"`{name.called}`" for name in names_of(protocol) if _is_so(name, required)) or "—"


def _is_so(name: Name, required: bool) -> bool:
    return name.required == required
