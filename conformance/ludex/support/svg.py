"""Boards as SVG: hexagons, squares, discs and text, each tile with a title that a screen reader says.

A game draws a ``Sketch`` of a position (``sketch`` of its picture); sketches are put beside or below each
other, and a document is made of the whole. Lengths are in pixels, and y grows downwards. There is nothing in it that
moves, runs or is fetched.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

LETTER_PIXELS = 14
LETTER_WIDTH_SHARE = 0.62  # what a letter of a typewriter font takes of its size
MARGIN_PIXELS = 10
INK, PAPER, LINE, MARKED = "#1a1a1a", "#ffffff", "#8a8a8a", "#ffd54a"
_FORBIDDEN = re.compile("[^\t\n\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Sketch:
    """A drawing of some size, as elements of SVG; ``title`` says in words what is seen."""

    width: float
    height: float
    elements: tuple[str, ...]
    title: str = ""


def text_of(value: object) -> str:
    """A text as XML takes it; letters that it cannot hold are shown as a sign."""
    return escape(_FORBIDDEN.sub("\ufffd", str(value)))


def number(value: float) -> str:
    """A length in as few letters as it needs."""
    return f"{value:.2f}".rstrip("0").rstrip(".") or "0"


def text(x: float, y: float, said: str, size: float = LETTER_PIXELS, fill: str = INK, anchor: str = "middle") -> str:
    """A line of text, with its middle at a height."""
    place = f'x="{number(x)}" y="{number(y + size * 0.35)}"'
    return f'<text {place} font-size="{number(size)}" fill="{fill}" text-anchor="{anchor}">{text_of(said)}</text>'


def polygon(points: Iterable[tuple[float, float]], fill: str, stroke: str = LINE, width: float = 1) -> str:
    """A closed figure."""
    joined = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return f'<polygon points="{joined}" fill="{fill}" stroke="{stroke}" stroke-width="{number(width)}"/>'


def hexagon(x: float, y: float, radius: float, fill: str = PAPER, flat: bool = True) -> str:
    """A hexagon around a point: with a side on top, or (``flat`` false) with a corner on top."""
    turn = 0 if flat else math.pi / 6
    corners = [turn + math.pi / 3 * corner for corner in range(6)]
    return polygon([(x + radius * math.cos(a), y + radius * math.sin(a)) for a in corners], fill)


def square(x: float, y: float, side: float, fill: str = PAPER) -> str:
    """A square around a point."""
    half = side / 2
    return polygon([(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)], fill)


def disc(x: float, y: float, radius: float, fill: str, stroke: str = INK, width: float = 1.5) -> str:
    """A round thing."""
    place = f'cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"'
    return f'<circle {place} fill="{fill}" stroke="{stroke}" stroke-width="{number(width)}"/>'


def tile(title: str, *parts: str) -> str:
    """A tile: what is drawn of it, and what it is called."""
    return f'<g class="tile"><title>{text_of(title)}</title>{"".join(parts)}</g>'


def unit(title: str, *parts: str) -> str:
    """A unit, likewise."""
    return f'<g class="unit"><title>{text_of(title)}</title>{"".join(parts)}</g>'


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
    return Sketch(max((one.width for one in sketches), default=0), max(0, height - gap), tuple(drawn))


def side_by_side(sketches: Sequence[Sketch], gap: float = 2 * MARGIN_PIXELS) -> Sketch:
    """Sketches from left to right."""
    drawn, width = list[str](), 0.0
    for sketch in sketches:
        drawn.append(move(sketch, width, 0))
        width += sketch.width + gap
    return Sketch(max(0, width - gap), max((one.height for one in sketches), default=0), tuple(drawn))


def document(sketch: Sketch, title: str, described: str = "") -> str:
    """A whole SVG document; ``title`` names it, and ``described`` says at length what is seen."""
    width, height = (number(length + 2 * MARGIN_PIXELS) for length in (sketch.width, sketch.height))
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    told = f"<desc>{text_of(described)}</desc>" if described else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="monospace">\n'
        f"<title>{text_of(title)}</title>{told}\n"
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>\n'
        f"{move(sketch, MARGIN_PIXELS, MARGIN_PIXELS)}\n</svg>\n"
    )
