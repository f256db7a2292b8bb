"""Boards of Minions as drawings: hexes with a corner on top, rank 0 on top as in the line, and a disc for a unit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ludex.notation.minions.boards import HEXES, WrittenBoard, WrittenUnit
from ludex.support import svg

HEX_RADIUS_PIXELS = 24.0
ACROSS = HEX_RADIUS_PIXELS * 3**0.5
DOWN = HEX_RADIUS_PIXELS * 1.5
EDGE_PIXELS = 24.0
FILL = {"yellow": "#f4c430", "blue": "#2a4d8f"}
INK = {"yellow": "#1a1a1a", "blue": "#ffffff"}
GROUND = {"": "#f3ead7", "~": "#a9cfe8", "+": "#b9b2a6"}
GROUND_WORDS = {"": "land", "~": "water", "+": "graveyard"}


def board(drawn: WrittenBoard, terrain: Mapping[str, str], marked: frozenset[str], title: str) -> svg.Sketch:
    """The hundred hexes of a board, and who stands on them."""
    elements = [*_labels()]
    for hex_ in HEXES:
        elements += _tile(hex_, drawn.units.get(hex_), terrain.get(hex_, ""), hex_ in marked)
    width, height = EDGE_PIXELS + ACROSS * 14.5 + HEX_RADIUS_PIXELS, EDGE_PIXELS + DOWN * 9 + 2 * HEX_RADIUS_PIXELS
    return svg.Sketch(width, height, tuple(elements), title)


def _at(file: float, rank: float) -> tuple[float, float]:
    return EDGE_PIXELS + ACROSS * (file + 0.5 + rank / 2), EDGE_PIXELS + HEX_RADIUS_PIXELS + DOWN * rank


def _labels() -> Iterator[str]:
    for place in range(10):
        x, _ = _at(place, 0)
        yield svg.text(x, EDGE_PIXELS / 2, "abcdefghij"[place], fill="#555555")
        x, y = _at(-1, place)
        yield svg.text(x + ACROSS / 4, y, str(place), fill="#555555")


def _tile(hex_: str, unit: WrittenUnit | None, ground: str, marked: bool) -> Iterator[str]:
    x, y = _at("abcdefghij".index(hex_[0]), int(hex_[1]))
    said = who(unit)
    fill = svg.MARKED if marked else GROUND[ground]
    parts = [svg.hexagon(x, y, HEX_RADIUS_PIXELS, fill, flat=False)]
    if ground:
        parts.append(svg.text(x + HEX_RADIUS_PIXELS * 0.55, y - HEX_RADIUS_PIXELS * 0.45, ground, 12, "#444444"))
    yield svg.tile(f"{hex_}, {GROUND_WORDS[ground]}: {said}", *parts)
    if unit:
        yield svg.unit(said, *_unit(x, y, unit))


def _unit(x: float, y: float, unit: WrittenUnit) -> Iterator[str]:
    yield svg.disc(x, y, HEX_RADIUS_PIXELS * 0.6, FILL[unit.side])
    yield svg.text(x, y, unit.letter, 16, INK[unit.side])
    if unit.damage:
        yield svg.text(x - HEX_RADIUS_PIXELS * 0.6, y + HEX_RADIUS_PIXELS * 0.45, f"-{unit.damage}", 11, "#b00020")
    done = "".join(sign for sign, there in (("m", unit.moved), ("a", unit.attacked), ("s", unit.spawned)) if there)
    if done:
        yield svg.text(x + HEX_RADIUS_PIXELS * 0.55, y + HEX_RADIUS_PIXELS * 0.5, done, 10)


def marks_in_words(unit: WrittenUnit) -> list[str]:
    """What happened to a unit in this turn, in words."""
    numbers = (("damage", unit.damage), ("moved", unit.moved), ("attacked", unit.attacked))
    return [f"{name} {number}" for name, number in numbers if number] + ["spawned"] * unit.spawned


def who(unit: WrittenUnit | None) -> str:
    """A unit and what happened to it, in words; or nobody."""
    return " ".join([unit.side, unit.kind, *marks_in_words(unit)]) if unit else "nobody"
