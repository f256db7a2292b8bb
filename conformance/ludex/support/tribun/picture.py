"""Positions of Tribun as boards in plain text, black at the bottom, and its actions in words.

Up, the way black goes, is up on the page. A diagonal that rises to the right has one x, written at its lower end; a
diagonal that rises to the left has one y, written at its lower end; so where the two cross is the tile (x,y). A unit
is ``b`` or ``w``, ``T`` for the tribun, its height, and ``/`` with the height of its slave; ``?3f`` is a byte that
stores no unit. A tile that is marked has a sign, ``*`` unless another is asked for, before it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ludex.games.tribun.board import DIRECTIONS
from ludex.notation.tribun import NoSentence, show_action, show_compact, show_position
from ludex.notation.tribun import actions as a
from ludex.notation.tribun.boards import (
    CIDS,
    RADIUS,
    TILES,
    Tile,
    board_bytes,
    height_text,
    tile_of,
    tile_text,
    unit_of,
)
from ludex.notation.tribun.words import WordRules, action_of
from ludex.support import svg
from ludex.support.alike import same
from ludex.support.drawing import beside
from ludex.support.seam import ACTION_FIELDS

TILE_LETTERS = 3
TOP, BOTTOM = 2 * RADIUS, -2 * RADIUS - 1
MARK = "*"
ABSENT = "nothing at all"
DONORS = ((0, 1, 2, 3, 4, 5), (0, 4, 5), (3, 1, 2))  # by configuration: all six, 3+, 3-
PARTS = ("the primary", "the slave")
TILE_FIELDS = ("cid", "moves", "attacks")  # of relations
FIELDS = ("turn", "drawOfferBy", "drawBlocked", "status", "winner")


def board(position_json: Any, marks: Mapping[int, str] | None = None) -> str:
    """The board of a position and what else it says; ``marks`` are signs to put before tiles, by cid."""
    try:
        data = board_bytes(_as_mapping(position_json))
    except NoSentence as error:
        return f"(no board to draw: {error})\n{_json(position_json)}"
    return "\n".join([*_rows(data, marks or {}), *_off_board(data), _state(position_json)]).rstrip("\n")


def sketch(
    position_json: Any, marks: Mapping[int, str] | None = None, arrows: Sequence[svg.Arrow] = ()
) -> svg.Sketch | None:
    """The same as a drawing, or None where there is no board to draw."""
    from ludex.support.tribun.drawing import board as drawn

    try:
        data = board_bytes(_as_mapping(position_json))
    except NoSentence:
        return None
    said = tuple(filter(None, [*_off_board(data), _state(position_json)]))
    return replace(drawn(data, marks or {}, arrows, _in_words(position_json)), said=said)


def _in_words(position: Any) -> str:
    try:
        return show_position(_as_mapping(position))
    except (NoSentence, KeyError, TypeError):
        return _state(position)


def arrows(word: Any, rules: WordRules, position: Any = None) -> list[svg.Arrow]:  # noqa: ARG001 - a word says where
    """Where an action word leads, by cids; nothing for one that says nothing."""
    if type(word) is not int or not 0 <= word < 1 << 32:
        return []
    action = action_of(word, rules)
    match action:
        case a.MoveSentence(origin, to, _):
            return [svg.Arrow("move", origin.cid, to.cid)]
        case a.KillSentence(begin, target, _) | a.EnslaveSentence(begin, target):
            return [svg.Arrow("attack", begin.cid, target.cid)]
        case a.AttackTribunSentence(attacker, tribun, _):
            return [svg.Arrow("attack", attacker.cid, tribun.cid)]
        case a.LiberateSentence(target) | a.DamageSentence(target, _):
            return [svg.Arrow("attack", None, target.cid)]
        case a.CombineSentence(center, one, other):
            return [_beside(center, share.direction, inwards=True) for share in (one, other)]
        case a.SymmetricSentence(center, config, _):
            return [_beside(center, direction, inwards=True) for direction in DONORS[config]]
        case a.SplitSentence(actor, shares):
            return [_beside(actor, share.direction) for share in shares]
        case a.Backstab(actor, direction):
            return [_beside(actor, direction)]
    return []


def _beside(tile: Tile, direction: int, inwards: bool = False) -> svg.Arrow:
    """From a tile to its neighbour in a direction, or the other way round."""
    across, along = DIRECTIONS[direction]
    there = Tile(tile.x + across, tile.y + along)
    ends = (there, tile) if inwards else (tile, there)
    if not there.is_on_board:
        return svg.Arrow("move", None, tile.cid)
    return svg.Arrow("move", ends[0].cid, ends[1].cid)


def compare(before: Any, expected: Any, got: Any, width: int = 80) -> str:
    """The board before (unless that is None), the one expected and the one got. Tiles that differ are marked, and every
    difference is named. ``width`` is the room in letters."""
    marks = dict.fromkeys(differing_cids(expected, got), MARK)
    drawn = [f"before\n{board(before)}"] if before is not None else []
    drawn += [f"expected\n{board(expected, marks)}", f"got\n{board(got, marks)}"]
    boards = beside(drawn, width) if before is None or width >= 122 else f"{drawn[0]}\n\n{beside(drawn[1:], width)}"
    return "\n".join([boards, "", *differences(expected, got)]).rstrip()


def action(word: Any, rules: WordRules) -> str:
    """An action word as a sentence; anything else as it is."""
    is_word = type(word) is int and 0 <= word < 1 << 32
    return show_action(word, rules) if is_word else _json(word)


def field_text(operation: str, name: str, value: Any, rules: WordRules) -> str:
    """An action of a list as a sentence; of relations the tiles, and the part of a unit that is asked about."""
    if name in ACTION_FIELDS:
        return action(value, rules)
    if operation != "relations" or type(value) is not int:
        return ""
    if name == "part" and value in (0, 1):
        return PARTS[value]
    return _tile(value) if name in TILE_FIELDS and 0 <= value < CIDS else ""


def position_of(operation: str, asked: Any) -> Any:
    """The position that a question is about; of relations, its board alone."""
    if not isinstance(asked, Mapping):
        return None
    return {"board": asked.get("board")} if operation == "relations" else asked.get("position")


def field_arrows(operation: str, name: str, value: Any, asked: Any, rules: WordRules) -> list[svg.Arrow]:
    """Where an action of a list leads; of relations, the unit that is asked about, and where it reaches or aims."""
    if name in ACTION_FIELDS:
        return arrows(value, rules)
    begin = None if name == "cid" else asked.get("cid")
    ends = [value] if begin is None else [begin, value]
    if operation != "relations" or name not in TILE_FIELDS:
        return []
    if not all(type(end) is int and 0 <= end < CIDS for end in ends):
        return []
    return [svg.Arrow("attack" if name == "attacks" else "move", begin, value)]


def position_line(position_json: Any) -> str:
    """A position in one line: compact, or as JSON where it is malformed."""
    try:
        return show_compact(_as_mapping(position_json))
    except (NoSentence, KeyError):
        return _json(position_json)


def changed(before: Any, after: Any) -> dict[int, str]:
    """The marks of the tiles on which something changed."""
    return dict.fromkeys(differing_cids(before, after), MARK)


def differing_cids(expected: Any, got: Any) -> list[int]:
    """The cids whose bytes differ; none where one of the two has no board."""
    try:
        pair = board_bytes(_as_mapping(expected)), board_bytes(_as_mapping(got))
    except NoSentence:
        return []
    return [cid for cid in range(CIDS) if pair[0][cid] != pair[1][cid]]


def differences(expected: Any, got: Any) -> list[str]:
    """One line for each tile and each field in which two positions differ."""
    if not isinstance(expected, Mapping) or not isinstance(got, Mapping):
        return [] if same(expected, got) else [f"expected {_json(expected)}, got {_json(got)}"]
    tiles = [
        f"{_tile(cid)}: expected {_unit(board_bytes(dict(expected))[cid])}, got {_unit(board_bytes(dict(got))[cid])}"
        for cid in differing_cids(expected, got)
    ]
    return tiles + list(_differing_fields(expected, got, drawn=bool(tiles)))


def _differing_fields(expected: Mapping[str, Any], got: Mapping[str, Any], drawn: bool) -> Iterator[str]:
    for name in dict.fromkeys([*FIELDS, *expected, *got]):
        one, other = expected.get(name, ABSENT), got.get(name, ABSENT)
        if not same(one, other) and not (name == "board" and drawn):
            yield f"{name}: expected {_value(one)}, got {_value(other)}"


def _rows(data: bytes, marks: Mapping[int, str]) -> list[str]:
    cells = dict(_labels())
    for tile in TILES:
        cells[_at(tile)] = marks.get(tile.cid, " ")[:1] + _letters(data[tile.cid])
    return [_row(cells, height) for height in range(TOP, BOTTOM - 1, -1)]


def _row(cells: Mapping[tuple[int, int], str], height: int) -> str:
    line = ""
    for column in range(-RADIUS - 1, RADIUS + 2):
        cell = cells.get((height, column))
        if cell is not None:
            line = line.ljust(TILE_LETTERS * (column + RADIUS + 1)) + cell
    return line.rstrip()


def _at(tile: Tile) -> tuple[int, int]:
    return tile.x + tile.y, tile.y - tile.x


def _labels() -> Iterator[tuple[tuple[int, int], str]]:
    """The name of each x and each y, just before the lower end of its diagonal."""
    for number in range(-RADIUS, RADIUS + 1):
        before = max(-RADIUS, number - RADIUS) - 1
        yield _at(Tile(number, before)), f" x{number}"
        yield _at(Tile(before, number)), f" y{number}"


def _letters(byte: int) -> str:
    if byte == 0:
        return "."
    try:
        unit = unit_of(byte)
    except NoSentence:
        return f"?{byte:02x}"
    return unit.color[0] + height_text(unit) if unit else "."


def _off_board(data: bytes) -> list[str]:
    off = [f"cid {cid} {_letters(data[cid])}" for cid in range(CIDS) if data[cid] and not tile_of(cid).is_on_board]
    return [f"off the board: {', '.join(off)}"] if off else []


def _state(position: Mapping[str, Any]) -> str:
    if position.keys() == {"board"}:  # of relations, which ask no more
        return ""
    said = [f"{_value(position.get('turn', ABSENT))} to move"]
    said += [f"{position['drawOfferBy']} offers a draw"] if position.get("drawOfferBy") else []
    said += [f"{position['drawBlocked']} may not offer"] if position.get("drawBlocked") else []
    if position.get("status") != "active":
        winner = position.get("winner")
        said.append(f"{_value(position.get('status', ABSENT))}, {f'{winner} wins' if winner else 'tie'}")
    return ", ".join(said)


def _tile(cid: int) -> str:
    tile = tile_of(cid)
    return tile_text(tile) if tile.is_on_board else f"cid {cid}, off the board"


def _unit(byte: int) -> str:
    try:
        unit = unit_of(byte)
    except NoSentence:
        return f"the byte {byte:#04x}"
    return f"{unit.color} {height_text(unit)}" if unit else "nothing"


def _value(value: Any) -> str:
    return value if isinstance(value, str) else _json(value)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=repr)


def _as_mapping(position: Any) -> dict[str, Any]:
    if not isinstance(position, Mapping):
        raise NoSentence("it is no position")
    return dict(position)
