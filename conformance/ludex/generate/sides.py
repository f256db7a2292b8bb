"""Whether the list of a position holds an action, where that is not what the verdict on the action says.

An action may be accepted and stand in no list (an offer, a word of another form), or be refused for who sends it and
stand there all the same. The reference's own list tells.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ludex.generate.asking import answer, refusal_of
from ludex.generate.readings import AnswerGroup, rules_of
from ludex.generate.stored import line_of
from ludex.judge.weigh import key
from ludex.protocol.schema import wire_of
from ludex.seam import reference_of
from ludex.vectors.format import decode_vectors
from ludex.vectors.sides import (
    ACTION,
    LEGAL,
    LISTED,
    SIDES,
    fields_of_list,
    is_accepted,
    judges_actions,
    topic_of_sides,
)

Counts = dict[str, dict[str, int]]
Choices = tuple[tuple[str, str], ...]


def mark_of(
    name: str, edition: str, operation: str, fields: Mapping[str, Any], group: AnswerGroup
) -> dict[str, bool | None]:
    """The mark of a vector: nothing where the list says what the verdict says; null where there is no list."""
    wire = wire_of(name)
    accepted = is_accepted(wire, operation, group.answer) if judges_actions(wire, operation) else None
    if accepted is None:
        return {}
    asked = line_of({one: fields[one] for one in fields_of_list(wire, fields)})
    held = _list(name, edition, asked, tuple(sorted(group.choices.items())))
    listed = None if held is None else key(fields[ACTION]) in held
    return {} if listed is accepted else {LISTED: listed}


@lru_cache(maxsize=4096)
def _list(name: str, edition: str, asked: str, choices: Choices) -> frozenset[Any] | None:
    """The members of the list of a position; none at all where it is refused."""
    game = reference_of(name)
    given = answer(game, LEGAL, json.loads(asked), rules_of(game.REGISTER, edition, dict(choices)))
    return None if refusal_of(given) else frozenset(map(key, given["actions"]))


def counts_of(game: str, all_files: Mapping[str, bytes]) -> Counts:
    """How many sides of each name are made of these files in each edition."""
    read = [decode_vectors(data) for data in all_files.values()]
    found: Counts = {}
    for edition in sorted({edition for file in read for edition in file.editions}):
        topics = [file.of_edition(edition) for file in read if edition in file.editions]
        for name in SIDES:
            if many := len(topic_of_sides(game, edition, name, topics).vectors):
                found.setdefault(name, {})[edition] = many
    return found
