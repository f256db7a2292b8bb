"""Ends of games: the last enemy falls, by either kind of attack, or does not quite; and nothing is valid afterwards."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.games.tactics.actions import ATTACK, MOVE_AND_ATTACK, TYPES
from ludex.games.tactics.state import Position, living
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.tactics.pool import Pool, small_first
from ludex.suites.tactics.positions import VARIANTS, Ask, kill, settle, verdicts_on
from ludex.suites.tactics.scenes import draw_scene
from ludex.suites.tactics.wording import case_of


def topics(_: str) -> Iterator[SuiteTopic]:
    """How games end, and what comes after."""
    yield SuiteTopic("ending", "ending", "apply", "Attacks on the last living enemy, and on the last but one.", _lasts)
    about = "After the end every action is invalid for this reason alone, whatever else is wrong with it."
    yield SuiteTopic("validate-over", "validate", "validate", about, _over)


def _lasts() -> Iterator[Case]:
    dice, pool = Dice("tactics ending"), Pool(room=40, alike=1)
    for _ in range(900):
        ask = draw_scene(dice, dice.pick((ATTACK, MOVE_AND_ATTACK)))
        enemies = [unit for unit in ask.position.units if unit.owner != ask.action.player]
        spared = {ask.action.unit, *(unit.id for unit in enemies[: dice.pick((0, 0, 0, 1))])}
        units = [
            one if one.owner == ask.action.player or one.id in spared else kill(dice, one) for one in ask.position.units
        ]
        last = ask._replace(position=settle(units, ask.position.current))
        for number, said in enumerate(verdicts_on(last, VARIANTS[:10])):
            if said.valid:
                left = sum(unit.owner != ask.action.player for unit in living(last.position.units))
                pool.add((f"{number:02}", str(ask.action.type), str(min(left, 2)), str(len(enemies))), last)
                break
    return map(case_of, small_first(pool.draw(180)))


def _over() -> Iterator[Case]:
    dice, pool = Dice("tactics validate-over"), Pool(room=20, alike=1)
    for number in range(260):
        ask = draw_scene(dice, TYPES[number % len(TYPES)])
        loser = dice.pick(("P1", "P2"))
        over = _without(dice, ask.position, loser)
        action = ask.action
        match dice.below(6):
            case 0:
                action = action._replace(type=None)
            case 1:
                action = action._replace(tile=None)
            case 2:
                action = action._replace(unit="nobody", player=dice.pick(("P1", "P2")))
        turn = "on turn" if action.player == over.current else "off turn"
        pool.add((str(action.type), "lost" if loser == over.current else "won", turn), Ask(over, action))
    return map(case_of, small_first(pool.draw(110)))


def _without(dice: Dice, position: Position, loser: str) -> Position:
    """The position after a side has lost all its units; now and then they are not even in the list."""
    if dice.chance(20):
        left = [unit for unit in position.units if unit.owner != loser]
    else:
        left = [kill(dice, unit) if unit.owner == loser else unit for unit in position.units]
    return settle(left, position.current)
