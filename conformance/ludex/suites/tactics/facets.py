"""What there is to say of a question about one action: who stands where, by the names that the matrix of slips uses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ludex.rules import Rules

JUDGES = ("apply", "validate")
SIZE = 5
Place = tuple[int, int]


class Piece(NamedTuple):
    """One unit as a question has it; ``number`` is its place in the list, and ``lives`` whether it is alive."""

    id: Any
    owner: Any
    hp: Any
    attack: Any
    alive: Any
    at: Place | None
    number: int

    @property
    def lives(self) -> bool:
        return self.alive is True and isinstance(self.hp, int) and self.hp > 0


def facets(operation: str, asked: Mapping[str, Any], rules: Rules) -> Mapping[str, Any]:
    """The facets of a question, as far as its fields are of the right types."""
    state, action = asked.get("position"), asked.get("action")
    found: dict[str, Any] = {"op": operation, **_of_spent(asked.get("spent"))}
    if type(asked.get("depth")) is int:
        found["depth"] = asked["depth"]
    if operation == "replay":
        found["types"] = _types(asked.get("actions"))
    if not isinstance(state, Mapping):
        return found
    found["says_over"] = state.get("isGameOver") is True
    listed = state.get("units")
    if not isinstance(listed, list) or not all(isinstance(unit, Mapping) for unit in listed):
        return found
    units = [_piece(unit, number) for number, unit in enumerate(listed)]
    found |= _of_state(state, units)
    if operation in JUDGES and isinstance(action, Mapping):
        found |= _of_action(state, action, units, rules)
    return found


def _types(actions: Any) -> list[Any]:
    """The types of the actions of a replay."""
    listed = actions if isinstance(actions, list) else []
    return [action.get("type") for action in listed if isinstance(action, Mapping)]


def _piece(unit: Mapping[str, Any], number: int) -> Piece:
    name, owner, hp, attack, alive = (unit.get(name) for name in ("id", "owner", "hp", "attack", "alive"))
    return Piece(name, owner, hp, attack, alive, _place(unit.get("position")), number)


def _place(value: Any) -> Place | None:
    if not isinstance(value, Mapping):
        return None
    x, y = value.get("x"), value.get("y")
    return (x, y) if type(x) is int and type(y) is int else None


def _of_state(state: Mapping[str, Any], units: list[Piece]) -> dict[str, Any]:
    ids = [unit.id for unit in units if isinstance(unit.id, str)]
    return {
        "units": units,
        "living": [unit for unit in units if unit.lives],
        "ids": ids,
        "one_begins": any(one != other and other.startswith(one) for one in ids for other in ids),
        "over": state.get("isGameOver"),
        "winner": state.get("winner"),
        "current": state.get("currentPlayer"),
        "lives": [unit.hp for unit in units if isinstance(unit.hp, int)],
        "forces": [unit.attack for unit in units if isinstance(unit.attack, int)],
    }


def _of_action(state: Mapping[str, Any], action: Mapping[str, Any], units: list[Piece], rules: Rules) -> dict[str, Any]:
    me, place, name = action.get("playerId"), _place(action.get("targetPosition")), action.get("targetUnitId")
    target = next((unit for unit in units if name is not None and unit.id == name), None)
    beside = [unit for unit in units if _is_step(unit.at, place)]
    near = [unit for unit in units if target is not None and _is_step(unit.at, target.at)]
    own = [unit for unit in near if unit.owner == me]
    return {
        "type": action.get("type"),
        "me": me,
        "on_turn": me == state.get("currentPlayer"),
        "place": place,
        "off": place is not None and not _on_board(place),
        "name": name,
        "target": target,
        "there": [unit for unit in units if place is not None and unit.at == place],
        "beside": beside,
        "own_beside": [unit for unit in beside if unit.owner == me],
        "movers": [unit for unit in beside if unit.owner == me and unit.lives],
        "near": near,
        "own_near": own,
        "attackers": [unit for unit in own if unit.lives],
        "ahead": _ahead(place, units, me),
        "coordinates": [number for number in _numbers(action.get("targetPosition")) if isinstance(number, int)],
        "after": target is not None and _is_step(place, target.at),
        "reads": rules.choices,
    }


def _numbers(place: Any) -> list[Any]:
    return list(place.values()) if isinstance(place, Mapping) else []


def _ahead(place: Place | None, units: list[Piece], me: Any) -> list[Piece]:
    """Own living units next to a place by their number on the board, or across its edges, and not by a step."""
    if place is None:
        return []
    mine = [unit for unit in units if unit.owner == me and unit.lives and unit.at is not None]
    return [unit for unit in mine if unit.at is not None and _seems_a_step(unit.at, place)]


def _seems_a_step(one: Place, other: Place) -> bool:
    rows = abs((one[1] - other[1]) * SIZE + one[0] - other[0]) == 1
    columns = abs((one[0] - other[0]) * SIZE + one[1] - other[1]) == 1
    around = sorted((abs(one[0] - other[0]) % SIZE, abs(one[1] - other[1]) % SIZE)) in ([0, 1], [0, SIZE - 1])
    return (rows or columns or around) and not _is_step(one, other)


def _of_spent(spent: Any) -> dict[str, Any]:
    fields = spent if isinstance(spent, Mapping) else {}
    return {"moved": fields.get("moved") or [], "attacked": fields.get("attacked") or [], "told": spent is not None}


def _is_step(one: Place | None, other: Place | None) -> bool:
    return one is not None and other is not None and abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def _on_board(place: Place) -> bool:
    return all(0 <= number < SIZE for number in place)
