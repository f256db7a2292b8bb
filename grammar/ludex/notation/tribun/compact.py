"""The compact form of a position of Tribun: everything in one line, in one way only; any other line is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludex.notation.reading import Misplaced, Place, as_typed, one_typed
from ludex.notation.sentences import Part, Sentences
from ludex.notation.tribun.boards import RADIUS, TILES, Board, Position, Tile, WrittenUnit, height_text, position_json

if TYPE_CHECKING:
    from lark import Token

LETTERS = {"b": "black", "w": "white"}

ROWS = tuple(tuple(tile for tile in TILES if tile.x == x) for x in range(-RADIUS, RADIUS + 1))


def compact(board: Board, position: Position) -> str:
    """The line of a position; ``board`` is its board, read."""
    rows = "|".join(_row(board, row) for row in ROWS)
    fields = (position["turn"], position["drawOfferBy"], position["drawBlocked"])
    return " ".join([rows, *(_letter(color) for color in fields), _status(position)])


def _row(board: Board, tiles: tuple[Tile, ...]) -> str:
    entries: list[str] = []
    empty = 0
    for tile in tiles:
        unit = board.get(tile)
        if unit is None:
            empty += 1
            continue
        entries += [str(empty)] * (empty > 0) + [unit_letters(unit)]
        empty = 0
    return ".".join(entries + [str(empty)] * (empty > 0))


def unit_letters(unit: WrittenUnit) -> str:
    """A unit in its shortest form: b2/3, wT1."""
    return unit.color[0] + height_text(unit)


def _letter(color: str | None) -> str:
    return color[0] if color else "-"


def _status(position: Position) -> str:
    if position["status"] == "active":
        return "-"
    return _letter(position["winner"]) if position["winner"] else "="


def _position(board: Board, turn: str, offer: str | None, block: str | None, status: str) -> Position:
    return position_json(board, turn, offer, block, status != "-", LETTERS.get(status))


def _board(*rows: tuple[Token, ...]) -> Board:
    if len(rows) != len(ROWS):
        last = rows[min(len(rows), len(ROWS) + 1) - 1][0]
        raise Misplaced(last, f"{len(ROWS)} rows; there are {len(rows)}")
    units = [unit for row, tiles in zip(rows, ROWS, strict=True) for unit in _units(row, tiles)]
    places = [tile for tiles in ROWS for tile in tiles]
    return {tile: unit for tile, unit in zip(places, units, strict=True) if unit}


def _units(row: tuple[Token, ...], tiles: tuple[Tile, ...]) -> list[WrittenUnit | None]:
    units: list[WrittenUnit | None] = []
    for index, entry in enumerate(row):
        if entry.type == "RUN" and index and row[index - 1].type == "RUN":
            raise Misplaced(entry, "a unit: two runs of empty tiles beside each other are written as one")
        units += [None] * int(entry) if entry.type == "RUN" else [_unit(entry)]
    if len(units) != len(tiles):
        raise Misplaced(row[0], f"a row of {len(tiles)} tiles where x is {tiles[0].x}; this one has {len(units)}")
    return units


def _unit(entry: Token) -> WrittenUnit:
    heights = entry[1:].lstrip("T").split("/")
    return WrittenUnit(LETTERS[entry[0]], entry[1] == "T", int(heights[0]), int(heights[1]) if len(heights) > 1 else 0)


COMPACT = Sentences(
    "ludex.notation.tribun",
    "compact.lark",
    ("position",),
    parts={
        "position": Part(_position),
        "board": Part(_board),
        "row": Part(lambda *entries: entries),
        "color": Part(lambda letter=None: LETTERS.get(letter)),
        "status": Part(lambda letter=None: str(letter or "-")),
    },
    words={
        "UNIT": f"a unit such as {one_typed(('b2/3', 'wT1'))}",
        "RUN": "a number of empty tiles from 1 to 11",
        "COLOR": f"a colour ({one_typed(LETTERS)})",
        "-": f"{as_typed('-')} (for nobody)",
        "TIE": f"{as_typed('=')} (a tie)",
        "=": f"{as_typed('=')} (a tie)",
        " ": "a space",
        ".": "a point and what stands next",
        "|": f"{as_typed('|')} and the next row",
    },
)


def read_compact(line: str, place: Place | None = None) -> Position:
    """The position of a compact line; raises NotReadable, also for a line that is not the one way to write it."""
    read: Position = COMPACT.read("position", line, place)
    return read
