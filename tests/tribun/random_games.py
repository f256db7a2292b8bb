"""Random games from the standard start: which words are played, and where an engine's rules lead with them.

``lines_of_play`` is asked of the right reference; run as a script, with a wrong one first on the path, this reads the
words and prints the position that they lead to, a line a game.
"""

from __future__ import annotations

import json
import random
import sys

from ludex.games import tribun
from ludex.rules import Refused

GAMES, ACTIONS = 100, 20


def lines_of_play(edition: str) -> list[list[int]]:
    """The words of a hundred random games of twenty actions."""
    rules, lines = tribun.REGISTER.rules(edition), []
    for game in range(GAMES):
        chance, position, line = random.Random(game), tribun.start(rules), list[int]()
        while len(line) < ACTIONS and (words := tribun.legal(position, rules)):
            line.append(chance.choice(words))
            position = tribun.apply(position, line[-1], rules)
        lines.append(line)
    return lines


def led_to(edition: str, line: list[int]) -> str:
    """The position after these words, or that one of them was refused."""
    rules = tribun.REGISTER.rules(edition)
    position = tribun.start(rules)
    try:
        for word in line:
            position = tribun.apply(position, word, rules)
    except Refused:
        return "refused"
    return json.dumps(tribun.show_position(position))


if __name__ == "__main__":
    for line in json.load(sys.stdin):
        print(led_to(sys.argv[1], line))
