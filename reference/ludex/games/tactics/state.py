"""A position of 5x5 Tactics: the units in their order, whose turn it is, and whether the game is over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from ludex.games.tactics.board import SIZE, Tile, on_board
from ludex.rules import Rules, Unreadable, check, effect, reading, relation, require, verdict

PLAYERS = ("P1", "P2")
LIMIT = 1_000_000


class Unit(NamedTuple):
    """One unit; ``alive`` is the mark in the state, which says nothing of a unit without hit points (TAC-UNT-7)."""

    id: str
    owner: str
    hp: int
    attack: int
    alive: bool
    tile: Tile


class Spent(NamedTuple):
    """The ids of the units that have moved and attacked in this turn; a GameState does not tell."""

    moved: frozenset[str] = frozenset()
    attacked: frozenset[str] = frozenset()


NOTHING_SPENT = Spent()


@dataclass(frozen=True, slots=True)
class Position:
    """A frozen position; ``spent`` is no part of the state on the wire, and of no comparison."""

    units: tuple[Unit, ...]
    current: str
    over: bool
    winner: str | None
    spent: Spent = field(default=NOTHING_SPENT, compare=False)


def opponent(player: str) -> str:
    """The other player."""
    return PLAYERS[player == PLAYERS[0]]


@relation("TAC-UNT-2")
def living(units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """The units that are alive: marked so, and with hit points left."""
    return tuple([unit for unit in units if unit.alive and unit.hp > 0])


@effect("TAC-UNT-7")
def unmarked(position: Position, rules: Rules) -> Position:
    """No unit without hit points is marked alive any more; by a reading such a mark stays."""
    units = [u._replace(alive=u.alive and (u.hp > 0 or rules.reads("life-without-hp", "kept"))) for u in position.units]
    return replace(position, units=tuple(units))


def is_alive(unit: Unit) -> bool:
    """Whether a unit is alive."""
    return bool(living((unit,)))


def unit_of(position: Position, name: str | None) -> Unit | None:
    """The unit of this id, alive or dead, or none; null is no unit's id."""
    # mechanical: looks a unit up by its id, which TAC-UNT-5 makes unique
    for unit in position.units:
        if unit.id == name:
            return unit
    return None


def put(position: Position, changed: Unit) -> Position:
    """The position with one unit changed, all in their old order."""
    # mechanical: replaces one unit in the list; the effects say what has changed
    units = tuple(changed if unit.id == changed.id else unit for unit in position.units)
    return replace(position, units=units)


def survivors(position: Position) -> set[str]:
    """The players who have a unit alive."""
    return {unit.owner for unit in living(position.units)}.intersection(PLAYERS)


def start_position() -> Position:
    """The playable start (TAC-STA-8)."""
    places = (("u1", "P1", 1, 0), ("u2", "P1", 3, 0), ("u3", "P2", 1, 4), ("u4", "P2", 3, 4))
    units = tuple(Unit(name, owner, 10, 3, True, Tile(x, y)) for name, owner, x, y in places)
    return Position(units, "P1", over=False, winner=None)


# Reading and showing

STATE_FIELDS = {"board", "units", "currentPlayer", "isGameOver", "winner"}
UNIT_FIELDS = {"id", "owner", "hp", "attack", "alive", "position"}


def is_whole(value: Any, low: int = -LIMIT) -> bool:
    """Whether a value is a whole number from ``low`` to a million."""
    return type(value) is int and low <= value <= LIMIT


def is_place(value: Any) -> bool:
    """Whether a value is an object of two whole numbers x and y."""
    return isinstance(value, Mapping) and value.keys() == {"x", "y"} and all(is_whole(n) for n in value.values())


def _is_size(value: Any) -> bool:
    return isinstance(value, Mapping) and value.keys() == {"width", "height"} and all(map(is_whole, value.values()))


@check("TAC-STA-1")
def has_its_fields(data: Any) -> bool:
    """The state is an object of five fields, each of its type."""
    return (
        isinstance(data, Mapping)
        and data.keys() == STATE_FIELDS
        and _is_size(data["board"])
        and isinstance(data["units"], list | tuple)
        and isinstance(data["currentPlayer"], str)
        and type(data["isGameOver"]) is bool
        and isinstance(data["winner"], str | None)
    )


@check("TAC-STA-2")
def has_proper_units(data: Mapping[str, Any]) -> bool:
    """Each unit is an object of six fields, each of its type and range."""
    return all(map(_is_unit, data["units"]))


def _is_unit(data: Any) -> bool:
    return (
        isinstance(data, Mapping)
        and data.keys() == UNIT_FIELDS
        and isinstance(data["id"], str)
        and isinstance(data["owner"], str)
        and is_whole(data["hp"])
        and is_whole(data["attack"], 0)
        and type(data["alive"]) is bool
        and is_place(data["position"])
    )


@check("TAC-BRD-1")
def is_five_by_five(data: Mapping[str, Any]) -> bool:
    """The board is five wide and five high."""
    return bool(data["board"]["width"] == data["board"]["height"] == SIZE)


@check("TAC-BRD-2")
def stands_on_tiles(position: Position) -> bool:
    """Every unit, alive or dead, is on the board."""
    return all(on_board(unit.tile) for unit in position.units)


@check("TAC-UNT-5")
def has_distinct_ids(position: Position) -> bool:
    """Every unit has a name, and no two have the same."""
    ids = {unit.id for unit in position.units}
    return len(ids) == len(position.units) and "" not in ids


@check("TAC-UNT-6")
def has_one_alive_a_tile(position: Position) -> bool:
    """No two units that are alive stand on one tile."""
    tiles = [unit.tile for unit in living(position.units) if on_board(unit.tile)]
    return len(set(tiles)) == len(tiles)


@check("TAC-STA-3")
def knows_its_players(position: Position) -> bool:
    """Whoever owns a unit, is on turn or has won is one of the two players."""
    named = {position.current, *(unit.owner for unit in position.units)} | ({position.winner} - {None})
    return named <= set(PLAYERS)


@check("TAC-STA-4")
def is_over_when_a_side_is_dead(position: Position) -> bool:
    """The game is over exactly when a player has no unit alive."""
    return position.over == (len(survivors(position)) < len(PLAYERS))


@check("TAC-STA-5")
def has_somebody_alive(position: Position) -> bool:
    """At least one unit is alive."""
    return any(map(is_alive, position.units))


@check("TAC-STA-6")
def has_the_winner_it_should(position: Position) -> bool:
    """A game that is on has no winner; one that is over has one, who has a unit alive."""
    return position.winner in survivors(position) if position.over else position.winner is None


STATE_CHECKS = (
    stands_on_tiles,
    has_distinct_ids,
    has_one_alive_a_tile,
    knows_its_players,
    is_over_when_a_side_is_dead,
    has_somebody_alive,
    has_the_winner_it_should,
)


def place_of(data: Mapping[str, int]) -> Tile:
    """The place that ``{"x","y"}`` names."""
    return Tile(data["x"], data["y"])


def _unit_of(data: Mapping[str, Any]) -> Unit:
    return Unit(data["id"], data["owner"], data["hp"], data["attack"], data["alive"], place_of(data["position"]))


@reading
def read_position(data: Any, _: Rules) -> Position:
    """The position that a GameState shows; raises Unreadable naming every clause that it breaks."""
    # mechanical: raises what the checks of the state have found broken
    require(Unreadable, (has_its_fields,), data, detail="a state has " + ", ".join(sorted(STATE_FIELDS)))
    require(Unreadable, (has_proper_units,), data, detail="a unit has " + ", ".join(sorted(UNIT_FIELDS)))
    position = Position(tuple(map(_unit_of, data["units"])), data["currentPlayer"], data["isGameOver"], data["winner"])
    broken = verdict((is_five_by_five,), data)[0] + verdict(STATE_CHECKS, position)[0]
    if broken:
        raise Unreadable(broken)
    return position


def show_place(tile: Tile) -> dict[str, int]:
    """A place as JSON."""
    return {"x": tile.x, "y": tile.y}


def _show_unit(unit: Unit) -> dict[str, Any]:
    return {
        "id": unit.id,
        "owner": unit.owner,
        "hp": unit.hp,
        "attack": unit.attack,
        "alive": unit.alive,
        "position": show_place(unit.tile),
    }


def show_position(position: Position) -> dict[str, Any]:
    """The GameState that shows a position."""
    return {
        "board": {"width": SIZE, "height": SIZE},
        "units": [_show_unit(unit) for unit in position.units],
        "currentPlayer": position.current,
        "isGameOver": position.over,
        "winner": position.winner,
    }


@check("TAC-TRN-7")
def tells_what_is_spent(data: Any, position: Position) -> bool:
    """``spent`` lists units of the player on turn that are alive, each once in a list."""
    own = {unit.id for unit in living(position.units) if unit.owner == position.current}
    return (
        isinstance(data, Mapping)
        and data.keys() == {"moved", "attacked"}
        and all(isinstance(names, list | tuple) for names in data.values())
        and all(_are_some_of(names, own) for names in data.values())
    )


def _are_some_of(names: Any, own: set[str]) -> bool:
    return all(isinstance(name, str) and name in own for name in names) and len(set(names)) == len(names)


def with_spent(position: Position, data: Any) -> Position:
    """The position with what its turn has spent; None says nothing. Raises Unreadable."""
    # mechanical: without the field there is nothing to read; TAC-TRN-7 asks what is given
    if data is None:
        return position
    require(Unreadable, (tells_what_is_spent,), data, position, detail="spent has moved and attacked")
    return replace(position, spent=Spent(frozenset(data["moved"]), frozenset(data["attacked"])))
