"""Boards of Minions as drawings: hexes with a corner on top, rank 0 at the bottom as in the rulebook, Yellow's units
discs and Blue's squares."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from ludex.notation.minions.boards import HEXES, WrittenBoard, WrittenUnit
from ludex.support import svg

HEX_RADIUS_PIXELS = 30.0
ACROSS = HEX_RADIUS_PIXELS * 3**0.5
DOWN = HEX_RADIUS_PIXELS * 1.5
RANKS = 10
WIDTH, HEIGHT = ACROSS * 14.5, DOWN * (RANKS - 1) + 2 * HEX_RADIUS_PIXELS
FILL = {"yellow": "#f4c430", "blue": "#2a4d8f"}
INK = {"yellow": "#1a1a1a", "blue": "#ffffff"}
GROUND = {".": "#f6eedc", "~": "#c3ddec", "+": "#cfc8bd"}
GROUND_WORDS = {"~": "water", "+": "graveyard"}
UNIT_PIXELS = 15.0  # the radius of a disc
RAISED_PIXELS = 4.0  # so much does a unit stand above the middle, for the name of the hex


def board(
    drawn: WrittenBoard,
    terrain: Mapping[str, str],
    marked: Iterable[str],
    arrows: Iterable[svg.Arrow],
    title: str,
) -> svg.Sketch:
    """The hundred hexes of a board, and who stands on them; arrows and marks name hexes of this board."""
    sheet = svg.Canvas()
    grounds = "".join(terrain.get(hex_, ".") or "." for hex_ in HEXES)
    sheet.stamp(f"minions-board-{_short_name(grounds)}", _ground(grounds), 0, 0)
    for hex_ in HEXES:
        if unit := drawn.units.get(hex_):
            _draw_unit(sheet, hex_, unit)
    for sign in sorted(set(grounds) & set("~+")):
        body = svg.polygon(svg.hexagon_points(0, 0, 22, flat=False), GROUND[sign]) + _signs([(0, 4)], sign)
        sheet.explain(f"minions-{GROUND_WORDS[sign]}", body, GROUND_WORDS[sign])
    marked, arrows = list(marked), list(arrows)
    for hex_ in marked:
        sheet.draw(svg.outline(svg.hexagon_points(*at(hex_), HEX_RADIUS_PIXELS - 1, flat=False)))
        points = svg.hexagon_points(0, 0, 22, flat=False)
        sheet.explain(svg.CHANGED_SYMBOL, svg.changed_symbol(points), "differs")
    for one in arrows:
        begin = None if one.begin is None else at(one.begin)
        sheet.draw(svg.arrow(one.kind, begin, at(one.end), HEX_RADIUS_PIXELS))
    svg.explain_arrows(sheet, arrows)
    for hex_ in dict.fromkeys([*marked, *(one.end for one in arrows)]):
        sheet.draw(svg.raised_label(*_label_of(hex_)))
    return sheet.sketch(WIDTH, HEIGHT, title)


def at(hex_: str) -> tuple[float, float]:
    """The middle of a hex: each rank lies above the one before it, and half a hex further to the right."""
    file, rank = "abcdefghij".index(hex_[0]), int(hex_[1])
    return ACROSS * (file + 0.5 + rank / 2), HEX_RADIUS_PIXELS + DOWN * (RANKS - 1 - rank)


def _short_name(grounds: str) -> str:
    """The same letters for the same map, and as good as never for another."""
    from hashlib import sha256

    return sha256(grounds.encode()).hexdigest()[:8]


@cache
def _ground(grounds: str) -> str:
    of_sign = {sign: [hex_ for hex_, one in zip(HEXES, grounds, strict=True) if one == sign] for sign in ".~+"}
    drawn = []
    for sign, hexes in of_sign.items():
        corners = [svg.hexagon_points(*at(hex_), HEX_RADIUS_PIXELS, flat=False) for hex_ in hexes]
        drawn += [svg.shapes(corners, GROUND[sign]), _signs(map(at, hexes), sign)] if hexes else []
    return "".join(drawn) + svg.labels(map(_label_of, HEXES))


def _label_of(hex_: str) -> tuple[float, float, str]:
    """The name of a hex, and where it stands."""
    x, y = at(hex_)
    return x, y + HEX_RADIUS_PIXELS * 0.6, hex_


def _signs(places: Iterable[tuple[float, float]], ground: str) -> str:
    """Waves for water, crosses for graveyards: seen without colour, and also where a unit stands before them."""
    if ground == "~":
        waves = [_wave(x + left, y + row) for x, y in places for row in (-7, -1) for left in (-20, 6)]
        return svg.lines_of(waves, "#5b8fb0", 1.6)
    if ground == "+":
        strokes = [([(x, y - 26), (x, y - 14)], [(x - 4, y - 22), (x + 4, y - 22)]) for x, y in places]
        return svg.lines_of([line for cross in strokes for line in cross], "#5d564c", 2.4)
    return ""


def _wave(x: float, y: float) -> list[tuple[float, float]]:
    return [(x + 4.7 * step, y + (1.6 if step % 2 else -1.6)) for step in range(4)]


def _draw_unit(sheet: svg.Canvas, hex_: str, unit: WrittenUnit) -> None:
    x, y = at(hex_)
    name = f"minions-{unit.side}-{unit.kind.replace('_', '-')}"
    sheet.stamp(name, _unit(unit.side, unit.letter), x, y, f"{hex_}: {who(unit)}")
    sheet.explain(name, _unit(unit.side, unit.letter), f"{unit.side} {unit.kind}")
    if unit.damage:
        sheet.draw(svg.badge(x - 13, y - 15, f"-{unit.damage}", 11, ink=svg.WRONG))
        sheet.explain("minions-damage", svg.badge(0, 0, "-2", 16, ink=svg.WRONG), "damage")
    done = list(_signs_of(unit))
    for place, (sign, _) in enumerate(done):
        sheet.draw(svg.badge(x + 16, y - 15 + 11 * place, sign, 8.5, "#fff8d6"))
    for sign, words in done:
        sheet.explain(f"minions-done-{sign[0]}", svg.badge(0, 0, sign[0], 16, "#fff8d6"), words)


def _signs_of(unit: WrittenUnit) -> Iterator[tuple[str, str]]:
    """What a unit did in this turn: a sign, and what it stands for."""
    if unit.moved:
        yield f"m{unit.moved}", "moved, so many steps"
    if unit.attacked:
        yield f"a{unit.attacked}", "attacked, so often"
    if unit.spawned:
        yield "s", "spawned in this turn"


@cache
def _unit(side: str, letter: str) -> str:
    ground = (
        svg.disc(0, -RAISED_PIXELS, UNIT_PIXELS, FILL[side], svg.INK, 1.8)
        if side == "yellow"
        else svg.block(0, -RAISED_PIXELS, 2 * UNIT_PIXELS - 3, FILL[side], svg.INK, 1.8)
    )
    return ground + svg.text(0, -RAISED_PIXELS, letter, 19, INK[side], bold=True)


def marks_in_words(unit: WrittenUnit) -> list[str]:
    """What happened to a unit in this turn, in words."""
    numbers = (("damage", unit.damage), ("moved", unit.moved), ("attacked", unit.attacked))
    return [f"{name} {number}" for name, number in numbers if number] + ["spawned"] * unit.spawned


def who(unit: WrittenUnit | None) -> str:
    """A unit and what happened to it, in words; or nobody."""
    return " ".join([unit.side, unit.kind, *marks_in_words(unit)]) if unit else "nobody"
