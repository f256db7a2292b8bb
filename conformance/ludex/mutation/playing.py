"""Random play of two references against each other, to find out whether they are the same game after all."""

from __future__ import annotations

import copy
import time
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from ludex.mutation.loading import Choices, Engine, load
from ludex.mutation.mutants import Mutant
from ludex.mutation.questions import Probe, ProbeMaker
from ludex.mutation.trial import TooLong, within
from ludex.vectors.suite import Suite

MAX_PLIES = 12
SECONDS_AN_ANSWER = 5.0  # of the processor; what takes the original longer (a deep count) is not asked
SECONDS_A_MUTANT = 50.0  # for the same answer; it may never come to an end


class PlayedGames(Struct, frozen=True):
    """How many questions were asked of both, and the first to which they give different answers, if any."""

    asked: int
    difference: str | None = None


def play_against(mutant: Mutant, suite: Suite, questions: Sequence[Probe], seconds: float, seed: str) -> PlayedGames:
    """Ask the original and the mutant the same, for so many seconds of the processor: what vectors ask, that twisted,
    and games on from there."""
    play = Play(load(mutant.game), load(mutant.game, mutant.tree()), suite, f"{mutant.hash}:{seed}")
    near = [one for one in questions if not {*mutant.clauses}.isdisjoint(one.vector.clauses)] or questions
    until = time.process_time() + seconds
    while time.process_time() < until:
        question = play.dice.choice(near if play.dice.random() < 0.5 else questions)
        for asked in play.around(question, questions):
            if time.process_time() > until:
                break
            if not play.agree(*asked):
                return PlayedGames(play.asked, msgspec.json.encode(asked).decode())
    return PlayedGames(play.asked)


Ask = tuple[str, str, Choices, dict[str, Any]]  # operation, edition, flips, fields


class Play:
    """Draws questions for two references, by what vectors ask: that, twisted, and games on from there."""

    def __init__(self, one: Engine, other: Engine, suite: Suite, seed: str) -> None:
        self.one = one
        self.other = other
        self.suite = suite
        self.maker = ProbeMaker(suite)
        self.dice = Random(seed)
        self.asked = 0
        self._choices: dict[str, tuple[Choices, Choices]] = {}

    def around(self, question: Probe, others: Sequence[Probe]) -> Iterator[Ask]:
        """A question, perhaps twisted, under some readings; then a game on from its position."""
        operation, edition = question.topic.operation, question.topic.edition
        fields = msgspec.json.decode(question.vector.input)
        _, flips = self.readings(question)
        if self.dice.random() < 0.7:
            twist(fields, self._like(question, others), self.dice)
        yield operation, edition, flips, fields
        if isinstance(fields, dict) and "position" in fields:
            yield from self._game(edition, flips, fields["position"])

    def _like(self, question: Probe, others: Sequence[Probe]) -> Any:
        """The input of another question of the same operation."""
        for _ in range(20):
            other = self.dice.choice(others)
            if other.topic.operation == question.topic.operation:
                return msgspec.json.decode(other.vector.input)
        return msgspec.json.decode(question.vector.input)

    def readings(self, question: Probe) -> tuple[Choices, Choices]:
        """The readings of a question, or a few others."""
        if self.dice.random() < 0.4:
            return question.choices, question.flips
        readings = self.suite.facts(question.topic.edition).readings
        flips = {e: self.dice.choice(of.choices) for e, of in readings.items() if self.dice.random() < 0.3}
        flips = {entry: choice for entry, choice in flips.items() if choice != readings[entry].default}
        key = f"{question.topic.edition} {sorted(flips.items())}"
        return self._choices.setdefault(key, ({**question.choices, **flips}, flips))

    def _game(self, edition: str, flips: Choices, position: Any) -> Iterator[Ask]:
        """Some actions from a position, with the list of legal ones at each."""
        for _ in range(self.dice.randrange(MAX_PLIES)):
            yield "legal", edition, flips, {"position": position}
            listed = _decode(self._original("legal", edition, flips, {"position": position}))
            actions = listed.get("actions") if isinstance(listed, dict) else None
            if not actions:
                return
            asked = {"position": position, "action": self.dice.choice(actions)}
            yield "apply", edition, flips, asked
            after = _decode(self._original("apply", edition, flips, asked))
            if not isinstance(after, dict) or "position" not in after:
                return
            position = after["position"]

    def agree(self, operation: str, edition: str, flips: Choices, fields: dict[str, Any]) -> bool:
        """Whether a judge who expects what the one answers passes the other, or nobody waits for the one."""
        self.asked += 1
        asked = (operation, edition, flips, fields)
        try:
            one = _answer(self.one, asked, SECONDS_AN_ANSWER)
        except TooLong:
            return True
        try:
            other = _answer(self.other, asked, SECONDS_A_MUTANT)
        except TooLong:
            return False
        if one == other:
            return True
        return one is not None and other is not None and self.maker.passes(operation, one, other)

    def _original(self, *asked: Any) -> bytes | None:
        try:
            return _answer(self.one, asked, SECONDS_AN_ANSWER)
        except TooLong:
            return None


def _answer(engine: Engine, asked: Ask, seconds: float) -> bytes | None:
    """The answer; None for an error, which is what a request gets that nobody can read."""
    operation, edition, flips, fields = asked
    try:
        with within(seconds):
            return engine.answer(operation, edition, flips, copy.deepcopy(fields))
    except Exception:
        return None


def _decode(given: bytes | None) -> Any:
    return None if given is None else msgspec.json.decode(given)


def twist(fields: Any, other: Any, dice: Random) -> None:
    """Change a value or two, somewhere inside: to what another question has there, or by a little."""
    for _ in range(dice.choice((1, 1, 2))):
        holder, place = _somewhere(fields, dice)
        if holder is None:
            return
        there = copy.deepcopy(_same_place(other, dice))  # or one value would hold itself
        holder[place] = _twist_part(holder[place], there, dice)


def _somewhere(value: Any, dice: Random) -> tuple[Any, Any]:
    """A container inside a value, and a key or an index of it; deeper with every step, and stopping anywhere."""
    holder, place = None, None
    while isinstance(value, dict | list) and value:
        keys = sorted(value) if isinstance(value, dict) else range(len(value))
        holder, place = value, dice.choice(keys)
        value = value[place]
        if dice.random() < 0.25:
            break
    return holder, place


def _same_place(value: Any, dice: Random) -> Any:
    holder, place = _somewhere(value, dice)
    return None if holder is None else holder[place]


def _twist_part(value: Any, there: Any, dice: Random) -> Any:
    if type(value) is int and dice.random() < 0.7:
        return value + dice.choice((-2, -1, 1, 2))
    if type(value) is bool and dice.random() < 0.8:
        return not value
    if isinstance(value, list) and len(value) > 1 and dice.random() < 0.5:
        return dice.sample(value, dice.randrange(1, len(value) + 1))
    return there if dice.random() < 0.8 else None
