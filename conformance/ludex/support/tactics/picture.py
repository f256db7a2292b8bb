"""States of 5x5 Tactics as boards in plain text, y = 0 at the top and x to the right, and its actions in words.

The name of a living unit stands on its tile; a point is a tile on which nobody lives. Beside the board stands who the
units are, the dead with their tiles. A tile that is marked has a sign, ``*`` unless another is asked for, before it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ludex.notation.tactics import NoSentence, fact_text, show_action, show_position
from ludex.notation.tactics import actions as a
from ludex.notation.tactics.actions import action_of
from ludex.notation.tactics.boards import BLANK, SIZE, WrittenTile, drawn_units, is_unit, tile_text
from ludex.notation.tactics.facts import Legend, cell_text
from ludex.support import svg
from ludex.support.alike import same
from ludex.support.drawing import beside

MOST_LETTERS_OF_A_NAME = 8  # so that a row of five tiles fits into half a terminal
GAP_LETTERS = 3
MARK = "*"
ABSENT = "nothing at all"
FIELDS = tuple(name for name in BLANK if name != "units")
UNIT_FIELDS = ("owner", "hp", "attack", "alive", "position")

Marks = Mapping[WrittenTile, str]


def board(position_json: Any, marks: Marks | None = None) -> str:
    """The board of a state and what else it says; ``marks`` are signs to put before tiles."""
    units = _units(position_json)
    if units is None:
        return f"(no board to draw)\n{_json(position_json)}"
    legends = [_legend(unit) for unit in units]
    drawn = "\n".join(_rows(units, marks or {}))
    return "\n".join([beside([drawn, "\n".join(legends)], 1000, GAP_LETTERS), *_state(position_json)])


def sketch(position_json: Any, marks: Marks | None = None, arrows: Sequence[svg.Arrow] = ()) -> svg.Sketch | None:
    """The same as a drawing, or None where there is no board to draw."""
    from ludex.support.tactics.drawing import board as drawn

    units = _units(position_json)
    if units is None:
        return None
    state = _state(position_json)
    hidden = [_legend(unit) for unit in units if not _is_drawn_in_full(unit)]
    title = ", ".join([*map(_legend, units), *state])
    return replace(drawn(units, marks or {}, arrows, title), said=(*hidden, *state))


def _is_drawn_in_full(unit: Mapping[str, Any]) -> bool:
    short = len(cell_text(unit["id"])) <= MOST_LETTERS_OF_A_NAME and max(abs(unit["hp"]), unit["attack"]) < 10_000
    return bool(unit["alive"] and _tile(unit).is_on_board and short)


def arrows(data: Any, rules: object = None, position: Any = None) -> list[svg.Arrow]:  # noqa: ARG001 - a tile is a tile
    """Where an action leads, as far as a state says who acts: a lone unit beside the target."""
    action, units = action_of(data), _units(position) or []
    match action:
        case a.Move(WrittenTile() as to, name, by):
            return [svg.Arrow("move", _actor(units, by, to, name), to)]
        case a.Attack(name, _, _, by) if (there := _where(units, name)) is not None:
            return [svg.Arrow("attack", _actor(units, by, there), there)]
        case a.MoveAndAttack(WrittenTile() as to, name, by):
            there = _where(units, name)
            moved = [svg.Arrow("move", _actor(units, by, to), to)]
            return moved if there is None else [*moved, svg.Arrow("attack", to, there)]
    return []


def _where(units: list[Any], name: str | None) -> WrittenTile | None:
    return next((_tile(unit) for unit in units if unit["id"] == name), None)


def _actor(units: list[Any], owner: str | None, to: WrittenTile, name: str | None = None) -> WrittenTile | None:
    """The tile of the only living unit of its owner beside a tile, or of the one that is named; else None."""
    able = [unit for unit in units if unit["alive"] and unit["owner"] == owner and _tile(unit) != to]
    named = [_tile(unit) for unit in able if unit["id"] == name]
    near = named or [one for one in map(_tile, able) if abs(one.x - to.x) + abs(one.y - to.y) == 1]
    return near[0] if len(near) == 1 else None


def compare(before: Any, expected: Any, got: Any, width: int = 80) -> str:
    """The board before (unless that is None), the one expected and the one got. Tiles that differ are marked, and every
    difference is named. ``width`` is the room in letters."""
    marks = dict.fromkeys(differing_tiles(expected, got), MARK)
    drawn = [f"before\n{board(before)}"] if before is not None else []
    drawn += [f"expected\n{board(expected, marks)}", f"got\n{board(got, marks)}"]
    return "\n".join([beside(drawn, width, GAP_LETTERS), "", *differences(expected, got)]).rstrip()


def action(data: Any, rules: object = None) -> str:
    """An action as a sentence; what is no JSON as it is."""
    try:
        return show_action(data, rules)
    except NoSentence:
        return _json(data)


def position_line(position_json: Any) -> str:
    """A state in one line: a list of facts, or JSON where there are no words for it."""
    try:
        return show_position(position_json)
    except NoSentence:
        return _json(position_json)


def changed(before: Any, after: Any) -> Marks:
    """The marks of the tiles on which something changed."""
    return dict.fromkeys(differing_tiles(before, after), MARK)


def differing_tiles(expected: Any, got: Any) -> list[WrittenTile]:
    """The tiles on which units stand of whom anything differs, before or after."""
    pair = _units(expected), _units(got)
    if pair[0] is None or pair[1] is None:
        return []
    one, other = ({unit["id"]: unit for unit in units} for units in pair if units is not None)
    changed = [name for name in {**one, **other} if not same(one.get(name), other.get(name))]
    return sorted({_tile(unit) for name in changed for unit in _both(name, one, other)})


def _both(name: str, *sides: Mapping[str, Any]) -> list[Any]:
    return [side[name] for side in sides if name in side]


def differences(expected: Any, got: Any) -> list[str]:
    """One line for each value of a unit and each field in which two states differ."""
    if not isinstance(expected, Mapping) or not isinstance(got, Mapping):
        return [] if same(expected, got) else [f"expected {_json(expected)}, got {_json(got)}"]
    return list(_unit_differences(expected, got)) + list(_field_differences(expected, got))


def _field_differences(expected: Mapping[str, Any], got: Mapping[str, Any]) -> Iterator[str]:
    for name in dict.fromkeys([*FIELDS, *expected, *got]):
        one, other = expected.get(name, ABSENT), got.get(name, ABSENT)
        if name != "units" and not same(one, other):
            yield f"{name}: expected {_value(one)}, got {_value(other)}"


def _unit_differences(expected: Mapping[str, Any], got: Mapping[str, Any]) -> Iterator[str]:
    pair = _units(expected), _units(got)
    named = [[unit["id"] for unit in units] for units in pair if units is not None]
    if len(named) == 2 and named[0] == named[1]:
        for one, other in zip(expected["units"], got["units"], strict=True):
            yield from _one_unit(one, other)
    elif not same(expected.get("units", ABSENT), got.get("units", ABSENT)):
        yield from _whole_lists(expected.get("units", ABSENT), got.get("units", ABSENT), pair)


def _one_unit(one: Mapping[str, Any], other: Mapping[str, Any]) -> Iterator[str]:
    for name in UNIT_FIELDS:
        if not same(one[name], other[name]):
            yield f"{cell_text(one['id'])}: expected {_word(name, one[name])}, got {_word(name, other[name])}"


def _word(name: str, value: Any) -> str:
    if name == "alive":
        return "marked alive" if value else "marked dead"
    return f"at {tile_text(WrittenTile(value['x'], value['y']))}" if name == "position" else f"{name} {value}"


def _whole_lists(one: Any, other: Any, pair: tuple[Any, Any]) -> Iterator[str]:
    if None in pair:
        yield f"units: expected {_json(one)}, got {_json(other)}"
        return
    yield f"units: expected {_names(one)}, got {_names(other)}"


def _names(units: list[Any]) -> str:
    return ", ".join(_legend(unit) for unit in units) or "none"


def _units(position: Any) -> list[Any] | None:
    """The units of a state, or None where they cannot be drawn."""
    units = position.get("units") if isinstance(position, Mapping) else None
    return units if isinstance(units, list) and all(map(is_unit, units)) else None


def _tile(unit: Mapping[str, Any]) -> WrittenTile:
    return WrittenTile(unit["position"]["x"], unit["position"]["y"])


def _legend(unit: Mapping[str, Any]) -> str:
    """Who a unit is; its tile is said where the board does not show it."""
    hidden = not unit["alive"] or not _tile(unit).is_on_board
    at = _tile(unit) if hidden else None
    return fact_text(Legend((unit["id"],), unit["owner"], not unit["alive"], at, unit["hp"], unit["attack"]))


def _rows(units: list[Any], marks: Marks) -> list[str]:
    cells = {tile: _cell(unit["id"]) for tile, unit in drawn_units(units).items()}
    width = max([*map(len, cells.values()), 1]) + 2
    lines = ["  " + "".join(f" {x}".ljust(width) for x in range(SIZE))]
    for y in range(SIZE):
        tiles = [WrittenTile(x, y) for x in range(SIZE)]
        row = "".join((marks.get(tile, " ")[:1] + cells.get(tile, ".")).ljust(width) for tile in tiles)
        lines.append(f"{y} {row}")
    return [line.rstrip() for line in lines]


def _cell(name: str) -> str:
    text = cell_text(name)
    return text if len(text) <= MOST_LETTERS_OF_A_NAME else text[: MOST_LETTERS_OF_A_NAME - 1] + "…"


def _state(position: Mapping[str, Any]) -> list[str]:
    said = [f"{_value(position.get('currentPlayer', ABSENT))} to move"]
    if position.get("isGameOver") is not False:
        winner = position.get("winner")
        said.append(f"{winner} has won" if isinstance(winner, str) else "over, nobody has won")
    return [", ".join(said)]


def _value(value: Any) -> str:
    return value if isinstance(value, str) else _json(value)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=repr)
