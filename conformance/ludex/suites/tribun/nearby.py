"""Near misses: a word that is legal, with one field changed; or the same word, after one unit has changed."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.games.tribun.board import COLORS, LEAP_RAYS, NEIGHBOURS, ON_BOARD, STRAIGHT_RAYS, TILES, other
from ludex.games.tribun.patterns import AIM, REACH
from ludex.games.tribun.position import Position
from ludex.games.tribun.units import Unit
from ludex.games.tribun.words import Field, layouts
from ludex.rules import Rules
from ludex.suites.dice import Dice
from ludex.suites.tribun.positions import HEIGHTS, STACKS, Draft, unit_at

MOST: dict[str | None, int] = {"cid": 128, "direction": 6, "config": 3}
NOTHING = bytes(121)


def with_field(word: int, field: Field, value: int) -> int:
    """The word with one field replaced."""
    return word & ~field.mask | value << field.first


def fields_of(word: int, rules: Rules) -> tuple[Field, ...]:
    """The fields of a word's layout."""
    return layouts(rules)[word >> 28].fields


def cids_of(word: int, rules: Rules) -> list[int]:
    """The tiles that a word names."""
    return [field.read(word) for field in fields_of(word, rules) if field.what == "cid"]


def words_near(dice: Dice, position: Position, word: int, rules: Rules) -> Iterator[int]:
    """Readable words that differ from this one in one field."""
    for field in fields_of(word, rules):
        now = field.read(word)
        if field.what == "cid":
            values = _tiles_to_try(dice, position, word, rules)
        else:
            values = list(range(min(1 << field.width, MOST.get(field.what, 16))))
        yield from (with_field(word, field, value) for value in values if value != now)


def _tiles_to_try(dice: Dice, position: Position, word: int, rules: Rules) -> list[int]:
    """Tiles that tempt: reached by another pattern or over what is in the way; units of either side; some others."""
    tempting = set(dice.some(_tempting(position, cids_of(word, rules)[0]), 8))
    for wanted in (0, 1):
        standing = [cid for cid in TILES if position.board[cid] and unit_at(position, cid).color == wanted]
        tempting.update(dice.some(standing, 3))
    tempting.update(dice.some(TILES, 2))
    return sorted(tempting)


def _tempting(position: Position, cid: int) -> list[int]:
    """Where the unit on a tile would get or aim if nothing else stood there, or if it were of the other colour."""
    unit = unit_at(position, cid)
    found = set(NEIGHBOURS[cid])
    for height in {unit.p, unit.s} - {0}:
        for color in (0, 1):
            found.update(REACH[height](NOTHING, cid, color))
            if height != 6:
                found.update(AIM[height](NOTHING, cid, color, None))  # type: ignore[arg-type]
    return sorted(found)


def boards_near(dice: Dice, position: Position, word: int, rules: Rules) -> Iterator[Position]:
    """Positions that differ in what stands on one tile that the word names, or near it."""
    named = [cid for cid in cids_of(word, rules) if cid in ON_BOARD]
    for cid in named:
        unit = unit_at(position, cid)
        if not unit.p:
            yield from (_with(position, cid, Unit(dice.pick(HEIGHTS), 0, color, False)) for color in (0, 1))
        elif not unit.tribun:
            yield from (_with(position, cid, changed) for changed in _other_units(dice, unit))
    yield from _in_the_way(dice, position, named)
    close = sorted({to for cid in named for to in NEIGHBOURS[cid]} | {cid for cid in TILES if position.board[cid]})
    for cid in dice.some(close, 6):
        unit = unit_at(position, cid)
        if not unit.p:
            yield _with(position, cid, Unit(dice.pick(HEIGHTS), 0, dice.below(2), False))
        elif not unit.tribun:
            yield from (_with(position, cid, changed) for changed in _other_units(dice, unit)[:3])


def _in_the_way(dice: Dice, position: Position, named: list[int]) -> Iterator[Position]:
    """A unit, of either side, between the two tiles that a word names; or the one that stands there gone."""
    if len(named) < 2:
        return
    rays = LEAP_RAYS[named[0]] + STRAIGHT_RAYS[named[0]]
    for cid in (cid for ray in rays if named[1] in ray for cid in ray[: ray.index(named[1])]):
        unit = unit_at(position, cid)
        if not unit.p:
            yield from (_with(position, cid, Unit(dice.pick(HEIGHTS), 0, color, False)) for color in (0, 1))
        elif not unit.tribun:
            yield _with(position, cid, None)
            yield _with(position, cid, unit._replace(color=other(unit.color)))


def _other_units(dice: Dice, unit: Unit) -> list[Unit | None]:
    """A unit with another height, slave or colour, or gone."""
    p, s = dice.pick(STACKS)
    return [
        None,
        unit._replace(color=other(unit.color)),
        Unit(dice.pick(HEIGHTS), 0, unit.color, False),
        Unit(p, s, unit.color, False),
    ]


def _with(position: Position, cid: int, unit: Unit | None) -> Position:
    draft = Draft(position.board)
    if unit is None:
        draft.clear(cid)
    else:
        draft.stand(unit, cid)
    return Position(bytes(draft.board), position.turn, position.draw_offer_by, position.draw_blocked)


def wrong_hands(position: Position) -> tuple[str, str]:
    """Who may not submit a turn."""
    return COLORS[other(position.turn)], "server"
