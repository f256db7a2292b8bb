"""States of 5x5 Tactics in sentences: a list of facts becomes a state, and a state becomes a list of facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ludex.notation.reading import Contradiction, as_typed, one_typed
from ludex.notation.tactics import facts as f
from ludex.notation.tactics.boards import (
    BLANK,
    PLAYERS,
    SIZE,
    Position,
    Unit,
    WrittenTile,
    drawn_units,
    is_unit,
    place_of,
    tile_of,
)
from ludex.notation.tactics.claims import Claims
from ludex.notation.tactics.names import name_text
from ludex.notation.wholes import in_json
from ludex.notation.written import NoSentence

USUAL_HP, USUAL_ATTACK = 10, 3


def claims_of(facts: Iterable[f.Fact]) -> Claims:
    """The claims of a list of facts; raises Contradiction."""
    claims = Claims()
    for index, fact in enumerate(facts):
        fact.put(claims, index)
    claims.close()
    return claims


def compose(facts: Iterable[f.Fact]) -> Position:
    """The state that facts describe; raises Contradiction."""
    claims = claims_of(facts)
    if claims.whole is not None:
        return _impose(claims.whole, claims)
    for unit in [*claims.units, *claims.drawn_units()]:
        _require_known(claims, unit)
    if "turn" not in claims.said and "currentPlayer" not in claims.replaced:
        raise Contradiction(-1, f"a word on who is to move: {one_typed(f'{player} to move' for player in PLAYERS)}")
    units = [_fresh_unit(unit, claims.units[unit]) for unit in claims.legends]
    return claims.with_fields({**BLANK, "units": units, **claims.fields})


def _require_known(claims: Claims, unit: str) -> None:
    name = name_text(unit)
    if unit not in claims.legends:
        lacking = f"a legend for {as_typed(name)}, such as {as_typed(f'{name} = P1 hp 10 attack 3')}"
        raise Contradiction(_last_mention(claims, unit), lacking)
    if "tile" not in claims.units[unit]:
        lacking = f"a tile for {as_typed(name)}, drawn or in words: {as_typed(f'{name} at (1,2)')}"
        raise Contradiction(_last_mention(claims, unit), lacking)


def _last_mention(claims: Claims, unit: str) -> int:
    return max(index for topic, index in claims.said.items() if isinstance(topic, tuple) and topic[0] == unit)


def _fresh_unit(name: str, claimed: Mapping[str, Any]) -> Position:
    alive = claimed.get("alive", True)
    return {
        "id": name,
        "owner": claimed["owner"],
        "hp": claimed.get("hp", USUAL_HP if alive else 0),
        "attack": claimed.get("attack", USUAL_ATTACK),
        "alive": alive,
        "position": place_of(claimed["tile"]),
    }


def impose(position: Position, facts: Iterable[f.Fact]) -> Position:
    """The state with these facts put in: the same state exactly if they hold in it; raises Contradiction."""
    claims = claims_of(facts)
    return _impose(position if claims.whole is None else claims.whole, claims)


def _impose(position: Position, claims: Claims) -> Position:
    if not claims.units and not claims.empty:
        return claims.with_fields({**position, **claims.fields})
    units = _by_name(position.get("units"))
    for name, claimed in claims.units.items():
        units[name] = _unit_with(units.get(name, {"id": name}), claimed)
    for name in claims.drawn_units() - claims.said_dead():
        units[name]["alive"] = True
    left = [unit for unit in units.values() if not (unit.get("alive") and tile_of(unit) in claims.empty)]
    return claims.with_fields({**position, "units": left, **claims.fields})


def _by_name(units: Any) -> dict[str, Position]:
    if not isinstance(units, list) or not all(map(_has_name, units)):
        raise Contradiction(-1, "units with names in the JSON, or nothing about units beside it")
    return {unit["id"]: dict(unit) for unit in units}


def _has_name(unit: Any) -> bool:
    return isinstance(unit, Mapping) and isinstance(unit.get("id"), str)


def _unit_with(unit: Position, claimed: Mapping[str, Any]) -> Position:
    said = dict(claimed)
    if "tile" in said:
        said["position"] = place_of(said.pop("tile"))
    return {**unit, **said}


def facts_of(position: Any) -> list[f.Fact]:
    """The facts that describe a state, in the order in which they are printed; raises NoSentence.

    What has no words of its own is said in JSON: ``state with {...}``."""
    legends = tuple(map(f.legend_of, _units_of(position)))
    start = [f.StandardStart()] if legends == f.START else legends
    return _complete([*_whose(position), *start], position)


def drawn_facts_of(position: Any) -> list[f.Fact]:
    """The facts that describe a state with a drawn board; raises NoSentence."""
    units = _units_of(position)
    drawn = drawn_units(units)
    names = {unit["id"] for unit in drawn.values()}
    legends = [f.legend_of(unit, placed=unit["id"] not in names) for unit in units]
    share = -(-len(legends) // SIZE)
    rows: list[f.Fact] = []
    for y in range(SIZE):
        cells = tuple(drawn[tile]["id"] if (tile := WrittenTile(x, y)) in drawn else None for x in range(SIZE))
        rows.append(f.Row(cells, tuple(legends[y * share : (y + 1) * share])))
    return _complete([*_whose(position), *rows], position)


def _units_of(position: Any) -> list[Unit]:
    """The units of a state, or none where the notation has no words for some."""
    if not isinstance(position, Mapping):
        raise NoSentence("a state is an object")
    units = position.get("units")
    if not isinstance(units, list) or not all(map(is_unit, units)):
        return []
    return units if len({unit["id"] for unit in units}) == len(units) else []


def _whose(position: Mapping[str, Any]) -> list[f.Fact]:
    current, winner = position.get("currentPlayer"), position.get("winner")
    said: list[f.Fact] = [f.ToMove(current if current in PLAYERS else "P1")]
    return said + ([f.Outcome(winner)] if winner in PLAYERS and position.get("isGameOver") is True else [])


def _complete(said: list[f.Fact], position: Mapping[str, Any]) -> list[f.Fact]:
    """These facts, and in JSON whatever they leave out of the state or say otherwise."""
    return said + in_json(position, compose(said))


def restated(position: Any, facts: Sequence[f.Fact]) -> list[list[f.Fact]]:
    """For each fact, what is so in a state of the same things: nothing, of a unit that is not there."""
    found = f.State(position, {unit["id"]: unit for unit in _units_of(position)}, claims_of(facts).said_dead())
    return [[*fact.instead(found)] for fact in facts]
