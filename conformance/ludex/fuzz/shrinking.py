"""Makes a question smaller while the engine still differs by the same clauses: what is left is what matters.

Candidates are made of the facts of the position, so that they can be read; of what has no facts, of its JSON. Each is
smaller than what it is made of, so that this ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import msgspec
from msgspec import Struct

from ludex.fuzz import trees
from ludex.fuzz.asking import Asker, FuzzQuestion
from ludex.fuzz.causes import FuzzDifference, Why, why
from ludex.fuzz.positions import FEW_FACTS, Positions
from ludex.fuzz.talking import FuzzTalk
from ludex.judge.case import ScheduledVector
from ludex.judge.verdict import BAD, Judgement

BATCH = 32  # candidates that are asked together
MOST_ROUNDS = 400
AND_ACTION = ("position", "action", "actions")


class Shrunk(Struct, frozen=True):
    """What is left of a difference, and why it still is one."""

    difference: FuzzDifference
    why: Why


class Shrinker:
    """Makes differences of one engine smaller."""

    def __init__(self, asker: Asker, talk: FuzzTalk, positions: Positions) -> None:
        self._asker = asker
        self._talk = talk
        self._positions = positions

    def shrink(self, difference: FuzzDifference, direction: str, clause: str) -> Shrunk:
        """The smallest that is found which differs in this direction and by this clause (or by none that is known)."""
        best = Shrunk(difference, why(difference, self._asker.case(0, difference.answered)))
        for _ in range(MOST_ROUNDS):
            found = self._next(best, direction, clause)
            if found is None:
                return best
            best = found
        return best

    def _next(self, best: Shrunk, direction: str, clause: str) -> Shrunk | None:
        """The first smaller question that still shows it."""
        candidates = self._smaller(best.difference.answered.question)
        while batch := list(islice(candidates, BATCH)):
            for difference in self._differing(batch, best.difference.number):
                found = why(difference, self._asker.case(0, difference.answered))
                if found.direction == direction and (not clause or clause in found.clauses):
                    return Shrunk(difference, found)
        return None

    def _differing(self, batch: list[FuzzQuestion], number: int) -> list[FuzzDifference]:
        answered = [one for question in batch if (one := self._asker.answer(question)) is not None]
        came: dict[int, Judgement] = {}

        def take(case: ScheduledVector, outcome: Judgement) -> None:
            if outcome.verdict in BAD:
                came[case.index] = outcome

        self._talk.put((self._asker.case(place, one) for place, one in enumerate(answered)), take)
        return [FuzzDifference(number, answered[place], came[place]) for place in sorted(came)]

    def _smaller(self, question: FuzzQuestion) -> Iterator[FuzzQuestion]:
        """Smaller questions, what takes most away first; none twice."""
        size, seen = self.size(question), set[bytes]()
        for one in self._candidates(question):
            if one.key not in seen and self.size(one) < size:
                seen.add(one.key)
                yield one

    def _candidates(self, question: FuzzQuestion) -> Iterator[FuzzQuestion]:
        plain = self._asker.framing.setting(question.setting.edition, {})
        if plain is not None and question.setting.flipped:
            yield msgspec.structs.replace(question, setting=plain)
        fields = question.fields
        for name in fields:
            if name not in AND_ACTION:
                yield _with(question, {other: value for other, value in fields.items() if other != name})
        facts = self._positions.facts(fields.get("position"))
        if facts is not None:
            yield from self._with_fewer(question, facts, reductions)
            yield from (
                _with(question, {**fields, "position": one}) for one in self._in_set_up(fields["position"], facts)
            )
        for name, value in fields.items():
            if facts is None or name != "position":
                yield from (_with(question, {**fields, name: one}) for one in reductions(value))
        if facts is not None:
            yield from self._with_fewer(question, facts, lowerings)
        for name, value in fields.items():
            if facts is None or name != "position":
                yield from (_with(question, {**fields, name: one}) for one in lowerings(value))
        yield from self._with_fewer_readings(question)

    def _in_set_up(self, position: Any, facts: list[Any]) -> list[Any]:
        """Smaller positions than a whole set-up, which is one fact."""
        return self._positions.smaller(position) if len(facts) <= FEW_FACTS else []

    def _with_fewer(
        self, question: FuzzQuestion, facts: list[Any], make: Callable[[Any], Iterator[Any]]
    ) -> Iterator[FuzzQuestion]:
        for fewer in make(facts):
            position = self._positions.compose(fewer)
            if position is not None:
                yield _with(question, {**question.fields, "position": position})

    def _with_fewer_readings(self, question: FuzzQuestion) -> Iterator[FuzzQuestion]:
        flipped = question.setting.flipped
        for entry in flipped if len(flipped) > 1 else ():
            fewer = {name: choice for name, choice in flipped.items() if name != entry}
            setting = self._asker.framing.setting(question.setting.edition, fewer)
            if setting is not None:
                yield msgspec.structs.replace(question, setting=setting)

    def size(self, question: FuzzQuestion) -> tuple[int, int, int, int]:
        """How much is asked: things in sequences, readings, letters, and how large its numbers are."""
        facts = self._positions.facts(question.fields.get("position"))
        rest = {name: value for name, value in question.fields.items() if facts is None or name != "position"}
        things = sum(len(held) for _, held in trees.sequences(rest)) + (
            self._positions.things(question.fields["position"]) if facts else 0
        )
        numbers = sum(abs(one) for _, one in trees.nodes((facts or [], rest)) if isinstance(one, int))
        readings = len(question.setting.flipped)
        return things, readings, len(msgspec.json.encode(question.fields)), numbers


def _with(question: FuzzQuestion, fields: dict[str, Any]) -> FuzzQuestion:
    return msgspec.structs.replace(question, fields=fields)


def reductions(value: Any) -> Iterator[Any]:
    """The value without some members of the sequences in it: half of one first, single members last."""
    found = list(trees.sequences(value))
    many = max((len(held) for _, held in found), default=0)
    while many:
        for path, held in found:
            if many <= len(held):
                for first in range(0, len(held) - many + 1, many):
                    yield trees.without_members(value, path, first, many)
        many //= 2


def lowerings(value: Any) -> Iterator[Any]:
    """The value with one number nearer to 0, one text shorter, or one part that is left out."""
    for path, part in (((), value), *trees.nodes(value)):
        if type(part) is bool:
            lower: tuple[Any, ...] = (False,) if part else ()
        elif type(part) is int:
            lower = tuple(dict.fromkeys((0, part // 2, part - 1) if part > 0 else (0, -part, part + 1) if part else ()))
        elif isinstance(part, dict | str) or part is None:
            lower = ()
        else:
            lower = (None,) if path else ()
        yield from (trees.with_part(value, path, one) for one in lower if one != part)
