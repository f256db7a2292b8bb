"""Positions of Tribun as drawings: hexagons with black at the bottom, a disc for a unit with its slave's disc at its
side, and a square for the tribun."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from ludex.notation.tribun.boards import (
    COLORS,
    RADIUS,
    TILES,
    Tile,
    WrittenUnit,
    height_text,
    tile_of,
    tile_text,
    unit_of,
)
from ludex.notation.written import NoSentence
from ludex.support import svg

HEX_SIDE_PIXELS = 30.0
STEP = HEX_SIDE_PIXELS * 1.5
HALF = HEX_SIDE_PIXELS * 3**0.5 / 2
WIDTH, HEIGHT = 2 * RADIUS * STEP + 2 * HEX_SIDE_PIXELS, (4 * RADIUS + 2) * HALF
FILL = {"black": "#23262b", "white": "#ffffff"}
INK = {"black": "#ffffff", "white": "#1a1a1a"}
SHADES = ("#f6eedc", "#ebdfc3", "#dfd0ac")


def board(data: bytes, marked: Iterable[int], arrows: Iterable[svg.Arrow], title: str) -> svg.Sketch:
    """The ninety-one tiles of a board of bytes, and what stands on them; tiles are marked and named by their cid."""
    sheet = svg.Canvas()
    sheet.stamp("tribun-board", _ground(), 0, 0)
    for tile in TILES:
        if byte := data[tile.cid]:
            said = _byte_text(byte)
            sheet.stamp(f"tribun-{byte:02x}", _unit(byte), *at(tile), f"{tile_text(tile)}: {said}")
    _explain(sheet, data)
    marked = [cid for cid in marked if tile_of(cid).is_on_board]
    for cid in marked:
        sheet.draw(svg.outline(_corners(*at(tile_of(cid)), HEX_SIDE_PIXELS - 1)))
        sheet.explain(svg.CHANGED_SYMBOL, svg.changed_symbol(_corners(0, 0, 20)), "differs")
    arrows = [one for one in arrows if all(cid is None or tile_of(cid).is_on_board for cid in (one.begin, one.end))]
    for one in arrows:
        begin = None if one.begin is None else at(tile_of(one.begin))
        sheet.draw(svg.arrow(one.kind, begin, at(tile_of(one.end)), HEX_SIDE_PIXELS))
    svg.explain_arrows(sheet, arrows)
    for cid in dict.fromkeys([*marked, *(one.end for one in arrows)]):
        sheet.draw(svg.raised_label(*_label_of(tile_of(cid)), 10.5))
    return sheet.sketch(WIDTH, HEIGHT, title)


def at(tile: Tile) -> tuple[float, float]:
    """The middle of a tile: y grows to the upper right, x to the upper left."""
    return HEX_SIDE_PIXELS + (RADIUS + tile.y - tile.x) * STEP, (2 * RADIUS + 1 - tile.x - tile.y) * HALF


def _corners(x: float, y: float, radius: float) -> svg.Points:
    return svg.hexagon_points(x, y, radius)


@cache
def _ground() -> str:
    shades: dict[str, list[svg.Points]] = {shade: [] for shade in SHADES}
    for tile in TILES:
        shades[SHADES[(tile.x + tile.y) % len(SHADES)]].append(_corners(*at(tile), HEX_SIDE_PIXELS))
    return "".join(svg.shapes(tiles, shade) for shade, tiles in shades.items()) + svg.labels(
        map(_label_of, TILES), 10.5
    )


def _label_of(tile: Tile) -> tuple[float, float, str]:
    """The name of a tile, and where it stands."""
    x, y = at(tile)
    return x, y + HEX_SIDE_PIXELS * 0.62, f"{tile.x},{tile.y}"


def _explain(sheet: svg.Canvas, data: bytes) -> None:
    """One of each look that occurs."""
    seen: set[str] = set()
    for byte in filter(None, (data[tile.cid] for tile in TILES)):
        words = _look(byte)
        if words not in seen:
            seen.add(words)
            sheet.explain(f"tribun-{byte:02x}", _unit(byte), words)


def _look(byte: int) -> str:
    unit = _unit_or_none(byte)
    if unit is None:
        return "a byte that stores no unit"
    named = f"{unit.color} tribun and its height" if unit.tribun else f"{unit.color} unit and its height"
    return f"{named}, with its slave's" if unit.s else named


def _unit_or_none(byte: int) -> WrittenUnit | None:
    try:
        return unit_of(byte)
    except NoSentence:
        return None


@cache
def _unit(byte: int) -> str:
    unit = _unit_or_none(byte)
    if unit is None:
        return svg.badge(0, -4, f"?{byte:02x}", 12, ink=svg.WRONG)
    if not unit.s:
        return _primary(0, -4, unit, 1)
    slave = COLORS[1 - COLORS.index(unit.color)]
    return _disc(11, 2, 9.5, slave, str(unit.s), 12) + _primary(-7, -7, unit, 0.86)


def _primary(x: float, y: float, unit: WrittenUnit, scale: float) -> str:
    if unit.tribun:
        ground = svg.square(x, y, 25 * scale, FILL[unit.color], svg.INK, 1.8)
        return ground + svg.text(x, y, f"T{unit.p}", 15 * scale, INK[unit.color], bold=True)
    return _disc(x, y, 14 * scale, unit.color, str(unit.p), 17 * scale)


def _disc(x: float, y: float, radius: float, color: str, said: str, size: float) -> str:
    return svg.disc(x, y, radius, FILL[color], svg.INK, 1.8) + svg.text(x, y, said, size, INK[color], bold=True)


def _byte_text(byte: int) -> str:
    unit = _unit_or_none(byte)
    return f"{unit.color} {height_text(unit)}" if unit else f"the byte {byte:#04x}"
