"""Applied actions: for each type many small positions, spread evenly over what can come of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ludex.games.tactics.actions import ATTACK, END_TURN, MOVE, MOVE_AND_ATTACK, TYPES
from ludex.games.tactics.board import SIZE, Tile
from ludex.games.tactics.choosing import movers, strikers, strikers_of_combined
from ludex.games.tactics.question import Question
from ludex.games.tactics.state import living
from ludex.rules import Rules
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.tactics.nearby import misses
from ludex.suites.tactics.pool import Bucket, Pool, small_first
from ludex.suites.tactics.positions import VARIANTS, Ask, apart, verdicts_on, with_account
from ludex.suites.tactics.scenes import draw_scene
from ludex.suites.tactics.wording import case_of

COUNTS = {MOVE: 420, ATTACK: 480, MOVE_AND_ATTACK: 500, END_TURN: 160}
DRAWS = {MOVE: 700, ATTACK: 700, MOVE_AND_ATTACK: 900, END_TURN: 160}


def topics(_: str) -> Iterator[SuiteTopic]:
    """One topic for each type."""
    for kind in TYPES:
        name = kind.lower().replace("_", "-")
        about = f"{kind}: valid actions in many small positions, with what comes of them."
        yield SuiteTopic(f"apply-{name}", "apply", "apply", about, partial(_cases, kind))


def _cases(kind: str) -> Iterator[Case]:
    return map(case_of, small_first(_asks(kind)))


def _asks(kind: str) -> list[Ask]:
    dice, pool = Dice(f"tactics apply {kind}"), Pool(room=24, alike=3)
    for _ in range(DRAWS[kind]):
        ask = draw_scene(dice, kind)
        for one in (ask, *(near for near in misses(dice, ask, 6) if near.action.type == kind)):
            if bucket := valid_bucket(one):
                pool.add(bucket, one)
    plain = pool.draw(COUNTS[kind] * 2 // 3, lambda bucket: bucket[0] == "00")
    return plain + pool.draw(COUNTS[kind] - len(plain), lambda bucket: bucket[0] != "00")


def valid_bucket(ask: Ask) -> Bucket:
    """What comes of an action where it is valid, and under which variant it first is; nothing where it never is."""
    for number, said in enumerate(verdicts_on(ask)):
        if said.valid:
            return (f"{number:02}", *features(ask, VARIANTS[number]))
    return ()


def features(ask: Ask, rules: Rules) -> Bucket:
    """What tells one valid action from another."""
    q = Question(with_account(ask), ask.action, rules)
    told = "" if ask.spent is None else "told"
    match ask.action.type:
        case "MOVE":
            mover = movers(q)[0]
            step = f"{q.tile().x - mover.tile.x},{q.tile().y - mover.tile.y}"
            return (step, edge(q.tile()), "body" if _body_on(ask, q.tile()) else "", told)
        case "ATTACK":
            return (*_blow(q, strikers(q)[0].attack), edge(q.target().tile), _beside(ask, q.target().tile), told)
        case "MOVE_AND_ATTACK":
            attacker, mover = strikers_of_combined(q)[0], movers(q)[0]
            way = "straight" if 0 in _between(mover.tile, q.target().tile) else "diagonal"
            way = way if apart(mover.tile, q.target().tile) == 2 else "elsewhere"
            return (*_blow(q, attacker.attack), way, _beside(ask, q.target().tile), told)
    filled = f"{ask.action.tile is not None:d}{ask.action.unit is not None:d}"
    return (ask.action.player, filled, told, str(len(ask.position.units)))


def edge(tile: Tile) -> str:
    """Whether a tile is a corner, on the edge, or inside."""
    return ("inner", "edge", "corner")[(tile.x in (0, SIZE - 1)) + (tile.y in (0, SIZE - 1))]


def _between(one: Tile, other: Tile) -> tuple[int, int]:
    return other.x - one.x, other.y - one.y


def _body_on(ask: Ask, tile: Tile) -> bool:
    return any(unit.tile == tile and not living((unit,)) for unit in ask.position.units)


def _beside(ask: Ask, tile: Tile) -> str:
    """Who stands beside the target, in one word."""
    near = [unit for unit in ask.position.units if apart(unit.tile, tile) == 1]
    dead = [unit for unit in near if not living((unit,))]
    own = [unit for unit in near if unit.owner == ask.action.player and living((unit,))]
    return f"{min(len(dead), 1)}{min(len(own), 2)}{min(len(near) - len(dead) - len(own), 1)}"


def _blow(q: Question, attack: int) -> tuple[str, str]:
    """What the attack does to the target, and whether it wins."""
    left = q.target().hp - attack
    last = sum(unit.owner != q.action.player for unit in living(q.position.units)) == 1
    force = "nothing" if attack == 0 else "alive" if left > 0 else "just dead" if left == 0 else "more than dead"
    return force, "wins" if last and left <= 0 else ""


__all__ = ["edge", "features", "topics", "valid_bucket"]
