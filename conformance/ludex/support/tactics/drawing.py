"""States of 5x5 Tactics as drawings: squares, y = 0 at the top, P1 discs, P2 squares, the dead crossed out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from ludex.notation.tactics.boards import SIZE, WrittenTile, drawn_units, tile_of, tile_text
from ludex.notation.tactics.facts import cell_text
from ludex.support import svg

TILE_PIXELS = 76.0
UNIT_PIXELS = 58.0
FILL = {"P1": "#23395d", "P2": "#f4b942"}
INK = {"P1": "#ffffff", "P2": "#1a1a1a"}
GHOST, GHOST_INK = "#e4e0da", "#4c4a46"
SHADES = ("#f6eedc", "#ebdfc3")
MOST_LETTERS_IN_A_TILE = 7  # at the smaller size of letters


def board(units: list[Any], marked: Iterable[WrittenTile], arrows: Iterable[svg.Arrow], title: str) -> svg.Sketch:
    """The twenty-five tiles, who lives on them, and who died there."""
    sheet = svg.Canvas()
    sheet.stamp("tactics-board", _ground(), 0, 0)
    living = drawn_units(units)
    for unit in units:
        tile = tile_of(unit)
        if tile and tile.is_on_board and not unit["alive"] and tile not in living:
            _corpse(sheet, tile, unit)
    for tile, unit in living.items():
        _living(sheet, tile, unit)
    _others(sheet, units, living)
    marked = [tile for tile in marked if tile.is_on_board]
    for tile in marked:
        sheet.draw(svg.outline(svg.square_points(*at(tile), TILE_PIXELS - 3)))
        sheet.explain(svg.CHANGED_SYMBOL, svg.changed_symbol(svg.square_points(0, 0, 40)), "differs")
    arrows = [one for one in arrows if all(tile is None or tile.is_on_board for tile in (one.begin, one.end))]
    for one in arrows:
        begin = None if one.begin is None else at(one.begin)
        sheet.draw(svg.arrow(one.kind, begin, at(one.end), TILE_PIXELS / 2, UNIT_PIXELS / 2))
    svg.explain_arrows(sheet, arrows)
    for tile in dict.fromkeys([*marked, *(one.end for one in arrows)]):
        sheet.draw(svg.raised_label(*_label_of(tile)))
    return sheet.sketch(SIZE * TILE_PIXELS, SIZE * TILE_PIXELS, title)


def at(tile: WrittenTile) -> tuple[float, float]:
    """The middle of a tile."""
    return (tile.x + 0.5) * TILE_PIXELS, (tile.y + 0.5) * TILE_PIXELS


@cache
def _ground() -> str:
    tiles = [WrittenTile(x, y) for y in range(SIZE) for x in range(SIZE)]
    shades = [
        [svg.square_points(*at(tile), TILE_PIXELS) for tile in tiles if (tile.x + tile.y) % 2 == n] for n in (0, 1)
    ]
    return "".join(map(svg.shapes, shades, SHADES)) + svg.labels(map(_label_of, tiles))


def _label_of(tile: WrittenTile) -> tuple[float, float, str]:
    """The name of a tile, and where it stands: in the corner."""
    x, y = (middle - TILE_PIXELS / 2 for middle in at(tile))
    return x + 14, y + 10, f"{tile.x},{tile.y}"


def _shape(owner: str, fill: str = "", stroke: str = svg.INK) -> str:
    """A disc of P1, a square of P2, somewhat below the name of the tile."""
    if owner == "P2":
        return svg.block(0, 4, UNIT_PIXELS - 6, fill or FILL[owner], stroke, 1.8)
    return svg.disc(0, 4, UNIT_PIXELS / 2, fill or FILL.get(owner, "#dddddd"), stroke, 1.8)


def _smaller(shape: str) -> str:
    """A shape in the size of a legend."""
    return f'<g transform="scale(.7) translate(0 -4)">{shape}</g>'


def _living(sheet: svg.Canvas, tile: WrittenTile, unit: Mapping[str, Any]) -> None:
    x, y = at(tile)
    owner, ink = unit["owner"], INK.get(unit["owner"], svg.INK)
    said = f"{tile_text(tile)}: {_who(unit)}"
    sheet.stamp(f"tactics-{owner}", _shape(owner), x, y, said)
    sheet.explain(f"tactics-{owner}-small", _smaller(_shape(owner)), f"lives, of {owner}")
    sheet.draw(_name(x, y - 10, unit, ink))
    if unit["hp"] > 0:
        sheet.draw(svg.text(x, y + 7, f"hp {_figure(unit['hp'])}", 12, ink))
    else:  # the mark and the hit points do not agree: whoever looks at one alone is wrong
        sheet.draw(svg.badge(x, y + 6, f"hp {_figure(unit['hp'])}, alive", 9.5, ink=svg.WRONG))
    sheet.draw(svg.text(x, y + 21, f"atk {_figure(unit['attack'])}", 11, ink))


def _corpse(sheet: svg.Canvas, tile: WrittenTile, unit: Mapping[str, Any]) -> None:
    x, y = at(tile)
    owner = unit["owner"]
    sheet.stamp(f"tactics-dead-{owner}", _ghost(owner), x, y, f"{tile_text(tile)}: {_who(unit)}")
    sheet.explain(f"tactics-dead-{owner}-small", _smaller(_ghost(owner)), f"dead, of {owner}")
    sheet.draw(_name(x, y - 10, unit, GHOST_INK))
    if unit["hp"] > 0:
        sheet.draw(svg.badge(x, y + 6, f"hp {_figure(unit['hp'])}, dead", 9.5, ink=svg.WRONG))
    else:
        sheet.draw(svg.text(x, y + 8, "dead", 12, GHOST_INK))


def _ghost(owner: str) -> str:
    reach = UNIT_PIXELS * 0.32
    crossed = [svg.line([(-reach, 4 - reach * s), (reach, 4 + reach * s)], "#bdb6ab", 4) for s in (1, -1)]
    return f'<g stroke-dasharray="4 3">{_shape(owner, GHOST, GHOST_INK)}</g>' + "".join(crossed)


def _others(sheet: svg.Canvas, units: list[Any], living: Mapping[WrittenTile, Any]) -> None:
    """Whoever is on a tile beside the one that is drawn there: their names in its corner."""
    drawn: set[WrittenTile] = set()
    names: dict[WrittenTile, list[str]] = {}
    for unit in units:
        tile = tile_of(unit)
        if not tile or not tile.is_on_board or living.get(tile) is unit:
            continue
        if tile in living or tile in drawn:
            names.setdefault(tile, []).append(("" if unit["alive"] else "† ") + _short(unit))
        drawn.add(tile)
    for tile, others in names.items():
        x, y = at(tile)
        told = others[0] if len(others) == 1 else f"{others[0]} +{len(others) - 1}"
        half = TILE_PIXELS / 2
        sheet.draw(svg.badge(x + half - 6 - len(told) * 3.2, y - half + 10, told, 10, GHOST, GHOST_INK))


def _name(x: float, y: float, unit: Mapping[str, Any], ink: str) -> str:
    short = _short(unit)
    return svg.text(x, y, short, 14 if len(short) < 5 else 11, ink, bold=True)


def _short(unit: Mapping[str, Any]) -> str:
    name = cell_text(unit["id"])
    return name if len(name) <= MOST_LETTERS_IN_A_TILE else name[: MOST_LETTERS_IN_A_TILE - 1] + "…"


def _figure(value: int) -> str:
    """A number of any length in the room of a tile."""
    told = str(value)
    return told if len(told) <= 5 else f"{told[:4]}…"


def _who(unit: Mapping[str, Any]) -> str:
    dead = "" if unit["alive"] else "dead, "
    return f"{cell_text(unit['id'])} of {unit['owner']}, {dead}hp {unit['hp']}, attack {unit['attack']}"
