"""TAC-MAT-6 derived by exhaustive search: who moves and attacks was two tiles from the target, and never next to it."""

from __future__ import annotations

from itertools import permutations

import pytest

from ludex.games import tactics
from ludex.games.tactics.board import SIZE, Tile
from ludex.games.tactics.choosing import movers
from ludex.games.tactics.question import Question
from ludex.games.tactics.state import Position, Unit
from ludex.rules import Rules
from tests.guards import at_least_one

TILES = [Tile(x, y) for x in range(SIZE) for y in range(SIZE)]


def distance(one: Tile, other: Tile) -> int:
    return abs(one.x - other.x) + abs(one.y - other.y)


def duel(own: Tile, enemy: Tile, friend: Tile | None = None) -> Position:
    units = [Unit("a", "P1", 3, 1, True, own), Unit("x", "P2", 3, 1, True, enemy)]
    units += [] if friend is None else [Unit("b", "P1", 3, 1, True, friend)]
    return Position(tuple(units), "P1", False, None)


def distances(position: Position, rules: Rules) -> set[int]:
    """How far from the target the mover of each valid MOVE_AND_ATTACK stands."""
    found = set()
    for shown in tactics.legal(position, rules):
        if shown["type"] == "MOVE_AND_ATTACK":
            question = Question(position, tactics.read_action(shown, rules), rules)
            (mover,) = movers(question)
            found.add(distance(mover.tile, question.target().tile))
    return found


@pytest.mark.parametrize("attacker", ["mover", "mover-alone"])
def test_tac_mat_6_every_valid_combination_starts_at_distance_two(attacker: str) -> None:
    rules = tactics.REGISTER.rules("v1", {"attacker-after-move": attacker})
    for own, enemy in at_least_one(permutations(TILES, 2)):
        expected = {2} if distance(own, enemy) == 2 else set()
        assert distances(duel(own, enemy), rules) == expected, (own, enemy)


def test_tac_mat_6_holds_with_a_friend_anywhere() -> None:
    rules = tactics.REGISTER.rules("v1")
    for own, enemy, friend in at_least_one(permutations(TILES, 3)):
        assert distances(duel(own, enemy, friend), rules) <= {2}


def test_tac_mat_6_does_not_hold_where_anybody_may_attack() -> None:
    rules = tactics.REGISTER.rules("v1", {"attacker-after-move": "any-unique"})
    assert distances(duel(Tile(1, 1), Tile(2, 1), Tile(3, 1)), rules) >= {1}
