"""Scenes: a few units drawn around one action of a type, so that it is valid or nearly so."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ludex.games.tactics.actions import ATTACK, END_TURN, MOVE, MOVE_AND_ATTACK, Action
from ludex.games.tactics.board import Tile
from ludex.games.tactics.state import PLAYERS, Spent, living, opponent
from ludex.suites.dice import Dice
from ludex.suites.tactics.positions import TILES, Ask, Draft, apart, is_readable, tiles_around

Scene = Callable[[Dice], Ask]


def moving(dice: Dice) -> Ask:
    """A unit next to a tile that is free of the living; perhaps dead units, enemies and friends near by."""
    player, draft, goal = dice.pick(PLAYERS), Draft(dice), dice.pick(TILES)
    mover = draft.stand(player, dice.pick(tiles_around(goal)))
    if dice.chance(25):
        draft.stand(dice.pick(PLAYERS), goal, alive=False)
    _neighbours(draft, goal, player, goal)
    _others(draft, goal)
    named = dice.pick((None, None, mover.id, dice.pick(draft.units).id))
    return _finish(draft, player, Action(MOVE, player, goal, named), (goal,))


def attacking(dice: Dice) -> Ask:
    """A unit next to an enemy, whom the attack leaves alive, kills just so, or kills by far."""
    player, draft, there = dice.pick(PLAYERS), Draft(dice), dice.pick(TILES)
    attacker = draft.stand(player, dice.pick(tiles_around(there)))
    target = draft.stand(opponent(player), there, hp=_a_life(dice, attacker.attack))
    _neighbours(draft, there, player, there)
    _others(draft, there)
    return _finish(draft, player, Action(ATTACK, player, there, target.id), (there,))


def combining(dice: Dice) -> Ask:
    """A unit two steps from an enemy, with a free tile between; perhaps a friend beside the enemy or the tile."""
    player, draft, there = dice.pick(PLAYERS), Draft(dice), dice.pick(TILES)
    goal = dice.pick(tiles_around(there))
    mover = draft.stand(player, dice.pick([tile for tile in tiles_around(goal) if tile != there]))
    target = draft.stand(opponent(player), there, hp=_a_life(dice, mover.attack))
    if dice.chance(20):
        draft.stand(dice.pick(PLAYERS), goal, alive=False)
    _neighbours(draft, there, player, goal)
    if dice.chance(35):
        _neighbours(draft, goal, player, goal)
    _others(draft, there, goal)
    return _finish(draft, player, Action(MOVE_AND_ATTACK, player, goal, target.id), (there, goal))


def supporting(dice: Dice) -> Ask:
    """A step that does not lead to an enemy, beside whom a friend stands: valid where whoever is near may attack."""
    player, draft, there = dice.pick(PLAYERS), Draft(dice), dice.pick(TILES)
    friend = draft.stand(player, dice.pick(tiles_around(there)))
    target = draft.stand(opponent(player), there, hp=_a_life(dice, friend.attack))
    goal = dice.pick(draft.free())
    steps = [tile for tile in draft.free(tiles_around(goal)) if apart(tile, there) != 1] or draft.free()
    draft.stand(player, dice.pick(steps))
    if dice.chance(40):
        draft.stand(player, dice.pick(draft.free(tiles_around(goal)) or draft.free()))
    _others(draft, there, goal)
    return _finish(draft, player, Action(MOVE_AND_ATTACK, player, goal, target.id), (there, goal))


def ending(dice: Dice) -> Ask:
    """Any units; END_TURN with nothing or anything in its other fields."""
    player, draft = dice.pick(PLAYERS), Draft(dice)
    for _ in range(dice.between(0, 4)):
        draft.stand(dice.pick(PLAYERS), dice.pick(draft.free()), alive=not dice.chance(30))
    draft.complete()
    tile = None if dice.chance(40) else dice.pick((*TILES, Tile(-1, 7), Tile(5, 5)))
    unit = None if dice.chance(40) else dice.pick((*(one.id for one in draft.units), "nobody", ""))
    return _finish(draft, player, Action(END_TURN, player, tile, unit), ())


def anyhow(dice: Dice) -> Ask:
    """Units anywhere, and an action that may be anything."""
    player, draft = dice.pick(PLAYERS), Draft(dice)
    for _ in range(dice.between(2, 6)):
        alive = not dice.chance(25)
        draft.stand(dice.pick(PLAYERS), dice.pick(draft.free()), alive=alive)
    kind = dice.pick((MOVE, ATTACK, MOVE_AND_ATTACK))
    tile = dice.pick((*TILES, dice.pick(draft.units).tile))
    unit = None if kind == MOVE and dice.chance(70) else dice.pick(draft.units).id
    return _finish(draft, player, Action(kind, player, tile, unit), ())


SCENES: dict[str, tuple[Scene, ...]] = {
    MOVE: (moving,),
    ATTACK: (attacking,),
    MOVE_AND_ATTACK: (combining, combining, supporting),
    END_TURN: (ending,),
}


def _a_life(dice: Dice, attack: int) -> int:
    """Hit points that this attack leaves some of, takes all of, or takes more than."""
    return max(1, attack + dice.pick((-3, -2, -1, 0, 0, 1, 2, 5)))


def _neighbours(draft: Draft, there: Tile, player: str, goal: Tile) -> None:
    """Now and then somebody else beside a tile: a dead friend or enemy, a living enemy, seldom a living friend."""
    dice = draft.dice
    for tile in draft.free(tiles_around(there)):
        throw = dice.below(100)
        if throw < 14:
            draft.stand(dice.pick(PLAYERS), tile, alive=False)
        elif throw < 26 and tile != goal:
            draft.stand(opponent(player), tile)
        elif throw < 34 and tile != goal:
            draft.stand(player, tile)


def _others(draft: Draft, *away: Tile) -> None:
    """Some units elsewhere; a dead one may lie where somebody lives."""
    dice = draft.dice
    for _ in range(dice.pick((0, 0, 1, 1, 2))):
        tiles = [tile for tile in draft.free() if all(apart(tile, one) > 1 for one in away)]
        if tiles:
            draft.stand(dice.pick(PLAYERS), dice.pick(tiles), alive=not dice.chance(40))
    if dice.chance(12):
        draft.stand(dice.pick(PLAYERS), dice.pick(draft.units).tile, alive=False)


def _finish(draft: Draft, player: str, action: Action, away: Iterable[Tile]) -> Ask:
    draft.complete({tile for one in away for tile in (one, *tiles_around(one))})
    return Ask(draft.position(player), action, _account(draft, player))


def _account(draft: Draft, player: str) -> Spent | None:
    """Now and then, what the turn has spent."""
    dice = draft.dice
    if not dice.chance(22):
        return None
    own = sorted(unit.id for unit in living(tuple(draft.units)) if unit.owner == player)
    return Spent(frozenset(dice.some(own, dice.below(3))), frozenset(dice.some(own, dice.below(3))))


def draw_scene(dice: Dice, kind: str) -> Ask:
    """A readable scene for a type of action."""
    while True:
        ask = dice.pick(SCENES[kind])(dice)
        if is_readable(ask.position):
            return ask
