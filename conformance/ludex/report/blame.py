"""Which clauses a wrong list of legal actions is about: those that an action too many breaks, or a missing one meets.

A list turns on many clauses at once, so that a list is wrong says little. What is wrong about it says more. The rules
are asked only after the verdict, and never for it.
"""

from collections.abc import Iterator
from itertools import chain
from typing import Any

import msgspec

from ludex.judge.case import ScheduledVector
from ludex.judge.verdict import FAIL, Judgement
from ludex.judge.weigh import in_force, key
from ludex.protocol.schema import plain
from ludex.rules import Refused, Rules, recording
from ludex.seam import reference_of
from ludex.vectors.sides import ACCEPTED, SIDES, expected_by_side

LEGAL = "legal"
MOST_ACTIONS = 12  # of those too many, and of those missing


def clauses_behind(case: ScheduledVector, outcome: Judgement) -> tuple[str, ...]:
    """The clauses behind a failed list of legal actions, or a side of one; nothing where the answer tells nothing."""
    if outcome.verdict != FAIL or (case.frame.operation != LEGAL and case.frame.topic.topic not in SIDES):
        return ()
    try:
        return tuple(sorted(set(_behind(case, msgspec.json.decode(outcome.got)))))
    except (
        Exception
    ):  # an answer cut short, of another shape, or a game without a reference: a report is written anyhow
        return ()


def _behind(case: ScheduledVector, answer: dict[str, Any]) -> Iterator[str]:
    game = reference_of(case.frame.topic.game)
    rules = game.REGISTER.rules(case.frame.edition, dict(case.frame.choices))
    position = msgspec.json.decode(case.vector.input)["position"]
    for action in _wrong_actions(case, answer):
        yield from clauses_met(game, position, action, rules)[1]


def _wrong_actions(case: ScheduledVector, answer: dict[str, Any]) -> Iterator[Any]:
    """Those that a list has too many, and those that it lacks; of the side of a single action, that action."""
    expected = in_force(case.expects(), case.frame.choices)
    if side := expected_by_side(expected):
        return iter([msgspec.json.decode(case.vector.input)["action"]] if side == ACCEPTED else expected[side])
    lists = (plain(one["actions"]) for one in (answer.get("result", answer), expected))
    got, want = ({key(action): action for action in actions} for actions in lists)
    return chain(_only_in(got, want), _only_in(want, got))


def _only_in(one: dict[Any, Any], other: dict[Any, Any]) -> list[Any]:
    return [one[name] for name in sorted(one.keys() - other.keys(), key=str)[:MOST_ACTIONS]]


def clauses_met(game: Any, position: Any, action: Any, rules: Rules) -> tuple[bool, list[str]]:
    """Whether an action may be taken, and the clauses that it breaks, or, where it breaks none, the checks asked."""
    read = game.read_position(position, rules)
    with recording() as trace:
        try:
            game.apply(read, action, rules)
        except Refused as refused:
            return False, list(refused.broken)
    return True, list(dict.fromkeys(step.clause for step in trace.steps if step.role == "check"))
