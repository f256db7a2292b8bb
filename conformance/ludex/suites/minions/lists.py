"""Legal lists: every single action of the side to move, in small positions and in play."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ludex.games.minions.position import Position, show_position
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.minions.playing import passed_through
from ludex.suites.minions.pool import size
from ludex.suites.minions.positions import Unlike
from ludex.suites.minions.scenes import SCENES, draw_scene
from ludex.suites.minions.wholes import end_game

SCENERY = {"fights": ("move", "attack"), "spawns": ("buy", "spawn"), "choices": ("choose", "resign"), "general": ()}
COUNTS = {"fights": 110, "spawns": 90, "choices": 70, "general": 70}
IN_PLAY = 70
OVER = 24
MOST = 40


def topics(_: str) -> Iterator[SuiteTopic]:
    """Lists by where the positions come from."""
    for name in SCENERY:
        about = f"A few units, close together: {name}."
        yield SuiteTopic(f"legal-{name}", "legal", "legal", about, partial(_in_scenery, name))
    yield SuiteTopic("legal-play", "legal", "legal", "Positions that play led to, on one board to three.", _in_play)
    yield SuiteTopic("legal-over", "legal", "legal", "After the end there is nothing to do.", _over)


def _in_scenery(name: str) -> Iterator[Case]:
    dice, unlike, found = Dice(f"minions legal {name}"), Unlike(), list[Position]()
    kinds = SCENERY[name] or ("march", "tech", "buy-spell", "end-turn")
    while len(found) < COUNTS[name]:
        position = draw_scene(dice, SCENES[kinds[len(found) % len(kinds)]]).position
        if size(position) <= MOST and unlike(position):
            found.append(position)
    return _cases(found)


def _in_play() -> Iterator[Case]:
    dice, unlike, found = Dice("minions legal play"), Unlike(), list[Position]()
    for position in dice.shuffle(passed_through("minions lists of play", 12)):
        if len(found) < IN_PLAY and unlike(position):
            found.append(position)
    return _cases(found)


def _over() -> Iterator[Case]:
    dice, unlike, found = Dice("minions legal over"), Unlike(), list[Position]()
    while len(found) < OVER:
        position = end_game(dice, draw_scene(dice, SCENES[sorted(SCENES)[len(found) % len(SCENES)]]).position)
        if unlike(position):
            found.append(position)
    return _cases(found)


def _cases(found: list[Position]) -> Iterator[Case]:
    for position in sorted(found, key=lambda one: (len(one.boards), size(one), repr(show_position(one)))):
        states = " ".join(board.state + "".join(sorted(board.flags)) for board in position.boards)
        why = f"{size(position)} units, {position.side} to move, boards in the states {states}"
        yield Case("legal", why[:160], {"position": show_position(position)})
