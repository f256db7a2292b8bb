"""States of 5x5 Tactics as drawings: squares, y = 0 at the top, and the living as discs, P1 dark and P2 light."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ludex.notation.tactics.boards import SIZE, WrittenTile, drawn_units, tile_text
from ludex.notation.tactics.facts import cell_text
from ludex.support import svg

TILE_PIXELS = 56
EDGE_PIXELS = 20
FILL = {"P1": "#23395d", "P2": "#f4b942"}
INK = {"P1": "#ffffff", "P2": "#1a1a1a"}
MOST_LETTERS_IN_A_TILE = 7  # at the smaller size of letters


def board(units: list[Any], marks: Mapping[WrittenTile, str]) -> svg.Sketch:
    """The twenty-five tiles, and who lives on them."""
    living = drawn_units(units)
    drawn = [*_labels()]
    for tile in (WrittenTile(x, y) for y in range(SIZE) for x in range(SIZE)):
        drawn += _tile(tile, living.get(tile), tile in marks)
    extent = EDGE_PIXELS + SIZE * TILE_PIXELS
    return svg.Sketch(extent, extent, tuple(drawn), "the board")


def _at(place: int) -> float:
    return EDGE_PIXELS + (place + 0.5) * TILE_PIXELS


def _labels() -> Iterator[str]:
    for place in range(SIZE):
        yield svg.text(_at(place), EDGE_PIXELS / 2, str(place), fill="#555555")
        yield svg.text(EDGE_PIXELS / 2, _at(place), str(place), fill="#555555")


def _tile(tile: WrittenTile, unit: Mapping[str, Any] | None, marked: bool) -> Iterator[str]:
    x, y = _at(tile.x), _at(tile.y)
    fill = svg.MARKED if marked else svg.PAPER
    said = _who(unit) if unit else "empty"
    yield svg.tile(f"{tile_text(tile)}: {said}", svg.square(x, y, TILE_PIXELS, fill))
    if unit:
        yield svg.unit(said, *_unit(x, y, unit))


def _unit(x: float, y: float, unit: Mapping[str, Any]) -> Iterator[str]:
    ink = INK.get(unit["owner"], svg.INK)
    name = cell_text(unit["id"])
    yield svg.disc(x, y, TILE_PIXELS * 0.43, FILL.get(unit["owner"], "#dddddd"))
    short = name if len(name) <= MOST_LETTERS_IN_A_TILE else name[: MOST_LETTERS_IN_A_TILE - 1] + "…"
    yield svg.text(x, y - 7, short, 13 if len(name) < 5 else 9, ink)
    yield svg.text(x, y + 9, f"{unit['hp']}/{unit['attack']}", 11, ink)


def _who(unit: Mapping[str, Any]) -> str:
    return f"{cell_text(unit['id'])} of {unit['owner']}, hp {unit['hp']}, attack {unit['attack']}"
