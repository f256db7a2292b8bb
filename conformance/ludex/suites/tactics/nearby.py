"""Near misses: an action and its position with one thing changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from ludex.games.tactics.actions import END_TURN, MOVE, MOVE_AND_ATTACK, Action
from ludex.games.tactics.board import Tile, around
from ludex.games.tactics.state import Position, Spent, Unit, living, opponent, unit_of
from ludex.suites.dice import Dice
from ludex.suites.tactics.positions import FAR, TILES, Ask, is_readable, kill, settle

NOBODY = ("nobody", "", "u", "U1", "u1 ", "0")


def misses(dice: Dice, ask: Ask, most: int | None = None) -> list[Ask]:
    """So many of what is near (or all), in some order; positions that play cannot lead to are left out."""
    near = dice.shuffle([*_actions(dice, ask), *_positions(dice, ask), *_accounts(ask)])
    return [*islice((one for one in near if _is_told(one) and is_readable(one.position)), most)]


def _is_told(ask: Ask) -> bool:
    """Whether what is spent may be said of this position."""
    if ask.spent is None:
        return True
    own = {unit.id for unit in living(ask.position.units) if unit.owner == ask.position.current}
    return ask.spent.moved | ask.spent.attacked <= own


def _actions(dice: Dice, ask: Ask) -> Iterator[Ask]:
    """One field of the action changed."""
    action, position = ask.action, ask.position
    yield ask._replace(action=action._replace(player=opponent(action.player)))
    yield ask._replace(action=action._replace(type=None))
    if action.type == END_TURN:
        return
    yield ask._replace(action=action._replace(tile=None))
    yield from (ask._replace(action=action._replace(unit=name)) for name in _names(dice, action, position))
    for tile in _tiles(dice, action, position):
        yield ask._replace(action=action._replace(tile=tile))
    for kind in (MOVE, MOVE_AND_ATTACK, "ATTACK"):
        if kind != action.type and dice.chance(25):
            yield ask._replace(action=action._replace(type=kind))


def _names(dice: Dice, action: Action, position: Position) -> Iterator[str | None]:
    yield None
    yield dice.pick(NOBODY)
    yield from (unit.id for unit in dice.some(position.units, 4) if unit.id != action.unit)


def _tiles(dice: Dice, action: Action, position: Position) -> Iterator[Tile]:
    at = action.tile or dice.pick(TILES)
    yield from around(at)
    yield from (Tile(at.x + dx, at.y + dy) for dx, dy in dice.some(((1, 1), (1, -1), (-1, 1), (2, 0), (0, -2)), 2))
    yield from dice.some(FAR, 1)
    yield from (unit.tile for unit in dice.some(position.units, 3))
    yield dice.pick(TILES)


def _positions(dice: Dice, ask: Ask) -> Iterator[Ask]:
    """One unit of the position changed, added or taken away; or the turn."""
    position = ask.position
    yield ask._replace(position=replace(position, current=opponent(position.current)), spent=None)
    for unit in position.units:
        yield _with(ask, [kill(dice, one) if one == unit else one for one in position.units])
        yield _with(ask, [one._replace(owner=opponent(unit.owner)) if one == unit else one for one in position.units])
        yield _with(ask, [one for one in position.units if one != unit])
        beside = unit._replace(tile=dice.pick(around(unit.tile)))
        yield _with(ask, [beside if one == unit else one for one in position.units])
    for tile in _places_that_matter(ask):
        for owner in ("P1", "P2"):
            for alive in (True, False):
                yield _with(ask, [*position.units, _newcomer(dice, position, owner, tile, alive)])


def _places_that_matter(ask: Ask) -> set[Tile]:
    target = unit_of(ask.position, ask.action.unit or "")
    centers = {ask.action.tile, target and target.tile} - {None}
    return {place for center in centers if center for place in (center, *around(center))}


def _newcomer(dice: Dice, position: Position, owner: str, tile: Tile, alive: bool) -> Unit:
    names = {unit.id for unit in position.units}
    name = dice.pick([name for name in ("n", "u9", "w", "q", "m") if name not in names] or ["new"])
    return Unit(name, owner, dice.between(1, 6) if alive else 0, dice.between(0, 4), alive, tile)


def _with(ask: Ask, units: list[Unit]) -> Ask:
    changed = settle(units, ask.position.current)
    return ask._replace(position=changed)


def _accounts(ask: Ask) -> Iterator[Ask]:
    """What the turn has spent: everything, by all who could; half of it; or nothing."""
    own = frozenset(unit.id for unit in living(ask.position.units) if unit.owner == ask.position.current)
    yield ask._replace(spent=Spent(own, own))
    yield ask._replace(spent=Spent(own))
    yield ask._replace(spent=Spent(frozenset(), own))
    yield ask._replace(spent=None if ask.spent is not None else Spent())
