"""What a scenario of Minions asks besides its actions: where units reach, and the requests that it writes out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ludex.notation import expectations as e
from ludex.notation.minions import expectation_text
from ludex.notation.minions.judging import OF_A_POSITION, Asked, Reaches
from ludex.notation.written import json_text
from ludex.scenario.stepping import PlayedStep


def questions(turn: PlayedStep) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The requests about the position after an action, and those that need none."""
    for phrase in turn.then:
        if isinstance(phrase.value, Asked | Reaches):
            yield phrase.value.question(turn.after)


def asking(operation: str, fields: Mapping[str, Any], got: Mapping[str, Any]) -> str:
    """The sentence of a scenario that makes a request and expects this answer."""
    of_position = ("position",) if operation in OF_A_POSITION else ()
    request = json_text({name: value for name, value in fields.items() if name not in of_position})
    for kind, refusal in (("unreadable", e.ExpectUnreadable), ("illegal", e.ExpectRefused)):
        if kind in got:
            return expectation_text(Asked(operation, request, None, refusal(tuple(got[kind]["broken"]))))
    return expectation_text(Asked(operation, request, json_text(got)))
