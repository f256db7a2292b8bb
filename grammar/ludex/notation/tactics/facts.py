"""States of 5x5 Tactics in sentences: a list of facts becomes a state, and a state becomes a list of facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ludex.notation.reading import Contradiction, one_typed, typed
from ludex.notation.tactics import values as v
from ludex.notation.tactics.actions import is_place
from ludex.notation.tactics.claims import START, Claims, claims_of
from ludex.notation.tactics.texts import name_text
from ludex.notation.written import NoSentence, json_text, value_of

Position = dict[str, Any]
Unit = Mapping[str, Any]
USUAL_HP, USUAL_ATTACK = 10, 3
UNIT_FIELDS = {"id", "owner", "hp", "attack", "alive", "position"}
BLANK: Position = {
    "board": {"width": v.SIZE, "height": v.SIZE},
    "units": [],
    "currentPlayer": "P1",
    "isGameOver": False,
    "winner": None,
}


def compose(facts: Iterable[v.Fact]) -> Position:
    """The state that facts describe; raises Contradiction."""
    claims = claims_of(facts)
    if claims.whole is not None:
        return _imposed(claims.whole, claims)
    for unit in [*claims.units, *claims.drawn()]:
        _require_known(claims, unit)
    if "turn" not in claims.said and "currentPlayer" not in claims.replaced:
        raise Contradiction(-1, f"a word on who is to move: {one_typed(f'{player} to move' for player in v.PLAYERS)}")
    units = [_fresh_unit(unit, claims.units[unit]) for unit in claims.legends]
    return _with_fields({**BLANK, "units": units}, claims)


def _require_known(claims: Claims, unit: str) -> None:
    name = name_text(unit)
    mentioned = max(index for topic, index in claims.said.items() if isinstance(topic, tuple) and topic[0] == unit)
    if unit not in claims.legends:
        raise Contradiction(mentioned, f"a legend for {typed(name)}, such as {typed(f'{name} = P1 hp 10 attack 3')}")
    if "tile" not in claims.units[unit]:
        raise Contradiction(mentioned, f"a tile for {typed(name)}, drawn or in words: {typed(f'{name} at (1,2)')}")


def _fresh_unit(name: str, claimed: Mapping[str, Any]) -> Position:
    alive = claimed.get("alive", True)
    return {
        "id": name,
        "owner": claimed["owner"],
        "hp": claimed.get("hp", USUAL_HP if alive else 0),
        "attack": claimed.get("attack", USUAL_ATTACK),
        "alive": alive,
        "position": _place(claimed["tile"]),
    }


def _place(tile: v.Tile) -> dict[str, int]:
    return {"x": tile.x, "y": tile.y}


def _with_fields(state: Position, claims: Claims) -> Position:
    changed = {**state, **claims.fields, **claims.replaced}
    return {name: value for name, value in changed.items() if name not in claims.missing}


def impose(position: Position, facts: Iterable[v.Fact]) -> Position:
    """The state with these facts put in: the same state exactly if they hold in it; raises Contradiction."""
    claims = claims_of(facts)
    return _imposed(position if claims.whole is None else claims.whole, claims)


def _imposed(position: Position, claims: Claims) -> Position:
    if not claims.units and not claims.empty:
        return _with_fields(position, claims)
    units = _by_name(position.get("units"))
    for name, claimed in claims.units.items():
        units[name] = _changed(units.get(name, {"id": name}), claimed)
    for name in claims.drawn() - _said_dead(claims):
        units[name]["alive"] = True
    left = [unit for unit in units.values() if not (unit.get("alive") and _tile_of(unit) in claims.empty)]
    return _with_fields({**position, "units": left}, claims)


def _by_name(units: Any) -> dict[str, Position]:
    if not isinstance(units, list) or not all(map(_has_name, units)):
        raise Contradiction(-1, "units with names in the JSON, or nothing about units beside it")
    return {unit["id"]: dict(unit) for unit in units}


def _has_name(unit: Any) -> bool:
    return isinstance(unit, Mapping) and isinstance(unit.get("id"), str)


def _said_dead(claims: Claims) -> set[str]:
    return {name for name, claimed in claims.units.items() if claimed.get("alive") is False}


def _changed(unit: Position, claimed: Mapping[str, Any]) -> Position:
    said = dict(claimed)
    if "tile" in said:
        said["position"] = _place(said.pop("tile"))
    return {**unit, **said}


def _tile_of(unit: Unit) -> v.Tile | None:
    place: Any = unit.get("position")
    return v.Tile(place["x"], place["y"]) if is_place(place) else None


def facts_of(position: Any) -> list[v.Fact]:
    """The facts that describe a state, in the order in which they are printed; raises NoSentence.

    What has no words of its own is said in JSON: ``state with {...}``."""
    units = _units_of(position)
    return _completed([*_whose(position), *_start_or(units, [_legend(unit, True) for unit in units])], position)


def drawn_facts_of(position: Any) -> list[v.Fact]:
    """The facts that describe a state with a drawn board; raises NoSentence."""
    units = _units_of(position)
    drawn = drawn_units(units)
    names = {unit["id"] for unit in drawn.values()}
    legends = [_legend(unit, unit["id"] not in names) for unit in units]
    share = -(-len(legends) // v.SIZE)
    rows: list[v.Fact] = []
    for y in range(v.SIZE):
        cells = tuple(drawn[tile]["id"] if (tile := v.Tile(x, y)) in drawn else None for x in range(v.SIZE))
        rows.append(v.Row(cells, tuple(legends[y * share : (y + 1) * share])))
    return _completed([*_whose(position), *rows], position)


def drawn_units(units: Iterable[Unit]) -> dict[v.Tile, Unit]:
    """The living units that stand on tiles of the board, one for each tile: the first, where there are several."""
    found: dict[v.Tile, Unit] = {}
    for unit in units:
        tile = _tile_of(unit)
        if tile and tile.is_on_board and unit["alive"]:
            found.setdefault(tile, unit)
    return found


def is_unit(unit: Any) -> bool:
    """Whether a unit is one that the notation has words for."""
    return (
        isinstance(unit, Mapping)
        and unit.keys() == UNIT_FIELDS
        and isinstance(unit["id"], str)
        and unit["owner"] in v.PLAYERS
        and type(unit["hp"]) is type(unit["attack"]) is int
        and type(unit["alive"]) is bool
        and is_place(unit["position"])
    )


def _units_of(position: Any) -> list[Unit]:
    """The units of a state, or none where the notation has no words for some."""
    if not isinstance(position, Mapping):
        raise NoSentence("a state is an object")
    units = position.get("units")
    if not isinstance(units, list) or not all(map(is_unit, units)):
        return []
    return units if len({unit["id"] for unit in units}) == len(units) else []


def _whose(position: Mapping[str, Any]) -> list[v.Fact]:
    current, winner = position.get("currentPlayer"), position.get("winner")
    said: list[v.Fact] = [v.ToMove(current if current in v.PLAYERS else "P1")]
    return said + ([v.Outcome(winner)] if winner in v.PLAYERS and position.get("isGameOver") is True else [])


def _start_or(units: list[Unit], said: list[v.Legend]) -> list[v.Fact]:
    start = [v.Legend((name,), owner, False, tile, 10, 3) for name, (owner, tile) in START.items()]
    return [v.StandardStart()] if units and said == start else [*said]


def _legend(unit: Unit, placed: bool) -> v.Legend:
    tile = _tile_of(unit) if placed else None
    return v.Legend((unit["id"],), unit["owner"], not unit["alive"], tile, unit["hp"], unit["attack"])


def _completed(said: list[v.Fact], position: Mapping[str, Any]) -> list[v.Fact]:
    """These facts, and in JSON whatever they leave out of the state or say otherwise."""
    composed = compose(said)
    odd = {name: value for name, value in position.items() if name not in composed or not _same(composed[name], value)}
    said += [v.With(json_text(odd))] if odd else []
    return said + [v.Without(name) for name in composed if name not in position]


def _same(one: Any, other: Any) -> bool:
    """Equal also in the kind of number, which a comparison of values overlooks."""
    return json_text(one) == json_text(other)


def restated(position: Any, facts: Sequence[v.Fact]) -> list[list[v.Fact]]:
    """For each fact, what is so in a state of the same things: nothing, of a unit that is not there."""
    units = {unit["id"]: unit for unit in _units_of(position)}
    said_dead = _said_dead(claims_of(facts))
    rows = iter(range(v.SIZE))
    said: list[list[v.Fact]] = []
    for fact in facts:
        if isinstance(fact, v.Row):
            said.append([_row_restated(fact, next(rows), units, said_dead)])
        else:
            said.append(_restated(fact, position, units))
    return said


def _row_restated(row: v.Row, y: int, units: Mapping[str, Unit], said_dead: set[str]) -> v.Row:
    drawn = drawn_units(units.values())
    cells: list[str | None] = []
    for x, written in enumerate(row.cells):
        tile = v.Tile(x, y)
        lying = written in said_dead and written in units and _tile_of(units[written]) == tile
        cells.append(drawn[tile]["id"] if tile in drawn else written if lying else None)
    legends = [one for legend in row.legends for one in _legend_restated(legend, units)]
    return v.Row(tuple(cells), tuple(legends))


def _legend_restated(legend: v.Legend, units: Mapping[str, Unit]) -> list[v.Legend]:
    """A legend for each unit that is there, which says as much as the legend did."""
    said = []
    for name in legend.units:
        if unit := units.get(name):
            dead, tile = not unit["alive"], _tile_of(unit) if legend.at else None
            hp, attack = (unit[key] if value is not None else None for key, value in _numbers(legend))
            said.append(v.Legend((name,), unit["owner"], dead, tile, hp, attack))
    return said


def _numbers(legend: v.Legend) -> tuple[tuple[str, int | None], ...]:
    return ("hp", legend.hp), ("attack", legend.attack)


def _restated(fact: v.Fact, position: Any, units: Mapping[str, Unit]) -> list[v.Fact]:
    match fact:
        case v.Legend():
            return [*_legend_restated(fact, units)]
        case v.Empty(tiles):
            return _standing(tiles, units)
        case v.ToMove() if position.get("currentPlayer") in v.PLAYERS:
            return [v.ToMove(position["currentPlayer"])]
        case v.Outcome() if position.get("winner") in (None, *v.PLAYERS):
            return [v.Outcome(position["winner"])]
        case v.StandardStart():
            return [_legend(unit, True) for unit in units.values()]
        case v.Stands() | v.Lives() | v.Hp() | v.Strength():
            return _unit_restated(fact, units.get(fact.unit))
        case _:
            return _json_restated(fact, position)


def _standing(tiles: Iterable[v.Tile], units: Mapping[str, Unit]) -> list[v.Fact]:
    living = {tile: unit["id"] for tile, unit in drawn_units(units.values()).items()}
    empty = tuple(tile for tile in tiles if tile not in living)
    standing: list[v.Fact] = [v.Stands(living[tile], tile) for tile in tiles if tile in living]
    return [*([v.Empty(empty)] if empty else []), *standing]


def _unit_restated(fact: v.Stands | v.Lives | v.Hp | v.Strength, unit: Unit | None) -> list[v.Fact]:
    if unit is None:
        return []
    match fact:
        case v.Stands(name):
            tile = _tile_of(unit)
            return [v.Stands(name, tile)] if tile else []
        case v.Lives(name):
            return [v.Lives(name, unit["alive"])]
        case v.Hp(name):
            return [v.Hp(name, unit["hp"])]
        case v.Strength(name):
            return [v.Strength(name, unit["attack"])]


def _json_restated(fact: v.Fact, position: Any) -> list[v.Fact]:
    match fact:
        case v.Whole():
            return [v.Whole(json_text(position))]
        case v.With(text):
            there = {name: position[name] for name in value_of(text) if name in position}
            missing: list[v.Fact] = [v.Without(name) for name in value_of(text) if name not in position]
            return [*([v.With(json_text(there))] if there else []), *missing]
        case v.Without(name):
            return [v.With(json_text({name: position[name]}))] if name in position else [fact]
        case _:
            return []
