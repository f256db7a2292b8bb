"""Positions of Tribun as drawings: hexagons with black at the bottom, a disc for a unit with its slave's disc below
it, and a square for the tribun."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ludex.notation.tribun.boards import COLORS, RADIUS, TILES, Tile, WrittenUnit, height_text, tile_text, unit_of
from ludex.notation.written import NoSentence
from ludex.support import svg

HEX_SIDE_PIXELS = 24.0
STEP = HEX_SIDE_PIXELS * 1.5
HALF = HEX_SIDE_PIXELS * 3**0.5 / 2
FILL = {"black": "#23262b", "white": "#ffffff"}
INK = {"black": "#ffffff", "white": "#1a1a1a"}
SHADES = ("#f3ead7", "#e6d6b5", "#d9c59a")


def board(data: bytes, marks: Mapping[int, str]) -> svg.Sketch:
    """The ninety-one tiles of a board of bytes, and what stands on them."""
    drawn = [_label(before, said) for before, said in _labels()]
    for tile in TILES:
        drawn += _tile(tile, data[tile.cid], tile.cid in marks)
    return svg.Sketch(2 * (RADIUS + 1.6) * STEP, (4 * RADIUS + 5) * HALF, tuple(drawn), "the board")


def _at(tile: Tile) -> tuple[float, float]:
    """The middle of a tile: y grows to the upper right, x to the upper left."""
    return (RADIUS + 1.6 + tile.y - tile.x) * STEP, (2 * RADIUS + 2 - tile.x - tile.y) * HALF


def _labels() -> Iterator[tuple[Tile, str]]:
    for number in range(-RADIUS, RADIUS + 1):
        before = max(-RADIUS, number - RADIUS) - 1
        yield Tile(number, before), f"x{number}"
        yield Tile(before, number), f"y{number}"


def _label(before: Tile, said: str) -> str:
    return svg.text(*_at(before), said, 11, "#555555")


def _tile(tile: Tile, byte: int, marked: bool) -> Iterator[str]:
    x, y = _at(tile)
    fill = svg.MARKED if marked else SHADES[(tile.x + tile.y) % len(SHADES)]
    said = _byte_text(byte)
    yield svg.tile(f"{tile_text(tile)}: {said}", svg.hexagon(x, y, HEX_SIDE_PIXELS, fill))
    if byte:
        yield svg.unit(said, *_unit(x, y, byte))


def _unit(x: float, y: float, byte: int) -> Iterator[str]:
    try:
        unit = unit_of(byte)
    except NoSentence:
        unit = None
    if unit is None:
        yield svg.text(x, y, f"?{byte:02x}", 12, "#b00020")
        return
    if unit.s:
        master = COLORS.index(unit.color)
        yield from _disc(x, y + HEX_SIDE_PIXELS * 0.42, HEX_SIDE_PIXELS * 0.36, COLORS[1 - master], str(unit.s), 11)
    yield from _primary(x, y - (HEX_SIDE_PIXELS * 0.34 if unit.s else 0), unit)


def _primary(x: float, y: float, unit: WrittenUnit) -> Iterator[str]:
    if unit.tribun:
        yield svg.square(x, y, HEX_SIDE_PIXELS * (0.8 if unit.s else 1), FILL[unit.color])
        yield svg.text(x, y, f"T{unit.p}", 12, INK[unit.color])
    else:
        yield from _disc(x, y, HEX_SIDE_PIXELS * (0.42 if unit.s else 0.6), unit.color, str(unit.p), 13)


def _disc(x: float, y: float, radius: float, color: str, said: str, size: float) -> Iterator[str]:
    yield svg.disc(x, y, radius, FILL[color])
    yield svg.text(x, y, said, size, INK[color])


def _byte_text(byte: int) -> str:
    if byte == 0:
        return "empty"
    try:
        unit = unit_of(byte)
    except NoSentence:
        unit = None
    return f"{unit.color} {height_text(unit)}" if unit else f"the byte {byte:#04x}"
