"""Makes a question smaller while the engine still differs by the same clauses: what is left is what matters.

Candidates are made of the facts of the position, so that they can be read; of what has no facts, of its JSON. Each is
smaller than what it is made of, so that this ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import islice
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from ludex.fuzz import trees
from ludex.fuzz.asking import Asker, FuzzQuestion
from ludex.fuzz.causes import FuzzDifference, Why, why
from ludex.fuzz.jury import Respondent
from ludex.fuzz.positions import FEW_FACTS, Positions
from ludex.judge.case import ScheduledVector
from ludex.judge.verdict import BAD, Judgement
from ludex.support import support_of

BATCH = 32  # candidates that are asked together
MOST_ROUNDS = 400
MOST_HANGS = 3  # then the engine is asked no smaller questions
APPLY, REPLAY = "apply", "replay"
AND_ACTION = ("position", "action", "actions")
Found = TypeVar("Found")
Candidate = TypeVar("Candidate")
Fields = Mapping[str, Any]
Make = Callable[[Any], Iterator[Any]]


def shrink(
    best: Found,
    smaller: Callable[[Found], Iterator[Candidate]],
    still: Callable[[list[Candidate]], Iterator[Found]],
    batch: int = BATCH,
) -> Iterator[Found]:
    """What is found, and then ever smaller ones: of the candidates that it gives, the first which still shows it.

    ``smaller`` gives what takes most away first; ``still`` asks some of them together, and gives those that show it.
    """
    yield best
    for _ in range(MOST_ROUNDS):
        candidates, kept = smaller(best), None
        while kept is None and (some := list(islice(candidates, batch))):
            kept = next(still(some), None)
        if kept is None:
            return
        best = kept
        yield best


class Shrunk(Struct, frozen=True):
    """What is left of a difference, and why it still is one."""

    difference: FuzzDifference
    why: Why


class Shrinker:
    """Makes differences of one engine smaller."""

    def __init__(self, asker: Asker, talk: Respondent, positions: Positions) -> None:
        self._asker = asker
        self._talk = talk
        self._reducer = Reducer(positions)

    def shrink(self, start: Shrunk, clause: str) -> Iterator[Shrunk]:
        """Ever smaller ones which differ in the same direction and by this clause (or by none that is known).

        Of a replay or a whole turn, one of its actions alone will do, in whichever direction.
        """
        number = start.difference.number

        def still(questions: list[FuzzQuestion]) -> Iterator[Shrunk]:
            for difference in self._differing(questions, number):
                found = why(difference, self._asker.case(0, difference.answered))
                if not clause or clause in found.clauses:
                    yield Shrunk(difference, found)

        def still_so(questions: list[FuzzQuestion]) -> Iterator[Shrunk]:
            return (one for one in still(questions) if one.why.direction == best.why.direction)

        best = start
        while clause and (alone := next(still(self._actions_alone(best.difference.answered.question)), None)):
            best = alone
        return shrink(best, lambda one: self._smaller(one.difference.answered.question), still_so)

    def _actions_alone(self, question: FuzzQuestion) -> list[FuzzQuestion]:
        """Of a replay or a whole turn, each action by itself where it was done, the last one first."""
        alone, replay = list[FuzzQuestion](), _as_replay(question)
        if replay is None:
            return alone
        replaying = support_of(self._asker.game).replaying
        with suppress(ValueError, LookupError, TypeError):  # of what cannot be read there is nothing to play
            position, beside = replaying.position(replay), replaying.beside(replay)
            for action in replaying.actions(replay):
                fields = {"position": position, **action, **beside}
                alone.append(FuzzQuestion(APPLY, question.setting, fields))
                answered = self._asker.answer(alone[-1])
                if answered is None or "position" not in answered.answer:
                    break
                after = answered.answer["position"]
                position, beside = after, replaying.carried(position, fields, after)
        return alone[::-1]

    def _differing(self, batch: list[FuzzQuestion], number: int) -> list[FuzzDifference]:
        answered = [one for question in batch if (one := self._asker.answer(question)) is not None]
        came: dict[int, Judgement] = {}

        def take(case: ScheduledVector, outcome: Judgement) -> None:
            if outcome.verdict in BAD:
                came[case.index] = outcome

        if self._talk.hangs < MOST_HANGS:
            self._talk.put((self._asker.case(place, one) for place, one in enumerate(answered)), take)
        return [FuzzDifference(number, answered[place], came[place]) for place in sorted(came)]

    def _smaller(self, question: FuzzQuestion) -> Iterator[FuzzQuestion]:
        """Smaller questions, what takes most away first; none twice."""
        setting, framing = question.setting, self._asker.framing
        plain = framing.setting(setting.edition, {}) if setting.flipped else None
        if plain is not None:
            yield msgspec.structs.replace(question, setting=plain)
        for fields in self._reducer.smaller(question.fields):
            yield msgspec.structs.replace(question, fields=fields)
        for entry in setting.flipped if len(setting.flipped) > 1 else ():
            fewer = {name: choice for name, choice in setting.flipped.items() if name != entry}
            left = framing.setting(setting.edition, fewer)
            if left is not None:
                yield msgspec.structs.replace(question, setting=left)


def _as_replay(question: FuzzQuestion) -> Fields | None:
    """What a question plays, action by action; None for one that plays no several actions."""
    action = question.fields.get("action")
    if question.operation == APPLY and isinstance(action, dict) and isinstance(action.get("actions"), list):
        return {**question.fields, "actions": action["actions"]}
    return question.fields if question.operation == REPLAY else None


class Reducer:
    """Makes the fields of a question smaller: of its position fact by fact, so that it can be read."""

    def __init__(self, positions: Positions) -> None:
        self._positions = positions

    def smaller(self, fields: Fields) -> Iterator[dict[str, Any]]:
        """Smaller fields, what takes most away first; none twice."""
        size, seen = self.size(fields), set[bytes]()
        for one in self._candidates(fields):
            key = msgspec.json.encode(one, order="deterministic")
            if key not in seen and self.size(one) < size:
                seen.add(key)
                yield one

    def _candidates(self, fields: Fields) -> Iterator[dict[str, Any]]:
        for name in fields:
            if name not in AND_ACTION:
                yield {other: value for other, value in fields.items() if other != name}
        yield from narrower(fields)
        facts = self._positions.facts(fields.get("position"))
        if facts is not None:
            yield from self._with_fewer(fields, facts, reductions)
            whole = self._positions.smaller(fields["position"]) if len(facts) <= FEW_FACTS else []
            yield from ({**fields, "position": one} for one in whole)
        else:
            yield from ({**fields, "position": one} for one in self._positions.smaller(fields.get("position")))
        yield from self._of_others(fields, facts, reductions)
        if facts is not None:
            yield from self._with_fewer(fields, facts, lowerings)
        yield from self._of_others(fields, facts, lowerings)

    def _of_others(self, fields: Fields, facts: list[Any] | None, make: Make) -> Iterator[dict[str, Any]]:
        for name, value in fields.items():
            if facts is None or name != "position":
                yield from ({**fields, name: one} for one in make(value))

    def _with_fewer(self, fields: Fields, facts: list[Any], make: Make) -> Iterator[dict[str, Any]]:
        for fewer in make(facts):
            position = self._positions.compose(fewer)
            if position is not None:
                yield {**fields, "position": position}

    def size(self, fields: Fields) -> tuple[int, int, int]:
        """How much is asked: things in sequences, letters, and how large its numbers are."""
        facts = self._positions.facts(fields.get("position"))
        rest = {name: value for name, value in fields.items() if facts is None or name != "position"}
        things = sum(len(held) for _, held in trees.sequences(rest)) + (
            self._positions.things(fields["position"]) if facts else 0
        )
        numbers = sum(abs(one) for _, one in trees.nodes((facts or [], rest)) if isinstance(one, int))
        return things, len(msgspec.json.encode(fields)), numbers


def narrower(fields: Fields) -> Iterator[dict[str, Any]]:
    """The fields without one of the things of which several lists of the position speak, each in its place: a board and
    its map. What stands beside the position, and lists of numbers in it, may say the places: those behind it are
    lowered."""
    position = fields.get("position")
    if not isinstance(position, dict):
        return
    by_length: dict[int, list[str]] = {}
    for name, held in position.items():
        if isinstance(held, list) and len(held) > 1 and not _is_of_places(held):
            by_length.setdefault(len(held), []).append(name)
    for many, names in by_length.items():
        for place in range(many if len(names) > 1 else 0):
            fewer = {name: trees.without_members(position[name], (), place, 1) for name in names}
            places = {name: held for name, held in position.items() if _is_of_places(held)}
            told = {name: [one for one in held if one != place] for name, held in places.items()}
            left = {**position, **fewer, **_behind(told, place, many)}
            beside = {name: value for name, value in fields.items() if name != "position"}
            yield {**fields, **_behind(beside, place, many), "position": left}


def _is_of_places(held: Any) -> bool:
    return isinstance(held, list) and all(type(one) is int for one in held)


def _behind(value: Any, place: int, many: int) -> Any:
    """The value, where it is the number of a place behind one that is taken out, or holds such, with one less."""
    if type(value) is int:
        return value - 1 if place < value < many else value
    if isinstance(value, dict):
        return {name: _behind(one, place, many) for name, one in value.items()}
    return [_behind(one, place, many) for one in value] if isinstance(value, list) else value


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
