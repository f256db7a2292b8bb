"""Legal lists: everything that the player on turn may do, in small positions and in play, early and late in a turn."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from ludex.games.tactics.actions import MOVE, MOVE_AND_ATTACK, TYPES
from ludex.games.tactics.state import living
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.tactics.playing import in_play
from ludex.suites.tactics.positions import Ask, Unlike, fields, settle
from ludex.suites.tactics.scenes import anyhow, draw_scene
from ludex.suites.tactics.slips import draw_crowd


def topics(_: str) -> Iterator[SuiteTopic]:
    """Lists by where the positions come from."""
    yield SuiteTopic(
        "legal-scenes", "legal", "legal", "A few units, close together.", partial(_in_scenery, "scenes", 170)
    )
    yield SuiteTopic("legal-anyhow", "legal", "legal", "Units anywhere.", partial(_in_scenery, "anyhow", 90))
    yield SuiteTopic(
        "legal-play", "legal", "legal", "Positions from play, the start first.", partial(_in_scenery, "play", 80)
    )
    yield SuiteTopic(
        "legal-crowded", "legal", "legal", "Ten to twenty living units.", partial(_in_scenery, "crowded", 24)
    )
    yield SuiteTopic("legal-over", "legal", "legal", "After the end there is nothing to do.", _over)


def _in_scenery(where: str, count: int) -> Iterator[Case]:
    dice, unlike, found = Dice(f"tactics legal {where}"), Unlike(), list[Ask]()
    while len(found) < count:
        ask = _draw(dice, where)
        if not ask.position.over and unlike(ask.position):
            found.append(ask)
    return (_case(where, ask) for ask in sorted(found, key=lambda ask: (len(ask.position.units), repr(fields(ask)))))


def _draw(dice: Dice, where: str) -> Ask:
    if where == "play":
        return in_play(dice)
    if where == "crowded":
        return draw_crowd(dice, MOVE)
    ask = anyhow(dice) if where == "anyhow" else draw_scene(dice, dice.pick((MOVE, MOVE_AND_ATTACK, MOVE_AND_ATTACK)))
    return ask if ask.action.player == ask.position.current else ask._replace(spent=None)


def _case(where: str, ask: Ask) -> Case:
    asked: dict[str, Any] = {key: value for key, value in fields(ask).items() if key != "action"}
    alive = len(living(ask.position.units))
    told = "" if ask.spent is None else ", with an account of the turn"
    why = f"{alive} living units of {len(ask.position.units)}, {ask.position.current} on turn{told}"
    return Case(f"legal-{where}", why, asked)


def _over() -> Iterator[Case]:
    dice, unlike = Dice("tactics legal over"), Unlike()
    for number in range(24):
        position = draw_scene(dice, TYPES[number % len(TYPES)]).position
        over = settle(
            (unit if unit.owner == "P1" else unit._replace(alive=False, hp=0) for unit in position.units),
            position.current,
        )
        if unlike(over):
            yield _case("over", Ask(over, draw_scene(dice, MOVE).action))
