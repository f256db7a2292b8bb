"""Replays and counts come out right through `apply` and `legal`, too."""

from __future__ import annotations

from typing import Any

from ludex.games import minions
from ludex.judge.case import Play
from ludex.rules import Refused, Rules
from ludex.runner.playing import perft, replay
from ludex.suites.minions.positions import DEFAULT
from ludex.support import support_of
from ludex.vectors.freedom import bound_part
from tests.minions_vectors.suite_files import holds_under, vectors

REPLAYING = support_of("minions").replaying
MOST_NODES, MOST_ACTIONS = 120, 60


class Asked:
    """As much of a judge's case as playing needs."""

    def __init__(self, vector: dict[str, Any]) -> None:
        self.vector = vector

    def asks(self) -> Any:
        return self.vector["input"]

    def expects(self) -> Any:
        return self.vector["expect"]


def played(play: Play, rules: Rules) -> Any:
    """Where the play leads with the reference as the engine."""
    answer: Any = None
    while True:
        try:
            operation, fields = play.send(answer)
        except StopIteration as end:
            return end.value
        try:
            answer = minions.OPERATIONS[operation](fields, rules)
        except Refused as refusal:
            answer = {type(refusal).__name__.lower(): {}}


def is_short(vector: dict[str, Any]) -> bool:
    expected = vector["expect"]
    return bool(expected.get("nodes", 0) <= MOST_NODES and expected.get("applied", 0) <= MOST_ACTIONS)


def asks_something(vector: dict[str, Any]) -> bool:
    return bool(vector["input"].get("depth", 0) or vector["input"].get("actions"))


def test_replays_and_counts_are_played_alike() -> None:
    done = 0
    for one in vectors("replay", "perft"):
        if holds_under(one, DEFAULT) and "unreadable" not in one["expect"] and is_short(one) and asks_something(one):
            case: Any = Asked(one)
            play = replay(case, REPLAYING) if "applied" in one["expect"] else perft(case, REPLAYING)
            assert played(play, DEFAULT) == bound_part(one["expect"]), one["id"]
            done += 1
    assert done >= 80
