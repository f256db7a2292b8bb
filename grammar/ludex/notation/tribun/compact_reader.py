"""The compact form of a position of Tribun, read; a line that is not the one way to write it is refused."""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer, v_args

from ludex.notation.reading import LineGrammar, Misplaced, Place, one_typed, typed
from ludex.notation.tribun.boards import Board, Position, position_json
from ludex.notation.tribun.compact import ROWS
from ludex.notation.tribun.values import Tile, Unit

LETTERS = {"b": "black", "w": "white"}
Row = tuple[Token, ...]


@v_args(inline=True)
class _Builder(Transformer[Token, Any]):
    def position(self, board: Board, turn: str, offer: str | None, block: str | None, status: str) -> Position:
        ended = status != "-"
        return position_json(board, turn, offer, block, ended, LETTERS.get(status))

    def board(self, *rows: Row) -> Board:
        if len(rows) != len(ROWS):
            last = rows[min(len(rows), len(ROWS) + 1) - 1][0]
            raise Misplaced(last, f"{len(ROWS)} rows; there are {len(rows)}")
        return {
            tile: unit
            for row, tiles in zip(rows, ROWS, strict=True)
            for tile, unit in zip(tiles, _units(row, tiles), strict=True)
            if unit
        }

    def row(self, *entries: Token) -> Row:
        return entries

    def side(self, letter: Token) -> str:
        return LETTERS[letter]

    def offer(self, letter: Token | None = None) -> str | None:
        return LETTERS[letter] if letter else None

    block = offer

    def status(self, letter: Token | None = None) -> str:
        return str(letter) if letter else "-"


def _units(row: Row, tiles: tuple[Tile, ...]) -> list[Unit | None]:
    units: list[Unit | None] = []
    for index, entry in enumerate(row):
        if entry.type == "RUN" and index and row[index - 1].type == "RUN":
            raise Misplaced(entry, "a unit: two runs of empty tiles beside each other are written as one")
        units += [None] * int(entry) if entry.type == "RUN" else [_unit(entry)]
    if len(units) != len(tiles):
        raise Misplaced(row[0], f"a row of {len(tiles)} tiles where x is {tiles[0].x}; this one has {len(units)}")
    return units


def _unit(entry: Token) -> Unit:
    heights = entry[1:].lstrip("T").split("/")
    return Unit(LETTERS[entry[0]], entry[1] == "T", int(heights[0]), int(heights[1]) if len(heights) > 1 else 0)


COMPACT = LineGrammar(
    "ludex.notation.tribun",
    "compact.lark",
    ("position",),
    _Builder(),
    words={
        "UNIT": f"a unit such as {one_typed(('b2/3', 'wT1'))}",
        "RUN": "a number of empty tiles from 1 to 11",
        "COLOR": f"a color ({one_typed(LETTERS)})",
        "-": f"{typed('-')} (for nobody)",
        "TIE": f"{typed('=')} (a tie)",
        "=": f"{typed('=')} (a tie)",
        " ": "a space",
        ".": "a point and what stands next",
        "|": f"{typed('|')} and the next row",
    },
)


def read_compact(line: str, place: Place | None = None) -> Position:
    """The position of a compact line; raises NotReadable, also for a line that is not the one way to write it."""
    read: Position = COMPACT.read("position", line, place)
    return read
