"""Chooses, of many turns, a few that have every point so many times: what a topic asks first."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache

from ludex.games.tribun.position import Position
from ludex.games.tribun.words import Action, show_action
from ludex.suites.dice import Dice
from ludex.suites.tribun import directed, directed_composing
from ludex.suites.tribun.describing import outcome
from ludex.suites.tribun.points import points_of
from ludex.suites.tribun.positions import EDITIONS, FIRST, canonical, default_rules, is_readable

WITNESSES = 3
STREAMS = {**directed.STREAMS, **directed_composing.STREAMS}


@cache
def turns_to_cover(opcode: str) -> tuple[tuple[Position, int, bool], ...]:
    """Positions and words of an opcode with all their points, and whether the word applies in some edition."""
    return tuple(_choose(_candidates(opcode)))


def _candidates(opcode: str) -> Iterator[tuple[Position, Action]]:
    dice, rules = Dice(f"tribun directed {opcode}"), default_rules(FIRST)
    for position, action in STREAMS[opcode](dice, rules):
        if is_readable(position, rules):
            yield position, action


def _witnesses_of(point: str) -> int:
    """How many vectors are to have a point: one of each mixture of clauses, and of each wrong vector."""
    wrong_vector = "TRB-" in point and re.search(r" by -?[0-9],-?[0-9]$", point)
    return 1 if " and " in point or wrong_vector else WITNESSES


def _choose(turns: Iterable[tuple[Position, Action]]) -> Iterator[tuple[Position, int, bool]]:
    sets = [default_rules(edition) for edition in EDITIONS]  # they part on who moves in: points in either count
    had, boards = Counter[str](), dict[tuple[bytes, int], Position]()
    for position, action in turns:
        word = show_action(action, sets[0])
        answers = {rules.edition: outcome(position, word, rules) for rules in sets}
        points = {
            f"{rules.edition if len({*answers.values()}) > 1 else ''} {point}"
            for rules in sets
            for point in points_of(position, action, rules, answers[rules.edition])
        }
        if all(had[point] >= _witnesses_of(point) for point in points):
            continue
        if boards.setdefault(canonical(position), position) == position:  # an image of it would be asked twice
            had.update(points)
            yield position, word, () in answers.values()
