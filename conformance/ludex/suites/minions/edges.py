"""Edges and corners: the rows of a board do not run on into each other, and no path leaves it and comes back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from ludex.games.minions.actions import ATTACK, MOVE, SPAWN, Action
from ludex.games.minions.board import Board, Unit
from ludex.games.minions.hexes import HEXES, NAMES, WIDTH, distance, hex_at, neighbours
from ludex.games.minions.moving import ways
from ludex.games.minions.pairs import SIDES
from ludex.games.minions.position import show_position
from ludex.games.minions.table import Kind
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.minions.positions import EVERY_KIND, TABLE, UNITS, Ask, Draft, Unlike, a_side, a_unit, is_readable
from ludex.suites.minions.staging import LEGAL, Stages, on_one_board

SEAMS = {"right": 1, "left": -1, "right-down": 1 - WIDTH, "left-up": WIDTH - 1, "up": WIDTH, "down": -WIDTH}
RIMS = ("right", "left", "top", "bottom")
CORNERS = (hex_at(0, 0), hex_at(9, 0), hex_at(0, 9), hex_at(9, 9))
FAST = tuple(kind for kind in EVERY_KIND if kind.speed >= 3 and not kind.has("flying"))  # who can leave and be back
WALKERS = tuple(kind for kind in EVERY_KIND if not kind.has("flying"))
FLYERS = tuple(kind for kind in EVERY_KIND if kind.has("flying"))
SPAWNERS = tuple(kind for kind in EVERY_KIND if kind.has("spawn"))
ATTACKERS = tuple(kind for kind in EVERY_KIND if kind.range)
STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


def topics(_: str) -> Iterator[SuiteTopic]:
    """By what is done at an edge."""
    about = (
        "Where the rows of a board would meet if they ran on: moves, attacks and spawns across, and beside the edge."
    )
    yield SuiteTopic("edge-seams", "apply", "apply", about, _seams)
    about = "Paths that would be short if they could leave the board and come back, and those along the edge."
    yield SuiteTopic("edge-paths", "apply", "apply", about, _paths)
    about = "Moves, attacks and spawns from and to the corners."
    yield SuiteTopic("edge-corners", "apply", "apply", about, _corners)
    about = "Reach at the edge, where a path off the board would lead further."
    yield SuiteTopic("edge-reach", "reach", "reach", about, _reach)


# Across the seams


def across(hex_: int, seam: str) -> int | None:
    """The hex that would be next to one if the rows of a board ran on; None where it is next to it, or none is."""
    other = hex_ + SEAMS[seam]
    if seam in ("up", "down"):
        other %= len(HEXES)
    return other if 0 <= other < len(HEXES) and distance(hex_, other) > 3 else None


def _at(dice: Dice, draft: Draft, seam: str, kind: Kind) -> int | None:
    """A hex at a seam for a unit, with a dry one across."""
    found = [hex_ for hex_ in draft.ground(kind) if (other := across(hex_, seam)) is not None and other in draft.dry()]
    return dice.pick(found) if found else None


def _seams() -> Iterator[Case]:
    stages = Stages("edge seams", room=3)
    for seam in SEAMS:
        for name, kinds in {"walk": WALKERS, "flight": FLYERS}.items():
            stages.fill((seam, name), partial(_step, seam, kinds, True), ("MIN-MOV-7",))
            stages.fill((seam, name, "beside"), partial(_step, seam, kinds, False), LEGAL)
        stages.fill((seam, "attack"), partial(_strike, seam, True), ("MIN-ATK-3",))
        stages.fill((seam, "attack", "beside"), partial(_strike, seam, False), LEGAL)
        stages.fill((seam, "spawn"), partial(_spawn, seam, True), ("MIN-SPN-3",))
        stages.fill((seam, "spawn", "beside"), partial(_spawn, seam, False), LEGAL)
    return stages.cases()


def _step(seam: str, kinds: tuple[Kind, ...], over: bool, dice: Dice) -> Ask | None:
    """A move across a seam, or to another hex from the same place."""
    draft, kind = Draft(dice, a_side(dice)), dice.pick(kinds)
    here = _at(dice, draft, seam, kind)
    if here is None:
        return None
    draft.stand(kind, draft.side, here)
    draft.crowd(here, 3)
    there = across(here, seam) if over else dice.pick(neighbours(here))
    return None if there is None else on_one_board(dice, draft, Action(MOVE, pairs=((here, there),)), (there,))


def _strike(seam: str, over: bool, dice: Dice) -> Ask | None:
    """An attack across a seam, or on an enemy beside, who is there as well."""
    draft, attacker = Draft(dice, a_side(dice)), dice.pick(ATTACKERS)
    here = _at(dice, draft, seam, attacker)
    if here is None:
        return None
    draft.stand(attacker, draft.side, here)
    there, near = across(here, seam), dice.pick(neighbours(here))
    for hex_ in (there, near):
        if hex_ is not None and hex_ not in draft.map.water:
            draft.stand(a_unit(dice), draft.enemy, hex_)
    pairs = ((here, there if over and there is not None else near),)
    return on_one_board(dice, draft, Action(ATTACK, pairs=pairs))


def _spawn(seam: str, over: bool, dice: Dice) -> Ask | None:
    """A spawn across a seam, or beside."""
    draft, spawner, kind = Draft(dice, a_side(dice)), dice.pick(SPAWNERS), a_unit(dice)
    here = _at(dice, draft, seam, spawner)
    if here is None:
        return None
    draft.stand(spawner, draft.side, here)
    draft.zones[draft.side].append(kind)
    draft.crowd(here, 2)
    there = across(here, seam) if over else dice.pick(neighbours(here))
    return None if there is None else on_one_board(dice, draft, Action(SPAWN, unit=kind, to=there), (there,))


# Off the board and back


class Spot(NamedTuple):
    """A spot on the board or beside it."""

    x: int
    y: int

    @property
    def is_hex(self) -> bool:
        """Whether it is on the board."""
        return 0 <= self.x < WIDTH and 0 <= self.y < WIDTH


BESIDE: dict[str, Callable[[Spot], bool]] = {
    "right": lambda place: place.x >= WIDTH,
    "left": lambda place: place.x < 0,
    "top": lambda place: place.y >= WIDTH,
    "bottom": lambda place: place.y < 0,
}


def wrong_ways(board: Board, unit: Unit, start: int, rim: str) -> set[int]:
    """The hexes that a unit on foot would get to if it could go round outside of one edge of the board."""
    first = Spot(start % WIDTH, start // WIDTH)
    seen, front = {first}, [first]
    for _ in range(unit.kind.speed):
        around = [
            Spot(at.x + x, at.y + y) for at in front for x, y in STEPS if at == first or _is_open(board, unit, at)
        ]
        front = [at for at in dict.fromkeys(around) if at not in seen and (at.is_hex or BESIDE[rim](at))]
        seen.update(front)
    return {hex_at(at.x, at.y) for at in seen if at.is_hex}


def _is_open(board: Board, unit: Unit, at: Spot) -> bool:
    if not at.is_hex:
        return True
    hex_ = hex_at(at.x, at.y)
    other = board.cells[hex_]
    return hex_ not in board.map.water and (other is None or other.side == unit.side)


def _rim_hexes(rim: str) -> list[int]:
    x_or_y = {"right": 9, "left": 0, "top": 9, "bottom": 0}[rim]
    return [hex_ for hex_ in HEXES if (hex_ % WIDTH if rim in ("right", "left") else hex_ // WIDTH) == x_or_y]


def _hemmed_in(dice: Dice, rim: str, kind: Kind) -> tuple[Draft, int] | None:
    """A unit at an edge among enemies, so that ways on the board are long."""
    draft = Draft(dice, a_side(dice))
    places = draft.dry(_rim_hexes(rim))
    here = dice.pick(places)
    draft.stand(kind, draft.side, here)
    for hex_ in draft.dry(neighbours(here)):
        if dice.chance(75):
            draft.stand(dice.pick(UNITS), draft.enemy, hex_)
    draft.crowd(here, 2, 3)
    return draft, here


def _paths() -> Iterator[Case]:
    stages = Stages("edge paths", room=3)
    for rim in RIMS:
        for kind in FAST:
            stages.fill((rim, kind.id), partial(_round, rim, kind, True), ("MIN-MOV-7",))
            stages.fill((rim, kind.id, "along"), partial(_round, rim, kind, False), LEGAL)
    return stages.cases()


def _round(rim: str, kind: Kind, outside: bool, dice: Dice) -> Ask | None:
    hemmed = _hemmed_in(dice, rim, kind)
    if hemmed is None:
        return None
    draft, here = hemmed
    draft.complete()
    board = draft.board()
    unit = draft.cells[here]
    inside = ways(board, unit, here, kind.speed)
    found = (
        wrong_ways(board, unit, here, rim) - set(inside)
        if outside
        else {hex_ for hex_, steps in inside.items() if steps >= 2}
    )
    ends = draft.dry(sorted(found))
    return on_one_board(dice, draft, Action(MOVE, pairs=((here, dice.pick(ends)),))) if ends else None


# Corners


def _corners() -> Iterator[Case]:
    stages = Stages("edge corners", room=2)
    for corner in CORNERS:
        for side in SIDES:
            for name, kind in (
                ("from", MOVE),
                ("to", MOVE),
                ("from", ATTACK),
                ("to", ATTACK),
                ("from", SPAWN),
                ("to", SPAWN),
            ):
                stages.fill((NAMES[corner], side, kind, name), partial(_at_corner, corner, side, kind, name), LEGAL)
        for clause in ("MIN-MOV-7", "MIN-MOV-8", "MIN-ATK-2", "MIN-ATK-3", "MIN-SPN-2", "MIN-SPN-3"):
            stages.fill((NAMES[corner], clause), partial(_wrong_at_corner, corner, clause), (clause,))
    return stages.cases()


def _wrong_at_corner(corner: int, clause: str, dice: Dice) -> Ask | None:
    """An action to a corner that one clause refuses."""
    draft = Draft(dice, a_side(dice))
    near, far = (
        dice.pick(neighbours(corner)),
        dice.pick([hex_ for hex_ in draft.dry() if 4 <= distance(corner, hex_) <= 5]),
    )
    here = far if clause in ("MIN-MOV-7", "MIN-ATK-3", "MIN-SPN-3") else near
    draft.stand(dice.pick([kind for kind in SPAWNERS if kind.range and kind.speed]), draft.side, here)
    if clause in ("MIN-MOV-8", "MIN-ATK-3", "MIN-SPN-2"):
        draft.stand(a_unit(dice), draft.enemy if clause != "MIN-SPN-2" or dice.chance(50) else draft.side, corner)
    draft.zones[draft.side].append(TABLE.zombie)
    action = {
        "MOV": Action(MOVE, pairs=((here, corner),)),
        "ATK": Action(ATTACK, pairs=((here, corner),)),
        "SPN": Action(SPAWN, unit=TABLE.zombie, to=corner),
    }[clause[4:7]]
    return on_one_board(dice, draft, action, (corner, near))


def _at_corner(corner: int, side: str, kind: str, name: str, dice: Dice) -> Ask | None:
    """An action from a corner, or to it."""
    draft, near = Draft(dice, side), dice.pick(neighbours(corner))
    here, there = (corner, near) if name == "from" else (near, corner)
    mover = dice.pick(SPAWNERS) if kind == SPAWN else dice.pick(ATTACKERS)
    draft.stand(mover, side, here)
    if kind == ATTACK:
        draft.stand(a_unit(dice), draft.enemy, there)
    draft.zones[side].append(TABLE.zombie)
    action = {
        MOVE: Action(MOVE, pairs=((here, there),)),
        ATTACK: Action(ATTACK, pairs=((here, there),)),
        SPAWN: Action(SPAWN, unit=TABLE.zombie, to=there),
    }[kind]
    return on_one_board(dice, draft, action, (there,))


# Reach


def _reach() -> Iterator[Case]:
    dice, unlike = Dice("minions edge reach"), Unlike()
    for rim in RIMS:
        for kind in FAST:
            while True:
                draft, here = _hemmed_in(dice, rim, kind) or (None, 0)
                if draft is None:
                    continue
                draft.complete()
                board = draft.board()
                unit = draft.cells[here]
                further = wrong_ways(board, unit, here, rim) - set(ways(board, unit, here, kind.speed))
                ask = on_one_board(dice, draft, Action(MOVE, pairs=((here, here),)))
                if draft.dry(sorted(further)) and is_readable(ask.position) and unlike(ask.position):
                    break
            asked = {"position": show_position(ask.position), "board": 0, "from": NAMES[here]}
            yield Case("reach", f"{kind.id} at the {rim} edge, from {NAMES[here]}", asked)
