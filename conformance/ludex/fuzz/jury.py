"""Two or three engines that are held against each other: what they are asked, and who is outvoted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import combinations, islice
from typing import Any, Protocol, cast

from msgspec.structs import replace

from ludex.fault import Fault
from ludex.fuzz.order import FuzzOrder
from ludex.fuzz.talking import FuzzTalk, Take
from ludex.judge.case import ScheduledVector
from ludex.judge.escape import visible
from ludex.judge.verdict import ERROR, PASS, PASSED, UNSUPPORTED, Judgement
from ludex.protocol.messages import GameOffer, Hello
from ludex.runner.differential import Compared, OpenQuestion, shared_offer
from ludex.runner.interruption import Interruption
from ludex.runner.limits import Limits
from ludex.runner.process import Process
from ludex.vectors.format import Vector

CASES_A_BATCH = 256
MOST_LETTERS_OF_A_NAME = 60


class Respondent(Protocol):
    """Whoever can be asked: one engine, or several that are held against each other."""

    stopped: str
    hangs: int
    falls: Counter[str]
    notes: list[str]

    def greet(self) -> Hello:
        """Start; raises NoHello."""

    def put(self, cases: Iterable[ScheduledVector], take: Take) -> None:
        """Ask all of this, and take what comes of each."""

    def end(self) -> None:
        """End it."""


def talk_of(order: FuzzOrder, heeded: Interruption, limits: Limits | None = None) -> Respondent:
    """With the engine of an order, or with all of its engines."""
    allowed = limits or order.limits
    commands = (order.command, *order.against)
    talks = [_talk_with(command, allowed, heeded) for command in commands]
    return Jury(order.game, talks) if order.against else talks[0]


def _talk_with(command: tuple[str, ...], limits: Limits, heeded: Interruption) -> FuzzTalk:
    return FuzzTalk(lambda: Process(command, limits), limits, heeded)


class Jury:
    """Two engines, neither of which is right beforehand; of three the one is outvoted that stands alone."""

    def __init__(self, game: str, talks: Sequence[FuzzTalk]) -> None:
        self.stopped = ""
        self.hangs = 0
        self.falls = Counter[str]()
        self.notes: list[str] = []
        self._game = game
        self._talks = talks
        self._names: list[str] = []

    def greet(self) -> Hello:
        """Start all of them; what they have in common is asked."""
        hellos = [talk.greet() for talk in self._talks]
        for number, hello in enumerate(hellos, 1):
            if self._game not in hello.games:
                raise Fault(f"engine {number} does not declare {self._game}", "Choose another game with --game.")
        offer = reduce(_in_common, (hello.games[self._game] for hello in hellos))
        names = [visible(hello.engine.name, MOST_LETTERS_OF_A_NAME) for hello in hellos]
        self._names = [f"{name} ({number})" for number, name in enumerate(names, 1)]
        return replace(hellos[0], games={self._game: offer})

    def put(self, cases: Iterable[ScheduledVector], take: Take) -> None:
        """Ask all of them, and take who differs from the others."""
        left = iter(cases)
        while not self.stopped and (batch := list(islice(left, CASES_A_BATCH))):
            came = [_answers(talk, batch) for talk in self._talks]
            self.hangs = sum(talk.hangs for talk in self._talks)
            self._take_remarks()
            self.stopped = next((talk.stopped for talk in self._talks if talk.stopped), "")
            for case in batch:
                outcomes = [one[case.index] for one in came if case.index in one]
                if len(outcomes) == len(self._talks):
                    take(case, self._weigh(case, outcomes))

    def _take_remarks(self) -> None:
        """The falls of each, and what else is noted of it, under its name."""
        for name, talk in zip(self._names, self._talks, strict=True):
            self.falls.update({f"{name}: {how}": many for how, many in talk.falls.items()})
            talk.falls.clear()
            self.notes += [f"{name}: {note}" for note in talk.notes]
            talk.notes.clear()

    def end(self) -> None:
        """End all of them."""
        for talk in self._talks:
            talk.end()

    def _weigh(self, case: ScheduledVector, outcomes: Sequence[Judgement]) -> Judgement:
        for name, one in zip(self._names, outcomes, strict=True):
            if one.verdict == ERROR:
                return replace(one, message=f"{name}: {one.message}")
        if any(one.verdict != PASS for one in outcomes):
            return next(one for one in outcomes if one.verdict != PASS)
        differing = [
            (here, there)
            for here, there in combinations(range(len(outcomes)), 2)
            if _compare(case, outcomes[here].got, outcomes[there].got).verdict != PASS
        ]
        return self._judge(case, outcomes, differing) if differing else PASSED

    def _judge(
        self, case: ScheduledVector, outcomes: Sequence[Judgement], differing: Sequence[tuple[int, int]]
    ) -> Judgement:
        """What differs: told of the one that is outvoted, or else of one that the reference would not pass."""
        here, there = differing[0]
        alone = {*differing[0]}.intersection(*differing[1:]) if len(differing) > 1 else set[int]()
        if len(alone) == 1:
            (here,) = alone
            (there, *_) = (one for one in range(len(outcomes)) if one != here)
        elif case.weigh_bytes(outcomes[here].got).verdict == PASS:
            here, there = there, here
        told = _compare(case, outcomes[here].got, outcomes[there].got)
        outvoted = ", outvoted" if len(alone) == 1 else ""
        message = told.message.replace("the other engine", self._names[there])
        return replace(told, message=f"{self._names[here]}{outvoted}: {message}")


def _in_common(mine: GameOffer, theirs: GameOffer) -> GameOffer:
    both = shared_offer(mine, theirs)
    return replace(both, methods=[one for one in both.methods if one in theirs.methods])


def _answers(talk: FuzzTalk, batch: Sequence[ScheduledVector]) -> dict[int, Judgement]:
    came: dict[int, Judgement] = {}
    talk.put(_open_questions(batch), lambda case, outcome: came.update({case.index: outcome}))
    return came


def _open_questions(batch: Sequence[ScheduledVector]) -> Iterator[OpenQuestion]:
    return (OpenQuestion(case.index, case.vector, case.frame) for case in batch)


def _compare(case: ScheduledVector, mine: Any, theirs: Any) -> Judgement:
    compared = Compared(case.index, cast(Vector, case.vector), case.frame)
    compared.answer = theirs
    outcome = compared.weigh_bytes(mine)
    return PASSED if outcome.verdict == UNSUPPORTED else outcome
