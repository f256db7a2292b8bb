"""Random games from the start: which actions are played, and where an engine's rules lead with them.

``lines_of_play`` is asked of the right reference; run as a script, with a wrong one first on the path, this reads the
actions and prints the state that they lead to, a line a game.
"""

from __future__ import annotations

import json
import random
import sys
from functools import cache
from typing import Any

from ludex.games import tactics
from ludex.rules import Refused

GAMES, ACTIONS = 100, 20
Line = list[dict[str, Any]]


@cache
def lines_of_play() -> list[Line]:
    """The actions of a hundred random games of twenty actions."""
    rules, lines = tactics.REGISTER.rules("v1"), []
    for game in range(GAMES):
        chance, position, line = random.Random(game), tactics.start(rules), list[dict[str, Any]]()
        while len(line) < ACTIONS and (actions := tactics.legal(position, rules)):
            line.append(chance.choice(actions))
            position = tactics.apply(position, line[-1], rules)
        lines.append(line)
    return lines


def led_to(line: Line) -> str:
    """The state after these actions, or that one of them was refused."""
    rules = tactics.REGISTER.rules("v1")
    position = tactics.start(rules)
    try:
        for action in line:
            position = tactics.apply(position, action, rules)
    except Refused:
        return "refused"
    return json.dumps(tactics.show_position(position))


if __name__ == "__main__":
    for line in json.load(sys.stdin):
        print(led_to(line))
