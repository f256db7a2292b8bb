"""The symmetries of 5x5 Tactics: the eight of the square (TAC-BRD-4), each also with the two players exchanged."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from types import MappingProxyType
from typing import Any, NamedTuple

from ludex.games.tactics.board import SIZE
from ludex.games.tactics.state import LIMIT, PLAYERS, is_place
from ludex.support import NoImage

Fields = dict[str, Any]
SWAP = "swap"
# By what is done, from left to right: x exchanges left and right, y top and bottom, xy the two coordinates.
TURNS: Mapping[str, Callable[[int, int], tuple[int, int]]] = {
    "": lambda x, y: (x, y),
    "x": lambda x, y: (SIZE - 1 - x, y),
    "y": lambda x, y: (x, SIZE - 1 - y),
    "x+y": lambda x, y: (SIZE - 1 - x, SIZE - 1 - y),
    "xy": lambda x, y: (y, x),
    "xy+x": lambda x, y: (SIZE - 1 - y, x),
    "xy+y": lambda x, y: (y, SIZE - 1 - x),
    "xy+x+y": lambda x, y: (SIZE - 1 - y, SIZE - 1 - x),
}
STILL = TURNS[""]
OTHER = dict(zip(PLAYERS, reversed(PLAYERS), strict=True))


class Symmetry(NamedTuple):
    """Where a place goes, and whether the players are exchanged."""

    turn: Callable[[int, int], tuple[int, int]]
    swaps: bool


def _by_name() -> dict[str, Symmetry]:
    """`xy+x+swap`: first x and y are exchanged, then left and right, then the players."""
    made = {
        "+".join(part for part in (square, SWAP if swaps else "") if part): Symmetry(turn, swaps)
        for swaps, (square, turn) in product((False, True), TURNS.items())
    }
    return {name: symmetry for name, symmetry in made.items() if name}


SYMMETRIES: Mapping[str, Symmetry] = MappingProxyType(_by_name())


def question(name: str, _: str, asked: Any, __: str) -> Fields:
    """The fields of the image of a question; raises NoImage where there is none."""
    if not isinstance(asked, Mapping):
        raise NoImage("the question is no object")
    return _image_of(asked, SYMMETRIES[name])


def result(name: str, _: str, __: Any, expected: Fields, ___: str) -> Fields:
    """The image of a result that is no refusal; a verdict says nothing of places and players."""
    return _image_of(expected, SYMMETRIES[name])


def _image_of(fields: Mapping[str, Any], seen: Symmetry) -> Fields:
    return {field: _FIELDS[field](value, seen) if field in _FIELDS else value for field, value in fields.items()}


def _state(data: Any, seen: Symmetry) -> Fields:
    if not isinstance(data, Mapping) or not isinstance(data.get("units"), list):
        raise NoImage("the state has no list of units")
    players = {field: _player(data[field], seen) for field in ("currentPlayer", "winner") if field in data}
    return {**data, "units": [_unit(unit, seen) for unit in data["units"]], **players}


def _unit(data: Any, seen: Symmetry) -> Fields:
    if not isinstance(data, Mapping) or not {"owner", "position"} <= data.keys():
        raise NoImage("a unit has no owner or no position")
    return {**data, "owner": _player(data["owner"], seen), "position": _place(data["position"], seen)}


def _action(data: Any, seen: Symmetry) -> Fields:
    if not isinstance(data, Mapping):
        raise NoImage("the action is no object")
    image = dict(data)
    if "playerId" in data:
        image["playerId"] = _player(data["playerId"], seen)
    if data.get("targetPosition") is not None:
        image["targetPosition"] = _place(data["targetPosition"], seen)
    return image


def _actions(data: Any, seen: Symmetry) -> list[Any]:
    if not isinstance(data, list):
        raise NoImage("the actions are no list")
    return [_action(action, seen) for action in data]


def _player(name: Any, seen: Symmetry) -> Any:
    """The other player; whoever is neither of the two stays who it is."""
    return OTHER.get(name, name) if seen.swaps and isinstance(name, str) else name


def _place(place: Any, seen: Symmetry) -> Any:
    if seen.turn is STILL:
        return place
    if not is_place(place):
        raise NoImage("a place is not two whole numbers within a million")
    x, y = seen.turn(place["x"], place["y"])
    if max(abs(x), abs(y)) > LIMIT:
        raise NoImage("the image of a place lies beyond the million that TAC-STA-2 and TAC-ACT-5 allow")
    return {"x": x, "y": y}


_FIELDS: Mapping[str, Callable[[Any, Symmetry], Any]] = {
    "position": _state,
    "action": _action,
    "actions": _actions,
}
