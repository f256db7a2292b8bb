"""A campaign against an engine that is not ours: every slip is built in a copy and meets the vectors."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from msgspec import Struct

from ludex.crew import Crew
from ludex.fault import Fault
from ludex.judge.case import ScheduledVector
from ludex.mutation.engines.asking import EngineTalk, NotPassed
from ludex.mutation.engines.cases import EngineQuestions
from ludex.mutation.engines.copies import EngineCopy
from ludex.mutation.engines.slips import SourceSlip
from ludex.protocol.messages import Hello
from ludex.runner.examples import ExampleEngine
from ludex.runner.interruption import Interruption
from ludex.vectors.images import Asked
from ludex.vectors.suite import Suite
from ludex.wording import quantity

# other-hello: it declares something else than the engine does, so that it is asked other questions, and not compared.
KILLED, SURVIVED, STILLBORN, OTHER_HELLO = "killed", "survived", "stillborn", "other-hello"
BUILD_SECONDS = 300.0
DRAWN, SEED_OF_DRAWN = 20_000, "drawn"  # questions for survivors
KILLERS_KEPT = 48  # of one mutant


class TellingQuestion(Struct, frozen=True):
    """A question to which a mutant that no vector told of answers otherwise than the engine as it is."""

    operation: str
    edition: str
    readings: dict[str, str]
    input: str
    expected: str
    got: str

    @property
    def text(self) -> str:
        """On one line."""
        under = "".join(f" {entry}={choice}" for entry, choice in sorted(self.readings.items()))
        return f"{self.operation}@{self.edition}{under} {self.input} expected {self.expected} got {self.got}"


class SlipOutcome(Struct, frozen=True):
    """What came of a slip: the vectors that told (of the pool), or, of a survivor, a difference, if one was found.

    ``source`` and ``seal`` say of which source and of which vectors, so that a journal is not believed for others. What
    a vector tells of, each set of vectors tells of that holds it: ``killers`` are full ids, each with a digest.
    """

    hash: str
    source: str
    seal: str
    outcome: str
    killers: dict[str, str] = {}
    asked: int = 0
    drawn: int = 0
    difference: TellingQuestion | None = None
    seconds: float = 0.0
    note: str = ""


def digest(vector: Asked) -> str:
    """A vector's question and answer in a few letters: whether one of this id is still the same."""
    return sha256(bytes(vector.input) + bytes(vector.expect)).hexdigest()[:8]


class SlipPlan(Struct, frozen=True):
    """Which slips are made: ``sample`` of them by ``seed``, or those of ``only``, until ``until`` (time.monotonic)."""

    jobs: int = 2
    sample: int | None = None
    seed: str = ""
    until: float | None = None
    only: frozenset[str] = frozenset()


def choose(slips: Sequence[SourceSlip], plan: SlipPlan) -> list[SourceSlip]:
    """The slips of a plan; a sample is the same for the same seed, and larger ones begin with it."""
    if plan.only:
        return [slip for slip in slips if slip.hash in plan.only]
    mixed = sorted(slips, key=lambda slip: sha256(f"{plan.seed}:{slip.hash}".encode()).digest())
    return mixed[: plan.sample]


class EngineCampaign:
    """An engine that is built and passes as it is, with the questions for its mutants."""

    def __init__(self, engine: ExampleEngine, suite: Suite, room: Path, jobs: int, interruption: Interruption) -> None:
        self.engine = engine
        self.suite = suite
        self.interruption = interruption
        self.root = Path(engine.folder)
        self._copies: SimpleQueue[EngineCopy] = SimpleQueue()
        self.room = room
        self._drawn: list[ScheduledVector] | None = None
        self._drawing = threading.Lock()
        self.remarks: list[str] = []
        first = EngineCopy(room / "copy-0", self.root)
        self._build_unchanged(first)
        self.hello, self.cases = self._pass_unchanged(first)
        self._copies.put(first)
        for number in range(1, jobs):
            self._copies.put(EngineCopy(room / f"copy-{number}", self.root))

    def _build_unchanged(self, copy: EngineCopy) -> None:
        said = copy.build(self.engine.build, BUILD_SECONDS)
        if said is not None:
            remedy = f"Build it by hand first: {' '.join(self.engine.build)}"
            raise Fault(f"the engine cannot be built as it is: {said}", remedy)

    def _pass_unchanged(self, copy: EngineCopy) -> tuple[Hello, EngineQuestions]:
        """The hello of the engine as it is; a Fault where it does not pass: a mutant that fails would show nothing."""
        talk = self._talk(copy)
        try:
            if talk.hello is None:
                raise Fault(
                    f"the engine as it is says no hello: {talk.cannot_start or talk.why}", "`ludex smoke` tells more."
                )
            offer = talk.hello.games.get(self.engine.game)
            if offer is None:
                raise Fault(f"the engine does not declare {self.engine.game}", "Name its game with --game.")
            cases = EngineQuestions(self.suite, offer)
            failed = talk.failures([*cases.pools[0], *cases.pools[1], *cases.rest], most=1)
            if failed or talk.why:
                said = f"{failed[0].case.id}: {failed[0].outcome.message}" if failed else talk.why
                remedy = "Mend it first: only an engine that passes can show whether the vectors notice a slip."
                raise Fault(f"the engine as it is does not pass: {said}", remedy)
            if not talk.asked:
                raise Fault("no vector speaks of what the engine declares", "`ludex check` tells more.")
            return talk.hello, cases
        finally:
            talk.end()

    def _talk(self, copy: EngineCopy) -> EngineTalk:
        return EngineTalk(copy.command(self.engine.command), copy.folder, self.interruption)

    def run(
        self, slips: Sequence[SourceSlip], plan: SlipPlan, note: Callable[[SourceSlip, SlipOutcome], None]
    ) -> Iterator[SlipOutcome]:
        """Each slip with what came of it, as they are done; no new one begins after the time is up."""
        late = lambda: plan.until is not None and time.monotonic() > plan.until  # noqa: E731 - asked for each
        try:
            for slip, outcome in Crew(plan.jobs, threads=True).each(slips, self._work, late):
                assert outcome is not None, "no thread dies"
                note(slip, outcome)
                yield outcome
        except BaseException:
            self.interruption.asked = max(1, self.interruption.asked)  # the others end at their next look
            raise

    def _work(self, slip: SourceSlip) -> SlipOutcome:
        copy, text = self._copies.get(), (self.root / slip.file).read_bytes()
        begun = time.monotonic()
        try:
            copy.put(slip.file, slip.put(text))
            return self._try(slip, copy, sha256(text).hexdigest()[:16], begun)
        finally:
            copy.put(slip.file, text)
            self._copies.put(copy)

    def _try(self, slip: SourceSlip, copy: EngineCopy, source: str, begun: float) -> SlipOutcome:
        def outcome(came: str, **more: Any) -> SlipOutcome:
            spent = round(time.monotonic() - begun, 2)
            return SlipOutcome(slip.hash, source, self.suite.seal, came, seconds=spent, **more)

        said = copy.build(self.engine.build, BUILD_SECONDS)
        if said is not None:
            return outcome(STILLBORN, note=said[-200:])
        talk = self._talk(copy)
        try:
            if talk.cannot_start:
                return outcome(STILLBORN, note=talk.cannot_start)
            if talk.hello is None:
                return outcome(KILLED, note=f"no hello: {talk.why}")
            if talk.hello != self.hello:
                return outcome(OTHER_HELLO, note="it declares something else")
            failed = talk.failures(*self.cases.pools, self.cases.rest)
            if failed or talk.why:
                killers = {one.case.id: digest(one.case.vector) for one in failed}
                kept = dict(islice(killers.items(), KILLERS_KEPT))
                return outcome(KILLED, killers=kept, asked=talk.asked, note=talk.why[:200])
            asked = talk.asked
        finally:
            talk.end()
        questions = self.questions_for_survivors()
        talk = self._talk(copy)
        try:
            apart = talk.failures(questions, most=1)
            difference = difference_in(apart[0]) if apart else None
            return outcome(SURVIVED, asked=asked, drawn=talk.asked, difference=difference)
        finally:
            talk.end()

    def questions_for_survivors(self) -> list[ScheduledVector]:
        """What survivors are asked, drawn once: the questions that the engine as it is answers like the reference."""
        with self._drawing:
            if self._drawn is None:
                self._drawn = self._answered_right(self.cases.draw(SEED_OF_DRAWN, DRAWN))
        return self._drawn

    def _answered_right(self, every: list[ScheduledVector]) -> list[ScheduledVector]:
        copy = EngineCopy(self.room / "unchanged", self.root)
        self._build_unchanged(copy)
        talk = self._talk(copy)
        try:
            wrong = {failure.case.index: failure for failure in talk.failures(every, most=len(every))}
            until = talk.asked if talk.why else len(every)
        finally:
            talk.end()
        if wrong:
            number = quantity(len(wrong), "drawn question")
            first = difference_in(next(iter(wrong.values())))
            self.remarks.append(
                f"the engine as it is answers {number} otherwise than the reference, such as {first.text}"
            )
        return [case for case in every[:until] if case.index not in wrong]


def difference_in(failure: NotPassed) -> TellingQuestion:
    """What was asked, expected, and answered."""
    case, outcome = failure.case, failure.outcome
    frame = case.frame
    got = bytes(outcome.got).decode(errors="replace") or f"{outcome.verdict}: {outcome.message}"
    asked, expected = bytes(case.vector.input).decode(), bytes(case.vector.expect).decode()
    return TellingQuestion(frame.operation, frame.edition, frame.flipped, asked, expected, got)
