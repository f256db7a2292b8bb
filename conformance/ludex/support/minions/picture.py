"""Positions of Minions as boards in plain text, and its actions in words.

A board is a rhombus of hexes, rank 0 at the bottom as in the rulebook, each rank above it half a hex further to the
right: the hexes next to one stand beside it, above it to both sides, and below it to both sides. The letters of the
files stand along the lowest and the highest rank. A letter is a unit, a capital one
Yellow's; ``.`` is land, ``~`` water, ``+`` a graveyard, and ``Z+`` a zombie on one. An apostrophe says that something
happened to a unit in this turn, which is told below. A hex that is marked has a sign, ``*`` unless another is asked
for, before it. Boards stand one below the other, counted from 1.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from ludex.notation.minions import NoSentence, fact_text, show_action, show_position, table
from ludex.notation.minions import actions as a
from ludex.notation.minions import facts as f
from ludex.notation.minions.actions import action_of
from ludex.notation.minions.boards import HEXES, MOST_BOARDS, SIDES, STATES, WrittenBoard, board_of, cells_of
from ludex.notation.minions.positions import line_facts_of
from ludex.support import svg
from ludex.support.alike import same
from ludex.support.drawing import beside
from ludex.support.minions import drawing
from ludex.support.minions.drawing import marks_in_words, who
from ludex.support.seam import ACTION_FIELDS

CELL, SHIFT, MARGIN, GAP = 4, 2, 3, 3
MOST_BOARDS_DRAWN = 4  # of a position in which nothing is asked for
MARK = "*"
ABSENT = "nothing at all"
TERRAIN = {"W": "~", "G": "+"}
FLAGS = {"p": "in its spawn phase", "q": "has spawned", "r": "resigned", "w": "won"}
OTHERS = ("side", "money", "owed", "points", "tech", "spells", "entered", "status", "winner")

Marks = Mapping[tuple[int, str], str]


class Sheet(NamedTuple):
    """What is drawn of one board; ``board`` is None where its line says nothing."""

    number: int
    board: WrittenBoard | None
    line: Any
    on: Any
    terrain: Mapping[str, str]


def board(position_json: Any, marks: Marks | None = None) -> str:
    """The boards of a position and what else it says. ``marks`` gives signs that stand before hexes, by the number of
    the board (from 1) and the name of the hex."""
    sheets = sheets_of(position_json)
    if not sheets:
        return f"(no board to draw)\n{_json(position_json)}"
    drawn = [_sheet(sheet, marks or {}) for sheet in sheets]
    return "\n".join(["\n\n".join(drawn), *_beside_the_boards(position_json)])


def sketch(position_json: Any, marks: Marks | None = None, arrows: Sequence[svg.Arrow] = ()) -> svg.Sketch | None:
    """The same as a drawing, or None where a board cannot be drawn. Of many boards those are drawn on which something
    is marked or done."""
    sheets = sheets_of(position_json)
    boards = [sheet.board for sheet in sheets if sheet.board]
    if not sheets or len(boards) < len(sheets):
        return None
    parts: list[svg.Sketch] = []
    asked = {number for number, _ in marks or {}} | {number for one in arrows for number, _ in (one.end,)}
    for sheet, on in zip(sheets, boards, strict=True):
        if len(sheets) <= MOST_BOARDS_DRAWN or sheet.number in asked:
            parts += _sheet_sketches(sheet, on, marks or {}, arrows, alone=len(sheets) == 1)
    drawn = svg.below(parts)
    title = ", ".join(_beside_the_boards(position_json)) or f"{len(sheets)} boards"
    whole = "; ".join(filter(None, [_alone_in_words(sheets), title]))
    return replace(drawn, title=whole, said=(*drawn.said, *_beside_the_boards(position_json)))


def _alone_in_words(sheets: list[Sheet]) -> str:
    """Who stands where, board by board."""
    told = [
        f"board {sheet.number}: " + (", ".join(f"{hex_} {who(unit)}" for hex_, unit in sheet.board.units.items()))
        for sheet in sheets[:MOST_BOARDS_DRAWN]
        if sheet.board
    ]
    return "; ".join(told)


def _sheet_sketches(
    sheet: Sheet, on: WrittenBoard, marks: Marks, arrows: Sequence[svg.Arrow], alone: bool
) -> list[svg.Sketch]:
    """A head, and the board below it; a head only where there is something to say."""
    marked = [hex_ for number, hex_ in marks if number == sheet.number]
    own = [svg.Arrow(one.kind, one.begin and one.begin[1], one.end[1]) for one in arrows if one.end[0] == sheet.number]
    head = _head(sheet, on)
    drawn = drawing.board(on, sheet.terrain, marked, own, head)
    told = tuple(_zone_facts(on))
    told = told if alone else tuple(f"board {sheet.number}: {line}" for line in told)
    return [svg.lines(head, 18), replace(drawn, said=told)]


def arrows(data: Any, rules: object = None, position: Any = None) -> list[svg.Arrow]:  # noqa: ARG001 - hexes are hexes
    """Where an action leads, or each of a turn: hexes with the numbers of their boards."""
    action = action_of(data)
    found = [arrow for one in getattr(action, "actions", (action,)) for arrow in _arrows_of(one)]
    return [one for one in found if all(end is None or _is_place(end) for end in (one.begin, one.end))]


def _is_place(end: Any) -> bool:
    """Whether an arrow ends on a board: what is sent may name anything."""
    return type(end[0]) is int and isinstance(end[1], str) and end[1] in HEXES


def _arrows_of(action: object) -> Iterator[svg.Arrow]:
    match action:
        case a.Move(pairs, board):
            yield from (svg.Arrow("move", (board, here), (board, there)) for here, there in pairs)
        case a.Attack(pairs, board):
            yield from (svg.Arrow("attack", (board, here), (board, there)) for here, there in pairs)
        case a.Spawn(_, to, board):
            yield svg.Arrow("put", None, (board, to))


def field_arrows(operation: str, name: str, value: Any, asked: Any, rules: object) -> Sequence[svg.Arrow]:
    """Where an action of a list leads; of `reach`, the unit that is asked about, and the hexes that it reaches."""
    if name in ACTION_FIELDS:
        return arrows(value, rules)
    if operation != "reach" or name not in ("from", "hexes"):
        return ()
    board = asked["board"] + 1
    found = svg.Arrow("move", None if name == "from" else (board, asked["from"]), (board, value))
    return [found] if all(end is None or _is_place(end) for end in (found.begin, found.end)) else []


def changed(before: Any, after: Any) -> dict[tuple[int, str], str]:
    """The marks of the hexes on which something changed."""
    pairs = _pairs(before, after) or []
    return {(one.number, hex_): MARK for one, two in pairs for hex_ in _differing_hexes(one.board, two.board)}


def compare(before: Any, expected: Any, got: Any, width: int = 80) -> str:
    """The boards that differ: before (unless that is None), as expected, and as they came. Hexes that differ are
    marked, and every difference is named. ``width`` is the room in letters."""
    pairs = _pairs(expected, got)
    if pairs is None or len(sheets_of(expected)) != len(sheets_of(got)):
        drawn = [f"expected\n{board(expected)}", f"got\n{board(got)}"]
        return "\n".join([*_before(before, None), beside(drawn, width, GAP), "", *differences(expected, got)]).rstrip()
    differing = [number for number, (one, other) in enumerate(pairs, start=1) if not same(one.line, other.line)]
    parts = _before(before, differing or None)
    parts += [] if differing else ["expected and got are alike on the boards", ""]
    for one, other in (pairs[number - 1] for number in differing):
        marks = {(one.number, hex_): MARK for hex_ in _differing_hexes(one.board, other.board)}
        drawn = [f"expected\n{_sheet(one, marks)}", f"got\n{_sheet(other, marks)}"]
        parts += [beside(drawn, width, GAP), ""]
    return "\n".join([*parts, *differences(expected, got)]).rstrip()


def action(data: Any, rules: object = None) -> str:
    """An action as a sentence; what is no JSON as it is."""
    try:
        return show_action(data, rules)
    except NoSentence:
        return _json(data)


def position_line(position_json: Any) -> str:
    """A position in one line: a list of facts, or JSON where there are no words for it."""
    try:
        return show_position(position_json)
    except NoSentence:
        return _json(position_json)


def sheets_of(position: Any) -> list[Sheet]:
    """The boards of a position, or none where it has none that could be drawn."""
    lines, maps = (position.get(name) if isinstance(position, Mapping) else None for name in ("boards", "maps"))
    if not isinstance(lines, list) or not isinstance(maps, list) or not 0 < len(lines) == len(maps) <= MOST_BOARDS:
        return []
    pairs = zip(lines, maps, strict=True)
    return [Sheet(number, _board(line), line, on, terrain_of(on)) for number, (line, on) in enumerate(pairs, start=1)]


def _board(line: Any) -> WrittenBoard | None:
    try:
        return board_of(line)
    except NoSentence:
        return None


def terrain_of(on: Any) -> dict[str, str]:
    """The signs of water and graveyards by hex; none for a map that cannot be read."""
    rows = table.MAPS.get(on, on) if isinstance(on, str) else ""
    try:
        cells = zip(HEXES, cells_of(rows), strict=True)
    except NoSentence:
        return {}
    return {hex_: TERRAIN[cell] for hex_, cell in cells if cell in TERRAIN}


# One board


def _sheet(sheet: Sheet, marks: Marks) -> str:
    if sheet.board is None:
        return f"board {sheet.number} {_value(sheet.on)}\n(no board to draw)\n{_value(sheet.line)}"
    return "\n".join([_head(sheet, sheet.board), *_rows(sheet, marks), *_unsigned_facts(sheet.board)])


def _head(sheet: Sheet, board: WrittenBoard) -> str:
    return f"board {sheet.number} {_value(sheet.on)}, {', '.join(_state_words(board))}"


def _state_words(board: WrittenBoard) -> list[str]:
    return [STATES[board.state], *(FLAGS[flag] for flag in FLAGS if flag in board.flags)]


def _rows(sheet: Sheet, marks: Marks) -> Iterator[str]:
    files = "".join(f" {file}".ljust(CELL) for file in "abcdefghij")
    yield (" " * (MARGIN + SHIFT * 9) + files).rstrip()
    for rank in reversed(range(10)):
        cells = "".join(_cell(sheet, f"{file}{rank}", marks) for file in "abcdefghij")
        yield (" " * (SHIFT * rank) + str(rank).ljust(MARGIN) + cells).rstrip()
    yield (" " * MARGIN + files).rstrip()


def _cell(sheet: Sheet, hex_: str, marks: Marks) -> str:
    mark = (marks.get((sheet.number, hex_)) or " ")[:1]
    ground = sheet.terrain.get(hex_, "")
    unit = sheet.board.units.get(hex_) if sheet.board else None
    if unit is None:
        return f"{mark}{ground or '.'}".ljust(CELL)
    touched = "'" if marks_in_words(unit) else ""
    return f"{mark}{unit.letter}{ground}{touched}".ljust(CELL)


def _unsigned_facts(board: WrittenBoard) -> Iterator[str]:
    """What the signs do not say: kinds of necromancers, marks, zones and used necromancers."""
    for hex_ in HEXES:
        unit = board.units.get(hex_)
        if unit and (marks_in_words(unit) or (unit.kind in table.NECROMANCERS and unit.kind != table.BASIC)):
            yield " ".join([f"{hex_} {unit.side} {unit.kind}", *marks_in_words(unit)])
    yield from _zone_facts(board)


def _zone_facts(board: WrittenBoard) -> Iterator[str]:
    """What waits beside a board, and who was used there."""
    for side in SIDES:
        zone = tuple(sorted(board.zones[side].items()))
        if zone:
            yield fact_text(f.Zone(side, zone))
    for side in SIDES:
        if board.used[side]:
            yield fact_text(f.Used(side, tuple(sorted(board.used[side]))))


def _beside_the_boards(position: Any) -> list[str]:
    """What a position says besides its boards, in the words of the notation."""
    try:
        facts = line_facts_of(position)
    except NoSentence:
        return []
    if isinstance(facts[0], f.StandardStart):
        facts = [f.ToMove("yellow"), f.Amount("blue", "money", position["money"]["blue"])]
    return [", ".join(fact_text(fact) for fact in facts if not isinstance(fact, f.Line | f.StandardStart))]


# Differences


def _pairs(expected: Any, got: Any) -> list[tuple[Sheet, Sheet]] | None:
    one, other = sheets_of(expected), sheets_of(got)
    return list(zip(one, other, strict=True)) if one and len(one) == len(other) else None


def _before(before: Any, numbers: list[int] | None) -> list[str]:
    if before is None:
        return []
    sheets = [sheet for sheet in sheets_of(before) if numbers is None or sheet.number in numbers]
    drawn = "\n\n".join(_sheet(sheet, {}) for sheet in sheets) if sheets else board(before)
    return ["\n".join(filter(None, ["before", drawn, *_beside_the_boards(before)])), ""]


def _differing_hexes(one: WrittenBoard | None, other: WrittenBoard | None) -> list[str]:
    if one is None or other is None:
        return []
    return [hex_ for hex_ in HEXES if one.units.get(hex_) != other.units.get(hex_)]


def differences(expected: Any, got: Any) -> list[str]:
    """One line for each hex, zone and field in which two positions differ."""
    if not isinstance(expected, Mapping) or not isinstance(got, Mapping):
        return [] if same(expected, got) else [f"expected {_json(expected)}, got {_json(got)}"]
    pairs = _pairs(expected, got)
    found = [line for one, other in pairs or [] for line in _board_differences(one, other)]
    for name in dict.fromkeys([*OTHERS, "boards", "maps", *expected, *got]):
        one, other = expected.get(name, ABSENT), got.get(name, ABSENT)
        if not same(one, other) and not (pairs and name in ("boards", "maps")):
            found += _field_differences(str(name), one, other)
    return found


def _board_differences(one: Sheet, other: Sheet) -> list[str]:
    found = []
    if not same(one.on, other.on):
        found.append(f"the map: expected {_value(one.on)}, got {_value(other.on)}")
    if not same(one.line, other.line):
        found += list(_within(one.board, other.board)) or [f"expected {_value(one.line)}, got {_value(other.line)}"]
    return [f"board {one.number}: {text}" for text in found]


def _within(one: WrittenBoard | None, other: WrittenBoard | None) -> Iterator[str]:
    if one is None or other is None:
        return
    if _state_words(one) != _state_words(other):
        yield f"expected {', '.join(_state_words(one))}, got {', '.join(_state_words(other))}"
    for hex_ in _differing_hexes(one, other):
        yield f"{hex_}: expected {who(one.units.get(hex_))}, got {who(other.units.get(hex_))}"
    for side in SIDES:
        if one.zones[side] != other.zones[side]:
            yield f"{side} zone: expected {_zone_text(one, side)}, got {_zone_text(other, side)}"
        if one.used[side] != other.used[side]:
            used = [" and ".join(sorted(board.used[side])) or "nothing" for board in (one, other)]
            yield f"{side} has used: expected {used[0]}, got {used[1]}"


def _zone_text(board: WrittenBoard, side: str) -> str:
    return fact_text(f.Zone(side, tuple(sorted(board.zones[side].items())))).partition(": ")[2]


def _field_differences(name: str, one: Any, other: Any) -> list[str]:
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        found = []
        for key in dict.fromkeys([*one, *other]):
            inner = one.get(key, ABSENT), other.get(key, ABSENT)
            found += _field_differences(f"{name} of {key}", *inner) if not same(*inner) else []
        return found or [f"{name}: expected {_json(one)}, got {_json(other)}"]
    return [f"{name}: expected {_value(one)}, got {_value(other)}"]


def _value(value: Any) -> str:
    return value if isinstance(value, str) else _json(value)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=repr)
