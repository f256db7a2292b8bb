"""Boards as SVG, in one style for all games: tiles that bear their names, pieces, outlines and arrows.

A game draws a ``Sketch`` of a position (``sketch`` of its picture); sketches are put beside or below each other, and a
document or a page is made of the whole. What occurs again and again, such as a board or a piece, is a symbol: it is
written once, and then only named at its places. Lengths are in pixels, and y grows downwards. There is nothing in it
that moves, runs or is fetched, and no colour alone says anything: sides differ in lightness or in shape, too.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from textwrap import wrap
from typing import Any, Literal, NamedTuple

LETTER_PIXELS = 14
TYPEWRITER_SHARE = 0.6  # the same for letters that are placed one by one
LETTER_WIDTH_SHARE = 0.62  # what a letter of a typewriter font takes of its size
MARGIN_PIXELS = 10
LEGEND_PIXELS = 30  # of a row of a legend
SYMBOL_PIXELS = 52  # the square, round its middle, that every symbol of a legend fits in
INK, PAPER, LINE, FAINT = "#1a1a1a", "#ffffff", "#8a8378", "#5f5640"
WRONG = "#b00020"
CHANGED, MOVING, ATTACKING = "#c2007a", "#00695c", "#b3261e"
CHANGED_SYMBOL = "changed"
_FORBIDDEN = re.compile("[^\t\n\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class LegendLine(NamedTuple):
    """A line of a legend: a symbol, and what it stands for."""

    symbol: str
    words: str


class Arrow(NamedTuple):
    """Where an action leads, in the game's own places; one that begins nowhere is a ring round its end."""

    kind: Literal["move", "attack", "put"]
    begin: Any
    end: Any


@dataclass(frozen=True, slots=True)
class Sketch:
    """A drawing of some size, as elements of SVG; ``title`` says in words what is seen.

    ``symbols`` are the elements of each symbol, by its name; ``legend`` says what they stand for, and ``said`` what no
    drawing shows.
    """

    width: float
    height: float
    elements: tuple[str, ...]
    title: str = ""
    symbols: Mapping[str, str] = field(default_factory=dict)
    legend: tuple[LegendLine, ...] = ()
    said: tuple[str, ...] = ()


class Canvas:
    """What a sketch is drawn on."""

    def __init__(self) -> None:
        self.elements: list[str] = []
        self.symbols: dict[str, str] = {}
        self.legend: dict[LegendLine, None] = {}

    def draw(self, *elements: str) -> None:
        """Draws elements over what is there."""
        self.elements += elements

    def stamp(self, name: str, body: str, x: float, y: float, said: str = "") -> None:
        """Draws a symbol, whose own middle is (0, 0), at a place; ``said`` is its title there."""
        self.symbols[name] = body
        self.elements.append(use(name, x, y, said))

    def explain(self, name: str, body: str, words: str) -> None:
        """Says in the legend what a symbol stands for."""
        self.symbols[name] = body
        self.legend[LegendLine(name, words)] = None

    def sketch(self, width: float, height: float, title: str = "", said: Sequence[str] = ()) -> Sketch:
        """What was drawn."""
        return Sketch(width, height, tuple(self.elements), title, self.symbols, tuple(self.legend), tuple(said))


def text_of(value: object) -> str:
    """A text as XML takes it; letters that it cannot hold are shown as a sign."""
    return escape(_FORBIDDEN.sub("\ufffd", str(value)))


def number(value: float) -> str:
    """A length in as few letters as it needs."""
    told = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if told in ("", "-", "-0") else told


def text(
    x: float,
    y: float,
    said: str,
    size: float = LETTER_PIXELS,
    fill: str = INK,
    anchor: str = "middle",
    bold: bool = False,
) -> str:
    """A line of text, with its middle at a height."""
    place = f'x="{number(x)}" y="{number(y + size * 0.35)}"'
    look = f'font-size="{number(size)}" fill="{fill}" text-anchor="{anchor}"' + ' font-weight="bold"' * bold
    return f"<text {place} {look}>{text_of(said)}</text>"


def raised_label(x: float, y: float, said: str, size: float = 11) -> str:
    """The name of a tile above whatever is drawn there."""
    return f'<g stroke="{PAPER}" stroke-width="3" paint-order="stroke">{text(x, y, said, size)}</g>'


Points = tuple[tuple[float, float], ...]


def labels(places: Iterable[tuple[float, float, str]], size: float = 11) -> str:
    """The names of many tiles as one element, letter by letter: a page with many boards is much faster for it."""
    across, down, letters = list[str](), list[str](), list[str]()
    step = size * TYPEWRITER_SHARE
    for x, y, said in places:
        left = x - len(said) * step / 2
        across += [number(left + step * place) for place in range(len(said))]
        down += [number(y + size * 0.35)] * len(said)
        letters.append(text_of(said))
    place = f'x="{" ".join(across)}" y="{" ".join(down)}"'
    return f'<text {place} font-size="{number(size)}" fill="{FAINT}">{"".join(letters)}</text>'


def shapes(figures: Iterable[Points], fill: str, stroke: str = LINE, width: float = 1) -> str:
    """Many closed figures of one look as one element."""
    ways = ("M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z" for points in figures)
    return f'<path d="{"".join(ways)}" fill="{fill}" stroke="{stroke}" stroke-width="{number(width)}"/>'


def polygon(points: Iterable[tuple[float, float]], fill: str, stroke: str = LINE, width: float = 1) -> str:
    """A closed figure."""
    joined = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return f'<polygon points="{joined}" fill="{fill}" stroke="{stroke}" stroke-width="{number(width)}"/>'


def hexagon_points(x: float, y: float, radius: float, flat: bool = True) -> Points:
    """The corners of a hexagon with a side on top, or (``flat`` false) with a corner on top."""
    turn = 0 if flat else math.pi / 6
    corners = [turn + math.pi / 3 * corner for corner in range(6)]
    return tuple((x + radius * math.cos(a), y + radius * math.sin(a)) for a in corners)


def square_points(x: float, y: float, side: float) -> Points:
    """The corners of a square."""
    half = side / 2
    return (x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)


def square(x: float, y: float, side: float, fill: str = PAPER, stroke: str = LINE, width: float = 1) -> str:
    """A square around a point."""
    return polygon(square_points(x, y, side), fill, stroke, width)


def _box(x: float, y: float, width: float, height: float) -> str:
    """Where a rectangle around a point stands."""
    left, top = number(x - width / 2), number(y - height / 2)
    return f'x="{left}" y="{top}" width="{number(width)}" height="{number(height)}"'


def disc(x: float, y: float, radius: float, fill: str, stroke: str = INK, width: float = 1.5) -> str:
    """A round thing."""
    place = f'cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"'
    return f'<circle {place} fill="{fill}" stroke="{stroke}" stroke-width="{number(width)}"/>'


def block(x: float, y: float, side: float, fill: str, stroke: str = INK, width: float = 1.5) -> str:
    """A square thing with round corners."""
    look = f'fill="{fill}" stroke="{stroke}" stroke-width="{number(width)}"'
    return f'<rect {_box(x, y, side, side)} rx="{number(side / 6)}" {look}/>'


def line(points: Sequence[tuple[float, float]], stroke: str, width: float = 1.5, dashes: str = "") -> str:
    """An open line through points."""
    return lines_of([points], stroke, width, dashes)


def lines_of(ways: Iterable[Sequence[tuple[float, float]]], stroke: str, width: float = 1.5, dashes: str = "") -> str:
    """Open lines of one look, as one element."""
    way = "".join("M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) for points in ways)
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    look = f'stroke="{stroke}" stroke-width="{number(width)}" stroke-linecap="round"{dashed}'
    return f'<path d="{way}" fill="none" {look}/>'


def badge(x: float, y: float, said: str, size: float = 10, fill: str = PAPER, ink: str = INK) -> str:
    """A short text on a ground of its own."""
    width, height = len(said) * size * LETTER_WIDTH_SHARE + 5, size + 3
    place = (
        f'x="{number(x - width / 2)}" y="{number(y - height / 2)}" width="{number(width)}" height="{number(height)}"'
    )
    ground = f'<rect {place} rx="3" fill="{fill}" stroke="{ink}" stroke-width=".8"/>'
    return ground + text(x, y, said, size, ink, bold=True)


def use(name: str, x: float, y: float, said: str = "") -> str:
    """A symbol at a place."""
    at = f'<use href="#{name}" x="{number(x)}" y="{number(y)}"'
    return f"{at}><title>{text_of(said)}</title></use>" if said else f"{at}/>"


def outline(points: Points) -> str:
    """The outline of a tile that changed: two lines, so that it is seen on any ground, and nothing is hidden."""
    closed = (*points, points[0])
    return line(closed, PAPER, 5) + line(closed, CHANGED, 3, "7 4")


def changed_symbol(points: Points) -> str:
    """A tile with the outline of what changed, for a legend."""
    return polygon(points, "#efe6d2") + outline(points)


def arrow(
    kind: str, begin: tuple[float, float] | None, end: tuple[float, float], radius: float, clear: float = 13
) -> str:
    """An arrow from tile to tile: a move has a head, an attack is dashed and ends in a cross.

    ``radius`` is that of a tile, and ``clear`` is kept free round the middles of both, as far as there is room.
    """
    if begin is None:
        return _with_halo(_cross(end, radius * 0.3), ATTACKING) if kind == "attack" else _ring(end, radius)
    across, down = end[0] - begin[0], end[1] - begin[1]
    length = math.hypot(across, down)
    if length < 1:
        return _ring(end, radius)
    along = (across / length, down / length)
    tail = _on(begin, along, min(clear, length * 0.36))
    point = _on(end, along, -min(clear, length * 0.36))
    if kind == "attack":
        lines = [[tail, point], *_cross(point, 5)]
        return _with_halo(lines, ATTACKING, "6 4")
    barbs = [_on(_on(point, along, -9), (-along[1] * side, along[0] * side), 6) for side in (1, -1)]
    return _with_halo([[tail, point], [barbs[0], point, barbs[1]]], MOVING)


def _ring(at: tuple[float, float], radius: float) -> str:
    return disc(*at, radius * 0.72, "none", PAPER, 6) + disc(*at, radius * 0.72, "none", MOVING, 3)


def _on(point: tuple[float, float], along: tuple[float, float], far: float) -> tuple[float, float]:
    return point[0] + along[0] * far, point[1] + along[1] * far


def _cross(at: tuple[float, float], far: float) -> list[list[tuple[float, float]]]:
    x, y = at
    return [[(x - far, y - far), (x + far, y + far)], [(x - far, y + far), (x + far, y - far)]]


def _with_halo(lines: Sequence[Sequence[tuple[float, float]]], stroke: str, dashes: str = "") -> str:
    first, *others = lines
    halo = "".join(line(one, PAPER, 6.5) for one in lines)
    return halo + line(first, stroke, 3.2, dashes) + "".join(line(one, stroke, 3.2) for one in others)


def explain_arrows(sheet: Canvas, arrows: Iterable[Arrow]) -> None:
    """Says in the legend what the arrows stand for that occur."""
    kinds = {one.kind if one.begin is not None or one.kind == "attack" else "put" for one in arrows}
    for kind, words in (("move", "moves"), ("attack", "attacks"), ("put", "is put here")):
        if kind in kinds:
            body = arrow(kind, None if kind == "put" else (-20, 0), (0, 0) if kind == "put" else (20, 0), 18)
            sheet.explain(f"arrow-{kind}", body, words)


def lines(said: str, size: float = LETTER_PIXELS) -> Sketch:
    """Lines of text as they are, each letter as wide as every other."""
    rows = said.split("\n")
    width = max(map(len, rows)) * size * LETTER_WIDTH_SHARE
    drawn = [
        f'<text x="0" y="{number((place + 1) * size * 1.3)}" font-size="{number(size)}" fill="{INK}" '
        f'xml:space="preserve">{text_of(row)}</text>'
        for place, row in enumerate(rows)
    ]
    return Sketch(width, len(rows) * size * 1.3 + size * 0.4, tuple(drawn))


def move(sketch: Sketch, x: float, y: float) -> str:
    """A sketch as one element at a place."""
    title = f"<title>{text_of(sketch.title)}</title>" if sketch.title else ""
    return f'<g transform="translate({number(x)} {number(y)})">{title}{"".join(sketch.elements)}</g>'


def below(sketches: Sequence[Sketch], gap: float = MARGIN_PIXELS) -> Sketch:
    """Sketches one below another."""
    drawn, height = list[str](), 0.0
    for sketch in sketches:
        drawn.append(move(sketch, 0, height))
        height += sketch.height + gap
    width = max((one.width for one in sketches), default=0)
    return _together(sketches, width, max(0, height - gap), drawn)


def side_by_side(sketches: Sequence[Sketch], gap: float = 2 * MARGIN_PIXELS) -> Sketch:
    """Sketches from left to right."""
    drawn, width = list[str](), 0.0
    for sketch in sketches:
        drawn.append(move(sketch, width, 0))
        width += sketch.width + gap
    height = max((one.height for one in sketches), default=0)
    return _together(sketches, max(0, width - gap), height, drawn)


def _together(sketches: Sequence[Sketch], width: float, height: float, drawn: Sequence[str]) -> Sketch:
    symbols = {name: body for one in sketches for name, body in one.symbols.items()}
    legend = tuple(dict.fromkeys(piece for one in sketches for piece in one.legend))
    said = tuple(dict.fromkeys(line for one in sketches for line in one.said))
    return Sketch(width, height, tuple(drawn), "", symbols, legend, said)


def with_words(sketch: Sketch, legend: bool = True) -> Sketch:
    """A sketch with what it says below it, and its legend; for where no page says these."""
    letters = max(40, int(sketch.width / LETTER_PIXELS / LETTER_WIDTH_SHARE))
    parts = [Sketch(sketch.width, sketch.height, sketch.elements, sketch.title, sketch.symbols)]
    if sketch.said:
        told = (part for line in sketch.said for part in wrap(line, letters, subsequent_indent="  ") or [""])
        parts.append(lines("\n".join(told)))
    if legend and sketch.legend:
        parts.append(legend_sketch(sketch, max(sketch.width, 320)))
    return below(parts)


def legend_sketch(sketch: Sketch, width: float) -> Sketch:
    """The legend of a sketch in rows no longer than this where it can."""
    sheet, x, y, reached, scale = Canvas(), 0.0, 0.0, 0.0, LEGEND_PIXELS / SYMBOL_PIXELS
    for piece in sketch.legend:
        takes = LEGEND_PIXELS + 6 + len(piece.words) * 12 * LETTER_WIDTH_SHARE
        if x and x + takes > width:
            x, y = 0.0, y + LEGEND_PIXELS + 4
        middle = LEGEND_PIXELS / 2
        at = f"translate({number(x + middle)} {number(y + middle)}) scale({scale:.2f})"
        sheet.draw(f'<g transform="{at}">{use(piece.symbol, 0, 0)}</g>')
        sheet.draw(text(x + LEGEND_PIXELS + 4, y + middle, piece.words, 12, anchor="start"))
        x, reached = x + takes + 12, max(reached, x + takes)
    sheet.symbols = dict(sketch.symbols)
    return sheet.sketch(reached, y + LEGEND_PIXELS)


def definitions(symbols: Mapping[str, str]) -> str:
    """Symbols as a document or a page defines them."""
    parts = (f'<symbol id="{name}" overflow="visible">{body}</symbol>' for name, body in symbols.items())
    return f"<defs>{''.join(parts)}</defs>" if symbols else ""


def document(sketch: Sketch, title: str, described: str = "") -> str:
    """A whole SVG document; ``title`` names it, and ``described`` says at length what is seen."""
    width, height = (number(length + 2 * MARGIN_PIXELS) for length in (sketch.width, sketch.height))
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    told = f"<desc>{text_of(described)}</desc>" if described else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="monospace">\n'
        f"<title>{text_of(title)}</title>{told}\n{definitions(sketch.symbols)}\n"
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>\n'
        f"{move(sketch, MARGIN_PIXELS, MARGIN_PIXELS)}\n</svg>\n"
    )


def figure(sketch: Sketch, title: str) -> str:
    """A drawing in a page that defines its symbols elsewhere; ``title`` says in words what is seen."""
    margin = MARGIN_PIXELS / 2
    width, height = sketch.width + 2 * margin, sketch.height + 2 * margin
    box = " ".join(map(number, (-margin, -margin, width, height)))
    wide = f'style="max-width:{number(width)}px"'
    label = text_of(title)
    return f'<svg class="board" viewBox="{box}" {wide} role="img" aria-label="{label}">{"".join(sketch.elements)}</svg>'
