"""What a scenario of 5x5 Tactics asks besides its actions: the verdict on each, and the requests that it writes out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ludex.games.tactics.state import NOTHING_SPENT, Position, Spent, show_position, tells_what_is_spent
from ludex.notation.tactics import expectation_text
from ludex.notation.tactics.judging import Asked
from ludex.notation.written import json_text, value_of
from ludex.scenario.stepping import PlayedStep


def spent_wire(spent: Spent) -> dict[str, list[str]]:
    """What is spent, as it travels."""
    return {"moved": sorted(spent.moved), "attacked": sorted(spent.attacked)}


def fields_of(state: Position) -> dict[str, Any]:
    """The fields that a position is asked with: what its turn has spent, too, once it has spent anything."""
    more = {} if state.spent == NOTHING_SPENT else {"spent": spent_wire(state.spent)}
    return {"position": show_position(state), **more}


def of_unreadable(fields: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """An action that is refused in any state: who judges it is as right as who cannot read the state."""
    return "apply", {**fields, "action": {"type": None, "playerId": "P1"}}


def questions(turn: PlayedStep) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The verdict on an action, and the requests about the position after it."""
    if turn.data is not None:
        before = {"position": turn.before} if turn.state is None else fields_of(turn.state)
        yield "validate", {**before, "action": turn.data}
    for phrase in turn.then:
        if isinstance(phrase.value, Asked):
            request = value_of(phrase.value.request)
            if _is_for_everybody(request, turn.state_after):
                yield phrase.value.operation, {"position": turn.after, **request}


def _is_for_everybody(request: Mapping[str, Any], state: Position | None) -> bool:
    """Whether a request means something by every reading: an account that is malformed does only where it is read."""
    spent = request.get("spent")
    return spent is None or state is None or tells_what_is_spent(spent, state)


def asking(operation: str, fields: Mapping[str, Any], got: Mapping[str, Any]) -> str:
    """The sentence of a scenario that makes a request and expects this answer."""
    request = {name: value for name, value in fields.items() if name != "position"}
    if "unreadable" in got:
        return expectation_text(Asked(operation, json_text(request), None, tuple(got["unreadable"]["broken"])))
    told = {name: value for name, value in got.items() if name != "moot"}
    return expectation_text(Asked(operation, json_text(request), json_text(told)))
