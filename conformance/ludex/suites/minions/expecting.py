"""The reference's answers, with a position read once however often it is asked about, and lists in the order of files.

An action is asked under many readings, and with each clause turned round: to read its position anew each time would
be most of the work. What reading decides (checks and layouts) a question about a position that can be read does not
turn on, so it is not noted again; what else was noted (neighbours, say) is.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from ludex.games.minions import REGISTER
from ludex.games.minions.play import apply, legal
from ludex.games.minions.position import Position, read_position, show_position
from ludex.rules import MARKS, Refused, Rules, recording, tracing

DEFAULT = REGISTER.rules(
    REGISTER.editions[0]
)  # a position that can be read by default is read alike under all readings
OF_READING = {"check", "layout"}
Answer = dict[str, Any]


class Read(NamedTuple):
    """A position that could be read, and the clauses that were at work and do more than refuse."""

    position: Position
    clauses: frozenset[str]


@lru_cache(maxsize=16)
def _read(shown: bytes, rules: Rules) -> Read | None:
    with recording(keep_steps=False) as trace:
        try:
            position = read_position(msgspec.json.decode(shown), rules)
        except Refused:
            return None
    return Read(position, frozenset(clause for clause in trace.clauses if not MARKS[clause] <= OF_READING))


def position_of(data: Any, rules: Rules) -> Position:
    """The position of a question; raises Unreadable."""
    known, trace = _read(msgspec.json.encode(data, order="deterministic"), DEFAULT), tracing()
    if known is None or (trace is not None and trace.invert in known.clauses):
        return read_position(data, rules)
    if trace is not None:
        trace.clauses |= known.clauses
    return known.position


def expect_apply(asked: Mapping[str, Any], rules: Rules) -> Answer:
    """The position after an action."""
    return {"position": show_position(apply(position_of(asked["position"], rules), asked["action"], rules))}


def expect_legal(asked: Mapping[str, Any], rules: Rules) -> Answer:
    """The legal actions, in the order in which a file has them."""
    actions = legal(position_of(asked["position"], rules), rules)
    return {"actions": sorted(actions, key=lambda action: json.dumps(action, sort_keys=True))}
