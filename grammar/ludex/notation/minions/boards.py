"""One board of Minions in its line: fields apart by ``|``, of which the last ones are left out where they are empty.

    state | Yellow's zone | Blue's zone | | | ten rows | marks | flags | used necromancers

A line is read for what it says; whether it may be so is the rules' affair.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from ludex.notation.minions import table
from ludex.notation.written import NoSentence

SIDES = ("yellow", "blue")
FILES = "abcdefghij"
HEXES = tuple(f"{file}{rank}" for rank in range(10) for file in FILES)
MOST_BOARDS, MOST_DIGITS = 99, 18
STATES = {"f": "first turn", "n": "normal", "0": "reset+0", "1": "reset+1", "2": "reset+2"}
FLAGS = "pqrw"
START = "f|I|i|||0/2ZZ6/1ZNZ6/1ZZ7/0/0/7zz1/6znz1/6zz2/0"
WIDTH = 10
LEAST_FIELDS, MOST_FIELDS = 6, 9
SIDE_LETTERS = dict(zip("YB", SIDES, strict=True))
ROWS_KEPT = 4096  # the latest
_MARK = re.compile(r"([dma])([1-9][0-9]{0,2})")


class WrittenUnit(NamedTuple):
    """A unit on a hex; the marks are its damage, the steps it moved, its attacks, and whether it was spawned."""

    side: str
    kind: str
    damage: int = 0
    moved: int = 0
    attacked: int = 0
    spawned: bool = False

    @property
    def letter(self) -> str:
        """Its letter, a capital for Yellow."""
        return letter_of_side(table.LETTERS[self.kind], self.side)


def letter_of_side(letter: str, side: str) -> str:
    """A letter as a side writes it."""
    return letter if side == SIDES[0] else letter.lower()


@dataclass
class WrittenBoard:
    """What a line says. ``units`` are by hex; ``zones`` count kinds by side; ``used`` has a set of ids by side."""

    state: str = "n"
    units: dict[str, WrittenUnit] = field(default_factory=dict)
    zones: dict[str, Counter[str]] = field(default_factory=lambda: {side: Counter() for side in SIDES})
    flags: set[str] = field(default_factory=set)
    used: dict[str, set[str]] = field(default_factory=lambda: {side: set() for side in SIDES})

    def letter_on(self, hex_: str) -> str | None:
        """The letter of whoever stands on a hex."""
        return self.units[hex_].letter if hex_ in self.units else None


def board_of(line: object) -> WrittenBoard:
    """The board of a line; raises NoSentence for one that says nothing."""
    if not isinstance(line, str):
        raise NoSentence("a board is a line")
    fields = line.split("|")
    if not LEAST_FIELDS <= len(fields) <= MOST_FIELDS or fields[3] or fields[4]:
        raise NoSentence("a line has six to nine fields, the fourth and fifth empty")
    state, yellow, blue, _, _, rows, marks, flags, used = fields + [""] * (MOST_FIELDS - len(fields))
    if state not in STATES or not set(flags) <= set(FLAGS):
        raise NoSentence("no such state or flag")
    zones = {side: _zone(letters, side) for side, letters in zip(SIDES, (yellow, blue), strict=True)}
    board = WrittenBoard(state, units_of(rows), zones, set(flags), {side: set() for side in SIDES})
    _read_marks(board, marks)
    for side, ids in _by_side(used):
        board.used[side] = set(ids)
    return board


def _zone(letters: str, side: str) -> Counter[str]:
    return Counter(_kind_and_side(letter, side)[0] for letter in letters)


def _kind_and_side(letter: str, side: str = "") -> tuple[str, str]:
    found = SIDES[0] if letter.isupper() else SIDES[1]
    capital = letter.upper()
    if (side and side != found) or capital not in {*table.BY_LETTER, table.NECROMANCER_LETTER}:
        raise NoSentence(f"no unit has the letter {letter}")
    return table.kind_of(capital), found


def cells_of(rows: str) -> list[str]:
    """The hundred letters of ten rows, a point for an empty hex; raises NoSentence."""
    cells = ""
    listed = rows.split("/")
    for row in listed:
        spread = _spread(row)
        if len(spread) != WIDTH:
            raise NoSentence(f"a row is ten hexes: {row}")
        cells += spread
    if len(listed) != WIDTH:
        raise NoSentence("a board has ten rows")
    return list(cells)


@lru_cache(maxsize=ROWS_KEPT)
def _spread(row: str) -> str:
    """A row with a point for each empty hex."""
    return "." * WIDTH if row == "0" else re.sub("[1-9]", lambda run: "." * int(run.group()), row)


def units_of(rows: str) -> dict[str, WrittenUnit]:
    """The units of ten rows, without marks."""
    cells = zip(HEXES, cells_of(rows), strict=True)
    return {hex_: WrittenUnit(side, kind) for hex_, kind, side in _occupied_cells(cells)}


def _occupied_cells(cells: Iterable[tuple[str, str]]) -> Iterable[tuple[str, str, str]]:
    for hex_, letter in cells:
        if letter != ".":
            yield (hex_, *_kind_and_side(letter))


def _by_side(text: str) -> Iterable[tuple[str, list[str]]]:
    """Lists of necromancers, such as ``Y:arcane_necromancer+deadly_necromancer;B:...``."""
    for part in filter(None, text.split(";")):
        name, _, ids = part.partition(":")
        listed = ids.split("+")
        if name not in SIDE_LETTERS or not all(one in table.NECROMANCERS for one in listed):
            raise NoSentence(f"no list of necromancers: {part}")
        yield SIDE_LETTERS[name], listed


def _read_marks(board: WrittenBoard, text: str) -> None:
    for part in filter(None, text.split(";")):
        name, _, marks = part.partition(":")
        if name in SIDE_LETTERS:
            for side, ids in _by_side(part):
                _name_in_zone(board.zones[side], ids)
        elif name in board.units:
            board.units[name] = _with_marks(board.units[name], marks)
        else:
            raise NoSentence(f"marks of nobody: {part}")


def _name_in_zone(zone: Counter[str], ids: list[str]) -> None:
    if zone[table.BASIC] != len(ids):
        raise NoSentence("as many names as necromancers in the zone")
    del zone[table.BASIC]
    zone.update(ids)


def _with_marks(unit: WrittenUnit, marks: str) -> WrittenUnit:
    said: dict[str, int] = {}
    for mark in marks.split(","):
        found = _MARK.fullmatch(mark)
        if found:
            said[{"d": "damage", "m": "moved", "a": "attacked"}[found[1]]] = int(found[2])
        elif mark == "s":
            said["spawned"] = True
        elif mark in table.NECROMANCERS and unit.kind == table.BASIC:
            unit = unit._replace(kind=mark)
        else:
            raise NoSentence(f"no such mark: {mark}")
    return unit._replace(**said)  # type: ignore[arg-type]


def line_of(board: WrittenBoard) -> str:
    """The line of a board: there is one for each."""
    zones = [
        "".join(sorted(letter_of_side(table.LETTERS[kind], side) for kind in board.zones[side].elements()))
        for side in SIDES
    ]
    rows = rows_of({hex_: unit.letter for hex_, unit in board.units.items()})
    used = ";".join(
        f"{letter}:{'+'.join(sorted(board.used[side]))}" for letter, side in SIDE_LETTERS.items() if board.used[side]
    )
    fields = [board.state, *zones, "", "", rows, _marks(board), "".join(sorted(board.flags)), used]
    while len(fields) > LEAST_FIELDS and not fields[-1]:
        fields.pop()
    return "|".join(fields)


def rows_of(letters: Mapping[str, str]) -> str:
    """Ten rows with these letters on their hexes, written in the one way."""
    rows = (HEXES[start : start + WIDTH] for start in range(0, len(HEXES), WIDTH))
    return "/".join(_row("".join(letters.get(hex_, ".") for hex_ in row)) for row in rows)


@lru_cache(maxsize=ROWS_KEPT)
def _row(cells: str) -> str:
    """A row with the lengths of its runs of points."""
    return "0" if cells == "." * WIDTH else re.sub(r"\.+", lambda run: str(len(run.group())), cells)


def _marks(board: WrittenBoard) -> str:
    parts = [f"{hex_}:{marks}" for hex_ in HEXES if hex_ in board.units and (marks := marks_of(board.units[hex_]))]
    for letter, side in SIDE_LETTERS.items():
        named = sorted(kind for kind in board.zones[side].elements() if kind in table.NECROMANCERS)
        parts += [f"{letter}:{'+'.join(named)}"] if named else []
    return ";".join(parts)


def marks_of(unit: WrittenUnit) -> str:
    """The marks of a unit as they stand in a line, apart by commas, or nothing."""
    said = [unit.kind] if unit.kind in table.NECROMANCERS and unit.kind != table.BASIC else []
    numbers = (("d", unit.damage), ("m", unit.moved), ("a", unit.attacked))
    said += [f"{letter}{number}" for letter, number in numbers if number]
    return ",".join([*said, "s"] if unit.spawned else said)
