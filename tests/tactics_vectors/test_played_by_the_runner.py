"""Replays and counts come out right through `apply` and `legal`, too, the account of the turn included."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.games import tactics
from ludex.judge.case import Play
from ludex.rules import Refused, Rules
from ludex.runner.playing import perft, replay
from ludex.suites.tactics.positions import DEFAULT, ONCE, rules_with
from ludex.support.tactics import replaying
from tests.tactics_vectors.suite_files import holds_under, vectors


class Asked:
    """As much of a judge's case as playing needs."""

    def __init__(self, vector: dict[str, Any]) -> None:
        self.vector = vector

    def asks(self) -> Any:
        return self.vector["input"]

    def expects(self) -> Any:
        return self.vector["expect"]


def asks_something(vector: dict[str, Any]) -> bool:
    return bool(vector["input"].get("depth", 0) or vector["input"].get("actions"))


def played(play: Play, rules: Rules) -> Any:
    """Where the play leads with the reference as the engine."""
    answer: Any = None
    while True:
        try:
            operation, fields = play.send(answer)
        except StopIteration as end:
            return end.value
        try:
            answer = tactics.OPERATIONS[operation](fields, rules)
        except Refused as refusal:
            answer = {type(refusal).__name__.lower(): {}}


@pytest.mark.parametrize("rules", [DEFAULT, rules_with(turn_limits=ONCE)], ids=["none", "once-per-unit"])
def test_replays_and_counts_are_played_alike(rules: Rules) -> None:
    done = 0
    for one in vectors("replay", "perft"):
        if holds_under(one, rules) and "unreadable" not in one["expect"] and asks_something(one):
            case: Any = Asked(one)
            play = replay(case, replaying) if "applied" in one["expect"] else perft(case, replaying)
            assert played(play, rules) == one["expect"], one["id"]
            done += 1
    assert done >= 100
