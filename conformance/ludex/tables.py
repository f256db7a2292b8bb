"""Editions from a file of one's own: a game whose figures are data can be played with other figures."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from ludex.fault import Fault
from ludex.seam import GAMES, games_in, package_of, reference_of
from ludex.support import support_of
from ludex.support.seam import Figures

NAME = re.compile(r"[a-z0-9][a-z0-9.-]*")
ADDED: list[str] = []  # as they were said, for processes that this one starts


def add_edition(said: str) -> str:
    """Adds the edition of ``GAME=FILE`` to the rulebook of the game, as long as this process runs; gives its name.

    Raises Fault, which names the file and everything that is wrong in it.
    """
    name, sign, path = said.partition("=")
    if not sign or not path:
        raise Fault(f"--table {said}: a game and a file are needed", "Write it as --table GAME=FILE.json.")
    figures, game = _figures(name), reference_of(name)
    data = _read(Path(path))
    edition = data.get("edition")
    if not isinstance(edition, str) or not NAME.fullmatch(edition):
        raise Fault(f"{path}: the table has no name", 'Give it a field "edition" of small letters, digits and dashes.')
    if edition in game.REGISTER.editions:
        raise Fault(f"{path}: the edition {edition} is there already", "Give the table a name of its own.")
    faults = figures.faults(data)
    if faults:
        listed = "".join(f"\n    {fault}" for fault in faults)
        raise Fault(f"{path}: this table cannot be played:{listed}", "Its schema is in the spec folder.")
    added = figures.edition_of(data)
    vars(game)["REGISTER"] = replace(game.REGISTER, all_editions=(*game.REGISTER.all_editions, added))
    ADDED.append(said)
    return edition


def _figures(name: str) -> Figures:
    if package_of(GAMES, name) is None:
        raise Fault(f"--table: there is no game {name!r}", f"The games are {', '.join(games_in(GAMES))}.")
    figures = support_of(name).figures
    if figures is None:
        raise Fault(f"--table: {name} has no table that a file could replace")
    return figures


def _read(path: Path) -> dict[str, Any]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise Fault(f"cannot read {path}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise Fault(f"{path} is not JSON: {error}") from None
    if not isinstance(data, dict):
        raise Fault(f"{path} holds no JSON object")
    return data
