"""Positions for the slips that people make in an engine: crowded and nearly empty boards, seams, orders of the list."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from ludex.games.tactics.actions import ATTACK, MOVE, MOVE_AND_ATTACK, Action
from ludex.games.tactics.board import SIZE, Tile, around, on_board
from ludex.games.tactics.state import PLAYERS, Unit, opponent
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.filling import PointFilling
from ludex.suites.tactics.nearby import misses
from ludex.suites.tactics.pool import small_first
from ludex.suites.tactics.positions import DEFAULT, NAMES, TILES, Ask, Draft, is_readable, settle, tiles_around
from ludex.suites.tactics.scenes import anyhow, draw_scene
from ludex.suites.tactics.wording import case_of

DRAWN = 360  # scenes of each type, each with some near misses
CLAUSES = ("TAC-TRN-2", "TAC-TGT-*", "TAC-SEL-*", "TAC-MOV-*", "TAC-ATK-*", "TAC-MAT-*")
KINDS = (
    "*-of-several",
    "order",
    "off-board",
    "seam",
    "corner",
    "itself",
    "own",
    "enemy",
    "dead",
    "crowded",
    "sparse",
    "empty",
)


def topics(_: str) -> Iterator[SuiteTopic]:
    """One topic for each type: what the points of the matrix of slips want."""
    for kind in (MOVE, ATTACK, MOVE_AND_ATTACK):
        name = kind.lower().replace("_", "-")
        about = (
            f"{kind}: where engines slip: crowded, nearly empty, at seams, by the order of the list, dead in the way."
        )
        yield SuiteTopic(f"slips-{name}", "apply", "apply", about, partial(_cases, kind))


def _cases(kind: str) -> Iterator[Case]:
    filling = PointFilling("tactics", DEFAULT, clauses=CLAUSES, kinds=KINDS)
    kept = [ask for ask in stream(kind) if filling.takes(case_of(ask).input)]
    return map(case_of, small_first(kept))


def stream(kind: str) -> Iterator[Ask]:
    """Scenes of a type, and near misses of them."""
    dice = Dice(f"tactics slips {kind}")
    scenes: tuple[Callable[[Dice, str], Ask], ...] = (
        draw_crowd,
        sparse,
        at_a_seam,
        out_of_order,
        draw_crowd,
        draw_scene,
        _any,
    )
    for number in range(DRAWN):
        ask = scenes[number % len(scenes)](dice, kind)
        if is_readable(ask.position):
            yield from (near for near in (ask, *misses(dice, ask, 4)) if near.action.type == kind)


def _any(dice: Dice, kind: str) -> Ask:
    ask = anyhow(dice)
    return ask._replace(action=ask.action._replace(type=kind))


def _action(dice: Dice, draft: Draft, kind: str, player: str) -> Action:
    """An action of this type near somebody."""
    enemies = [unit for unit in draft.units if unit.owner != player] or draft.units
    target = dice.pick(enemies)
    match kind:
        case "ATTACK":
            return Action(kind, player, target.tile, target.id)
        case "MOVE_AND_ATTACK":
            near = tiles_around(target.tile)
            free = draft.tiles_without_life(near) or near
            return Action(kind, player, dice.pick(free), target.id)
        case "MOVE":
            free = draft.tiles_without_life(TILES) or list(TILES)
            return Action(kind, player, dice.pick(free), None)
    return Action(kind, player, None, None)


def draw_crowd(dice: Dice, kind: str) -> Ask:
    """Ten to twenty living units, and some dead among them."""
    player, draft = dice.pick(PLAYERS), Draft(dice)
    draft.names = [f"{name}{number}" for number in range(2) for name in NAMES]
    for _ in range(dice.between(10, 20)):
        draft.stand(dice.pick((player, opponent(player), opponent(player))), dice.pick(draft.free()))
    for _ in range(dice.below(5)):
        draft.stand(dice.pick(PLAYERS), dice.pick(TILES), alive=False)
    draft.complete()
    action = _action(dice, draft, kind, player)
    match dice.below(4):
        case 0:
            action = action._replace(tile=_beside_the_board(dice, draft, player))
        case 1:
            action = action._replace(tile=dice.pick(TILES))
        case 2 if kind == MOVE_AND_ATTACK:
            action = action._replace(unit=dice.pick(draft.units).id)
    return Ask(draft.position(player), action)


def _beside_the_board(dice: Dice, draft: Draft, player: str) -> Tile:
    """A place off the board, next to an own unit if one stands at the edge."""
    places = [place for unit in draft.units if unit.owner == player for place in around(unit.tile)]
    return dice.pick([place for place in places if not on_board(place)] or [Tile(-1, 2)])


def sparse(dice: Dice, kind: str) -> Ask:
    """One unit a side, next to each other or a step further."""
    player, draft = dice.pick(PLAYERS), Draft(dice)
    mine = draft.stand(player, dice.pick(TILES))
    ring = draft.free(tiles_around(mine.tile))
    further = draft.free({tile for one in ring for tile in tiles_around(one)})
    draft.stand(opponent(player), dice.pick(sorted(further if dice.chance(60) else ring)))
    if kind == MOVE and dice.chance(60):
        return Ask(draft.position(player), Action(MOVE, player, dice.pick([*ring, draft.units[1].tile]), None))
    return Ask(draft.position(player), _action(dice, draft, kind, player))


def at_a_seam(dice: Dice, kind: str) -> Ask:
    """Own units that are next to a tile only for who counts on over the end of a row, or round the board."""
    player, draft = dice.pick(PLAYERS), Draft(dice)
    line = dice.below(SIZE - 1)
    ends = dice.pick(
        (
            (Tile(SIZE - 1, line), Tile(0, line + 1)),
            (Tile(line, SIZE - 1), Tile(line + 1, 0)),
            (Tile(SIZE - 1, line), Tile(0, line)),
            (Tile(line, SIZE - 1), Tile(line, 0)),
        )
    )
    mine, there = ends if dice.chance(50) else ends[::-1]
    draft.stand(player, mine)
    if kind == ATTACK:
        target = draft.stand(opponent(player), there)
        return _complete(draft, player, Action(kind, player, there, target.id))
    if kind == MOVE_AND_ATTACK:
        target = draft.stand(opponent(player), dice.pick(draft.free(tiles_around(there))))
        if dice.chance(40):
            draft.stand(player, dice.pick(draft.free(tiles_around(there)) or draft.free()))
        return _complete(draft, player, Action(kind, player, there, target.id))
    if dice.chance(40):
        draft.stand(player, dice.pick(draft.free(tiles_around(there))))
    return _complete(draft, player, Action(kind, player, there if kind == MOVE else None, None))


def _complete(draft: Draft, player: str, action: Action) -> Ask:
    draft.complete()
    return Ask(draft.position(player), action)


def out_of_order(dice: Dice, kind: str) -> Ask:
    """Dead units and enemies before or behind the one that acts, in the list and beside the tile."""
    ask = draw_scene(dice, kind)
    units = list(ask.position.units)
    center = ask.action.tile or units[0].tile
    names = [name for name in NAMES if name not in {unit.id for unit in units}]
    taken = {unit.tile for unit in units}
    for tile in dice.shuffle([tile for tile in tiles_around(center) if tile not in taken])[: dice.between(1, 3)]:
        dead = dice.chance(70)
        owner = ask.action.player if dead and dice.chance(70) else opponent(ask.action.player)
        hp, name = (dice.pick((0, -2, 3)) if dead else 4), names.pop()
        newcomer = Unit(name, owner, hp, 2, not dead or (hp <= 0 and dice.chance(25)), tile)
        units.insert(0 if dice.chance(65) else len(units), newcomer)
    return ask._replace(position=settle(units, ask.position.current))


__all__ = ["stream", "topics"]
