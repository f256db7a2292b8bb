"""Editions from a file of one's own: a game whose figures are data can be played with other figures."""

import json
import re
from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from ludex.fault import Fault
from ludex.seam import GAMES, games_in, package_of, reference_of
from ludex.support import support_of
from ludex.support.seam import Figures

NAME = re.compile(r"[a-z0-9][a-z0-9.-]*")


class UserTable(NamedTuple):
    """A table of one's own: the edition of a game that it is, the file, and a hash of what it says."""

    game: str
    edition: str
    path: Path
    sha256: str

    @property
    def said(self) -> str:
        """As it is said on a command line."""
        return f"{self.game}={self.path}"


ADDED: list[UserTable] = []  # in this process, for those that it starts


def add_edition(said: str, may_replace: bool = False) -> UserTable:
    """Adds the edition of ``GAME=FILE`` to the rulebook of the game, as long as this process runs.

    Where it ``may_replace``, a table of the name of an edition takes its place. Raises Fault, which names the file, and
    everything that is wrong in it by its place.
    """
    name, sign, path = said.partition("=")
    if not sign or not path:
        raise Fault(f"--table {said}: a game and a file are needed", "Write it as --table GAME=FILE.json.")
    figures, game = _figures(name), reference_of(name)
    data = _read(Path(path), name)
    edition = _edition_in(data, path)
    if edition in game.REGISTER.editions and not may_replace:
        raise Fault(f"{path}: the edition {edition} is there already", "Give the table a name of its own, at /edition.")
    faults = figures.faults(data)
    if faults:
        listed = "".join(f"\n    {fault}" for fault in faults)
        raise Fault(f"{path}: this table cannot be played:{listed}", _remedy(name))
    others = tuple(one for one in game.REGISTER.all_editions if one.id != edition)
    vars(game)["REGISTER"] = replace(game.REGISTER, all_editions=(*others, figures.edition_of(data)))
    table = UserTable(name, edition, Path(path).resolve(), sha256(_canonical(data)).hexdigest())
    ADDED.append(table)
    return table


def hold_to(table: UserTable, game: str | None, editions: Iterable[str]) -> None:
    """Raises Fault where another game is judged than that of the table, or another edition: before anything is made."""
    if game not in (None, table.game):
        raise Fault(f"--game {game}: the table {table.path} is of {table.game}", "Leave out one of the two.")
    for edition in editions:
        if edition != table.edition:
            remedy = f"Leave out --edition, or name {table.edition}."
            raise Fault(f"--edition {edition}: by a table that is the edition {table.edition}", remedy)


def play_alone(said: str) -> UserTable:
    """Makes the edition of ``GAME=FILE`` the only one of its game in this process: before its suite is looked at."""
    table = add_edition(said, may_replace=True)
    game = reference_of(table.game)
    vars(game)["REGISTER"] = replace(game.REGISTER, all_editions=game.REGISTER.all_editions[-1:])
    return table


def _canonical(data: Any) -> bytes:
    """What a table says, in whatever order and with whatever spaces it is written."""
    return json.dumps(data, sort_keys=True, separators=(",", ":")).encode()


def _remedy(game: str) -> str:
    from ludex import where

    shipped = sorted((where.spec_of(game) / "data").glob("*.json"))
    schema = where.spec_of(game) / "schema" / "edition.json"
    example = f"Begin with a copy of {shipped[0]}. " if shipped else ""
    return f"{example}{schema} is the schema." if schema.is_file() else example.strip()


def _figures(name: str) -> Figures:
    if package_of(GAMES, name) is None:
        raise Fault(f"--table: there is no game {name!r}", f"The games are {', '.join(games_in(GAMES))}.")
    figures = support_of(name).figures
    if figures is None:
        able = [game for game in games_in(GAMES) if support_of(game).figures is not None]
        remedy = f"Games whose figures are data: {', '.join(able) or 'none'}."
        raise Fault(f"--table: {name} has no table that a file could replace", remedy)
    return figures


def _read(path: Path, game: str) -> dict[str, Any]:
    try:
        data = json.loads(path.read_text(encoding="utf-8-sig"), object_pairs_hook=_once)
    except OSError as error:
        raise Fault(f"cannot read {path}: {error.strerror}", "Name a file that is there: --table GAME=FILE.") from None
    except RecursionError:
        raise Fault(f"{path} is not JSON that can be read: it is nested too deeply", _remedy(game)) from None
    except ValueError as error:
        raise Fault(f"{path} is not JSON: {error}", f"Mend it there. {_remedy(game)}") from None
    if not isinstance(data, dict):
        raise Fault(f"{path} holds no JSON object", f"A table is one, with `edition` as its name. {_remedy(game)}")
    return data


def _once(members: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; of two members of one name nobody could say which counts."""
    names = [name for name, _ in members]
    if twice := [name for name in names if names.count(name) > 1]:
        raise ValueError(f"the member {twice[0]!r} is written twice in an object")
    return dict(members)


def _edition_in(data: dict[str, Any], path: str) -> str:
    edition = data.get("edition")
    if isinstance(edition, str) and NAME.fullmatch(edition):
        return edition
    raise Fault(f"{path}: /edition: the table has no name", "Give it one of small letters, digits, dots and dashes.")
