"""Whether the list of a position holds an action, where that is not what the verdict on the action says.

An action may be accepted and stand in no list (an offer, a word of another form), or be refused for who sends it and
stand there all the same. The reference's own list tells.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ludex.generate.asking import refusal_of, watch_answer
from ludex.generate.conditions import Condition
from ludex.generate.readings import AnswerGroup, Runs, explore, rules_of
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
    """The mark of a vector: nothing where the list says what the verdict says.

    Null where there is no list, or where readings that leave the verdict as it is change what the list holds.
    """
    wire = wire_of(name)
    accepted = is_accepted(wire, operation, group.answer) if judges_actions(wire, operation) else None
    if accepted is None:
        return {}
    asked = {one: fields[one] for one in (*fields_of_list(wire, fields), ACTION)}
    told = {
        listed
        for chosen, listed in _listings(name, edition, operation, line_of(asked))
        if any(_agree(chosen, condition) for condition in group.holds or [{}])
    }
    listed = told.pop() if len(told) == 1 else None
    return {} if listed is accepted else {LISTED: listed}


def _agree(chosen: Choices, condition: Condition) -> bool:
    """Whether these choices and a condition can hold together."""
    return all(entry not in condition or choice in condition[entry] for entry, choice in chosen)


@lru_cache(maxsize=256)
def _listings(name: str, edition: str, operation: str, asked: str) -> list[tuple[Choices, bool | None]]:
    """Whether the list of a position holds an action, under all readings that the verdict on the action consults.

    Whoever lists an action consults no other reading of it than who judges it, whoever sends it.
    """
    game, fields = reference_of(name), json.loads(asked)
    lists = _lists(name, edition, line_of({one: value for one, value in fields.items() if one != ACTION}))
    action = key(fields[ACTION])

    def run(chosen: dict[str, str]) -> tuple[dict[str, Any], set[str]]:
        consulted = watch_answer(game, operation, fields, rules_of(game.REGISTER, edition, chosen))[1]
        given = lists.under(chosen)
        return {LISTED: None if refusal_of(given) else action in given["members"]}, consulted

    space, found = explore(game.REGISTER.choices(edition), run)
    return [(tuple(space.choices_of(one).items()), given[LISTED]) for one, given in found.items()]


@lru_cache(maxsize=1024)
def _lists(name: str, edition: str, asked: str) -> Runs:
    """The members of the list of a position under any choices; its refusal where it is refused."""
    game, fields = reference_of(name), json.loads(asked)

    def run(chosen: dict[str, str]) -> tuple[dict[str, Any], set[str]]:
        given, consulted = watch_answer(game, LEGAL, fields, rules_of(game.REGISTER, edition, chosen))
        return given if refusal_of(given) else {"members": frozenset(map(key, given["actions"]))}, consulted

    return Runs(game.REGISTER.choices(edition), run)


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
